// place-lookup in Google Sheets: two formulas and a menu. docs/integrations.md describes the set-up.

/** A request costs 10 points for up to 100 links, but UrlFetchApp waits only 60 seconds for its answer. */
const LINKS_PER_REQUEST = 20;
/** Apps Script runs this line at the start of each run: menu item, trigger or formula. */
const STARTED_AT = Date.now();
/** Apps Script ends a run after 6 minutes. The last request of a run may take one more minute. */
const RUN_MS = 4 * 60 * 1000;
/** Google Sheets ends a formula after 30 seconds. */
const FORMULA_WAIT_MS = 15 * 1000;
const CACHE_SECONDS = 600;
/** Wait without a Retry-After. */
const WAIT_SECONDS = 10;
const MAX_WAIT_SECONDS = 3600;
const TRIGGER_SECONDS = 60;
/** So many requests in a row without results end a check. */
const MAX_FAILURES = 6;
/** UrlFetchApp takes addresses of up to 2 KB. */
const MAX_ADDRESS = 2000;

function onOpen() {
  const t = words();
  const menu = SpreadsheetApp.getUi().createMenu('place-lookup').addItem(t.check, 'checkColumn');
  menu.addItem(t.stop, 'stopCheck').addItem(t.settings, 'openSettings').addToUi();
}

/**
 * Whether a review is shown, and when that was found: "visible (checked <time>)", "not visible: <reason> (checked
 * <time>)" or "unknown: <why>", in the user's language. Sheets keeps the value until the link is different.
 * @param {string} link A link to a review.
 * @return {string} The state of the review.
 * @customfunction
 */
function REVIEW_VISIBLE(link) {
  const t = words();
  if (Array.isArray(link)) throw new Error(t.oneCell);
  const url = cellText(link);
  if (url === '') return '';
  const answer = askForFormula(`/api/review-visibility?url=${encodeURIComponent(url)}`, t);
  if (answer.data === null) return `${t.unknown}: ${answer.text}`;
  const [state, reason] = resultCells(answer.data, t);
  const when = answer.data.checked_at ? ` (${t.checkedAt} ${answer.data.checked_at})` : '';
  return (reason === '' ? state : `${state}: ${reason}`) + when;
}

/**
 * A detail of a place, or a row of all details. "unknown" stands for a value that Google Maps does not show.
 * @param {string} query A name, map link, Place ID or CID.
 * @param {string} [field] A field such as "srednia_ocen" or "Average rating". Without it: all fields, in a row.
 * @return The value, or a row of values.
 * @customfunction
 */
function PLACE_DETAILS(query, field) {
  const t = words();
  if (Array.isArray(query) || Array.isArray(field)) throw new Error(t.oneCell);
  const wanted = cellText(field).toLowerCase();
  const isWanted = ([name, labels]) => [name, ...labels].some((one) => one.toLowerCase() === wanted);
  const fields = Object.entries(FIELDS).filter((one) => wanted === '' || isWanted(one));
  if (fields.length === 0) throw new Error(t.badField(Object.keys(FIELDS).join(', ')));
  const text = cellText(query);
  if (text === '') return '';
  const answer = askForFormula(`/api/all?url=${encodeURIComponent(text)}`, t);
  if (answer.data === null) return `${t.unknown}: ${answer.text}`;
  const { details, source, ...more } = answer.data;
  const first = [t.firstResult, details.nazwa_wizytowki, details.adres].filter(Boolean).join(', ');
  const known = { ...details, ...more, source: source === 'search_result' ? first : t.exact };
  // An empty cell would count as 0 in a sum, so an unknown value is a text.
  const values = fields.map(([name]) => known[name] ?? t.unknown);
  return wanted === '' ? [values] : values[0];
}

function openSettings() {
  const t = words();
  const ui = SpreadsheetApp.getUi();
  const properties = PropertiesService.getScriptProperties();
  const before = settings_();
  const asked = ui.prompt(t.settings, `${t.askAddress} ${before.address}`, ui.ButtonSet.OK_CANCEL);
  if (asked.getSelectedButton() !== ui.Button.OK) return;
  const address = cellText(asked.getResponseText()).replace(/(?<!\/)\/+$/, '') || before.address;
  if (!/^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(address)) return void ui.alert(t.badAddress);
  const askedKey = ui.prompt(t.settings, t.askKey, ui.ButtonSet.OK_CANCEL);
  if (askedKey.getSelectedButton() !== ui.Button.OK) return;
  const key = askedKey.getResponseText().trim();
  // The key of one service is not sent to another.
  if (key === '-' || (key === '' && address !== before.address)) properties.deleteProperty('key');
  else if (key !== '') properties.setProperty('key', key);
  properties.setProperty('address', address);
  const answer = ask('/api/info', null, t);
  ui.alert(answer.data === null ? t.savedOnly(answer.text) : t.saved);
}

/** Menu: checks the links of the selected column. */
function checkColumn() {
  const t = words();
  const ui = SpreadsheetApp.getUi();
  const range = SpreadsheetApp.getActiveRange();
  if (range === null || range.getNumColumns() !== 1) return void ui.alert(t.selectOne);
  if (settings_().address === '') return void ui.alert(t.noSettings);
  const [sheet, column] = [range.getSheet(), range.getColumn()];
  const heading = cellText(sheet.getRange(1, column).getValue());
  if (heading === '' || isLink(heading)) return void ui.alert(t.headingNeeded);
  const cells = sheet.getRange(1, column, sheet.getLastRow(), 1).getValues();
  const count = cells.filter(([cell]) => isLink(cellText(cell))).length;
  if (count === 0) return void ui.alert(t.noLinks);
  const hasResults = hasHeadings(sheet, column);
  const buttons = hasResults ? ui.ButtonSet.YES_NO_CANCEL : ui.ButtonSet.OK_CANCEL;
  const pressed = ui.alert(t.check, hasResults ? t.again : t.confirm(count), buttons);
  if (pressed !== ui.Button.OK && pressed !== ui.Button.YES && pressed !== ui.Button.NO) return;
  const lock = LockService.getScriptLock();
  if (!lock.tryLock(1000)) return void ui.alert(t.busy);
  try {
    prepareColumns(sheet, column, hasResults, pressed === ui.Button.NO, t);
    const run = { sheetId: sheet.getSheetId(), column, heading, failures: 0 };
    PropertiesService.getScriptProperties().setProperty('run', JSON.stringify(run));
    work(run, t);
  } finally {
    lock.releaseLock();
  }
}

/** Called by the time trigger that pause() sets. */
function resumeCheck() {
  deleteTriggers();
  const lock = LockService.getScriptLock();
  const saved = PropertiesService.getScriptProperties().getProperty('run');
  if (saved === null || !lock.tryLock(1000)) return;
  try {
    work(JSON.parse(saved), words());
  } finally {
    lock.releaseLock();
  }
}

/** Menu: ends a check. A run under way ends before its next request. */
function stopCheck() {
  deleteTriggers();
  PropertiesService.getScriptProperties().deleteProperty('run');
  SpreadsheetApp.getActiveSpreadsheet().toast(words().stopped, 'place-lookup');
}

/** Inserts the columns of the results, or clears them: all results, or only those that are unknown. */
function prepareColumns(sheet, column, hasResults, keepVerdicts, t) {
  const width = t.headings.length;
  if (!hasResults) {
    sheet.insertColumnsAfter(column, width);
    sheet.getRange(1, column + 1, sheet.getMaxRows(), width).clearFormat();
  }
  sheet.getRange(1, column + 1, 1, width).setValues([t.headings]);
  const rows = sheet.getLastRow() - 1;
  if (!hasResults || rows < 1) return;
  const results = sheet.getRange(2, column + 1, rows, width);
  if (!keepVerdicts) return void results.clearContent();
  results.getValues().forEach(([state], at) => {
    if ([PL.unknown, EN.unknown].includes(state)) sheet.getRange(at + 2, column + 1, 1, width).clearContent();
  });
}

/** Checks rows without a result until none is left, the time is over or the service does not answer. */
function work(run, t) {
  deleteTriggers();
  for (let size = LINKS_PER_REQUEST; ; ) {
    if (PropertiesService.getScriptProperties().getProperty('run') === null) return;
    const links = nextLinks(run, t);
    if (links === null) return finish(run, t.moved);
    if (links.length === 0) return finish(run, summary(run, t));
    if (Date.now() - STARTED_AT > RUN_MS) return pause(run, 0, t);
    SpreadsheetApp.getActiveSpreadsheet().toast(t.progress(links.length), 'place-lookup');
    const batch = links.slice(0, size);
    const answer = ask('/api/review-visibility', { urls: batch }, t);
    const results = answer.data === null ? [] : answer.data.results;
    const isBlocked = results.length > 0 && results.every(({ error }) => error?.code === 'provider_blocked');
    if (answer.data !== null && !isBlocked) {
      writeResults(run, batch, results, t);
      run.failures = 0;
      continue;
    }
    run.failures += 1;
    const text = isBlocked ? t.failures.provider_blocked : answer.text;
    if ((!isBlocked && !answer.mayPass) || run.failures >= MAX_FAILURES) return finish(run, t.failed(text));
    // The links may have needed more time than UrlFetchApp waits.
    if (answer.isUnanswered) size = Math.ceil(size / 2);
    const seconds = isBlocked ? TRIGGER_SECONDS : answer.waitSeconds;
    if (Date.now() - STARTED_AT + seconds * 1000 > RUN_MS) return pause(run, seconds, t);
    Utilities.sleep(seconds * 1000);
  }
}

/** The links without a result of their own, each once; null if the columns were changed. Answers texts that are no link. */
function nextLinks(run, t) {
  const rows = readRows(run);
  if (rows === null) return null;
  const open = rows.filter(({ link, state }) => link !== '' && state === '');
  const refused = { error: { code: 'invalid_request', reason: 'review_link_not_a_link' } };
  for (const row of open.filter(({ link }) => !isLink(link))) row.write(resultCells(refused, t, row.link));
  return [...new Set(open.map(({ link }) => link).filter(isLink))];
}

/** Writes the results to all rows that have these links now: the user may have sorted the sheet since the request. */
function writeResults(run, links, results, t) {
  const byLink = new Map(links.map((link, at) => [link, results.find(({ index }) => index === at) ?? {}]));
  for (const row of readRows(run) ?? [])
    if (row.state === '' && byLink.has(row.link)) row.write(resultCells(byLink.get(row.link), t, row.link));
}

function readRows({ sheetId, column, heading }, width = 1 + PL.headings.length) {
  const sheets = SpreadsheetApp.getActiveSpreadsheet().getSheets();
  const sheet = sheets.find((one) => one.getSheetId() === sheetId);
  if (sheet === undefined || !hasHeadings(sheet, column)) return null;
  if (cellText(sheet.getRange(1, column).getValue()) !== heading) return null;
  const cells = sheet.getRange(1, column, sheet.getLastRow(), width).getValues().slice(1);
  return cells.map(([link, state, ...more], at) => ({
    link: cellText(link),
    state: cellText(more[width - 3]) === cellText(link) ? cellText(state) : '',
    write: (values) => sheet.getRange(at + 2, column + 1, 1, values.length).setValues([values.map(asText)]),
  }));
}

/** Whether the columns of the results stand to the right of a column, in either language. */
function hasHeadings(sheet, column) {
  const width = PL.headings.length;
  if (sheet.getMaxColumns() < column + width) return false;
  const [found] = sheet.getRange(1, column + 1, 1, width).getValues();
  return [PL, EN].some(({ headings }) => headings.every((heading, at) => heading === found[at]));
}

/** The cells of one result. Values that are not shown are "unknown"; so is a link without a place: it may be cut. */
function resultCells(line, t, link = '') {
  if (line.is_visible === true) {
    const { author_name, stars, place_name, review_text } = line.review ?? {};
    const values = [author_name, stars, place_name, review_text].map((value) => value ?? t.unknown);
    return [t.visible, noticesText(line, t), ...values, line.checked_at, link];
  }
  if (line.is_visible === false) {
    const reason = t.reasons[line.visibility_reason] ?? line.visibility_reason;
    const why = [reason, noticesText(line, t)].filter((text) => text !== '').join('; ');
    const state = line.visibility_reason === 'no_business_data' ? t.unknown : t.notVisible;
    return [state, why, '', '', '', '', line.checked_at, link];
  }
  return [t.unknown, errorText(line.error ?? { code: 'unexpected' }, t), '', '', '', '', '', link];
}

/** The notices of the map provider about the place, with its words. */
function noticesText({ notices = [] }, t) {
  const quoted = (text) => (text ? ` „${text}”` : '');
  return notices.map(({ kind, text }) => (t.notices[kind] ?? t.notices.other) + quoted(text)).join('; ');
}

/** With an apostrophe Sheets takes a text as it is, also one like "=A1", "+48 600" or "1/2". */
function asText(value) {
  return typeof value === 'string' && value !== '' ? `'${value}` : value;
}

function summary(run, t) {
  const states = (readRows(run) ?? []).filter(({ link }) => link !== '').map(({ state }) => state);
  const count = (name) => states.filter((state) => state === PL[name] || state === EN[name]).length;
  return t.done(count('visible'), count('notVisible'), count('unknown'));
}

/** Ends a check. The note on the heading stays for users who were not there. */
function finish(run, text) {
  deleteTriggers();
  PropertiesService.getScriptProperties().deleteProperty('run');
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = spreadsheet.getSheets().find((one) => one.getSheetId() === run.sheetId);
  if (sheet !== undefined && hasHeadings(sheet, run.column)) sheet.getRange(1, run.column + 1).setNote(text);
  spreadsheet.toast(text, 'place-lookup', -1);
}

function pause(run, seconds, t) {
  const wait = Math.max(seconds, TRIGGER_SECONDS);
  PropertiesService.getScriptProperties().setProperty('run', JSON.stringify(run));
  const timer = ScriptApp.newTrigger('resumeCheck').timeBased();
  timer.after(wait * 1000).create();
  SpreadsheetApp.getActiveSpreadsheet().toast(t.paused(wait), 'place-lookup', -1);
}

function deleteTriggers() {
  for (const trigger of ScriptApp.getProjectTriggers())
    if (trigger.getHandlerFunction() === 'resumeCheck') ScriptApp.deleteTrigger(trigger);
}

/** Asks with patience, and keeps successes for some minutes: Sheets calculates formulas again and again. */
function askForFormula(path, t) {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, settings_().address + path);
  const [cache, cacheKey] = [CacheService.getScriptCache(), Utilities.base64Encode(bytes)];
  const cached = cache.get(cacheKey);
  if (cached !== null) return { data: JSON.parse(cached) };
  for (;;) {
    const answer = ask(path, null, t);
    if (answer.data !== null) cache.put(cacheKey, JSON.stringify(answer.data), CACHE_SECONDS);
    const isOver = Date.now() - STARTED_AT + answer.waitSeconds * 1000 > FORMULA_WAIT_MS;
    if (answer.data !== null || !answer.mayPass || isOver) return answer;
    Utilities.sleep(answer.waitSeconds * 1000);
  }
}

/** One request. `data` is null after a failure; then `text` says why, and `mayPass` whether to ask again. */
function ask(path, body, t) {
  const { address, key } = settings_();
  const failure = (error, more) => ({
    ...{ data: null, text: errorText(error, t), mayPass: false, waitSeconds: WAIT_SECONDS },
    ...more,
  });
  if (address === '') return failure({ code: 'unexpected' }, { text: t.noSettings });
  if (address.length + path.length > MAX_ADDRESS) return failure({ code: 'invalid_request' }, {});
  const headers = { Accept: 'application/json', ...(key === '' ? {} : { 'X-API-Key': key }) };
  // A redirect is not followed: the key goes to the address of the settings only.
  const options = { headers, muteHttpExceptions: true, followRedirects: false };
  const post = { method: 'post', contentType: 'application/json', payload: JSON.stringify(body) };
  let response;
  try {
    response = UrlFetchApp.fetch(address + path, body === null ? options : { ...options, ...post });
  } catch {
    return failure({ code: 'offline' }, { mayPass: true, isUnanswered: true });
  }
  const status = response.getResponseCode();
  const [, after] = Object.entries(response.getHeaders()).find(([name]) => /^retry-after$/i.test(name)) ?? [];
  const waitSeconds = Math.min(Math.max(1, Number(after) || WAIT_SECONDS), MAX_WAIT_SECONDS);
  let answer;
  try {
    answer = JSON.parse(response.getContentText());
  } catch {
    const code = status === 200 ? 'cut' : status >= 500 ? 'offline' : 'unexpected';
    return failure({ code }, { mayPass: code !== 'unexpected', waitSeconds, isUnanswered: true });
  }
  const asked_at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  if (status === 200 && answer?.data) return { data: { ...answer.data, asked_at }, waitSeconds };
  const mayPass = [429, 502, 503, 504].includes(status);
  return failure(answer?.error ?? { code: 'unexpected' }, { mayPass, waitSeconds });
}

/** Polish texts are in Texts.gs; the service itself answers in English. */
function errorText({ code, reason, values, message, request_id }, t) {
  const named = t.refusals[reason]?.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values?.[name] ?? '…'));
  const text = named ?? (t === EN ? message : undefined) ?? t.failures[code] ?? t.failures.unknown_code;
  return code === 'internal_error' && request_id ? `${text} (${request_id})` : text;
}

/** The underscore hides the function from formulas: no cell can show the key. */
function settings_() {
  const properties = PropertiesService.getScriptProperties();
  return { address: properties.getProperty('address') ?? '', key: properties.getProperty('key') ?? '' };
}

/** The texts in the user's language. Where a formula is not told the user's locale, the one of the sheet counts. */
function words() {
  let locale = '';
  try {
    locale = Session.getActiveUserLocale();
  } catch {}
  return /^pl/i.test(locale || SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale()) ? PL : EN;
}

function cellText(value) {
  return String(value ?? '').trim();
}

function isLink(text) {
  return /^(https?:\/\/\S+|[^\s/@][^\s/@.]*\.[^\s/@]+\/\S*)$/i.test(text);
}

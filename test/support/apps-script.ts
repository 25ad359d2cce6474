import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';

// The script of Google Sheets with stand-ins for the services of Apps Script that it uses. UrlFetchApp is synchronous:
// at a request without an answer the run ends, the request is sent, and the run is made again with its answer.

/** What a cell holds. A formula is a text that Google Sheets would run. */
export type Cell = string | number | boolean | { readonly formula: string };

export interface Sheet {
  readonly id: number;
  /** All rows have the same length. */
  cells: Cell[][];
  /** By `row,column`, from 1. */
  readonly notes: Record<string, string>;
}

/** A spreadsheet, its script and its user, as far as the script sees them. */
export interface World {
  /** Who runs the script: formulas and triggers may not use every service. */
  context: 'menu' | 'formula' | 'trigger';
  /** The clock of the script, in milliseconds; requests and sleeps move it. */
  now: number;
  /** What one request takes. */
  fetchMs: number;
  /** How long the user looks at a dialog. */
  dialogMs: number;
  /** The user's language; null = Apps Script does not tell it. */
  locale: string | null;
  sheetLocale: string;
  sheets: Sheet[];
  /** Row, column, rows and columns of the selection, in the first sheet. */
  selected: [row: number, column: number, rows: number, columns: number] | null;
  properties: Record<string, string>;
  cache: Record<string, { value: string; until: number }>;
  triggers: { handler: string; afterMs: number }[];
  /** Buttons the user presses, one for each dialog; `type:<text>` types and presses OK. Without: OK. */
  presses: string[];
  /** The texts of dialogs, toasts and menu items that were shown. */
  dialogs: string[];
  toasts: string[];
  menu: { label: string; handler: string | null }[];
  sleeps: number[];
  /** Another run of the script holds the lock. */
  isLocked: boolean;
}

/** A request of the script, with the state of the world at that moment. */
interface Asked {
  readonly world: World;
  readonly url: string;
  readonly options: FetchOptions;
}
interface FetchOptions {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly contentType?: string;
  readonly payload?: string;
  readonly followRedirects?: boolean;
  readonly muteHttpExceptions?: boolean;
}
interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** One run: it changes its world. */
interface Run {
  readonly world: World;
  /** The answers of the service in order, each with the world as another user left it; null = there was none. */
  readonly answers: (readonly [World, Answer | null])[];
  /** The first request that has no answer yet. */
  asked: Asked | null;
}

/** The address that the settings of the script hold; requests to it go to the service under test. */
export const ADDRESS = 'https://lookup.example.test';

const SCRIPTS = ['Texts.gs', 'Code.gs'].map((filename) => {
  const file = new URL(`../../integrations/sheets/${filename}`, import.meta.url);
  return new Script(readFileSync(file, 'utf8'), { filename });
});
const FETCH_OPTIONS = 'headers muteHttpExceptions followRedirects method contentType payload'.split(' ');
const MAX_URL = 2048;

/** A new spreadsheet with one column of cells; the first cell is the heading. The address of the service is set. */
export function newWorld(column: readonly Cell[], change: Partial<World> = {}): World {
  return {
    context: 'menu',
    now: Date.UTC(2026, 10, 23, 12),
    fetchMs: 1_000,
    dialogMs: 1_000,
    locale: 'pl',
    sheetLocale: 'pl_PL',
    sheets: [{ id: 7, cells: column.map((cell) => [cell]), notes: {} }],
    selected: [1, 1, column.length, 1],
    properties: { address: ADDRESS, key: 'the-key' },
    cache: {},
    triggers: [],
    presses: [],
    dialogs: [],
    toasts: [],
    menu: [],
    sleeps: [],
    isLocked: false,
    ...change,
  };
}

/**
 * Runs a function of the script, as Apps Script does: with nothing kept from earlier runs but the world, which the run
 * changes. Requests go to `service`; `onRequest` sees each one, and may change the world as another user would.
 * Rejects with what the script throws.
 */
export async function runScript(
  world: World,
  service: string,
  name: string,
  args: readonly unknown[] = [],
  onRequest: (world: World, url: string) => void = () => undefined,
): Promise<unknown> {
  const begun = structuredClone(world);
  const answers: Run['answers'] = [];
  for (;;) {
    const run: Run = { world: structuredClone(begun), answers: structuredClone(answers), asked: null };
    const context = createContext(services(run));
    let outcome: () => unknown;
    try {
      for (const script of SCRIPTS) script.runInContext(context);
      const value: unknown = context[name](...args);
      outcome = () => (value === undefined ? null : structuredClone(value));
    } catch (error) {
      outcome = () => {
        throw new Error((error as Error).message);
      };
    }
    Object.assign(world, (run.asked ?? run).world);
    if (run.asked === null) return outcome();
    onRequest(world, run.asked.url);
    answers.push([structuredClone(world), await send(service, run.asked)]);
  }
}

/** The answer of the service; null if there is none. */
async function send(service: string, { url, options }: Asked): Promise<Answer | null> {
  if (!url.startsWith(ADDRESS)) return null;
  const { method = 'get', headers, contentType, payload } = options;
  try {
    const response = await fetch(service + url.slice(ADDRESS.length), {
      method,
      redirect: options.followRedirects === false ? 'manual' : 'follow',
      headers: { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) },
      ...(payload !== undefined && { body: payload }),
    });
    // Apps Script has the names of headers as they came; Node.js writes them in lower case.
    const shown = (text: string) => text.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    const named = [...response.headers].map(([header, value]) => [shown(header), value]);
    return { status: response.status, headers: Object.fromEntries(named), text: await response.text() };
  } catch {
    return null;
  }
}

/** Answers a request, or ends the run: what the script does then is dropped. */
function fetchIn(run: Run, url: string, options: FetchOptions) {
  const unknown = Object.keys(options).filter((name) => !FETCH_OPTIONS.includes(name));
  if (unknown.length > 0) throw new Error(`Attribute provided with invalid value: ${unknown.join()}`);
  if (url.length > MAX_URL) throw new Error('Limit Exceeded: URLFetch URL Length.');
  const { world, answers } = run;
  world.now += world.fetchMs;
  if (answers.length === 0) run.asked ??= structuredClone({ world, url, options });
  const [changed, answer] = answers.shift() ?? [world, null];
  Object.assign(world, changed);
  if (answer === null) throw new Error(`Address unavailable: ${url}`);
  if (answer.status >= 400 && options.muteHttpExceptions !== true)
    throw new Error(`Request failed: ${answer.status}`);
  return {
    getResponseCode: () => answer.status,
    getHeaders: () => answer.headers,
    getContentText: () => answer.text,
  };
}

/** What a cell holds after a script has set a value. */
function parsed(value: Cell | null | undefined): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return value;
  if (value.startsWith("'")) return value.slice(1);
  if (/^[=+@-]/.test(value)) return { formula: value };
  if (/^\d+([.,]\d+)?$/.test(value)) return Number(value.replace(',', '.'));
  return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
}

function services(run: Run) {
  const { world } = run;
  /** Throws as Apps Script does where a service may not be used. */
  const only = (...contexts: World['context'][]) => {
    if (!contexts.includes(world.context))
      throw new Error(`You do not have permission to call this in a ${world.context}`);
  };
  const rangeOf = (sheet: Sheet, row: number, column: number, rows = 1, columns = 1) => {
    const { cells } = sheet;
    const isInside = row > 0 && column > 0 && rows > 0 && columns > 0;
    if (!isInside || row + rows - 1 > cells.length || column + columns - 1 > (cells[0]?.length ?? 0))
      throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
    const lines = cells.slice(row - 1, row - 1 + rows);
    const each = (change: (row: number, column: number) => Cell) => {
      only('menu', 'trigger');
      for (const [r, line] of lines.entries())
        line.splice(column - 1, columns, ...Array.from({ length: columns }, (_, c) => change(r, c)));
      return range;
    };
    const shown = (cell: Cell) => (typeof cell === 'object' ? '#ERROR!' : cell);
    const range = {
      getSheet: () => sheetOf(sheet),
      getColumn: () => column,
      getNumColumns: () => columns,
      getValues: () => lines.map((line) => line.slice(column - 1, column - 1 + columns).map(shown)),
      getValue: () => range.getValues()[0]?.[0],
      setValues: (values: Cell[][]) => {
        if (values.length !== rows || values.some((line) => line.length !== columns))
          throw new Error('The number of rows or columns in the data does not match the range.');
        return each((r, c) => parsed(values[r]?.[c]));
      },
      clearContent: () => each(() => ''),
      clearFormat: () => range,
      setNote: (note: string) => {
        only('menu', 'trigger');
        sheet.notes[`${row},${column}`] = note;
      },
    };
    return range;
  };
  const sheetOf = (sheet: Sheet) => ({
    getSheetId: () => sheet.id,
    getRange: rangeOf.bind(null, sheet),
    getMaxRows: () => sheet.cells.length,
    getMaxColumns: () => sheet.cells[0]?.length,
    getLastRow: () => sheet.cells.findLastIndex((line) => line.some((cell) => cell !== '')) + 1,
    insertColumnsAfter: (column: number, count: number) => {
      only('menu', 'trigger');
      for (const line of sheet.cells) line.splice(column, 0, ...Array<Cell>(count).fill(''));
    },
  });
  const spreadsheet = {
    getSheets: () => world.sheets.map(sheetOf),
    getSpreadsheetLocale: () => world.sheetLocale,
    toast: (text: string) => {
      only('menu', 'trigger');
      world.toasts.push(text);
    },
  };
  /** The user presses the next button at a dialog whose last text is its question. */
  const pressed = (...texts: unknown[]) => {
    world.now += world.dialogMs;
    world.dialogs.push(String(texts.findLast((text) => typeof text === 'string')));
    return world.presses.shift() ?? 'OK';
  };
  const ui = {
    Button: { OK: 'OK', CANCEL: 'CANCEL', YES: 'YES', NO: 'NO' },
    ButtonSet: { OK_CANCEL: ['OK', 'CANCEL'], YES_NO_CANCEL: ['YES', 'NO', 'CANCEL'] },
    alert: pressed,
    prompt: (title: string, text: string) => {
      const button = pressed(title, text);
      const [, typed] = /^type:(.*)$/.exec(button) ?? [];
      return {
        getSelectedButton: () => (typed === undefined ? button : 'OK'),
        getResponseText: () => typed ?? '',
      };
    },
    createMenu: (caption: string) => {
      const menu = {
        addItem: (label: string, handler: string) => {
          world.menu.push({ label, handler });
          return menu;
        },
        addToUi: () => world.menu.unshift({ label: caption, handler: null }),
      };
      return menu;
    },
  };
  const addTrigger = (handler: string, afterMs: number) => {
    only('menu', 'trigger');
    world.triggers.push({ handler, afterMs });
  };
  return {
    Date: class extends Date {
      constructor() {
        super(world.now);
      }
      static override now() {
        return world.now;
      }
    },
    SpreadsheetApp: {
      getUi: () => {
        only('menu');
        return ui;
      },
      getActiveSpreadsheet: () => spreadsheet,
      getActiveRange: () => {
        const [sheet] = world.sheets;
        return world.selected === null || sheet === undefined ? null : rangeOf(sheet, ...world.selected);
      },
    },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => world.properties[name] ?? null,
        setProperty: (name: string, value: unknown) => {
          if (typeof value !== 'string' || value.length > 9_000) throw new Error('Argument too large: value');
          world.properties[name] = value;
        },
        deleteProperty: (name: string) => void delete world.properties[name],
      }),
    },
    CacheService: {
      getScriptCache: () => ({
        get: (key: string) => {
          const kept = world.cache[key];
          return kept !== undefined && kept.until > world.now ? kept.value : null;
        },
        put: (key: string, value: string, seconds: number) => {
          if (key.length > 250 || value.length > 100_000) throw new Error('Argument too large');
          world.cache[key] = { value, until: world.now + seconds * 1000 };
        },
      }),
    },
    Session: {
      getActiveUserLocale: () => {
        if (world.locale === null) throw new Error('You do not have permission to call getActiveUserLocale');
        return world.locale;
      },
    },
    LockService: {
      getScriptLock: () => ({ tryLock: () => !world.isLocked, releaseLock: () => undefined }),
    },
    ScriptApp: {
      newTrigger: (handler: string) => ({
        timeBased: () => ({ after: (afterMs: number) => ({ create: () => addTrigger(handler, afterMs) }) }),
      }),
      getProjectTriggers: () =>
        world.triggers.map((trigger) => ({ getHandlerFunction: () => trigger.handler, trigger })),
      deleteTrigger: ({ trigger }: { trigger: object }) => {
        world.triggers = world.triggers.filter((one) => one !== trigger);
      },
    },
    Utilities: {
      sleep: (ms: number) => {
        world.sleeps.push(ms);
        world.now += ms;
      },
      DigestAlgorithm: { SHA_256: 'sha256' },
      computeDigest: (algorithm: string, text: string) => [...createHash(algorithm).update(text).digest()],
      base64Encode: (bytes: number[]) => Buffer.from(bytes).toString('base64'),
    },
    UrlFetchApp: { fetch: (url: string, options: FetchOptions) => fetchIn(run, url, options) },
  };
}

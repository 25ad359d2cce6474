import type { Language } from '../../core/published/language.js';
import { shortened } from '../../core/published/shortened.js';
import { createTurns } from '../../core/runtime/turns.js';
import { createFormats } from '../../core/texts/formats.js';
import { caveatText } from '../../core/texts/outcomes.js';
import { bullets, html, type Markup, type Part, paragraphs, section } from '../../kit/page/html.js';
import { eventChanges, eventTexts, lossText, titleOf } from '../watch/event-texts.js';
import { changesIn, changesText, kindOf } from './client-record.js';
import { CHANGE_KINDS, type ChangeKind, type ClientExportData, type WatchExportData } from './published.js';
import { type WatchTexts, watchTexts } from './texts.js';

/** Characters of a text and entries of a part in the PDF; the workbook has all of them. */
const MAX_TEXT = 500;
const MAX_NAME = 200;
const MAX_ENTRIES = 100;

type Review = WatchExportData['reviews'][number];

/** The record of a watch as a page of HTML, without scripts and addresses. */
export function exportHtml(data: WatchExportData, language: Language): string {
  const title = `${watchTexts(language)('record.kind')}: ${titleOfRecord(data, language)}`;
  return pageOf(title, [recordPart(data, language), methodPart([data], language)], language);
}

/** The record of a client as one page of HTML: what its watches have in common, then the record of each watch. */
export async function clientHtml(data: ClientExportData, language: Language): Promise<string> {
  const t = watchTexts(language);
  const { moment } = momentsIn(language);
  const turn = createTurns();
  const parts: Markup[] = [];
  for (const record of data.records) {
    parts.push(html`<article>${recordPart(record, language)}</article>`);
    await turn();
  }
  const client = shortened(data.client, MAX_NAME, language);
  const rows = data.records.map((record) => {
    const last = record.cover.last_result_at;
    const cells = [last === null ? '–' : moment(last), changesText(changesIn([record]), t)];
    return html`<tr><td>${foreign(titleOfRecord(record, language))}</td>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const headings = [t('record.columns.watch'), t('record.columns.last'), t('record.columns.changes')];
  const cover = [
    headerPart(t('record.ofClient'), client, [], data, language),
    section(t('record.summary'), [countsPart(data.records, t), paragraphs(commonTexts(data, t))]),
    section(
      t('record.watches', { count: data.watches }),
      html`<table class="watches"><tr>${headings.map((text) => html`<td><b>${text}</b></td>`)}</tr>${rows}</table>`,
    ),
  ];
  const method = html`<article>${methodPart(data.records, language)}</article>`;
  return pageOf(`${t('record.ofClient')}: ${client}`, [cover, parts, method], language);
}

/** What the records of a client know together, in sentences. */
export function commonTexts(data: Omit<ClientExportData, 'records'>, t: WatchTexts): string[] {
  const { watches, with_result: some, known } = data;
  return [
    t('record.common', { all: watches, some, none: watches - some, known }),
    ...(known === watches ? [] : [`${t('record.commonPart')} ${t('record.dash')}`]),
  ];
}

function countsPart(records: readonly WatchExportData[], t: WatchTexts): Markup {
  const rows = CHANGE_KINDS.map(
    (kind) =>
      html`<tr><th scope="row">${t(`record.groups.${kind}`)}</th><td>${changesText(changesIn(records, [kind]), t)}</td></tr>`,
  );
  return html`<table class="counts">${rows}</table>`;
}

/** The head of a record. */
function headerPart(
  kind: string,
  title: string,
  about: readonly string[],
  { from, to, made_at: at, time_zone: zone }: Omit<ClientExportData, 'records'> | WatchExportData,
  language: Language,
): Markup {
  const t = watchTexts(language);
  const { day, moment } = momentsIn(language);
  return html`<header><p class="kind">${kind}</p><h1>${foreign(title)}</h1>
${about.map((text) => html`<p>${foreign(shortened(text, MAX_TEXT, language))}</p>`)}
<p class="period">${t('record.period', { from: day(from), to: day(to) })}</p>
<p>${t('record.made', { at: moment(at), zone })}</p></header>`;
}

function pageOf(title: string, content: Part, language: Language): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${{ markup: STYLE }}</style></head><body>
${content}
</body></html>`.markup;
}

function titleOfRecord({ watch }: WatchExportData, language: Language): string {
  const title = watch.label ?? watch.place_name ?? watch.subject ?? watchTexts(language)('record.kind');
  return shortened(title, MAX_NAME, language);
}

/** What a record is about: the name of the place, and its Place ID or the link of the review. */
export function subjectTexts({ watch: { kind, place_name: place, subject } }: WatchExportData): string[] {
  const id = subject === null || kind === 'review' ? subject : `Place ID: ${subject}`;
  return [place, id].filter((text) => text !== null);
}

function recordPart(data: WatchExportData, language: Language): Part {
  const t = watchTexts(language);
  const { moment } = momentsIn(language);
  const title = titleOfRecord(data, language);
  const about = subjectTexts(data).filter((text) => text !== title);
  return [
    headerPart(t('record.kind'), title, about, data, language),
    data.watch.kind === 'review'
      ? section(
          t('record.columns.review'),
          data.reviews.map((review) => [
            reviewPart(review, { isWhole: true, at: null }, language),
            html`<p>${stateText(data, review, language)}</p>`,
          ]),
        )
      : null,
    section(t('record.summary'), [countsPart([data], t), paragraphs(coverTexts(data, t, moment))]),
    data.events.length === 0
      ? html`<p>${silenceText(data, t, moment)}</p>`
      : CHANGE_KINDS.map((kind) => entries(data, kind, language, t)),
  ];
}

/** The state of the watched review at the end of the period, and the last known state if it is another one. */
export function stateText(
  { proven_at: at, latest, to }: Pick<WatchExportData, 'proven_at' | 'latest' | 'to'>,
  { status }: Review,
  language: Language,
): string {
  const t = watchTexts(language);
  const { day, moment } = momentsIn(language);
  const text = (at: string, status: Review['status']) =>
    t('record.state', { at, status: status === null ? t('record.unknown') : t(`record.statuses.${status}`) });
  const then = text(at === null ? day(to) : moment(at), at === null ? null : status);
  return [then, ...(latest === null ? [] : [text(moment(latest.at), latest.status)])].join(' ');
}

/** How the watches were checked, and what their records do not prove. */
function methodPart(records: readonly WatchExportData[], language: Language): Part {
  const t = watchTexts(language);
  const [data] = records;
  return [
    section(t('record.how'), paragraphs(t('record.howTexts').split('\n'))),
    data === undefined ? null : section(t('record.limits'), bullets(notesOn(data, language))),
  ];
}

/** What the record does not prove, in the words of all reports. */
export function notesOn({ authors }: WatchExportData, language: Language): string[] {
  const t = watchTexts(language);
  return [
    caveatText(language, 'notShown'),
    ...t('record.limitTexts').split('\n'),
    caveatText(language, 'reply'),
    caveatText(language, 'author'),
    ...(authors === 'pseudonyms' ? [t('record.pseudonyms')] : []),
  ];
}

/**
 * A text that other people wrote, in an element of its own: its writing direction does not change the text around it.
 */
function foreign(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

function momentsIn(language: Language) {
  const { moment } = createFormats(language);
  return { day: (at: string) => moment(at.slice(0, 10)), moment };
}

/** From when to when the record knows, in sentences. `moment` writes a time. */
export function coverTexts(
  { cover, from, gone_at: gone, checks, checks_without_result: failed, events }: WatchExportData,
  t: WatchTexts,
  moment: (at: string) => string,
): string[] {
  const { first_result_at: first, last_result_at: last, longest_gap_hours: gap, deletions } = cover;
  const { lists, whole_lists: whole, place_pages: pages, part } = cover;
  const began = cover.began_at.slice(0, 10);
  return [
    ...(gone === null ? [] : [t('record.state', { at: moment(gone), status: t('record.statuses.gone') })]),
    ...(from < began ? [t('record.began', { day: moment(began) })] : []),
    t('record.checks', { all: checks, failed }),
    first === null || last === null
      ? t('record.noResults')
      : t('record.results', { first: moment(first), last: moment(last) }),
    ...(part === null
      ? []
      : [t('record.lists', { whole, all: lists, read: part.read ?? '–', count: part.counted ?? '–' })]),
    ...(pages === lists ? [] : [t('record.pages', { pages, all: lists })]),
    ...(gap === null ? [] : [gapText(gap, t)]),
    ...deletions.map(({ cause, day, from, to, events: some, reviews }) =>
      t(`record.deleted.${cause}`, {
        day: moment(day),
        from: moment(from),
        to: moment(to),
        events: some,
        reviews,
      }),
    ),
    ...(cover.is_known || events.length === 0 ? [] : [`${t('record.notKnown')} ${t('record.dash')}`]),
  ];
}

/** What a record without events says: no change in the time, and among the reviews, that the results cover. */
export function silenceText(
  { cover, gone_at: gone }: Pick<WatchExportData, 'cover' | 'gone_at'>,
  t: WatchTexts,
  moment: (at: string) => string,
): string {
  const { compared_from: from, last_result_at: to, deletions, part } = cover;
  const isWhole = part === null && gone === null && cover.place_pages === cover.lists;
  if (cover.is_known) return t('record.noEvents');
  const known = isWhole ? 'record.between' : 'record.betweenRead';
  const isBetween = from !== null && to !== null && deletions.length === 0;
  const said = isBetween ? t(known, { from: moment(from), to: moment(to) }) : t('record.notKnown');
  return `${said} ${t('record.dash')}`;
}

function gapText(hours: number, t: WatchTexts): string {
  return hours < 48
    ? t('record.gapHours', { hours: Math.round(hours) })
    : t('record.gapDays', { days: Math.round(hours / 24) });
}

function entries(data: WatchExportData, group: ChangeKind, language: Language, t: WatchTexts): Part {
  const events = data.events.filter(({ type }) => kindOf(type) === group);
  if (events.length === 0) return null;
  const { moment } = momentsIn(language);
  const reviews = new Map(data.reviews.map((review) => [review.number, review]));
  const rows = events.slice(0, MAX_ENTRIES).map((event) => {
    const review = event.review === null ? undefined : reviews.get(event.review);
    const changes = eventChanges(language, event, MAX_TEXT).map(({ field, before, after }) => {
      const sides = [before, after].flatMap((side) => (side === null ? [] : [foreign(side)]));
      const when = after === null ? ` (${t('record.columns.before').toLowerCase()})` : '';
      return html`<p>${field}${when}: ${sides.length === 2 ? [sides[0] ?? null, ' → ', sides[1] ?? null] : sides}</p>`;
    });
    // The changes of these events hold the text as it was.
    const isSaid = group === 'added' || group === 'changed';
    const about =
      review === undefined ? null : reviewPart(review, { isWhole: !isSaid, at: event.at_utc }, language);
    const loss = lossText(language, event, moment);
    const other = event.same_author_visible ? html`<p>${eventTexts(language)('sameAuthor')}</p>` : null;
    const hasPack = html`<p class="pack">${t('record.hasPack')}: ${event.id}</p>`;
    const noPack = group === 'lost' ? html`<p class="pack">${t('record.noPack')}</p>` : null;
    const pack = event.evidence ? hasPack : noPack;
    return html`<tr><th scope="row">${moment(event.at)}</th><td>${about}<p><i>${titleOf(language, event)}</i></p>${loss === null ? null : html`<p>${loss}</p>`}${changes}${other}${pack}</td></tr>`;
  });
  const more = events.length - rows.length;
  return section(t(`record.groups.${group}`), [
    html`<table>${rows}</table>`,
    more === 0 ? null : html`<p>${t('record.more', { count: more })}</p>`,
  ]);
}

/**
 * A review as it was known at a time in UTC, null = at the end of the period: author, stars and date, and its text if
 * `isWhole`.
 */
function reviewPart(
  { author, versions }: Review,
  { isWhole, at }: { readonly isWhole: boolean; readonly at: string | null },
  language: Language,
): Part {
  const t = watchTexts(language);
  const short = (text: string, max: number) => foreign(shortened(text, max, language));
  const last = versions.findLast(({ first_seen_at_utc: seen }) => at === null || seen <= at);
  const stars = last?.stars == null ? null : ` · ${last.stars} ★`;
  const date = last === undefined ? null : dateOf(last, language);
  const text = last?.text === '' ? t('record.noText') : short(last?.text ?? t('record.unknown'), MAX_TEXT);
  return [
    html`<p><b>${short(author ?? t('record.unknown'), MAX_NAME)}</b>${stars}${date === null ? null : [' · ', short(date, MAX_NAME)]}</p>`,
    isWhole ? html`<p>${text}</p>` : null,
  ];
}

/** The date of publication; the relative words of the provider in brackets, with the day on which they were read. */
function dateOf(
  { published_at: at, date, first_seen_at: read }: Review['versions'][number],
  language: Language,
): string | null {
  const { day } = momentsIn(language);
  const words = date === null ? null : watchTexts(language)('record.readOn', { words: date, day: day(read) });
  if (at === null) return words;
  return words === null ? day(at) : `${day(at)} (${words})`;
}

const STYLE = `
@page { size: A4; margin: 14mm 16mm 16mm }
body { font: 9pt/1.35 "Liberation Sans", Arial, "Noto Sans", sans-serif; color: #111; margin: 0 }
header { overflow-wrap: anywhere } h1 { font-size: 18pt; margin: 0 0 2mm } h2 { font-size: 11pt; margin: 5mm 0 1.5mm; break-after: avoid }
p { margin: 0 0 1mm } ul { margin: 0; padding-left: 5mm }
.kind { color: #444; letter-spacing: .04em; text-transform: uppercase; font-size: 8pt }
article { break-before: page }
.period { font-size: 12pt; font-weight: bold } .pack { color: #444; font-size: 8pt }
table { border-collapse: collapse; width: 100% } tr { break-inside: avoid; border-top: .2mm solid #ccc }
th { text-align: left; font-weight: normal; color: #444; width: 34mm; vertical-align: top; padding: 1.2mm 3mm 1mm 0 }
td { vertical-align: top; padding: 1.2mm 0 1mm; overflow-wrap: anywhere } bdi { white-space: pre-line }
.watches td { padding-right: 3mm } .counts { width: auto; margin-bottom: 2mm } .counts th { width: auto; color: #111 } .counts td { text-align: right; padding-left: 6mm }
`;

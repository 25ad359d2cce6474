import type { Language } from '../../core/published/language.js';
import { shortened } from '../../core/published/shortened.js';
import { createTurns } from '../../core/runtime/turns.js';
import { bullets, html, type Markup, type Part, paragraphs, section } from '../../kit/page/html.js';
import { eventTexts, lossText } from '../watch/event-texts.js';
import { changesIn } from './client-record.js';
import { CHANGE_KINDS, type ChangeKind, type ClientExportData, type WatchExportData } from './published.js';
import * as words from './record-words.js';

/** Characters of a text and entries of a part in the PDF; the workbook has all of them. */
const MAX_TEXT = 500;
const MAX_NAME = 200;
const MAX_ENTRIES = 100;

/** The record of a watch as a page of HTML, without scripts and addresses. */
export function exportHtml(data: WatchExportData, language: Language): string {
  const voice = words.voiceOf(language, true);
  const title = `${voice.t('record.kind')}: ${titleOf(data, voice)}`;
  return pageOf(title, [recordPart(data, voice), methodPart([data], voice)], voice);
}

/** The record of a client as one page of HTML: what its watches have in common, then the record of each watch. */
export async function clientHtml(data: ClientExportData, language: Language): Promise<string> {
  const voice = words.voiceOf(language, true);
  const { t, moment } = voice;
  const turn = createTurns();
  const parts: Markup[] = [];
  for (const record of data.records) {
    parts.push(html`<article>${recordPart(record, voice)}</article>`);
    await turn();
  }
  const client = shortened(data.client, MAX_NAME, language);
  const rows = data.records.map((record) => {
    const last = record.cover.last_result_at;
    const cells = [last === null ? '–' : moment(last), words.changesText(changesIn([record]), voice)];
    return html`<tr><td>${foreign(titleOf(record, voice))}</td>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const headings = (['watch', 'last', 'changes'] as const).map((name) => t(`record.columns.${name}`));
  const cover = [
    headerPart(t('record.ofClient'), client, [], data, voice),
    section(t('record.summary'), [
      countsPart(data.records, voice),
      paragraphs(words.commonTexts(data, voice)),
    ]),
    section(
      t('record.watches', { count: data.watches }),
      html`<table class="watches"><tr>${headings.map((text) => html`<td><b>${text}</b></td>`)}</tr>${rows}</table>`,
    ),
  ];
  const method = html`<article>${methodPart(data.records, voice)}</article>`;
  return pageOf(`${t('record.ofClient')}: ${client}`, [cover, parts, method], voice);
}

function pageOf(title: string, content: Part, { language }: words.Voice): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${{ markup: STYLE }}</style></head><body>
${content}
</body></html>`.markup;
}

function titleOf(data: WatchExportData, { t, language }: words.Voice): string {
  return shortened(words.nameOf(data) ?? t('record.kind'), MAX_NAME, language);
}

/** The head of a record. */
function headerPart(
  kind: string,
  title: string,
  about: readonly string[],
  data: Parameters<typeof words.headTexts>[0],
  voice: words.Voice,
): Markup {
  const [period, ...made] = words.headTexts(data, voice);
  return html`<header><p class="kind">${kind}</p><h1>${foreign(title)}</h1>
${about.map((text) => html`<p>${foreign(shortened(text, MAX_TEXT, voice.language))}</p>`)}
<p class="period">${period}</p>
${made.map((text) => html`<p>${foreign(text)}</p>`)}</header>`;
}

function countsPart(records: readonly WatchExportData[], voice: words.Voice): Markup {
  const rows = CHANGE_KINDS.map(
    (kind) =>
      html`<tr><th scope="row">${voice.t(`record.groups.${kind}`)}</th><td>${words.changesText(changesIn(records, [kind]), voice)}</td></tr>`,
  );
  return html`<table class="counts">${rows}</table>`;
}

function recordPart(data: WatchExportData, voice: words.Voice): Part {
  const { t } = voice;
  const title = titleOf(data, voice);
  const about = words.subjectTexts(data, voice).filter((text) => text !== title);
  const watched = data.reviews.map((review) => [
    reviewPart(review, { isWhole: true, at: null }, voice),
    html`<p>${words.stateText(data, review, voice)}</p>`,
  ]);
  const rows = words.eventRows(data, voice, MAX_TEXT);
  return [
    headerPart(t('record.kind'), title, about, data, voice),
    data.watch.kind === 'review' ? section(t('record.columns.review'), watched) : null,
    section(t('record.summary'), [countsPart([data], voice), paragraphs(words.coverTexts(data, voice))]),
    rows.length === 0
      ? html`<p>${words.silenceText(data, voice)}</p>`
      : CHANGE_KINDS.map((kind) => entries(kind, rows, voice)),
  ];
}

function methodPart(records: readonly WatchExportData[], voice: words.Voice): Part {
  const { t } = voice;
  const how = section(t('record.how'), paragraphs(t('record.howTexts').split('\n')));
  return [how, section(t('record.limits'), bullets(words.notesOn(records, voice)))];
}

/** A text that other people wrote, in an element of its own: its writing direction does not change the text around it. */
function foreign(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** The events of one kind. */
function entries(kind: ChangeKind, all: readonly words.EventRow[], voice: words.Voice): Part {
  const { t } = voice;
  const rows = all.filter((row) => row.kind === kind);
  if (rows.length === 0) return null;
  const more = rows.length - MAX_ENTRIES;
  return section(t(`record.groups.${kind}`), [
    html`<table>${rows.slice(0, MAX_ENTRIES).map((row) => entry(row, voice))}</table>`,
    more <= 0 ? null : html`<p>${t('record.more', { count: more })}</p>`,
  ]);
}

function entry({ event, kind, title, review, changes }: words.EventRow, voice: words.Voice): Markup {
  const { t, language, moment } = voice;
  const said = changes.map(({ field, before, after }) => {
    const sides = [before, after].flatMap((side) => (side === null ? [] : [foreign(side)]));
    const when = after === null ? ` (${t('record.columns.before').toLowerCase()})` : '';
    return html`<p>${field}${when}: ${sides.length === 2 ? [sides[0] ?? null, ' → ', sides[1] ?? null] : sides}</p>`;
  });
  // The changes of a new or an edited review hold its text as it was.
  const isWhole = kind !== 'added' && kind !== 'changed';
  const about = review === undefined ? null : reviewPart(review, { isWhole, at: event.at_utc }, voice);
  const loss = lossText(language, event, moment);
  const other = event.same_author_visible ? html`<p>${eventTexts(language)('sameAuthor')}</p>` : null;
  const noPack = kind === 'lost' ? t('record.noPack') : null;
  const pack = event.evidence ? `${t('record.hasPack')}: ${event.id}` : noPack;
  return html`<tr><th scope="row">${moment(event.at)}</th><td>${about}<p><i>${title}</i></p>${loss === null ? null : html`<p>${loss}</p>`}${said}${other}${pack === null ? null : html`<p class="pack">${pack}</p>`}</td></tr>`;
}

/** A review as it was known at a time in UTC, null = at the end of the period; its text if `isWhole`. */
function reviewPart(
  { author, versions }: words.Review,
  { isWhole, at }: { readonly isWhole: boolean; readonly at: string | null },
  voice: words.Voice,
): Part {
  const { t, language, day } = voice;
  const short = (text: string, max: number) => foreign(shortened(text, max, language));
  const last = versions.findLast(({ first_seen_at_utc: seen }) => at === null || seen <= at);
  const stars = last?.stars == null ? null : ` · ${last.stars} ★`;
  const relative = last === undefined ? null : words.dateWords(last, voice);
  const published = last?.published_at == null ? null : day(last.published_at);
  const date =
    published === null || relative === null ? (published ?? relative) : `${published} (${relative})`;
  const text = last?.text === '' ? t('record.noText') : short(last?.text ?? t('record.unknown'), MAX_TEXT);
  return [
    html`<p><b>${short(author ?? t('record.unknown'), MAX_NAME)}</b>${stars}${date === null ? null : [' · ', short(date, MAX_NAME)]}</p>`,
    isWhole ? html`<p>${text}</p>` : null,
  ];
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

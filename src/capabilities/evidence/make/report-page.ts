import { placeLink } from '../../../core/provider/urls.js';
import type { Language } from '../../../core/published/language.js';
import { createFormats } from '../../../core/texts/formats.js';
import { caveatText, noticeTexts, reasonTitle, verdictKind } from '../../../core/texts/outcomes.js';
import { bullets, cut, html, type Markup, type Part, paragraphs, section } from '../../../kit/page/html.js';
import type { EvidenceLoad, Manifest, ManifestDraft } from '../proof/pack-manifest.js';
import type { EvidenceKey } from '../proof/signature.js';
import { type EvidenceTexts, evidenceTexts } from '../texts.js';
import { MISSING_SIGNS } from './missing-signs.js';
import { pageAddress } from './verify-text.js';

// `report.pdf` and `raport.pdf`: what a pack says, on one or two pages for people. A page of HTML without scripts and
// without network, printed by Chromium.

/** A picture in the report. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

interface ReportContent {
  readonly draft: ManifestDraft;
  readonly timestamp: Manifest['timestamp'];
  /** The files of the loads. */
  readonly files: Manifest['files'];
  readonly pictures: ReadonlyMap<number, Picture>;
  readonly key: Pick<EvidenceKey, 'id' | 'publicPem'>;
}

/** Characters of long texts in the report; the manifest has all of them. */
const MAX_TEXT = 1_200;
const MAX_READ = 600;
const MAX_ADDRESS = 250;
const MAX_NAME = 200;
const MAX_NOTICES = 3;

/** The report as a page of HTML, in the language of the pack. */
export function reportHtml({ draft, timestamp, files, pictures, key }: ReportContent): string {
  const language = draft.options.lang;
  const t = evidenceTexts(language);
  const { verdict } = draft;
  const title = t(`report.title.${verdictKind({ ...verdict, visibility_reason: verdict.reason })}`);
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>${{ markup: STYLE }}</style></head><body>
<header><p class="kind">${t('report.kind')}</p><h1>${title}</h1>
<p class="verdict">${momentText(draft.made_at_local, language)}: ${verdictText(verdict, t)}</p>
<p>${reasonTitle(language, verdict.reason)}. ${t('report.utc')}: ${draft.made_at_utc.slice(0, 19).replace('T', ' ')}.</p></header>
${section(t('report.made'), makerTable(draft, timestamp, t))}
${section(t('report.about'), subjectTable(draft, t))}
${draft.seen_by_requester === null ? null : ledgerPart(draft.seen_by_requester, t, language)}
${draft.place.notices.length === 0 ? null : section(t('report.notices'), noticeList(draft, t))}
${section(t('report.loads'), loadFigures(draft, pictures, t))}
${section(t('report.how'), paragraphs(howChecked(draft, t)))}
${section(t('report.notProven'), bullets(notProven(draft, t)))}
${section(t('report.verify'), verifyPart(draft, files, key, t))}
<p id="${MISSING_SIGNS}" hidden>${t('report.noGlyph')} <span></span></p>
</body></html>`.markup;
}

function verdictText({ is_visible: isVisible, reason }: Manifest['verdict'], t: EvidenceTexts): string {
  if (isVisible) return t('report.shown');
  return reason === 'no_rating' ? t('report.shownWithoutStars') : t('report.notShown');
}

/** The operator, and whether an independent authority has seen the record. */
function makerTable({ operator }: ManifestDraft, timestamp: Manifest['timestamp'], t: EvidenceTexts): Markup {
  const said = (name: string | null) => (name === null ? t('report.notGiven') : foreign(name, MAX_NAME, t));
  const { status } = timestamp;
  const authority = timestamp.authority ?? t('report.unknown');
  const stamp =
    status === 'none'
      ? t('report.stampNone')
      : status === 'failed'
        ? t('report.stampFailed', { authority })
        : t('report.stampRequested', { authority });
  return table([
    [t('report.operator'), said(operator.name)],
    [t('report.contact'), said(operator.contact)],
    [t('report.keyAddress'), said(operator.key_url)],
    [t('report.stamp'), stamp],
  ]);
}

/**
 * A text that other people wrote, in an element of its own: its writing direction does not change the text around it.
 */
function foreign(text: string | null, max: number, t: EvidenceTexts): Part {
  if (text === null) return html`<i>${t('report.unknown')}</i>`;
  const shown = cut(text, max);
  const note =
    shown === text ? null : html` <i>${t('report.cut', { shown: max, all: Array.from(text).length })}</i>`;
  return html`<bdi class="foreign">${shown}</bdi>${note}`;
}

function subjectTable(draft: ManifestDraft, t: EvidenceTexts): Markup {
  const { link, place, review, options } = draft;
  const last = link.hops.at(-1)?.url ?? link.given;
  const name = foreign(place.name, MAX_NAME, t);
  // Without its stars, a review counts as not visible although the page shows it.
  const isShown = review.author_name !== null || review.text !== null;
  const known: readonly (readonly [string, Part])[] = [
    [t('report.author'), foreign(review.author_name, MAX_NAME, t)],
    [t('report.stars'), review.stars ?? t('report.unknown')],
    [t('report.date'), publishedText(draft, t)],
    ...(review.edited_at_utc === null
      ? []
      : [[t('report.edited'), dayText(review.edited_at_utc, draft.time_zone, options.lang)] as const]),
    [t('report.text'), review.text === '' ? t('report.starsOnly') : foreign(review.text, MAX_TEXT, t)],
  ];
  return table([
    [t('report.link'), foreign(link.given, MAX_ADDRESS, t)],
    ...(pageOf(last) === pageOf(link.given)
      ? []
      : [[t('report.leadsTo'), foreign(last, MAX_ADDRESS, t)] as const]),
    [t('report.place'), name],
    [t('report.placeIds'), placeIds(place, t)],
    [t('report.reviewId'), foreign(review.id, MAX_NAME, t)],
    [t('report.authorId'), foreign(review.author_id, MAX_NAME, t)],
    ...(isShown ? known : [[t('report.review'), t('report.notKnown')] as const]),
  ]);
}

/** The ids of a place, and the address that shows it. */
function placeIds({ place_id: id, cid }: ManifestDraft['place'], t: EvidenceTexts): string {
  const ids = [`Place ID ${id ?? t('report.unknown')}`, `CID ${cid ?? t('report.unknown')}`];
  return (cid === null ? ids : [...ids, placeLink(cid)]).join(' · ');
}

/** An address without its parameters: a page in another language is the same page. */
function pageOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** The day of publication. The words of the provider depend on the day when they were read. */
function publishedText(draft: ManifestDraft, t: EvidenceTexts): Part {
  const { review, time_zone: zone, made_at_utc: madeAt, options } = draft;
  const { published_at_utc: at, date_text: text } = review;
  const day = at === null ? html`<i>${t('report.dateUnknown')}</i>` : dayText(at, zone, options.lang);
  if (text === null) return day;
  return [
    day,
    html` <bdi class="foreign">(${t('report.dateWords', { words: cut(text, MAX_NAME), day: dayText(madeAt, zone, options.lang) })})</bdi>`,
  ];
}

/** The day of a moment in the time zone of the service. */
function dayText(at: string, timeZone: string, language: Language): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(Date.parse(at));
  return createFormats(language).moment(day);
}

/**
 * What earlier checks read. Each text is kept on one line in a box of its own, so that blank lines, combining marks and
 * changes of the writing direction cannot move it out of this part of the report.
 */
function ledgerPart(
  { author, rating, text, on, read_on: readOn }: NonNullable<ManifestDraft['seen_by_requester']>,
  t: EvidenceTexts,
  language: Language,
): Markup {
  const said = (value: string, max: number) => foreign(value.replace(/\s+/g, ' '), max, t);
  const rows: readonly (readonly [string, Part] | null)[] = [
    author === null ? null : [t('report.author'), said(author, MAX_NAME)],
    rating === null ? null : [t('report.stars'), rating],
    readOn === null ? null : [t('report.ledgerReadOn'), momentText(readOn, language)],
    on === null ? null : [t('report.ledgerOn'), momentText(on, language)],
    text === null ? null : [t('report.text'), text === '' ? t('report.starsOnly') : said(text, MAX_READ)],
  ];
  return html`<section class="ledger"><h2>${t('report.ledger')}</h2><p>${t('report.ledgerHow')}</p>
${table(rows.filter((row) => row !== null))}</section>`;
}

function table(rows: readonly (readonly [string, Part])[], className = ''): Markup {
  return html`<table class="${className}">${rows.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</table>`;
}

function noticeList({ place: { notices }, options }: ManifestDraft, t: EvidenceTexts): Part {
  const shown = notices.slice(0, MAX_NOTICES).map(({ kind, text, seen_at_utc: at }) => ({
    kind,
    min: null,
    max: null,
    seen_at: `${at.slice(0, 16).replace('T', ' ')} UTC`,
    text: cut(text, MAX_ADDRESS),
  }));
  const more = notices.length - shown.length;
  return [
    bullets(noticeTexts(options.lang, { notices: shown }, String).map((text) => html`<bdi>${text}</bdi>`)),
    more === 0 ? null : html`<p>${t('report.moreNotices', { count: more })}</p>`,
  ];
}

function loadFigures(
  { loads, options }: ManifestDraft,
  pictures: ReadonlyMap<number, Picture>,
  t: EvidenceTexts,
): Part {
  const figures = loads.map((load) => {
    const picture = pictures.get(load.number);
    const label = loadLabel(load, options.blur === 'others', t);
    const image =
      picture === undefined
        ? html`<p class="none">${t('report.noPicture')}</p>`
        : html`<img alt="${label}" src="data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}">`;
    const time = momentText(load.started_at_local, options.lang);
    return html`<figure>${image}<figcaption><b>${label}</b><br>${time}</figcaption></figure>`;
  });
  return [
    html`<div class="loads">${figures}</div>`,
    html`<p>${options.blur === 'others' ? t('report.covered') : t('report.notCovered')}</p>`,
  ];
}

function loadLabel({ number, purpose, outcome }: EvidenceLoad, isCovered: boolean, t: EvidenceTexts): string {
  const label = `${number}. ${t(`report.subjects.${purpose}`)}: ${t(`report.outcomes.${outcome}`)}`;
  if (purpose !== 'control' || (outcome !== 'shown' && outcome !== 'absent')) return label;
  return `${label} ${isCovered && outcome === 'shown' ? t('report.inFullCovered') : t('report.inFull')}`;
}

function howChecked(
  { verdict, loads, controls: tried, software, settings }: ManifestDraft,
  t: EvidenceTexts,
): string[] {
  const own = loads.filter(({ purpose, outcome }) => purpose === 'review' && outcome === 'absent');
  const controls = loads.filter(({ purpose, outcome }) => purpose === 'control' && outcome === 'shown');
  const isSaid = own.length > 0 && own.every(({ signals }) => signals?.says_gone === true);
  const missing = (tried ?? []).filter(({ outcome }) => outcome !== 'shown').length;
  return [
    verdict.is_visible
      ? t('report.howVisible')
      : t('report.howAbsent', { loads: own.length, controls: controls.length }),
    ...(verdict.is_visible ? [] : [t('report.contexts')]),
    ...(!verdict.is_visible && isSaid ? [t('report.saysGone')] : []),
    ...(missing > 0 ? [t('report.controlsMissing', { count: missing })] : []),
    ...(loads.some(({ purpose }) => purpose === 'place_name') ? [t('report.nameLoad')] : []),
    t('report.software', {
      service: software.service,
      chromium: software.chromium ?? t('report.unknown'),
      language: settings.language,
    }),
  ];
}

function notProven({ verdict, options }: ManifestDraft, t: EvidenceTexts): readonly string[] {
  const { is_visible: isVisible } = verdict;
  const own = isVisible ? t('report.limitsVisible') : t('report.limitsAbsent');
  const caveat = caveatText(options.lang, isVisible ? 'author' : 'notShown');
  return [...own.split('\n'), caveat, ...t('report.limits').split('\n')];
}

function verifyPart(
  { loads, operator }: ManifestDraft,
  files: Manifest['files'],
  key: ReportContent['key'],
  t: EvidenceTexts,
): Part {
  const main = new Set(loads.flatMap(({ files: { picture, answer } }) => [picture, answer]));
  const rows = files.filter(({ path }) => main.has(path)).map(({ path, sha256 }) => [path, sha256] as const);
  return [
    paragraphs(t('report.verifyHow', { page: pageAddress(operator) }).split('\n')),
    html`<p>${operator.key_url === null ? t('report.key') : t('report.keyAt', { address: operator.key_url })}</p><pre>${key.id}\n${key.publicPem.trim()}</pre>`,
    html`<p>${t('report.hashes')}</p>${table(rows, 'hashes')}`,
  ];
}

/** `23.11.2026, 17:05:10 (UTC+01:00)`; the English text keeps the order of the day. */
function momentText(local: string, language: Language): string {
  const [day = '', rest = ''] = local.split('T');
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(rest)?.[0] ?? '';
  const { moment } = createFormats(language);
  return `${moment(day)}, ${/^[\d:]*/.exec(rest)?.[0]} (UTC${zone === 'Z' ? '+00:00' : zone})`;
}

const STYLE = `
@page { size: A4; margin: 12mm 14mm 14mm }
body { font: 8.5pt/1.3 "Liberation Sans", Arial, "Noto Sans", sans-serif; color: #111; margin: 0 }
h1 { font-size: 17pt; margin: 0 0 2mm } h2 { font-size: 10.5pt; margin: 3.5mm 0 .8mm; break-after: avoid }
p { margin: 0 0 1.2mm } ul { margin: 0; padding-left: 5mm } small { color: #444 }
.kind { color: #444; letter-spacing: .04em; text-transform: uppercase; font-size: 8pt }
.verdict { font-size: 12pt; font-weight: bold; border-left: 1.2mm solid #111; padding-left: 3mm }
table { border-collapse: collapse; width: 100% } tr { break-inside: avoid }
th { text-align: left; font-weight: normal; color: #444; width: 33mm; vertical-align: top; padding: .3mm 3mm .3mm 0 }
td { vertical-align: top; padding: .3mm 0 } .foreign, td, pre { overflow-wrap: anywhere }
.foreign { white-space: pre-line }
.ledger { border: .3mm dashed #111; padding: 0 3mm 1mm; margin: 3mm 0 } .ledger h2 { margin-top: 1mm }
.ledger .foreign { display: inline-block; max-width: 100%; overflow: hidden; vertical-align: bottom }
.loads { display: grid; grid-template-columns: repeat(4, 1fr); gap: 3mm; margin: 1mm .3mm 2mm 0 }
figure { margin: 0; break-inside: avoid; font-size: 7.5pt }
img, .none { width: 100%; height: 36mm; object-fit: cover; object-position: 0 0; border: .2mm solid #999; display: block;
  box-sizing: border-box } .none { padding: 2mm; margin: 0; color: #444 }
pre, .hashes { font: 6.5pt/1.3 "Liberation Mono", monospace } pre { margin: 0 0 1.2mm; white-space: pre-wrap }
#${MISSING_SIGNS} { margin-top: 2mm }
p:has(+ .hashes) { break-after: avoid } .hashes { break-inside: avoid } .hashes th { width: 50mm }
`;

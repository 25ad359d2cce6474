import type { Language } from '../../core/published/language.js';
import { createFormats } from '../../core/texts/formats.js';
import { caveatText } from '../../core/texts/outcomes.js';
import { eventChanges, titleOf, whyLost } from '../watch/event-texts.js';
import { type changesIn, kindOf } from './client-record.js';
import type { ClientExportData, WatchExportData } from './published.js';
import { watchTexts } from './texts.js';

// What the files of a record say: sentences, and the rows of its events. PDF and XLSX only lay them out.

export type Review = WatchExportData['reviews'][number];
type Version = Review['versions'][number];

/** The words of a file. `moment` writes a time: a workbook has times as they are published. */
export function voiceOf(language: Language, isPage: boolean) {
  const formats = createFormats(language);
  const moment = isPage ? formats.moment : (at: string) => at;
  return { language, t: watchTexts(language), moment, day: (at: string) => moment(at.slice(0, 10)) };
}
export type Voice = ReturnType<typeof voiceOf>;

/** What a watch is called in a record; null = it has no name. */
export function nameOf({ watch }: WatchExportData): string | null {
  return watch.label ?? watch.place_name ?? watch.subject;
}

/** What a record is about: name and address of the place, its Place ID or the link of the review, and the client. */
export function subjectTexts({ watch }: WatchExportData, { t }: Voice): string[] {
  const { kind, client, place_name: place, address, subject } = watch;
  const id = subject === null || kind === 'review' ? subject : `Place ID: ${subject}`;
  return [place, address, id, client && t('record.client', { client })].filter((text) => text !== null);
}

/** The period of a record, when it was made, and who runs the service. */
export function headTexts(data: Omit<ClientExportData, 'records'> | WatchExportData, voice: Voice) {
  const { t, day, moment } = voice;
  const { from, to, made_at: at, time_zone: zone, operator } = data;
  const period = t('record.period', { from: day(from), to: day(to) });
  const by = operator === null ? t('record.operatorUnknown') : t('record.operator', { operator });
  return [period, t('record.made', { at: moment(at), zone }), by] as const;
}

/** What the records of a client know together. */
export function commonTexts(data: Omit<ClientExportData, 'records'>, { t }: Voice): string[] {
  const { watches, with_result: some, known } = data;
  return [
    t('record.common', { all: watches, some, none: watches - some, known }),
    ...(known === watches ? [] : [`${t('record.commonPart')} ${t('record.dash')}`]),
  ];
}

/** A number of events: "at least 3", or a dash, where there may be more. */
export function changesText({ found, is_known: isKnown }: ReturnType<typeof changesIn>, { t }: Voice) {
  if (isKnown) return found;
  return found === 0 ? '–' : t('record.atLeast', { count: found });
}

const statusText = (status: Review['status'], { t }: Voice) =>
  status === null ? t('record.unknown') : t(`record.statuses.${status}`);

/** The status of a review, and why it is not visible. */
export function statusReason({ status, visibility_reason: reason, ...review }: Review, voice: Voice): string {
  const why = reason !== null && whyLost(voice.language, reason, review.first_seen_at !== null);
  return [statusText(status, voice), why].filter(Boolean).join(': ');
}

/** The state of the watched review at the end of the period, and the last known state if it is another one. */
export function stateText({ proven_at: at, latest, to }: WatchExportData, { status }: Review, voice: Voice) {
  const { t, day, moment } = voice;
  const text = (at: string, status: Review['status']) =>
    t('record.state', { at, status: statusText(status, voice) });
  const then = text(at === null ? day(to) : moment(at), at === null ? null : status);
  return [then, ...(latest === null ? [] : [text(moment(latest.at), latest.status)])].join(' ');
}

/** From when to when the record knows. */
export function coverTexts(data: WatchExportData, { t, moment }: Voice): string[] {
  const { cover, from, gone_at: gone, checks: all, checks_without_result: failed, events } = data;
  const { first_result_at: first, last_result_at: last, longest_gap_hours: gap } = cover;
  const { lists, whole_lists: whole, place_pages: pages, part } = cover;
  const began = cover.began_at.slice(0, 10);
  const said = [
    gone !== null && t('record.state', { at: moment(gone), status: t('record.statuses.gone') }),
    from < began && t('record.began', { day: moment(began) }),
    t('record.checks', { all, failed }),
    first === null || last === null
      ? t('record.noResults')
      : t('record.results', { first: moment(first), last: moment(last) }),
    part !== null &&
      t('record.lists', { whole, all: lists, read: part.read ?? '–', count: part.counted ?? '–' }),
    pages !== lists && t('record.pages', { pages, all: lists }),
    gap !== null && gap < 48 && t('record.gapHours', { hours: Math.round(gap) }),
    gap !== null && gap >= 48 && t('record.gapDays', { days: Math.round(gap / 24) }),
    ...cover.deletions.map(({ cause, day, from, to, ...numbers }) =>
      t(`record.deleted.${cause}`, { ...numbers, day: moment(day), from: moment(from), to: moment(to) }),
    ),
    cover.pending > 0 && t('record.pending', { count: cover.pending }),
    !cover.is_known && events.length > 0 && `${t('record.notKnown')} ${t('record.dash')}`,
  ];
  return said.filter((text) => text !== false);
}

/** What a record without events says: no change in the time, and among the reviews, that the results cover. */
export function silenceText({ cover, gone_at: gone }: WatchExportData, { t, moment }: Voice): string {
  const { compared_from: from, last_result_at: to, deletions, part, pending } = cover;
  if (cover.is_known) return t('record.noEvents');
  const isWhole = part === null && gone === null && cover.place_pages === cover.lists;
  const known = isWhole ? 'record.between' : 'record.betweenRead';
  const isBetween = from !== null && to !== null && deletions.length + pending === 0;
  const said = isBetween ? t(known, { from: moment(from), to: moment(to) }) : t('record.notKnown');
  return `${said} ${t('record.dash')}`;
}

/** What the records do not prove, in the words of all reports. */
export function notesOn([data]: readonly WatchExportData[], { t, language }: Voice): string[] {
  return [
    caveatText(language, 'notShown'),
    ...t('record.limitTexts').split('\n'),
    caveatText(language, 'reply'),
    caveatText(language, 'author'),
    ...(data?.authors === 'pseudonyms' ? [t('record.pseudonyms')] : []),
  ];
}

/** The relative words of the provider, with the day on which they were read. */
export function dateWords({ date: words, first_seen_at: read }: Version, { t, day }: Voice): string | null {
  return words === null ? null : t('record.readOn', { words, day: day(read) });
}

/** The events of a record with what is said about them. `most`: maximum characters of a text. */
export function eventRows({ events, reviews }: WatchExportData, { language }: Voice, most: number) {
  const byNumber = new Map(reviews.map((review) => [review.number, review]));
  return events.map((event) => ({
    event,
    kind: kindOf(event.type),
    title: titleOf(language, event),
    review: event.review === null ? undefined : byNumber.get(event.review),
    changes: eventChanges(language, event, most),
  }));
}
export type EventRow = ReturnType<typeof eventRows>[number];

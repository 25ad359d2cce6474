import type { Language } from '../../core/published/language.js';
import { inBothZones } from '../../core/published/times.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf } from '../../kit/store/rows.js';
import { byReview, versionsOf } from '../watch/ledger.js';
import {
  type EventRow,
  type LocalTime,
  ledgerReview,
  ownWatch,
  placeName,
  publishEvent,
  selectEvents,
} from '../watch/publish-watch.js';
import type { Database, Row } from '../watch/schema.js';
import type { ExportAuthors } from '../watch/values.js';
import { type WatchExportData, watchExportData } from './published.js';
import { watchTexts } from './texts.js';

/** What a record contains. */
export interface ExportOptions {
  /**
   * First and last day, `YYYY-MM-DD` in the time zone of the service; default: from the day on which the watch began,
   * to today.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly authors: ExportAuthors;
  /** Language of the pseudonyms. */
  readonly lang: Language;
}

interface ExportParts {
  readonly db: Database;
  readonly localTime: LocalTime;
  /** IANA name of the time zone of `localTime`. */
  readonly timeZone: string;
  readonly now: number;
  /** The pseudonyms of the authors of one file, by the hash of the author. */
  readonly pseudonyms?: Map<string, string> | undefined;
  /** The request: the work ends with it. */
  readonly scope?: Partial<Scope>;
}

const DAY_MS = 86_400_000;
/** Rows of one statement. */
const READ_AT_ONCE = 500;
type Review = WatchExportData['reviews'][number];
type Check = Row<'watch_check'>;
/** Leaves out what names the author or the watch. */
const exportedEvent = watchExportData.shape.events.element;

/** The record of one watch in a period. @throws AppError `watch_not_found` */
export async function exportOf(
  { db, localTime, timeZone, now, pseudonyms = new Map(), scope = {} }: ExportParts,
  owner: string,
  id: string,
  { authors, lang, ...period }: ExportOptions,
): Promise<WatchExportData> {
  const watch = await ownWatch(db, owner, id);
  const dayOf = (at: number) => localTime(at).slice(0, 10);
  const from = period.from ?? dayOf(watch.created_at);
  const to = period.to ?? dayOf(now);
  const isInside = ({ at }: { readonly at: number }) => from <= dayOf(at) && dayOf(at) <= to;
  // Days begin at another moment in each time zone: one day more is read on both sides.
  const begin = Date.parse(from) - DAY_MS;
  const end = Date.parse(to) + 2 * DAY_MS;
  const turn = createTurns(scope);
  const since: EventRow[] = [];
  const ofWatch = selectEvents(db).where('event.watch_id', '=', id);
  for (let last = 0, count = READ_AT_ONCE; count === READ_AT_ONCE; ) {
    const later = ofWatch.where('event.at', '>=', begin).where('event.seq', '>', last);
    const some = await later.orderBy('event.seq').limit(READ_AT_ONCE).execute();
    count = some.length;
    last = some.at(-1)?.seq ?? last;
    since.push(...some);
    await turn();
  }
  const readings = db.selectFrom('watch_check').selectAll().where('watch_id', '=', id);
  const read = await readings.where('at', '>=', begin).where('at', '<', end).orderBy('at').execute();
  const checks = await filtered(read, isInside);
  const results = checks.filter(({ trouble }) => trouble === null);
  await turn();
  const ids = db.selectFrom('review').select('review_id').where('watch_id', '=', id);
  const known = await ids.orderBy('first_seen_at').orderBy('review_id').execute();
  await turn();
  const events = await filtered(since, isInside);
  const isLater = (at: number | null) => at !== null && dayOf(at) > to;
  const changes = await statusChanges(since, isLater);
  const mentioned = new Set(events.map(({ review_id }) => review_id));
  const included = known
    .map(({ review_id }) => review_id)
    .filter((one) => watch.kind === 'review' || mentioned.has(one));
  const numbers = new Map(included.map((one, index) => [one, index + 1]));
  const isNamed = authors === 'names';
  const reviews: Review[] = [];
  for (const some of chunksOf(included, READ_AT_ONCE)) {
    const ofRecord = db.selectFrom('review').selectAll().where('watch_id', '=', id);
    const rows = await ofRecord.where('review_id', 'in', some).execute();
    const byId = new Map(rows.map((row) => [row.review_id, row]));
    const versions = byReview(await versionsOf(db, id, some));
    for (const one of some) {
      const row = byId.get(one);
      if (row === undefined) continue;
      const of = (versions.get(one) ?? []).filter(({ first_seen_at: at }) => !isLater(at));
      const key = row.author_key ?? `review ${one}`;
      const pseudonym = pseudonyms.get(key) ?? watchTexts(lang)('pseudonym', { number: pseudonyms.size + 1 });
      pseudonyms.set(key, pseudonym);
      const { review_id, review_url, ...ledger } = ledgerReview(row, of, localTime);
      reviews.push({
        ...ledger,
        ...statusAtEnd(row, changes.get(one), isLater, localTime),
        number: numbers.get(one) ?? 0,
        author: isNamed ? (of.findLast(({ author }) => author !== null)?.author ?? null) : pseudonym,
        review_id: isNamed ? review_id : null,
        review_url: isNamed ? review_url : null,
        versions: ledger.versions.map((version) => ({ ...version, author: isNamed ? version.author : null })),
      });
      await turn();
    }
  }
  const published: WatchExportData['events'][number][] = [];
  for (const row of events) {
    const { review_id, same_author_review_id: other, ...event } = publishEvent(row, localTime);
    const review = review_id === null ? null : (numbers.get(review_id) ?? null);
    published.push(exportedEvent.parse({ ...event, review, same_author_visible: other !== null }));
    await turn();
  }
  return {
    watch: {
      id,
      kind: watch.kind,
      label: watch.label,
      place_name: placeName(watch.place),
      subject: isNamed || watch.kind === 'place' ? watch.subject : null,
    },
    from,
    to,
    ...inBothZones('made_at', now, localTime),
    time_zone: timeZone,
    authors,
    checks: checks.length,
    checks_without_result: checks.length - results.length,
    cover: await coverOf(db, { watch, results, from, to, dayOf, localTime, now }),
    course: courseOf(results, dayOf),
    reviews,
    events: published,
  };
}

/** The status that an event tells. */
const STATUS_OF: Readonly<Partial<Record<string, Row<'review'>['status']>>> = {
  'review.appeared': 'visible',
  'review.visible_again': 'visible',
  'review.missing': 'missing',
  'review.not_visible': 'not_visible',
};

/** The last change of status up to the end of the period, and the first change after it. */
type StatusChanges = Readonly<Partial<Record<'last' | 'next', EventRow>>>;

/** By review. */
async function statusChanges(since: readonly EventRow[], isLater: (at: number) => boolean) {
  const changes = new Map<string | null, StatusChanges>();
  const turn = createTurns();
  for (const event of since) {
    await turn();
    if (STATUS_OF[event.type] === undefined) continue;
    const known = changes.get(event.review_id);
    if (!isLater(event.at)) changes.set(event.review_id, { last: event });
    else if (known?.next === undefined) changes.set(event.review_id, { ...known, next: event });
  }
  return changes;
}

/** What was known about a review at the end of the period. The row has the state of now. */
function statusAtEnd(
  row: Row<'review'>,
  { last, next }: StatusChanges = {},
  isLater: (at: number | null) => boolean,
  localTime: LocalTime,
): Pick<Review, 'status' | 'visibility_reason' | 'status_at' | 'status_at_utc'> {
  const of = (status: Review['status'], reason: Review['visibility_reason'], at: number | null) => ({
    ...{ status, visibility_reason: reason, ...inBothZones('status_at', at, localTime) },
  });
  const { status, visibility_reason: reason } = ledgerReview(row, [], localTime);
  if (!isLater(row.status_at)) return of(status, reason, row.status_at);
  const reasonIn = (side: 'before' | 'after', event: EventRow) =>
    (publishEvent(event, localTime)[side]?.visibility_reason ?? null) as Review['visibility_reason'];
  // A loss is told after it was noticed: its event says since when the review was missed.
  const wasMissed = next?.first_missed_at != null && !isLater(next.first_missed_at);
  if (last !== undefined) {
    const told = STATUS_OF[last.type] ?? null;
    if (told === 'visible' && wasMissed) return of('missing', null, next.first_missed_at);
    return of(told, told === 'not_visible' ? reasonIn('after', last) : null, last.at);
  }
  if (next === undefined || row.first_seen_at === null || isLater(row.first_seen_at))
    return of(null, null, null);
  if (STATUS_OF[next.type] !== 'visible')
    return wasMissed ? of('missing', null, next.first_missed_at) : of('visible', null, null);
  const gone = reasonIn('before', next);
  return of(gone === null ? 'missing' : 'not_visible', gone, null);
}

/** Filters rows in steps, because a test of a day takes microseconds. */
async function filtered<T>(rows: readonly T[], test: (row: T) => boolean): Promise<T[]> {
  const turn = createTurns();
  const kept: T[] = [];
  for (const row of rows) {
    if (test(row)) kept.push(row);
    await turn();
  }
  return kept;
}

/** One entry for each day with a check that has a result: the last of these checks, as it was noted then. */
function courseOf(results: readonly Check[], dayOf: (at: number) => string): WatchExportData['course'] {
  const days = new Map(results.map((result) => [dayOf(result.at), result]));
  return [...days].map(([day, check]) => {
    const { rating, review_count, read, visible, not_visible } = check;
    return { day, rating, review_count, read, visible, not_visible, unknown: unseenBy(check) };
  });
}

/** Reviews that a check did not see. Of a list that was not read whole, the reviews that were not read count too. */
function unseenBy({ complete, review_count: counted, visible, not_visible: gone, unknown }: Check) {
  if (complete !== 0) return unknown;
  return counted === null || visible === null
    ? null
    : Math.max(unknown ?? 0, counted - visible - (gone ?? 0));
}

interface Cover {
  readonly watch: Row<'watch'>;
  readonly results: readonly Check[];
  readonly from: string;
  readonly to: string;
  readonly dayOf: (at: number) => string;
  readonly localTime: LocalTime;
  readonly now: number;
}

/** What the results of the period cover. A result may be late at either end by a day. */
async function coverOf(
  db: Database,
  { watch, results, from, to, dayOf, localTime, now }: Cover,
): Promise<WatchExportData['cover']> {
  const first = results[0]?.at ?? null;
  const last = results.at(-1)?.at ?? null;
  const lists = results.filter(({ complete }) => complete !== null);
  const part = lists.findLast(({ complete }) => complete === 0);
  // A list that was not read whole proves nothing about the reviews that were not read.
  const whole = results.filter(({ complete }) => complete !== 0);
  const [begun, ended] = [whole[0]?.at ?? null, whole.at(-1)?.at ?? null];
  const gaps = results.slice(1).map(({ at }, index) => at - (results[index]?.at ?? at));
  const shifted = (day: string, days: number) =>
    new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  const isAtBegin = begun !== null && dayOf(begun) <= shifted(from, 1);
  const end = to < dayOf(now) ? to : dayOf(now);
  const isAtEnd = ended !== null && dayOf(ended) >= shifted(end, -1);
  const readings = db.selectFrom('watch_check').select('at').where('watch_id', '=', watch.id);
  const proven = readings.where('at', '<', begun ?? 0).where('trouble', 'is', null);
  const earlier = await proven
    .where(({ or, eb }) => or([eb('complete', 'is', null), eb('complete', '=', 1)]))
    .limit(1)
    .execute();
  const isCompared = whole.length > 1 || earlier.length > 0;
  const ofWatch = db.selectFrom('deletion').selectAll().where('watch_id', '=', watch.id);
  const deleted = await ofWatch.orderBy('day').orderBy('cause').execute();
  const deletions = deleted
    .map(({ day, cause, events, reviews, since, until }) => ({
      ...{ day: dayOf(day * DAY_MS), cause, events, reviews, from: dayOf(since), to: dayOf(until) },
    }))
    .filter((one) => one.from <= to && one.to >= from);
  return {
    is_known: isAtBegin && isAtEnd && isCompared && deletions.length === 0,
    ...inBothZones('began_at', watch.created_at, localTime),
    ...inBothZones('first_result_at', first, localTime),
    ...inBothZones('last_result_at', last, localTime),
    lists: lists.length,
    whole_lists: lists.filter(({ complete }) => complete === 1).length,
    part: part === undefined ? null : { read: part.read, counted: part.review_count },
    longest_gap_hours: gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 360_000) / 10,
    deletions,
  };
}

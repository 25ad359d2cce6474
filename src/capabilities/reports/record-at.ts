import { beginOf } from '../../core/api/local-time.js';
import type { Language } from '../../core/published/language.js';
import { inBothZones } from '../../core/published/times.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf } from '../../kit/store/rows.js';
import { versionsOf } from '../watch/ledger.js';
import {
  type EventRow,
  type LocalTime,
  ledgerReview,
  ownWatch,
  placeName,
  publishEvent,
  selectEvents,
} from '../watch/publish-watch.js';
import { eventSide } from '../watch/published.js';
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
const READ_AT_ONCE = 100;
type Review = WatchExportData['reviews'][number];
type Check = Row<'watch_check'>;
/** Leave out what names the author or the watch, and what later checks change. */
const exportedEvent = watchExportData.shape.events.element;
const exportedReview = watchExportData.shape.reviews.element;

/**
 * The record of one watch in a period: events and checks up to its end. What later checks found is not in it, but for
 * `latest`: a record that is made again later is the same. @throws AppError `watch_not_found`
 */
export async function recordAt(
  { db, localTime, timeZone, now, pseudonyms = new Map(), scope = {} }: ExportParts,
  owner: string,
  id: string,
  { authors, lang, ...period }: ExportOptions,
): Promise<WatchExportData> {
  const watch = await ownWatch(db, owner, id);
  const dayOf = (at: number) => localTime(at).slice(0, 10);
  const to = period.to ?? dayOf(now);
  const began = dayOf(watch.created_at);
  const from = period.from ?? (began < to ? began : to);
  const [begin, end] = [beginOf(from, localTime), beginOf(shifted(to, 1), localTime)];
  const turn = createTurns(scope);
  const events: EventRow[] = [];
  const ofWatch = selectEvents(db).where('event.watch_id', '=', id);
  const ofPeriod = ofWatch.where('event.at', '>=', begin).where('event.at', '<', end);
  for (let last = 0, count = READ_AT_ONCE; count === READ_AT_ONCE; ) {
    const some = await ofPeriod
      .where('event.seq', '>', last)
      .orderBy('event.seq')
      .limit(READ_AT_ONCE)
      .execute();
    count = some.length;
    last = some.at(-1)?.seq ?? last;
    events.push(...some);
    await turn();
  }
  const readings = db.selectFrom('watch_check').selectAll().where('watch_id', '=', id);
  const before = readings.where('at', '<', end);
  const checks = await before.where('at', '>=', begin).orderBy('at').execute();
  const results = checks.filter(({ trouble }) => trouble === null);
  await turn();
  const ids = db.selectFrom('review').select('review_id').where('watch_id', '=', id);
  const known = await ids.orderBy('first_seen_at').orderBy('review_id').execute();
  await turn();
  const deletions = await db
    .selectFrom('deletion')
    .selectAll()
    .where('watch_id', '=', id)
    .orderBy('day')
    .orderBy('cause')
    .execute();
  const mentioned = new Set(events.map(({ review_id }) => review_id));
  const included = known
    .map(({ review_id }) => review_id)
    .filter((one) => watch.kind === 'review' || mentioned.has(one));
  const numbers = new Map(included.map((one, index) => [one, index + 1]));
  const isNamed = authors === 'names';
  const reviews: Review[] = [];
  let latest: WatchExportData['latest'] = null;
  for (const some of chunksOf(included, READ_AT_ONCE)) {
    const ofRecord = db.selectFrom('review').selectAll().where('watch_id', '=', id);
    const rows = await ofRecord.where('review_id', 'in', some).execute();
    const byId = new Map(rows.map((row) => [row.review_id, row]));
    const versions = await versionsOf(db, id, rows);
    const changes = await statusChanges(db, id, some, end);
    for (const one of some) {
      const row = byId.get(one);
      if (row === undefined) continue;
      const of = (versions.get(one) ?? []).filter(({ version_at: at }) => at !== null && at < end);
      const key = row.author_key ?? `review ${one}`;
      const pseudonym = pseudonyms.get(key) ?? watchTexts(lang)('pseudonym', { number: pseudonyms.size + 1 });
      pseudonyms.set(key, pseudonym);
      const { review_id, review_url, ...ledger } = ledgerReview(row, of, localTime);
      const wasDeleted = deletions.some(({ events }) => events > 0);
      const { status, reason, at } = statusBefore(end, row, changes.get(one), wasDeleted);
      const isSeen = row.first_seen_at !== null && row.first_seen_at < end;
      reviews.push(
        exportedReview.parse({
          ...ledger,
          ...{ status, visibility_reason: reason, ...inBothZones('status_at', at, localTime) },
          ...inBothZones('first_seen_at', isSeen ? row.first_seen_at : null, localTime),
          number: numbers.get(one) ?? 0,
          author: isNamed ? (of.findLast(({ author }) => author !== null)?.author ?? null) : pseudonym,
          review_id: isNamed ? review_id : null,
          review_url: isNamed ? review_url : null,
          versions: ledger.versions.map((version) => ({
            ...version,
            author: isNamed ? version.author : null,
          })),
        }),
      );
      if (watch.kind === 'review' && watch.proven_at !== null && row.status !== status)
        latest = { status: row.status, ...inBothZones('at', watch.proven_at, localTime) };
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
  const proven = before.where('trouble', 'is', null).orderBy('at', 'desc').limit(2);
  const earlier = await proven.where('at', '<', begin).executeTakeFirst();
  const whole =
    watch.kind === 'review' ? proven : proven.where('complete', '=', 1).where('review_count', 'is not', null);
  const earlierWhole = await whole.where('at', '<', begin).executeTakeFirst();
  const [last, lastButOne] = await proven.execute();
  const isGone = watch.kind === 'place' && [last, lastButOne].every((one) => one?.complete === null);
  const lists = results.filter(({ complete }) => complete !== null);
  const part = lists.findLast(({ complete }) => complete === 0);
  // A check that read a part of the list, or not the page of the place, proves nothing about what it did not read.
  const covering = results.filter((one) => watch.kind === 'review' || isWhole(one));
  const [begun, ended] = [covering[0]?.at ?? null, covering.at(-1)?.at ?? null];
  const gaps = results.slice(1).map(({ at }, index) => at - (results[index]?.at ?? at));
  // A result may be late at either end by a day.
  const isAtBegin = begun !== null && dayOf(begun) <= shifted(from, 1);
  const isAtEnd = ended !== null && dayOf(ended) >= shifted(to < dayOf(now) ? to : dayOf(now), -1);
  const isCompared = covering.length > 1 || earlierWhole !== undefined;
  const deleted = deletions
    .map(({ day, since, until, ...one }) => ({
      ...{ day: dayOf(day * DAY_MS), cause: one.cause, events: one.events, reviews: one.reviews },
      ...{ from: dayOf(since), to: dayOf(until) },
    }))
    .filter((one) => one.from <= to && one.to >= from);
  const [first, ...later] = results;
  const compared = earlier ?? (later.length > 0 ? first : null);
  return {
    watch: {
      ...{ id, kind: watch.kind, label: watch.label, place_name: placeName(watch.place) },
      subject: isNamed || watch.kind === 'place' ? watch.subject : null,
    },
    ...{ from, to },
    ...inBothZones('made_at', now, localTime),
    time_zone: timeZone,
    authors,
    checks: checks.length,
    checks_without_result: checks.length - results.length,
    ...inBothZones('proven_at', last?.at ?? null, localTime),
    ...inBothZones('gone_at', isGone ? (last?.at ?? null) : null, localTime),
    latest,
    cover: {
      is_known: isAtBegin && isAtEnd && isCompared && deleted.length === 0,
      ...inBothZones('began_at', watch.created_at, localTime),
      ...inBothZones('compared_from', first === undefined ? null : (compared?.at ?? null), localTime),
      ...inBothZones('first_result_at', first?.at ?? null, localTime),
      ...inBothZones('last_result_at', results.at(-1)?.at ?? null, localTime),
      lists: lists.length,
      whole_lists: lists.filter(({ complete }) => complete === 1).length,
      place_pages: lists.filter(({ review_count: count }) => count !== null).length,
      part: part === undefined ? null : { read: part.read, counted: part.review_count },
      longest_gap_hours: gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 360_000) / 10,
      deletions: deleted,
    },
    course: courseOf(results, dayOf),
    reviews,
    events: published,
  };
}

/** Whether a check read the list and the page of its place whole. */
const isWhole = ({ complete, review_count: count }: Check) => complete === 1 && count !== null;

/** The status that an event tells. */
const STATUS_OF: Readonly<Partial<Record<string, Row<'review'>['status']>>> = {
  'review.appeared': 'visible',
  'review.visible_again': 'visible',
  'review.missing': 'missing',
  'review.not_visible': 'not_visible',
};

type Change = Pick<Row<'event'>, 'review_id' | 'type' | 'at' | 'before' | 'after' | 'first_missed_at'>;
/** The last change of the status of a review before a moment, and the first change after it. */
type Changes = Readonly<Partial<Record<'last' | 'next', Change>>>;

/** By review. */
async function statusChanges(db: Database, watchId: string, reviewIds: readonly string[], end: number) {
  const changes = new Map<string | null, Changes>();
  const told = db
    .selectFrom('event')
    .select(['review_id', 'type', 'at', 'before', 'after', 'first_missed_at'])
    .where('watch_id', '=', watchId)
    .where('review_id', 'in', reviewIds)
    .where('type', 'in', Object.keys(STATUS_OF));
  for (const event of await told.orderBy('seq').execute()) {
    const known = changes.get(event.review_id);
    if (event.at < end) changes.set(event.review_id, { last: event });
    else if (known?.next === undefined) changes.set(event.review_id, { ...known, next: event });
  }
  return changes;
}

/**
 * The status of a review before a moment, and since when, as events told it. Null = not known. `wasDeleted`: events of
 * the watch were deleted, so that a review without events may have changed meanwhile.
 */
function statusBefore(
  end: number,
  row: Row<'review'>,
  { last, next }: Changes = {},
  wasDeleted: boolean,
): { status: Review['status']; reason: Review['visibility_reason']; at: number | null } {
  const reasonIn = (side: string | null) =>
    side === null ? null : (eventSide.parse(JSON.parse(side)).visibility_reason ?? null);
  const told = last === undefined ? undefined : STATUS_OF[last.type];
  // A loss is told after it was noticed: its event says since when the review was missed.
  const untold = row.status === 'missing' ? row.first_missed_at : null;
  const missed = next === undefined ? untold : next.first_missed_at;
  if (told === 'not_visible')
    return { status: told, reason: reasonIn(last?.after ?? null), at: last?.at ?? null };
  if (missed !== null && missed < end && told !== 'missing')
    return { status: 'missing', reason: null, at: missed };
  if (told !== undefined) return { status: told, reason: null, at: last?.at ?? null };
  const isSeen = row.first_seen_at !== null && row.first_seen_at < end;
  if (next !== undefined && STATUS_OF[next.type] === 'visible' && next.type !== 'review.appeared') {
    const reason = reasonIn(next.before);
    return { status: reason === null ? 'missing' : 'not_visible', reason, at: null };
  }
  if (next === undefined && wasDeleted && row.status_at >= end)
    return { status: null, reason: null, at: null };
  if (isSeen && (next !== undefined || row.status !== 'not_visible'))
    return { status: 'visible', reason: null, at: row.first_seen_at };
  if (row.status_at >= end) return { status: null, reason: null, at: null };
  const { status, reason } = row;
  return { status, reason: reason as Review['visibility_reason'], at: null };
}

/** The day that is so many days later. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
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

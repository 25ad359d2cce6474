import type { Language, Words } from '../contract/language.js';
import { inBothZones } from '../contract/times.js';
import type { WatchExportData } from '../contract/watch-export.js';
import { chunksOf } from '../kit/store/rows.js';
import { createTurns } from '../runtime/turns.js';
import { byReview, versionsOf } from './ledger.js';
import {
  type EventRow,
  type LocalTime,
  ledgerReview,
  ownWatch,
  placeName,
  publishEvent,
  selectEvents,
} from './published.js';
import type { Database, Row } from './schema.js';

/** What a record contains. */
export interface ExportOptions {
  /**
   * First and last day, `YYYY-MM-DD` in the time zone of the service; default: from the day on which the watch began,
   * to today.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly authors: 'pseudonyms' | 'names';
  /** Language of the pseudonyms. */
  readonly lang: Language;
}

interface ExportParts {
  readonly db: Database;
  readonly localTime: LocalTime;
  /** IANA name of the time zone of `localTime`. */
  readonly timeZone: string;
  readonly now: number;
}

const PSEUDONYM: Words = { pl: 'Autor', en: 'Author' };
const DAY_MS = 86_400_000;
/** Rows of one statement. */
const READ_AT_ONCE = 500;
type Review = WatchExportData['reviews'][number];
type KnownReview = Pick<Row<'review'>, 'status' | 'status_at' | 'first_seen_at' | 'last_seen_at'>;

/** The record of one watch in a period. @throws AppError `watch_not_found` */
export async function exportOf(
  { db, localTime, timeZone, now }: ExportParts,
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
  const turn = createTurns();
  const since: EventRow[] = [];
  for (let last = 0, count = READ_AT_ONCE; count === READ_AT_ONCE; ) {
    const some = await selectEvents(db)
      .where('event.watch_id', '=', id)
      .where('event.at', '>=', begin)
      .where('event.seq', '>', last)
      .orderBy('event.seq')
      .limit(READ_AT_ONCE)
      .execute();
    count = some.length;
    last = some.at(-1)?.seq ?? last;
    since.push(...some);
    await turn();
  }
  const read = await db
    .selectFrom('watch_check')
    .select(['at', 'trouble', 'rating', 'review_count'])
    .where('watch_id', '=', id)
    .where('at', '>=', begin)
    .where('at', '<', end)
    .orderBy('at')
    .execute();
  const checks = await filtered(read, isInside);
  await turn();
  const known = await db
    .selectFrom('review')
    .select(['review_id', 'status', 'status_at', 'first_seen_at', 'last_seen_at'])
    .where('watch_id', '=', id)
    .orderBy('first_seen_at')
    .orderBy('review_id')
    .execute();
  await turn();
  const events = await filtered(since, isInside);
  const mentioned = new Set(events.map(({ review_id }) => review_id));
  const included = known
    .map(({ review_id }) => review_id)
    .filter((one) => watch.kind === 'review' || mentioned.has(one));
  const numbers = new Map(included.map((one, index) => [one, index + 1]));
  const isNamed = authors === 'names';
  const pseudonyms = new Map<string, string>();
  const reviews: Review[] = [];
  for (const ids of chunksOf(included, READ_AT_ONCE)) {
    const rows = await db
      .selectFrom('review')
      .selectAll()
      .where('watch_id', '=', id)
      .where('review_id', 'in', ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.review_id, row]));
    const versions = byReview(await versionsOf(db, id, ids));
    for (const one of ids) {
      const row = byId.get(one);
      if (row === undefined) continue;
      const of = versions.get(one) ?? [];
      const key = row.author_key ?? `review ${one}`;
      const pseudonym = pseudonyms.get(key) ?? `${PSEUDONYM[lang]} ${pseudonyms.size + 1}`;
      pseudonyms.set(key, pseudonym);
      const { review_id, review_url, ...ledger } = ledgerReview(row, of, localTime);
      reviews.push({
        ...ledger,
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
    const { id: event, type, at, at_utc, before, after, check_id, evidence } = publishEvent(row, localTime);
    const review = row.review_id === null ? null : (numbers.get(row.review_id) ?? null);
    published.push({ id: event, type, at, at_utc, before, after, check_id, evidence, review });
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
    checks_without_result: checks.filter(({ trouble }) => trouble !== null).length,
    course: courseOf(checks, since, known, dayOf),
    reviews,
    events: published,
  };
}

const beginOf = ({ first_seen_at, status_at }: KnownReview) => first_seen_at ?? status_at;

/** How many of the sorted times are not after `at`. */
function countUpTo(times: readonly number[], at: number): number {
  let low = 0;
  for (let high = times.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** How an event changes the number of reviews that are not visible. */
const CHANGE: Readonly<Record<string, number>> = { 'review.not_visible': 1, 'review.visible_again': -1 };

/**
 * One entry for each day with a check that has a result; the last of these checks counts. The counts of reviews start
 * from today's state and go back: events after the check are undone, and reviews that were first seen after it are left
 * out.
 */
function courseOf(
  checks: readonly Pick<Row<'watch_check'>, 'at' | 'trouble' | 'rating' | 'review_count'>[],
  events: readonly Pick<Row<'event'>, 'at' | 'type'>[],
  known: readonly KnownReview[],
  dayOf: (at: number) => string,
): WatchExportData['course'] {
  let notVisible = known.filter(({ status }) => status === 'not_visible').length;
  const begins = known.map(beginOf).sort((one, other) => one - other);
  /** After its last sighting, a missing review counts neither as visible nor as not visible. */
  const ends = known
    .filter(({ status }) => status === 'missing')
    .map((review) => Math.max(beginOf(review), (review.last_seen_at ?? 0) + 1))
    .sort((one, other) => one - other);
  const days = new Map(
    checks.filter(({ trouble }) => trouble === null).map((check) => [dayOf(check.at), check]),
  );
  const later = [...events];
  return [...days]
    .toReversed()
    .map(([day, { at, rating, review_count }]) => {
      for (let last = later.at(-1); last !== undefined && last.at > at; last = later.at(-1)) {
        notVisible -= CHANGE[last.type] ?? 0;
        later.pop();
      }
      const gone = Math.max(0, notVisible);
      const seen = countUpTo(begins, at) - countUpTo(ends, at);
      return { day, rating, review_count, visible: Math.max(0, seen - gone), not_visible: gone };
    })
    .toReversed();
}

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
      const of = versions.get(one) ?? [];
      const key = row.author_key ?? `review ${one}`;
      const pseudonym = pseudonyms.get(key) ?? watchTexts(lang)('pseudonym', { number: pseudonyms.size + 1 });
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
  return [...days].map(([day, { rating, review_count, visible, not_visible, unknown }]) => ({
    ...{ day, rating, review_count, visible, not_visible, unknown },
  }));
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

/** What the results of the period cover. A result may be late at either end by an interval, at least by a day. */
async function coverOf(
  db: Database,
  { watch, results, from, to, dayOf, localTime, now }: Cover,
): Promise<WatchExportData['cover']> {
  const first = results[0]?.at ?? null;
  const last = results.at(-1)?.at ?? null;
  const gaps = results.slice(1).map(({ at }, index) => at - (results[index]?.at ?? at));
  const lateDays = Math.ceil(watch.interval_minutes / 1_440);
  const shifted = (day: string, days: number) =>
    new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  const isAtBegin = first !== null && dayOf(first) <= shifted(from, lateDays);
  const end = to < dayOf(now) ? to : dayOf(now);
  const isAtEnd = last !== null && dayOf(last) >= shifted(end, -lateDays);
  const readings = db.selectFrom('watch_check').select('at').where('watch_id', '=', watch.id);
  const proven = readings.where('at', '<', first ?? 0).where('trouble', 'is', null);
  const earlier = await proven.limit(1).execute();
  const isCompared = results.length > 1 || earlier.length > 0;
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
    longest_gap_hours: gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 360_000) / 10,
    deletions,
  };
}

import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../core/errors.js';
import type { Language } from '../../core/published/language.js';
import { inBothZones, utcTime } from '../../core/published/times.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf } from '../../kit/store/rows.js';
import { type Cover, isGone, isKnown, momentsOf, readCovers } from '../watch/cover.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { versionsOf } from '../watch/ledger.js';
import { readPlaceState } from '../watch/place-state.js';
import {
  type EventRow,
  type LocalTime,
  ledgerReview,
  ownWatch,
  publishEvent,
  selectEvents,
} from '../watch/publish-watch.js';
import { eventSide } from '../watch/published.js';
import type { Database, Row, Version } from '../watch/schema.js';
import type { ExportAuthors } from '../watch/values.js';
import { message } from './messages.js';
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
  readonly operator?: string | null;
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

/** A watch in a period. `end`: the first moment after it. */
interface Asked extends ExportParts, ExportOptions {
  readonly watch: Row<'watch'>;
  readonly begin: number;
  readonly end: number;
  readonly pseudonyms: Map<string, string>;
  readonly deletions: readonly Row<'deletion'>[];
  /** Called between the steps of the work. */
  readonly turn: () => Promise<void>;
}

/**
 * The record of one watch in a period: events and checks up to its end. What later checks found is not in it, but for
 * `latest`: a record that is made again later is the same. @throws AppError `watch_not_found`
 */
export async function recordAt(parts: ExportParts, owner: string, id: string, options: ExportOptions) {
  const { db, scope, pseudonyms = new Map<string, string>() } = parts;
  const deleted = db.selectFrom('deletion').selectAll().where('watch_id', '=', id);
  const inOrder = deleted.orderBy('day').orderBy('cause');
  const asked = { ...parts, ...options, pseudonyms, turn: createTurns(scope) };
  for (;;) {
    const watch = await ownWatch(db, owner, id);
    const deletions = await inOrder.execute();
    const record = await readRecord({ ...asked, watch, deletions });
    // After a check or a deletion meanwhile, the parts of the record would not fit together.
    const { checked_at } = await ownWatch(db, owner, id);
    const marks = [watch.checked_at, deletions];
    if (isDeepStrictEqual([checked_at, await inOrder.execute()], marks)) return record;
  }
}

async function readRecord(given: Omit<Asked, 'begin' | 'end'>): Promise<WatchExportData> {
  const { db, localTime, timeZone, now, operator = null, watch, ...options } = given;
  const { id, owner } = watch;
  const dayOf = (at: number) => localTime(at).slice(0, 10);
  const [to, began] = [options.to ?? dayOf(now), dayOf(watch.created_at)];
  const from = options.from ?? (began < to ? began : to);
  const [begin = 0, end = 0] = momentsOf({ from, to }, localTime);
  const asked = { ...given, begin, end };
  const [cover] = await readCovers(db, { owner, id }, { from: begin, to: end - 1 });
  if (cover === undefined) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
  const events = await eventsOf(asked);
  const readings = db.selectFrom('watch_check').selectAll().where('watch_id', '=', id);
  const checks = await readings.where('at', '>=', begin).where('at', '<', end).orderBy('at').execute();
  const results = checks.filter(({ trouble }) => trouble === null);
  const provenAt = cover.last ?? cover.earlier;
  const { reviews, numbers, status } = await reviewsOf(asked, new Set(events.map((one) => one.review_id)));
  const isOther = watch.kind === 'review' && status !== null && status !== reviews.at(-1)?.status;
  const place = readPlaceState(watch.place);
  const published: WatchExportData['events'][number][] = [];
  for (const row of events) {
    const { review_id, same_author_review_id: other, ...event } = publishEvent(row, localTime);
    const review = review_id === null ? null : (numbers.get(review_id) ?? null);
    published.push(exportedEvent.parse({ ...event, review, same_author_visible: other !== null }));
    await asked.turn();
  }
  return {
    watch: {
      ...{ id, kind: watch.kind, client: watch.client, label: watch.label },
      ...{ place_name: place?.name ?? null, address: place?.facts.address.value ?? null },
      subject: options.authors === 'names' || watch.kind === 'place' ? watch.subject : null,
    },
    ...{ from, to, operator },
    ...inBothZones('made_at', now, localTime),
    ...{ time_zone: timeZone, authors: options.authors },
    ...{ checks: checks.length, checks_without_result: checks.length - results.length },
    ...inBothZones('proven_at', provenAt, localTime),
    ...inBothZones('gone_at', isGone(cover) ? provenAt : null, localTime),
    latest:
      isOther && watch.proven_at !== null
        ? { status, ...inBothZones('at', watch.proven_at, localTime) }
        : null,
    cover: coverOf(asked, cover, results),
    course: courseOf(results, dayOf),
    reviews,
    events: published,
  };
}

/** The events of the period, the oldest first. */
async function eventsOf({ db, watch, begin, end, turn }: Asked): Promise<EventRow[]> {
  const ofWatch = selectEvents(db).where('event.watch_id', '=', watch.id);
  const ofPeriod = ofWatch.where('event.at', '>=', begin).where('event.at', '<', end);
  const events: EventRow[] = [];
  for (let [last, count] = [0, READ_AT_ONCE]; count === READ_AT_ONCE; await turn()) {
    const behind = ofPeriod.where('event.seq', '>', last).orderBy('event.seq');
    const some = await behind.limit(READ_AT_ONCE).execute();
    [last, count] = [some.at(-1)?.seq ?? last, some.length];
    events.push(...some);
  }
  return events;
}

/** The reviews of the record, their numbers by id, and the status of the last one when the record is made. */
async function reviewsOf(asked: Asked, mentioned: ReadonlySet<string | null>) {
  const { db, watch, end, turn } = asked;
  const ofWatch = db.selectFrom('review').where('watch_id', '=', watch.id);
  const inOrder = ofWatch.orderBy('first_seen_at').orderBy('review_id');
  const ids = (await inOrder.select('review_id').execute())
    .map(({ review_id: id }) => id)
    .filter((id) => watch.kind === 'review' || mentioned.has(id));
  const numbers = new Map(ids.map((id, index) => [id, index + 1]));
  const reviews: Review[] = [];
  let status: Review['status'] = null;
  for (const some of chunksOf(ids, READ_AT_ONCE)) {
    const rows = await inOrder.selectAll().where('review_id', 'in', some).execute();
    const versions = await versionsOf(db, watch.id, rows);
    const changes = await statusChanges(db, watch.id, some, end);
    for (const row of rows) {
      const { review_id: id } = row;
      reviews.push(reviewAt(asked, row, numbers.get(id) ?? 0, versions.get(id) ?? [], changes.get(id)));
      status = row.status;
      await turn();
    }
  }
  return { reviews, numbers, status };
}

/** A review as it was known at the end of the period. */
function reviewAt(
  asked: Asked,
  row: Row<'review'>,
  number: number,
  all: readonly Version[],
  changes?: Changes,
) {
  const { end, authors, lang, localTime, deletions, pseudonyms } = asked;
  const isNamed = authors === 'names';
  const versions = all.filter(({ version_at: at }) => at !== null && at < end);
  const key = row.author_key ?? `review ${row.review_id}`;
  const pseudonym = pseudonyms.get(key) ?? watchTexts(lang)('pseudonym', { number: pseudonyms.size + 1 });
  pseudonyms.set(key, pseudonym);
  const ledger = ledgerReview(row, versions, localTime);
  const wasDeleted = deletions.some(({ events }) => events > 0);
  const { status, reason, at } = statusBefore(end, row, changes, wasDeleted);
  const isSeen = row.first_seen_at !== null && row.first_seen_at < end;
  return exportedReview.parse({
    ...{ ...ledger, number, status, visibility_reason: reason },
    ...inBothZones('status_at', at, localTime),
    ...inBothZones('first_seen_at', isSeen ? row.first_seen_at : null, localTime),
    author: isNamed ? (versions.findLast(({ author }) => author !== null)?.author ?? null) : pseudonym,
    ...(!isNamed && {
      ...{ review_id: null, review_url: null },
      versions: ledger.versions.map((version) => ({ ...version, author: null })),
    }),
  });
}

/** From when to when the record knows. */
function coverOf(asked: Asked, cover: Cover, results: readonly Check[]): WatchExportData['cover'] {
  const { watch, begin, end, now, localTime } = asked;
  const { first, last, earlier, part_at: part, part_read: read, part_counted: counted } = cover;
  const dayOf = (at: number) => localTime(at).slice(0, 10);
  const compared = (earlier === cover.earlier_whole ? earlier : null) ?? (first === last ? null : first);
  const lists = results.filter(({ complete }) => complete !== null);
  const gaps = results.slice(1).map(({ at }, index) => at - (results[index]?.at ?? at));
  return {
    is_known: isKnown(cover, { from: begin, to: Math.min(end - 1, now) }, localTime),
    ...inBothZones('began_at', watch.created_at, localTime),
    ...inBothZones('compared_from', first === null ? null : compared, localTime),
    ...inBothZones('first_result_at', first, localTime),
    ...inBothZones('last_result_at', last, localTime),
    lists: lists.length,
    whole_lists: lists.filter(({ complete }) => complete === 1).length,
    place_pages: lists.filter((one) => one.review_count === 0 || (one.review_count && one.rating)).length,
    part: part === null ? null : { read, counted },
    pending: cover.pending ?? 0,
    longest_gap_hours: gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 360_000) / 10,
    deletions: asked.deletions
      .filter(({ since, until }) => since < end && until >= begin)
      .map(({ day, cause, events, reviews, since, until }) => ({
        ...{ day: utcTime(day * DAY_MS).slice(0, 10), cause, events, reviews },
        ...{ from: dayOf(since), to: dayOf(until) },
      })),
  };
}

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
  if (next === undefined && wasDeleted && row.status_at >= end) return UNKNOWN;
  if (isSeen && (next !== undefined || row.status !== 'not_visible'))
    return { status: 'visible', reason: null, at: row.first_seen_at };
  if (row.status_at >= end) return UNKNOWN;
  const { status, reason } = row;
  return { status, reason: reason as Review['visibility_reason'], at: null };
}

const UNKNOWN = { status: null, reason: null, at: null };

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

import { type RawBuilder, sql } from 'kysely';
import { DiagnosticError } from '../../core/errors.js';
import { chunksOf, newId } from '../../kit/store/rows.js';
import type { Addition } from './additions.js';
import { forgottenAuthors } from './authors.js';
import { compare } from './compare.js';
import { derivedColumns } from './derived.js';
import type { CheckResult, Known, KnownReview, SeenReview } from './known.js';
import { type FoundEvent, readPlaceState } from './place-state.js';
import type { Database, Row, WatchDatabase } from './schema.js';

/** The result of a check came too late: the watch was removed, or another replica checks it now. */
export class ClaimLost extends DiagnosticError {
  override readonly name = 'ClaimLost';
}

/** The interval between two checks is longer by up to this share, so that watches that were added together spread. */
export const JITTER = 0.1;
/** After each of the first `MAX_SOONER` failures in a row, the interval is divided by this number. */
const SOONER = 4;
const MAX_SOONER = 2;
/** Hours until the next check of a subject of which nothing was ever read. Then its watch pauses. */
const BLIND_HOURS: readonly number[] = [1, 6, 24];
const HOUR_MS = 3_600_000;

/** The versions of all reviews of a watch, or of some of its reviews, the oldest first. */
export function versionsOf(
  db: Database,
  watchId: string,
  reviewIds?: readonly string[],
): Promise<Row<'review_version'>[]> {
  const versions = db.selectFrom('review_version').selectAll().where('watch_id', '=', watchId);
  const chosen = reviewIds === undefined ? versions : versions.where('review_id', 'in', reviewIds);
  return chosen.orderBy('number').execute();
}

/** Versions by the id of their review, in the same order. */
export function byReview(
  versions: readonly Row<'review_version'>[],
): ReadonlyMap<string, readonly Row<'review_version'>[]> {
  const grouped = new Map<string, Row<'review_version'>[]>();
  for (const version of versions) {
    const own = grouped.get(version.review_id);
    if (own === undefined) grouped.set(version.review_id, [version]);
    else own.push(version);
  }
  return grouped;
}

/** What is known about the subject of a watch: the reviews of the ledger, each with its last version. */
export async function readKnown(db: Database, watch: Row<'watch'>): Promise<Known> {
  const { id } = watch;
  const reviews = await db.selectFrom('review').selectAll().where('watch_id', '=', id).execute();
  const versions = await versionsOf(db, id);
  const last = new Map(versions.map((version) => [version.review_id, version]));
  const deleted = db.selectFrom('deletion').select(({ fn }) => fn.max('until').as('until'));
  const ofReviews = deleted
    .where('watch_id', '=', id)
    .where('cause', '=', 'retention')
    .where('reviews', '>', 0);
  const until = (await ofReviews.executeTakeFirst())?.until ?? null;
  return {
    deletedUntil: until === null ? null : Number(until),
    watch,
    place: readPlaceState(watch.place),
    reviews: new Map(
      reviews.map((row): [string, KnownReview] => [
        row.review_id,
        { ...row, version: last.get(row.review_id) ?? null },
      ]),
    ),
  };
}

/**
 * Writes the result of a check in one transaction: check, ledger, events, and by `write` what belongs to the events.
 * Releases the claim. A check of a single review that finds a forgotten author pauses its watch. `watch`: the row as it
 * was claimed. Returns the events. @throws ClaimLost
 */
export async function recordCheck(
  { db }: Pick<WatchDatabase, 'db'>,
  watch: Row<'watch'>,
  result: CheckResult,
  random: () => number = Math.random,
  write?: Addition['write'],
): Promise<Row<'event'>[]> {
  return db.transaction().execute(async (transaction) => {
    // The first statement writes: it locks the row, so that nobody else changes the subject meanwhile.
    const current = await transaction
      .updateTable('watch')
      .set({ claimed_by: null, claimed_until: null, checked_at: result.at })
      .where('id', '=', watch.id)
      .where('claimed_by', watch.claimed_by === null ? 'is' : '=', watch.claimed_by)
      .returningAll()
      .executeTakeFirst();
    if (current === undefined) throw new ClaimLost('the claim of the watch is over');
    const forgotten = await forgottenAuthors(transaction, current.owner);
    const reviews = result.reviews
      .filter(({ authorKey }) => authorKey === null || !forgotten.has(authorKey))
      .map(storable);
    const isForgotten = current.kind === 'review' && reviews.length < result.reviews.length;
    const known = await readKnown(transaction, current);
    const changes = compare(known, { ...result, reviews });
    const checkId = newId('c');
    await transaction
      .updateTable('watch')
      .set({
        ...changes.watch,
        ...derivedColumns({ ...current, ...changes.watch }),
        due_at: nextDue(current, changes.watch, result.at, random),
        ...(isForgotten && { paused_at: result.at }),
      })
      .where('id', '=', watch.id)
      .execute();
    const { rating = null, reviewCount: review_count = null } = result.place ?? {};
    await transaction
      .insertInto('watch_check')
      .values({
        ...{ id: checkId, watch_id: watch.id, at: result.at, took_ms: result.tookMs, loads: result.loads },
        ...{ trouble: changes.trouble, left_over: changes.leftOver, rating, review_count },
        complete: result.list === null ? null : Number(result.list.complete),
        read: result.list?.read ?? null,
        ...changes.counts,
      })
      .execute();
    await markSeen(transaction, watch.id, changes, result.at);
    for (const some of chunksOf(changes.reviews)) {
      await transaction
        .insertInto('review')
        .values(some)
        .onConflict((one) => one.columns(['watch_id', 'review_id']).doUpdateSet(givenColumns(some)))
        .execute();
    }
    for (const some of chunksOf(changes.versions)) {
      await transaction
        .insertInto('review_version')
        .values(some)
        .onConflict((one) => one.columns(['watch_id', 'review_id', 'number']).doUpdateSet(givenColumns(some)))
        .execute();
    }
    const events = await writeEvents(transaction, current, checkId, result.at, changes.events);
    if (events.length > 0) await write?.(transaction, events);
    return events;
  });
}

/** A review with texts that both databases store unchanged. */
function storable(seen: SeenReview): SeenReview {
  const { text, reply, author, dateText } = seen;
  const named = { author: storableText(author), dateText: storableText(dateText) };
  return { ...seen, text: storableText(text), reply: storableText(reply), ...named };
}

/** SQLite ends a text at U+0000 and PostgreSQL refuses it. Both databases replace half of a surrogate pair. */
function storableText<T extends string | null | undefined>(text: T) {
  return typeof text === 'string' ? text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd') : text;
}

/** Notes the time of a sighting. A version was seen only if its content was read. */
async function markSeen(
  db: Database,
  watchId: string,
  { seen, content }: Pick<ReturnType<typeof compare>, 'seen' | 'content'>,
  at: number,
): Promise<void> {
  for (const some of chunksOf(seen))
    await db
      .updateTable('review')
      .set({ last_seen_at: at })
      .where('watch_id', '=', watchId)
      .where('review_id', 'in', some)
      .execute();
  for (const some of chunksOf(content))
    await db
      .updateTable('review_version')
      .set({ last_seen_at: at })
      .where('watch_id', '=', watchId)
      .where('review_id', 'in', some)
      .where('number', '=', ({ selectFrom }) =>
        selectFrom('review_version as other')
          .select(({ fn }) => fn.max('other.number').as('last'))
          .whereRef('other.watch_id', '=', 'review_version.watch_id')
          .whereRef('other.review_id', '=', 'review_version.review_id'),
      )
      .execute();
}

/** The counter is the last row that is locked: events get their numbers in the order of commits. */
async function writeEvents(
  db: Database,
  { id: watchId, owner }: Row<'watch'>,
  checkId: string,
  at: number,
  found: readonly FoundEvent[],
): Promise<Row<'event'>[]> {
  if (found.length === 0) return [];
  const added = sql<string>`cast(cast(stored_value.value as bigint) + ${found.length} as text)`;
  const { value } = await db
    .insertInto('stored_value')
    .values({ name: 'event', value: String(found.length) })
    .onConflict((one) => one.column('name').doUpdateSet({ value: added }))
    .returning('value')
    .executeTakeFirstOrThrow();
  const last = Number(value);
  const side = (of: FoundEvent['before']) => (of === null ? null : JSON.stringify(of));
  const events = found.map(
    ({ type, reviewId, before, after, ...rest }, index): Row<'event'> => ({
      ...{ seq: last - found.length + 1 + index, id: newId('e'), watch_id: watchId, owner, at, type },
      ...{ review_id: reviewId, check_id: checkId, evidence: null, before: side(before), after: side(after) },
      last_seen_at: rest.lastSeenAt ?? null,
      first_missed_at: rest.firstMissedAt ?? null,
      same_author_review_id: rest.sameAuthorReviewId ?? null,
      ...{ stars: rest.stars ?? null, done_at: null, done_by: null },
    }),
  );
  for (const some of chunksOf(events)) await db.insertInto('event').values(some).execute();
  return events;
}

/**
 * Due times are absolute. A watch whose checks fail is checked again sooner, at first; if nothing of its subject was ever
 * read, later and later.
 */
function nextDue(
  { interval_minutes: minutes, failures: before }: Row<'watch'>,
  { failures, place, proven_at }: Pick<Row<'watch'>, 'failures' | 'place' | 'proven_at'>,
  at: number,
  random: () => number,
): number {
  const interval = minutes * 60_000;
  const jitter = 1 + JITTER * random();
  if (failures > 0 && place === null && proven_at === null)
    return Math.round(at + (BLIND_HOURS[failures - 1] ?? 24) * HOUR_MS * jitter);
  const isSooner = failures > before && failures <= MAX_SOONER;
  return Math.round(at + (isSooner ? interval / SOONER : interval * jitter));
}

/** Overwrites a row that exists already with all columns of the new row. All rows have the same columns. */
function givenColumns(rows: readonly object[]): Record<string, RawBuilder<never>> {
  const columns = Object.keys(rows[0] ?? {});
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
}

import { type RawBuilder, sql } from 'kysely';
import { DiagnosticError } from '../../core/errors.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf, newId } from '../../kit/store/rows.js';
import type { Addition } from './additions.js';
import { forgottenAuthors } from './authors.js';
import { derivedColumns } from './identity.js';
import type { CheckResult, Known, SeenReview } from './known.js';
import { observe } from './observe.js';
import { type FoundEvent, readPlaceState } from './place-state.js';
import { storeCounts } from './present-watches.js';
import type { Database, Row, Version, WatchDatabase } from './schema.js';

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
/** After so many claims in a row that ended by themselves, a check fails without asking the provider. */
export const MAX_ENDED = 3;
/** Reviews of one statement. */
const PART = 500;

/** The versions of some reviews of a watch by review, the oldest first: events keep what a review said before them. */
export async function versionsOf(
  db: Database,
  watchId: string,
  rows: readonly Row<'review'>[],
): Promise<ReadonlyMap<string | null, readonly Version[]>> {
  const versions = new Map<string | null, Version[]>(rows.map(({ review_id: id }) => [id, []]));
  const events = db.selectFrom('event').select(['review_id', 'was']).where('watch_id', '=', watchId);
  const ids = rows.map(({ review_id: id }) => id);
  const changes = events.where('review_id', 'in', ids).where('was', 'is not', null).orderBy('seq');
  for (const { review_id: id, was } of ids.length === 0 ? [] : await changes.execute())
    versions.get(id)?.push(JSON.parse(was ?? '') as Version);
  for (const row of rows) if (row.version > 0) versions.get(row.review_id)?.push(row);
  return versions;
}

/**
 * What is known about the subject of a watch: the reviews of the ledger. They are read in parts: a statement of SQLite
 * holds up every request. `forgotten`: authors whose reviews are being deleted.
 */
export async function readKnown(
  db: Database,
  watch: Row<'watch'>,
  forgotten: ReadonlySet<string> = new Set(),
): Promise<Known> {
  const { id } = watch;
  const reviews = new Map<string, Row<'review'>>();
  const turn = createTurns();
  for (let after = '', count = PART; count === PART; await turn()) {
    const behind = db
      .selectFrom('review')
      .selectAll()
      .where('watch_id', '=', id)
      .where('review_id', '>', after);
    const rows = await behind.orderBy('review_id').limit(PART).execute();
    for (const row of rows)
      if (row.author_key === null || !forgotten.has(row.author_key)) reviews.set(row.review_id, row);
    [after, count] = [rows.at(-1)?.review_id ?? after, rows.length];
  }
  const deleted = db.selectFrom('deletion').select(({ fn }) => fn.max('until').as('until'));
  const ofReviews = deleted
    .where('watch_id', '=', id)
    .where('cause', '=', 'retention')
    .where('reviews', '>', 0);
  const until = (await ofReviews.executeTakeFirst())?.until ?? null;
  return { deletedUntil: until && Number(until), watch, place: readPlaceState(watch.place), reviews };
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
    // Writing locks the row, so that nobody else changes the subject meanwhile.
    const current = await transaction
      .updateTable('watch')
      .set({ claimed_by: null, claimed_until: null, checked_at: result.at })
      .set({ ended: sql<number>`case when ended < ${MAX_ENDED} then 0 else ${MAX_ENDED - 1} end` })
      .where('id', '=', watch.id)
      .where('claimed_by', watch.claimed_by === null ? 'is' : '=', watch.claimed_by)
      .returningAll()
      .executeTakeFirst();
    if (current === undefined) throw new ClaimLost('the claim of the watch is over');
    const forgotten = await forgottenAuthors(transaction, current.owner);
    const isForgotten = ({ authorKey: key }: SeenReview) => key !== null && forgotten.has(key);
    const admit = (some: readonly SeenReview[]) => some.filter((one) => !isForgotten(one)).map(storable);
    const { reviews, pages = [] } = result;
    const others = [...reviews, ...pages].filter(isForgotten);
    // A review whose author was unknown when the author was forgotten: nothing is written about it, see `readKnown`.
    for (const { id, authorKey: author_key } of others) {
      const own = transaction.updateTable('review').set({ author_key }).where('watch_id', '=', watch.id);
      await own.where('review_id', '=', id).execute();
    }
    const known = await readKnown(transaction, current, forgotten);
    const changes = observe(known, { ...result, reviews: admit(reviews), pages: admit(pages) });
    const checkId = newId('c');
    await transaction
      .updateTable('watch')
      .set({
        ...changes.watch,
        ...derivedColumns({ ...current, ...changes.watch }),
        due_at: nextDue(current, changes.watch, result.at, random),
        ...(current.kind === 'review' && others.length > 0 && { paused_at: result.at }),
      })
      .where('id', '=', watch.id)
      .execute();
    const { rating = null, reviewCount: review_count = null } = result.place ?? {};
    await transaction
      .insertInto('watch_check')
      .values({
        ...{ id: checkId, watch_id: watch.id, at: result.at, trouble: changes.trouble, rating, review_count },
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
    if (changes.trouble === null) await storeCounts(transaction, watch.id);
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

/** Notes the time of a sighting, and of a reading of the content. */
async function markSeen(
  db: Database,
  watchId: string,
  { seen, content }: Pick<ReturnType<typeof observe>, 'seen' | 'content'>,
  at: number,
): Promise<void> {
  const read = new Set(content);
  for (const [ids, times] of [
    [content, { last_seen_at: at, read_at: at }],
    [seen.filter((id) => !read.has(id)), { last_seen_at: at }],
  ] as const)
    for (const some of chunksOf(ids))
      await db
        .updateTable('review')
        .set(times)
        .where('watch_id', '=', watchId)
        .where('review_id', 'in', some)
        .execute();
}

/** Stores the value of this name. */
export async function storeValue(db: Database, name: string, value: string): Promise<void> {
  const row = db.insertInto('stored_value').values({ name, value });
  await row.onConflict((one) => one.column('name').doUpdateSet({ value })).execute();
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
    ({ type, reviewId, before, after, review, ...rest }, index): Row<'event'> => ({
      ...{ seq: last - found.length + 1 + index, id: newId('e'), watch_id: watchId, owner, at, type },
      ...{ review_id: reviewId, check_id: checkId, evidence: null, before: side(before), after: side(after) },
      last_seen_at: rest.lastSeenAt ?? null,
      first_missed_at: rest.firstMissedAt ?? null,
      same_author_review_id: rest.sameAuthorReviewId ?? null,
      ...{ stars: review?.stars ?? null, author: review?.author ?? null, text: review?.text ?? null },
      ...{ published_at: review?.published_at ?? null, edited_at: review?.edited_at ?? null },
      ...{ was: rest.was ?? null, done_at: null, done_by: null },
    }),
  );
  for (const some of chunksOf(events)) await db.insertInto('event').values(some).execute();
  return events;
}

/** A watch whose checks fail is checked again sooner, at first; if nothing was ever read, later and later. */
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

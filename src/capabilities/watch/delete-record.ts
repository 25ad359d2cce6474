import { sql } from 'kysely';
import { nextStep } from '../../core/runtime/turns.js';
import { UNCLAIMED } from '../../kit/store/claims.js';
import { chunksOf, deleteInParts } from '../../kit/store/rows.js';
import { NO_CONTENT } from './observe-review.js';
import { storeCounts } from './present-watches.js';
import type { Database, Row } from './schema.js';

// Files are deleted before their rows: if the service is killed in between, the next attempt finds the rows and goes
// on.

/** Events of one statement: with their texts and deliveries, they fit into the reserve of a full disk. */
const STEP = 100;
/** Reviews of one transaction: its log fits into the reserve of a full disk. */
const REVIEWS_AT_ONCE = 50;
/** The owner of watches that are being deleted: nobody sees them. */
const NOBODY = 'deleted';

/** Null = this service stores no packs. */
export type RemovedFrom = { readonly remove: (name: string) => Promise<void> } | null;

/** What was deleted of a record: numbers, and the times of the oldest and the newest part. */
type Deleted = Omit<Row<'deletion'>, 'watch_id' | 'day' | 'cause'>;
const DAY_MS = 86_400_000;

/** Notes that a part of the record of a watch was deleted: the exported record says so. */
export async function noteDeletion(
  db: Database,
  watchId: string,
  cause: Row<'deletion'>['cause'],
  { at, ...deleted }: Deleted & { readonly at: number },
): Promise<void> {
  const { events, reviews, since, until } = deleted;
  await db
    .insertInto('deletion')
    .values({ watch_id: watchId, cause, day: Math.floor(at / DAY_MS), ...deleted })
    .onConflict((one) =>
      one.columns(['watch_id', 'day', 'cause']).doUpdateSet({
        events: sql`deletion.events + ${events}`,
        reviews: sql`deletion.reviews + ${reviews}`,
        since: sql`case when deletion.since < ${since} then deletion.since else ${since} end`,
        until: sql`case when deletion.until > ${until} then deletion.until else ${until} end`,
      }),
    )
    .execute();
}

/** Deletes events with their packs and deliveries. @throws errors of the file system */
export async function deleteEvents(db: Database, store: RemovedFrom, ids: readonly string[]): Promise<void> {
  // Also the file of an event whose row does not name it yet.
  for (const id of ids) await store?.remove(`${id}.zip`);
  if (ids.length > 0) await db.deleteFrom('event').where('id', 'in', ids).execute();
}

/** What `deleteReviews` needs to know of a review. */
type Old = Pick<Row<'review'>, 'watch_id' | 'review_id' | 'first_seen_at' | 'last_seen_at' | 'status_at'>;

/**
 * Deletes reviews with their versions, events and packs, and notes it for their watches: some reviews in each transaction.
 * `isKept`: the row of the review stays without content, because it is still watched. `turn` is awaited often. Returns how
 * many events and packs are deleted. @throws errors of the file system
 */
export async function deleteReviews(
  db: Database,
  store: RemovedFrom,
  reviews: readonly Old[],
  { cause, at }: { readonly cause: Row<'deletion'>['cause']; readonly at: number },
  turn: () => Promise<void>,
  isKept: (watchId: string) => boolean = () => false,
): Promise<{ readonly events: number; readonly packs: number }> {
  const sum = { events: 0, packs: 0 };
  const ofWatch = async (own: Database, watchId: string, some: readonly Old[]) => {
    // Locks the watch: a check that is being recorded ends first, and later checks do not know the reviews.
    await own.updateTable('watch').set({ counts: '[]' }).where('id', '=', watchId).execute();
    const names = some.map(({ review_id: id }) => id);
    const isOwn = sql<boolean>`watch_id = ${watchId} and review_id in (${sql.join(names)})`;
    const events = await own.selectFrom('event').select(['id', 'evidence']).where(isOwn).execute();
    const ids = events.map(({ id }) => id);
    for (const part of chunksOf(ids, STEP)) await deleteEvents(own, store, part);
    if (isKept(watchId)) await own.updateTable('review').set(NO_CONTENT).where(isOwn).execute();
    else await own.deleteFrom('review').where(isOwn).execute();
    await storeCounts(own, watchId);
    const since = Math.min(...some.map((row) => row.first_seen_at ?? row.status_at));
    const last = Math.max(...some.map((row) => Math.max(row.last_seen_at ?? 0, row.status_at)));
    // A forgotten review may be shown until now.
    const until = cause === 'forgetting' ? at : last;
    await noteDeletion(own, watchId, cause, { at, events: ids.length, reviews: some.length, since, until });
    sum.events += ids.length;
    sum.packs += events.filter(({ evidence }) => evidence !== null).length;
    await turn();
  };
  for (const part of chunksOf(reviews, REVIEWS_AT_ONCE))
    await db.transaction().execute(async (own) => {
      // Whoever deletes locks the watches in this order.
      for (const id of [...new Set(part.map(({ watch_id }) => watch_id))].sort())
        await ofWatch(
          own,
          id,
          part.filter(({ watch_id }) => watch_id === id),
        );
    });
  return sum;
}

/**
 * Deletes a watch with its record and its packs, in parts. From the first part on nobody sees the watch, and a check that
 * is under way writes nothing. `deleteRest` goes on after a failure. @throws errors of the file system
 */
export async function deleteWatch(db: Database, store: RemovedFrom, id: string): Promise<void> {
  const hidden = { owner: NOBODY, subject: id, ...UNCLAIMED };
  await db.updateTable('watch').set(hidden).where('id', '=', id).execute();
  const some = db.selectFrom('event').select('id').where('watch_id', '=', id).limit(STEP);
  for (let count = STEP; count === STEP; await nextStep()) {
    const ids = (await some.execute()).map((event) => event.id);
    await deleteEvents(db, store, ids);
    count = ids.length;
  }
  const ofWatch = sql<boolean>`watch_id = ${id}`;
  await deleteInParts(db, { table: 'review', key: 'review_id' }, ofWatch);
  await deleteInParts(db, { table: 'watch_check', key: 'id' }, ofWatch);
  await db.deleteFrom('watch').where('id', '=', id).execute();
}

/** Deletes what failures left of watches that are being deleted. */
export async function deleteRest(db: Database, store: RemovedFrom): Promise<void> {
  const rest = await db.selectFrom('watch').select('id').where('owner', '=', NOBODY).execute();
  for (const { id } of rest) await deleteWatch(db, store, id);
}

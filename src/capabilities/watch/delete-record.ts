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

/**
 * Deletes reviews of a watch with their versions, events and packs, in a transaction of the caller. With `keepsRow`, the
 * rows of the reviews stay without content, because they are still watched. Returns how many events and packs are
 * deleted. @throws errors of the file system
 */
export async function deleteReviews(
  db: Database,
  store: RemovedFrom,
  watchId: string,
  reviewIds: readonly string[],
  keepsRow = false,
): Promise<{ readonly events: number; readonly packs: number }> {
  // Locks the watch: a check that is being recorded ends first, and later checks do not know the reviews.
  await db.updateTable('watch').set({ counts: '[]' }).where('id', '=', watchId).execute();
  const isOwn = sql<boolean>`watch_id = ${watchId} and review_id in (${sql.join(reviewIds)})`;
  const events = await db.selectFrom('event').select(['id', 'evidence']).where(isOwn).execute();
  const ids = events.map(({ id }) => id);
  for (const some of chunksOf(ids, STEP)) await deleteEvents(db, store, some);
  if (keepsRow) await db.updateTable('review').set(NO_CONTENT).where(isOwn).execute();
  else await db.deleteFrom('review').where(isOwn).execute();
  await storeCounts(db, watchId);
  return { events: ids.length, packs: events.filter(({ evidence }) => evidence !== null).length };
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

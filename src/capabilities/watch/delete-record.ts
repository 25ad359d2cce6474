import { sql } from 'kysely';
import { nextStep } from '../../core/runtime/turns.js';
import type { Database, Row } from './schema.js';

// Files are deleted before their rows: if the service is killed in between, the next attempt finds the rows and goes
// on.

/** Rows of one statement. */
const STEP = 200;

/** Null = this service stores no packs. */
export type RemovedFrom = { readonly remove: (name: string) => Promise<void> } | null;
type ReviewKey = Pick<Row<'review'>, 'watch_id' | 'review_id'>;

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
 * Deletes a review with its versions, events and packs. With `keepsRow`, the row of the review itself stays, because
 * the review is still watched. Returns how many events and packs are deleted. @throws errors of the file system
 */
export async function deleteReview(
  db: Database,
  store: RemovedFrom,
  { watch_id: watchId, review_id: reviewId }: ReviewKey,
  keepsRow = false,
): Promise<{ readonly events: number; readonly packs: number }> {
  const events = await db
    .selectFrom('event')
    .select(['id', 'evidence'])
    .where('watch_id', '=', watchId)
    .where('review_id', '=', reviewId)
    .execute();
  const packs = events.filter(({ evidence }) => evidence !== null);
  await deleteEvents(
    db,
    store,
    events.map(({ id }) => id),
  );
  await db
    .deleteFrom(keepsRow ? 'review_version' : 'review')
    .where('watch_id', '=', watchId)
    .where('review_id', '=', reviewId)
    .execute();
  return { events: events.length, packs: packs.length };
}

/** Deletes a watch with its record and its packs. @throws errors of the file system */
export async function deleteWatch(db: Database, store: RemovedFrom, id: string): Promise<void> {
  if (store !== null) {
    const events = await db.selectFrom('event').select('id').where('watch_id', '=', id).execute();
    for (const event of events) await store.remove(`${event.id}.zip`);
  }
  if (db.isTransaction) await deleteRows(db, id);
  else await db.transaction().execute((transaction) => deleteRows(transaction, id));
}

/** The tables with many rows of a watch, and the columns by which a watch names its rows. */
const PARTS = [
  ['event', 'seq'],
  ['review', 'review_id'],
  ['watch_check', 'id'],
] as const;

/** Deletes a watch in a transaction, in steps: in SQLite one statement would hold up the event loop for a long record. */
async function deleteRows(db: Database, id: string): Promise<void> {
  // Locks the row first, as a check does that is recorded at this moment; without its claim the check writes nothing.
  await db.updateTable('watch').set({ claimed_by: null, claimed_until: null }).where('id', '=', id).execute();
  for (const [table, key] of PARTS) {
    const [rows, column] = [sql.table(table), sql.ref(key)];
    for (let count = STEP; count === STEP; ) {
      const some = sql`select ${column} from ${rows} where watch_id = ${id} limit ${STEP}`;
      const { numAffectedRows } =
        await sql`delete from ${rows} where watch_id = ${id} and ${column} in (${some})`.execute(db);
      count = Number(numAffectedRows);
      await nextStep();
    }
  }
  await db.deleteFrom('watch').where('id', '=', id).execute();
}

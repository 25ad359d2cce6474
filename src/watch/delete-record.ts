import type { Database } from './database.js';
import type { EvidenceStore } from './evidence-store.js';
import type { Row } from './schema.js';

// Files go before their rows: if the service is killed in between, the next attempt finds the rows and goes on.

type Store = Pick<EvidenceStore, 'remove'> | null;
type ReviewKey = Pick<Row<'review'>, 'watch_id' | 'review_id' | 'evidence'>;

/** Deletes events with their packs and deliveries. @throws errors of the file system */
export async function deleteEvents(db: Database, store: Store, ids: readonly string[]): Promise<void> {
  // Also the file of an event whose row does not name it yet.
  for (const id of ids) await store?.remove(`${id}.zip`);
  if (ids.length > 0) await db.deleteFrom('event').where('id', 'in', ids).execute();
}

/**
 * Deletes a review with its versions, events and packs; `keepsRow`: what it said, and keeps that it is watched.
 * Returns how many events and packs are deleted. @throws errors of the file system
 */
export async function deleteReview(
  db: Database,
  store: Store,
  { watch_id: watchId, review_id: reviewId, evidence }: ReviewKey,
  keepsRow = false,
): Promise<{ readonly events: number; readonly packs: number }> {
  const events = await db
    .selectFrom('event')
    .select(['id', 'evidence'])
    .where('watch_id', '=', watchId)
    .where('review_id', '=', reviewId)
    .execute();
  const packs = [...events.map((event) => event.evidence), evidence].filter((name) => name !== null);
  await deleteEvents(
    db,
    store,
    events.map(({ id }) => id),
  );
  if (evidence !== null) await store?.remove(evidence);
  await db
    .deleteFrom(keepsRow ? 'review_version' : 'review')
    .where('watch_id', '=', watchId)
    .where('review_id', '=', reviewId)
    .execute();
  if (keepsRow)
    await db
      .updateTable('review')
      .set({ evidence: null })
      .where('watch_id', '=', watchId)
      .where('review_id', '=', reviewId)
      .execute();
  return { events: events.length, packs: packs.length };
}

/** The names of the packs of a watch. Remove them before its rows. */
export async function packsOf(db: Database, watchId: string): Promise<string[]> {
  const events = await db.selectFrom('event').select('evidence').where('watch_id', '=', watchId).execute();
  const reviews = await db.selectFrom('review').select('evidence').where('watch_id', '=', watchId).execute();
  return [...events, ...reviews].flatMap(({ evidence }) => (evidence === null ? [] : [evidence]));
}

import type { Database } from './schema.js';

/** The owners whose watches pause: without a usable key, or paused by the operator. */
export function heldOwners(db: Database) {
  return db
    .selectFrom('owner')
    .select('owner')
    .where(({ or, eb }) => or([eb('gone_at', 'is not', null), eb('paused_at', 'is not', null)]));
}

import type { Database } from './schema.js';

/** The owners without a usable key: their checks and deliveries wait. */
export function heldOwners(db: Database) {
  return db.selectFrom('owner').select('owner').where('gone_at', 'is not', null);
}

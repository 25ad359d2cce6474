import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';

// Replicas work on one database: a row belongs to the process that has claimed it, until the claim ends.

/** Every claim has a unique name, so that a late result of this replica does not count for a newer claim. */
export function newClaim(replica: string, until: number) {
  return { claimed_by: `${replica}:${randomBytes(8).toString('base64url')}`, claimed_until: until };
}

/**
 * The condition for rows that no process works on. A claim that ends more than `maxMs` from now was written before the
 * clock was set back.
 */
export function unclaimed(at: number, maxMs: number) {
  return sql<boolean>`(claimed_until is null or claimed_until < ${at} or claimed_until > ${at + maxMs})`;
}

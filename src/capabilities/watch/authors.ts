import { createHmac } from 'node:crypto';
import { secretIn } from '../../kit/store/rows.js';
import type { Database } from './schema.js';

/** The secret of the hashes of authors and owners. */
export const hashKeyOf = (db: Database) =>
  secretIn(db, { table: 'stored_value', column: 'value', name: 'hash_key' });

/** The key of an author in the ledger: HMAC-SHA-256, base64url. `authorId`: decimal digits. */
export function authorKey(hashKey: string, authorId: string): string {
  return createHmac('sha256', hashKey).update(`author ${authorId}`).digest('base64url');
}

const BY = 'by-';

/** The id under which the ledger keeps the review of a link that names the author instead of the review. */
export const reviewOfAuthor = (key: string): string => `${BY}${key}`;

/** The key of the author in an id that `reviewOfAuthor` made; null for every other id. */
export function authorOfReview(reviewId: string): string | null {
  return reviewId.startsWith(BY) ? reviewId.slice(BY.length) : null;
}

/** The author's id in a text: the id itself, or a link to the author's profile or review. Null for any other text. */
export function authorIdIn(text: string): string | null {
  const given = text.trim();
  if (/^\d{1,30}$/.test(given)) return given;
  if (/\s/.test(given)) return null;
  return [...given.matchAll(/\/contrib\/(\d{1,30})(?!\d)/g)].at(-1)?.[1] ?? null;
}

/**
 * The keys of the authors whose data the owner has deleted by `forget`: a check writes nothing about these authors. A
 * check reads the keys in its transaction, after it has locked the row of the watch, as `forget` does.
 */
export async function forgottenAuthors(db: Database, owner: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('forgotten').select('author_key').where('owner', '=', owner).execute();
  return new Set(rows.map(({ author_key }) => author_key));
}

import { randomBytes } from 'node:crypto';

/** Maximum rows of one statement: a database takes at most 32,766 values. */
const MAX_ROWS = 1_000;

/** A new id of a row. `prefix`: the kind of row. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** Rows in parts that fit into one statement. `size`: maximum rows of a part. */
export function chunksOf<T>(rows: readonly T[], size = MAX_ROWS): T[][] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, at) => rows.slice(at * size, (at + 1) * size));
}

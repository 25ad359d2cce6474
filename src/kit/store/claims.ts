import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

// Replicas work on one database: a row belongs to the process that has claimed it, until the claim ends. Times are
// milliseconds since 1970.

/** Every claim has a unique name, so that a late result of this replica does not count for a newer claim. */
export function newClaim(replica: string, until: number) {
  return { claimed_by: `${replica}:${randomBytes(8).toString('base64url')}`, claimed_until: until };
}

/** The columns of a row that no process works on. */
export const UNCLAIMED = { claimed_by: null, claimed_until: null };

/** The condition for rows that no process works on. */
export function unclaimed(at: number, row: string) {
  const until = sql.ref(`${row}.claimed_until`);
  return sql<boolean>`(${until} is null or ${until} <= ${at})`;
}

/**
 * The condition for rows of owners. Ask for the owners with a usable key at each claim: without such a key everything of
 * an owner waits at once. The expression keeps SQLite from an index by owner, because due rows are found by their time.
 */
export function ofOwners(column: string, owners: readonly string[]) {
  return owners.length === 0
    ? sql<boolean>`1 = 0`
    : sql<boolean>`${sql.ref(column)} || '' in (${sql.join(owners)})`;
}

/** A column that holds a due time or the end of a claim. */
interface DueColumn {
  readonly table: string;
  readonly column: string;
  /** The longest wait in milliseconds. */
  readonly max: number | RawBuilder<number>;
  /** What a time that is brought back waits for from now on, in milliseconds (0). */
  readonly wait?: RawBuilder<number>;
  /** Rows that count; by default all. */
  readonly where?: RawBuilder<boolean>;
}

/** Brings back times that are further ahead than the longest wait: they were written before the clock was set back. */
export async function bringBack(
  db: QueryExecutorProvider,
  now: number | RawBuilder<number>,
  { table, column, max, wait = sql`0`, where = sql`1 = 1` }: DueColumn,
): Promise<void> {
  const [rows, time] = [sql.table(table), sql.ref(column)];
  const current = sql`cast(${now} as bigint)`;
  await sql`update ${rows} set ${time} = ${current} + ${wait}
    where ${time} > ${current} and ${time} > ${current} + cast(${max} as bigint) and ${where}`.execute(db);
}

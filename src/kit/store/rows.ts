import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { nextStep } from '../../core/runtime/turns.js';

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

/**
 * Deletes rows in parts of `size` rows. Each part is a transaction: its log fits into the reserve of a full disk, and
 * others have their turn after it. `key`: a column by which the rows differ.
 */
export async function deleteInParts(
  db: QueryExecutorProvider,
  { table, key, size = 100 }: { readonly table: string; readonly key: string; readonly size?: number },
  where: RawBuilder<boolean>,
): Promise<void> {
  const [rows, column] = [sql.table(table), sql.ref(key)];
  const some = sql`select ${column} from ${rows} where ${where} limit ${size}`;
  for (let count = size; count === size; await nextStep()) {
    const deleted = sql`delete from ${rows} where ${where} and ${column} in (${some})`;
    count = Number((await deleted.execute(db)).numAffectedRows);
  }
}

/**
 * The secret of a database for hashes that cannot be compared with hashes of guessed values elsewhere, made at the first
 * use. `table` has the columns `name` and `column`.
 */
export async function secretIn(
  db: QueryExecutorProvider,
  { table, column, name }: { readonly table: string; readonly column: string; readonly name: string },
): Promise<string> {
  const [stored, secret] = [sql.table(table), sql.ref(column)];
  const made = randomBytes(32).toString('base64url');
  // Another replica may store a secret at the same moment: the first secret counts.
  await sql`insert into ${stored} ("name", ${secret}) values (${name}, ${made}) on conflict do nothing`.execute(
    db,
  );
  const found = sql<{ secret: string }>`select ${secret} as "secret" from ${stored} where "name" = ${name}`;
  const { rows } = await found.execute(db);
  return rows[0]?.secret ?? made;
}

import { type Kysely, sql } from 'kysely';

/** The tables of one part of the service. A table belongs to one part. */
export interface TableSet {
  /** Names the part. It never changes. */
  readonly name: string;
  /** Rises by 1 with each release that changes the tables: tables of another version are refused. */
  readonly version: number;
  /** Make the tables in an empty database, in SQL that SQLite and PostgreSQL read alike. */
  readonly statements: readonly string[];
}

const VERSIONS = 'table_version';

/**
 * Makes the tables of a part, all or none, unless the database has them. Several processes may do it at once.
 * @throws Error when the database has tables of another version
 */
export async function makeTables<Tables>(
  { db, kind }: { readonly db: Kysely<Tables>; readonly kind: 'sqlite' | 'postgres' },
  { name, version, statements }: TableSet,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A transaction of SQLite has the file for itself.
    if (kind === 'postgres')
      await sql`select pg_advisory_xact_lock(hashtext(${VERSIONS}))`.execute(transaction);
    await sql`create table if not exists ${sql.table(VERSIONS)} (name text primary key, version integer not null)`.execute(
      transaction,
    );
    const { rows } = await sql<{
      version: number;
    }>`select version from ${sql.table(VERSIONS)} where name = ${name}`.execute(transaction);
    const found = rows[0]?.version;
    if (found === version) return;
    if (found !== undefined)
      throw new Error(
        `its tables "${name}" are of version ${found}, this service needs version ${version}: start the service that made them, or take an empty database`,
      );
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    await sql`insert into ${sql.table(VERSIONS)} values (${name}, ${version})`.execute(transaction);
  });
}

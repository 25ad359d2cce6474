import { type Kysely, type Migration, Migrator, sql } from 'kysely';

/** Versions of tables by their number of four digits, the oldest first. A version that was released never changes. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The tables of one part of the service, in all their versions. */
export interface TableSet {
  /** Names the table that keeps the version: small letters. It never changes. */
  readonly name: string;
  readonly migrations: Migrations;
}

/** A version that runs these statements. */
export const runs = (...statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/**
 * Brings tables to their newest version. `copy` is called before an older version changes.
 * @throws Error when the tables are of a newer version
 */
export async function migrateTables<Tables>(
  db: Kysely<Tables>,
  { name, migrations }: TableSet,
  copy: ((version: string) => void) | null,
): Promise<void> {
  const table = `${name}_migration`;
  const newest = Object.keys(migrations).at(-1) ?? '';
  const found = await versionOf(db, table);
  if (found !== null && found > newest) {
    throw new Error(
      `the database has version ${found}, this service knows up to ${newest}. Start a newer service, or restore a backup.`,
    );
  }
  if (found === newest) return;
  copy?.(newest);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** The name of the last migration; null = the tables are new. */
async function versionOf<Tables>(db: Kysely<Tables>, table: string): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((one) => one.name === table)) return null;
  const { rows } = await sql<{
    name: string | null;
  }>`select max(name) as name from ${sql.table(table)}`.execute(db);
  return rows[0]?.name ?? null;
}

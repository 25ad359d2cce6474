import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, WatchDatabase } from '../../src/capabilities/watch/schema.js';
import { openRecord } from './open-record.js';
import { needsPostgres, sharedPostgres } from './postgres-server.js';
import { test } from './test.js';

/** Other processes of the test may open the same file. */
export const open = (url: string): Promise<WatchDatabase> => openRecord(url, true);

/** Rows of all other tables are deleted together with a row of one of these tables. */
const TABLES = ['watch', 'channel', 'forgotten', 'owner', 'stored_value'];
let postgresUrl: string | null = null;

/** The address of the one database of this test worker in PostgreSQL, without the rows of the test before. */
export async function emptyPostgres(): Promise<string> {
  const server = await sharedPostgres();
  if (postgresUrl === null) {
    postgresUrl = await server.create();
    await (await open(postgresUrl)).close();
  } else await server.run(postgresUrl, TABLES.map((table) => `delete from ${table}`).join(';'));
  return postgresUrl;
}

/**
 * Declares the same tests for SQLite and PostgreSQL. `create` returns the address of an empty database; a test uses one
 * at a time. A database of SQLite is in memory, unless a second connection has to open it: `create('file')`.
 */
export function onBothDatabases(declare: (create: (place?: 'file') => Promise<string>) => void): void {
  test.describe('SQLite', () => {
    declare(async (place) => {
      if (place === undefined) return 'sqlite::memory:';
      const folder = mkdtempSync(join(tmpdir(), 'watch-'));
      return `sqlite://${join(folder, 'watch.db')}`;
    });
  });
  test.describe('PostgreSQL', () => {
    needsPostgres();
    declare(emptyPostgres);
  });
}

/**
 * Tests for both databases, each by its title; a test gets an empty database. The spec declares them:
 * `test.describe(tests)`. Playwright tells by the place of that call which tests `playwright test FILE` means.
 */
export function testsOnBothDatabases(
  tests: Readonly<Record<string, (db: Database, database: WatchDatabase) => Promise<void>>>,
): () => void {
  return () =>
    onBothDatabases((create) => {
      for (const [title, body] of Object.entries(tests))
        test(title, async () => {
          const database = await open(await create());
          try {
            await body(database.db, database);
          } finally {
            await database.close();
          }
        });
    });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/runtime/logger.js';
import { type Database, type OpenDatabase, openDatabase } from '../../src/watch/database.js';
import { needsPostgres, sharedPostgres } from './postgres-server.js';
import { test } from './test.js';

export const open = (url: string): Promise<OpenDatabase> =>
  openDatabase({ url, log: createLogger('silent') });

/** What no other table's row takes along. */
const TABLES = ['watch', 'channel', 'forgotten', 'stored_value'];
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
 * Declares the same tests for SQLite and PostgreSQL. `create`: the address of an empty database; the one before it is
 * not used any more.
 */
export function onBothDatabases(declare: (create: () => Promise<string>) => void): void {
  test.describe('SQLite', () => {
    const folders: string[] = [];
    test.afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    declare(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'watch-'));
      folders.push(folder);
      return `sqlite://${join(folder, 'watch.db')}`;
    });
  });
  test.describe('PostgreSQL', () => {
    needsPostgres();
    declare(emptyPostgres);
  });
}

/** Declares tests for both databases, each by its title. A test gets an empty database. */
export function testsOnBothDatabases(tests: Readonly<Record<string, (db: Database) => Promise<void>>>): void {
  onBothDatabases((create) => {
    for (const [title, body] of Object.entries(tests))
      test(title, async () => {
        const { db, close } = await open(await create());
        try {
          await body(db);
        } finally {
          await close();
        }
      });
  });
}

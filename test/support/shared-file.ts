import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { createLogger } from '../../src/core/runtime/logger.js';
import { NO_ERASING } from '../../src/kit/store/erasing.js';
import { makeTables, type TableSet } from '../../src/kit/store/make-tables.js';
import { type OpenDatabase, openDatabase } from '../../src/kit/store/open-database.js';
import { TURN_TABLES } from '../../src/kit/store/owner-turns.js';
import { asSqliteDatabase } from '../../src/kit/store/sqlite-file.js';
import { sqlitePath } from '../../src/kit/store/sqlite-path.js';

/** Opens a database as the service does; a file without its lock: other processes of the test may have it, too. */
export async function openShared<Tables>(url: string, tables: TableSet): Promise<OpenDatabase<Tables>> {
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:')
    return openDatabase<Tables>({ url, tables, log: createLogger('silent') });
  const path = sqlitePath(url);
  mkdirSync(dirname(path), { recursive: true });
  const file = new DatabaseSync(path, { timeout: 5_000 });
  // OFF: no test ends the power of the machine.
  file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  const { prepare, close } = asSqliteDatabase(file);
  const isBegin = (text: string) => (text === 'begin' ? 'begin immediate' : text);
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare: (text) => prepare(isBegin(text)), close } }),
  });
  for (const one of [TURN_TABLES, tables]) await makeTables({ db, kind: 'sqlite' }, one);
  const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
  return { ...NO_ERASING, db, kind: 'sqlite', now, hasRoom: () => true, close: () => db.destroy() };
}

import { NOTIFY_TABLES } from '../../src/capabilities/notify/notify-tables.js';
import { PACK_TABLES } from '../../src/capabilities/reports/pack-tables.js';
import type { Schema, WatchDatabase } from '../../src/capabilities/watch/schema.js';
import { WATCH_TABLES } from '../../src/capabilities/watch/watch-tables.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { makeTables } from '../../src/kit/store/make-tables.js';
import { openDatabase } from '../../src/kit/store/open-database.js';
import { openShared } from './shared-file.js';

/** The database of the watch, with the tables of all capabilities. `isShared`: other processes may open the same file. */
export async function openRecord(url: string, isShared = false): Promise<WatchDatabase> {
  const database = isShared
    ? await openShared<Schema>(url, WATCH_TABLES)
    : await openDatabase<Schema>({ tables: WATCH_TABLES, url, log: createLogger('silent') });
  for (const tables of [NOTIFY_TABLES, PACK_TABLES]) await makeTables(database, tables);
  return database;
}

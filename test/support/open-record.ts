import { NOTIFY_TABLES } from '../../src/capabilities/notify/notify-tables.js';
import { PACK_TABLES } from '../../src/capabilities/reports/pack-tables.js';
import type { Schema, WatchDatabase } from '../../src/capabilities/watch/schema.js';
import { WATCH_TABLES } from '../../src/capabilities/watch/watch-tables.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { makeTables } from '../../src/kit/store/make-tables.js';
import { openDatabase } from '../../src/kit/store/open-database.js';

/** The database of the watch, with the tables of all capabilities. `isShared`: other processes may open the same file. */
export async function openRecord(url: string, isShared = false): Promise<WatchDatabase> {
  const log = createLogger('silent');
  const database = await openDatabase<Schema>({ tables: WATCH_TABLES, url, log, isShared });
  for (const tables of [NOTIFY_TABLES, PACK_TABLES]) await makeTables(database, tables);
  return database;
}

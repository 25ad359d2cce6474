import type { Kysely } from 'kysely';
import type { Core } from '../../core/capability.js';
import { makeTables, type TableSet } from './make-tables.js';
import { atStart, type OpenDatabase, openDatabase } from './open-database.js';
import type { Data } from './storage.js';

/**
 * The database of one part of the service; null = the service keeps no data. In PostgreSQL all parts have one database.
 * In SQLite the record and the jobs are two files in one folder: jobs may be deleted and the record may not, and a full
 * or damaged file of jobs does not touch the record. It is closed when all its parts have closed it.
 * @throws StartupError when the database cannot be used
 */
export async function openPart<Tables>(
  { storage, storageFault }: Data,
  { together, log }: Pick<Core, 'together' | 'log'>,
  part: 'record' | 'jobs',
  tables: TableSet,
): Promise<OpenDatabase<Tables> | null> {
  const { database: record, jobs, setting } = storage;
  const url = part === 'jobs' ? (jobs ?? record) : record;
  if (url === null || storageFault !== null) return null;
  const open = () => openDatabase<unknown>({ url, tables, log, setting });
  const shared = await together(`database ${url}`, async () => ({ database: await open(), users: 0 }));
  const db = shared.database.db as Kysely<Tables>;
  if (shared.users > 0) await atStart(setting, () => makeTables({ ...shared.database, db }, tables));
  shared.users += 1;
  const close = async () => {
    shared.users -= 1;
    if (shared.users === 0) await shared.database.close();
  };
  return { ...shared.database, db, close };
}

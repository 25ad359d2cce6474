import { dirname, join } from 'node:path';
import { JOB_TABLES, type JobDatabase, type JobSchema } from '../jobs/job-tables.js';
import { openDatabase, withTables } from '../kit/store/open-database.js';
import { sqlitePath } from '../kit/store/sqlite-file.js';
import type { Logger } from '../runtime/logger.js';
import { WATCH_TABLES } from '../watch/migrations.js';
import type { Schema, WatchDatabase } from '../watch/schema.js';

/** The databases of the service: the record of the watch, and the jobs. */
export interface Databases {
  readonly watch: WatchDatabase;
  readonly jobs: JobDatabase;
  readonly close: () => Promise<void>;
}

/**
 * Opens the databases. In PostgreSQL both are one database. In SQLite they are two files in one folder: jobs may be
 * deleted and the record may not, and a full or damaged file of jobs does not touch the record.
 * @throws StartupError when a database cannot be used
 */
export async function openDatabases(url: string, log: Logger): Promise<Databases> {
  const watch = await openDatabase<Schema>({ url, tables: WATCH_TABLES, log });
  try {
    if (watch.kind === 'postgres') {
      return { watch, jobs: await withTables<JobSchema, Schema>(watch, JOB_TABLES), close: watch.close };
    }
    const jobs = await openDatabase<JobSchema>({ url: besideOf(url), tables: JOB_TABLES, log });
    const close = async () => {
      await Promise.all([watch.close(), jobs.close()]);
    };
    return { watch, jobs, close };
  } catch (error) {
    await watch.close();
    throw error;
  }
}

/** The address of the jobs beside the SQLite file of the record. */
function besideOf(url: string): string {
  const path = sqlitePath(url);
  return path === ':memory:' ? url : `sqlite:${encodeURIComponent(join(dirname(path), 'jobs.db'))}`;
}

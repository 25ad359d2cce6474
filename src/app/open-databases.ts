import { JOB_TABLES, type JobDatabase, type JobSchema } from '../capabilities/jobs/job-tables.js';
import type { Schema, WatchDatabase } from '../capabilities/watch/schema.js';
import { WATCH_TABLES } from '../capabilities/watch/watch-tables.js';
import type { Storage } from '../core/config/storage.js';
import type { Logger } from '../core/runtime/logger.js';
import { openDatabase, withTables } from '../kit/store/open-database.js';

/** The databases of the service: the record of the watch, and the jobs. */
export interface Databases {
  readonly watch: WatchDatabase;
  readonly jobs: JobDatabase;
  readonly close: () => Promise<void>;
}

/**
 * Opens the databases; null = the service has none. In PostgreSQL both are one database. In SQLite they are two files
 * in one folder: jobs may be deleted and the record may not, and a full or damaged file of jobs does not touch the
 * record. @throws StartupError when a database cannot be used
 */
export async function openDatabases(
  { database: url, jobs: jobsUrl, setting }: Pick<Storage, 'database' | 'jobs' | 'setting'>,
  log: Logger,
): Promise<Databases | null> {
  if (url === null) return null;
  const watch = await openDatabase<Schema>({ url, tables: WATCH_TABLES, log, setting });
  try {
    if (jobsUrl === null) {
      return { watch, jobs: await withTables<JobSchema, Schema>(watch, JOB_TABLES), close: watch.close };
    }
    const jobs = await openDatabase<JobSchema>({ url: jobsUrl, tables: JOB_TABLES, log, setting });
    const close = async () => {
      await Promise.all([watch.close(), jobs.close()]);
    };
    return { watch, jobs, close };
  } catch (error) {
    await watch.close();
    throw error;
  }
}

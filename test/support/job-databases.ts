import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJobs } from '../../src/capabilities/jobs/job-service.js';
import { JOB_TABLES, type JobDatabase, type JobSchema } from '../../src/capabilities/jobs/job-tables.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { openDatabase } from '../../src/kit/store/open-database.js';
import { needsPostgres, sharedPostgres } from './postgres-server.js';
import { openShared } from './shared-file.js';
import { test } from './test.js';

/** `isShared`: other processes of the test may open the same file. */
export const openJobs = (url: string, isShared = true): Promise<JobDatabase> =>
  isShared
    ? openShared<JobSchema>(url, JOB_TABLES)
    : openDatabase<JobSchema>({ url, tables: JOB_TABLES, log: createLogger('silent') });

let postgresUrl: string | null = null;

async function emptyPostgres(): Promise<string> {
  const server = await sharedPostgres();
  if (postgresUrl === null) {
    postgresUrl = await server.create();
    await (await openJobs(postgresUrl)).close();
  } else await server.run(postgresUrl, 'truncate job_link, job, queue_turn');
  return postgresUrl;
}

/**
 * Declares the same tests for jobs in SQLite and in PostgreSQL. `create` returns the address of an empty database; a
 * test uses one at a time.
 */
export function onBothJobDatabases(declare: (create: () => Promise<string>, kind: string) => void): void {
  test.describe('SQLite', () => {
    declare(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'jobs-'));
      return `sqlite://${join(folder, 'jobs.db')}`;
    }, 'sqlite');
  });
  test.describe('PostgreSQL', () => {
    needsPostgres();
    declare(emptyPostgres, 'postgres');
  });
}

export interface LocalJobsOptions {
  readonly maxOpenLinks?: number;
  /** The clients that have a usable key, in `list`. */
  readonly keys?: { list: readonly string[] };
  readonly concurrency?: number;
  readonly runner?: Parameters<typeof createJobs>[0]['runner'];
  readonly log?: Parameters<typeof createJobs>[0]['log'];
}

/** A request for a job whose links are always visible. */
export const REQUEST = {
  type: 'review-visibility',
  parameters: {},
  requestKey: null,
  hash: () => 'content',
} as const;

/** Jobs over a database, with a worker in this process. `asked`: links that were asked. */
export async function startJobs(database: JobDatabase, options: LocalJobsOptions = {}) {
  const { concurrency = 2, maxOpenLinks } = options;
  const { keys = { list: ['north', 'south', 'shop', 'x', 'key north', 'key south'] } } = options;
  let asked = 0;
  const { jobs, worker, owners } = await createJobs({
    database,
    keys: { usable: () => keys.list.map((owner) => ({ name: owner, owner, digest: '' })) },
    runner: async (task, scope) => {
      asked += 1;
      if (options.runner !== undefined) return options.runner(task, scope);
      return { outcome: 'visible', data: { is_visible: true }, rows: 1 };
    },
    concurrency,
    ...(maxOpenLinks !== undefined && { maxOpenLinks }),
    timeouts: { 'review-visibility': 5_000, 'place-details': 5_000, 'place-reviews': 5_000 },
    metrics: { jobLink: () => undefined },
    log: options.log ?? createLogger('silent'),
    sweepMs: 100,
  });
  return { jobs, worker, owners, asked: () => asked };
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRunner } from '../../src/capabilities/jobs/job.js';
import type { Jobs } from '../../src/capabilities/jobs/job-service.js';
import { type ApiKeys, EVERYBODY } from '../../src/core/config/api-keys.js';
import { AppError, INVALID_REQUEST, PROVIDER_UNAVAILABLE } from '../../src/core/errors.js';
import { startHttp } from './http-only.js';
import { openJobs, startJobs } from './job-databases.js';
import { madeUp } from './made-up.js';

/** A service that has jobs in SQLite, over HTTP, on this machine. What it finds is invented. */
export interface JobService extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly jobs: Jobs;
  /** Ends as an orderly service does. */
  close(): Promise<void>;
}

const CHECKED = { checked_at_utc: '2026-11-21T02:12:45Z' };

/** A link with "Ukryta" leads to a review that is not shown; "Zla" is no link to a review; "Potem" fails for a while. */
export const inventVerdict: JobRunner = async ({ input }) => {
  if (input.includes('Zla')) throw new AppError(INVALID_REQUEST, madeUp('This is no link to a review.'));
  if (input.includes('Potem')) throw new AppError(PROVIDER_UNAVAILABLE, madeUp('Nobody answers.'));
  const isVisible = !input.includes('Ukryta');
  const reason = isVisible ? 'visible' : 'no_rating_section';
  const data = { is_visible: isVisible, visibility_reason: reason, review: null, ...CHECKED };
  return { outcome: isVisible ? 'visible' : 'not_visible', data, rows: 1 };
};

/** @param folder of the database, which a later service may open again */
export async function startJobService(
  folder: string,
  { apiKeys = null, runner = inventVerdict }: { apiKeys?: ApiKeys | null; runner?: JobRunner } = {},
): Promise<JobService> {
  mkdirSync(folder, { recursive: true });
  const database = await openJobs(`sqlite://${join(folder, 'jobs.db')}`);
  const list = apiKeys === null ? [EVERYBODY] : apiKeys.usable().map(({ owner }) => owner);
  const { jobs, worker } = await startJobs(database, { runner, keys: { list } });
  const http = await startHttp({ jobs, apiKeys });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await http.close();
    await worker.close();
    await database.close();
  };
  return {
    ...{ url: `http://127.0.0.1:${http.port}`, port: http.port, jobs, close },
    [Symbol.asyncDispose]: close,
  };
}

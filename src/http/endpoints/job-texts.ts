import { z } from 'zod';
import { AppError } from '../../errors.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { Scope } from '../../scope.js';
import { required } from '../contract/parameters.js';
import type { FailureName } from '../openapi/failures.js';

// What the endpoints of jobs have in common.

/** The failures of every endpoint of jobs. */
export const JOB_FAILURES: readonly FailureName[] = [
  'InvalidRequest',
  'Unauthorized',
  'RateLimited',
  'InternalError',
  'JobsUnavailable',
];
export const ONE_JOB_FAILURES: readonly FailureName[] = [...JOB_FAILURES, 'JobNotFound'];

/** Markdown. */
export const NEEDS_REDIS =
  'Jobs need a service with Redis: without `REDIS_URL` the answer is 503 `jobs_unavailable`, and also while Redis cannot be reached.';
/** Markdown. */
export const OWN_JOBS =
  'A job belongs to the key that made it (where no keys are configured: to the address); to all others it does not exist.';

export const jobParameters = z.object({ id: required('id', 'the id of a job') });

/** @throws AppError `jobs_unavailable` where the service has none */
export function requireJobs(jobs: Jobs | null): Jobs {
  if (jobs !== null) return jobs;
  throw new AppError(
    'jobs_unavailable',
    'This service has no jobs: they need Redis, and REDIS_URL is not set.',
  );
}

/** The client that jobs belong to. */
export function jobClient({ client }: Scope): string {
  return client ?? '';
}

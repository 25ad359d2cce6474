import { z } from 'zod';
import { AppError } from '../../contract/errors.js';
import { message } from '../../contract/messages.js';
import { required } from '../../contract/parameters.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { Scope } from '../../runtime/scope.js';
import { isOnThisMachine } from '../client-address.js';
import type { FailureName } from '../openapi/failures.js';
import type { Middleware } from '../state.js';
import type { EndpointServices } from './endpoint.js';

// Texts and checks shared by the endpoints of jobs.

/** The failures of an endpoint about one job. */
export const ONE_JOB_FAILURES: readonly FailureName[] = ['JobsUnavailable', 'JobNotFound'];

/** Markdown. */
export const NEEDS_REDIS =
  'Jobs need a service with Redis: without `REDIS_URL` the answer is 503 `jobs_unavailable`, and also while Redis cannot be reached. Where no keys are configured, it is the answer to all clients but those on the machine of the service, unless the operator allows more (`JOBS_WITHOUT_KEYS`).';
/** Markdown. */
export const OWN_JOBS =
  'A job belongs to the key that made it (where no keys are configured: to the address); to all others it does not exist.';

export const jobParameters = z.object({ id: required('id', 'the id of a job') });

/**
 * Refuses requests for jobs before their body is read, if the service has no jobs or cannot identify the client safely.
 * Without a key, a job belongs to an address. Clients behind one NAT share their address, and a client that reaches the
 * port past the proxies of `TRUST_PROXY` can forge it.
 */
export function admitToJobs({ jobs, jobsWithoutKeys }: EndpointServices): Middleware {
  return (ctx, next) => {
    requireJobs(jobs);
    const isOpen = ctx.state.client !== null || jobsWithoutKeys === 'all';
    if (isOpen || isOnThisMachine(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For')))
      return next();
    throw new AppError('jobs_unavailable', message('jobsOnlyOnThisMachine'));
  };
}

/** @throws AppError `jobs_unavailable` if the service has no jobs */
export function requireJobs(jobs: Jobs | null): Jobs {
  if (jobs !== null) return jobs;
  throw new AppError('jobs_unavailable', message('jobsWithoutRedis'));
}

/** The name under which jobs of this client are stored. */
export function jobClient({ client }: Scope): string {
  return client ?? '';
}

import { z } from 'zod';
import { isOnThisMachine } from '../../core/api/client-address.js';
import {
  type ApiEndpoint,
  apiEndpoint,
  type CoreServices,
  type Description,
  dataOf,
  type Endpoint,
  type Examples,
  type Input,
} from '../../core/api/endpoints/endpoint.js';
import type { AppContext, Middleware } from '../../core/api/state.js';
import { required, trueOrFalse, wholeNumber } from '../../core/api/validate.js';
import { AppError } from '../../core/errors.js';
import type { Message } from '../../core/texts/messages.js';
import { JOBS_UNAVAILABLE, NO_JOBS, NO_SUCH_JOB } from './errors.js';
import { CANCELLED_JOB, DELETED_JOB, FINISHED_JOB, JOB_ID, RUNNING_JOB } from './examples.js';
import { type JobStatus, MAX_LISTED } from './job.js';
import type { JobOwners, Jobs } from './job-service.js';
import { message } from './messages.js';
import { presentJob } from './present-job.js';
import { jobData, jobsData } from './published.js';

// Texts and checks shared by the endpoints of jobs.

/** The service of this capability. */
export interface JobsOwn {
  /** Null = this service has no database, so it has no jobs. */
  readonly jobs: Jobs | null;
  /** Why the folder of the database cannot be used; null = it can, or there is none. */
  readonly storageFault: Message | null;
  /** The owners of jobs; null = there are no jobs. */
  readonly owners: JobOwners | null;
}

/** Markdown. */
export const JOBS_AVAILABLE =
  'While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `jobs_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too.';
/** Markdown. */
export const OWN_JOBS =
  'A job belongs to the key that made it, or to the team of this key; where no keys are configured, every client sees every job. For others the job does not exist.';

export const jobParameters = z.object({ id: required('id', 'the id of a job') });

/**
 * Refuses requests for jobs before their body is read, if the service has no jobs or cannot identify the client safely.
 * Without keys, jobs and watches belong to everybody, so only clients on this machine may use them.
 */
export function admitToJobs(core: CoreServices, own: JobsOwn): Middleware {
  return (ctx, next) => {
    const refusal = refusalOfJobs(core, own, ctx);
    if (refusal !== null) throw refusal;
    return next();
  };
}

/** Why the client of a request may not use jobs; null = the client may use jobs. */
export function refusalOfJobs(
  core: Pick<CoreServices, 'hasKeys'>,
  { jobs, storageFault }: JobsOwn,
  ctx: Pick<AppContext, 'req' | 'get'>,
): AppError | null {
  if (jobs === null) return withoutJobs(storageFault);
  if (isKnownClient(core, ctx)) return null;
  return new AppError(JOBS_UNAVAILABLE, message('jobsOnlyOnThisMachine'));
}

/** Uploads, and readers of results, that one client may have at once. */
const MAX_AT_ONCE = 10;

/** The limit of `atOnce` for requests of one client that hold its jobs. */
export function limitOfJobs(refused: 'resultReadersAtOnce' | 'uploadsAtOnce') {
  return { most: MAX_AT_ONCE, refusal: message(refused, { most: MAX_AT_ONCE }) };
}

/** Whether the client of a request has a key or is on this machine. */
export function isKnownClient(
  { hasKeys }: Pick<CoreServices, 'hasKeys'>,
  ctx: Pick<AppContext, 'req' | 'get'>,
): boolean {
  if (hasKeys) return true;
  return isOnThisMachine(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'));
}

function withoutJobs(storageFault: Message | null): AppError {
  return new AppError(JOBS_UNAVAILABLE, storageFault ?? message('jobsWithoutDatabase'));
}

/** @throws AppError `jobs_unavailable` if the service has no jobs */
export function requireJobs({ jobs, storageFault }: JobsOwn): Jobs {
  if (jobs === null) throw withoutJobs(storageFault);
  return jobs;
}

type JobEndpoint<T> = Omit<Description, 'access' | 'tag' | 'points' | 'failures'> &
  Input<T> &
  Pick<ApiEndpoint<T, JobsOwn>, 'before'> & {
    /** `jobs` of a service that has jobs. */
    readonly handler: (jobs: Jobs, core: CoreServices) => ReturnType<ApiEndpoint<T>['handler']>;
  };

/** Makes an endpoint about jobs that have been created. */
export function jobEndpoint<T>({ before, handler, ...declared }: JobEndpoint<T>): Endpoint<JobsOwn> {
  return apiEndpoint<T, JobsOwn>({
    ...declared,
    description: `${declared.description} ${OWN_JOBS} ${JOBS_AVAILABLE}`,
    tag: 'Jobs',
    failures: [NO_JOBS, NO_SUCH_JOB],
    before: (core, own) => [admitToJobs(core, own), ...(before?.(core, own) ?? [])],
    handler: (core, own) => (input, call) => handler(requireJobs(own), core)(input, call),
  });
}

interface OneJob<T> extends Pick<Description, 'method' | 'path' | 'id' | 'summary' | 'description'> {
  readonly schema: z.ZodType<T>;
  readonly examples: Examples;
  /** Returns the state of the job afterwards. */
  readonly act: (jobs: Jobs, client: string, input: T) => Promise<JobStatus>;
}

/** Makes an endpoint about one job; the answer is its state. */
function oneJob<T>({ schema, examples, act, ...declared }: OneJob<T>): Endpoint<JobsOwn> {
  return jobEndpoint<T>({
    ...declared,
    query: { schema, examples: { id: { 'a job': JOB_ID } } },
    success: dataOf(jobData, examples),
    handler:
      (jobs, { localTime }) =>
      async (input, { owner }) => ({ data: presentJob(await act(jobs, owner.name, input), localTime) }),
  });
}

export const jobStatus = oneJob({
  method: 'get',
  path: '/api/jobs/{id}',
  id: 'jobStatus',
  summary: 'Read the state of a job',
  description: `\`links_per_minute\` is the average since the job began, and \`estimated_end_at\` is computed from it. \`retrying\` counts the links whose attempts failed and that wait for another attempt, for at most 24 hours; \`next_attempt_at\` says when the next waiting link is asked. When only waiting links are left, \`estimated_end_at\` is null: the time of their success is not known.`,
  schema: jobParameters,
  examples: { 'a running job': RUNNING_JOB },
  act: (jobs, client, { id }) => jobs.get(client, id),
});

const listJobsParameters = z.object({
  limit: wholeNumber('limit', 1, MAX_LISTED)
    .default(MAX_LISTED)
    .describe('Maximum number of jobs in the answer'),
  before: required('before', 'the id of a job; only older jobs are listed').optional(),
});

export const listJobs = jobEndpoint({
  method: 'get',
  path: '/api/jobs',
  id: 'listJobs',
  summary: 'List your jobs',
  description: `The newest first, at most \`limit\` jobs; jobs that have ended are included until they expire. For older jobs, ask again with the id of the last job as \`before\`; the list has ended when \`jobs\` is empty.`,
  query: { schema: listJobsParameters, examples: {} },
  success: dataOf(jobsData, { 'one job': { jobs: [RUNNING_JOB] } }),
  handler:
    (jobs, { localTime }) =>
    async ({ limit, before }, { owner }) => {
      const found = await jobs.list(owner.name, limit, before);
      return { data: { jobs: found.map((job) => presentJob(job, localTime)) } };
    },
});

export const finishJob = oneJob({
  method: 'post',
  path: '/api/jobs/{id}/finish',
  id: 'finishJob',
  summary: 'End the waiting of links that wait for another attempt',
  description: `Each link whose attempts failed and that waits for another attempt (\`retrying\`) gets the failure of its last attempt as its result. Links that were not asked yet are still asked; the job has finished when every link has a result. If no link waits, the request changes nothing, so it can be repeated. The request has no body.`,
  schema: jobParameters,
  examples: { 'a job whose last links waited': FINISHED_JOB },
  act: (jobs, client, { id }) => jobs.endWaiting(client, id),
});

const cancelJobParameters = jobParameters.extend({
  delete_ended: trueOrFalse('delete_ended').describe(
    'true: a job that has ended is deleted with its results; an open job is only cancelled',
  ),
});

export const cancelJob = oneJob({
  method: 'delete',
  path: '/api/jobs/{id}',
  id: 'cancelJob',
  summary: 'Cancel a job, or delete a job that has ended',
  description: `The service asks no further link, and the job does not change any more: the result of a link that is being asked is dropped. Results that the job already has stay until the job expires.

A job that has ended stays as it is, with its results, also when the request is repeated. With \`delete_ended=true\` such a job is deleted at once with its results, without waiting for the end of its 72 hours: the answer is its last state, with \`deleted\` as \`state\`; from then on the job is a 404. The answer waits until its texts are erased from the disk, for at most 10 seconds. An open job is only cancelled, also with \`delete_ended=true\`.`,
  schema: cancelJobParameters,
  examples: { 'a cancelled job': CANCELLED_JOB, 'a deleted job': DELETED_JOB },
  act: (jobs, client, { id, delete_ended }) => jobs.cancel(client, id, delete_ended === 'true'),
});

import { z } from 'zod';
import { jobData, jobsData } from '../../contract/jobs.js';
import { message } from '../../contract/messages.js';
import { MAX_LISTED } from '../../jobs/job.js';
import { CANCELLED_JOB, DELETED_JOB, JOB_ID, RUNNING_JOB } from '../examples/job.js';
import { jobPresenter, presentJob } from '../presenters/job.js';
import { apiEndpoint } from './endpoint.js';
import {
  admitToJobs,
  jobClient,
  jobParameters,
  NEEDS_REDIS,
  ONE_JOB_FAILURES,
  OWN_JOBS,
  requireJobs,
} from './job-texts.js';

export const jobStatus = apiEndpoint({
  method: 'get',
  path: '/api/jobs/{id}',
  id: 'jobStatus',
  tag: 'Jobs',
  points: 1,
  summary: 'Read how far a job is',
  description: `\`links_per_minute\` is the average since the job was begun, and \`estimated_end_at\` rests on it: links that are tried again later may take longer. ${OWN_JOBS} ${NEEDS_REDIS}`,
  query: { schema: jobParameters, examples: { id: { 'a job': JOB_ID } } },
  success: [{ kind: 'data', schema: jobData, examples: { 'a running job': RUNNING_JOB } }],
  failures: ONE_JOB_FAILURES,
  before: (services) => [admitToJobs(services)],
  handler:
    ({ jobs, timeZone }) =>
    async ({ id }, { scope }) => {
      const job = await requireJobs(jobs).get(jobClient(scope), id);
      return { data: presentJob(job, timeZone) };
    },
});

export const listJobs = apiEndpoint({
  method: 'get',
  path: '/api/jobs',
  id: 'listJobs',
  tag: 'Jobs',
  points: 1,
  summary: 'List your jobs',
  description: `The newest ${MAX_LISTED.toLocaleString('en')} of them, the newest first; those that have ended are included until they expire. ${OWN_JOBS} ${NEEDS_REDIS}`,
  query: { schema: z.object({}), examples: {} },
  success: [{ kind: 'data', schema: jobsData, examples: { 'one job': { jobs: [RUNNING_JOB] } } }],
  failures: ['JobsUnavailable'],
  before: (services) => [admitToJobs(services)],
  handler:
    ({ jobs, timeZone }) =>
    async (_, { scope }) => {
      const found = await requireJobs(jobs).list(jobClient(scope));
      return { data: { jobs: found.map(jobPresenter(timeZone)) } };
    },
});

const DELETE_ENDED = message('notTrueOrFalse', { name: 'delete_ended' });

const cancelJobParameters = jobParameters.extend({
  delete_ended: z
    .enum(['true', 'false'], { error: DELETE_ENDED })
    .default('false')
    .describe('true: a job that has ended is deleted with its results; one that is open is only cancelled'),
});

export const cancelJob = apiEndpoint({
  method: 'delete',
  path: '/api/jobs/{id}',
  id: 'cancelJob',
  tag: 'Jobs',
  points: 1,
  summary: 'Cancel a job, or on request delete one that has ended',
  description: `From now on no link is begun, and the job does not change any more: the result of a link that is under way is dropped. What has a result keeps it until the job expires.

A job that has ended stays as it is, with its results, also when the request is repeated. With \`delete_ended=true\` such a job is deleted at once with its results, which makes room under \`JOB_LINKS_PER_KEY\`: the answer is its last state, with \`deleted\` as \`state\`; from then on the job is a 404. An open job is only cancelled then, too. ${OWN_JOBS} ${NEEDS_REDIS}`,
  query: { schema: cancelJobParameters, examples: { id: { 'a job': JOB_ID } } },
  success: [
    {
      kind: 'data',
      schema: jobData,
      examples: { 'a cancelled job': CANCELLED_JOB, 'a deleted job': DELETED_JOB },
    },
  ],
  failures: ONE_JOB_FAILURES,
  messages: { invalid_request: { 'a wrong switch': DELETE_ENDED } },
  before: (services) => [admitToJobs(services)],
  handler:
    ({ jobs, timeZone }) =>
    async ({ id, delete_ended }, { scope }) => {
      const job = await requireJobs(jobs).cancel(jobClient(scope), id, delete_ended === 'true');
      return { data: presentJob(job, timeZone) };
    },
});

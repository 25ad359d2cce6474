import { z } from 'zod';
import { jobsData } from '../../contract/jobs.js';
import { MOST_LISTED } from '../../jobs/job.js';
import { RUNNING_JOB } from '../examples/job.js';
import { jobPresenter } from '../presenters/job.js';
import { apiEndpoint } from './endpoint.js';
import { admitToJobs, JOB_FAILURES, jobClient, NEEDS_REDIS, OWN_JOBS, requireJobs } from './job-texts.js';

export const listJobs = apiEndpoint({
  method: 'get',
  path: '/api/jobs',
  id: 'listJobs',
  tag: 'Jobs',
  points: 1,
  summary: 'List your jobs',
  description: `The newest ${MOST_LISTED.toLocaleString('en')} of them, the newest first; those that have ended are included until they expire. ${OWN_JOBS} ${NEEDS_REDIS}`,
  query: { schema: z.object({}), examples: {} },
  success: [{ kind: 'data', schema: jobsData, examples: { 'one job': { jobs: [RUNNING_JOB] } } }],
  failures: JOB_FAILURES,
  before: (services) => [admitToJobs(services)],
  handler:
    ({ jobs, timeZone }) =>
    async (_, { scope }) => {
      const found = await requireJobs(jobs).list(jobClient(scope));
      return { data: { jobs: found.map(jobPresenter(timeZone)) } };
    },
});

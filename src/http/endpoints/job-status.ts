import { jobData } from '../../contract/jobs.js';
import { JOB_ID, RUNNING_JOB } from '../examples/job.js';
import { presentJob } from '../presenters/job.js';
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

import { capability, type Opened } from '../../core/capability.js';
import { LIST_TIMEOUT_MS } from '../../core/reviews/list-reviews.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { DATA_MESSAGES } from '../../kit/store/messages.js';
import { openPart } from '../../kit/store/part-database.js';
import { DATA_SETTINGS } from '../../kit/store/settings.js';
import { dataOf } from '../../kit/store/storage.js';
import { createJob } from './create-job.js';
import { cancelJob, finishJob, type JobsOwn, jobStatus, listJobs, refusalOfJobs } from './endpoints.js';
import { jobResults } from './job-results.js';
import { createJobRunner } from './job-runner.js';
import { JOB_TABLES, type JobSchema } from './job-tables.js';
import { MESSAGES, message } from './messages.js';

/** Lists that are answered in the background. */
export const jobs = capability({
  name: 'jobs',
  offer: {
    offered: 'Whether this client may use jobs. The database itself may be unreachable at the moment',
    refused: 'Why this client may not use jobs: the message of `/api/jobs`; null when the client may',
    example: message('jobsWithoutDatabase'),
  },
  tag: {
    name: 'Jobs',
    about:
      'Lists of up to a million links, which the service works through in the background. The results can be followed as a stream.',
    recipes: [
      {
        title: 'A list of up to a million links',
        text: 'Upload the list, one link a line, then read the results from the last position that you have. With the Idempotency-Key the same upload can be repeated safely.',
        command: `job=$(curl -s -H 'Content-Type: text/plain' -H 'Idempotency-Key: list-1' --data-binary @links.txt \\
  'http://127.0.0.1:3000/api/jobs?type=review-visibility' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
curl -N "http://127.0.0.1:3000/api/jobs/$job/results?after=0"`,
      },
    ],
  },
  messages: { ...DATA_MESSAGES, ...MESSAGES },
  settings: [DATA_SETTINGS],
  endpoints: [createJob, listJobs, jobStatus, jobResults, finishJob, cancelJob],
  needs: {},
  open: async (core) => {
    const { config, metrics, log, finder, reviews, inspector, localTime } = core;
    const data = await dataOf(core);
    const { storageFault } = data;
    const offered = (own: JobsOwn): Pick<Opened<JobsOwn>, 'own' | 'refusal'> => ({
      own,
      refusal: (service, ctx) => refusalOfJobs(service, own, ctx),
    });
    const database = await openPart<JobSchema>(data, core, 'jobs', JOB_TABLES);
    if (database === null) return offered({ jobs: null, owners: null, storageFault });
    // Imported here, so that a service without a database does not load it.
    const { createJobs } = await import('./job-service.js');
    const { worker, owners, ...made } = await createJobs({
      database,
      keys: core.keys,
      runner: createJobRunner({ finder, reviews, inspector, localTime }),
      timeouts: {
        'review-visibility': config.REQUEST_TIMEOUT_MS,
        'place-details': config.REQUEST_TIMEOUT_MS,
        'place-reviews': LIST_TIMEOUT_MS,
      },
      metrics: jobCounters(metrics),
      log,
    });
    return {
      ...offered({ ...made, owners, storageFault }),
      stop: (ms) => worker.finish(ms),
      abort: () => worker.close(),
      close: database.close,
    };
  },
});

/** Defines the counters of jobs. */
export function jobCounters({ countBy }: Pick<Metrics, 'countBy'>) {
  return {
    /** An `EntryKind`, or the code of the failure. */
    jobLink: countBy('outcome', 'job_links_total', 'Links of jobs that got a result from this replica'),
  };
}

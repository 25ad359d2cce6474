import { capability, type Opened } from '../../core/capability.js';
import { shuttingDown } from '../../core/errors.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { message } from '../../core/texts/messages.js';
import { openPart } from '../../kit/store/part-database.js';
import { createJob } from './create-job.js';
import { cancelJob, finishJob, type JobsOwn, jobStatus, listJobs, refusalOfJobs } from './endpoints.js';
import { jobResults } from './job-results.js';
import { createJobRunner } from './job-runner.js';
import { JOB_TABLES, type JobSchema } from './job-tables.js';
import type { OpenJobs } from './link-work.js';

/** Lists that are answered in the background. */
export const jobs = capability({
  name: 'jobs',
  offer: {
    offered: 'Whether this client may use jobs. The database itself may be unreachable at the moment',
    refused: 'Why this client may not use jobs: the message of `/api/jobs`; null when the client may',
    example: message('jobsWithoutDatabase'),
  },
  endpoints: [createJob, listJobs, jobStatus, jobResults, finishJob, cancelJob],
  needs: {},
  open: async (core) => {
    const { config, metrics, log, storageFault, finder, reviews, inspector, localTime } = core;
    const offered = (own: JobsOwn): Pick<Opened<JobsOwn>, 'own' | 'refusal'> => ({
      own,
      refusal: (service, ctx) => refusalOfJobs(service, own, ctx),
    });
    const database = await openPart<JobSchema>(core, 'jobs', JOB_TABLES);
    if (database === null) return offered({ jobs: null, owners: null, storageFault });
    // Imported here, so that a service without a database does not load it.
    const { createJobs } = await import('./job-service.js');
    const {
      jobs: service,
      worker,
      owners,
    } = await createJobs({
      database,
      runner: createJobRunner({ finder, reviews, inspector, localTime }),
      concurrency: config.WORKER_CONCURRENCY,
      retentionHours: config.JOB_RETENTION_HOURS,
      retryHours: config.JOB_RETRY_HOURS,
      limits: {
        open: config.JOBS_PER_KEY,
        links: config.JOB_LINKS_PER_KEY,
        bytes: config.JOB_BYTES_PER_KEY,
        allBytes: config.JOB_BYTES,
      },
      timeouts: {
        'review-visibility': config.REQUEST_TIMEOUT_MS,
        'place-details': config.REQUEST_TIMEOUT_MS,
        'place-reviews': config.REVIEWS_TIMEOUT_MS,
      },
      countLink: linkCounter(metrics),
      log,
    });
    jobGauges(metrics, worker.open);
    return {
      ...offered({ jobs: service, owners, storageFault }),
      stop: async (graceMs) => {
        worker.stop();
        await worker.idle(graceMs);
      },
      abort: () => worker.close(shuttingDown()),
      close: database.close,
    };
  },
});

export function linkCounter({ countedBy }: Pick<Metrics, 'countedBy'>) {
  return countedBy('outcome', 'job_links_total', 'Links of jobs that got a result from this replica');
}

/** Defines the gauges of jobs. `open`: jobs that have not ended, by state. */
export function jobGauges({ gaugeBy }: Pick<Metrics, 'gaugeBy'>, open: () => OpenJobs) {
  gaugeBy(['state'], 'jobs_open', 'Jobs of all clients that have not ended; counted every 30 seconds', () =>
    Object.entries(open()).map(([state, count]) => [{ state }, count]),
  );
}

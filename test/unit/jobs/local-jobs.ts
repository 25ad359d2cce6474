import { setTimeout as sleep } from 'node:timers/promises';
import { shuttingDown } from '../../../src/contract/errors.js';
import type { JobLimits, JobRunner } from '../../../src/jobs/job.js';
import { createJobs } from '../../../src/jobs/jobs.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { connectSharedState } from '../../../src/shared-state/connection.js';
import { parseRedisUrl } from '../../../src/shared-state/redis-url.js';
import type { RedisServer } from '../../support/redis-server.js';

export interface LocalJobsOptions extends Partial<JobLimits> {
  /** 0 = no replica works on the jobs. */
  readonly concurrency: number;
  /** By default, every link is answered "visible". */
  readonly runner?: JobRunner;
}

export type LocalJobs = Awaited<ReturnType<typeof startJobs>>;

/** The same in every job of these tests. */
export const REQUEST = {
  type: 'review-visibility',
  parameters: {},
  requestKey: null,
  hash: () => '',
} as const;
const LINK_MS = 5;
const SWEEP_MS = 200;

/** Jobs of this process with a Redis. By default a link is answered "visible" after a few milliseconds. */
export async function startJobs(redis: RedisServer, { concurrency, runner, ...limits }: LocalJobsOptions) {
  const address = parseRedisUrl(redis.url);
  if (address === null) throw new Error('not a URL of Redis');
  const log = createLogger('silent');
  const shared = await connectSharedState({ address, egressGroup: 'default', log });
  let asked = 0;
  const { jobs, worker } = await createJobs({
    shared,
    address,
    runner: async (task, scope) => {
      asked += 1;
      if (runner !== undefined) return runner(task, scope);
      await sleep(LINK_MS);
      return { outcome: 'visible', data: { is_visible: true }, rows: 1 };
    },
    concurrency,
    limits: { open: 0, links: 0, bytes: 0, allBytes: 0, ...limits },
    retentionHours: 1,
    retryHours: 1,
    timeouts: { 'review-visibility': 10_000, 'place-details': 10_000, 'place-reviews': 10_000 },
    metrics: { jobLink: () => undefined },
    log,
    sweepMs: SWEEP_MS,
  });
  return {
    jobs,
    shared,
    /** Number of links asked about so far. */
    asked: () => asked,
    end: async () => {
      worker.stop();
      await worker.close(shuttingDown());
      shared.close();
    },
  };
}

import { shuttingDown } from '../../../src/contract/errors.js';
import type { JobEntry } from '../../../src/jobs/job.js';
import { createJobs, type Jobs, type JobWorker } from '../../../src/jobs/jobs.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { connectSharedState, type SharedState } from '../../../src/shared-state/connection.js';
import { parseRedisUrl } from '../../../src/shared-state/redis-url.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';

// Jobs with a Redis of 6 MB, which refuses to write when it is full (`noeviction`).

needsRedis();

const SWEEP_MS = 200;
const log = createLogger('silent');

let redis: RedisServer;
let shared: SharedState;
let made: { jobs: Jobs; worker: JobWorker };

test.beforeEach(async () => {
  redis = await startRedis({ options: ['--maxmemory', '6mb', '--maxmemory-policy', 'noeviction'] });
  const address = parseRedisUrl(redis.url);
  if (address === null) throw new Error('not a URL of Redis');
  shared = await connectSharedState({ address, egressGroup: 'default', log });
  made = await createJobs({
    shared,
    address,
    runner: () => Promise.reject(new Error('no replica works on these jobs')),
    concurrency: 0,
    retentionHours: 1,
    retryHours: 1,
    limits: { open: 0, links: 0, bytes: 0, allBytes: 0 },
    timeouts: { 'review-visibility': 10_000, 'place-details': 10_000, 'place-reviews': 10_000 },
    metrics: { jobLink: () => undefined },
    log,
    sweepMs: SWEEP_MS,
  });
});
test.afterEach(async () => {
  made.worker.stop();
  await made.worker.close(shuttingDown());
  shared.close();
  await redis.close();
});

const submit = (count: number, client = 'north') =>
  made.jobs.submit({
    client,
    type: 'review-visibility',
    parameters: {},
    requestKey: null,
    entries: [
      Array.from(
        { length: count },
        (_, at): JobEntry => ({ text: `${'x'.repeat(500)}${at}`, line: at + 1, problem: null }),
      ),
    ],
    hash: () => '',
  });

/** Submits jobs until Redis has no room for another one. */
async function fill(): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    try {
      ids.push((await submit(500)).id);
    } catch (error) {
      expect(error).toMatchObject({ code: 'jobs_unavailable', message: expect.stringContaining('full') });
      return ids;
    }
  }
}

test('jobs are listed, read, cancelled and deleted while Redis is full, and a deletion makes room', async () => {
  const ids = await fill();
  expect(ids.length).toBeGreaterThan(3);
  expect(shared.health()).toBe('degraded');
  // Nothing else is stored meanwhile.
  await expect(shared.run((connection) => connection.set('x', '1'))).rejects.toThrow();
  const jobs = await made.jobs.list('north');
  expect(jobs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const [first = '', second = ''] = ids;
  const job = await made.jobs.get('north', first);
  expect(job).toMatchObject({ state: 'waiting', total: 500 });
  expect(await made.jobs.completed(job, 0)).toEqual([]);
  for (const id of [first, second]) {
    expect(await made.jobs.cancel('north', id, false)).toMatchObject({ state: 'cancelled' });
    expect(await made.jobs.cancel('north', id, true)).toMatchObject({ state: 'deleted' });
    await expect(made.jobs.get('north', id)).rejects.toMatchObject({ code: 'job_not_found' });
  }
  expect(await made.jobs.list('north')).toHaveLength(ids.length - 2);
  // The probe finds that there is room again.
  await expect.poll(() => shared.health()).toBe('ok');
  expect(await submit(500)).toMatchObject({ state: 'waiting' });
});

test('an upload for which Redis has no room leaves nothing, or only itself until it expires', async () => {
  const ids = await fill();
  const keys = (await redis.command('KEYS', '*:job:*:meta')).match(/\S+:job:\S+:meta/g) ?? [];
  const others = keys.filter((key) => !ids.some((id) => key.includes(id)));
  // Where only the last step found Redis full, nobody knows whether the job exists: it is not deleted.
  expect(others.length).toBeLessThanOrEqual(1);
  for (const key of others)
    expect(Number((await redis.command('TTL', key)).replace(/\D*(-?\d+).*/s, '$1'))).toBeGreaterThan(0);
});

test('expired jobs are removed from the list while Redis is full', async () => {
  const [expired = ''] = await fill();
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  for (const kind of ['meta', 'inputs', 'results', 'order'] as const) {
    await redis.command('EXPIRE', shared.keys.ofJob(kind, expired), '0');
  }
  const listed = async () =>
    redis.command('ZSCORE', (await redis.command('KEYS', '*:all')).split('\r\n')[2] ?? '', expired);
  await expect.poll(listed).toBe('$-1');
});

import type { JobEntry } from '../../../src/jobs/job.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';
import { type LocalJobs, REQUEST, startJobs } from './local-jobs.js';

// Jobs with a Redis of 6 MB, which refuses to write when it is full (`noeviction`).

needsRedis();

let redis: RedisServer;
let made: LocalJobs;

test.beforeEach(async () => {
  redis = await startRedis({ options: ['--maxmemory', '6mb', '--maxmemory-policy', 'noeviction'] });
  made = await startJobs(redis, { concurrency: 0 });
});
test.afterEach(async () => {
  await made.end();
  await redis.close();
});

const submit = (count: number) => {
  const entryAt = (at: number): JobEntry => ({
    text: `${'x'.repeat(500)}${at}`,
    line: at + 1,
    problem: null,
  });
  const entries = [Array.from({ length: count }, (_, at) => entryAt(at))];
  return made.jobs.submit({ ...REQUEST, client: 'north', entries });
};

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
  expect(made.shared.health()).toBe('degraded');
  // Nothing else is stored meanwhile.
  await expect(made.shared.run((connection) => connection.set('x', '1'))).rejects.toThrow();
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
  await expect.poll(() => made.shared.health()).toBe('ok');
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
    await redis.command('EXPIRE', made.shared.keys.ofJob(kind, expired), '0');
  }
  const listed = async () =>
    redis.command('ZSCORE', (await redis.command('KEYS', '*:all')).split('\r\n')[2] ?? '', expired);
  await expect.poll(listed).toBe('$-1');
});

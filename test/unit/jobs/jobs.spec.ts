import { message } from '../../../src/contract/messages.js';
import { JOB_KINDS } from '../../../src/jobs/job.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';
import { type LocalJobs, type LocalJobsOptions, REQUEST, startJobs } from './local-jobs.js';

// A worker whose Redis misbehaves.

needsRedis();

const LINKS = 400;
const CONCURRENCY = 4;

let redis: RedisServer;
let made: LocalJobs;

test.beforeEach(async () => {
  redis = await startRedis();
  made = await startJobs(redis, { concurrency: CONCURRENCY, links: 1_000_000 });
});
test.afterEach(async () => {
  await made.end();
  await redis.close();
});

/** Starts anew with other limits. */
async function restart(options: LocalJobsOptions): Promise<void> {
  await made.end();
  made = await startJobs(redis, options);
}

async function submit(client = 'north', count = LINKS): Promise<string> {
  const entries = Array.from({ length: count }, (_, at) => ({ text: `${at}`, line: null, problem: null }));
  const { id } = await made.jobs.submit({ ...REQUEST, client, entries: [entries] });
  return id;
}

/** Waits for the end of the job, through a Redis that may need a moment. */
async function expectExactlyOnce(id: string): Promise<void> {
  const state = () =>
    made.jobs.get('north', id).then(
      (job) => job.state,
      () => 'away',
    );
  await expect.poll(state, { intervals: [100] }).toBe('finished');
  const job = await made.jobs.get('north', id);
  expect(job).toMatchObject({ total: LINKS, done: LINKS, visible: LINKS, failed: 0, failures: {} });
  const indexes: number[] = [];
  for (let after = 0; after < LINKS; after = indexes.length) {
    const results = await made.jobs.completed(job, after);
    expect(results.length).toBeGreaterThan(0);
    indexes.push(...results.map(({ index }) => index));
  }
  expect(indexes.toSorted((a, b) => a - b)).toEqual(indexes.map((_, at) => at));
}

test('a job goes on when its Redis was frozen for a while', async () => {
  const id = await submit();
  await expect.poll(made.asked, { intervals: [5] }).toBeGreaterThan(40);
  redis.freeze();
  const begun = made.asked();
  // Takes the time limit of a command: a worker that does not wait would ask for all other links meanwhile.
  await expect(made.jobs.get('north', id)).rejects.toMatchObject({ code: 'jobs_unavailable' });
  expect(made.shared.health()).toBe('degraded');
  // The results of a part are stored before the next part is begun.
  expect(made.asked() - begun).toBeLessThanOrEqual(JOB_KINDS['review-visibility'].chunk * CONCURRENCY);
  redis.thaw();
  await expectExactlyOnce(id);
});

test('a job goes on when its Redis was out of memory for a while', async () => {
  const id = await submit();
  await expect.poll(made.asked, { intervals: [5] }).toBeGreaterThan(40);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const refusals = async () =>
    Number(/errorstat_OOM:count=(\d+)/.exec(await redis.command('INFO', 'errorstats'))?.[1] ?? 0);
  await expect.poll(refusals, { intervals: [20] }).toBeGreaterThan(2 * CONCURRENCY);
  const before = made.asked();
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  expect(before).toBeLessThan(LINKS);
  await expectExactlyOnce(id);
  // A link whose result could not be stored is asked again, and not all of them over and over.
  expect(made.asked()).toBeLessThan(2 * LINKS);
});

test('two clients share the workers evenly, also when one client came first', async () => {
  const doneOf = async (client: string, id: string) => (await made.jobs.get(client, id)).done;
  const first = await submit('north', 5_000);
  await expect.poll(() => doneOf('north', first), { intervals: [10] }).toBeGreaterThan(30);
  const second = await submit('south', 5_000);
  // The chunks of the first client that are in the queue already come before.
  await expect.poll(() => doneOf('south', second), { intervals: [10] }).toBeGreaterThan(30);
  const [north, south] = [await doneOf('north', first), await doneOf('south', second)];
  await expect.poll(() => doneOf('south', second), { intervals: [10] }).toBeGreaterThan(south + 150);
  const [more, other] = [(await doneOf('north', first)) - north, (await doneOf('south', second)) - south];
  expect(more / (more + other)).toBeGreaterThan(0.35);
  expect(more / (more + other)).toBeLessThan(0.65);
});

test('the list of a client is read page by page, the newest first, and never shows a job of another', async () => {
  await restart({ concurrency: 0 });
  const [oldest, middle, newest] = [await submit(), await submit(), await submit()];
  const foreign = await submit('south');
  const pageOf = async (client: string, limit?: number, before?: string) =>
    (await made.jobs.list(client, limit, before)).map(({ id }) => id);
  expect(await pageOf('north')).toEqual([newest, middle, oldest]);
  expect(await pageOf('north', 1)).toEqual([newest]);
  expect(await pageOf('north', 1, newest)).toEqual([middle]);
  expect(await pageOf('north', 5, newest)).toEqual([middle, oldest]);
  expect(await pageOf('north', 1, oldest)).toEqual([]);
  expect(await pageOf('south')).toEqual([foreign]);
  for (const [client, before] of [
    ['north', foreign],
    ['south', newest],
  ] as const)
    await expect(pageOf(client, 1, before)).rejects.toMatchObject({ code: 'job_not_found' });
});

test('a request that is repeated with its key makes no second job; with other content it is refused', async () => {
  await restart({ concurrency: 0 });
  const entries = [[{ text: 'a', line: null, problem: null }]];
  const send = async (client: string, requestKey: string, hash: string) =>
    (await made.jobs.submit({ ...REQUEST, client, requestKey, entries, hash: () => hash })).id;
  const first = await send('north', 'key', 'content');
  expect(await send('north', 'key', 'content')).toBe(first);
  await expect(send('north', 'key', 'other content')).rejects.toMatchObject({ code: 'invalid_request' });
  const others = [await send('south', 'key', 'content'), await send('north', 'other key', 'content')];
  expect(new Set([first, ...others]).size).toBe(3);
  expect(await made.jobs.list('north')).toHaveLength(2);
  // Two at once: the second is known only when it is stored.
  const [one, other] = await Promise.all([1, 2].map(() => send('north', 'third key', 'content')));
  expect(one).toBe(other);
  expect(await made.jobs.list('north')).toHaveLength(3);
});

test('a repeated request is answered also where there is no room for another job', async () => {
  await restart({ concurrency: 0, open: 1 });
  const entries = [[{ text: 'a', line: null, problem: null }]];
  const send = async (requestKey: string) =>
    (await made.jobs.submit({ ...REQUEST, client: 'north', requestKey, entries })).id;
  const first = await send('key');
  expect(await send('key')).toBe(first);
  await expect(send('other key')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a Redis that lost everything has no job, and takes new jobs', async () => {
  const id = await submit();
  await expect.poll(made.asked, { intervals: [5] }).toBeGreaterThan(40);
  await redis.command('FLUSHALL');
  await expect(made.jobs.get('north', id)).rejects.toMatchObject({ code: 'job_not_found' });
  await expectExactlyOnce(await submit());
});

test('a job whose links Redis has lost ends, with a failure for each of them', async () => {
  const id = await submit();
  await expect.poll(made.asked, { intervals: [5] }).toBeGreaterThan(40);
  await redis.command('UNLINK', made.shared.keys.ofJob('inputs', id));
  const state = async () => (await made.jobs.get('north', id)).state;
  await expect.poll(state, { intervals: [100] }).toBe('finished');
  const { done, visible, failed, failures } = await made.jobs.get('north', id);
  expect(done).toBe(LINKS);
  expect(visible).toBe(LINKS - failed);
  expect(failed).toBeGreaterThan(0);
  expect(failures).toEqual({ internal_error: failed });
});

test('a cancelled job leaves nothing in the queue where no replica works on jobs', async () => {
  await restart({ concurrency: 0, links: 0 });
  const queued = async () =>
    (await redis.command('ZCARD', `${made.shared.keys.jobQueue}:links:prioritized`)).trim();
  const id = await submit();
  await expect.poll(queued, { intervals: [20] }).toBe(':32');
  await made.jobs.cancel('north', id, true);
  await expect.poll(queued, { intervals: [20] }).toBe(':0');
  await expect.poll(() => redis.command('KEYS', '*:dropped'), { intervals: [20] }).toBe('*0');
});

test('a list that exceeds the links of a client is refused as it comes in, and leaves nothing', async () => {
  await restart({ concurrency: 0, links: 2 * LINKS });
  const first = await submit();
  let sent = 0;
  async function* entries() {
    for (; sent < 100; sent += 1) {
      yield Array.from({ length: 100 }, (_, at) => ({ text: `${at}`, line: null, problem: null }));
    }
  }
  const refused = made.jobs.submit({ ...REQUEST, client: 'north', entries: entries() });
  await expect(refused).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/at most 800 links .*JOB_LINKS_PER_KEY.* hold 400\. .*delete_ended/),
  });
  expect(sent).toBe(4);
  await submit();
  await expect(submit()).rejects.toMatchObject({ message: expect.stringContaining('hold 800') });
  await made.jobs.cancel('north', first, false);
  expect(await made.jobs.cancel('north', first, true)).toMatchObject({ state: 'deleted' });
  await expect(made.jobs.get('north', first)).rejects.toMatchObject({ code: 'job_not_found' });
  await submit();
});

for (const [limit, code, words] of [
  ['bytes', 'rate_limited', /at most 400000 bytes .*JOB_BYTES_PER_KEY.* take \d{6}\. .*delete_ended/],
  ['allBytes', 'jobs_unavailable', /at most 400000 bytes .*JOB_BYTES\)/],
] as const) {
  test(`a list that exceeds the limit "${limit}" is refused, and takes nothing`, async () => {
    await restart({ concurrency: 0, [limit]: 400_000 });
    const first = await submit();
    const refusal = { code, message: expect.stringMatching(words) };
    for (const attempt of [1, 2]) {
      await expect(submit(), `attempt ${attempt}`).rejects.toMatchObject(refusal);
    }
    await made.jobs.cancel('north', first, false);
    await made.jobs.cancel('north', first, true);
    await submit();
  });
}

test('an upload with many short lines does not delay the shared state', async () => {
  const changes: string[] = [];
  made.shared.onChange((health) => changes.push(health));
  // As many lines as 64 KiB hold.
  const entries = Array.from({ length: 65_536 }, (_, at) => ({
    text: '',
    line: at + 1,
    problem: message('lineEmpty'),
  }));
  const job = await made.jobs.submit({ ...REQUEST, client: 'north', entries: [entries] });
  expect(job).toMatchObject({ state: 'finished', done: 65_536, malformed: 65_536, failed: 65_536 });
  expect(changes).toEqual([]);
});

import { Redis } from 'ioredis';
import type { JobEntry, JobLimits, JobStatus } from '../../../src/jobs/job.js';
import { createJobStore, type JobStore } from '../../../src/jobs/job-store.js';
import type { ReceivingJob } from '../../../src/jobs/receive-job.js';
import { failedResult } from '../../../src/jobs/stored-job.js';
import {
  type ChunkEntry,
  createWorkStore,
  type StartedChunk,
  type WorkStore,
} from '../../../src/jobs/work-store.js';
import { createKeys } from '../../../src/shared-state/keys.js';
import { madeUp } from '../../support/made-up.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';

// The scripts of jobs, run by a real Redis.

needsRedis();

const OWNER = 'owner-1';
const OTHER = 'owner-2';
const RETENTION = 3_600;
const LIMITS = { open: 3, links: 3_000, bytes: 0, allBytes: 0 };
const MOST_LINKS = LIMITS.links;

let server: RedisServer;
let redis: Redis;
let store: JobStore;
let work: WorkStore;

test.beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.port, '127.0.0.1');
});
test.afterAll(async () => {
  redis.disconnect();
  await server.close();
});
test.beforeEach(async () => {
  await redis.flushall();
  const keys = createKeys(null, 'default');
  const run = <T>(commands: (connection: Redis) => Promise<T>) => commands(redis);
  const options = { run, keys, retentionSeconds: RETENTION, limits: LIMITS };
  store = createJobStore(options);
  work = createWorkStore(options);
});

const links = (count: number): JobEntry[] =>
  Array.from({ length: count }, (_, at) => ({ text: `link ${at}`, line: at + 1, problem: null }));

async function open(owner = OWNER, requestKey: string | null = null): Promise<ReceivingJob> {
  const job = await store.open({ owner, type: 'place-details', parameters: {} }, requestKey);
  if (typeof job === 'string') throw new Error(`too many ${job}`);
  return job;
}

async function submit(entries: readonly JobEntry[], owner = OWNER): Promise<string> {
  const job = await open(owner);
  for (let at = 0; at < entries.length; at += 7) await job.append(entries.slice(at, at + 7));
  await job.complete();
  expect(await job.commit('')).toBe('ok');
  return job.id;
}

const keptLinks = async (owner: string) => (await store.kept(owner)).links;

async function statusOf(id: string, owner = OWNER): Promise<JobStatus> {
  const job = await store.get(owner, id);
  if (job === null) throw new Error('no such job');
  return job;
}

/** Issues the next chunks of the owner; the first chunk. */
async function issueOne(): Promise<ChunkEntry> {
  const [entry] = await work.issue(OWNER);
  if (entry === undefined) throw new Error('nothing was issued');
  return entry;
}

async function startChunk(entry: ChunkEntry): Promise<StartedChunk> {
  const chunk = await work.start(entry);
  if (chunk === null) throw new Error('the chunk is over');
  return chunk;
}

/** Answers every link of a chunk. */
async function answer(entry: ChunkEntry): Promise<void> {
  const chunk = await startChunk(entry);
  const results = chunk.links.map(({ index, input }) => result(index, { of: input }));
  await work.record(entry, results);
  expect(await work.settle(entry, chunk)).toEqual([]);
}

const result = (index: number, data: object) => ({
  index,
  packed: JSON.stringify(data),
  counters: { answered: 1, rows: 1 },
});

test('every link of a job has one result, under its index, in the order of completion', async () => {
  const id = await submit(links(25));
  const entries = await work.issue(OWNER);
  expect(entries).toHaveLength(3);
  for (const entry of entries.toReversed()) await answer(entry);
  const job = await statusOf(id);
  expect(job).toMatchObject({ state: 'finished', total: 25, done: 25, failed: 0, rows: 25 });
  const completed = await store.completed(job, 0, 100);
  expect(completed.map(({ index }) => index)).toEqual([
    20, 21, 22, 23, 24, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  const inOrder = await store.inOrder(job, 5, 3);
  expect(inOrder).toEqual(
    [5, 6, 7].map((index) => ({
      index,
      line: index + 1,
      input: `link ${index}`,
      data: { of: `link ${index}` },
    })),
  );
  expect((await store.completed(job, 23, 100)).map(({ index }) => index)).toEqual([8, 9]);
  expect(await redis.keys('*:jobs:*:issued')).toEqual([]);
});

test('a second result of a link is dropped', async () => {
  const id = await submit(links(2));
  const entry = await issueOne();
  await work.start(entry);
  expect(await work.record(entry, [result(0, { first: true })])).toEqual({ isOpen: true, added: 1 });
  expect(await work.record(entry, [result(0, { first: false })])).toEqual({ isOpen: true, added: 0 });
  expect(await work.record(entry, [result(1, {})])).toEqual({ isOpen: false, added: 1 });
  const job = await statusOf(id);
  expect(job).toMatchObject({ state: 'finished', done: 2 });
  expect((await store.completed(job, 0, 9)).map(({ data }) => data)).toEqual([{ first: true }, {}]);
});

test('a malformed entry is a result at once, with its line', async () => {
  const entries = links(3).map((entry, at) =>
    at === 1 ? { ...entry, text: '{', problem: madeUp('No JSON.') } : entry,
  );
  const id = await submit(entries);
  expect(await statusOf(id)).toMatchObject({ state: 'waiting', done: 1, failed: 1, malformed: 1 });
  expect(await store.completed(await statusOf(id), 0, 9)).toEqual([
    { index: 1, line: 2, input: '{', data: { error: { code: 'invalid_request', message: 'No JSON.' } } },
  ]);
  const entry = await issueOne();
  expect((await work.start(entry))?.links.map(({ index }) => index)).toEqual([0, 2]);
});

test('a job with only malformed entries is finished at once', async () => {
  const id = await submit(links(12).map((entry) => ({ ...entry, problem: madeUp('Wrong.') })));
  expect(await statusOf(id)).toMatchObject({
    state: 'finished',
    done: 12,
    failures: { invalid_request: 12 },
  });
  expect(await work.issue(OWNER)).toEqual([]);
});

test('lines that do not follow each other keep their numbers', async () => {
  const id = await submit([
    { text: 'a', line: 2, problem: null },
    { text: 'b', line: 5, problem: madeUp('Wrong.') },
  ]);
  expect((await store.completed(await statusOf(id), 0, 9))[0]?.line).toBe(5);
});

test('the window is shared by the jobs of one owner in turn', async () => {
  const first = await submit(links(1_000));
  const second = await submit(links(1_000));
  const entries = await work.issue(OWNER);
  expect(entries).toHaveLength(32);
  expect(entries.filter(({ job }) => job === first)).toHaveLength(16);
  expect(entries.filter(({ job }) => job === second)).toHaveLength(16);
  expect(await work.issue(OWNER)).toEqual([]);
  for (const entry of entries.slice(0, 2)) await answer(entry);
  expect(await work.issue(OWNER)).toHaveLength(2);
  expect(await work.issued(OWNER)).toHaveLength(32);
});

test('the turns of owners alternate, and a later owner begins at the turn of the others', async () => {
  await submit(links(1_000));
  await submit(links(1_000), OTHER);
  const first = await work.issue(OWNER);
  expect(first.map(({ turn }) => turn)).toEqual(first.map((_, at) => at + 1));
  for (const entry of first.slice(0, 5)) await answer(entry);
  const other = await work.issue(OTHER);
  expect(other.map(({ turn }) => turn)).toEqual(other.map((_, at) => at + 6));
  expect((await work.issue(OWNER)).map(({ turn }) => turn)).toEqual([33, 34, 35, 36, 37]);
});

test('owners whose jobs have ended cost the others nothing', async () => {
  for (let at = 0; at < 30; at += 1)
    await submit([{ text: '', line: 1, problem: madeUp('The line is empty.') }], `owner-${at}`);
  await submit(links(5));
  const monitor = await server.monitor();
  expect(await work.issue('owner-7')).toEqual([]);
  expect(await work.issue(OWNER)).toHaveLength(1);
  expect((await monitor.end()).filter((line) => line.includes(' lua] ')).length).toBeLessThan(20);
});

test('a postponed chunk makes room, and comes back when it is due', async () => {
  await submit(links(10));
  const entry = await issueOne();
  const chunk = await startChunk(entry);
  await work.postpone(entry, chunk, 300);
  expect(await work.issued(OWNER)).toEqual([]);
  expect(await work.issue(OWNER)).toEqual([]);
  expect(await work.start(entry)).toBeNull();
  await expect.poll(() => work.issue(OWNER)).toMatchObject([{ chunk: 0, attempt: 1 }]);
  const [again] = await work.issued(OWNER);
  expect(Math.abs((again?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
});

test('a chunk of a cancelled job does not come back', async () => {
  const id = await submit(links(10));
  const entry = await issueOne();
  const chunk = await startChunk(entry);
  await work.postpone(entry, chunk, 0);
  await store.cancel(OWNER, id, false);
  expect(await work.issue(OWNER)).toEqual([]);
  expect(await redis.keys('*:delayed')).toEqual([]);
});

test('a chunk whose results were lost is not settled', async () => {
  const id = await submit(links(3));
  const entry = await issueOne();
  const chunk = await startChunk(entry);
  await work.record(entry, [result(1, {})]);
  expect(await work.settle(entry, chunk)).toEqual([0, 2]);
  expect((await work.start(entry))?.links.map(({ index }) => index)).toEqual([0, 2]);
  expect(await statusOf(id)).toMatchObject({ state: 'running', done: 1 });
});

test('links that Redis has lost are handed out without a text, and results keep their place', async () => {
  const id = await submit(links(12));
  const entries = await work.issue(OWNER);
  const [first, last] = entries;
  if (first === undefined || last === undefined) throw new Error('nothing was issued');
  await work.start(first);
  await work.record(first, [result(3, { of: 'link 3' })]);
  await redis.del(...(await redis.keys('*:inputs')));
  const chunk = await work.start(first);
  expect(chunk?.count).toBe(10);
  expect(chunk?.links).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9].map((index) => ({ index, input: null })));
  expect((await work.start(last))?.links).toEqual([10, 11].map((index) => ({ index, input: null })));
  expect(await store.completed(await statusOf(id), 0, 9)).toEqual([
    { index: 3, line: null, input: '', data: { of: 'link 3' } },
  ]);
});

test('links that Redis has damaged are handed out as lost', async () => {
  for (const [what, inputs, known] of [
    ['no JSON', '[', []],
    ['no list', '{"length":9}', []],
    [
      'links that are no texts',
      '[null,7,{},["a"],[1],[1,2],[1,"a",[3]],[0,"b",null],"c",[2,"d",["e",null]]]',
      ['c', 'd'],
    ],
  ] as const) {
    await redis.flushall();
    const id = await submit(links(10));
    const entry = await issueOne();
    await redis.hset((await redis.keys('*:inputs'))[0] ?? '', '0', inputs);
    const chunk = await work.start(entry);
    expect(chunk?.links.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      chunk?.links.flatMap(({ input }) => input ?? []),
      what,
    ).toEqual(known);
    await work.record(
      entry,
      Array.from({ length: 10 }, (_, index) => result(index, { of: index })),
    );
    const found = await store.inOrder(await statusOf(id), 0, 10);
    expect(found.flatMap(({ input }) => (input === '' ? [] : input))).toEqual(known);
    expect(found).toHaveLength(10);
  }
});

test('own columns that Redis has damaged are left out', async () => {
  const job = await open();
  await job.append(links(1));
  await job.complete();
  await job.commit('', { headings: ['klient'], width: 1, isLinkInCell: true });
  expect(await statusOf(job.id)).toMatchObject({ columns: { width: 1 } });
  for (const own of [
    '{',
    'null',
    '7',
    '{"width":1e9}',
    '{"width":1,"headings":7}',
    '{"width":51,"headings":null}',
  ]) {
    await redis.hset(createKeys(null, 'default').ofJob('meta', job.id), 'own', own);
    expect((await statusOf(job.id)).columns, own).toBeUndefined();
  }
});

test('a damaged result is an error in its place', async () => {
  const id = await submit(links(2));
  const entry = await issueOne();
  await work.start(entry);
  await work.record(entry, [result(0, {}), result(1, {})]);
  await redis.hset((await redis.keys('*:results'))[0] ?? '', '0', 'z{"');
  const found = await store.inOrder(await statusOf(id), 0, 10);
  expect(found.map(({ index, data }) => [index, 'error' in data])).toEqual([
    [0, true],
    [1, false],
  ]);
});

test('a cancelled job issues nothing and takes no more results', async () => {
  const id = await submit(links(1_000));
  const entry = await issueOne();
  await work.start(entry);
  await work.record(entry, [result(0, {})]);
  expect(await store.cancel(OTHER, id, false)).toBeNull();
  // An open job is only cancelled, whatever is asked, and stays as it is when that is repeated.
  expect(await store.cancel(OWNER, id, true)).toMatchObject({ state: 'cancelled', done: 1 });
  expect(await store.cancel(OWNER, id, false)).toMatchObject({ state: 'cancelled', done: 1 });
  expect(await work.record(entry, [result(1, {})])).toEqual({ isOpen: false, added: 0 });
  expect(await work.issue(OWNER)).toEqual([]);
  expect(await work.issued(OWNER)).toEqual([]);
  expect(await work.start(entry)).toBeNull();
  expect(await statusOf(id)).toMatchObject({ state: 'cancelled', done: 1 });
  const dropped = await work.dropped(OWNER);
  expect(dropped).toHaveLength(32);
  expect(dropped).toContainEqual(entry);
  await work.forget(OWNER, dropped);
  expect(await work.dropped(OWNER)).toEqual([]);
});

test('all keys of an ended job expire, and the keys of an open job do not', async () => {
  const other = await submit(links(1));
  const ended = await submit(links(1));
  await store.cancel(OWNER, ended, false);
  for (const kind of ['meta', 'inputs']) {
    expect(await redis.ttl(`place-lookup:v1:job:${other}:${kind}`)).toBe(-1);
    expect(await redis.ttl(`place-lookup:v1:job:${ended}:${kind}`)).toBeGreaterThan(RETENTION - 60);
  }
  const { endedAt, expiresAt } = await statusOf(ended);
  expect((expiresAt ?? 0) - (endedAt ?? 0)).toBe(RETENTION * 1_000);
  await store.cancel(OWNER, other, false);
  for (const key of await redis.keys('place-lookup:v1:job:*')) await redis.expire(key, 0);
  await work.tidy(OWNER);
  expect(await redis.keys('*')).toEqual([]);
});

test('only its owner sees a job, and lists are read page by page', async () => {
  const id = await submit(links(1));
  const newer = await submit(links(1));
  expect(await store.get(OTHER, id)).toBeNull();
  expect(await store.list(OTHER)).toEqual([]);
  expect((await store.list(OWNER)).map((job) => job.id)).toEqual([newer, id]);
  expect((await store.list(OWNER, 1)).map((job) => job.id)).toEqual([newer]);
  expect(await store.positionOf(OWNER, newer)).toBe(0);
  expect((await store.list(OWNER, 1, 1)).map((job) => job.id)).toEqual([id]);
  expect(await store.positionOf(OTHER, id)).toBeNull();
  expect(await work.tidy(OWNER)).toEqual({ waiting: 2, running: 0 });
});

test('the time a job was read is that of Redis, whatever the clock of the replica says', async () => {
  const id = await submit(links(1));
  const { now } = Date;
  Date.now = () => now() + 300_000;
  try {
    for (const { createdAt, readAt } of [await statusOf(id), ...(await store.list(OWNER))]) {
      expect(readAt).toBeGreaterThanOrEqual(createdAt);
      expect(readAt).toBeLessThan(createdAt + 60_000);
    }
  } finally {
    Date.now = now;
  }
});

test('many jobs are listed, and forgotten, a few at a time', async () => {
  const keys = createKeys(null, 'default');
  const ids = Array.from({ length: 2_500 }, (_, at) => `job-${at}`);
  await redis.zadd(keys.ofJobOwner('all', OWNER), ...ids.flatMap((id, at) => [at, id]));
  await redis.sadd(keys.jobOwners, OWNER);
  // The others have expired.
  const kept = ids.filter((_, at) => at % 2 === 0);
  const pipeline = redis.pipeline();
  for (const id of kept)
    pipeline.hset(keys.ofJob('meta', id), { owner: OWNER, state: 'finished', parameters: '{}' });
  await pipeline.exec();

  const steps = { most: 0 };
  const run = async <T>(commands: (connection: Redis) => Promise<T>) => {
    let count = 0;
    const counting = new Proxy(redis, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        count += 1;
        return member.bind(target);
      },
    });
    const found = await commands(counting);
    steps.most = Math.max(steps.most, count);
    return found;
  };
  const counted = createJobStore({ run, keys, retentionSeconds: RETENTION, limits: LIMITS });
  const listed = await counted.list(OWNER);
  expect(listed.map(({ id }) => id)).toEqual(
    ids
      .slice(-1_000)
      .filter((id) => kept.includes(id))
      .toReversed(),
  );
  expect(steps.most).toBeLessThanOrEqual(100);

  const monitor = await server.monitor();
  await work.tidy(OWNER);
  const scripts = (await monitor.end()).filter((line) => / "eval(?:sha)?" /i.test(line));
  expect(scripts.length).toBeGreaterThan(4);
  expect(await redis.zcard(keys.ofJobOwner('all', OWNER))).toBe(kept.length);
});

test('open jobs are limited, also when they were uploaded at the same time', async () => {
  await submit(links(1));
  await submit(links(1));
  const job = { owner: OWNER, type: 'place-details', parameters: {} } as const;
  const uploads = [await open(), await open()];
  const commits = [];
  for (const upload of uploads) {
    await upload.append(links(1));
    await upload.complete();
    commits.push(await upload.commit(''));
  }
  expect(commits).toEqual(['ok', 'jobs']);
  expect(await store.open(job, null)).toBe('jobs');
  expect(await store.open({ ...job, owner: OTHER }, null)).toMatchObject({ id: expect.any(String) });
});

test('the links of all jobs of an owner are limited, ended ones included, and each deletion makes room', async () => {
  const job = { owner: OWNER, type: 'place-details', parameters: {} } as const;
  const first = await submit(links(MOST_LINKS - 1_000));
  const wrong = await submit(links(990).map((entry) => ({ ...entry, problem: madeUp('Wrong.') })));
  expect(await keptLinks(OWNER)).toBe(MOST_LINKS - 10);
  expect(await keptLinks(OTHER)).toBe(0);
  const upload = await open();
  expect(await upload.append(links(10))).toBe('ok');
  expect(await store.open(job, null)).toBe('links');
  expect(await upload.append(links(10))).toBe('links');
  await upload.discard();
  expect(await keptLinks(OWNER)).toBe(MOST_LINKS - 10);

  expect(await store.cancel(OWNER, wrong, false)).toMatchObject({ state: 'finished' });
  expect(await store.cancel(OWNER, wrong, true)).toMatchObject({ state: 'deleted', done: 990 });
  expect(await store.get(OWNER, wrong)).toBeNull();
  expect(await redis.keys(`*${wrong}*`)).toEqual([]);
  expect(await keptLinks(OWNER)).toBe(MOST_LINKS - 1_000);
  await submit(links(1_000));
  expect(await store.open({ ...job, owner: OTHER }, null)).toMatchObject({ id: expect.any(String) });

  // What has expired makes room with the next sweep.
  await store.cancel(OWNER, first, true);
  for (const key of await redis.keys(`*:job:${first}:*`)) await redis.expire(key, 0);
  await work.tidy(OWNER);
  expect(await keptLinks(OWNER)).toBe(1_000);
});

test('an upload is refused as soon as it has too many links, not at its end', async () => {
  const upload = await open();
  expect(await upload.append(links(MOST_LINKS * 10))).toBe('links');
  const stored = await redis.hlen((await redis.keys('*:inputs'))[0] ?? '');
  expect(stored * 10).toBeLessThanOrEqual(MOST_LINKS + 500);
});

test('two uploads at the same time cannot pass the limit of links together', async () => {
  expect(await (await open()).append(links(MOST_LINKS - 1_000))).toBe('ok');
  expect(await (await open()).append(links(MOST_LINKS - 1_000))).toBe('links');
  // Redis has lost what they counted.
  await redis.del(...(await redis.keys('*:links')));
  const late = [await open(), await open()];
  for (const upload of late) {
    await upload.append(links(10));
    await redis.del(...(await redis.keys('*:links')));
  }
  await submit(links(MOST_LINKS - 10));
  expect(await late[0]?.commit('')).toBe('ok');
  expect(await late[1]?.commit('')).toBe('links');
});

test('jobs that were not counted are counted by the next sweep', async () => {
  await submit(links(30));
  await submit(links(20));
  await redis.del(...(await redis.keys('*:links')));
  await work.tidy(OWNER);
  await work.tidy(OWNER);
  expect(await keptLinks(OWNER)).toBe(50);
});

test('the request key of a deleted job makes a new one', async () => {
  const upload = await open(OWNER, 'key-1');
  await upload.append(links(1));
  await upload.complete();
  await upload.commit('hash');
  await store.cancel(OWNER, upload.id, false);
  expect(await store.earlierRequest(OWNER, 'key-1')).not.toBeNull();
  await store.cancel(OWNER, upload.id, true);
  expect(await store.earlierRequest(OWNER, 'key-1')).toBeNull();
});

test('an upload is seen by nobody, and expires by itself', async () => {
  const job = await open();
  await job.append(links(30));
  expect(await store.get(OWNER, job.id)).toBeNull();
  expect(await store.list(OWNER)).toEqual([]);
  expect(await store.cancel(OWNER, job.id, false)).toBeNull();
  await job.discard();
  expect(await redis.keys('*')).toEqual([]);

  await (await open()).append(links(30));
  const own = await redis.keys('*:job:*');
  expect(own).toHaveLength(2);
  for (const key of own) {
    expect(await redis.ttl(key)).toBeGreaterThan(0);
    await redis.expire(key, 0);
  }
  await work.tidy(OWNER);
  expect(await redis.keys('*')).toEqual([]);
});

test('an upload of which Redis has lost a part does not become a job', async () => {
  const job = await open();
  await job.append(links(30));
  await job.complete();
  await redis.hdel((await redis.keys('*:inputs'))[0] ?? '', '1');
  expect(await job.commit('')).toBe('lost');
  expect(await store.list(OWNER)).toEqual([]);
});

test('an upload leaves nothing in a Redis that lost it', async () => {
  const job = await open();
  await redis.flushall();
  await job.append(links(30));
  await job.complete();
  expect(await job.commit('')).toBe('lost');
  expect(await redis.keys('*')).toEqual([]);
});

test('a request key leads to the first job', async () => {
  const uploads = [await open(OWNER, 'key-1'), await open(OWNER, 'key-1')];
  for (const upload of uploads) {
    await upload.append(links(1));
    await upload.complete();
  }
  expect(await uploads[0]?.commit('hash')).toBe('ok');
  expect(await uploads[1]?.commit('other')).toEqual({ before: { id: uploads[0]?.id, hash: 'hash' } });
  expect(await store.earlierRequest(OWNER, 'key-1')).toEqual({ id: uploads[0]?.id, hash: 'hash' });
  expect(await store.earlierRequest(OTHER, 'key-1')).toBeNull();
});

test('failures are counted by code', async () => {
  const id = await submit(links(2));
  const entry = await issueOne();
  await work.start(entry);
  const packed = failedResult('no_results', 'No such place.');
  const counters = { failed: 1, 'f:no_results': 1, rows: 1 };
  await work.record(
    entry,
    [0, 1].map((index) => ({ index, packed, counters })),
  );
  expect(await statusOf(id)).toMatchObject({ failed: 2, failures: { no_results: 2 } });
});

test('own cells and columns stay with the job, and lines that are left out count', async () => {
  const job = await open();
  const columns = { headings: ['klient', 'link'], width: 2, isLinkInCell: true };
  await job.append([
    { text: 'a', line: 2, problem: null, own: ['A', null] },
    { text: 'b', line: 3, problem: null },
    { text: 'c', line: 5, problem: madeUp('The line has no link.'), own: ['C'] },
    { text: 'd', line: 6, problem: madeUp('The line has no link.'), own: [] },
  ]);
  await job.complete();
  await job.commit('', columns);
  const status = await statusOf(job.id);
  expect(status.columns).toEqual(columns);
  const results = await store.inOrder(status, 0, 10);
  expect(results.map(({ input, line, own }) => [input, line, own])).toEqual([
    ['c', 5, ['C']],
    ['d', 6, []],
  ]);
  const entry = await issueOne();
  const chunk = await work.start(entry);
  expect(chunk?.links.map(({ input }) => input)).toEqual(['a', 'b']);
  await work.record(entry, [{ index: 0, packed: '{}', counters: {} }]);
  const [first] = await store.inOrder(status, 0, 1);
  expect(first).toMatchObject({ input: 'a', line: 2, own: ['A', null] });
});

/** Stores with other limits, or another retention. */
function storesWith(limits: Partial<JobLimits>, retentionSeconds = RETENTION) {
  const run = <T>(commands: (connection: Redis) => Promise<T>) => commands(redis);
  const options = {
    run,
    keys: createKeys(null, 'default'),
    retentionSeconds,
    limits: { ...LIMITS, ...limits },
  };
  return { store: createJobStore(options), work: createWorkStore(options) };
}

const allBytes = async () => Number(await redis.hget(createKeys(null, 'default').jobBytes, 'sum'));
const bytesOf = async (owner: string) => (await store.kept(owner)).bytes;

test('bytes are counted as they come in, for the owner and for all, and given back with the job', async () => {
  const before = await open();
  const empty = await bytesOf(OWNER);
  await before.append([{ text: 'x'.repeat(10_000), line: 1, problem: null }]);
  await before.complete();
  const one = await bytesOf(OWNER);
  expect(one - empty).toBeGreaterThan(10_000);
  expect(one - empty).toBeLessThan(13_000);
  const other = await submit(links(1), OTHER);
  expect(await allBytes()).toBe(one + (await bytesOf(OTHER)));
  await before.discard();
  expect(await bytesOf(OWNER)).toBe(0);
  await store.cancel(OTHER, other, false);
  await store.cancel(OTHER, other, true);
  expect(await redis.keys('*')).toEqual([]);
});

test('a result takes the place of the bytes that were reserved for it', async () => {
  await submit(links(2));
  const reserved = await bytesOf(OWNER);
  const entry = await issueOne();
  await work.start(entry);
  await work.record(entry, [result(0, { text: 'x'.repeat(50_000) })]);
  const grown = (await bytesOf(OWNER)) - reserved;
  expect(grown).toBeGreaterThan(48_000);
  expect(grown).toBeLessThan(50_000);
  await work.record(entry, [result(1, {})]);
  expect(await bytesOf(OWNER)).toBeLessThan(reserved + grown);
  expect(await allBytes()).toBe(await bytesOf(OWNER));
});

test('a list that takes more bytes than its owner may have is refused, and another owner has room', async () => {
  const { store: limited } = storesWith({ bytes: 100_000 });
  const job = { owner: OWNER, type: 'place-details', parameters: {} } as const;
  const upload = await limited.open(job, null);
  if (typeof upload === 'string') throw new Error(upload);
  const long = links(10).map((entry) => ({ ...entry, text: 'x'.repeat(2_000) }));
  expect(await upload.append(long)).toBe('ok');
  expect(await upload.append([...long, ...long, ...long, ...long])).toBe('bytes');
  await upload.discard();
  expect(await bytesOf(OWNER)).toBe(0);
  expect(await limited.open({ ...job, owner: OTHER }, null)).toMatchObject({ id: expect.any(String) });
});

test('malformed lines count with their results', async () => {
  const { store: limited } = storesWith({ bytes: 100_000 });
  const upload = await limited.open({ owner: OWNER, type: 'place-details', parameters: {} }, null);
  if (typeof upload === 'string') throw new Error(upload);
  const wrong = links(1_000).map((entry) => ({ ...entry, text: '', problem: madeUp('The line is empty.') }));
  expect(await upload.append(wrong)).toBe('bytes');
});

test('all owners together may take no more bytes than there is room for', async () => {
  const { store: limited } = storesWith({ allBytes: 100_000 });
  const long = (count: number) => links(count).map((entry) => ({ ...entry, text: 'x'.repeat(2_000) }));
  await submit(long(20));
  const upload = await limited.open({ owner: OTHER, type: 'place-details', parameters: {} }, null);
  if (typeof upload === 'string') throw new Error(upload);
  expect(await upload.append(long(20))).toBe('all bytes');
  await upload.discard();
  expect(await allBytes()).toBe(await bytesOf(OWNER));
});

test('no chunk is issued while results exceed a limit of bytes', async () => {
  await submit(links(100));
  const kept = await bytesOf(OWNER);
  for (const limits of [{ bytes: kept - 1 }, { allBytes: kept - 1 }]) {
    expect(await storesWith(limits).work.issue(OWNER)).toEqual([]);
  }
  expect(await storesWith({ bytes: kept, allBytes: kept }).work.issue(OWNER)).toHaveLength(10);
});

test('bytes that Redis has lost are counted by the next sweep', async () => {
  await submit(links(30));
  const before = await bytesOf(OWNER);
  await redis.del(createKeys(null, 'default').ofJobOwner('links', OWNER));
  await work.tidy(OWNER);
  expect(await bytesOf(OWNER)).toBe(before);
  expect(await allBytes()).toBe(before);
  await redis.del(createKeys(null, 'default').jobBytes);
  await work.tidy(OWNER);
  expect(await allBytes()).toBe(before);
});

test('a job without any found link is kept for an hour, other jobs for the retention time', async () => {
  const day = 86_400;
  const { store: kept, work: worked } = storesWith({}, day);
  const begin = async (entries: JobEntry[], requestKey: string) => {
    const upload = await kept.open({ owner: OWNER, type: 'place-details', parameters: {} }, requestKey);
    if (typeof upload === 'string') throw new Error(upload);
    await upload.append(entries);
    await upload.complete();
    await upload.commit('hash');
    return upload.id;
  };
  const secondsLeft = async (id: string) => {
    const { readAt, expiresAt } = await statusOf(id);
    const seconds = Math.round(((expiresAt ?? 0) - readAt) / 1_000);
    for (const key of await redis.keys(`*:job:${id}:*`))
      expect(await redis.ttl(key)).toBeLessThanOrEqual(seconds);
    return seconds;
  };
  const wrong = links(3).map((entry) => ({ ...entry, problem: madeUp('Wrong.') }));
  const malformed = await begin(wrong, 'key-1');
  expect(await secondsLeft(malformed)).toBe(3_600);
  expect(await redis.ttl((await redis.keys('*job-request*'))[0] ?? '')).toBeLessThanOrEqual(3_600);
  const cancelled = await begin(links(3), 'key-2');
  await kept.cancel(OWNER, cancelled, false);
  expect(await secondsLeft(cancelled)).toBe(3_600);
  const mixed = await begin([...wrong, ...links(1)], 'key-3');
  const [entry] = await worked.issue(OWNER);
  if (entry === undefined) throw new Error('nothing was issued');
  await worked.start(entry);
  await worked.record(entry, [result(3, {})]);
  expect(await secondsLeft(mixed)).toBe(day);
});

/** Answers all links of a chunk but one, which waits for another attempt. */
async function postponeOne(entry: ChunkEntry, waiting: number): Promise<void> {
  const chunk = await startChunk(entry);
  const answered = chunk.links.filter(({ index }) => index !== waiting);
  await work.record(
    entry,
    answered.map(({ index }) => result(index, {})),
  );
  await work.postpone(entry, chunk, 60_000, [{ index: waiting, packed: UNAVAILABLE }]);
}
const UNAVAILABLE = failedResult('provider_unavailable', 'It failed.', 1_789_000_000_000);

test('a link that waits for another attempt is counted, with the time of the attempt', async () => {
  const id = await submit(links(12));
  const [first, second] = await work.issue(OWNER);
  if (first === undefined || second === undefined) throw new Error('nothing was issued');
  await postponeOne(first, 3);
  const job = await statusOf(id);
  expect(job).toMatchObject({ state: 'running', done: 9, retrying: 1 });
  expect(Math.abs((job.nextAttemptAt ?? 0) - job.readAt - 60_000)).toBeLessThan(5_000);
  expect(await store.list(OWNER)).toMatchObject([{ retrying: 1, nextAttemptAt: job.nextAttemptAt }]);
  expect((await store.inOrder(job, 0, 12)).map(({ index }) => index)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
  const all = await store.inOrder(job, 0, 12, true);
  expect(all.map(({ input }) => input)).toEqual(links(12).map(({ text }) => text));
  expect(all[3]).toMatchObject({ waitsFor: 'another attempt', data: JSON.parse(UNAVAILABLE) });
  expect(all[11]).toMatchObject({ waitsFor: 'first attempt', data: {} });
  expect(all[0]).not.toHaveProperty('waitsFor');
});

test('a link that succeeds at another attempt waits no longer', async () => {
  const id = await submit(links(2));
  const entry = await issueOne();
  await postponeOne(entry, 1);
  await redis.zadd('place-lookup:v1:jobs:owner-1:delayed', 0, (await delayedEntries())[0] ?? '');
  const [again] = await work.issue(OWNER);
  if (again === undefined) throw new Error('nothing was issued again');
  expect(await statusOf(id)).toMatchObject({ retrying: 1, nextAttemptAt: null });
  await answer(again);
  expect(await statusOf(id)).toMatchObject({ state: 'finished', done: 2, failed: 0, retrying: 0 });
});

test('when the waiting is ended, the failure of the last attempt is the result', async () => {
  const id = await submit(links(3));
  const entry = await issueOne();
  await postponeOne(entry, 1);
  expect(await store.endWaiting(OTHER, id)).toBeNull();
  expect(await statusOf(id)).toMatchObject({ retrying: 1 });
  expect(await store.endWaiting(OWNER, id)).toBe(true);
  const job = await statusOf(id);
  expect(job).toMatchObject({
    ...{ state: 'finished', done: 3, failed: 1, rows: 3, retrying: 0, nextAttemptAt: null },
    failures: { provider_unavailable: 1 },
  });
  expect((await store.completed(job, 2, 9)).map(({ data }) => data)).toEqual([JSON.parse(UNAVAILABLE)]);
  // It may be repeated, and the postponed chunk is not asked again.
  expect(await store.endWaiting(OWNER, id)).toBe(true);
  await redis.zadd('place-lookup:v1:jobs:owner-1:delayed', 0, (await delayedEntries())[0] ?? '');
  expect(await work.issue(OWNER)).toEqual([]);
});

test('ending the waiting does not affect links that were not asked', async () => {
  const id = await submit(links(12));
  const [first, second] = await work.issue(OWNER);
  if (first === undefined || second === undefined) throw new Error('nothing was issued');
  await postponeOne(first, 3);
  await store.endWaiting(OWNER, id);
  expect(await statusOf(id)).toMatchObject({ state: 'running', done: 10, failed: 1, retrying: 0 });
  await answer(second);
  expect(await statusOf(id)).toMatchObject({ state: 'finished', done: 12, failed: 1 });
});

const delayedEntries = () => redis.zrange('place-lookup:v1:jobs:owner-1:delayed', 0, '-1');

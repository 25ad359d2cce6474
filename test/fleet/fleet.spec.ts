import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { PROBE_LEASE_MS } from '../../src/shared-state/shared-breaker.js';
import { needsRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { expect, test } from '../support/test.js';
import { arrivals, type Replica, startReplica } from './fleet.js';

// Three processes and a real Redis. The clock of the second replica is five minutes ahead in every test; the third
// reaches Redis through a way that can be cut.

needsRedis();

const LOADS_PER_SECOND = 10;
const COOLDOWN_MS = 2_000;
const PROBE_RIGHT = 'place-lookup:v1:probe:default';
const ENV = {
  RATE_LIMIT_PER_MINUTE: '20',
  PROVIDER_LOADS_PER_MINUTE: String(60 * LOADS_PER_SECOND),
  BREAKER_COOLDOWN_MS: String(COOLDOWN_MS),
  FLEET_SIZE_HINT: '3',
  REQUEST_TIMEOUT_MS: '30000',
};
/** Places the HTTP fast path reads: one document each, and for the first a data answer. */
const PLACES = [
  'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  'ChIJsQOa74ZdHEcRBvpYsnFNnmw',
  'ChIJPqhM-SBdFrcRJMmxVnoP0-g',
  'ChIJsyF6Xw3MHkcRWhL4w7fmBJ0',
  'ChIJgFztkjtvGkcRNovSpZ5xwE8',
  'ChIJ8jgNnlpscQQRWAxu1zvxSQo',
] as const;
const details = (place: string = PLACES[0]) => `/api/details?placeid=${place}`;
const isDocument = (_host: string, path: string) => path.startsWith('/maps/place/');
/** Keys of an older and a newer version. */
const FOREIGN = [
  'place-lookup:v0:turns:default',
  'place-lookup:v2:breaker:default',
  'place-lookup:v2:points:x',
];

let standIn: StandIn;
let redis: RedisServer;
let way: TcpProxy;
let replicas: Replica[] = [];
test.beforeAll(async () => {
  [standIn, redis] = await Promise.all([startStandIn(), startRedis({ password: 'fleet' })]);
  way = await startTcpProxy(redis.port);
  for (const key of FOREIGN) await redis.command('SET', key, 'of another version');
  replicas = await Promise.all([
    startReplica(standIn, { redisUrl: redis.url, env: ENV }),
    startReplica(standIn, { redisUrl: redis.url, env: ENV, isAhead: true }),
    startReplica(standIn, { redisUrl: redis.url.replace(`:${redis.port}`, `:${way.port}`), env: ENV }),
  ]);
});
test.afterAll(async () => {
  await Promise.all(replicas.map(({ process }) => process.kill()));
  await way?.close();
  await Promise.all([redis?.close(), standIn?.close()]);
});
test.beforeEach(async () => {
  standIn.reset();
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
  await expect.poll(() => providers()).toEqual(['ok', 'ok', 'ok']);
});

const one = (index: number): Replica => {
  const replica = replicas[index];
  if (replica === undefined) throw new Error('no such replica');
  return replica;
};
const eachReady = () => Promise.all(replicas.map((replica) => replica.ready()));
const health = async () => (await eachReady()).map(({ sharedState }) => sharedState);
const providers = async () => (await eachReady()).map(({ provider }) => provider);
const breakers = () => Promise.all(replicas.map((replica) => replica.metric('breaker_state')));

/** All replicas ask for all places again and again, past the caches, until `work` is done. */
async function askDuring(work: Promise<void>): Promise<void> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const clients = replicas.flatMap((replica) => PLACES.map((place) => ({ replica, place })));
  await Promise.all([
    ended,
    ...clients.map(async ({ replica, place }) => {
      while (!isDone) {
        const { status, code } = await replica.get(details(place), { fresh: true });
        expect(status, code ?? '').toBe(200);
      }
    }),
  ]);
}

/** So many loads arrive from now on. */
async function moreLoads(count: number): Promise<void> {
  const wanted = arrivals(standIn).length + count;
  await expect.poll(() => arrivals(standIn).length, { intervals: [50] }).toBeGreaterThanOrEqual(wanted);
}

/** Asks during `work` and counts the loads that arrived: no more than the limit allows in the time until the last one. */
async function expectWithinLimit(work: Promise<void>): Promise<number> {
  const since = performance.now();
  await askDuring(work);
  const times = arrivals(standIn).filter((at) => at >= since);
  const seconds = ((times.at(-1) ?? since) - since) / 1_000;
  // One for each replica may have had its turn before.
  expect(times.length).toBeLessThanOrEqual(Math.ceil(seconds * LOADS_PER_SECOND) + replicas.length);
  return times.length;
}

/** The turns that Redis gave, in microseconds of its clock, without those that were given back. */
function turnsGiven(lines: readonly string[]): number[] {
  const turns: number[] = [];
  for (const line of lines) {
    const [, at, how] = /"SET" "place-lookup:v1:turns:default" "(\d+)" "(\w+)"/.exec(line) ?? [];
    if (how === 'KEEPTTL') turns.pop();
    else if (at !== undefined) turns.push(Number(at));
  }
  return turns;
}

test('a client has one allowance at all replicas, and a refused request costs nothing', async () => {
  const client = '192.0.2.1';
  const statuses: number[] = [];
  for (let request = 0; request < 24; request += 1)
    statuses.push((await one(request % 3).get('/api/info', { client })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
  const other = await one(0).get('/api/info', { client: '192.0.2.2' });
  expect(other).toMatchObject({ status: 200 });
  expect(other.headers.get('ratelimit')).toMatch(/r=19/);
});

test('loads of all replicas together stay within the limit', async () => {
  const commands = await redis.monitor();
  const loads = await expectWithinLimit(moreLoads(2 * LOADS_PER_SECOND));
  const turns = turnsGiven(await commands.end());
  // Exactly, by one clock: turns keep their distance, and every load had one. On a machine that stands still for longer
  // than Redis is waited for, a replica may have used its own part of the limit for a moment.
  if (replicas.every((replica) => changesOf(replica).length === 1))
    expect(turns.length).toBeGreaterThanOrEqual(loads);
  const distances = turns.slice(1).map((at, index) => at - (turns[index] ?? 0));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(1_000_000 / LOADS_PER_SECOND);
});

test('the limit holds when Redis loses its data or evicts it', async () => {
  const used = Number(/used_memory:(\d+)/.exec(await redis.command('INFO', 'memory'))?.[1]);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-random');
  await redis.command('CONFIG', 'SET', 'maxmemory', String(used + 200_000));
  const junk = `for i = 1, 3000 do redis.call('SET', 'junk' .. i, string.rep('x', 200), 'EX', 5) end`;
  const lose = async () => {
    for (let times = 0; times < 4; times += 1) {
      await redis.command('EVAL', junk, '0');
      await moreLoads(3);
    }
    await redis.command('FLUSHALL');
    await moreLoads(LOADS_PER_SECOND);
  };
  await expectWithinLimit(lose());
  expect(Number(/evicted_keys:(\d+)/.exec(await redis.command('INFO', 'stats'))?.[1])).toBeGreaterThan(0);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  // A replica that waited too long on a busy machine comes back by itself.
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
});

test('clients that leave burn no turns', async () => {
  const commands = await redis.monitor();
  const leaving = new AbortController();
  const left = PLACES.map((place) =>
    one(0)
      .get(details(place), { fresh: true, signal: leaving.signal })
      .catch(() => null),
  );
  await expect.poll(() => arrivals(standIn).length, { intervals: [5] }).toBeGreaterThanOrEqual(1);
  leaving.abort();
  await Promise.all(left);
  await expect.poll(() => one(0).metric('queue_length')).toBe(0);
  const before = arrivals(standIn).length;
  expect(before).toBeLessThan(PLACES.length);
  for (const index of [1, 2]) expect((await one(index).get(details(), { fresh: true })).status).toBe(200);
  expect(arrivals(standIn)).toHaveLength(before + 2);
  // One may have left after its load had begun.
  expect(turnsGiven(await commands.end()).length).toBeLessThanOrEqual(before + 3);
});

test('a block page that one replica meets stops all; FLUSHALL changes nothing; one probes', async () => {
  const repair = standIn.fault({ kind: 'block_page', match: isDocument });
  expect(await one(0).get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  const met = performance.now();
  await expect.poll(breakers, { intervals: [20] }).toEqual([2, 2, 2]);
  await redis.command('FLUSHALL');
  repair();
  standIn.requests.length = 0;
  for (const replica of replicas)
    expect(await replica.get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  expect(standIn.requests).toEqual([]);

  await expect.poll(breakers, { intervals: [20] }).toEqual([1, 1, 1]);
  expect(performance.now() - met).toBeGreaterThan(COOLDOWN_MS - 200);
  // Long enough that the others ask while it is under way.
  standIn.fault({ kind: 'delay', ms: 1_500, match: isDocument, times: 1 });
  const answers = await Promise.all(replicas.map((replica) => replica.get(details(), { fresh: true })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
  // The probe, and the one lookup whose replica made it.
  expect(arrivals(standIn)).toHaveLength(2);
  await expect.poll(breakers, { intervals: [20] }).toEqual([0, 0, 0]);
  for (const replica of replicas) expect((await replica.get(details(), { fresh: true })).status).toBe(200);
});

/** While Redis is away: ready, degraded, and answers within REQUEST_TIMEOUT_MS. */
async function expectGoingOn(concerned: readonly Replica[]): Promise<void> {
  for (const replica of concerned) {
    const first = await replica.get(details(), { fresh: true });
    expect(first).toMatchObject({ status: 200 });
    await expect.poll(() => replica.ready()).toMatchObject({ status: 200, sharedState: 'degraded' });
    expect(await replica.metric('shared_state_degraded')).toBe(1);
    const client = '192.0.2.9';
    const info = await replica.get('/api/info', { client });
    expect(info).toMatchObject({ status: 200 });
  }
}
const changesOf = ({ process }: Replica) => process.log.flatMap(({ sharedState }) => sharedState ?? []);

test('a frozen Redis: all go on at once, each with its part of the limit, and come back by themselves', async () => {
  const logged = replicas.map((replica) => changesOf(replica).length);
  redis.freeze();
  try {
    await Promise.all(replicas.map((replica) => expectGoingOn([replica])));
    await expectWithinLimit(moreLoads(LOADS_PER_SECOND));
  } finally {
    redis.thaw();
  }
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
  for (const [index, replica] of replicas.entries()) {
    const changes = changesOf(replica).slice(logged[index]);
    // One line for each change; a busy machine may make it change twice.
    expect(changes.length).toBeLessThanOrEqual(4);
    expect(changes).toEqual(changes.map((_, line) => (line % 2 === 0 ? 'degraded' : 'ok')));
  }
});

test('a killed Redis, and an empty one that comes back', async () => {
  await redis.kill();
  await expectGoingOn(replicas);
  await redis.start();
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
  expect((await one(1).get(details(), { fresh: true })).status).toBe(200);
  for (const key of FOREIGN) await redis.command('SET', key, 'of another version');
});

test('a Redis that is out of memory: no client sees an error', async () => {
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await expectGoingOn(replicas);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
});

test('one replica that is cut off goes on by itself; the others do not notice', async () => {
  way.cut();
  await expectGoingOn([one(2)]);
  expect(await health()).toEqual(['ok', 'ok', 'degraded']);
  for (const index of [0, 1]) expect((await one(index).get(details(), { fresh: true })).status).toBe(200);
  way.mend();
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
});

test('a probe whose replica is killed does not leave the others stuck', async () => {
  const repair = standIn.fault({ kind: 'block_page', match: isDocument });
  expect(await one(2).get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  repair();
  await expect.poll(breakers, { intervals: [20] }).toEqual([2, 2, 2]);
  await expect.poll(breakers, { intervals: [20] }).toEqual([1, 1, 1]);
  standIn.requests.length = 0;
  const release = standIn.fault({ kind: 'hang', match: isDocument });
  const probe = one(2)
    .get(details(), { fresh: true })
    .catch(() => 'killed');
  await expect.poll(() => arrivals(standIn).length).toBe(1);
  await one(2).process.kill();
  expect(await probe).toBe('killed');
  release();
  const rest = [one(0), one(1)];
  expect(await one(0).get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  // The right of the killed replica expires by itself. Nothing is waited for but the end.
  const leftMs = Number((await redis.command('PTTL', PROBE_RIGHT)).replace(':', ''));
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(PROBE_LEASE_MS);
  await redis.command('PEXPIRE', PROBE_RIGHT, '300');
  await expect
    .poll(
      async () =>
        (await Promise.all(rest.map((replica) => replica.get(details(), { fresh: true })))).map(
          ({ status }) => status,
        ),
      { intervals: [250] },
    )
    .toEqual([200, 200]);
  replicas[2] = await startReplica(standIn, { redisUrl: redis.url, env: ENV });
});

test('the clock of one replica was five minutes ahead all the time, and keys of other versions were left alone', async () => {
  const line = one(1).process.log.at(-1);
  expect(Number(line?.time) - Date.now()).toBeGreaterThan(200_000);
  for (const key of FOREIGN) expect(await redis.command('GET', key)).toContain('of another version');
});

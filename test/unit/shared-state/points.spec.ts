import type { Redis } from 'ioredis';
import { createRateLimits, type Payer } from '../../../src/http/rate-limits.js';
import type { SharedState } from '../../../src/shared-state/connection.js';
import { createSharedPoints } from '../../../src/shared-state/points.js';
import { SharedStateUnavailable } from '../../../src/shared-state/redis-failures.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { replicaOf } from '../../support/shared-states.js';
import { expect, test } from '../../support/test.js';

needsRedis();

const someone: Payer = { client: 'address 192.0.2.7', isKey: false, network: null };

let redis: RedisServer;
let states: SharedState[];
test.beforeAll(async () => {
  redis = await startRedis();
});
test.beforeEach(async () => {
  await redis.command('FLUSHALL');
  states = await Promise.all([replicaOf(redis.url), replicaOf(redis.url)]);
});
test.afterEach(() => {
  for (const state of states) state.close();
});
test.afterAll(() => redis?.close());

/** The limits of two replicas. */
const limitsOf = (perMinute: number) =>
  states.map((state) => {
    const limits = createRateLimits(perMinute, (window) => createSharedPoints(state, window));
    if (limits === null) throw new Error('there is no limit');
    return limits;
  });

test('a client has one allowance at all replicas, and a refused request costs nothing', async () => {
  const [one, two] = limitsOf(10);
  expect(await one?.take(someone, 6)).toMatchObject({ granted: true, remaining: 4 });
  expect(await two?.take(someone, 6)).toMatchObject({ granted: false, remaining: 4 });
  expect(await two?.take(someone, 4)).toMatchObject({ granted: true, remaining: 0 });
  expect(await one?.take(someone, 1)).toMatchObject({ granted: false, remaining: 0 });
});

test('concurrent requests get at most the points there are, and refused requests cost nothing', async () => {
  const limits = limitsOf(30);
  const all = Array.from({ length: 60 }, (_, index) => limits[index % 2]?.take(someone, 1));
  const granted = (await Promise.all(all)).filter((allowance) => allowance?.granted);
  expect(granted.length).toBeLessThanOrEqual(30);
  // Two concurrent requests may refuse each other. Their points are given back.
  const rest = 30 - granted.length;
  if (rest > 0) expect(await limits[0]?.take(someone, rest)).toMatchObject({ granted: true });
  expect(await limits[1]?.take(someone, 1)).toMatchObject({ granted: false, remaining: 0 });
});

test('another replica can give points back, and never more than were taken', async () => {
  const [one, two] = limitsOf(10);
  await one?.take(someone, 6);
  expect(await two?.giveBack(someone, 4)).toMatchObject({ remaining: 8 });
  expect(await two?.giveBack(someone, 9)).toMatchObject({ remaining: 10 });
  expect(await one?.take(someone, 10)).toMatchObject({ granted: true });
  expect(await two?.take(someone, 1)).toMatchObject({ granted: false });
});

test('replicas share the allowance of a network', async () => {
  const [one, two] = limitsOf(10);
  const at = (index: number): Payer => ({
    client: `address ${index}`,
    isKey: false,
    network: '2001:db8::/48',
  });
  for (let index = 0; index < 4; index += 1)
    expect(await (index % 2 === 0 ? one : two)?.take(at(index), 10)).toMatchObject({ granted: true });
  expect(await one?.take(at(9), 1)).toMatchObject({ granted: false });
});

test('Redis holds neither addresses nor names of keys in plain text, and every key expires', async () => {
  const [one] = limitsOf(10);
  await one?.take({ ...someone, network: '192.0.2.0/24' }, 1);
  await one?.take({ client: 'key shop', isKey: true, network: null }, 1);
  const keys = (await redis.command('KEYS', '*')).match(/place-lookup:\S+/g) ?? [];
  expect(keys.filter((key) => key.includes(':points:'))).toHaveLength(3);
  expect(keys.join()).not.toMatch(/192|shop|address/);
  for (const key of keys) expect(await redis.command('PTTL', key)).toMatch(/^:[1-9]/);
});

test('while Redis cannot be reached each replica counts points by itself', async () => {
  const [state] = states;
  if (state === undefined) throw new Error('no replica');
  let isCut = false;
  const cut = {
    ...state,
    run: async <T>(commands: (client: Redis) => Promise<T>) => {
      if (isCut) throw new SharedStateUnavailable();
      return state.run(commands);
    },
  };
  const limits = createRateLimits(2, (window) => createSharedPoints(cut, window));
  await limits?.take(someone, 2);
  isCut = true;
  const decided = [];
  for (let times = 0; times < 3; times += 1) decided.push((await limits?.take(someone, 1))?.granted);
  expect(decided).toEqual([true, true, false]);
  expect(await limits?.giveBack(someone, 1)).toMatchObject({ remaining: 1 });
  isCut = false;
  expect(await limits?.take(someone, 1)).toMatchObject({ granted: false });
});

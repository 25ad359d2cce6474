import { AppError } from '../../../src/contract/errors.js';
import { deferred } from '../../../src/runtime/deferred.js';
import type { SharedState } from '../../../src/shared-state/connection.js';
import { createSharedBreaker } from '../../../src/shared-state/shared-breaker.js';
import { type Breaker, type BreakerState, createBreaker } from '../../../src/traffic/breaker.js';
import { madeUp } from '../../support/made-up.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { replicaOf } from '../../support/shared-states.js';
import { expect, test } from '../../support/test.js';

needsRedis();

const fine = async () => undefined;
const blocked = () => Promise.reject(new AppError('provider_blocked', madeUp('made up')));
const { signal } = new AbortController();
const asking = { signal };

interface Replica {
  readonly breaker: Breaker;
  readonly state: SharedState;
  readonly pauses: number[];
  readonly changes: BreakerState[];
  /** How its probes end, and how many there were. */
  answer: () => Promise<void>;
  probes: number;
}

let redis: RedisServer;
const replicas: Replica[] = [];
test.beforeAll(async () => {
  redis = await startRedis();
});
test.beforeEach(() => redis.command('FLUSHALL'));
test.afterEach(() => {
  for (const { state } of replicas.splice(0)) state.close();
});
test.afterAll(() => redis?.close());

async function replica(cooldownMs: number, group = 'default'): Promise<Replica> {
  const state = await replicaOf(redis.url, group);
  const pauses: number[] = [];
  const changes: BreakerState[] = [];
  const breaker = createBreaker({
    cooldownMs,
    probe: () => {
      made.probes += 1;
      return made.answer();
    },
    onChange: (change, pauseMs) => {
      changes.push(change);
      if (change === 'open') pauses.push(pauseMs);
    },
    shared: createSharedBreaker(state),
  });
  const made: Replica = { breaker, state, pauses, changes, answer: fine, probes: 0 };
  replicas.push(made);
  return made;
}
const two = async (cooldownMs: number) => [await replica(cooldownMs), await replica(cooldownMs)] as const;
const meetBlockPage = async ({ breaker }: Replica) => {
  await expect(breaker.load(blocked)).rejects.toMatchObject({ code: 'provider_blocked' });
};
const probeBlocked = async (replica: Replica) => {
  replica.answer = blocked;
  await expect(replica.breaker.passable(asking)).rejects.toMatchObject({ code: 'provider_blocked' });
};
const until = ({ breaker }: Replica, state: BreakerState, timeout = 2_000) =>
  expect.poll(breaker.state, { intervals: [10], timeout }).toBe(state);

test('a block page that one replica meets stops the other within a second', async () => {
  const [one, other] = await two(60_000);
  await meetBlockPage(one);
  await until(other, 'open', 1_000);
  await expect(other.breaker.load(fine)).rejects.toMatchObject({
    retryAfterSeconds: expect.any(Number),
  });
  // A replica that starts later as well.
  const late = await replica(60_000);
  await until(late, 'open', 1_000);
});

test('another egress group is not concerned', async () => {
  const one = await replica(60_000);
  const other = await replica(60_000, 'elsewhere');
  await meetBlockPage(one);
  const third = await replica(60_000);
  await until(third, 'open', 1_000);
  expect(other.breaker.state()).toBe('closed');
});

test('two that meet a block page at the same time open once, for one pause', async () => {
  const [one, other] = await two(400);
  await Promise.all([meetBlockPage(one), meetBlockPage(other)]);
  await Promise.all([until(one, 'half_open'), until(other, 'half_open')]);
  expect([one.pauses, other.pauses]).toEqual([[400], [400]]);
});

test('after the pause one replica probes; its success closes all of them', async () => {
  const [one, other] = await two(300);
  await meetBlockPage(one);
  await Promise.all([until(one, 'half_open'), until(other, 'half_open')]);
  const answer = deferred<void>();
  const begun = deferred<void>();
  one.answer = () => {
    begun.resolve();
    return answer.promise;
  };
  const passing = one.breaker.passable(asking);
  await begun.promise;
  await expect(other.breaker.passable(asking)).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(other.probes).toBe(0);
  answer.resolve();
  await passing;
  expect(one.breaker.state()).toBe('closed');
  // It need not wait to be told.
  await other.breaker.passable(asking);
  expect(other.breaker.state()).toBe('closed');
  expect(other.probes).toBe(0);
});

test('a probe that fails doubles the pause of all, whichever replica makes the next one', async () => {
  const [one, other] = await two(150);
  await meetBlockPage(one);
  await until(other, 'half_open');
  await probeBlocked(other);
  await expect.poll(() => one.pauses).toEqual([150, 300]);
  await until(one, 'half_open');
  await until(other, 'half_open');
  await probeBlocked(one);
  await expect.poll(() => other.pauses).toEqual([150, 300, 600]);
  expect(one.pauses).toEqual([150, 300, 600]);
});

test('a probe that decides nothing frees the right to probe', async () => {
  const [one, other] = await two(200);
  await meetBlockPage(one);
  await until(other, 'half_open');
  await until(one, 'half_open');
  one.answer = () => Promise.reject(new AppError('browser_unavailable', madeUp('made up')));
  await expect(one.breaker.passable(asking)).rejects.toMatchObject({ code: 'browser_unavailable' });
  await expect.poll(() => redis.command('EXISTS', 'place-lookup:v1:probe:default')).toBe(':0');
  await other.breaker.passable(asking);
  await until(one, 'closed');
});

test('a replica that lost the right to probe decides nothing', async () => {
  const [one, other] = await two(200);
  await meetBlockPage(one);
  await until(other, 'half_open');
  await until(one, 'half_open');
  const slow = deferred<void>();
  const begun = deferred<void>();
  one.answer = () => {
    begun.resolve();
    return slow.promise;
  };
  const outdated = one.breaker.passable(asking);
  await begun.promise;
  // As when its holder was stopped for longer than the lease lasts.
  await redis.command('DEL', 'place-lookup:v1:probe:default');
  const held = deferred<void>();
  other.answer = () => held.promise;
  const second = other.breaker.passable(asking);
  await expect.poll(() => redis.command('EXISTS', 'place-lookup:v1:probe:default')).toBe(':1');
  slow.resolve();
  await expect(outdated).rejects.toMatchObject({ code: 'provider_blocked' });
  expect([one.breaker.state(), other.breaker.state()]).toEqual(['half_open', 'half_open']);
  held.resolve();
  await second;
  await until(one, 'closed');
});

test('what a replica decided while Redis was away is told when it is back', async () => {
  const [one, other] = await two(1_500);
  redis.freeze();
  await meetBlockPage(one);
  await expect.poll(() => one.state.health()).toBe('degraded');
  redis.thaw();
  await until(other, 'open', 6_000);
  // And the other way round: it closes by itself.
  await until(one, 'half_open', 5_000);
  await until(other, 'half_open', 5_000);
  redis.freeze();
  await expect.poll(() => one.state.health()).toBe('degraded');
  await one.breaker.passable(asking);
  expect(one.breaker.state()).toBe('closed');
  redis.thaw();
  await until(other, 'closed', 6_000);
});

test('FLUSHALL closes nothing: the pause is remembered, and recorded again', async () => {
  const [one, other] = await two(60_000);
  await meetBlockPage(one);
  await until(other, 'open');
  await redis.command('FLUSHALL');
  await expect.poll(() => redis.command('EXISTS', 'place-lookup:v1:breaker:default')).toBe(':1');
  expect([one.breaker.state(), other.breaker.state()]).toEqual(['open', 'open']);
  const late = await replica(60_000);
  await until(late, 'open');
  expect(late.pauses).toEqual([60_000]);
});

test('every key expires', async () => {
  const [one] = await two(100);
  await meetBlockPage(one);
  await until(one, 'half_open');
  const answer = deferred<void>();
  one.answer = () => answer.promise;
  const probe = one.breaker.passable(asking);
  await expect.poll(() => redis.command('EXISTS', 'place-lookup:v1:probe:default')).toBe(':1');
  const keys = (await redis.command('KEYS', '*')).match(/place-lookup:\S+/g) ?? [];
  expect(keys.length).toBeGreaterThanOrEqual(3);
  for (const key of keys) expect(await redis.command('PTTL', key)).toMatch(/^:[1-9]/);
  answer.resolve();
  await probe;
});

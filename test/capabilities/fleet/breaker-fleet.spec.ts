import { joinBreaker, PROBE_LEASE_MS } from '../../../src/capabilities/fleet/join-breaker.js';
import { createSharedBreaker } from '../../../src/capabilities/fleet/shared-breaker.js';
import type { SharedState } from '../../../src/capabilities/fleet/shared-state.js';
import { AppError, BROWSER_UNAVAILABLE, PROVIDER_BLOCKED } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { type Breaker, type BreakerState, createBreaker } from '../../../src/core/traffic/breaker.js';
import { SharedStateUnavailable } from '../../../src/core/traffic/shared.js';
import { madeUp } from '../../support/made-up.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { replicaOf, type SharedDatabase, sharedDatabase } from '../../support/shared-states.js';
import { expect, test } from '../../support/test.js';

needsPostgres();

const fine = async () => undefined;
const blocked = () => Promise.reject(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
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
  /** While true, it cannot reach the database. */
  isCut: boolean;
  /** What the answers of the database wait for. */
  delay: Promise<unknown>;
}

/** Replicas look for changes this many times as often as in operation. */
const HASTE = 10;

let database: SharedDatabase;
const replicas: Replica[] = [];
test.beforeAll(async () => {
  database = await sharedDatabase();
});
test.beforeEach(() => database.empty());
test.afterEach(() => {
  for (const { state } of replicas.splice(0)) state.close();
});

async function replica(cooldownMs: number, group = 'default'): Promise<Replica> {
  const state = await replicaOf(database.url, group);
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
    join: (pause) =>
      joinBreaker(
        createSharedBreaker({
          egressGroup: state.egressGroup,
          query: (async (statement, values) => {
            if (made.isCut) throw new SharedStateUnavailable();
            const rows = await state.query(statement, values);
            await made.delay;
            return rows;
          }) as SharedState['query'],
          repeat: (ms, work) => state.repeat(ms / HASTE, work),
        }),
        pause,
      ),
  });
  const made: Replica = {
    ...{ breaker, state, pauses, changes, answer: fine, probes: 0, isCut: false },
    delay: Promise.resolve(),
  };
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
/** Whether a replica has the right to probe. */
const isProbing = async () =>
  (await database.rows('select probe from shared_breaker where probe_until > now()')).length > 0;
/** Ends the right to probe, as time does when its holder stands still. */
const endProbe = () => database.run("update shared_breaker set probe_until = '-infinity'");
const until = ({ breaker }: Replica, state: BreakerState) =>
  expect.poll(breaker.state, { intervals: [10] }).toBe(state);

test('a block page that one replica meets stops its egress group, with replicas that start later', async () => {
  const [one, other] = await two(60_000);
  const elsewhere = await replica(60_000, 'elsewhere');
  await meetBlockPage(one);
  await until(other, 'open');
  await expect(other.breaker.load(fine)).rejects.toMatchObject({
    retryAfterSeconds: expect.any(Number),
  });
  await until(await replica(60_000), 'open');
  expect(elsewhere.breaker.state()).toBe('closed');
});

test('two replicas that meet a block page at the same time open once, for one pause', async () => {
  const [one, other] = await two(150);
  await Promise.all([meetBlockPage(one), meetBlockPage(other)]);
  await Promise.all([until(one, 'half_open'), until(other, 'half_open')]);
  expect([one.pauses, other.pauses]).toEqual([[150], [150]]);
});

test('a pause that ends before the database has answered is begun and recorded once', async () => {
  const [one, other] = await two(60);
  const answered = deferred<void>();
  one.delay = answered.promise;
  await meetBlockPage(one);
  await until(other, 'half_open');
  // The replica has looked for changes several times, and its own pause is over, too.
  await until(one, 'half_open');
  answered.resolve();
  await probeBlocked(other);
  await expect.poll(() => one.pauses).toEqual([60, 120]);
  expect(other.pauses).toEqual([60, 120]);
});

test('after the pause one replica probes, and its success closes all replicas', async () => {
  const [one, other] = await two(100);
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
  // The next request of the other replica asks the database itself.
  await other.breaker.passable(asking);
  expect(other.breaker.state()).toBe('closed');
  expect(other.probes).toBe(0);
});

test('a probe that fails doubles the pause of all replicas, whichever replica makes the next probe', async () => {
  const [one, other] = await two(60);
  await meetBlockPage(one);
  await until(other, 'half_open');
  await probeBlocked(other);
  await expect.poll(() => one.pauses).toEqual([60, 120]);
  await until(one, 'half_open');
  await until(other, 'half_open');
  await probeBlocked(one);
  await expect.poll(() => other.pauses).toEqual([60, 120, 240]);
  expect(one.pauses).toEqual([60, 120, 240]);
});

test('a probe that proves nothing releases the right to probe', async () => {
  const [one, other] = await two(100);
  await meetBlockPage(one);
  await until(other, 'half_open');
  await until(one, 'half_open');
  one.answer = () => Promise.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('made up')));
  await expect(one.breaker.passable(asking)).rejects.toMatchObject({ code: 'browser_unavailable' });
  await expect.poll(isProbing).toBe(false);
  await other.breaker.passable(asking);
  await until(one, 'closed');
});

test('a replica that lost the right to probe decides nothing', async () => {
  const [one, other] = await two(100);
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
  // The lease ends, as when its holder stands still for too long.
  await endProbe();
  const held = deferred<void>();
  other.answer = () => held.promise;
  const second = other.breaker.passable(asking);
  await expect.poll(isProbing).toBe(true);
  slow.resolve();
  await expect(outdated).rejects.toMatchObject({ code: 'provider_blocked' });
  expect([one.breaker.state(), other.breaker.state()]).toEqual(['half_open', 'half_open']);
  held.resolve();
  await second;
  await until(one, 'closed');
});

test('the right to probe of a replica that is gone expires, and another replica probes', async () => {
  const [gone, other] = await two(100);
  await meetBlockPage(gone);
  await Promise.all([until(gone, 'half_open'), until(other, 'half_open')]);
  const begun = deferred<void>();
  gone.answer = () => {
    begun.resolve();
    return new Promise(() => undefined);
  };
  void gone.breaker.passable(asking);
  await begun.promise;
  gone.isCut = true;
  await expect(other.breaker.passable(asking)).rejects.toMatchObject({ code: 'provider_blocked' });
  const [right] = await database.rows<{ left_ms: number }>(
    'select extract(epoch from probe_until - now())::float8 * 1000 as left_ms from shared_breaker',
  );
  expect(right?.left_ms).toBeGreaterThan(0);
  expect(right?.left_ms).toBeLessThanOrEqual(PROBE_LEASE_MS);
  await endProbe();
  await expect.poll(isProbing).toBe(false);
  await other.breaker.passable(asking);
  expect([other.breaker.state(), other.probes]).toEqual(['closed', 1]);
});

test('a decision of a replica that could not reach the database is published when it reaches the database again', async () => {
  const [one, other] = await two(2_000);
  one.isCut = true;
  await meetBlockPage(one);
  one.isCut = false;
  await until(other, 'open');
  await Promise.all([until(one, 'half_open'), until(other, 'half_open')]);
  one.isCut = true;
  await one.breaker.passable(asking);
  expect([one.breaker.state(), other.breaker.state()]).toEqual(['closed', 'half_open']);
  one.isCut = false;
  await until(other, 'closed');
});

test('after the tables are emptied, replicas keep the pause and record it again', async () => {
  const [one, other] = await two(60_000);
  await meetBlockPage(one);
  await until(other, 'open');
  await database.empty();
  await expect
    .poll(() => database.rows('select era from shared_breaker where era is not null'))
    .toHaveLength(1);
  expect([one.breaker.state(), other.breaker.state()]).toEqual(['open', 'open']);
  const late = await replica(60_000);
  await until(late, 'open');
  expect(late.pauses).toEqual([60_000]);
});

test('a pause and a right to probe that the clock of the database has moved far ahead are over', async () => {
  const [one, other] = await two(60_000);
  await meetBlockPage(one);
  await until(other, 'open');
  await database.run(
    "update shared_breaker set until = until + interval '1 day', probe = 7, probe_until = now() + interval '1 day'",
  );
  const late = await replica(60_000);
  await until(late, 'half_open');
  await late.breaker.passable(asking);
  expect(late.probes).toBe(1);
  await until(late, 'closed');
});

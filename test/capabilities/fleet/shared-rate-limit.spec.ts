import {
  createSharedRateLimit,
  type SharedTurns,
  type TurnAnswer,
} from '../../../src/capabilities/fleet/fleet-rate-limit.js';
import { AppError, BROWSER_UNAVAILABLE, CLIENT_GONE } from '../../../src/core/errors.js';
import { createProviderRateLimit } from '../../../src/core/traffic/provider-rate-limit.js';
import type { SharedHealth } from '../../../src/core/traffic/shared.js';
import { madeUp } from '../../support/made-up.js';
import { newScope, queueOf } from '../../support/queued-loads.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

const GONE = new AppError(CLIENT_GONE, madeUp('made up'));

/** Turns of the whole fleet at a limit of 60 a minute, and a replica that asks for them. */
function setUp({ now, sleep }: VirtualTime, pages = 100) {
  let last = Number.NEGATIVE_INFINITY;
  let health: SharedHealth = 'ok';
  let listener: (health: SharedHealth) => void = () => undefined;
  const asked: boolean[] = [];
  const given: string[] = [];
  const givenBack: string[] = [];
  const turns: SharedTurns = {
    ask: async (isSingle): Promise<TurnAnswer> => {
      await sleep(1);
      if (health === 'degraded') throw new Error('not available');
      asked.push(isSingle);
      if (now() < last + 1_000) return { waitMs: last + 1_000 - now() };
      last = now();
      given.push(String(last));
      return { turn: String(last) };
    },
    giveBack: async (turn) => {
      givenBack.push(turn);
      if (turn === String(last)) last -= 1_000;
    },
  };
  const rateLimit = createSharedRateLimit({
    perMinute: 60,
    processes: 4,
    turns,
    state: { health: () => health, onChange: (next) => (listener = next) },
  });
  const change = (next: SharedHealth) => {
    health = next;
    listener(next);
  };
  return { ...queueOf({ rateLimit, pages }), asked, given, givenBack, change };
}

test('loads begin one by one, as the fleet gives turns, single requests first', async () => {
  await inVirtualTime(async (time) => {
    const { load, begun, asked } = setUp(time);
    load('bulk', newScope('bulk'));
    load('list', newScope('list'));
    load('single', newScope());
    await time.sleep(10_000);
    expect(begun).toEqual(['single', 'bulk', 'list']);
    // Asked for the bulk link, which came first; the single request took the turn.
    expect(asked.slice(0, 3)).toEqual([false, false, false]);
    expect(asked.length).toBeLessThan(8);
  });
});

test('a single request that comes while a bulk link waits asks for a turn at once', async () => {
  await inVirtualTime(async (time) => {
    const { load, asked } = setUp(time);
    load('first', newScope('bulk'));
    await time.sleep(10);
    load('bulk', newScope('bulk'));
    await time.sleep(10);
    expect(asked).toEqual([false, false]);
    load('single', newScope());
    await time.sleep(10);
    expect(asked).toEqual([false, false, true]);
  });
});

test('a hundred waiting loads ask for turns no more often than one load', async () => {
  await inVirtualTime(async (time) => {
    const { load, asked, begun } = setUp(time);
    for (let loads = 0; loads < 100; loads += 1) load('load', newScope());
    await time.sleep(10_500);
    expect(begun.length).toBeGreaterThanOrEqual(10);
    expect(asked.length).toBeLessThanOrEqual(24);
  });
});

test('clients that leave use no turn: no turn is asked for, and a late turn is given back', async () => {
  await inVirtualTime(async (time) => {
    const { load, given, givenBack, begun } = setUp(time);
    load('first', newScope());
    await time.sleep(100);
    const leaving = Array.from({ length: 20 }, () => newScope());
    for (const scope of leaving) load('left', scope);
    await time.sleep(100);
    for (const scope of leaving) scope.abort(GONE);
    await time.sleep(5_000);
    expect([begun, given.length]).toEqual([['first'], 1]);
    // This one leaves while it is asked for.
    const late = newScope();
    load('late', late);
    late.abort(GONE);
    await time.sleep(100);
    expect(givenBack).toEqual(given.slice(1));
    load('next', newScope());
    await time.sleep(10);
    expect(begun).toEqual(['first', 'next']);
  });
});

test('no turn is asked for while no page is free', async () => {
  await inVirtualTime(async (time) => {
    const { load, begun, given } = setUp(time, 1);
    const over = load('first', newScope());
    load('second', newScope());
    await time.sleep(10_000);
    expect([begun, given.length]).toEqual([['first'], 1]);
    over();
    await time.sleep(10);
    expect(begun).toEqual(['first', 'second']);
  });
});

test('a load that cannot begin gives its turn back', async () => {
  await inVirtualTime(async (time) => {
    const { queue, givenBack } = setUp(time);
    const broken = () => Promise.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('made up')));
    await expect(queue.enter(newScope(), 'page', broken)).rejects.toMatchObject({
      code: 'browser_unavailable',
    });
    expect(givenBack).toHaveLength(1);
  });
});

test('while the database cannot be used, a replica has its part of the limit, from an empty bucket', async () => {
  await inVirtualTime(async (time) => {
    const { load, begun, change } = setUp(time);
    for (let loads = 0; loads < 100; loads += 1) load('load', newScope('single', 300_000));
    await time.sleep(3_500);
    const before = begun.length;
    change('degraded');
    await time.sleep(3_900);
    expect(begun).toHaveLength(before);
    // 60 a minute of four replicas: one of them has one in four seconds.
    await time.sleep(60_000);
    expect(begun.length - before).toBe(15);
    change('ok');
    const then = begun.length;
    await time.sleep(10_000);
    expect(begun.length - then).toBeGreaterThanOrEqual(9);
  });
});

test('a limit of less than one load a minute gives a turn after some minutes', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const rateLimit = createProviderRateLimit(1 / 4, { isEmpty: true, max: 1 });
    await sleep(239_000);
    expect(rateLimit.left()).toBe(0);
    await sleep(1_100);
    expect(rateLimit.left()).toBe(1);
  });
});

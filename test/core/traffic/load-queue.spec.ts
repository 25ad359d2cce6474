import { AppError, BROWSER_UNAVAILABLE, CLIENT_GONE } from '../../../src/core/errors.js';
import { madeUp } from '../../support/made-up.js';
import { newScope, queueOf } from '../../support/queued-loads.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

const GONE = new AppError(CLIENT_GONE, madeUp('made up'));

test('single requests get turns before bulk links, loads that hold a page before other loads, then in order', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun } = queueOf({ perMinute: 60 });
    for (let first = 1; first <= 5; first += 1) load(`first ${first}`, newScope());
    load('bulk 1', newScope('bulk'));
    load('bulk 2', newScope('bulk'));
    load('single 1', newScope());
    load('single 2', newScope());
    load('bulk in its tab', newScope('bulk'), 'held');
    load('single in its tab', newScope(), 'held');
    await sleep(20_000);
    expect(begun.slice(5)).toEqual([
      ...['single in its tab', 'single 1', 'single 2'],
      ...['bulk in its tab', 'bulk 1', 'bulk 2'],
    ]);
  });
});

test('bulk links leave half a burst of turns to single requests, which need not wait', async () => {
  await inVirtualTime(async ({ now, sleep }) => {
    const { load, begun } = queueOf({ perMinute: 120 });
    for (let links = 0; links < 100; links += 1) load('bulk', newScope('bulk'));
    await sleep(10_100);
    // Five at once, then two a second: all that the limit allows.
    expect(begun).toHaveLength(25);
    const since = now();
    for (let singles = 0; singles < 5; singles += 1) load('single', newScope());
    await sleep(0);
    expect(begun.filter((name) => name === 'single')).toHaveLength(5);
    expect(now() - since).toBeLessThan(10);
  });
});

test('a load without a page uses no turn, and a load that holds a page may use it', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun, pool } = queueOf({ perMinute: 12, pages: 1 });
    const over = load('first', newScope());
    await sleep(10_000);
    load('needs a page', newScope());
    load('in its tab', newScope(), 'held');
    await sleep(1);
    expect(begun).toEqual(['first', 'in its tab']);
    await sleep(5_000);
    over();
    await sleep(1);
    expect(begun).toEqual(['first', 'in its tab', 'needs a page']);
    expect(pool.mostLent()).toBe(1);
  });
});

test('plain requests need no page, and wait in one order with loads that do', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun, failures } = queueOf({ perMinute: 12, pages: 2, queueLimit: 1 });
    load('first', newScope());
    load('second', newScope('single', 30_000, 'another client'));
    load('plain 1', newScope(), 'plain')();
    load('plain 2', newScope(), 'plain')();
    await sleep(16_000);
    expect(begun).toEqual(['first', 'second', 'plain 1', 'plain 2']);
    load('needs a page', newScope());
    await sleep(10_000);
    load('plain 3', newScope(), 'plain')();
    await sleep(1);
    expect(begun.slice(4)).toEqual(['plain 3']);
    expect(failures).toEqual([]);
    // Only so many may wait: two for each page, and one more; one of them is the load that needs a page.
    for (let late = 0; late < 5; late += 1) load('late', newScope(), 'plain');
    await sleep(1);
    expect(failures).toEqual([expect.objectContaining({ code: 'overloaded' })]);
  });
});

test('a load that leaves the queue uses no turn', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun, failures, queue } = queueOf({ perMinute: 60 });
    for (let first = 1; first <= 5; first += 1) load('first', newScope());
    const leaving = Array.from({ length: 20 }, () => newScope());
    for (const scope of leaving) load('left', scope);
    load('stays', newScope());
    expect(queue.waiting()).toBe(21);
    for (const scope of leaving) scope.abort(GONE);
    // The first turn, not the twenty-first.
    await sleep(1_001);
    expect(begun.slice(5)).toEqual(['stays']);
    expect(failures).toEqual(leaving.map(() => GONE));
  });
});

test('the turn of a load that cannot begin is given back', async () => {
  const { queue } = queueOf({ perMinute: 12 });
  const broken = () => Promise.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('made up')));
  const loads = Array.from({ length: 10 }, () => queue.enter(newScope(), 'page', broken));
  for (const outcome of await Promise.allSettled(loads))
    expect(outcome).toMatchObject({ reason: { code: 'browser_unavailable' } });
  expect(await queue.enter(newScope(), 'page', async () => undefined)).toMatchObject({ taken: undefined });
});

test('a load that leaves in the moment of its turn keeps nothing', async () => {
  const { queue, pool } = queueOf({ pages: 1 });
  const leaving = newScope();
  const left = queue.enter(leaving, 'page', () => pool.take(leaving));
  leaving.abort(GONE);
  await expect(left).rejects.toBe(GONE);
  await expect.poll(() => pool.stats().free).toBe(1);
  using turn = await queue.enter(newScope(), 'page', () => pool.take(newScope()));
  expect(pool.mostLent()).toBe(1);
  expect(turn.taken.page).toBeDefined();
});

test('a full queue refuses; bulk links that wait keep no single request out', async () => {
  const { load, failures, begun } = queueOf({ pages: 1, queueLimit: 2 });
  const over = load('first', newScope());
  for (let links = 1; links <= 3; links += 1) load('bulk', newScope('bulk'));
  await expect.poll(() => failures.length).toBe(1);
  for (let singles = 1; singles <= 3; singles += 1) load('single', newScope());
  await expect.poll(() => failures.length).toBe(2);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  // It has its page: to refuse it would free none.
  load('in its tab', newScope(), 'held');
  expect(begun).toEqual(['first', 'in its tab']);
  over();
});

test('the deadline of a bulk link is paused while it waits, and the deadline of a single request ends the wait', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { load, begun, failures, pool } = queueOf({ pages: 1 });
    const over = load('first', newScope());
    const bulk = newScope('bulk');
    load('bulk', bulk);
    load('single', newScope());
    await sleep(600_000);
    expect(failures).toEqual([expect.objectContaining({ code: 'deadline_exceeded' })]);
    expect(bulk.remaining()).toBe(30_000);
    over();
    await sleep(1);
    expect(begun).toEqual(['first', 'bulk']);
    await sleep(20_000);
    expect(bulk.remaining()).toBeLessThan(10_001);
    expect(pool.stats().free).toBe(0);
  });
});

test('counts the wait for turn and page, also of a load that leaves', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const { queue, load, waits } = queueOf({ perMinute: 12, pages: 1 });
    const over = load('first', newScope());
    const [scope, leaving] = [newScope(), newScope()];
    const queued = queue.enter(scope, 'page', async () => undefined);
    load('leaves', leaving);
    await sleep(7_000);
    leaving.abort(GONE);
    load('takes the turn', newScope(), 'held');
    over();
    await queued;
    // Seven seconds for the page, and five more for the turn that the other load took.
    expect([scope, leaving].map(({ timings }) => Math.round(timings.waitMs))).toEqual([12_000, 7_000]);
    expect(waits.map(Math.round)).toEqual([0, 7_000, 0, 12_000]);
  });
});

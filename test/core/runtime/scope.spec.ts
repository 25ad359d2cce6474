import { AppError, CLIENT_GONE, isAppError, SHUTTING_DOWN } from '../../../src/core/errors.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { race, startInnerScope, startScope } from '../../../src/core/runtime/scope.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

const log = createLogger('silent');
const GONE = new AppError(CLIENT_GONE, madeUp('gone'));
const never = () => new Promise<never>(() => undefined);

test('a deadline ends a wait, also a wait that began after the deadline', async () => {
  const scope = startScope('test', log, 40);
  await expect(race(scope.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  const late = startScope('test', log, 1);
  await expect.poll(() => late.remaining()).toBeLessThan(0);
  await expect(race(late.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('the first reason for the end stays, whether the signal was read before or after the end', () => {
  for (const isEarly of [true, false]) {
    const scope = startScope('test', log, null);
    if (isEarly) void scope.signal;
    scope.abort(GONE);
    scope.abort(new AppError(SHUTTING_DOWN, madeUp('later')));
    expect([scope.signal.aborted, scope.signal.reason]).toEqual([true, GONE]);
    expect(scope.signal).toBe(scope.signal);
  }
});

test('a deadline can be extended and removed', async () => {
  const scope = startScope('test', log, 20);
  const { signal } = scope;
  scope.extend(60_000);
  expect(scope.remaining()).toBeGreaterThan(50_000);
  const other = startScope('test', log, 20);
  await expect(race(other.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(signal.aborted).toBe(false);
  scope.extend(null);
  expect(scope.remaining()).toBe(Number.POSITIVE_INFINITY);
  scope.extend(1);
  await expect(race(signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('a scope that has ended has no deadline any more', async () => {
  const [early, late] = [startScope('test', log, 20), startScope('test', log, 20)];
  const { signal } = early;
  for (const scope of [early, late]) scope[Symbol.dispose]();
  const other = startScope('test', log, 40);
  await expect(race(other.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect([signal.aborted, late.signal.aborted]).toEqual([false, false]);
});

test("an inner scope ends with its parent, or before it, and its cost is the parent's", async () => {
  const parent = startScope('test', log, 60_000);
  const short = startInnerScope(parent, 10);
  await expect(race(short.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(parent.signal.aborted).toBe(false);
  const inner = startInnerScope(parent, 60_000);
  inner.timings.pageLoads += 1;
  expect(parent.timings.pageLoads).toBe(1);
  parent.abort(GONE);
  expect(isAppError(inner.signal.reason, CLIENT_GONE)).toBe(true);
  expect(startInnerScope(parent, 10).signal.reason).toBe(GONE);
});

test('waiting in a queue stops the deadline of a bulk link, but not the deadline of a single request', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const request = startScope('test', log, null);
    const bulk = startInnerScope(request, 1_000, 'bulk');
    const single = startScope('test', log, 1_000);
    const signals = [bulk.signal, single.signal];
    await sleep(400);
    const resume = [bulk.pauseDeadline(), bulk.pauseDeadline(), single.pauseDeadline()];
    await sleep(60_000);
    expect(bulk.remaining()).toBe(600);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    for (const one of resume) one();
    await sleep(599);
    expect(bulk.signal.aborted).toBe(false);
    await sleep(2);
    expect(bulk.signal.reason).toMatchObject({ code: 'deadline_exceeded' });
  });
});

test('an inner scope of a bulk link has its priority and stops its deadline', async () => {
  await inVirtualTime(async ({ sleep }) => {
    const bulk = startInnerScope(startScope('test', log, null), 1_000, 'bulk');
    const piece = startInnerScope(bulk, 500);
    expect([bulk.priority, piece.priority, startScope('test', log, null).priority]).toEqual([
      'bulk',
      'bulk',
      'single',
    ]);
    const resume = piece.pauseDeadline();
    await sleep(5_000);
    resume();
    expect([piece.remaining(), bulk.remaining()]).toEqual([500, 1_000]);
  });
});

test('a client that leaves ends a bulk link whose deadline is stopped', async () => {
  const request = startScope('test', log, null);
  const bulk = startInnerScope(request, 1_000, 'bulk');
  bulk.pauseDeadline();
  request.abort(GONE);
  expect(bulk.signal.reason).toBe(GONE);
});

import { expect, test } from '@playwright/test';
import { AppError, isAppError } from '../../src/errors.js';
import { createLogger } from '../../src/logger.js';
import { race, startInnerScope, startScope } from '../../src/scope.js';

const log = createLogger('silent');
const GONE = new AppError('client_gone', 'gone');
const never = () => new Promise<never>(() => undefined);

test('a deadline ends what waits, also when the waiting began late', async () => {
  const scope = startScope('test', log, 40);
  await expect(race(scope.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
  const late = startScope('test', log, 1);
  await expect.poll(() => late.remaining()).toBeLessThan(0);
  await expect(race(late.signal, never())).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('whoever asks for the signal of a scope that is over finds it aborted, with the first reason', () => {
  const scope = startScope('test', log, null);
  scope.abort(GONE);
  scope.abort(new AppError('shutting_down', 'later'));
  expect(scope.signal.aborted).toBe(true);
  expect(scope.signal.reason).toBe(GONE);
  expect(scope.signal).toBe(scope.signal);
});

test('the first reason stays that of a signal that was there before', () => {
  const scope = startScope('test', log, null);
  const { signal } = scope;
  scope.abort(GONE);
  scope.abort(new AppError('shutting_down', 'later'));
  expect(signal.reason).toBe(GONE);
});

test('a deadline can be put off and taken away', async () => {
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

test('after its end no deadline strikes, whether the signal was asked for or not', async () => {
  const [early, late] = [startScope('test', log, 20), startScope('test', log, 20)];
  const { signal } = early;
  for (const scope of [early, late]) scope.dispose();
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
  expect(isAppError(inner.signal.reason, 'client_gone')).toBe(true);
  expect(startInnerScope(parent, 10).signal.reason).toBe(GONE);
});

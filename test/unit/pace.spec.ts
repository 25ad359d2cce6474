import { setMaxListeners } from 'node:events';
import { expect, test } from '@playwright/test';
import { createPace } from '../../src/services/pace.js';

const never = new AbortController().signal;

test('no limit: nothing waits, but what was given up is not begun', async () => {
  const pace = createPace(0);
  for (let loads = 0; loads < 1_000; loads += 1) await pace.take(never);
  await expect(pace.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('after five seconds worth of loads each further one waits for its turn, in order', async () => {
  const pace = createPace(120);
  const since = performance.now();
  for (let loads = 0; loads < 10; loads += 1) await pace.take(never);
  expect(performance.now() - since).toBeLessThan(450);
  const order: number[] = [];
  await Promise.all([0, 1, 2].map((place) => pace.take(never).then(() => order.push(place))));
  expect(order).toEqual([0, 1, 2]);
  // Half a second each; timers may come a little early.
  expect(performance.now() - since).toBeGreaterThan(1_400);
});

test('who leaves the queue uses nothing up', async () => {
  const pace = createPace(60);
  for (let loads = 0; loads < 5; loads += 1) await pace.take(never);
  const since = performance.now();
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const given = Array.from({ length: 20 }, () => pace.take(leaving.signal));
  const stays = pace.take(never);
  leaving.abort(new Error('gone'));
  for (const take of given) await expect(take).rejects.toThrow('gone');
  await stays;
  // The first turn after a second, not the twenty-first.
  expect(performance.now() - since).toBeLessThan(10_000);
});

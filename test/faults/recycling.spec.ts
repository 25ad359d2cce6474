import { deferred } from '../../src/core/runtime/deferred.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { fakePool, testScope, withPage } from '../support/fake-pool.js';
import { expect, test } from '../support/test.js';

// Contexts are replaced before what pages leak can add up. After many uses: pool-giving-back.spec.ts.

test('a context is replaced when it is old, also after lying idle', async () => {
  const told: string[] = [];
  const metrics = { ...createMetrics(), contextRecycled: (reason: string) => void told.push(reason) };
  const { pool, browsers } = fakePool({ maxAgeMs: 30, metrics });
  const borrow = () => withPage(pool, testScope(), async ({ page }) => page);
  const first = await borrow();
  await expect
    .poll(async () => (await borrow()) !== first, { intervals: [5], message: 'another page in time' })
    .toBe(true);
  expect(told[0]).toBe('age');
  await expect.poll(() => browsers[0]?.contexts[0]?.closed).toBe(true);
  await pool.close();
});

test('a retired context is replaced at once, unless another lies idle', async () => {
  const { pool, browsers } = fakePool({ size: 2 });
  const open = () => browsers[0]?.contexts.filter(({ closed }) => !closed).length;
  const retireOne = () => withPage(pool, testScope(), async ({ retire }) => retire());
  await retireOne();
  await expect.poll(() => [open(), pool.stats().free, browsers[0]?.contexts.length]).toEqual([1, 2, 2]);
  const held = deferred<void>();
  const other = withPage(pool, testScope(), () => held.promise);
  await withPage(pool, testScope(), async () => undefined);
  held.resolve();
  await other;
  await expect.poll(() => [open(), pool.stats().free]).toEqual([2, 2]);
  await retireOne();
  await expect.poll(() => open()).toBe(1);
  expect(browsers[0]?.contexts).toHaveLength(3);
  await pool.close();
});

test('idle contexts are closed, and the browser stays for the next request', async () => {
  const { pool, browsers } = fakePool({ idleMs: 40 });
  await withPage(pool, testScope(), async ({ page }) => page);
  await expect.poll(() => browsers[0]?.contexts[0]?.closed).toBe(true);
  expect(pool.stats().size).toBe(0);
  await withPage(pool, testScope(), async ({ page }) => page);
  expect(browsers).toHaveLength(1);
  await pool.close();
});

test('reports what the pool holds', async () => {
  const { pool } = fakePool();
  expect(pool.stats()).toEqual({ size: 0, borrowed: 0, free: 1 });
  await withPage(pool, testScope(), async () => {
    const waiting = withPage(pool, testScope(50), async () => undefined);
    expect(pool.stats()).toEqual({ size: 1, borrowed: 1, free: -1 });
    await expect(waiting).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
  expect(pool.stats()).toMatchObject({ size: 1, borrowed: 0 });
  await pool.close();
});

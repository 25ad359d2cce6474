import { expect, test } from '@playwright/test';
import { startStandIn } from '../../fixtures/provider/server.js';
import { createMetrics } from '../../src/metrics.js';
import { fakePool, testScope } from '../support/fake-pool.js';
import { realPool } from '../support/real-pool.js';
import { startService } from '../support/service.js';

// Contexts are replaced before what pages leak can add up, and nobody notices.

const PATHS = [
  '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  '/api/search?query=pierogarnia%20krak%C3%B3w',
  '/api/review-visibility?url=https%3A%2F%2Fmaps.app.goo.gl%2FRevVisible',
];

test('contexts recycled under load cost no request', async () => {
  const standIn = await startStandIn();
  const service = await startService(standIn, { BROWSER_CONTEXTS: '2', CONTEXT_MAX_USES: '2' });
  try {
    const paths = Array.from({ length: 24 }, (_, index) => PATHS[index % PATHS.length] ?? '');
    const statuses = await Promise.all(
      paths.map(async (path, index) => (await service.get(path, { 'X-Request-Id': `r${index}` })).status),
    );
    expect(statuses).toEqual(paths.map(() => 200));
  } finally {
    await service.close();
    await standIn.close();
  }
});

test('a context is replaced when it is old, also after lying idle', async () => {
  const told: string[] = [];
  const metrics = { ...createMetrics(), contextRecycled: (reason: string) => void told.push(reason) };
  const { pool, browsers } = fakePool({ maxAgeMs: 30, metrics });
  const borrow = () => pool.withPage(testScope(), async ({ page }) => page);
  const first = await borrow();
  await expect
    .poll(async () => (await borrow()) !== first, { intervals: [5], message: 'another page in time' })
    .toBe(true);
  expect(told[0]).toBe('age');
  await expect.poll(() => browsers[0]?.contexts[0]?.closed).toBe(true);
  await pool.close();
});

test('a page that crashed while nobody used it is not lent', async () => {
  const { pool, close } = await realPool();
  try {
    const crashed = await pool.withPage(testScope(), async ({ page }) => page);
    const gone = crashed.waitForEvent('crash');
    const session = await crashed.context().newCDPSession(crashed);
    session.send('Page.crash').catch(() => undefined);
    await gone;
    let attempts = 0;
    const title = await pool.withPage(testScope(), ({ page }) => {
      attempts += 1;
      return page.title();
    });
    expect({ title, attempts }).toEqual({ title: '', attempts: 1 });
  } finally {
    await close();
  }
});

test('contexts nobody borrows are closed, and the browser stays for the next', async () => {
  const { pool, browsers } = fakePool({ idleMs: 40 });
  await pool.withPage(testScope(), async ({ page }) => page);
  await expect.poll(() => browsers[0]?.contexts[0]?.closed).toBe(true);
  expect(pool.stats().size).toBe(0);
  await pool.withPage(testScope(), async ({ page }) => page);
  expect(browsers).toHaveLength(1);
  await pool.close();
});

test('what the pool holds is told', async () => {
  const { pool } = fakePool();
  expect(pool.stats()).toEqual({ size: 0, borrowed: 0, waiting: 0 });
  await pool.withPage(testScope(), async () => {
    const waiting = pool.withPage(testScope(50), async () => undefined);
    expect(pool.stats()).toEqual({ size: 1, borrowed: 1, waiting: 1 });
    await expect(waiting).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
  expect(pool.stats()).toMatchObject({ size: 1, borrowed: 0, waiting: 0 });
  await pool.close();
});

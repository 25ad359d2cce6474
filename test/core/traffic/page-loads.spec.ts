import { translateDriverError } from '../../../src/core/browser/driver-errors.js';
import { AppError, BROWSER_UNAVAILABLE, CLIENT_GONE, PROVIDER_BLOCKED } from '../../../src/core/errors.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { createBreaker } from '../../../src/core/traffic/breaker.js';
import { LoadQueue } from '../../../src/core/traffic/load-queue.js';
import { createPageLoads } from '../../../src/core/traffic/page-loads.js';
import { createProviderRateLimit } from '../../../src/core/traffic/provider-rate-limit.js';
import { countedPool } from '../../support/counted-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const newScope = () => startScope('test', createLogger('silent'), null);

interface Options {
  readonly cooldownMs?: number;
  readonly perMinute?: number;
  readonly pages?: number;
}

/** Page loads over a pool without a browser. */
function pageLoadsOf({ cooldownMs = 0, perMinute = 0, pages = 10 }: Options = {}) {
  const pool = countedPool({ size: pages });
  const breaker = createBreaker({ cooldownMs, probe: async () => undefined });
  const metrics = createMetrics();
  const queue = new LoadQueue({
    pool,
    pages,
    plainSlots: 10,
    queueLimit: 10,
    rateLimit: createProviderRateLimit(perMinute),
    metrics,
  });
  const loads = createPageLoads({
    pool,
    queue,
    breaker,
    metrics,
    settleMs: 10,
  });
  return { loads, pool, breaker, metrics };
}

test('a load that the breaker refuses is not counted as a page load', async () => {
  const { loads, pool, breaker, metrics } = pageLoadsOf({ cooldownMs: 60_000, pages: 0 });
  // Their turn comes only after the block page that another request has met.
  const attempts = Array.from({ length: 5 }, () => loads.take(newScope()));
  breaker.refused(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
  pool.resize(10);
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'provider_blocked' });
  expect((await metrics.render()).text).not.toMatch(/^place_lookup_page_loads_total/m);
});

test('a load that waits for its turn holds no page', async () => {
  const { loads, pool } = pageLoadsOf({ perMinute: 12, pages: 1 });
  {
    using tab = await loads.take(newScope());
    expect(await tab.load(newScope(), async () => 'loaded')).toBe('loaded');
  }
  const leaving = newScope();
  const waiting = loads.take(leaving);
  await expect.poll(() => leaving.timings.pageLoads).toBe(0);
  expect(pool.stats().free).toBe(1);
  leaving.abort(new AppError(CLIENT_GONE, madeUp('made up')));
  await expect(waiting).rejects.toMatchObject({ code: 'client_gone' });
});

test('all loads of one work use one page, which is free afterwards', async () => {
  const { loads, pool } = pageLoadsOf({ pages: 2 });
  {
    using tab = await loads.take(newScope());
    const first = await tab.load(newScope(), async (shown) => shown);
    expect(await tab.load(newScope(), async (shown) => shown)).toBe(first);
    expect(tab.page()).toBe(first);
    expect(pool.stats().free).toBe(1);
  }
  expect([pool.stats().free, pool.mostLent()]).toEqual([2, 1]);
});

test('each load takes one turn: the first load together with its page, a further load while it holds the page', async () => {
  const { loads, pool } = pageLoadsOf({ perMinute: 24 });
  const leaving = newScope();
  const loaded: number[] = [];
  using tab = await loads.take(leaving);
  const loadAll = async () => {
    for (let count = 1; count <= 3; count += 1) await tab.load(leaving, async () => loaded.push(count));
  };
  const work = loadAll();
  // Two at once, the third after two and a half seconds.
  await expect.poll(() => loaded).toEqual([1, 2]);
  expect(pool.stats().borrowed).toBe(1);
  leaving.abort(new AppError(CLIENT_GONE, madeUp('made up')));
  await expect(work).rejects.toMatchObject({ code: 'client_gone' });
  expect(loaded).toEqual([1, 2]);
});

test('the deadline of the given scope ends the wait for a turn', async () => {
  const { loads } = pageLoadsOf({ pages: 0 });
  const whole = newScope();
  const shorter = startScope('test', createLogger('silent'), 30);
  await expect(loads.take(whole, shorter)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(whole.signal.aborted).toBe(false);
});

test('a load that the breaker refuses at its turn takes no page', async () => {
  const { loads, breaker, pool } = pageLoadsOf({ cooldownMs: 60_000, perMinute: 120, pages: 0 });
  const waiting = loads.take(newScope());
  breaker.refused(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
  pool.resize(2);
  await expect(waiting).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(pool.mostLent()).toBe(0);
});

test('a context whose second load is refused is not used again', async () => {
  const { loads, pool, breaker } = pageLoadsOf({ cooldownMs: 60_000, pages: 1 });
  using tab = await loads.take(newScope());
  await tab.load(newScope(), async () => 'loaded');
  expect(pool.retired()).toBe(0);
  breaker.refused(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
  const second = tab.load(newScope(), async () => 'loaded');
  await expect(second).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(pool.retired()).toBe(1);
});

const LOSSES = {
  'the page is lost': new AppError(BROWSER_UNAVAILABLE, madeUp('made up')),
  'an address of this machine changes': translateDriverError(
    new Error('page.goto: net::ERR_NETWORK_CHANGED at https://www.google.com/maps?cid=1'),
  ),
};

for (const [what, lost] of Object.entries(LOSSES))
  test(`when ${what}, the load is made once more in another page, and takes another turn`, async () => {
    const { loads, pool } = pageLoadsOf({ pages: 2 });
    const scope = newScope();
    const shown: unknown[] = [];
    {
      using tab = await loads.take(scope);
      const open = async (page: unknown) => {
        shown.push(page);
        if (shown.length === 1) throw lost;
        return 'done';
      };
      expect(await tab.load(scope, open)).toBe('done');
      expect([new Set(shown).size, shown.at(-1) === tab.page()]).toEqual([2, true]);
      expect([scope.timings.pageLoads, pool.mostLent(), pool.stats().free]).toEqual([2, 1, 1]);
      const always = () => Promise.reject(lost);
      await expect(tab.load(scope, always)).rejects.toBe(lost);
      expect(scope.timings.pageLoads).toBe(4);
    }
    expect(pool.stats().free).toBe(2);
  });

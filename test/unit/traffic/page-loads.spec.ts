import type { PagePool } from '../../../src/browser/pool.js';
import { AppError } from '../../../src/contract/errors.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { createMetrics } from '../../../src/runtime/metrics.js';
import { startScope } from '../../../src/runtime/scope.js';
import { createBreaker } from '../../../src/traffic/breaker.js';
import { createLoadQueue } from '../../../src/traffic/load-queue.js';
import { createPageLoads } from '../../../src/traffic/page-loads.js';
import { createProviderRateLimit } from '../../../src/traffic/provider-rate-limit.js';
import { countedPool } from '../../support/counted-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const newScope = () => startScope('test', createLogger('silent'), null);
const never = async () => 'never';

interface Options {
  readonly cooldownMs?: number;
  readonly perMinute?: number;
  readonly pages?: number;
  readonly withPage?: PagePool['withPage'];
}

/** Page loads that come to whatever a test makes of them. */
function pageLoadsOf({ cooldownMs = 0, perMinute = 0, pages = 10, withPage }: Options = {}) {
  const pool = countedPool({ size: pages });
  const breaker = createBreaker({ cooldownMs, probe: async () => undefined });
  const metrics = createMetrics();
  const queue = createLoadQueue({
    pool,
    pages,
    plainSlots: 10,
    queueLimit: 10,
    rateLimit: createProviderRateLimit(perMinute),
    metrics,
  });
  const loads = createPageLoads({
    pool: withPage === undefined ? pool : { withPage },
    queue,
    breaker,
    metrics,
    note: () => undefined,
    settleMs: 10,
  });
  return { loads, pool, breaker, metrics };
}

test('what the breaker refuses is counted as no page load', async () => {
  const { loads, pool, breaker, metrics } = pageLoadsOf({ cooldownMs: 60_000, pages: 0 });
  // Their turn comes only after the block page that another request has met.
  const attempts = Array.from({ length: 5 }, () =>
    loads.withTab(newScope(), ({ load }) => load(newScope(), never)),
  );
  breaker.refused(new AppError('provider_blocked', madeUp('made up')));
  pool.resize(10);
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'provider_blocked' });
  expect((await metrics.render()).text).not.toMatch(/^place_lookup_page_loads_total/m);
});

test('counts waiting for the rate limiter and waiting for a page separately', async () => {
  const { loads, metrics } = pageLoadsOf({ perMinute: 60 });
  const scope = newScope();
  const loadOnce = () => loads.withTab(scope, ({ load }) => load(scope, async () => 'loaded'));
  // Five at once, the sixth after a second.
  for (let count = 0; count < 6; count += 1) await loadOnce();
  expect(scope.timings.paceMs).toBeGreaterThan(100);
  expect(scope.timings.waitMs).toBe(0);
  const leaving = newScope();
  const left = loads.withTab(leaving, ({ load }) => load(leaving, never));
  await new Promise(setImmediate);
  leaving.abort(new AppError('client_gone', madeUp('made up')));
  await expect(left).rejects.toMatchObject({ code: 'client_gone' });
  const { text } = await metrics.render();
  expect(text).toContain('\nplace_lookup_pace_wait_seconds_count 7\n');
  expect(Number(/\nplace_lookup_pace_wait_seconds_sum (.+)\n/.exec(text)?.[1])).toBeCloseTo(
    (scope.timings.paceMs + leaving.timings.paceMs) / 1000,
    6,
  );
  expect(text).toContain('\nplace_lookup_queue_wait_seconds_count 0\n');
});

test('a page is not kept while the turn of its load is waited for', async () => {
  const { loads, pool } = pageLoadsOf({ perMinute: 12, pages: 1 });
  const loaded = loads.withTab(newScope(), ({ load }) => load(newScope(), async () => 'loaded'));
  expect(await loaded).toBe('loaded');
  const leaving = newScope();
  const waiting = loads.withTab(leaving, ({ load }) => load(leaving, never));
  await expect.poll(() => leaving.timings.pageLoads).toBe(0);
  expect(pool.stats().free).toBe(1);
  leaving.abort(new AppError('client_gone', madeUp('made up')));
  await expect(waiting).rejects.toMatchObject({ code: 'client_gone' });
});

test('further loads have the page of the first, and it is free when the work is over', async () => {
  const { loads, pool } = pageLoadsOf({ pages: 2 });
  const pages = await loads.withTab(newScope(), async ({ page, load }) => {
    const loaded = [await load(newScope(), async (shown) => shown)];
    loaded.push(await load(newScope(), async (shown) => shown));
    expect(pool.stats().free).toBe(1);
    return [...loaded, page];
  });
  expect(new Set(pages).size).toBe(1);
  expect([pool.stats().free, pool.mostLent()]).toEqual([2, 1]);
});

test('each load takes one turn: the first has it with its page, a further one waits for its own', async () => {
  const { loads, pool } = pageLoadsOf({ perMinute: 24 });
  const leaving = newScope();
  const loaded: number[] = [];
  const work = loads.withTab(leaving, async ({ load }) => {
    for (let count = 1; count <= 3; count += 1) await load(leaving, async () => loaded.push(count));
  });
  // Two at once, the third after two and a half seconds.
  await expect.poll(() => loaded).toEqual([1, 2]);
  expect(pool.stats().borrowed).toBe(1);
  leaving.abort(new AppError('client_gone', madeUp('made up')));
  await expect(work).rejects.toMatchObject({ code: 'client_gone' });
  expect(loaded).toEqual([1, 2]);
});

test('the wait has the priority and the deadline of the scope named for it', async () => {
  const { loads } = pageLoadsOf({ pages: 0 });
  const whole = newScope();
  const shorter = startScope('test', createLogger('silent'), 30);
  await expect(loads.withTab(whole, () => Promise.resolve('never'), shorter)).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  expect(whole.signal.aborted).toBe(false);
});

test('what the breaker refuses when its turn comes takes no page and no turn', async () => {
  const { loads, breaker, pool } = pageLoadsOf({ cooldownMs: 60_000, perMinute: 120, pages: 0 });
  const waiting = loads.withTab(newScope(), ({ load }) => load(newScope(), never));
  breaker.refused(new AppError('provider_blocked', madeUp('made up')));
  pool.resize(2);
  await expect(waiting).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(pool.mostLent()).toBe(0);
});

test('when the page is lost, the work begins again with another and takes a turn for each load', async () => {
  const lost = new AppError('browser_unavailable', madeUp('made up'));
  const counted = countedPool({ size: 2 });
  // As the real one does: the work is begun again with another page.
  const withPage: PagePool['withPage'] = (scope, work) =>
    counted.withPage(scope, work).catch(() => counted.withPage(scope, work));
  const { loads } = pageLoadsOf({ withPage });
  const scope = newScope();
  let begun = 0;
  const answer = await loads.withTab(scope, async ({ load }) => {
    begun += 1;
    const isFirst = begun === 1;
    return load(scope, async () => (isFirst ? Promise.reject(lost) : 'done'));
  });
  expect({ answer, begun }).toEqual({ answer: 'done', begun: 2 });
  expect(scope.timings.pageLoads).toBe(2);
  expect(counted.stats().free).toBe(2);
});

import { expect, test } from '@playwright/test';
import type { PagePool } from '../../src/browser/pool.js';
import type { PlainClient } from '../../src/egress/plain-client.js';
import { AppError } from '../../src/errors.js';
import { createLogger } from '../../src/logger.js';
import { createMetrics } from '../../src/metrics.js';
import { type FetchPage, fetchBody } from '../../src/provider/fast-path/fetched-page.js';
import { startScope } from '../../src/scope.js';
import { createBreaker } from '../../src/services/breaker.js';
import { createFastPathSwitch } from '../../src/services/fast-path-switch.js';
import { createLoadQueue } from '../../src/services/load-queue.js';
import { withPageSession } from '../../src/services/page-session.js';
import { createProviderRateLimit } from '../../src/services/provider-rate-limit.js';
import { createProviderVisits, type Visit } from '../../src/services/visit-provider.js';
import { countedPool } from '../support/counted-pool.js';
import { deferred } from '../support/deferred.js';

const newScope = () => startScope('test', createLogger('silent'), null);
const refuse = () => Promise.reject(new AppError('provider_blocked', 'made up'));

const nothingAsked: PlainClient['get'] = () => Promise.reject(new Error('nothing is asked'));

interface VisitsOptions {
  readonly cooldownMs?: number;
  readonly perMinute?: number;
  readonly pages?: number;
  /** How a page asks. */
  readonly isKnown?: boolean;
  /** Of every context, as a `Cookie` header. */
  readonly cookies?: string;
  readonly get?: PlainClient['get'];
}

/** Visits whose pages and plain requests are whatever a test makes of them. */
function visitsOf(options: VisitsOptions = {}) {
  const {
    cooldownMs = 0,
    perMinute = 0,
    pages = 10,
    cookies = '',
    get = nothingAsked,
    isKnown = true,
  } = options;
  const counted = countedPool({ size: pages, cookies, isKnown });
  const pool: PagePool = { ...counted, close: async () => undefined };
  const breaker = createBreaker({ cooldownMs });
  const fastPath = createFastPathSwitch('auto', 60_000);
  const metrics = createMetrics();
  const visits = createProviderVisits({
    pool,
    queue: createLoadQueue({
      pool,
      pages,
      queueLimit: 10,
      rateLimit: createProviderRateLimit(perMinute),
      metrics,
    }),
    breaker,
    metrics,
    settleMs: 10,
    plainClient: { get, close: async () => undefined },
    fastPath,
    language: 'pl',
  });
  const visit = <T>(work: (visit: Visit) => Promise<T>) => visits.withPage(newScope(), work);
  return { visit, visits, pool: counted, breaker, fastPath, metrics };
}

for (const [what, attempt] of [
  ['not enough', async () => null],
  ['too slow', () => Promise.reject(new AppError('deadline_exceeded', 'made up'))],
  ['a fault', () => Promise.reject(new AppError('provider_unavailable', 'made up'))],
] as const) {
  test(`after a pause a page load decides, whatever a plain answer would be (${what})`, async () => {
    const { visit, breaker } = visitsOf({ cooldownMs: 20 });
    await expect(visit(({ load }) => load(newScope(), refuse))).rejects.toMatchObject({
      code: 'provider_blocked',
    });
    await expect.poll(breaker.state, { intervals: [5] }).toBe('half_open');
    const states: string[] = [];
    const answer = await visit(async ({ tryFastPath, load }) => {
      expect(await tryFastPath('place', newScope(), attempt)).toBeNull();
      states.push(breaker.state());
      return load(newScope(), async () => 'rendered');
    });
    expect(answer).toBe('rendered');
    expect(states).toEqual(['half_open']);
    expect(breaker.state()).toBe('closed');
  });
}

test('answers that only rendering can complete do not switch the HTTP fast path off; useless ones do', async () => {
  const { visit, fastPath } = visitsOf();
  const tryFiveTimes = async (result: null | undefined) => {
    for (let attempts = 0; attempts < 5; attempts += 1)
      await visit(({ tryFastPath }) => tryFastPath('review', newScope(), async () => result));
  };
  await tryFiveTimes(undefined);
  expect(fastPath.isWorthTrying('review')).toBe(true);
  await tryFiveTimes(null);
  expect(fastPath.isWorthTrying('review')).toBe(false);
});

for (const [title, cookies, rests, outcome] of [
  ['no failure in a context that was never asked', '', false, 'consent'],
  ['no failure in a context that has not chosen yet', 'SOCS=CAAaBgiAmqnABg', false, 'consent'],
  ['a failure in a context that has made its choice', 'NID=x; SOCS=CAESHAgBEhJn', true, 'insufficient'],
] as const) {
  test(`for the HTTP fast path a consent page is ${title}`, async () => {
    const location = 'https://consent.google.com/m?continue=x';
    const answer = { status: 302, location, contentType: null, setCookies: [], body: '' };
    const { visit, fastPath, metrics } = visitsOf({ cookies, get: async () => answer });
    for (let attempts = 0; attempts < 5; attempts += 1) {
      const read = (fetchPage: FetchPage) => fetchBody(fetchPage, 'https://www.google.com/maps/place/x');
      expect(await visit(({ tryFastPath }) => tryFastPath('place', newScope(), read))).toBeNull();
    }
    expect(fastPath.isWorthTrying('place')).toBe(!rests);
    expect((await metrics.render()).text).toContain(`light_attempts_total{outcome="${outcome}"} 5`);
  });
}

test('the JavaScript-only page counts against the fast path and leaves the breaker closed', async () => {
  const body = '<a href="/httpservice/retry/enablejs?sei=x">';
  const answer = { status: 200, location: null, contentType: null, setCookies: [], body };
  const { visit, breaker, fastPath, metrics } = visitsOf({ cooldownMs: 60_000, get: async () => answer });
  const read = (fetchPage: FetchPage) => fetchBody(fetchPage, 'https://www.google.com/maps/place/x');
  for (let attempts = 0; attempts < 5; attempts += 1)
    expect(await visit(({ tryFastPath }) => tryFastPath('place', newScope(), read))).toBeNull();
  expect(breaker.state()).toBe('closed');
  expect(fastPath.isWorthTrying('place')).toBe(false);
  expect((await metrics.render()).text).toContain('light_attempts_total{outcome="javascript_only"} 5');
});

test('clients that leave do not switch the HTTP fast path off', async () => {
  const { visit, fastPath } = visitsOf();
  for (let leaving = 0; leaving < 5; leaving += 1) {
    const scope = newScope();
    const gone = new AppError('client_gone', 'made up');
    const attempt = visit(({ tryFastPath }) =>
      tryFastPath('place', scope, () => {
        scope.abort(gone);
        return Promise.reject(gone);
      }),
    );
    await expect(attempt).rejects.toBe(gone);
  }
  expect(fastPath.isWorthTrying('place')).toBe(true);
});

test('what the breaker refuses is counted neither as a page load nor against the HTTP fast path', async () => {
  const { visit, breaker, fastPath, metrics } = visitsOf({ cooldownMs: 60_000 });
  // Their turn comes only after the block page that another request has met.
  const attempts = Array.from({ length: 5 }, () =>
    visit(async ({ tryFastPath, load }) => {
      expect(await tryFastPath('place', newScope(), async () => 'never')).toBeNull();
      return load(newScope(), async () => 'never');
    }),
  );
  const late = visit(({ load }) => load(newScope(), async () => 'never'));
  breaker.refused(new AppError('provider_blocked', 'made up'));
  for (const attempt of [...attempts, late])
    await expect(attempt).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(fastPath.isWorthTrying('place')).toBe(true);
  expect((await metrics.render()).text).not.toMatch(/^place_lookup_(?:page_loads|light_attempts)_total/m);
});

test('counts waiting for the rate limiter and waiting for a page separately', async () => {
  const { visit, metrics } = visitsOf({ perMinute: 60 });
  const scope = newScope();
  const loads = () => visit(({ load }) => load(scope, async () => 'loaded'));
  // Five at once, the sixth after a second.
  for (let count = 0; count < 6; count += 1) await loads();
  expect(scope.timings.paceMs).toBeGreaterThan(100);
  expect(scope.timings.waitMs).toBe(0);
  const leaving = newScope();
  const left = visit(({ load }) => load(leaving, async () => 'never'));
  leaving.abort(new AppError('client_gone', 'made up'));
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
  const { visit, pool } = visitsOf({ perMinute: 12, pages: 1 });
  const loaded = visit(({ load }) => load(newScope(), async () => 'loaded'));
  expect(await loaded).toBe('loaded');
  const leaving = newScope();
  const waiting = visit(({ load }) => load(leaving, async () => 'never'));
  await expect.poll(() => leaving.timings.pageLoads).toBe(0);
  expect(pool.stats().free).toBe(1);
  leaving.abort(new AppError('client_gone', 'made up'));
  await expect(waiting).rejects.toMatchObject({ code: 'client_gone' });
});

for (const isKnown of [true, false]) {
  test(`plain requests that were of no use keep no page while the load waits for its turn, ${isKnown ? 'after' : 'before'} the first page`, async () => {
    const { visit, pool } = visitsOf({ perMinute: 12, pages: 1, isKnown });
    const leaving = newScope();
    const plain = deferred<void>();
    const waiting = visit(async ({ tryFastPath, load }) => {
      expect(await tryFastPath('place', leaving, async () => null)).toBeNull();
      plain.resolve();
      return load(leaving, async () => 'never');
    });
    await plain.promise;
    expect([pool.stats().free, pool.mostLent()]).toEqual([1, isKnown ? 0 : 1]);
    leaving.abort(new AppError('client_gone', 'made up'));
    await expect(waiting).rejects.toMatchObject({ code: 'client_gone' });
  });
}

test('further loads of a visit have the page of the first, and it is free when the visit is over', async () => {
  const { visit, pool } = visitsOf({ pages: 2 });
  const pages = await visit(async (one) => {
    expect(() => one.page).toThrow('no page was loaded yet');
    const loads = [await one.load(newScope(), async (page) => page)];
    loads.push(await one.load(newScope(), async (page) => page));
    expect(pool.stats().free).toBe(1);
    return [...loads, one.page];
  });
  expect(new Set(pages).size).toBe(1);
  expect([pool.stats().free, pool.mostLent()]).toEqual([2, 1]);
});

test('a visit whose work fails before it needs a page ends with that failure', async () => {
  const { visit } = visitsOf({ pages: 0 });
  await expect(visit(() => Promise.reject(new AppError('no_results', 'made up')))).rejects.toMatchObject({
    code: 'no_results',
  });
  expect(await visit(async () => 'nothing needed')).toBe('nothing needed');
});

test('what the breaker refuses when its turn comes takes no page and no turn', async () => {
  const { visit, visits, breaker, pool } = visitsOf({ cooldownMs: 60_000, perMinute: 120, pages: 0 });
  const waiting = visit(({ load }) => load(newScope(), async () => 'never'));
  breaker.refused(new AppError('provider_blocked', 'made up'));
  pool.resize(2);
  await expect(waiting).rejects.toMatchObject({ code: 'provider_blocked' });
  expect(pool.mostLent()).toBe(0);
  expect(visits.hasRoomForTwo(newScope())).toBe(true);
});

test('when the page of a visit is lost, its work begins again with another', async () => {
  const lost = new AppError('browser_unavailable', 'made up');
  const counted = countedPool({ size: 2 });
  let leases = 0;
  const withPage: PagePool['withPage'] = async (scope, work) => {
    leases += 1;
    // As the real one does: the first page is lost while it is worked with, whatever the work does about it.
    return counted.withPage(scope, (lease) => {
      const working = work(lease);
      if (leases > 1) return working;
      leases += 1;
      working.catch(() => undefined);
      return work(lease);
    });
  };
  let begun = 0;
  const answer = await withPageSession({ withPage }, newScope(), async (session) => {
    begun += 1;
    const isFirst = begun === 1;
    await (session.held() ?? session.borrow(0, () => undefined));
    return isFirst ? Promise.reject(lost) : 'done';
  });
  expect({ answer, begun, leases }).toEqual({ answer: 'done', begun: 2, leases: 2 });
});

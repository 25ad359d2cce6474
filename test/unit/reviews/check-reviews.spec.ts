import { AppError } from '../../../src/contract/errors.js';
import { type CheckedLink, createBulkChecker, linksAtOnce } from '../../../src/reviews/check-reviews.js';
import type { Idle, Inspection } from '../../../src/reviews/inspect-review.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { createMetrics } from '../../../src/runtime/metrics.js';
import { race, type Scope, startScope } from '../../../src/runtime/scope.js';
import { NO_BREAKER } from '../../../src/traffic/breaker.js';
import { backgroundPart } from '../../../src/traffic/client-shares.js';
import { createFastPath, createFastPathSwitch } from '../../../src/traffic/fast-path.js';
import { createLoadQueue } from '../../../src/traffic/load-queue.js';
import { createPageLoads, type PageLoads } from '../../../src/traffic/page-loads.js';
import { createProviderRateLimit } from '../../../src/traffic/provider-rate-limit.js';
import { createSingleFlight } from '../../../src/traffic/single-flight.js';
import { countedPool } from '../../support/counted-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

const log = createLogger('silent');
const TIMEOUT_MS = 30_000;

const verdictOf = (reason: Inspection['reason']): Inspection => ({
  reason,
  review: null,
  shown: null,
  placeName: null,
  featureId: null,
  notices: [],
});

interface Service {
  readonly pageLoads: PageLoads;
  readonly check: ReturnType<typeof createBulkChecker>;
  /** When each load began, plain attempts included. */
  readonly loads: readonly number[];
  /** One single lookup: how long it took, or the code of its failure. */
  lookUp(): Promise<number | string>;
}

interface Machine {
  readonly pages: number;
  readonly perMinute: number;
  /** What a rendered load takes. */
  readonly loadMs: number;
}

/** The services between the endpoints and the pages, on pages that only take their time. */
function serviceOf({ now, sleep }: VirtualTime, { pages, perMinute, loadMs }: Machine): Service {
  const counted = countedPool({ size: pages, cleaningMs: 60 });
  const metrics = createMetrics();
  const loads: number[] = [];
  const queue = createLoadQueue({
    pool: counted,
    pages,
    plainSlots: 2 * pages,
    queueLimit: 100,
    rateLimit: createProviderRateLimit(perMinute),
    metrics,
  });
  const pageLoads = createPageLoads({
    pool: counted,
    queue,
    breaker: NO_BREAKER,
    metrics,
    note: () => undefined,
    settleMs: 0,
  });
  const fastPath = createFastPath({
    queue,
    breaker: NO_BREAKER,
    client: { get: () => Promise.reject(new Error('nothing is asked')), close: async () => undefined },
    identity: { userAgent: async () => 'Chrome', consentCookies: async () => [], language: 'pl' },
    attempts: createFastPathSwitch('auto', 0),
    metrics,
  });
  const flights = createSingleFlight(TIMEOUT_MS);
  const work = async <T>(scope: Scope, ms: number, result: T): Promise<T> => {
    loads.push(now());
    await race(scope.signal, sleep(ms));
    return result;
  };
  const loadOnce = (scope: Scope) =>
    pageLoads.withTab(scope, async ({ load, retire }) => {
      const reason = await load(scope, () => work(scope, loadMs, 'no_rating_section' as const));
      retire();
      return reason;
    });
  /** A removed review: the fast path cannot decide, and two loads in two contexts agree. */
  const removed = async (scope: Scope) => {
    expect(await fastPath.read('review', scope, () => work(scope, 200, 'undecided' as const))).toBeNull();
    await loadOnce(scope);
    return loadOnce(scope);
  };
  const inspector = {
    visibility: async (url: string, scope: Scope) => verdictOf(await flights.run(url, scope, removed)),
    details: () => Promise.reject(new Error('nobody asks')),
  };
  const concurrency = linksAtOnce(backgroundPart(pages), perMinute);
  return {
    pageLoads,
    loads,
    check: createBulkChecker({ inspector, concurrency, timeoutMs: TIMEOUT_MS }),
    lookUp: async () => {
      const since = now();
      const scope = startScope('single', log, TIMEOUT_MS);
      try {
        await pageLoads.withTab(scope, ({ load }) => load(scope, () => work(scope, loadMs, 'a place')));
        return now() - since;
      } catch (error) {
        return error instanceof AppError ? error.code : String(error);
      } finally {
        scope.dispose();
      }
    },
  };
}

const removedLinks = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://www.google.com/maps/reviews/${name}-${index}`);

async function runBulk({ check }: Service, urls: readonly string[]): Promise<CheckedLink[]> {
  const checked: CheckedLink[] = [];
  const scope = startScope('bulk', log, null);
  await check(urls, scope, (one) => void checked.push(one));
  return checked;
}

/** Single lookups, `perMinute` of them, until `isOver`. */
async function runSingles(
  { sleep }: VirtualTime,
  { lookUp }: Service,
  perMinute: number,
  isOver: () => boolean,
) {
  const asked: Promise<number | string>[] = [];
  while (!isOver()) {
    asked.push(lookUp());
    // Irregular, or they would keep step with the provider rate limiter.
    await sleep((60_000 / perMinute) * (0.5 + ((asked.length * 0.618) % 1)));
  }
  return Promise.all(asked);
}

const p95 = (values: readonly (number | string)[]) => {
  const times = values.map(Number).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
};

const codesOf = (checked: readonly CheckedLink[]) =>
  checked.map((one) => ('error' in one ? one.error.code : one.inspection.reason));

test('single lookups stay quick beside two bulk checks, which use the rest of the rate limit', async () => {
  const machine = { pages: 16, perMinute: 120, loadMs: 1_500 };
  const idle = await inVirtualTime(async (time) => {
    const service = serviceOf(time, machine);
    return runSingles(time, service, 40, () => time.now() >= 120_000);
  });
  const busy = await inVirtualTime(async (time) => {
    const service = serviceOf(time, machine);
    let running = 2;
    const bulks = ['a', 'b'].map(async (name) => {
      const checked = await runBulk(service, removedLinks(name, 60));
      running -= 1;
      return codesOf(checked);
    });
    const singles = await runSingles(time, service, 40, () => running === 0);
    const minutes = time.now() / 60_000;
    return { codes: (await Promise.all(bulks)).flat(), singles, loads: service.loads, minutes };
  });
  expect(busy.codes).toEqual(Array.from({ length: 120 }, () => 'no_rating_section'));
  expect(idle.concat(busy.singles).filter((answer) => typeof answer === 'string')).toEqual([]);
  expect(p95(busy.singles)).toBeLessThanOrEqual(1.5 * p95(idle));
  const inMinutes = busy.loads.map(
    (from) => busy.loads.filter((at) => at >= from && at < from + 60_000).length,
  );
  expect(Math.max(...inMinutes)).toBeLessThanOrEqual(machine.perMinute * 1.1);
  expect(busy.minutes).toBeLessThan(360 / 80 + 0.2);
});

test('single lookups that use the whole limit delay bulk links, and no link fails', async () => {
  const codes = await inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 4, perMinute: 60, loadMs: 500 });
    const bulk = runBulk(service, removedLinks('a', 5));
    await runSingles(time, service, 60, () => time.now() >= 180_000);
    return codesOf(await bulk);
  });
  expect(codes).toEqual(Array.from({ length: 5 }, () => 'no_rating_section'));
});

test('a link whose loads hang fails after its own deadline', async () => {
  await inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 8, perMinute: 60, loadMs: 60_000 });
    const checked = await runBulk(service, removedLinks('a', 6));
    expect(codesOf(checked)).toEqual(Array.from({ length: 6 }, () => 'deadline_exceeded'));
    expect(time.now()).toBeLessThan(70_000);
  });
});

test('a bug in the check of one link is a failure of that link, without its details', async () => {
  const inspector = {
    visibility: async (url: string) => {
      if (url.endsWith('-1')) throw new TypeError('secret');
      return verdictOf('visible');
    },
    details: () => Promise.reject(new Error('nobody asks')),
  };
  const check = createBulkChecker({ inspector, concurrency: 2, timeoutMs: TIMEOUT_MS });
  const checked: CheckedLink[] = [];
  await check(removedLinks('a', 3), startScope('bulk', log, null), (one) => void checked.push(one));
  expect(codesOf(checked).sort()).toEqual(['internal_error', 'visible', 'visible']);
  expect(checked.flatMap((one) => ('error' in one ? one.error.message : []))).toEqual([
    'The service failed in an unexpected way.',
  ]);
});

test('a client that leaves ends its bulk check, also while every link waits', async () => {
  await inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 1, perMinute: 1, loadMs: 500 });
    const scope = startScope('bulk', log, null);
    const gone = new AppError('client_gone', madeUp('made up'));
    const check = service.check(removedLinks('a', 5), scope, () => undefined);
    check.catch(() => undefined);
    await time.sleep(300_000);
    scope.abort(gone);
    await expect(check).rejects.toBe(gone);
    const { length } = service.loads;
    await time.sleep(300_000);
    expect(service.loads).toHaveLength(length);
  });
});

test('bulk checks take turns, and a client that leaves gives its slots to the others', async () => {
  await inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 4, perMinute: 0, loadMs: 1_000 });
    const order: string[] = [];
    const [leaving, staying] = [startScope('a', log, null), startScope('b', log, null)];
    const check = (name: string, scope: Scope) =>
      service.check(removedLinks(name, 6), scope, ({ url }) => void order.push(url.slice(-3)));
    const left = check('a', leaving);
    left.catch(() => undefined);
    const stays = check('b', staying);
    await time.sleep(7_500);
    expect(order).toEqual(['a-0', 'b-0', 'a-1', 'b-1', 'a-2', 'b-2']);
    leaving.abort(new AppError('client_gone', madeUp('made up')));
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    await stays;
    expect(order.slice(6)).toEqual(['b-3', 'b-4', 'b-5']);
  });
});

/** Links that load for a second, wait idly for `idleMs`, and load for another second. */
function checkOf(
  { now, sleep }: VirtualTime,
  { concurrency = 1, idleMs = 5_000, timeoutMs = TIMEOUT_MS } = {},
) {
  const steps: string[] = [];
  let atOnce = 0;
  let most = 0;
  const work = async (name: string, scope: Scope) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    steps.push(`${name} at ${Math.floor(now() / 1_000)}`);
    try {
      await race(scope.signal, sleep(1_000));
    } finally {
      atOnce -= 1;
    }
  };
  const check = createBulkChecker({
    concurrency,
    timeoutMs,
    inspector: {
      visibility: async (url: string, scope: Scope, idle: Idle = (wait) => wait()) => {
        const name = url.slice(-3);
        await work(name, scope);
        await idle(() => race(scope.signal, sleep(idleMs)));
        await work(name, scope);
        return verdictOf('no_rating_section');
      },
      details: () => Promise.reject(new Error('nobody asks')),
    },
  });
  return { check, steps, most: () => most };
}

test('a link that waits for a control gives its slot to the next link', async () => {
  await inVirtualTime(async (time) => {
    const { check, steps, most } = checkOf(time);
    const checked: CheckedLink[] = [];
    await check(removedLinks('a', 3), startScope('bulk', log, null), (one) => void checked.push(one));
    expect(codesOf(checked)).toEqual(Array.from({ length: 3 }, () => 'no_rating_section'));
    expect(steps).toEqual(['a-0 at 0', 'a-1 at 1', 'a-2 at 2', 'a-0 at 6', 'a-1 at 7', 'a-2 at 8']);
    expect(most()).toBe(1);
  });
});

test('a link that returns from its wait gets a slot after at most one new link', async () => {
  await inVirtualTime(async (time) => {
    const { check, steps } = checkOf(time, { idleMs: 1_500 });
    await check(removedLinks('a', 8), startScope('bulk', log, null), () => undefined);
    expect(steps.slice(0, 5)).toEqual(['a-0 at 0', 'a-1 at 1', 'a-2 at 2', 'a-3 at 3', 'a-0 at 4']);
  });
});

test('links that wait for controls take no turns from another check', async () => {
  await inVirtualTime(async (time) => {
    const { check, steps, most } = checkOf(time, { concurrency: 2 });
    const checks = ['a', 'b'].map((name) =>
      check(removedLinks(name, 8), startScope(name, log, null), () => undefined),
    );
    await Promise.all(checks);
    expect(most()).toBe(2);
    const half = steps.slice(0, 16).map((step) => step[0]);
    expect(half.filter((name) => name === 'a')).toHaveLength(8);
  });
});

test('the deadline of a link pauses while it waits for a slot', async () => {
  await inVirtualTime(async (time) => {
    const { check } = checkOf(time, { idleMs: 100, timeoutMs: 3_000 });
    const checked: CheckedLink[] = [];
    await check(removedLinks('a', 20), startScope('bulk', log, null), (one) => void checked.push(one));
    expect(codesOf(checked)).toEqual(Array.from({ length: 20 }, () => 'no_rating_section'));
  });
});

test('releases the slots of a client that leaves while its links wait for controls', async () => {
  await inVirtualTime(async (time) => {
    const { check, steps } = checkOf(time);
    const scope = startScope('a', log, null);
    const left = check(removedLinks('a', 3), scope, () => undefined);
    left.catch(() => undefined);
    await time.sleep(2_500);
    scope.abort(new AppError('client_gone', madeUp('made up')));
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    steps.length = 0;
    await check(removedLinks('b', 2), startScope('b', log, null), () => undefined);
    expect(steps.map((step) => step.slice(0, 3))).toEqual(['b-0', 'b-1', 'b-0', 'b-1']);
  });
});

test('linksAtOnce follows the number of pages and the rate limit', () => {
  for (const [pages, perMinute, expected] of [
    [16, 120, 6],
    [16, 0, 16],
    [4, 120, 4],
    [16, 1, 1],
    [1, 0, 1],
  ] as const)
    expect(linksAtOnce(pages, perMinute), `${pages} pages, ${perMinute} a minute`).toBe(expected);
});

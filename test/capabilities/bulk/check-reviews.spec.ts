import type { CheckProgress } from '../../../src/capabilities/bulk/check-progress.js';
import {
  type CheckedLink,
  createBulkChecker,
  linksAtOnce,
} from '../../../src/capabilities/bulk/check-reviews.js';
import { AppError, CLIENT_GONE } from '../../../src/core/errors.js';
import type { Inspection, Stages } from '../../../src/core/reviews/inspect-review.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { race, type Scope, startInnerScope, startScope } from '../../../src/core/runtime/scope.js';
import { NO_BREAKER } from '../../../src/core/traffic/breaker.js';
import { createFastPath, createFastPathSwitch } from '../../../src/core/traffic/fast-path.js';
import { LoadQueue } from '../../../src/core/traffic/load-queue.js';
import { createPageLoads, type PageLoads } from '../../../src/core/traffic/page-loads.js';
import { createProviderRateLimit } from '../../../src/core/traffic/provider-rate-limit.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { countedPool } from '../../support/counted-pool.js';
import { madeUp, NO_FACTS } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

const log = createLogger('silent');
const AT_ONCE = { fetchedAtOnce: 2, renderedAtOnce: 2 };
const TIMEOUT_MS = 30_000;

const verdictOf = (reason: Inspection['reason']): Inspection => ({ reason, ...NO_FACTS });

interface Service {
  readonly pageLoads: PageLoads;
  /** The most pages that were in use at once. */
  mostPages(): number;
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
  /** How long a proof waits for its first control. */
  readonly controlMs?: number;
}

/** A single request passes its stages at once. */
const SINGLE: Stages = {
  undecided: () => undefined,
  slot: async () => ({ without: (work) => work, [Symbol.dispose]: () => undefined }),
};

/** The services between the endpoints and the pages, on pages that only take their time. */
function serviceOf(
  { now, sleep }: VirtualTime,
  { pages, perMinute, loadMs, controlMs = 0 }: Machine,
): Service {
  const counted = countedPool({ size: pages, cleaningMs: 60 });
  const metrics = createMetrics();
  const loads: number[] = [];
  const queue = new LoadQueue({
    pool: counted,
    pages,
    plainSlots: 2 * pages,
    queueLimit: 100,
    rateLimit: createProviderRateLimit(perMinute),
    metrics,
  });
  const pageLoads = createPageLoads({ pool: counted, queue, breaker: NO_BREAKER, metrics, settleMs: 0 });
  const fastPath = createFastPath({
    queue,
    breaker: NO_BREAKER,
    client: { get: () => Promise.reject(new Error('nothing is asked')), close: async () => undefined },
    identity: { userAgent: async () => 'Chrome', consentCookies: async () => [], language: 'pl' },
    attempts: createFastPathSwitch(0),
    metrics,
  });
  const flights = createSingleFlight(TIMEOUT_MS);
  const work = async <T>(scope: Scope, ms: number, result: T): Promise<T> => {
    loads.push(now());
    await race(scope.signal, sleep(ms));
    return result;
  };
  const loadOnce = async (scope: Scope) => {
    using tab = await pageLoads.take(scope);
    tab.retire();
    return await tab.load(scope, () => work(scope, loadMs, 'no_rating_section' as const));
  };
  /** A removed review: the fast path cannot decide, and two loads in two contexts agree. */
  const inspector = {
    visibility: async (url: string, scope: Scope, stages: Stages = SINGLE) => {
      const isVisible = url.includes('/visible');
      const answer = await fastPath.read('review', scope, () =>
        work(scope, 200, isVisible ? { kind: 'visible' as const } : ('undecided' as const)),
      );
      if (answer !== null) return verdictOf('visible');
      stages.undecided();
      const reason = await flights.run(`prove ${url}`, scope, async (inner) => {
        using slot = await stages.slot(null, inner);
        await loadOnce(inner);
        if (controlMs > 0) await slot.without(race(inner.signal, sleep(controlMs)));
        return await loadOnce(inner);
      });
      return verdictOf(reason);
    },
  };
  return {
    pageLoads,
    loads,
    mostPages: counted.mostLent,
    check: createBulkChecker({
      inspector,
      fetchedAtOnce: 2 * pages,
      renderedAtOnce: linksAtOnce(pages, perMinute),
      timeoutMs: TIMEOUT_MS,
    }),
    lookUp: async () => {
      const since = now();
      const scope = startScope('single', log, TIMEOUT_MS);
      try {
        using tab = await pageLoads.take(scope);
        await tab.load(scope, () => work(scope, loadMs, 'a place'));
        return now() - since;
      } catch (error) {
        return error instanceof AppError ? error.code : String(error);
      } finally {
        scope[Symbol.dispose]();
      }
    },
  };
}

const removedLinks = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://www.google.com/maps/reviews/${name}-${index}`);

const scopeOf = (name: string) => startScope(name, log, null);
const clientGone = () => new AppError(CLIENT_GONE, madeUp('made up'));

/** Checks links; the codes of their results. */
async function codesOf(
  { check }: Pick<Service, 'check'>,
  urls: readonly string[],
  scope: Scope = scopeOf('bulk'),
): Promise<string[]> {
  const codes: string[] = [];
  await check(urls, scope, (one) => void codes.push(codeOf(one)));
  return codes;
}

const codeOf = (one: CheckedLink) => ('error' in one ? one.error.code : one.inspection.reason);
const removed = (count: number) => Array.from({ length: count }, () => 'no_rating_section');

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
      const codes = await codesOf(service, removedLinks(name, 60));
      running -= 1;
      return codes;
    });
    const singles = await runSingles(time, service, 40, () => running === 0);
    const minutes = time.now() / 60_000;
    return { codes: (await Promise.all(bulks)).flat(), singles, loads: service.loads, minutes };
  });
  expect(busy.codes).toEqual(removed(120));
  expect(idle.concat(busy.singles).filter((answer) => typeof answer === 'string')).toEqual([]);
  expect(p95(busy.singles)).toBeLessThanOrEqual(1.3 * p95(idle));
  const inMinutes = busy.loads.map(
    (from) => busy.loads.filter((at) => at >= from && at < from + 60_000).length,
  );
  expect(Math.max(...inMinutes)).toBeLessThanOrEqual(machine.perMinute * 1.1);
  expect(busy.minutes).toBeLessThan(360 / 80 + 0.2);
});

test('single lookups that use the whole limit delay bulk links, and no link fails', async () => {
  const codes = await inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 4, perMinute: 60, loadMs: 500 });
    const bulk = codesOf(service, removedLinks('a', 5));
    await runSingles(time, service, 60, () => time.now() >= 180_000);
    return bulk;
  });
  expect(codes).toEqual(removed(5));
});

for (const [pages, perMinute, most] of [
  [4, 0, 4],
  [4, 120, 4],
  [16, 0, 16],
  [1, 0, 1],
] as const)
  test(`a bulk check uses all pages while no other request comes: ${pages}, ${perMinute} a minute`, () =>
    inVirtualTime(async (time) => {
      const service = serviceOf(time, { pages, perMinute, loadMs: 3_000, controlMs: 2_000 });
      expect(await codesOf(service, removedLinks('a', 40))).toEqual(removed(40));
      expect(service.mostPages()).toBe(most);
    }));

test('a link whose loads hang fails after its own deadline', () =>
  inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 8, perMinute: 60, loadMs: 60_000 });
    expect(await codesOf(service, removedLinks('a', 6))).toEqual(Array(6).fill('deadline_exceeded'));
    expect(time.now()).toBeLessThan(70_000);
  }));

test('a bug in the check of one link is a failure of that link, without its details', async () => {
  const inspector = {
    visibility: async (url: string) => {
      if (url.endsWith('-1')) throw new TypeError('secret');
      return verdictOf('visible');
    },
  };
  const checked: CheckedLink[] = [];
  const check = createBulkChecker({ inspector, ...AT_ONCE, timeoutMs: TIMEOUT_MS });
  await check(removedLinks('a', 3), scopeOf('bulk'), (one) => void checked.push(one));
  expect(checked.map(codeOf).sort()).toEqual(['internal_error', 'visible', 'visible']);
  expect(checked.flatMap((one) => ('error' in one ? one.error.message : []))).toEqual([
    'The service failed in an unexpected way.',
  ]);
});

test('a verdict has the time when it was found, however slowly the client reads', async () => {
  let now = 1_000;
  const realNow = Date.now;
  Date.now = () => now;
  try {
    const inspector = { visibility: async () => verdictOf('no_rating_section') };
    const times: unknown[] = [];
    await createBulkChecker({ ...AT_ONCE, inspector, timeoutMs: TIMEOUT_MS })(
      ['/one', '/two'],
      startScope('slow', log, TIMEOUT_MS, 'bulk'),
      async (checked) => {
        times.push('at' in checked && checked.at);
        await Promise.resolve();
        now += 60_000;
      },
    );
    expect(times).toEqual([1_000, 1_000]);
  } finally {
    Date.now = realNow;
  }
});

test('a client that leaves ends its bulk check, also while every link waits', () =>
  inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 1, perMinute: 1, loadMs: 500 });
    const scope = scopeOf('bulk');
    const check = codesOf(service, removedLinks('a', 5), scope);
    check.catch(() => undefined);
    await time.sleep(300_000);
    const gone = clientGone();
    scope.abort(gone);
    await expect(check).rejects.toBe(gone);
    const { length } = service.loads;
    await time.sleep(300_000);
    expect(service.loads).toHaveLength(length);
  }));

test('bulk checks take turns, and a client that leaves gives its slots to the others', () =>
  inVirtualTime(async (time) => {
    const service = serviceOf(time, { pages: 2, perMinute: 0, loadMs: 1_000 });
    const order: string[] = [];
    const of = (client: string) => startScope(client, log, null, 'single', client);
    const [leaving, staying] = [of('a'), of('b')];
    const check = (name: string, scope: Scope) =>
      service.check(removedLinks(name, 6), scope, ({ url }) => void order.push(url.slice(-3)));
    const left = check('a', leaving);
    left.catch(() => undefined);
    const stays = check('b', staying);
    await time.sleep(7_500);
    expect(order).toEqual(['a-0', 'b-0', 'a-1', 'b-1', 'a-2', 'b-2']);
    leaving.abort(clientGone());
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    await stays;
    expect(order.slice(6)).toEqual(['b-3', 'b-4', 'b-5']);
  }));

interface StepOptions {
  /** Links in the first stage at once, which takes 100 ms and decides links named `visible`. */
  readonly fetchedAtOnce?: number;
  readonly renderedAtOnce?: number;
  readonly idleMs?: number;
  readonly timeoutMs?: number;
  /** The place of a link. */
  readonly placeOf?: (name: string) => string | null;
}

/** Removed reviews whose proof loads for a second, waits for a control for `idleMs`, and loads for another second. */
function checkOf({ now, sleep }: VirtualTime, options: StepOptions = {}) {
  const { fetchedAtOnce = 1, renderedAtOnce = 1, idleMs = 5_000, timeoutMs = TIMEOUT_MS } = options;
  const { placeOf = () => null } = options;
  const steps: string[] = [];
  const flights = createSingleFlight(timeoutMs);
  const [fetched, rendered] = [
    { atOnce: 0, most: 0 },
    { atOnce: 0, most: 0 },
  ];
  const work = async (stage: typeof fetched, scope: Scope, ms: number) => {
    stage.atOnce += 1;
    stage.most = Math.max(stage.most, stage.atOnce);
    try {
      await race(scope.signal, sleep(ms));
    } finally {
      stage.atOnce -= 1;
    }
  };
  const load = async (name: string, scope: Scope) => {
    steps.push(`${name} at ${Math.floor(now() / 1_000)}`);
    await work(rendered, scope, 1_000);
  };
  const check = createBulkChecker({
    fetchedAtOnce,
    renderedAtOnce,
    timeoutMs,
    inspector: {
      visibility: async (url: string, scope: Scope, stages: Stages = SINGLE) => {
        const name = url.replace(/.*\//, '');
        await work(fetched, scope, 100);
        if (name.startsWith('visible')) return verdictOf('visible');
        stages.undecided();
        return flights.run(url, scope, async (inner) => {
          using slot = await stages.slot(placeOf(name), inner);
          await load(name, inner);
          await slot.without(race(inner.signal, sleep(idleMs)));
          await load(name, inner);
          return verdictOf('no_rating_section');
        });
      },
    },
  });
  return { check, steps, most: { fetched, rendered } };
}

/** The body of a test of such a check. */
const inSteps =
  (options: StepOptions, body: (given: ReturnType<typeof checkOf> & VirtualTime) => Promise<void>) => () =>
    inVirtualTime((time) => body({ ...checkOf(time, options), ...time }));
const namesOf = (steps: readonly string[]) => steps.map((step) => step.slice(0, 3));

test(
  'a link that waits for a control gives its slot to the next link',
  inSteps({}, async ({ steps, most, ...given }) => {
    expect(await codesOf(given, removedLinks('a', 3))).toEqual(removed(3));
    expect(steps).toEqual(['a-0 at 0', 'a-1 at 1', 'a-2 at 2', 'a-0 at 6', 'a-1 at 7', 'a-2 at 8']);
    expect(most.rendered.most).toBe(1);
  }),
);

test(
  'a proof that has begun gets the next slot, before the links that wait for their first page',
  inSteps({ idleMs: 1_500 }, async ({ steps, ...given }) => {
    await codesOf(given, removedLinks('a', 8));
    expect(steps.slice(0, 5)).toEqual(['a-0 at 0', 'a-1 at 1', 'a-2 at 2', 'a-0 at 3', 'a-1 at 4']);
  }),
);

test(
  'all links pass the first stage, however long the proofs of the first links take',
  inSteps({ fetchedAtOnce: 4, renderedAtOnce: 2 }, async ({ check, most, now }) => {
    const order: string[] = [];
    // Every fifth of 150 is removed.
    const links = Array.from({ length: 30 }, (_, index) => [
      ...removedLinks(`removed-${index}`, 1),
      ...removedLinks(`visible-${index}`, 4),
    ]).flat();
    const since = now();
    let visibleAt = 0;
    await check(links, scopeOf('bulk'), (one) => {
      order.push(codeOf(one));
      if (codeOf(one) === 'visible') visibleAt = now();
    });
    expect(order).toEqual([...Array(120).fill('visible'), ...removed(30)]);
    // 150 links, four at once, 100 ms each.
    expect(visibleAt - since).toBeLessThanOrEqual(4_000);
    expect([most.fetched.most, most.rendered.most]).toEqual([4, 2]);
  }),
);

const byParity = (name: string) => `place ${Number(name.slice(-1)) % 2}`;
test(
  'links of one place are proven one after another',
  inSteps({ fetchedAtOnce: 8, idleMs: 60_000, placeOf: byParity }, async ({ steps, ...given }) => {
    await codesOf(given, removedLinks('a', 8));
    const [even, odd] = [
      ['a-0', 'a-2', 'a-4', 'a-6'],
      ['a-1', 'a-3', 'a-5', 'a-7'],
    ];
    expect(namesOf(steps.slice(0, 8))).toEqual([...even, ...odd]);
  }),
);

test(
  'links that wait for controls take no turns from another check',
  inSteps({ fetchedAtOnce: 2, renderedAtOnce: 2 }, async ({ steps, most, ...given }) => {
    await Promise.all(['a', 'b'].map((name) => codesOf(given, removedLinks(name, 8), scopeOf(name))));
    expect(most.rendered.most).toBe(2);
    expect(steps.slice(0, 16).filter((step) => step.startsWith('a'))).toHaveLength(8);
  }),
);

for (const renderedAtOnce of [1, 2])
  test(
    `two checks of the same list share their proofs and both end, with ${renderedAtOnce} at once`,
    inSteps({ fetchedAtOnce: 2, renderedAtOnce }, async ({ steps, ...given }) => {
      const links = removedLinks('a', 6);
      const both = ['one', 'other'].map((name) => codesOf(given, links, scopeOf(name)));
      expect((await Promise.all(both)).flat()).toEqual(removed(12));
      expect(steps).toHaveLength(12);
    }),
  );

test(
  'a check that ends gives no failure to another check that shares its proofs',
  inSteps({ fetchedAtOnce: 4, renderedAtOnce: 1 }, async ({ sleep, ...given }) => {
    const links = removedLinks('a', 4);
    const leaving = scopeOf('one');
    codesOf(given, links, leaving).catch(() => undefined);
    const stays = codesOf(given, links, scopeOf('other'));
    await sleep(2_500);
    leaving.abort(clientGone());
    expect(await stays).toEqual(removed(4));
    // No slot is lost.
    expect(await codesOf(given, removedLinks('b', 1), scopeOf('b'))).toHaveLength(1);
  }),
);

test(
  'checks of the watch keep no slot from bulk checks',
  inSteps({}, async ({ steps, ...given }) => {
    const watch = startInnerScope(scopeOf('watch'), 600_000, 'background');
    await Promise.all([
      codesOf(given, removedLinks('w', 4), watch),
      codesOf(given, removedLinks('a', 2), scopeOf('a')),
    ]);
    expect(namesOf(steps.slice(0, 2))).toEqual(['w-0', 'a-0']);
    const own = steps.filter((step) => step.startsWith('a'));
    expect(own).toEqual(['a-0 at 0', 'a-1 at 1', 'a-0 at 6', 'a-1 at 7']);
  }),
);

test(
  'the deadline of a link pauses while it waits for a slot',
  inSteps({ idleMs: 100, timeoutMs: 3_000 }, async (given) => {
    expect(await codesOf(given, removedLinks('a', 20))).toEqual(removed(20));
  }),
);

test(
  'releases the slots of a client that leaves while its links wait for controls',
  inSteps({}, async ({ steps, sleep, ...given }) => {
    const scope = scopeOf('a');
    const left = codesOf(given, removedLinks('a', 3), scope);
    left.catch(() => undefined);
    await sleep(2_500);
    scope.abort(clientGone());
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    steps.length = 0;
    await codesOf(given, removedLinks('b', 2), scopeOf('b'));
    expect(namesOf(steps)).toEqual(['b-0', 'b-1', 'b-0', 'b-1']);
  }),
);

test('progress says how many entries remain, and estimates the time from the loads', () =>
  inVirtualTime(async (time) => {
    const machine = { pages: 5, perMinute: 120, loadMs: 500, controlMs: 1_000 };
    const { check } = serviceOf(time, machine);
    const links = [...removedLinks('visible', 40), ...removedLinks('removed', 20)].sort();
    const all = [...links, ...links.slice(0, 5)];
    const reports: (CheckProgress & { at: number; results: number })[] = [];
    let results = 0;
    const count = ({ indexes }: CheckedLink) => {
      results += indexes.length;
    };
    const report = (progress: CheckProgress) => void reports.push({ ...progress, at: time.now(), results });
    await check(all, scopeOf('bulk'), count, report);
    const endAt = time.now();
    expect(reports.length).toBeGreaterThan(15);
    for (const { total, remaining, results: seen } of reports) expect(total - remaining).toBe(seen);
    expect(reports[0]?.total).toBe(65);
    const late = reports.filter(({ at }) => at > 0.25 * endAt && at < 0.9 * endAt);
    expect(late.length).toBeGreaterThan(5);
    for (const { secondsLeft, at } of late) {
      const really = (endAt - at) / 1_000;
      expect(secondsLeft, `at ${at} of ${endAt}`).toBeGreaterThan(0.6 * really);
      expect(secondsLeft, `at ${at} of ${endAt}`).toBeLessThan(1.7 * really + 5);
    }
  }));

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

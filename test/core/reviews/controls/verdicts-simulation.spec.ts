import { loadReviewsCase } from '../../../../fixtures/provider/cases.js';
import { cidOf, placeIdOf } from '../../../../fixtures/provider/ids.js';
import { dice } from '../../../../fixtures/provider/reviews/dice.js';
import { halfFeature, reviewUrl } from '../../../../fixtures/provider/reviews/ids.js';
import { bulkOf } from '../../../../src/capabilities/bulk/bulk.js';
import type { BulkChecker } from '../../../../src/capabilities/bulk/check-reviews.js';
import type { PagePool } from '../../../../src/core/browser/pool.js';
import {
  DEADLINE_EXCEEDED,
  isAppError,
  NO_RESULTS,
  OVERLOADED,
  PROVIDER_UNAVAILABLE,
} from '../../../../src/core/errors.js';
import { createUseCases, type UseCases } from '../../../../src/core/lookups.js';
import { reviewAddress } from '../../../../src/core/provider/urls.js';
import { createLogger } from '../../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../../src/core/runtime/metrics.js';
import { type Priority, startInnerScope, startScope } from '../../../../src/core/runtime/scope.js';
import { isLongRun } from '../../../support/long-run.js';
import { readConfig } from '../../../support/read-config.js';
import { type Disturbance, type NamedReview, simulateProvider } from '../../../support/simulated-provider.js';
import { expect, test } from '../../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../../support/virtual-time.js';

// docs/provider/verdicts.md, "How it is tested": disturbances without any marker on the pages.

const log = createLogger('silent');
const SECOND = 1_000;
/** `LONG_RUN=1`: all checks of verdicts.md. */
const CHECKS = isLongRun ? 1_000 : 80;
const PLACES = ['reviews--two-hundred', 'reviews--199', 'reviews--201'];
const LISTS = ['reviews--seven', 'reviews--ten', 'reviews--eleven'];
/** Every fourth review, but for those of the well-known place, which are the controls of a fresh installation. */
const isGoneAt = (featureId: string, index: number) =>
  PLACES.some((id) => loadReviewsCase(id).place.featureId === featureId) && index % 4 === 3;

interface Tally {
  readonly untruths: string[];
  checks: number;
  /** Removed reviews and unknown places, without those that a lasting disturbance hides. */
  removed: number;
  decided: number;
  refused: number;
  /** Checks of visible reviews that a lasting disturbance hides. */
  hidden: number;
}

interface Plan {
  readonly seed: string;
  readonly checks: number;
  readonly disturbance?: (at: number) => Disturbance;
  /** A disturbance that lasts: what a link names decides whether its review is shown. */
  readonly isBare?: (named: NamedReview) => boolean;
  /** A place whose page counts reviews and inlines none. */
  readonly isSilent?: (featureId: string) => boolean;
  /** Whether links to reviews also name the author, in both forms. Default: only links by id. */
  readonly isByAuthorToo?: boolean;
}

/** 25 seconds in every two minutes, on review pages, on place pages, or on both. */
function bursts(seed: string): (at: number) => Disturbance {
  const kinds = ['reviews', 'places', 'both'] as const;
  return (at) =>
    at % (120 * SECOND) >= 20 * SECOND && at % (120 * SECOND) < 45 * SECOND
      ? dice(`${seed}/${Math.floor(at / (120 * SECOND))}`).pick(kinds)
      : 'none';
}

/** Both forms of a link that names the author of a review instead of the review. reviews.md §5 */
function authorLinks(featureId: string, authorId: string | null): string[] {
  if (authorId === null) return [];
  return [
    `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${authorId}!2s${halfFeature(featureId)}`,
    `https://www.google.com/maps/contrib/${authorId}/place/${placeIdOf(featureId)}/@52.1,21.02,17z/data=!4m6!1m5!8m4!1e1!2s${authorId}!3m1!1e1`,
  ];
}

/** The services of a fresh installation, by default without settings, on pages of the simulation. */
function servicesOn(
  openPage: Awaited<ReturnType<typeof simulateProvider>>['openPage'],
  settings: Readonly<Record<string, string>> = {},
): UseCases & { readonly bulk: BulkChecker } {
  let taken = 0;
  let notify: () => void = () => undefined;
  const pages = 5;
  const pool: Pick<PagePool, 'stats' | 'onFree' | 'withPage'> = {
    withPage: async (_scope, work) => {
      taken += 1;
      try {
        return await work({ page: openPage(), retire: () => undefined });
      } finally {
        taken -= 1;
        notify();
      }
    },
    stats: () => ({ size: pages, borrowed: taken, free: pages - taken }),
    onFree: (listener) => {
      notify = listener;
    },
  };
  const config = readConfig({ BROWSER_CONTEXTS: '5', ...settings });
  const useCases = createUseCases({
    config,
    pool,
    pictures: { pool },
    plainClient: { get: () => Promise.reject(new Error('nothing is fetched')), close: async () => undefined },
    identity: { userAgent: async () => 'Chrome', consentCookies: async () => [], language: 'pl' },
    metrics: createMetrics(),
    log,
    settleMs: 100,
    fastPathPauseMs: 0,
    usesFastPath: false,
    queueLimit: 500,
    shareLinks: { retryDelayMs: 10, hopTimeoutMs: 1_000 },
  });
  return { ...useCases, bulk: bulkOf({ config, inspector: useCases.inspector }) };
}

async function simulate({ now, sleep }: VirtualTime, plan: Plan): Promise<Tally> {
  const { seed, checks, disturbance = () => 'none', isBare = () => false, isByAuthorToo = false } = plan;
  const { isSilent = () => false } = plan;
  const roll = dice(seed);
  const simulation = await simulateProvider({
    now,
    sleep,
    disturbance,
    isBare,
    isSilent,
    isGone: ({ place }, index) => isGoneAt(place.featureId, index),
    roll: dice(`${seed}/pages`),
  });
  const { inspector, bulk, reviews, finder } = servicesOn(simulation.openPage);
  const tally: Tally = { untruths: [], checks: 0, removed: 0, decided: 0, refused: 0, hidden: 0 };

  const pickReview = () => {
    const { place } = loadReviewsCase(roll.pick(PLACES));
    const list = simulation.world.reviews(place.featureId);
    if (list === null) throw new Error('no list');
    const index = roll.below(list.reviews.length);
    const review = list.reviews[index];
    if (review === undefined) throw new Error('no review');
    const byAuthor = authorLinks(place.featureId, review.author.id);
    const links = [reviewUrl(place.featureId, review.inner, 'pl'), ...(isByAuthorToo ? byAuthor : [])];
    const link = links.length === 1 ? links[0] : roll.pick(links);
    const isGone = isGoneAt(place.featureId, index);
    const isHidden = isBare({ featureId: place.featureId, isByAuthor: byAuthor.includes(link ?? '') });
    return { link: link ?? '', isGone, isHidden };
  };
  const count = ({ isGone, isHidden }: ReturnType<typeof pickReview>) => {
    if (isGone && !isHidden) tally.removed += 1;
    if (!isGone && isHidden) tally.hidden += 1;
  };
  const inScope = async <T>(
    priority: Priority,
    work: (scope: ReturnType<typeof startScope>) => Promise<T>,
  ) => {
    const parent = startScope('simulation', log, null);
    const scope = startInnerScope(parent, 60 * SECOND, priority);
    try {
      return await work(scope);
    } finally {
      scope.dispose();
      parent.dispose();
    }
  };
  /** A refusal; anything else fails the test. */
  const waitOf = (error: unknown): number => {
    if (!isAppError(error, PROVIDER_UNAVAILABLE, DEADLINE_EXCEEDED, OVERLOADED)) throw error;
    tally.refused += 1;
    return (error.retryAfterSeconds ?? 30) * SECOND;
  };
  const judge = (reason: string, isGone: boolean, what: string) => {
    if (reason !== 'visible' && !isGone) tally.untruths.push(`${reason}: ${what} at ${now()}`);
    if (reason === 'visible' && isGone) tally.untruths.push(`visible: ${what} at ${now()}`);
  };

  const checkReview = async (priority: Priority) => {
    const picked = pickReview();
    const { link, isGone, isHidden } = picked;
    count(picked);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        const { reason } = await inScope(priority, (scope) => inspector.visibility(link, scope));
        judge(reason, isGone, link);
        if (isGone && !isHidden) tally.decided += 1;
        return;
      } catch (error) {
        await sleep(waitOf(error));
      }
    }
  };
  const checkBulk = async () => {
    const picked = Array.from({ length: 8 }, pickReview);
    let left = picked;
    for (const one of picked) count(one);
    for (let attempt = 1; attempt <= 3 && left.length > 0; attempt += 1) {
      const again = new Set<string>();
      await inScope('single', (scope) =>
        bulk(
          left.map(({ link }) => link),
          scope,
          (checked) => {
            const { isGone, isHidden } = left.find(({ link }) => link === checked.url) ?? {};
            if ('error' in checked) {
              waitOf(checked.error);
              again.add(checked.url);
            } else {
              judge(checked.inspection.reason, isGone === true, checked.url);
              if (isGone && !isHidden) tally.decided += checked.indexes.length;
            }
          },
        ),
      );
      left = left.filter(({ link }) => again.has(link));
      if (left.length > 0) await sleep(30 * SECOND);
    }
    tally.checks += picked.length - 1;
  };
  const checkList = async () => {
    const { place } = loadReviewsCase(roll.pick(LISTS));
    const total = place.reviewCount ?? 1;
    const request = {
      placeRef: placeIdOf(place.featureId),
      maxPages: 1,
      minStars: null,
      maxStars: null,
      since: null,
    };
    try {
      const list = await inScope('list', (scope) => reviews.list(request, scope, () => undefined));
      if (list.read < total && (list.complete || list.stopReason === 'end'))
        tally.untruths.push(`${list.stopReason}: ${list.read} of ${total} at ${now()}`);
    } catch (error) {
      if (isAppError(error, NO_RESULTS)) tally.untruths.push(`404: ${request.placeRef} at ${now()}`);
      else await sleep(waitOf(error));
    }
  };
  const checkCid = async () => {
    const isKnown = roll.chance(0.7);
    const cid = isKnown ? cidOf(loadReviewsCase(roll.pick(PLACES)).place.featureId) : `99${roll.digits(14)}`;
    if (!isKnown) tally.removed += 1;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        await inScope('single', (scope) => finder.find(cid, scope, { fresh: true }));
        if (!isKnown) tally.untruths.push(`a place: ${cid}`);
        return;
      } catch (error) {
        if (isAppError(error, NO_RESULTS)) {
          if (isKnown) tally.untruths.push(`404: ${cid} at ${now()}`);
          else tally.decided += 1;
          return;
        }
        await sleep(waitOf(error));
      }
    }
  };

  const kinds = [
    ...Array.from({ length: 5 }, () => () => checkReview('single')),
    ...Array.from({ length: 2 }, () => () => checkReview('bulk')),
    checkBulk,
    checkList,
    checkCid,
  ];
  const user = async () => {
    while (tally.checks < checks) {
      tally.checks += 1;
      await roll.pick(kinds)();
      await sleep(roll.below(8 * SECOND));
    }
  };
  await Promise.all(Array.from({ length: 6 }, user));
  return tally;
}

/** The tally of simulated checks. `VERDICTS_SEED` replaces the seed and prints the tally. */
async function tallyOf(plan: (seed: string) => Omit<Plan, 'seed' | 'checks'>, byDefault: string) {
  const seed = process.env.VERDICTS_SEED ?? byDefault;
  const tally = await inVirtualTime((time) => simulate(time, { seed, checks: CHECKS, ...plan(seed) }));
  test.info().annotations.push({ type: 'tally', description: JSON.stringify(tally) });
  if (process.env.VERDICTS_SEED !== undefined) console.log(byDefault, JSON.stringify(tally));
  return tally;
}

test('bursts of disturbances cause no wrong verdict, and nine in ten removed reviews are decided', async () => {
  test.setTimeout(300_000);
  const tally = await tallyOf((seed) => ({ disturbance: bursts(seed) }), 'bursts');
  expect(tally.untruths).toEqual([]);
  expect(tally.removed).toBeGreaterThan(0.15 * CHECKS);
  expect(tally.decided / tally.removed).toBeGreaterThanOrEqual(0.9);
  // The bursts had an effect: some checks were refused.
  expect(tally.refused).toBeGreaterThan(0.02 * CHECKS);
});

const [, HIDDEN = ''] = PLACES;
const LASTING: readonly [string, Omit<Plan, 'seed' | 'checks'>][] = [
  [
    'of the reviews of one place, also on its own page',
    {
      isBare: (named) => named.featureId === featureOf(HIDDEN),
      isSilent: (featureId) => featureId === featureOf(HIDDEN),
    },
  ],
  [
    'of the reviews of one place by each form of link',
    { isBare: (named) => named.featureId === featureOf(HIDDEN), isByAuthorToo: true },
  ],
  ['of links by author', { isBare: (named) => named.isByAuthor, isByAuthorToo: true }],
  [
    'of links by author to one place',
    { isBare: (named) => named.isByAuthor && named.featureId === featureOf(HIDDEN), isByAuthorToo: true },
  ],
];
function featureOf(id: string): string {
  return loadReviewsCase(id).place.featureId;
}

for (const [what, plan] of LASTING)
  test(`a lasting disturbance ${what} causes no wrong verdict`, async () => {
    test.setTimeout(300_000);
    const tally = await tallyOf(() => plan, what);
    expect(tally.untruths).toEqual([]);
    expect(tally.removed).toBeGreaterThan(0.05 * CHECKS);
    expect(tally.decided / tally.removed).toBeGreaterThanOrEqual(0.9);
    expect(tally.hidden).toBeGreaterThan(0.1 * CHECKS);
    expect(tally.refused).toBeGreaterThan(0.1 * CHECKS);
  });

/** Undisturbed pages, and the links of reviews that are gone. */
async function calmServices({ now, sleep }: VirtualTime) {
  const simulation = await simulateProvider({
    now,
    sleep,
    disturbance: () => 'none',
    isGone: ({ place }, index) => isGoneAt(place.featureId, index),
    roll: dice('calm'),
  });
  const linksOf = (id: string) => {
    const { place } = loadReviewsCase(id);
    const all = simulation.world.reviews(place.featureId)?.reviews ?? [];
    const links = all.map(({ inner }) => reviewUrl(place.featureId, inner, 'pl'));
    return {
      gone: links.filter((_, index) => isGoneAt(place.featureId, index)),
      shown: links.filter((_, index) => !isGoneAt(place.featureId, index)),
    };
  };
  const scope = () => startScope('calm', log, 600 * SECOND);
  return { ...servicesOn(simulation.openPage), linksOf, scope, loads: simulation.loads };
}

test('a fresh installation without settings decides a removed review at its first check', async () => {
  const reason = await inVirtualTime(async (time) => {
    const { inspector, linksOf, scope } = await calmServices(time);
    return (await inspector.visibility(linksOf('reviews--199').gone[0] ?? '', scope())).reason;
  });
  expect(reason).toBe('no_rating_section');
});

test('a removed review costs four loads, three where the pages state it in their own words', async () => {
  const costs = await inVirtualTime(async (time) => {
    const { inspector, linksOf, scope, loads } = await calmServices(time);
    const { gone, shown } = linksOf('reviews--199');
    await inspector.visibility(shown[0] ?? '', scope());
    const costs: number[] = [];
    for (const link of gone.slice(0, 4)) {
      const before = loads();
      await inspector.visibility(link, scope());
      costs.push(loads() - before);
    }
    return costs;
  });
  // Every other page of a removed review states it in words.
  expect(costs).toEqual([3, 4, 3, 4]);
});

test('100 removed reviews in one bulk check cost at most 2.3 loads each', async () => {
  const { each, reasons } = await inVirtualTime(async (time) => {
    const { bulk, linksOf, scope, loads } = await calmServices(time);
    const links = [
      ...linksOf('reviews--two-hundred').gone,
      ...linksOf('reviews--199').gone,
      ...linksOf('reviews--201').gone,
    ].slice(0, 100);
    const reasons: string[] = [];
    await bulk(links, scope(), (checked) => {
      reasons.push('error' in checked ? checked.error.message : checked.inspection.reason);
    });
    return { each: loads() / links.length, reasons };
  });
  expect(reasons).toEqual(Array.from({ length: 100 }, () => 'no_rating_section'));
  expect(each).toBeLessThanOrEqual(2.3);
});

test('links by id and by author in one bulk check have controls of their own form', async () => {
  const asked: string[] = [];
  const reasons = await inVirtualTime(async ({ now, sleep }) => {
    const simulation = await simulateProvider({
      ...{ now, sleep, disturbance: () => 'none', roll: dice('forms') },
      isGone: ({ place }, index) => isGoneAt(place.featureId, index),
    });
    const { place } = loadReviewsCase('reviews--199');
    const reviews = simulation.world.reviews(place.featureId)?.reviews ?? [];
    const half = place.featureId.replace(/^.*:/, '0x0:');
    const formsOf = (index: number) => {
      const review = reviews[index];
      if (review === undefined) throw new Error('no such review');
      const byAuthor = `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${review.author.id}!2s${half}`;
      return { byId: reviewUrl(place.featureId, review.inner, 'pl'), byAuthor };
    };
    const openPage = () => {
      const page = simulation.openPage();
      const { goto } = page;
      return Object.assign(page, {
        goto: (url: string) => {
          asked.push(url.replace(/\?.*$/s, ''));
          return goto(url);
        },
      });
    };
    const controls = [formsOf(0).byId];
    const { bulk } = servicesOn(openPage, { CONTROL_REVIEWS: controls.join(' ') });
    const found: string[] = [];
    await bulk([formsOf(7).byId, formsOf(15).byAuthor], startScope('forms', log, 600 * SECOND), (checked) => {
      found.push('error' in checked ? checked.error.message : checked.inspection.reason);
    });
    // The ids of the one control in CONTROL_REVIEWS, in the form of each link, and nothing of the pasted links.
    const reviewId = new URL(formsOf(0).byId).pathname.match(/!1s(Ci[^!]+)/)?.[1] ?? null;
    const byId = reviewAddress({ reviewId, authorId: null, cid: cidOf(place.featureId) });
    for (const link of [byId, formsOf(0).byAuthor]) expect(asked, `${link}`).toContain(link);
    expect(asked.filter((one) => one.includes('3m1!1s2@1:'))).toEqual([]);
    return found;
  });
  expect(reasons).toEqual(['no_rating_section', 'no_rating_section']);
});

import { loadReviewsCase } from '../../../../fixtures/provider/cases.js';
import { cidOf, placeIdOf } from '../../../../fixtures/provider/ids.js';
import { type Dice, dice, hash } from '../../../../fixtures/provider/reviews/dice.js';
import { halfFeature, reviewId, reviewUrl } from '../../../../fixtures/provider/reviews/ids.js';
import {
  listHead,
  type ReviewList,
  reviewList,
  type Sort,
} from '../../../../fixtures/provider/reviews/list.js';
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
import { extractReview } from '../../../../src/core/reviews/extractors/extract-review.js';
import { createLogger } from '../../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../../src/core/runtime/metrics.js';
import { type Priority, startScope } from '../../../../src/core/runtime/scope.js';
import { isLongRun } from '../../../support/long-run.js';
import { readConfig } from '../../../support/read-config.js';
import {
  type Bareness,
  type Disturbance,
  type NamedReview,
  type SimulationOptions,
  simulateProvider,
} from '../../../support/simulated-provider.js';
import { expect, test } from '../../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../../support/virtual-time.js';

// docs/provider/verdicts.md, "How it is tested": disturbances without any marker on the pages.

const log = createLogger('silent');
const SECOND = 1_000;
/** `LONG_RUN=1`: all checks of verdicts.md. */
const CHECKS = isLongRun ? 1_000 : 60;
/** Checks beside lists of 200 reviews, which take most of the time. */
const NARROW_CHECKS = isLongRun ? 1_000 : 30;
/** Many times what a test takes on an idle machine, in milliseconds. */
const LIMIT_MS = isLongRun ? 5_400_000 : 600_000;
const PLACES = ['reviews--two-hundred', 'reviews--199', 'reviews--201'];
const LISTS = ['reviews--seven', 'reviews--ten', 'reviews--eleven'];
const FEATURES = new Set(PLACES.map(featureOf));
/** Every fourth review, but for those of the well-known place, which are the controls of a fresh installation. */
const isGoneAt = (featureId: string, index: number) => index % 4 === 3 && FEATURES.has(featureId);
/** When some reviews vanish during the checks. */
const VANISHED_AT = 150 * SECOND;
/** The deadlines of a single request and of a list of reviews, in milliseconds. A list of links has none. */
const REQUEST_MS = 60 * SECOND;
const LIST_MS = 300 * SECOND;

interface Tally {
  readonly untruths: string[];
  checks: number;
  /** Removed reviews and unknown places, without those that a lasting disturbance hides. */
  removed: number;
  decided: number;
  refused: number;
  /** Checks of visible reviews that a lasting disturbance hides. */
  hidden: number;
  /** Reviews that were seen, then vanished, and were decided. */
  ended: number;
}

interface Plan {
  readonly seed: string;
  readonly checks: number;
  readonly disturbance?: (at: number) => Disturbance;
  /**
   * A disturbance that lasts: what a link names decides whether its review is shown. `seen`: when each review was last
   * told visible, or listed.
   */
  readonly isBare?: (named: NamedReview, at: number, seen: ReadonlyMap<string, number>) => Bareness;
  /** A place whose page counts reviews and inlines none. */
  readonly isSilent?: (featureId: string) => boolean;
  /** Whether links to reviews also name the author, in both forms. Default: only links by id. */
  readonly isByAuthorToo?: boolean;
  /** Whether links carry a time token. reviews.md §1 */
  readonly hasTokens?: boolean;
  /**
   * The order of the lists of the places whose reviews are checked. Only reviews that the pages of these places do not
   * inline are checked, and where they are sorted, some of them vanish. Default: lists of other places, all reviews.
   */
  readonly lists?: Sort;
}

/** The numbers of reviews that a place lists, and that its page does not inline, before and after some vanish. */
function listedAlone(list: ReviewList): readonly number[] {
  const mayBeInlined = new Set(list.visible(1).slice(0, 30));
  return list.reviews.flatMap((review, index) => (mayBeInlined.has(review) ? [] : index)).slice(0, 40);
}

/** Deals each card once in a random order, then all again: how many checks get a card does not depend on the seed. */
function dealing<T>(roll: Dice, cards: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...cards];
    return left.splice(roll.below(left.length), 1)[0] as T;
  };
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
  const pool: Pick<PagePool, 'stats' | 'onFree' | 'take'> = {
    take: async () => {
      taken += 1;
      let isOver = false;
      return {
        page: openPage(),
        retire: () => undefined,
        during: (work) => work,
        [Symbol.dispose]: () => {
          if (isOver) return;
          isOver = true;
          taken -= 1;
          notify();
        },
      };
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
  const { isSilent = () => false, hasTokens = false, lists } = plan;
  const roll = dice(seed);
  const seen = new Map<string, number>();
  const isGoneNow = (featureId: string, index: number) =>
    isGoneAt(featureId, index) || (lists === 2 && index % 8 === 1 && now() >= VANISHED_AT);
  const simulation = await simulateProvider({
    now,
    sleep,
    disturbance,
    isBare: (named, at) => isBare(named, at, seen),
    isSilent,
    ...(lists !== undefined && { order: lists }),
    isGone: ({ place }, index) => isGoneNow(place.featureId, index),
    roll: dice(`${seed}/pages`),
  });
  const { inspector, bulk, reviews, finder } = servicesOn(simulation.openPage);
  const tally: Tally = { untruths: [], checks: 0, removed: 0, decided: 0, refused: 0, hidden: 0, ended: 0 };

  const listsOfPlaces = PLACES.flatMap((id) => simulation.world.reviews(featureOf(id)) ?? []);
  /** The controls that the pages of places inline stay shown: else each of these places is disturbed as a whole. */
  const mayTurnBare = new Set(
    listsOfPlaces.flatMap((list) =>
      listedAlone(list).map((index) => reviewId(list.reviews[index]?.inner ?? '')),
    ),
  );
  const shownDates = (featureId: string): number[] => {
    const list = simulation.world.reviews(featureId);
    const shown = list?.reviews.filter((_, index) => !isGoneNow(featureId, index)) ?? [];
    return shown.flatMap((review) => extractReview(list?.record(review))?.publishedAt ?? []);
  };
  const forms = isByAuthorToo ? [0, 1, 2] : [0];
  const dealReview = dealing(
    roll,
    PLACES.flatMap((id) =>
      forms.flatMap((form) => [true, false, false].map((isGone) => ({ id, form, isGone }))),
    ),
  );
  /** One review in three is gone, at each place and by each form of link. */
  const pickReview = () => {
    const { id: caseId, form, isGone } = dealReview();
    const { place } = loadReviewsCase(caseId);
    const list = simulation.world.reviews(place.featureId);
    if (list === null) throw new Error('no list');
    const all = lists === undefined ? list.reviews.map((_, index) => index) : listedAlone(list);
    const index = roll.pick(all.filter((one) => isGoneNow(place.featureId, one) === isGone));
    const review = list.reviews[index];
    if (review === undefined) throw new Error('no review');
    const byAuthor = authorLinks(place.featureId, review.author.id);
    const byId = reviewUrl(place.featureId, review.inner, 'pl');
    const plain = [byId, ...byAuthor][form] ?? byId;
    const link = hasTokens ? plain.replace('%7C%7C', `%7CCAIQACodC${index}%7C`) : plain;
    const id = reviewId(review.inner);
    const isByAuthor = byAuthor.includes(link);
    // No address that the service builds has a token.
    const named = { featureId: place.featureId, isByAuthor, reviewId: id, hasToken: false };
    const isHidden = isBare(named, now(), seen) !== false && !(isGone && lists !== undefined);
    const judge = (reason: string) => {
      const isTrue = reason === 'visible' ? !isGone : isGoneNow(place.featureId, index);
      if (!isTrue) tally.untruths.push(`${reason}: ${link} at ${now()}`);
      if (reason === 'visible') seen.set(id, now());
      else if (isGone && !isHidden) tally.decided += 1;
      if (reason !== 'visible' && seen.has(id)) tally.ended += 1;
    };
    return { link, isGone, isHidden, judge };
  };
  const count = ({ isGone, isHidden }: ReturnType<typeof pickReview>) => {
    if (isGone && !isHidden) tally.removed += 1;
    if (!isGone && isHidden) tally.hidden += 1;
  };
  const inScope = async <T>(
    priority: Priority,
    timeoutMs: number | null,
    work: (scope: ReturnType<typeof startScope>) => Promise<T>,
  ) => {
    const scope = startScope('simulation', log, timeoutMs, priority);
    try {
      return await work(scope);
    } finally {
      scope[Symbol.dispose]();
    }
  };
  /** How long a user waits after a refusal, at most two minutes; anything else fails the test. */
  const waitOf = (error: unknown): number => {
    if (!isAppError(error, PROVIDER_UNAVAILABLE, DEADLINE_EXCEEDED, OVERLOADED)) throw error;
    tally.refused += 1;
    return Math.min(error.retryAfterSeconds ?? 30, 120) * SECOND;
  };

  const checkReview = async (priority: Priority) => {
    const picked = pickReview();
    count(picked);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        const asked = await inScope(priority, REQUEST_MS, (scope) =>
          inspector.visibility(picked.link, scope),
        );
        picked.judge(asked.reason);
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
      await inScope('single', null, (scope) =>
        bulk(
          left.map(({ link }) => link),
          scope,
          (checked) => {
            if ('error' in checked) {
              waitOf(checked.error);
              again.add(checked.url);
            } else {
              for (const one of left) if (one.link === checked.url) one.judge(checked.inspection.reason);
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
    const { place } = loadReviewsCase(roll.pick(lists === undefined ? LISTS : PLACES));
    const total = place.reviewCount ?? 1;
    const dates = lists === undefined ? [] : shownDates(place.featureId);
    const since = roll.chance(0.5) && dates.length > 0 ? roll.pick(dates) : null;
    const request = { ...NO_FILTER, since, placeRef: placeIdOf(place.featureId) };
    try {
      const list = await inScope('list', LIST_MS, (scope) =>
        reviews.list(request, scope, (event) => {
          if (event.kind === 'review' && mayTurnBare.has(event.review.id)) seen.set(event.review.id, now());
        }),
      );
      if (list.read < total && (list.complete || list.stopReason === 'end'))
        tally.untruths.push(`${list.stopReason}: ${list.read} of ${total} at ${now()}`);
      const wanted = shownDates(place.featureId).filter((date) => since !== null && date >= since).length;
      if (list.stopReason === 'since' && list.returned < wanted)
        tally.untruths.push(`since: ${list.returned} of ${wanted} at ${now()}`);
    } catch (error) {
      if (isAppError(error, NO_RESULTS)) tally.untruths.push(`404: ${request.placeRef} at ${now()}`);
      else await sleep(waitOf(error));
    }
  };
  const dealKnown = dealing(roll, [true, true, false]);
  const checkCid = async () => {
    const isKnown = dealKnown();
    const cid = isKnown ? cidOf(loadReviewsCase(roll.pick(PLACES)).place.featureId) : `99${roll.digits(14)}`;
    if (!isKnown) tally.removed += 1;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        await inScope('single', REQUEST_MS, (scope) => finder.find(cid, scope, { fresh: true }));
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

  const dealKind = dealing(roll, [
    ...Array.from({ length: 5 }, () => () => checkReview('single')),
    ...Array.from({ length: 2 }, () => () => checkReview('bulk')),
    checkBulk,
    checkList,
    checkCid,
  ]);
  const user = async () => {
    while (tally.checks < checks) {
      tally.checks += 1;
      await dealKind()();
      await sleep(roll.below(8 * SECOND));
    }
  };
  await Promise.all(Array.from({ length: 6 }, user));
  return tally;
}

/** The tally of simulated checks. `VERDICTS_SEED` replaces the seed and prints the tally. */
async function tallyOf(
  plan: (seed: string) => Omit<Plan, 'seed' | 'checks'>,
  byDefault: string,
  checks = CHECKS,
) {
  const seed = process.env.VERDICTS_SEED ?? byDefault;
  const tally = await inVirtualTime((time) => simulate(time, { seed, checks, ...plan(seed) }));
  test.info().annotations.push({ type: 'tally', description: JSON.stringify(tally) });
  if (process.env.VERDICTS_SEED !== undefined) console.log(byDefault, JSON.stringify(tally));
  return tally;
}

test('bursts of disturbances cause no wrong verdict, and nine in ten removed reviews are decided', async () => {
  test.setTimeout(LIMIT_MS);
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

/** For half an hour after a review was seen, its own page does not show it. */
const bareOnceSeen: Plan['isBare'] = ({ reviewId: id }, at, seen) =>
  at - (seen.get(id ?? '') ?? Number.NEGATIVE_INFINITY) < 1_800 * SECOND && 'unsaid';
const NARROW: readonly (readonly [string, Omit<Plan, 'seed' | 'checks'>])[] = [
  ['of reviews seen before', { isBare: bareOnceSeen, lists: 2 }],
  ['of reviews seen before, and of the order of lists', { isBare: bareOnceSeen, lists: 1 }],
  ['of reviews seen before, and of lists sorted by stars', { isBare: bareOnceSeen, lists: 3 }],
  [
    "that puts the provider's words beside a record",
    { isBare: ({ reviewId: id }) => hash(id ?? '') % 3 === 0 && 'beside', lists: 2 },
  ],
];

for (const [lasting, checks, removed, hidden] of [
  [LASTING, CHECKS, 0.05, 0.1],
  [NARROW, NARROW_CHECKS, 0.1, 0.05],
] as const)
  for (const [what, plan] of lasting)
    test(`a lasting disturbance ${what} causes no wrong verdict`, async () => {
      test.setTimeout(LIMIT_MS);
      const tally = await tallyOf(() => plan, what, checks);
      expect(tally.untruths).toEqual([]);
      expect(tally.removed).toBeGreaterThan(removed * checks);
      expect(tally.decided / tally.removed).toBeGreaterThanOrEqual(0.9);
      expect(tally.hidden).toBeGreaterThan(hidden * checks);
      expect(tally.refused).toBeGreaterThan(hidden * checks);
    });

test('bare pages at addresses with a time token disturb no verdict: the service builds addresses without', async () => {
  test.setTimeout(LIMIT_MS);
  const plan = { isBare: ({ hasToken }: NamedReview) => hasToken && 'unsaid', hasTokens: true } as const;
  const tally = await tallyOf(() => plan, 'tokens');
  expect(tally.untruths).toEqual([]);
  expect(tally.removed).toBeGreaterThan(0.15 * CHECKS);
  expect(tally.decided).toBe(tally.removed);
  expect(tally.refused).toBe(0);
});

/** Undisturbed pages but for bare ones, and the links of reviews that are gone. */
async function calmServices(
  { now, sleep }: VirtualTime,
  isBare: (named: NamedReview) => Bareness = () => false,
  changes: Partial<SimulationOptions> = {},
) {
  const simulation = await simulateProvider({
    now,
    sleep,
    isBare,
    disturbance: () => 'none',
    isGone: ({ place }, index) => isGoneAt(place.featureId, index),
    roll: dice('calm'),
    ...changes,
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

const NO_FILTER = { maxPages: 1, minStars: null, maxStars: null, since: null };

/** A review of a place that its page inlines, or does not inline; and a verdict, or the code of the error. */
const SMALL = loadReviewsCase('reviews--eleven');
const smallLink = (isInlined: boolean, { place, reviews } = SMALL) => {
  const list = reviewList(place, reviews);
  const inlined = new Set(listHead(list).records.map(([id]) => String(id)));
  const found = list.reviews.find(({ inner }) => inlined.has(reviewId(inner)) === isInlined);
  if (found === undefined) throw new Error('no such review');
  return { id: reviewId(found.inner), link: reviewUrl(place.featureId, found.inner, 'pl') };
};
const toldBy = (asked: Promise<{ readonly reason: string }>): Promise<string> =>
  asked.then(
    ({ reason }) => reason,
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );

for (const [what, words, answer] of [
  [
    'a bare review that the page of its place shows is visible, as often as it is asked for',
    'unsaid',
    'visible',
  ],
  [
    "a record beside the provider's words that the review is gone gives no verdict",
    'said',
    'provider_unavailable',
  ],
] as const)
  test(what, async () => {
    const { id, link } = smallLink(true);
    const told = await inVirtualTime(async (time) => {
      const { inspector, scope } = await calmServices(time, (named) => named.reviewId === id && words);
      const told: string[] = [];
      for (let times = 0; times < 3; times += 1) {
        told.push(await toldBy(inspector.visibility(link, scope())));
        await time.sleep(30 * SECOND);
      }
      return told;
    });
    expect(told).toEqual([answer, answer, answer]);
  });

test('a review that was seen visible or listed is never not visible a moment later', async () => {
  const { id, link } = smallLink(false);
  for (const isListed of [false, true]) {
    const told = await inVirtualTime(async (time) => {
      let isBare = false;
      const { inspector, reviews, scope } = await calmServices(
        time,
        (named) => isBare && named.reviewId === id && 'unsaid',
      );
      await time.sleep(1);
      const request = { ...NO_FILTER, placeRef: placeIdOf(SMALL.place.featureId) };
      if (isListed) await reviews.list(request, scope(), () => undefined);
      else await inspector.visibility(link, scope());
      isBare = true;
      return toldBy(inspector.visibility(link, scope()));
    });
    expect(told, `${isListed}`).toBe('provider_unavailable');
  }
});

test('a review that came with the details of its place is not visible only after a sorted list without it', async () => {
  // Ten reviews show no order.
  const large = loadReviewsCase('reviews--199');
  const { id, link } = smallLink(true, large);
  for (const order of [1, 2, 3] as const) {
    const told = await inVirtualTime(async (time) => {
      let hasVanished = false;
      const { inspector, finder, scope } = await calmServices(time, () => false, {
        order,
        isGone: ({ reviews }, index) => hasVanished && reviewId(reviews[index]?.inner ?? '') === id,
      });
      await time.sleep(1);
      await finder.findDetails(placeIdOf(large.place.featureId), scope(), { fresh: true });
      hasVanished = true;
      return toldBy(inspector.visibility(link, scope()));
    });
    expect(told, `order ${order}`).toBe(order === 2 ? 'no_rating_section' : 'provider_unavailable');
  }
});

test('a fresh installation without settings decides a removed review at its first check', async () => {
  const reason = await inVirtualTime(async (time) => {
    const { inspector, linksOf, scope } = await calmServices(time);
    return (await inspector.visibility(linksOf('reviews--199').gone[0] ?? '', scope())).reason;
  });
  expect(reason).toBe('no_rating_section');
});

test('a place that no control shows suspends the verdicts of the service', async () => {
  const states = await inVirtualTime(async (time) => {
    const { finder, verdicts, scope } = await calmServices(time, () => false, {
      disturbance: () => 'places',
    });
    const before = verdicts();
    const found = finder.find('9912345678901234', scope(), { fresh: true });
    await expect(found).rejects.toMatchObject({ code: 'provider_unavailable' });
    return [before, verdicts()];
  });
  expect(states).toEqual(['unproven', 'suspended']);
});

test('a removed review costs five loads, three where the pages state it in their own words', async () => {
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
  expect(costs).toEqual([3, 5, 3, 5]);
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
    const ownId = new URL(formsOf(0).byId).pathname.match(/!1s(Ci[^!]+)/)?.[1] ?? null;
    const byId = reviewAddress({ reviewId: ownId, authorId: null, cid: cidOf(place.featureId) });
    for (const link of [byId, formsOf(0).byAuthor]) expect(asked, `${link}`).toContain(link);
    expect(asked.filter((one) => one.includes('3m1!1s2@1:'))).toEqual([]);
    return found;
  });
  expect(reasons).toEqual(['no_rating_section', 'no_rating_section']);
});

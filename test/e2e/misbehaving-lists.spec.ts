import { expect } from '@playwright/test';
import {
  loadReviewCase,
  loadReviewsCase,
  type ReviewsCase,
  type Serve,
} from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import type { ReviewsPlan } from '../../fixtures/provider/reviews/model.js';
import { reviewsPlan, tally } from '../../fixtures/provider/reviews/plan.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Answer, test as serviceTest } from '../support/service.js';

// Pages of review lists that answer oddly, as far as Chromium decides what is read of them. What follows from it:
// test/core/reviews (list-reviews, read-reviews, review-stop, wire/reviews-batch) and test/core/reviews/controls.

interface Data {
  readonly reviews: { review_id: string; stars: number | null }[];
  readonly reviews_count: number;
  readonly reviews_read: number;
  readonly total_reviews: number | null;
  readonly complete: boolean;
  readonly stop_reason: string;
}
const dataOf = (answer: Answer) => (answer.body as { data: Data }).data;
const INTERRUPTED = { complete: false, stop_reason: 'interrupted' };
const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };

const NEIGHBOUR = loadReviewsCase('reviews--seven');
const neighbour = NEIGHBOUR.place.featureId;
/** The place that serves as control. */
const CONTROL_PLACES = placeIdOf(neighbour);

/** A place of its own with the reviews of a plan. */
function placeWith(plan: Partial<ReviewsPlan>, serve: Partial<Serve> = {}): ReviewsCase {
  const one = loadReviewsCase('reviews--two-hundred');
  const reviews = reviewsPlan.parse({ count: 30, seed: 'misbehaving', ...plan });
  return { ...one, serve: { ...one.serve, ...serve }, place: { ...one.place, ...tally(reviews) }, reviews };
}

interface Listing {
  /** Asks for the reviews of the first place. */
  read(query?: string): Promise<Answer>;
  /** By how much a metric has grown in this test. */
  count(name: string): Promise<number>;
}

const test = serviceTest.extend<{
  /** Makes the stand-in serve these places and no others. */
  listing(asked: ReviewsCase, ...others: ReviewsCase[]): Promise<Listing>;
}>({
  listing: async ({ standIn, service }, use) => {
    await use(async (asked, ...others) => {
      standIn.set({ cases: [asked, ...others] });
      const counted = [FOREIGN, CONTROLS, UNKNOWN_FRAMES, UNKNOWN_RECORDS];
      const before = new Map(
        await Promise.all(counted.map(async (name) => [name, await service.metric(name)] as const)),
      );
      return {
        read: (query = '') =>
          service.get(`/api/place-reviews?placeid=${placeIdOf(asked.place.featureId)}${query}`),
        count: async (name) => (await service.metric(name)) - (before.get(name) ?? 0),
      };
    });
  },
});
test.use({ serviceEnv: { CONTROL_PLACES } });
const AT_REST = { settleMs: 1_500 };

const FOREIGN = 'foreign_records_total{what="review"}';
const CONTROLS = 'control_checks_total{outcome="seen"}';
const UNKNOWN_FRAMES = 'drift_total{what="list_frame"}';
const UNKNOWN_RECORDS = 'drift_total{what="list_record"}';

test('a list is interrupted when an error message was shown, even briefly', async ({ listing }) => {
  const { read } = await listing(placeWith({ count: 30, toastAt: 1 }));
  expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_read: 30, total_reviews: 30 });
});

test('a full page ends the list only when the provider says that there is no more', async ({ listing }) => {
  const { read } = await listing(placeWith({ count: 200, end: 'empty_batch' }));
  expect(dataOf(await read('&max_pages=1'))).toMatchObject({ complete: true, stop_reason: 'end' });
});

test('drops as many cards as there are records of other places', async ({ listing }) => {
  const plan = { count: 12, strangers: 8, blockAt: 1, blockKind: 'moved_ids' } as const;
  const { read, count } = await listing(placeWith(plan));
  const data = dataOf(await read());
  const foreign = await count(FOREIGN);
  expect(foreign).toBeGreaterThan(0);
  expect(data.reviews).toHaveLength(10 - foreign);
  expect(data).toMatchObject({ complete: false, stop_reason: 'unreadable', total_reviews: 12 });
});

const placePages = ({ requests }: StandIn) =>
  requests
    .filter(({ path }) => path.startsWith('/maps/place/'))
    .map(({ path, cookie }) => ({
      path,
      isUsedContext: cookie.includes('NID'),
    }));

// What a page does not show counts once the page is at rest: on a slow machine 300 ms are too short for that.
test.describe('pages that lack something, at rest as in production', () => {
  test.use({ serviceTuning: AT_REST });

  test('a limited overview: the direct link shows the list', async ({ listing, standIn }) => {
    const one = placeWith({ count: 30, strangers: 2 }, { view: 'limited', directReviews: true });
    const { read, count } = await listing(one);
    const data = dataOf(await read());
    expect(data.reviews).toHaveLength(30);
    expect(data).toMatchObject({ complete: false, stop_reason: 'limited_view', total_reviews: null });
    expect(await count(FOREIGN)).toBe(2);
    const direct = `/maps/place//data=!4m4!3m3!1s${one.place.featureId}!9m1!1b1?`;
    const isDirect = ({ path }: { path: string }) => path.startsWith(direct);
    expect(placePages(standIn).map((page) => [page.isUsedContext, isDirect(page)])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  const NOT_SHOWN = {
    ...{ reviews: [], reviews_count: 0, reviews_read: 0 },
    ...{ complete: false, stop_reason: 'not_shown' },
  };

  test('two contexts without reviews and count: an empty, incomplete list', async ({ listing, standIn }) => {
    const { read, count } = await listing(
      placeWith({ count: 0 }, { neighbour, noReviewsTab: true }),
      NEIGHBOUR,
    );
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ ...NOT_SHOWN, total_reviews: null });
    const pages = placePages(standIn).map((page) =>
      page.path.includes(CONTROL_PLACES) ? 'control' : page.isUsedContext ? 'asked again' : 'asked',
    );
    // The first context looks twice; the second one has no cookie of it.
    expect(pages).toEqual(['asked', 'asked again', 'control', 'asked', 'control']);
    expect(await count(CONTROLS)).toBe(2);
  });

  /** A place that states neither count nor rating, and whose reviews tab says that there are no reviews. */
  function saidOnTab(): ReviewsCase {
    const one = loadReviewsCase('reviews--two-hundred');
    const place = { ...one.place, rating: null, reviewCount: null, histogram: null };
    return { ...one, place, reviews: { ...one.reviews, limitedAfter: 0 } };
  }

  test('a reviews tab that says "none": an empty and complete list', async ({ listing, standIn }) => {
    const { read, count } = await listing(saidOnTab(), NEIGHBOUR);
    expect(dataOf(await read())).toMatchObject({
      ...{ reviews: [], reviews_read: 0, total_reviews: 0, complete: true, stop_reason: 'end' },
    });
    const pages = placePages(standIn).map(({ path }) =>
      path.includes(CONTROL_PLACES) ? 'control' : 'asked',
    );
    expect(pages).toEqual(['asked', 'control', 'asked', 'control']);
    expect(await count(CONTROLS)).toBe(2);
  });

  test('decides a removed review of a place that says it has none', async ({ start, standIn }) => {
    // Its own page says nothing: the page of the place is needed.
    const removed = loadReviewCase('review--no-rating-section');
    standIn.set({ cases: [saidOnTab(), NEIGHBOUR, removed] });
    // A service of its own: other tests of this file show reviews of the same place.
    const service = await start({ CONTROL_PLACES }, undefined, AT_REST);
    const answer = await service.get(`/api/review-visibility?url=${encodeURIComponent(removed.link)}`);
    expect(answer).toMatchObject({ status: 200, body: { data: { is_visible: false } } });
  });
});

test('returns 503, not an empty list, for snippets without a count', async ({ listing }) => {
  const one = placeWith({ count: 3 }, { noReviewsTab: true, snippets: true });
  const silent = { ...one, place: { ...one.place, rating: null, reviewCount: null, histogram: null } };
  const { read } = await listing(silent, NEIGHBOUR);
  expect(await read()).toMatchObject(UNAVAILABLE);
});

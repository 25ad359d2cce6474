import { expect } from '@playwright/test';
import { loadReviewsCase, type ReviewsCase, type Serve } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import type { ReviewsPlan } from '../../fixtures/provider/reviews/model.js';
import { reviewsPlan, tally } from '../../fixtures/provider/reviews/plan.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { type Answer, type Service, startService, test } from '../support/service.js';

// A provider that answers oddly: nothing that could not be read is called "not there", and a list is complete only
// when the provider's own reviews were read to the place's count.

interface Data {
  readonly reviews: { review_id: string; stars: number | null }[];
  readonly reviews_count: number;
  readonly reviews_read: number;
  readonly total_reviews: number | null;
  readonly complete: boolean;
  readonly stop_reason: string;
}
const dataOf = (answer: Answer) => (answer.body as { data: Data }).data;
const isBatch = (_host: string, path: string) => path.includes('batchexecute');
const INTERRUPTED = { complete: false, stop_reason: 'interrupted' };

const NEIGHBOUR = loadReviewsCase('reviews--seven');
const neighbour = NEIGHBOUR.place.featureId;
const isDataOf = (featureId: string) => (_host: string, path: string) =>
  path.startsWith('/maps/preview/place') && path.includes(encodeURIComponent(featureId));

/** A place of its own with the reviews of a plan. */
function placeWith(plan: Partial<ReviewsPlan>, serve: Partial<Serve> = {}): ReviewsCase {
  const one = loadReviewsCase('reviews--two-hundred');
  const reviews = reviewsPlan.parse({ count: 30, seed: 'misbehaving', ...plan });
  return { ...one, serve: { ...one.serve, ...serve }, place: { ...one.place, ...tally(reviews) }, reviews };
}

interface Listing {
  readonly service: Service;
  readonly standIn: StandIn;
  /** Asks for the place's reviews. */
  read(query?: string): Promise<Answer>;
  /** By how much a metric has grown in this test. */
  count(name: string): Promise<number>;
}

interface Running {
  readonly standIn: StandIn;
  readonly service: Service;
}
let running: Running | null = null;
test.afterAll(async () => {
  await running?.service.close();
  await running?.standIn.close();
});

/** Runs with the service of this file, which may have seen controls in earlier tests. */
async function onList(
  cases: readonly ReviewsCase[],
  work: (listing: Listing) => Promise<void>,
): Promise<void> {
  running ??= await startRunning({});
  await onRunning(running, cases, work);
}

/** Runs with a service that has seen nothing yet. */
async function onFreshService(
  cases: readonly ReviewsCase[],
  work: (listing: Listing) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const fresh = await startRunning(env);
  try {
    await onRunning(fresh, cases, work);
  } finally {
    await fresh.service.close();
    await fresh.standIn.close();
  }
}

async function startRunning(env: Record<string, string>): Promise<Running> {
  const standIn = await startStandIn({ cases: [] });
  return { standIn, service: await startService(standIn, env) };
}

async function onRunning(
  { standIn, service }: Running,
  cases: readonly ReviewsCase[],
  work: (listing: Listing) => Promise<void>,
): Promise<void> {
  const [asked] = cases;
  if (asked === undefined) throw new Error('no case');
  standIn.reset();
  standIn.set({ cases, renderDelayMs: 0 });
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  const valueIn = (text: string, name: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`place_lookup_${name} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await metrics();
  await work({
    service,
    standIn,
    read: (query = '') =>
      service.get(`/api/place-reviews?placeid=${placeIdOf(asked.place.featureId)}${query}`),
    count: async (name) => valueIn(await metrics(), name) - valueIn(before, name),
  });
}

/** Matches the page's reviews requests from the given one on, counted from 0. */
function fromBatch(first: number) {
  let seen = 0;
  return (host: string, path: string) => isBatch(host, path) && seen++ >= first;
}

test('partner reviews do not fill up the count: 10 own, 30 of partners, then a 403', async () => {
  await onList(
    [placeWith({ count: 10, partners: 30, blockAt: 1, blockKind: 'status_403' })],
    async ({ read }) => {
      const data = dataOf(await read());
      const own = data.reviews.filter(({ stars }) => stars !== null);
      expect(data.reviews).toHaveLength(10);
      expect(own.length).toBeLessThan(10);
      expect(data).toMatchObject({
        ...INTERRUPTED,
        total_reviews: 10,
        reviews_read: own.length,
        reviews_count: 10,
      });
    },
  );
});

test('partner reviews do not fill up the count at max_pages', async () => {
  await onList([placeWith({ count: 150, partners: 150 })], async ({ read }) => {
    const data = dataOf(await read('&max_pages=1'));
    const own = data.reviews.filter(({ stars }) => stars !== null);
    expect(data.reviews).toHaveLength(200);
    expect(own.length).toBeLessThan(150);
    expect(data).toMatchObject({ complete: false, stop_reason: 'max_pages', reviews_read: own.length });
  });
});

test('a list of own and partner reviews that comes to its end is complete', async () => {
  await onList([placeWith({ count: 10, partners: 15 })], async ({ read }) => {
    const data = dataOf(await read());
    expect(data.reviews).toHaveLength(25);
    expect(data).toMatchObject({ complete: true, stop_reason: 'end', reviews_read: 10, total_reviews: 10 });
  });
});

// Since August 2026 some signed-out visitors are shown 5 to 10 reviews, and no token for more (reviews.md §7).
test("a list of 5 of 300 reviews ends at the provider's limit", async () => {
  await onList([placeWith({ count: 300, limitedAfter: 5 })], async ({ read }) => {
    const data = dataOf(await read());
    expect(data.reviews).toHaveLength(5);
    expect(data).toMatchObject({
      ...{ complete: false, stop_reason: 'provider_limit' },
      ...{ reviews_read: 5, total_reviews: 300 },
    });
  });
});

test('a refusal after the last counted review is no end', async () => {
  const plan = { count: 20, end: 'empty_batch', blockAt: 2, blockKind: 'status_403' } as const;
  await onList([placeWith(plan)], async ({ read }) => {
    expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_read: 20, total_reviews: 20 });
  });
});

test('an error message that closes by itself is no part of a whole list', async () => {
  await onList([placeWith({ count: 30, toastAt: 1 })], async ({ read }) => {
    expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_read: 30, total_reviews: 30 });
  });
});

test('a list is not whole when a data request of its page failed', async () => {
  await onList([placeWith({ count: 30 }, { neighbour }), NEIGHBOUR], async ({ read, standIn }) => {
    standIn.fault({ kind: 'status', code: 503, match: isDataOf(neighbour) });
    expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_read: 30, total_reviews: 30 });
  });
});

test('a full page ends the list only when the provider says that there is no more', async () => {
  await onList([placeWith({ count: 200, end: 'empty_batch' })], async ({ read }) => {
    expect(dataOf(await read('&max_pages=1'))).toMatchObject({ complete: true, stop_reason: 'end' });
  });
});

test("a neighbour's reviews that came with the page are not published: 503", async () => {
  await onList(
    [placeWith({}, { view: 'limited', neighbour }), NEIGHBOUR],
    async ({ read, count, standIn }) => {
      // The marker of the limited view ends the wait at once: the neighbour's data has to be there before.
      standIn.set({ renderDelayMs: 300 });
      expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
      expect(await count('foreign_records_total{what="review"}')).toBeGreaterThanOrEqual(7);
    },
  );
});

test("a neighbour's data alone is no answer: 503", async () => {
  await onList([placeWith({}, { neighbour }), NEIGHBOUR], async ({ read, standIn }) => {
    standIn.fault({ kind: 'status', code: 503, match: isDataOf(placeWith({}).place.featureId) });
    expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  });
});

test('records of another place are dropped and counted', async () => {
  await onList([placeWith({ count: 10, strangers: 5 })], async ({ read, count }) => {
    const data = dataOf(await read());
    expect(data.reviews).toHaveLength(10);
    expect(data).toMatchObject({ complete: true, stop_reason: 'end', reviews_read: 10, total_reviews: 10 });
    expect(await count('foreign_records_total{what="review"}')).toBe(5);
  });
});

test("cards are not taken from a list with other places' records: they do not name their place", async () => {
  const plan = { count: 12, strangers: 8, blockAt: 1, blockKind: 'moved_ids' } as const;
  await onList([placeWith(plan)], async ({ read, count }) => {
    const data = dataOf(await read());
    const foreign = await count('foreign_records_total{what="review"}');
    expect(foreign).toBeGreaterThan(0);
    expect(data.reviews).toHaveLength(10 - foreign);
    expect(data).toMatchObject({ ...INTERRUPTED, total_reviews: 12 });
  });
});

test("a list that is another place's: 503, not an empty list", async () => {
  const plan = { count: 0, strangers: 15 };
  const [one] = [placeWith(plan)];
  const counted = { ...one.place, ...tally(reviewsPlan.parse({ count: 15, seed: 'counted' })) };
  await onList([{ ...one, place: counted }], async ({ read, count }) => {
    expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
    expect(await count('foreign_records_total{what="review"}')).toBe(15);
  });
});

test('the limited view without a review is no list: 503', async () => {
  await onList([placeWith({}, { view: 'limited' })], async ({ read }) => {
    expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  });
});

test('a limited overview: the direct link in another context shows the list', async () => {
  const one = placeWith({ count: 30, strangers: 2 }, { view: 'limited', directReviews: true });
  await onList([one], async ({ read, count, standIn }) => {
    const data = dataOf(await read());
    expect(data.reviews).toHaveLength(30);
    expect(data).toMatchObject({ complete: false, stop_reason: 'limited_view', total_reviews: null });
    expect(await count('foreign_records_total{what="review"}')).toBe(2);
    const pages = standIn.requests.filter(isPlacePage);
    expect(pages.map(({ cookie }) => cookie.includes('NID'))).toEqual([false, true, false]);
    const direct = `/maps/place//data=!4m4!3m3!1s${one.place.featureId}!9m1!1b1?`;
    expect(pages.map(({ path }) => path.startsWith(direct))).toEqual([false, false, true]);
  });
});

test('a limited overview without its marker is known by its words', async () => {
  const serve = { view: 'limited', notice: 'unmarked', directReviews: true } as const;
  await onList([placeWith({ count: 30 }, serve)], async ({ read }) => {
    expect(dataOf(await read())).toMatchObject({ reviews_read: 30, stop_reason: 'limited_view' });
  });
});

test('a hidden copy of the words of the limited view is no limited view', async () => {
  await onList([placeWith({ count: 30 }, { notice: 'hidden_copy' })], async ({ read }) => {
    expect(dataOf(await read())).toMatchObject({ complete: true, stop_reason: 'end', reviews_read: 30 });
  });
});

test('a limited overview, and the direct link shows nothing else: 503 after one more overview', async () => {
  await onList([placeWith({ count: 30 }, { view: 'limited' })], async ({ read, standIn }) => {
    expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
    const pages = standIn.requests.filter(isPlacePage);
    expect(pages.map(({ path }) => path.includes('!9m1!1b1'))).toEqual([false, false, true, false]);
  });
});

/** The place that serves as control. */
const CONTROL_PLACES = placeIdOf(neighbour);
const NONE = { reviews: [], reviews_count: 0, reviews_read: 0, complete: true, stop_reason: 'end' };
const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };
const isPlacePage = ({ path }: { readonly path: string }) => path.startsWith('/maps/place/');
/** The pages of places in the order of their loads, and whether their context had been used before. */
const pagesOf = ({ requests }: StandIn) =>
  requests
    .filter(isPlacePage)
    .map(
      ({ path, cookie }) =>
        `${path.includes(CONTROL_PLACES) ? 'control' : 'asked'}${cookie.includes('NID') ? ' again' : ''}`,
    );

for (const [what, noReviewsTab] of [
  ['neither count nor tab', true],
  ['an empty tab', false],
] as const) {
  const silent = placeWith({ count: 0 }, { noReviewsTab });

  test(`a place with ${what} has no reviews by two contexts, each followed by a control`, async () => {
    const work = async ({ read, standIn, count }: Listing) => {
      const answer = await read();
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ ...NONE, total_reviews: null });
      // The first context looks twice; the second one has no cookie of it.
      expect(pagesOf(standIn).filter((page) => page.startsWith('asked'))).toEqual([
        'asked',
        'asked again',
        'asked',
      ]);
      expect(pagesOf(standIn).map((page) => page.split(' ')[0])).toEqual([
        ...['asked', 'asked', 'control'],
        ...['asked', 'control'],
      ]);
      expect(await count('control_checks_total{outcome="seen"}')).toBe(2);
    };
    await onFreshService([silent, NEIGHBOUR], work, { CONTROL_PLACES });
  });
}

// What follows is decided before anybody looks for a tab: test/unit/reviews/list-reviews.spec.ts has every kind of place.
const SILENT = placeWith({ count: 0 }, { noReviewsTab: true });

test('a silent place is no place without reviews while no control can be had', async () => {
  const work = async ({ read }: Listing) => {
    const answer = await read();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(answer.body)).toContain('CONTROL_PLACES');
  };
  await onFreshService([SILENT], work, { CONTROL_PLACES: '' });
});

test('a silent place is no place without reviews while the control is not shown', async () => {
  const cut = { ...NEIGHBOUR, serve: { ...NEIGHBOUR.serve, view: 'truncated' as const } };
  const work = async ({ read, standIn, service }: Listing) => {
    expect(await read()).toMatchObject(UNAVAILABLE);
    standIn.set({ cases: [SILENT, NEIGHBOUR] });
    // It takes three good controls over half a minute now.
    const answer = await read();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(answer.body)).toContain('three good controls');
    expect(await service.get('/readyz')).toMatchObject({ body: { checks: { verdicts: 'suspended' } } });
  };
  await onFreshService([SILENT, cut], work, { CONTROL_PLACES });
});

test('a silent place is no place without reviews when a data request of its page failed', async () => {
  const work = async ({ read, standIn }: Listing) => {
    standIn.fault({ kind: 'status', code: 503, match: isDataOf(other) });
    const answer = await read();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(pagesOf(standIn)).not.toContain('control');
  };
  const { featureId: other } = loadReviewsCase('reviews--ten').place;
  const beside = { ...SILENT, serve: { ...SILENT.serve, neighbour: other } };
  await onFreshService([beside, NEIGHBOUR, loadReviewsCase('reviews--ten')], work, { CONTROL_PLACES });
});

test('snippets of reviews beside a silent place are reviews: 503, not an empty list', async () => {
  const one = placeWith({ count: 3 }, { noReviewsTab: true, snippets: true });
  const silent = { ...one, place: { ...one.place, rating: null, reviewCount: null, histogram: null } };
  const work = async ({ read }: Listing) => expect(await read()).toMatchObject(UNAVAILABLE);
  await onFreshService([silent, NEIGHBOUR], work, { CONTROL_PLACES });
});

test("a neighbour's reviews do not speak against a silent place", async () => {
  const silent = placeWith({ count: 0 }, { noReviewsTab: true, neighbour });
  const work = async ({ read }: Listing) => expect(dataOf(await read())).toMatchObject(NONE);
  await onFreshService([silent, NEIGHBOUR], work, { CONTROL_PLACES });
});

test('a place whose list was read serves as a control', async () => {
  const work = async ({ read, service }: Listing) => {
    expect(await read()).toMatchObject(UNAVAILABLE);
    const taught = await service.get(`/api/place-reviews?placeid=${placeIdOf(neighbour)}`);
    expect(dataOf(taught)).toMatchObject({ reviews_read: 7, complete: true });
    expect(dataOf(await read())).toMatchObject(NONE);
  };
  const silent = placeWith({ count: 0 }, { noReviewsTab: true });
  await onFreshService([silent, NEIGHBOUR], work, { CONTROL_PLACES: '' });
});

test('a place that says that it has no reviews needs controls, too: a cut page says so as well', async () => {
  const none = placeWith({ count: 0 }, { noReviewsText: true });
  const work = async ({ read, standIn }: Listing) => {
    expect(dataOf(await read())).toMatchObject({ ...NONE, total_reviews: 0 });
    expect(pagesOf(standIn).map((page) => page.split(' ')[0])).toEqual([
      ...['asked', 'control'],
      ...['asked', 'control'],
    ]);
  };
  await onFreshService([none, NEIGHBOUR], work, { CONTROL_PLACES });
});

test('a place page that lost count, histogram and tab while places are disturbed is no empty list', async () => {
  // As if the page of each place were cut at the same time.
  const bare = placeWith({ count: 0 }, { noReviewsTab: true, noReviewsText: false });
  const control = { ...NEIGHBOUR, place: { ...NEIGHBOUR.place, reviewCount: null, histogram: null } };
  const cut = { ...control, reviews: { ...NEIGHBOUR.reviews, count: 0 }, serve: bare.serve };
  const work = async ({ read }: Listing) => expect(await read()).toMatchObject(UNAVAILABLE);
  await onFreshService([bare, cut], work, { CONTROL_PLACES });
});

test('a whole list needs no control', async () => {
  const work = async ({ read, count }: Listing) => {
    expect(dataOf(await read())).toMatchObject({ complete: true, stop_reason: 'end', reviews_read: 30 });
    expect(await count('control_checks_total{outcome="seen"}')).toBe(0);
  };
  await onFreshService([placeWith({ count: 30 })], work, { CONTROL_PLACES: '' });
});

test('what is in the tab of a silent place decides before any control', async () => {
  const silent = placeWith({ count: 0, partners: 8 }, { tabAsks: true });
  const work = async ({ read, count }: Listing) => {
    // Without a sort menu the list is never asked for: its cards say what they show, and no more.
    expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_count: 8, reviews_read: 0 });
    expect(await count('control_checks_total{outcome="seen"}')).toBe(0);
  };
  await onFreshService([silent, NEIGHBOUR], work, { CONTROL_PLACES });
});

test('a place that counts none may list reviews of partners', async () => {
  await onList([placeWith({ count: 0, partners: 12 }, { noReviewsText: true })], async ({ read }) => {
    expect(dataOf(await read())).toMatchObject({
      ...{ reviews_count: 12, reviews_read: 0, total_reviews: 0 },
      ...{ complete: true, stop_reason: 'end' },
    });
  });
});

// Every shape of an answer: test/unit/reviews/wire/reviews-batch.spec.ts.
const FRAME = (payload: string) =>
  `)]}'\n\n104\n[["wrb.fr","qv9Egd",${JSON.stringify(payload)},null,null,null,"generic"]]\n25\n[["e",4,null,null,104]]\n`;

for (const [what, body] of [
  ['HTML', '<!DOCTYPE html><title>Mapy Google</title><p>Błąd</p>'],
  [
    'an error frame',
    ')]}\'\n\n104\n[["er",null,null,null,null,500,null,null,null,13]]\n25\n[["e",4,null,null,104]]\n',
  ],
  ['a frame whose payload is cut off', FRAME('[null,"token",[[["x"')],
] as const) {
  test(`a batch that is ${what} is no answer: 503 when it is the first, else interrupted`, async () => {
    await onList([placeWith({ count: 30 })], async ({ read, count, standIn }) => {
      const repair = standIn.fault({ kind: 'body', contentType: 'text/html', body, match: fromBatch(0) });
      expect(await read()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
      expect(await count('drift_total{what="list_frame"}')).toBe(1);
      repair();
      standIn.fault({ kind: 'body', contentType: 'text/html', body, match: fromBatch(1) });
      expect(dataOf(await read())).toMatchObject({ ...INTERRUPTED, reviews_read: 10, total_reviews: 30 });
      expect(await count('drift_total{what="list_frame"}')).toBe(2);
    });
  });
}

for (const [kind, frames, records] of [
  ['unknown_frame', 1, 0],
  ['moved_records', 1, 0],
  ['moved_ids', 0, 1],
  ['no_cid', 0, 1],
] as const) {
  test(`${kind}: reviews are taken from the cards, and the list is not complete`, async () => {
    await onList([placeWith({ count: 20, blockAt: 1, blockKind: kind })], async ({ read, count }) => {
      const data = dataOf(await read());
      expect(data.reviews).toHaveLength(20);
      expect(data).toMatchObject({ ...INTERRUPTED, reviews_read: 20, total_reviews: 20 });
      expect(await count('drift_total{what="list_frame"}')).toBe(frames);
      expect(await count('drift_total{what="list_record"}')).toBe(records);
    });
  });
}

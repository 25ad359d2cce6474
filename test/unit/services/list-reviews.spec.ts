import { expect, test } from '@playwright/test';
import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { AppError } from '../../../src/errors.js';
import { NO_MARKS } from '../../../src/identifiers/place-marks.js';
import { createLogger } from '../../../src/logger.js';
import type { ReviewsPage } from '../../../src/provider/pages/reviews-page.js';
import { createProviderUrls } from '../../../src/provider/urls.js';
import { startScope } from '../../../src/scope.js';
import type { ControlRequest, ControlReview } from '../../../src/services/controls.js';
import { createReviewLister } from '../../../src/services/list-reviews.js';
import { createNegativeAnswers } from '../../../src/services/negative-answers.js';
import type { PageLoads, Tab } from '../../../src/services/page-loads.js';
import { madeUp } from '../../support/made-up.js';

// Places without a list: what two attempts came to, and what may be said of it.

const { place } = loadReviewsCase('reviews--seven');
const OTHER = '0x47d1c0de5eed0001:0x5e1f1e55ca11ab1e';
const recordsOf = (plan: object) => {
  const list = reviewList(place, reviewsPlan.parse({ seed: 'listed', ...plan }));
  return list.reviews.map((review) => list.record(review));
};

/** A page without reviews that answered normally, or what a test makes of it. */
function pageWith(changes: Partial<ReviewsPage> = {}, reviewCount: number | null = null): ReviewsPage {
  const { featureId, name } = place;
  const nothing = { address: null, category: null, rating: null, stars: null };
  return {
    reading: {
      place: { featureId, name, reviewCount, ...nothing },
      marks: NO_MARKS,
      missing: [],
      degraded: reviewCount === null,
      permanentlyClosed: null,
      fromPayload: true,
      limitedView: false,
      foreignPayloads: 0,
      origins: {},
    },
    reviewsTab: -1,
    inlineRecords: [],
    hasMoreThanInline: false,
    foreignRecords: 0,
    hadLimitedView: false,
    troubles: [],
    doubts: [],
    ...changes,
  };
}

const SILENT = pageWith();
const SAYS_NONE = pageWith({}, 0);
const LIMITED = pageWith({ hadLimitedView: true, troubles: ['limited view'], doubts: ['limited view'] });

/** A lister whose pages load as told, one after the other; each attempt has a context of its own. */
function listerOn(
  loads: readonly (ReviewsPage | null)[],
  control: () => Promise<never> | undefined = () => undefined,
) {
  const left = [...loads];
  const remembered: ControlReview[] = [];
  const required: ControlRequest[] = [];
  const counted = { attempts: 0, retired: 0, foreign: 0 };
  const tab = {
    load: async () => {
      const page = left.shift();
      if (page === undefined) throw new Error('more loads than told');
      return page;
    },
    retire: () => {
      counted.retired += 1;
    },
  } as unknown as Tab;
  const pageLoads: PageLoads = {
    ...({} as PageLoads),
    withTab: (_scope, work) => {
      counted.attempts += 1;
      return work(tab);
    },
  };
  const lister = createReviewLister({
    note: () => undefined,
    negatives: createNegativeAnswers({ drifting: () => [] }),
    loads: pageLoads,
    urls: createProviderUrls({ language: 'pl', region: 'pl' }),
    controls: {
      require: async (request) => {
        required.push(request);
        await control();
        return { slots: 12, dataEchoes: [], documentEchoes: [] };
      },
      remember: (review) => void remembered.push(review),
    },
    metrics: {
      drift: () => undefined,
      foreign: (_what, count) => {
        counted.foreign += count;
      },
    },
    settleMs: 10,
    timeoutMs: 20_000,
    pageDelayMs: 0,
  });
  const request = { maxPages: 1, minStars: null, maxStars: null };
  const list = (placeRef: string) =>
    lister.list(
      { placeRef, ...request },
      startScope('test', createLogger('silent'), 20_000),
      () => undefined,
    );
  return {
    list: () => list(placeIdOf(place.featureId)),
    listByCid: () => list(`0x0:0x${place.featureId.split(':0x')[1]}`),
    remembered,
    required,
    counted,
    left,
  };
}

const EMPTY = { returned: 0, read: 0, pagesFetched: 0, complete: true, stopReason: 'end' };
const CID = BigInt(`0x${place.featureId.split(':0x')[1]}`).toString();

test('a silent place has no reviews when two contexts and a control bear it out', async () => {
  const { list, required, counted, left } = listerOn([SILENT, SILENT, SILENT]);
  expect(await list()).toMatchObject({ ...EMPTY, total: null });
  expect(required).toEqual([{ cid: CID, reviewId: null }]);
  expect(counted).toMatchObject({ attempts: 2, retired: 2 });
  expect(left).toEqual([]);
});

test('a silent place: the error of the control is the answer', async () => {
  const failure = new AppError('provider_unavailable', madeUp('no control'));
  const { list } = listerOn([SILENT, SILENT, SILENT], () => Promise.reject(failure));
  await expect(list()).rejects.toBe(failure);
});

test('a place that says that it has none: two contexts, no control', async () => {
  const { list, required, counted } = listerOn([SAYS_NONE, SAYS_NONE]);
  expect(await list()).toMatchObject({ ...EMPTY, total: 0 });
  expect(required).toEqual([]);
  expect(counted).toMatchObject({ attempts: 2, retired: 2 });
});

test('a place that says so only once needs a control', async () => {
  const { list, required } = listerOn([SAYS_NONE, SILENT]);
  expect(await list()).toMatchObject(EMPTY);
  expect(required).toHaveLength(1);
});

const DOUBTED = pageWith({ doubts: ['a rating'] });
for (const [what, loads] of [
  ['limited in both contexts', [LIMITED, LIMITED, LIMITED, LIMITED]],
  ['silent, then limited', [SILENT, SILENT, LIMITED, LIMITED]],
  ['limited, then silent', [LIMITED, LIMITED, SILENT, SILENT]],
  ['limited before the reload that was silent', [LIMITED, SILENT, SILENT, SILENT]],
  ['in doubt, then silent', [DOUBTED, DOUBTED, SILENT, SILENT]],
  ['without reviews by its words, then limited', [SAYS_NONE, LIMITED, LIMITED]],
  [
    'counting reviews without a tab for them',
    [pageWith({}, 7), pageWith({}, 7), pageWith({}, 7), pageWith({}, 7)],
  ],
  ['not there, then limited', [null, null, LIMITED, LIMITED]],
  ['silent, then not there', [SILENT, SILENT, null, null]],
] as const) {
  test(`a place that is ${what}: 503, and no control is asked`, async () => {
    const { list, required } = listerOn(loads);
    await expect(list()).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(required).toEqual([]);
  });
}

test('no such place is said after two contexts', async () => {
  const { list, counted, left } = listerOn([null, null, null]);
  await expect(list()).rejects.toMatchObject({ code: 'no_results' });
  expect(counted.attempts).toBe(2);
  expect(left).toEqual([]);
});

test('another place in answer to a CID is no such place', async () => {
  const other = pageWith();
  const strange = {
    ...other,
    reading: { ...other.reading, place: { ...other.reading.place, featureId: OTHER } },
  };
  const { listByCid } = listerOn([strange, strange, strange]);
  await expect(listByCid()).rejects.toMatchObject({ code: 'no_results' });
});

test('a limited view with reviews beside the place gives those of the place; they may serve as controls', async () => {
  const inlineRecords = recordsOf({ count: 6, partners: 2, strangers: 3 });
  const limited = { ...LIMITED, inlineRecords };
  const { list, remembered, counted } = listerOn([limited, limited, limited, limited]);
  expect(await list()).toMatchObject({
    ...{ returned: 8, read: 6, total: null, pagesFetched: 1 },
    ...{ complete: false, stopReason: 'limited_view' },
  });
  expect(counted.foreign).toBe(3);
  expect(remembered).toHaveLength(3);
  for (const { link, reviewId, cid } of remembered) {
    expect(cid).toBe(CID);
    expect(link).toContain(`https://www.google.com/maps/reviews/data=`);
    expect(link).toContain(reviewId ?? 'no id');
  }
});

test("a limited view with other places' reviews only: 503", async () => {
  const limited = { ...LIMITED, inlineRecords: recordsOf({ count: 0, strangers: 3 }), foreignRecords: 2 };
  const { list, remembered, counted } = listerOn([limited, limited, limited, limited]);
  await expect(list()).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(remembered).toEqual([]);
  // Two records of other places' data in each context, three among the place's own.
  expect(counted.foreign).toBe(2 + 2 + 3);
});

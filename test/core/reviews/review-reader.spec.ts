import { AppError, PROVIDER_BLOCKED } from '../../../src/core/errors.js';
import { drifted, providerFault } from '../../../src/core/provider/faults.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import type { ReviewPageReading } from '../../../src/core/reviews/review-page.js';
import { createReviewReader } from '../../../src/core/reviews/review-reader.js';
import type { PageLoads, Tab } from '../../../src/core/traffic/page-loads.js';
import { testScope } from '../../support/fake-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// Contexts and repeated loads of a review's page (verdicts.md, rules 2 and 4).

const TARGET = { url: 'https://www.google.com/maps/reviews/x', reviewId: 'a', authorId: null, cid: '2' };
const SHAPE = { slots: 12, dataEchoes: [], documentEchoes: [] };
const VISIBLE: ReviewPageReading = {
  kind: 'visible',
  raw: { identity: TARGET, data: null, view: null },
  sighting: null,
};
const ABSENT: ReviewPageReading = {
  kind: 'absent',
  signs: { reason: 'no_rating_section', shape: SHAPE, saysGone: false },
};
const ELSEWHERE: ReviewPageReading = { kind: 'elsewhere', cid: '9' };

/** Reads a review whose loads have these results; returns the result and each context, true = it was retired. */
async function load(...results: readonly (ReviewPageReading | AppError)[]) {
  const left = [...results];
  const contexts: { retired: boolean }[] = [];
  const loads: PageLoads = {
    take: async () => {
      const context = { retired: false };
      contexts.push(context);
      return {
        [Symbol.dispose]: () => undefined,
        load: async () => {
          const result = left.shift();
          if (result === undefined) throw new Error('more loads than told');
          if (result instanceof AppError) throw result;
          return result;
        },
        retire: () => {
          context.retired = true;
        },
      } as unknown as Tab;
    },
  };
  const fastPath = { read: () => Promise.reject(new Error('nothing is fetched')) };
  const urls = createProviderUrls();
  const reader = createReviewReader(loads, fastPath, urls);
  const scope = testScope();
  const outcome = await reader.load(TARGET, scope).catch((error: unknown) => error);
  scope[Symbol.dispose]();
  return { outcome, retired: contexts.map((context) => context.retired) };
}

test('a context that did not show the review is not used again', async () => {
  expect(await load(VISIBLE)).toEqual({ outcome: VISIBLE, retired: [false] });
  for (const reading of [ABSENT, ELSEWHERE])
    expect(await load(reading), reading.kind).toEqual({ outcome: reading, retired: [true] });
});

test('loads the page once more after a fault of the provider, and no more after drift and other errors', async () => {
  const fault = providerFault('made up');
  expect(await load(fault, VISIBLE)).toMatchObject({ outcome: VISIBLE, retired: [false, false] });
  expect(await load(fault, fault)).toMatchObject({ outcome: fault, retired: [false, false] });
  for (const error of [drifted('review_page', 'x'), new AppError(PROVIDER_BLOCKED, madeUp('blocked'))])
    expect(await load(error)).toMatchObject({ outcome: error, retired: [false] });
});

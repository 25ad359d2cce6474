import { type Case, loadCases, loadReviewCase, pathOf, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { isLongRun } from '../support/long-run.js';
import { test } from '../support/service.js';

// Every case begins with loads that were not made: a review that is shown at the second load only is no control.
test.use({ serviceEnv: { CONTROL_REVIEWS: loadReviewCase('review--visible').link } });

/**
 * The cases in which Chromium decides: one of each way to show, load and scroll. `npm run test:long` asks for all cases.
 * Records, payloads, panels and cards of all cases are read in test/extractors, links and places without rendering in
 * fast-path.spec.ts, and the ends of lists are judged in test/core/reviews.
 */
const RENDERED: Readonly<Record<string, string>> = {
  // Data beside, in, or missing from the document; a reload in the same and in another context.
  place: 'full-polish inline-payload limited-then-fresh panel-only stale-id truncated-first',
  search: 'all-from-list list-with-ads single-match',
  // The pages of the other reasons: review-evidence.spec.ts.
  review: 'flaky-removed-visible form-author no-data server-error-once visible visible-en',
  reviews:
    'blocked-midway duplicate-batch fewer-than-counted hotel limited-first notice-on-tab one-page-of-two ' +
    'seven stalled-scroll withheld',
};
const isRendered = (id: string) => {
  const [kind = '', name = ''] = id.split('--');
  return RENDERED[kind]?.split(' ').includes(name) === true;
};

/** Whether a review shows different states at different loads. */
const changes = (entry: Case) => entry.kind === 'review' && new Set(entry.states).size > 1;

// The reviews that change come last. Each test begins with loads that were not made, and such a review would be a
// control of its place that fails at its first load.
for (const { id, title } of loadCases().toSorted((a, b) => Number(changes(a)) - Number(changes(b)))) {
  if (!isRendered(id) && !isLongRun) continue;
  test(`${id}: ${title}`, async ({ service }) => {
    expectGolden(await service.get(pathOf(id)), readExpected(id));
  });
}

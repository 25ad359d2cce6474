import { loadCases, type ReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { isLongRun } from '../support/long-run.js';
import { test } from '../support/service.js';

// Every case begins with loads that were not made: a review that is shown at the second load only is no control.
const control = loadCases().find(
  (entry): entry is ReviewCase => entry.kind === 'review' && entry.id === 'review--visible',
);
test.use({ serviceEnv: { CONTROL_REVIEWS: control?.link ?? '' } });

/**
 * Only in `npm run test:long`: lists through which Chromium scrolls for long (4,490 reviews: half a minute;
 * test/extractors reads the same records), and verdicts by what is missing from an English page, as from a Polish one.
 */
const LONG = [
  ...['reviews--capped', 'reviews--199', 'reviews--450'],
  ...['no-card', 'no-data', 'no-rating', 'no-rating-section'].map((name) => `review--${name}-en`),
];

for (const { id, kind, title, request } of loadCases()) {
  if (LONG.includes(id) && !isLongRun) continue;
  test(`${id}: ${title}`, async ({ service }) => {
    if (kind === 'reviews') test.setTimeout(120_000);
    expectGolden(await service.get(request.replace(/^GET /, '')), readExpected(id));
  });
}

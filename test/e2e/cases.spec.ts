import { loadCases, type ReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

// Every case begins with loads that were not made: a review that is shown at the second load only is no control.
const control = loadCases().find(
  (entry): entry is ReviewCase => entry.kind === 'review' && entry.id === 'review--visible',
);
test.use({ serviceEnv: { CONTROL_REVIEWS: control?.link ?? '' } });

for (const { id, kind, title, request } of loadCases()) {
  test(`${id}: ${title}`, async ({ service }) => {
    // Thousands of reviews are some hundred batches.
    if (kind === 'reviews') test.setTimeout(120_000);
    expectGolden(await service.get(request.replace(/^GET /, '')), readExpected(id));
  });
}

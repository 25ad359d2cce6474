import { loadCases, type ReviewCase, readExpected } from '../../fixtures/provider/cases.js';
import { expectGolden } from '../support/golden.js';
import { isLongRun } from '../support/long-run.js';
import { test } from '../support/service.js';

// Every case begins with loads that were not made: a review that is shown at the second load only is no control.
const control = loadCases().find(
  (entry): entry is ReviewCase => entry.kind === 'review' && entry.id === 'review--visible',
);
test.use({ serviceEnv: { CONTROL_REVIEWS: control?.link ?? '' } });

/** Only in `npm run test:long`. */
const LONG: Readonly<Record<string, string>> = {
  // What the data say, which are read before the panel: fast-path.spec.ts asks the service for each, and
  // test/extractors reads each page with its data and its panel alone.
  place:
    'chain-first chain-second closed-badge high-halves hotel nbsp-grouping no-address notice-defamation notice-unknown ' +
    'odd-name one-review permanently-closed short-half temporarily-closed xhr-payload',
  // Forms of links, in fast-path.spec.ts, too.
  share: 'chain-other-branch g-co-kgs g-page-name g-page-r goo-gl maps-app maps-app-ftid share-google',
  review:
    'form-contrib form-country-host form-feature-id form-viewport older-id short-goo-gl ' +
    // What is missing from an English page, as from a Polish one.
    'no-card-en no-data-en no-rating-en no-rating-section-en removed-en server-error-en ' +
    // What a record says, in fast-path.spec.ts, too.
    'edited-with-reply right-to-left shape-2023 share-google short-maps-app translated',
  // Chromium scrolls for long (4,490 reviews: half a minute); test/extractors reads the same records. The ends of batches
  // and pages: eleven, one-page-of-two, and 201 in place-reviews.spec.ts.
  reviews: '199 201 450 capped shape-2023 ten two-hundred',
};
const isLong = (id: string) => {
  const [kind = '', name = ''] = id.split('--');
  return LONG[kind]?.split(' ').includes(name) === true;
};

for (const { id, title, request } of loadCases()) {
  if (isLong(id) && !isLongRun) continue;
  test(`${id}: ${title}`, async ({ service }) => {
    expectGolden(await service.get(request.replace(/^GET /, '')), readExpected(id));
  });
}

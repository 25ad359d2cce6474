import { expect } from '@playwright/test';
import { loadCases, loadReviewCase, pathOf, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { isLongRun } from '../support/long-run.js';
import { test } from '../support/service.js';

// The HTTP fast path gives the same answers as a rendered page, or none.

const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';

const isData = (_host: string, path: string) => path.startsWith('/maps/preview/place');
const isPlace = (_host: string, path: string) => path.startsWith('/maps/place');

// A review that is shown at the second load only is no control: the stand-in begins anew with each test.
test.use({
  serviceEnv: { CONTROL_REVIEWS: loadReviewCase('review--visible').link },
  serviceTuning: { usesFastPath: true },
});

/** Documents and data that were asked for, scripts and pictures left out. */
const visits = (standIn: StandIn) =>
  standIn.requests.filter(({ path }) => /^\/maps\/(place|search|reviews|preview\/place|timeline)/.test(path));
const paths = (standIn: StandIn) => visits(standIn).map(({ path }) => path.split('?')[0]);
/** Documents asked for; the first is the plain attempt, any further one was rendered. */
const documents = (standIn: StandIn) =>
  paths(standIn).filter((path) => path === '/maps/place/' || path?.startsWith('/maps/reviews/')).length;

const isVisible = (id: string) => JSON.stringify(readExpected(id)).includes('"is_visible":true');

/**
 * One of each way to answer plain requests; what is read of an answer: test/extractors/cases.spec.ts, when a page is
 * rendered all the same: test/core/traffic/fast-path.spec.ts. `npm run test:long` asks for all cases.
 */
const PLAIN =
  'place--inline-payload place--xhr-payload place--notice-defamation place--panel-only search--inline ' +
  'search--single-match share--chain-branch share--g-page-r share--share-google-script review--form-author ' +
  'review--short-maps-app review--translated';
/** Pages without the data or the results that plain requests need are rendered, as in cases.spec.ts. */
const RENDERED =
  'place--decimal-comma place--limited-then-fresh place--limited-view place--no-reviews-silent place--notice-limited-view ' +
  'place--truncated-payload place--truncated-first search--all-from-list search--chain ' +
  'search--chain-late-list search--chain-short-list search--layout-2024 search--list-with-ads';
// Lists and negative verdicts are rendered, too.
const isPlain = (id: string, kind: string) =>
  kind !== 'reviews' && (kind !== 'review' || isVisible(id)) && !RENDERED.includes(id);

for (const { id, kind, title } of loadCases()) {
  if (isLongRun ? !isPlain(id, kind) : !PLAIN.split(' ').includes(id)) continue;
  test(`${id}: ${title}`, async ({ service }) => {
    expectGolden(await service.get(pathOf(id)), readExpected(id));
  });
}

test('a place whose document names its data is not rendered', async ({ service, standIn }) => {
  expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
  expect(paths(standIn)).toEqual(['/maps/place/', '/maps/preview/place']);
  expect(documents(standIn)).toBe(1);
});

test('a lookup sends its own cookies, and none of an earlier lookup', async ({ service, standIn }) => {
  await service.get(DETAILS);
  await service.get(DETAILS);
  const cookies = visits(standIn).map(({ cookie }) => cookie);
  expect(cookies).toEqual(['', expect.stringContaining('NID='), '', expect.stringContaining('NID=')]);
  const agents = new Set(visits(standIn).map(({ userAgent }) => userAgent));
  expect([...agents]).toEqual([expect.stringContaining('Chrome')]);
});

test('plain requests and pages name the same browser', async ({ service, standIn }) => {
  await service.get(DETAILS);
  await service.get('/api/place-reviews?placeid=ChIJ0Ne3fj76vEcRw0roWQNFjN0');
  const agents = standIn.requests
    .filter(({ path }) => path.startsWith('/maps/place/'))
    .map((one) => one.userAgent);
  expect(agents.length).toBeGreaterThanOrEqual(2);
  expect(new Set(agents).size).toBe(1);
});

test('a visible review takes two requests', async ({ service, standIn }) => {
  const url = encodeURIComponent('https://maps.app.goo.gl/RevVisible');
  expect((await service.get(`/api/review-visibility?url=${url}`)).body).toMatchObject({
    data: { is_visible: true, visibility_reason: 'visible' },
  });
  expect(documents(standIn)).toBe(1);
});

test('"not visible" needs two rendered pages', async ({ service, standIn }) => {
  const answer = await service.get(pathOf('review--removed'));
  expectGolden(answer, readExpected('review--removed'));
  // The plain attempt, two rendered loads, and one control: the pages say in words that the review is gone.
  expect(documents(standIn)).toBe(4);
});

const FAULTS: readonly [string, Parameters<StandIn['fault']>[0]][] = [
  ['data that reset', { kind: 'reset', match: isData, times: 1 }],
  ['data with status 500', { kind: 'status', code: 500, match: isData, times: 1 }],
  [
    'a cut body',
    { kind: 'body', contentType: 'application/json', body: ")]}'\n[[1,", match: isData, times: 1 },
  ],
  [
    'another place',
    { kind: 'body', contentType: 'application/json', body: ")]}'\n[]", match: isData, times: 1 },
  ],
  ['a download', { kind: 'download', match: isPlace, times: 1 }],
];
for (const [name, fault] of FAULTS) {
  test(`renders the page after plain requests got ${name}`, async ({ service, standIn }) => {
    standIn.fault(fault);
    expectGolden(await service.get(DETAILS), readExpected('place--full-polish'));
    expect(documents(standIn)).toBe(2);
  });
}

test('returns 503 without rendering when plain requests meet a block page', async ({ service, standIn }) => {
  standIn.fault({ kind: 'block_page', match: isPlace });
  expect(await service.get(DETAILS)).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_blocked' } },
  });
  expect(documents(standIn)).toBe(1);
});

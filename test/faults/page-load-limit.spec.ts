import type { Page } from 'playwright';
import { loadCases } from '../../fixtures/provider/cases.js';
import { feedHtml } from '../../fixtures/provider/rendered-feed.js';
import { answerOf } from '../../fixtures/provider/search-payload.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { openPlace, openPlaceId } from '../../src/core/places/place-page.js';
import { searchPlace, searchPlaceId } from '../../src/core/places/search-page.js';
import type { NavigationOptions } from '../../src/core/provider/navigation/navigate.js';
import { openPlaceReviewsPage } from '../../src/core/reviews/place-reviews-page.js';
import { readReviewPage } from '../../src/core/reviews/review-page.js';
import type { OwnedScope } from '../../src/core/runtime/scope.js';
import { testScope } from '../support/fake-pool.js';
import { test as withStandIn } from '../support/stand-in-test.js';
import { expect } from '../support/test.js';

// A page of the provider that does not come to an end is given up long before the deadline of a review list.

type Fault = Parameters<StandIn['fault']>[0];
type Open = (page: Page, options: NavigationOptions) => Promise<unknown>;

const PLACE = 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = 'https://www.google.com/maps?cid=4565666864068316694';
const SEARCH = 'https://www.google.com/maps/search/?api=1&query=pierogarnia%20krak%C3%B3w';
const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sCi9DQUlRQUNvZENodHljRjlvT21aZg!2m1!1s0x0:0x3f5c81d2ab904e16';

const PAGES: readonly (readonly [string, Open])[] = [
  ['a place page', (page, options) => openPlace(page, PLACE, options)],
  ['the page of a CID', (page, options) => openPlaceId(page, CID, options)],
  ['a search', (page, options) => searchPlace(page, SEARCH, options, null)],
  ['a search read for an id', (page, options) => searchPlaceId(page, SEARCH, options, null)],
  ['the place page of a review list', (page, options) => openPlaceReviewsPage(page, PLACE, options)],
  [
    'the page of a review',
    (page, options) =>
      readReviewPage(
        page,
        {
          url: REVIEW,
          reviewId: 'Ci9DQUlRQUNvZENodHljRjlvT21aZg',
          authorId: null,
          cid: '4565666864068316694',
        },
        options,
      ),
  ],
];

const isDocument = (host: string, path: string) =>
  host === 'www.google.com' && /^\/maps(?:\?cid|\/place|\/search|\/reviews)/.test(path);
const isData = (_host: string, path: string) =>
  /^\/maps\/preview\/place|^\/search\?|^\/maps\/timeline\/_rpc\/pc/.test(path);

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['whose document is never answered', { kind: 'hang', match: isDocument }],
  ['whose document never ends', { kind: 'drip', match: isDocument }],
  ['whose data are never answered', { kind: 'hang', match: isData }],
  ['whose data never end', { kind: 'drip', match: isData }],
];

/** Far below the 20 s of the scope: the load limit is what ends the load. */
const LIMIT_MS = 400;

const test = withStandIn.extend<{ tab: Page; scope: OwnedScope }>({
  tab: async ({ bareBrowser }, use) => {
    await using context = await bareBrowser.newContext({ ignoreHTTPSErrors: true, locale: 'pl-PL' });
    await use(await context.newPage());
  },
  scope: async ({}, use) => {
    const scope = testScope();
    await use(scope);
    scope[Symbol.dispose]();
  },
});

const [PLACE_PAGE, CID_PAGE] = PAGES;
const [, , NO_DATA] = FAULTS;
/** A CID leads to the document of its place, which names the place: no data are needed. */
const NO_PLACE: (typeof FAULTS)[number] = [
  'that is not told its place',
  { kind: 'hang', match: (_host, path) => path.startsWith('/maps/rpc/locate') },
];

for (const [page, open] of PAGES) {
  // All pages wait in the same way: each page meets its own last wait, and one page meets every fault.
  const own = open === CID_PAGE?.[1] ? NO_PLACE : NO_DATA;
  for (const [fault, rule] of open === PLACE_PAGE?.[1] || own === undefined ? FAULTS : [own]) {
    test(`${page} ${fault} is a fault of the provider at the load limit`, async ({ standIn, tab, scope }) => {
      standIn.fault(rule);
      const since = performance.now();
      const opening = open(tab, { scope, settleMs: 300, loadLimitMs: LIMIT_MS });
      await expect(opening).rejects.toMatchObject({ code: 'provider_unavailable' });
      expect(performance.now() - since).toBeGreaterThan(LIMIT_MS - 50);
      expect(scope.signal.aborted).toBe(false);
    });
  }
}

test('a page with a long unread answer can show that there is nothing', async ({ standIn, tab, scope }) => {
  const search = "fetch('/search?tbm=map&q=nic').then((answer) => answer.text())";
  const body = `<script>window.APP_INITIALIZATION_STATE=[];window.APP_FLAGS=1;${search};fetch('/maps/long')</script>`;
  const isSearch = (_host: string, path: string) => path.startsWith('/maps/search');
  standIn.fault({ kind: 'body', contentType: 'text/html', body, match: isSearch });
  const options = { scope, settleMs: 300, loadLimitMs: 15_000 };
  const asked = 'https://www.google.com/maps/search/?api=1&query=nic';
  expect(await searchPlace(tab, asked, options, null)).toEqual({ kind: 'nothing', saysSo: false });
  expect(standIn.requests.filter(({ path }) => path === '/maps/long')).toHaveLength(1);
});

test('results are read from their cards once the data are overdue', async ({ standIn, tab, scope }) => {
  const search = loadCases().find(({ id }) => id === 'search--list-with-ads');
  if (search?.kind !== 'search') throw new Error('no such case');
  const first = search.results.find(({ ad }) => !ad);
  const asking = '<script>fetch("/search?tbm=map&q=x")</script></body>';
  const body = feedHtml(answerOf(search)).replace('</body>', asking);
  standIn.fault({ kind: 'hang', match: isData });
  standIn.fault({ kind: 'body', contentType: 'text/html', body, match: isDocument });
  const options = { scope, settleMs: 300, loadLimitMs: 15_000, dataPatienceMs: 500 };
  const since = performance.now();
  const found = await searchPlaceId(tab, SEARCH, options, null);
  expect(found).toMatchObject({ featureId: first?.place.featureId });
  expect(performance.now() - since).toBeGreaterThanOrEqual(500);
});

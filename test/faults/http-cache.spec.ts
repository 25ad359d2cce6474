import type { Page } from 'playwright';
import { chromium as driver } from 'playwright';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import type { PagePool } from '../../src/core/browser/pool.js';
import { openPlace } from '../../src/core/places/place-page.js';
import { searchPlace } from '../../src/core/places/search-page.js';
import type { NavigationOptions } from '../../src/core/provider/navigation/navigate.js';
import { openPlaceReviewsPage } from '../../src/core/reviews/place-reviews-page.js';
import { fakePool, testScope, withPage } from '../support/fake-pool.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { test as withStandIn } from '../support/stand-in-test.js';
import { expect } from '../support/test.js';

// Answers show the current state of the provider: no document and no data come from Chromium's HTTP cache.

const place = loadPlaceCase('place--full-polish');
const PLACE = 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SEARCH = 'https://www.google.com/maps/search/?api=1&query=Planetarium%20w%20Olsztynie';

/** A browser that trusts the stand-in and has no other provider. */
function launchTrusting(standIn: StandIn) {
  return driver.launch({
    executablePath: chromiumForTests(),
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP * ${standIn.address}`,
      `--ignore-certificate-errors-spki-list=${standIn.keyHash}`,
    ],
  });
}

const test = withStandIn.extend<{ readonly pool: PagePool }>({
  fresh: async ({ fresh, standIn }, use) => {
    standIn.set({ cacheable: true });
    await use(fresh);
  },
  pool: async ({ standIn }, use) => {
    const { pool, chromium } = fakePool({ launch: () => launchTrusting(standIn) });
    await use(pool);
    await pool.close();
    await chromium.close();
  },
});

/** What stands in the place of a place that is not shown. */
const NOTHING = { kind: 'nothing' };

const count = (standIn: StandIn, what: RegExp) =>
  standIn.requests.filter(({ path }) => what.test(path)).length;

const DOCUMENT = /^\/maps\/(?:place|search)/;
const DATA = /^\/maps\/preview\/place|^\/search\?/;
const ASSET = /\/_\/js\/|\.css$|\/js\/api\.js/;

const PAGES: readonly (readonly [number, (page: Page, options: NavigationOptions) => Promise<unknown>])[] = [
  [1, (page, options) => openPlaceReviewsPage(page, PLACE, options)],
  [2, (page, options) => searchPlace(page, SEARCH, options, null)],
];

test('every load asks for document and data; scripts come from the cache', async ({ pool, standIn }) => {
  const scope = testScope(60_000);
  const options = { scope, settleMs: 300 };
  for (const [data, open] of PAGES) {
    standIn.reset();
    // Twice in one tab, as for a limited view, and once more in the context as it is given back.
    await withPage(pool, scope, async ({ page }) => {
      expect(await open(page, options)).not.toMatchObject(NOTHING);
      expect(await open(page, options)).not.toMatchObject(NOTHING);
    });
    const last = withPage(pool, scope, async ({ page, retire }) => {
      retire();
      return open(page, options);
    });
    expect(await last).not.toMatchObject(NOTHING);
    expect(count(standIn, DOCUMENT)).toBe(3);
    expect(count(standIn, DATA)).toBe(3 * data);
    const assets = standIn.requests.filter(({ path }) => ASSET.test(path)).map(({ path }) => path);
    expect(assets).toHaveLength(new Set(assets).size);
    expect(assets.length).toBeGreaterThan(0);
  }
  scope[Symbol.dispose]();
});

test('a changed place and a permanent redirect are asked for again', async ({ pool, standIn }) => {
  const scope = testScope(60_000);
  const load = (url: string) =>
    withPage(pool, scope, ({ page }) => openPlace(page, url, { scope, settleMs: 300 }));
  // The redirect does not say that it may be stored.
  standIn.set({ cacheable: false });
  const from = 'https://google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const isFirst = (host: string) => host === 'google.com';
  standIn.fault({ kind: 'status', code: 301, headers: { location: PLACE }, match: isFirst });
  expect(await load(from)).not.toMatchObject(NOTHING);
  standIn.set({ cacheable: true });
  expect(await load(from)).toMatchObject({ place: { name: place.place.name } });
  expect(standIn.requests.filter(({ host }) => isFirst(host))).toHaveLength(2);
  standIn.fault({ kind: 'status', code: 503, match: (_host, path) => DATA.test(path) });
  await expect(load(PLACE)).rejects.toMatchObject({ code: 'provider_unavailable' });
  scope[Symbol.dispose]();
});

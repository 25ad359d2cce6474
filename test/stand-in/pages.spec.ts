import { expect } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { feedHtml } from '../../fixtures/provider/rendered-feed.js';
import { renderedPanel } from '../../fixtures/provider/rendered-panel.js';
import { answerOf } from '../../fixtures/provider/search-payload.js';
import { test } from '../support/stand-in-page.js';

const byId = (featureId: string) => `https://www.google.com/maps/place/?q=place_id:${placeIdOf(featureId)}`;
const panelOf = (html: string) =>
  new JSDOM(html).window.document.querySelector('div[role=main]:has(h1.DUwDvf)')?.outerHTML;

/** One for each way in which panels differ; all others go through test/e2e/cases.spec.ts. */
const PANELS = [
  ...['full-polish', 'no-address', 'no-reviews', 'hotel', 'panel-only', 'inline-payload'],
  ...['limited-view', 'truncated-payload', 'notice-limited-view', 'permanently-closed'],
].map((name) => loadPlaceCase(`place--${name}`));

for (const entry of PANELS) {
  test(`the panel of ${entry.id} has the real selectors, and is the one rendered without a browser`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(byId(entry.place.featureId));
    const main = page.locator('div[role=main][aria-label]:has(h1.DUwDvf)');
    await expect(main, entry.id).toHaveAttribute('aria-label', entry.place.name);
    expect(errors, entry.id).toEqual([]);
    expect(new URL(page.url()).pathname, entry.id).toContain(`!1s${entry.place.featureId}`);

    const cold = /limited/.test(entry.serve.view);
    const short = cold || /truncated/.test(entry.serve.view);
    const rated = entry.place.rating !== null;
    await expect(page.locator('[jslog^="295516"]'), entry.id).toHaveCount(cold ? 1 : 0);
    await expect(page.locator('button[role=tab].hh2c6[aria-label*="Opinie"]'), entry.id).toHaveCount(
      cold ? 0 : 1,
    );
    await expect(page.locator('tr.BHOKXe[role=img]'), entry.id).toHaveCount(rated && !short ? 5 : 0);
    await expect(main.locator('div.F7nice span[aria-hidden=true]'), entry.id).toHaveCount(rated ? 1 : 0);
    await expect(main.locator('button[data-item-id=address]'), entry.id).toHaveCount(
      entry.place.address ? 1 : 0,
    );

    const bare = renderedPanel(entry, { limited: cold, truncated: short && !cold });
    const inBrowser = await main.evaluate((element) => element.outerHTML);
    expect(panelOf(inBrowser), entry.id).toBe(panelOf(bare));
  });
}

test('labels: Polish words, no-break spaces, decimal comma', async ({ page, standIn }) => {
  await page.goto(byId(loadPlaceCase('place--nbsp-grouping').place.featureId));
  await expect(page.locator('div.F7nice span[role=img]:not(.ceNzKf)')).toHaveAttribute(
    'aria-label',
    '12\u00a0345\u00a0opinii',
  );
  await expect(page.locator('tr.BHOKXe').nth(3)).toHaveAttribute(
    'aria-label',
    '2\u00a0gwiazdki, 311\u00a0opinii',
  );
  await page.goto(byId(loadPlaceCase('place--panel-only').place.featureId));
  await expect(page.locator('div.F7nice span[aria-hidden=true]')).toHaveText('4,8');
  await expect(page.locator('tr.BHOKXe').first()).toHaveAttribute(
    'aria-label',
    '5\u00a0gwiazdek, 9\u202f734\u00a0opinie',
  );
  const asked = standIn.requests.filter(({ path }) => path.startsWith('/maps/preview/place'));
  expect(asked).toHaveLength(1);
});

test('a list has its cards, advertisements first; choosing one opens its panel beside the list', async ({
  page,
}) => {
  await page.goto('https://www.google.com/maps/search/pierogi+zmy%C5%9Blone+krak%C3%B3w');
  await expect(page.locator('div[role=feed]')).toHaveAttribute(
    'aria-label',
    'Wyniki dla pierogi zmyślone kraków',
  );
  await expect(page.locator('div.Nv2PK h1.kpih0e')).toHaveCount(2);
  const first = page.locator('div.Nv2PK:not(:has(h1.kpih0e)) a.hfpxzc').first();
  const { place } = loadPlaceCase('place--full-polish');
  await expect(first).toHaveAttribute('href', new RegExp(`!19s${placeIdOf(place.featureId)}\\?authuser=0`));
  const list = loadCases().find((entry) => entry.id === 'search--list-with-ads');
  if (list?.kind !== 'search') throw new Error('no such case');
  const cards = (html: string) => new JSDOM(html).window.document.querySelector('div[role=feed]')?.outerHTML;
  expect(cards(await page.content())).toBe(cards(feedHtml(answerOf(list))));
  await first.click();
  await expect(page.locator('h1.DUwDvf')).toHaveText(place.name);
  await expect(page.locator('div[role=feed]')).toHaveCount(1);
});

import { expect } from '@playwright/test';
import { loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { feedHtml } from '../../fixtures/provider/rendered-feed.js';
import { renderedPanel } from '../../fixtures/provider/rendered-panel.js';
import { answerOf } from '../../fixtures/provider/search-payload.js';
import { openDom } from '../support/dom.js';
import { test } from '../support/stand-in-page.js';

const byId = (featureId: string) => `https://www.google.com/maps/place/?q=place_id:${placeIdOf(featureId)}`;
const panelOf = (html: string) =>
  openDom(html).window.document.querySelector('div[role=main]:has(h1.DUwDvf)')?.outerHTML;

/** One for each way in which panels differ; all panels are read in test/extractors/cases.spec.ts. */
const PANELS = [
  'full-polish',
  'no-address',
  'no-reviews',
  'panel-only',
  'limited-view',
  'truncated-payload',
].map((name) => loadPlaceCase(`place--${name}`));

test('panels have the real selectors, and are the ones rendered without a browser', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const entry of PANELS) {
    await page.goto(byId(entry.place.featureId));
    const main = page.locator('div[role=main][aria-label]:has(h1.DUwDvf)');
    await expect(main, entry.id).toHaveAttribute('aria-label', entry.place.name);
    expect(errors, entry.id).toEqual([]);
    expect(new URL(page.url()).pathname, entry.id).toContain(`!1s${entry.place.featureId}`);

    const cold = /limited/.test(entry.serve.view);
    const short = cold || /truncated/.test(entry.serve.view);
    const rated = entry.place.rating !== null;
    const counts: Readonly<Record<string, number>> = {
      '[jslog^="295516"]': cold ? 1 : 0,
      'button[role=tab].hh2c6[aria-label*="Opinie"]': cold ? 0 : 1,
      'tr.BHOKXe[role=img]': rated && !short ? 5 : 0,
      'div[role=main] div.F7nice span[aria-hidden=true]': rated ? 1 : 0,
      'div[role=main] button[data-item-id=address]': entry.place.address ? 1 : 0,
    };
    for (const [selector, count] of Object.entries(counts))
      await expect(page.locator(selector), `${entry.id} ${selector}`).toHaveCount(count);
    const bare = renderedPanel(entry, { limited: cold, truncated: short && !cold });
    const inBrowser = await main.evaluate((element) => element.outerHTML);
    expect(panelOf(inBrowser), entry.id).toBe(panelOf(bare));
  }
});

test('labels: Polish words, no-break spaces, decimal comma', () => {
  const labelsOf = (name: string, selector: string) => {
    const { document } = openDom(renderedPanel(loadPlaceCase(name))).window;
    return [...document.querySelectorAll(selector)].map((part) => part.getAttribute('aria-label'));
  };
  const count = 'div.F7nice span[role=img]:not(.ceNzKf)';
  expect(labelsOf('place--nbsp-grouping', count)).toEqual(['12\u00a0345\u00a0opinii']);
  expect(labelsOf('place--nbsp-grouping', 'tr.BHOKXe')[3]).toBe('2\u00a0gwiazdki, 311\u00a0opinii');
  expect(labelsOf('place--panel-only', 'tr.BHOKXe')[0]).toBe('5\u00a0gwiazdek, 9\u202f734\u00a0opinie');
  const { document } = openDom(renderedPanel(loadPlaceCase('place--panel-only'))).window;
  expect(document.querySelector('div.F7nice span[aria-hidden=true]')?.textContent).toBe('4,8');
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
  const cards = (html: string) => openDom(html).window.document.querySelector('div[role=feed]')?.outerHTML;
  expect(cards(await page.content())).toBe(cards(feedHtml(answerOf(list))));
  await first.click();
  await expect(page.locator('h1.DUwDvf')).toHaveText(place.name);
  await expect(page.locator('div[role=feed]')).toHaveCount(1);
});

import { expect, type Page } from '@playwright/test';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { listOf } from '../../fixtures/provider/place-payload.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/stand-in-page.js';

const cards = (page: Page) => page.locator('div.jftiEf[data-review-id]');
const asked = ({ requests }: StandIn) => requests.filter(({ path }) => path.includes('rpcids=qv9Egd'));
const idsOf = (id: string) =>
  listOf(loadReviewsCase(id))
    .visible(2)
    .map(({ inner }) => reviewId(inner));

async function openTab(page: Page, id: string) {
  await page.goto(
    `https://www.google.com/maps/place/?q=place_id:${placeIdOf(loadReviewsCase(id).place.featureId)}&hl=pl`,
  );
  await page.locator('button[role=tab][aria-label*="Opinie"]').click();
}

async function chooseNewest(page: Page) {
  await page.locator('button.HQzyZ[aria-label*="Sortuj"]').click();
  await page.locator('div[role=menuitemradio][data-index="1"]').click();
}

/** Scrolls to the bottom whenever the list grew, until `count` cards are there or nothing comes for a while. */
async function scrollTo(page: Page, count: number): Promise<string[]> {
  await expect(cards(page).first()).toBeVisible();
  for (let before = -1; ; ) {
    const now = await cards(page).count();
    if (now >= count || now === before) break;
    before = now;
    await page
      .locator('div.m6QErb.DxyBCb.kA9KIf.dS8AEf')
      .evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect
      .poll(() => cards(page).count(), { timeout: 10_000 })
      .toBeGreaterThan(now)
      .catch(() => null);
  }
  return cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-review-id') ?? ''));
}

test('the tab shows the inlined ten without a request and takes title and histogram away', async ({
  page,
  standIn,
}) => {
  await openTab(page, 'reviews--two-hundred');
  await expect(cards(page)).toHaveCount(10);
  await expect(page.locator('h1.DUwDvf, tr.BHOKXe, div.F7nice')).toHaveCount(0);
  expect(asked(standIn)).toHaveLength(0);
  await page.locator('button.HQzyZ').click();
  await expect(page.locator('div[role=menuitemradio]')).toHaveText([
    'Najtrafniejsze',
    'Najnowsze',
    'Najwyższa ocena',
    'Najniższa ocena',
  ]);
});

test('newest: the list is fetched again from its head and grows by ten, one request at a time', async ({
  page,
  standIn,
}) => {
  standIn.set({ reviewsDelayMs: 10 });
  await openTab(page, 'reviews--well-known');
  let open = 0;
  let most = 0;
  page.on('request', (request) => {
    if (request.url().includes('qv9Egd')) most = Math.max(most, ++open);
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('qv9Egd')) open -= 1;
  });
  await chooseNewest(page);
  await expect(page.locator('div.lXJj5c')).toBeHidden();
  expect(await scrollTo(page, 40)).toEqual(idsOf('reviews--well-known'));
  expect([asked(standIn).length, most]).toEqual([4, 1]);
  expect(new Set(asked(standIn).map(({ method }) => method))).toEqual(new Set(['POST']));
});

test('the cards have the real classes and words', async ({ page }) => {
  await openTab(page, 'reviews--seven');
  await chooseNewest(page);
  await expect(cards(page)).toHaveCount(7);
  const card = (index: number) => cards(page).nth(index);
  await expect(card(0).locator('div.RfnDt')).toHaveText(
    'Lokalny\u00a0przewodnik · 41\u00a0opinii · 125\u00a0zdjęć',
  );
  await expect(card(0).locator('button.Tya61d')).toHaveCount(2);
  await expect(card(0).locator('button.Tya61d').first()).toHaveAttribute('style', /background-image: url\(/);
  await expect(card(0).locator('span.pkWtMe')).toHaveText('3');
  await expect(card(1).locator('span.pkWtMe, div.MyEned')).toHaveCount(0);
  await expect(card(2).locator('span.rsqaWe')).toHaveText(/Edytowano 5\u00a0dni temu/);
  await expect(card(2).locator('span.kvMYJc[role=img]')).toHaveAttribute('aria-label', '2\u00a0gwiazdki');
  await expect(card(3).locator('div.CDe7pd div.wiI7pd')).toHaveText(/podgrzejemy zupę/);
  const more = card(5).locator('button.w8nwRe.kyuRq[jsaction*="review.expandReview"]');
  await expect(card(5).locator('span.wiI7pd')).toHaveText(/…$/);
  await more.click();
  await expect(card(5).locator('span.wiI7pd')).toHaveText(/Koniec\.$/);
  expect(await card(0).locator('[data-review-id]').count()).toBeGreaterThan(4);
});

test('a hotel shows "5/5" and its dates elsewhere; a place without reviews has words', async ({ page }) => {
  await openTab(page, 'reviews--hotel');
  await chooseNewest(page);
  await expect(cards(page).first().locator('span.fzvQIb')).toHaveText('5/5');
  await expect(cards(page).first().locator('span.xRkPPb')).toHaveText('dzień temu');
  await expect(page.locator('span.kvMYJc, span.rsqaWe')).toHaveCount(0);
  await openTab(page, 'reviews--none');
  await expect(page.getByText('Brak opinii')).toBeVisible();
  await expect(page.locator('button.HQzyZ, div.jftiEf')).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import type { ReviewRow } from '../../src/lists/review-columns.js';
import { csvRows, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import { answerReviews, type FakeCall, succeed } from './fake-api.js';
import { samplePlace, sampleReview } from './samples.js';

// The reviews of a place: its name above them, filters in the address, edited reviews, the chart by keyboard and touch.

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const HEADING = 'Pierogarnia Pod Zmyśloną Różą';

const placeWith = (reviews: readonly ReviewRow[]) => (call: FakeCall) =>
  call.url.pathname === '/api/all' ? succeed(call, samplePlace()) : answerReviews(call, reviews);

const list = (page: Page) => page.locator('.reviews > li');
const DAY = 86_400;

test('a name leads to the reviews of the place: name in heading, title and file', async ({ page, fake }) => {
  const api = await fake(placeWith([sampleReview(2), sampleReview(1)]));
  await page.goto(`${api.url}/#/opinie`);
  await page.getByLabel('Nazwa, link, Place ID lub CID').fill('pierogarnia kraków');
  await page.getByRole('button', { name: 'Wczytaj opinie' }).click();
  await expect(page.getByRole('heading', { level: 2, name: HEADING })).toBeVisible();
  await expect(list(page)).toHaveCount(2);
  const [, listCall] = api.calls;
  expect(listCall?.url.searchParams.get('placeid')).toBe(PLACE);
  await expect(page).toHaveTitle(`${HEADING} – Opinie o miejscu – place-lookup`);
  const download = await downloadBy(page, 'Wszystkie – CSV');
  expect(download.suggestedFilename()).toMatch(/^opinie-pierogarnia-pod-zmyslona-roza-\d{4}-\d\d-\d\d\.csv$/);
  expect((await csvRows(download))[0]).toMatchObject({ Miejsce: HEADING, 'Place ID': PLACE });
});

test('filters are part of the address, and an address opens with them', async ({ page, fake }) => {
  const reviews = [
    sampleReview(9, { has_owner_response: true, owner_response_text: 'x', owner_response_date: 'wczoraj' }),
    sampleReview(8, { review_text: '' }),
    sampleReview(7, { author_total_reviews: 1 }),
    sampleReview(6),
  ];
  const api = await fake(placeWith(reviews));
  await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
  const mayWait = page.getByText('odpowiedź może czekać na moderację');
  await expect(mayWait).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'bez odpowiedzi właściciela' }).check();
  await expect(mayWait).toBeVisible();
  await page.getByRole('checkbox', { name: 'z treścią' }).check();
  await expect(list(page)).toHaveCount(2);
  await page.getByLabel('Od dnia').fill('2024-01-22');
  await expect(list(page)).toHaveCount(1);
  await expect(list(page)).toContainText('Autor ma mało opinii (1)');
  await expect.poll(() => page.url()).toContain('cechy=bez-odpowiedzi%2Cz-trescia&od=2024-01-22');
  const shared = page.url();
  await page.goto('about:blank');
  await page.goto(shared);
  await expect(list(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'z treścią' })).toBeChecked();
  await page.getByRole('button', { name: 'Wyczyść filtry' }).click();
  await expect(list(page)).toHaveCount(4);
});

test('an edited review says so and stands where its last change belongs', async ({ page, fake }) => {
  const changed = { edited_unix: (sampleReview(0).date_unix ?? 0) + 60 * DAY, stars: 1 };
  const api = await fake(placeWith([sampleReview(5), sampleReview(0, changed)]));
  await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
  await expect(list(page).first()).toContainText('15 stycznia 2024 · edytowano 15 marca 2024');
  await expect(page.getByText('Opinie edytowane liczą się z datą ostatniej zmiany.')).toBeVisible();
  const chart = page.locator('.months').getByRole('region');
  await chart.focus();
  await page.keyboard.press('End');
  await expect(page.locator('.tip')).toHaveText('marzec 2024: 1 opinia, średnia 1,0');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the list begins on the first screen; filters and charts are folded', async ({ page, fake }) => {
    const api = await fake(placeWith([sampleReview(60), sampleReview(1)]));
    await page.goto(`${api.url}/#/opinie?placeid=${PLACE}&cechy=z-trescia`);
    await expect(page.locator('.months')).toBeHidden();
    await expect(list(page).first().locator('.text')).toBeInViewport();
    await page.getByText('Filtry (1) i kolejność').click();
    const boxes = await Promise.all(
      ['Od dnia', 'Do dnia'].map((label) => page.getByLabel(label).boundingBox()),
    );
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    await page.getByLabel('Od dnia').fill('2024-02-01');
    await expect(list(page)).toHaveCount(1);
    await expect(page.getByText('Filtry (2) i kolejność')).toBeVisible();
  });

  test('the chart names its months and answers a finger', async ({ page, fake }) => {
    const api = await fake(placeWith([sampleReview(60), sampleReview(1)]));
    await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
    await page.getByText('Wykresy').click();
    const chart = page.locator('.months').getByRole('region');
    await expect(chart.locator('svg')).toContainText('sty');
    await chart.tap({ position: { x: 60, y: 80 } });
    await expect(page.locator('.tip')).toHaveText('styczeń 2024: 1 opinia, średnia 2,0');
  });
});

test('the pager keeps the reader at the top of the list', async ({ page, fake }) => {
  const api = await fake(placeWith(Array.from({ length: 120 }, (_, index) => sampleReview(200 - index))));
  await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
  await page.getByRole('button', { name: /Następna/ }).click();
  await expect(list(page).first()).toContainText('Opinia numer 150');
  await expect(list(page).first()).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Lista opinii' })).toBeFocused();
});

test('filters are not written over the address of another view', async ({ page, fake }) => {
  await page.clock.install();
  const api = await fake(placeWith([sampleReview(2), sampleReview(1)]));
  await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
  await expect(list(page)).toHaveCount(2);
  await page.getByLabel('Szukaj').fill('numer 2');
  await expect(list(page)).toHaveCount(1);
  // As after going back, before the page is told of it.
  await page.evaluate(() => history.replaceState(null, '', '#/miejsce?q=pierogarnia'));
  await page.clock.runFor(2_000);
  expect(new URL(page.url()).hash).toBe('#/miejsce?q=pierogarnia');
});

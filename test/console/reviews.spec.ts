import type { Page } from '@playwright/test';
import type { ReviewRow } from '../../src/lists/review-columns.js';
import { csvRows, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import { answerReviews, beginLines, type FakeApi, type FakeCall } from './fake-api.js';
import { sampleReview } from './samples.js';

// What the list of reviews says of itself when it is not whole, on the page and in what is downloaded.

const PLACE = 'ChIJOsH9cGTSrkcRy7zh90zxudA';
const newestFirst = (count: number, days = 1) =>
  Array.from({ length: count }, (_, index) => sampleReview((count - 1 - index) * days));

const incomplete =
  (reviews: readonly ReviewRow[], summary: object = {}) =>
  (call: FakeCall): void =>
    answerReviews(call, reviews, {
      total_reviews: 120,
      complete: false,
      stop_reason: 'max_pages',
      ...summary,
    });

async function open(page: Page, { url }: FakeApi): Promise<void> {
  await page.goto(`${url}/#/opinie?placeid=${PLACE}`);
}

test('a list that is not whole says so on the button and in the name of the file', async ({ page, fake }) => {
  const api = await fake(incomplete(newestFirst(30)));
  await open(page, api);
  const csv = await downloadBy(page, 'Wszystkie (niepełna lista: 30 z 120) – CSV');
  expect(csv.suggestedFilename()).toMatch(
    /^opinie-chijosh9cgtsrkcry7zh90zxuda-niepelna-lista-30-z-120-\d{4}-\d\d-\d\d\.csv$/,
  );
  expect(await csvRows(csv)).toHaveLength(30);
  await page.getByRole('checkbox', { name: '5 gwiazdek' }).check();
  const some = await downloadBy(page, 'Tylko widoczne na liście (6 z 30: pasujące do filtrów) – CSV');
  expect(some.suggestedFilename()).toMatch(
    /-niepelna-lista-30-z-120-tylko-6-z-30-pasujace-do-filtrow-\d{4}-\d\d-\d\d\.csv$/,
  );
  expect(await csvRows(some)).toHaveLength(6);
  expect(await csvRows(await downloadBy(page, 'Wszystkie (niepełna lista: 30 z 120) – CSV'))).toHaveLength(
    30,
  );
  await page.getByRole('button', { name: 'English' }).click();
  await page.locator('.menu > summary').click();
  await expect(page.getByRole('button', { name: 'All (incomplete list: 30 of 120) – XLSX' })).toBeVisible();
});

test('a whole list downloads whole in the order chosen, with a filter on as well', async ({ page, fake }) => {
  const api = await fake(incomplete(newestFirst(10), { total_reviews: 10, complete: true }));
  await open(page, api);
  await page.getByRole('searchbox').fill('numer 3');
  await expect(page.locator('.reviews > li')).toHaveCount(1);
  const all = await downloadBy(page, 'Wszystkie – CSV');
  expect(all.suggestedFilename()).toMatch(/^opinie-chijosh9cgtsrkcry7zh90zxuda-\d{4}-\d\d-\d\d\.csv$/);
  expect(await csvRows(all)).toHaveLength(10);
  expect(
    await csvRows(await downloadBy(page, 'Tylko widoczne na liście (1 z 10: pasujące do filtrów) – CSV')),
  ).toHaveLength(1);
});

test('a list of unknown size, and one that is still being read', async ({ page, fake }) => {
  const api = await fake((call) => void beginLines(call).write({ type: 'review', review: sampleReview(0) }));
  await open(page, api);
  const button = page.getByRole('button', { name: 'Wszystkie (niepełna lista: 1) – CSV', exact: true });
  await page.locator('.menu > summary').click();
  await expect(button).toBeVisible();
  await page.getByRole('button', { name: 'Zatrzymaj' }).click();
  expect((await downloadBy(page, 'Wszystkie (niepełna lista: 1) – CSV')).suggestedFilename()).toMatch(
    /-niepelna-lista-1-\d{4}/,
  );
});

test('the chart of an incomplete list says what it covers, and what is unknown', async ({ page, fake }) => {
  const api = await fake(incomplete([sampleReview(60), sampleReview(1, { stars: 2 }), sampleReview(0)]));
  await open(page, api);
  const chart = page.locator('.months');
  await expect(chart.getByRole('note')).toHaveText(
    'Wykres obejmuje tylko 3 z 120 opinii. Nie ma danych o miesiącach starszych od najstarszej wczytanej opinii ani o miesiącach bez wczytanych opinii (na wykresie szare).',
  );
  await expect(chart.getByRole('img')).toHaveAccessibleName(/tylko 3 z 120 opinii/);
  await chart.getByText('Pokaż jako tabelę').click();
  await expect(chart.locator('tbody tr')).toHaveText([
    'marzec 202411,0',
    'luty 2024brak danych–',
    'styczeń 202421,5',
    'starszebrak danych–',
  ]);
  await expect(chart.locator('thead')).toContainText('Wczytane opinie');
  await expect(chart.locator('svg .unknown')).toHaveCount(1);
  await chart.getByRole('region').focus();
  for (const key of ['End', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(chart.locator('.tip')).toHaveText('luty 2024: brak danych');
});

test('the chart names an unknown size, and says nothing of a complete list', async ({ page, fake }) => {
  const api = await fake((call) => {
    const isWhole = call.url.searchParams.get('placeid') === 'ChIJwhole';
    const end = isWhole ? { complete: true, total_reviews: 3 } : { total_reviews: null };
    incomplete(newestFirst(3, 40), end)(call);
  });
  await open(page, api);
  await expect(page.locator('.months').getByRole('note')).toContainText(
    'Wykres obejmuje tylko wczytane opinie (3). Lista jest niepełna.',
  );
  await page.goto(`${api.url}/#/opinie?placeid=ChIJwhole`);
  await expect(page.locator('.notice.good')).toHaveCSS('border-left-color', 'rgb(20, 108, 46)');
  await expect(page.locator('.months').getByRole('note')).toHaveCount(0);
});

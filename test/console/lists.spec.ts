import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { ReviewRow } from '../../src/lists/review-columns.js';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import { csvRows, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLinks, answerReviews, type FakeApi, type FakeCall, succeed } from './fake-api.js';
import { link, sampleFailure, samplePlace, sampleReview, sampleVerdict } from './samples.js';

const listing = (reviews: readonly ReviewRow[]) => (call: FakeCall) => answerReviews(call, reviews);

async function openReviews(page: Page, { url }: FakeApi): Promise<void> {
  await page.goto(`${url}/#/opinie?placeid=ChIJOsH9cGTSrkcRy7zh90zxudA`);
  await expect(page.locator('.notice.good')).toBeVisible();
}

const textsOf = (page: Page) => page.locator('.reviews .text');

/** Every cell of the sheet. */
async function xlsxTexts(download: Download): Promise<unknown[]> {
  return (await rowsOfWorkbook(await readFile(await download.path()))).flat();
}

test('unknown values are called unknown, never 0', async ({ page, fake }) => {
  const unknown = { cid: null, name: null, address: null, rating: null, reviewCount: null, twoStars: null };
  const api = await fake((call) => succeed(call, samplePlace(unknown)));
  await page.goto(`${api.url}/#/miejsce?q=x`);
  const card = page.getByRole('article', { name: 'Miejsce bez nazwy' });
  await expect(card.locator('dd')).toHaveText([
    'brak danych',
    'Restauracja',
    'brak danych',
    'brak danych',
    /^ChIJ/,
    'brak danych',
    /^0x47165b1c0a9d3e27:/,
    /Otwórz mapę \(CID\): brak danych$/,
  ]);
  await expect(card.getByRole('img')).toHaveCount(0);
  await expect(card).toContainText('Rozkład ocen: brak danych');
});

test('a place downloads as CSV and XLSX', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, samplePlace()));
  await page.goto(`${api.url}/#/miejsce?q=x`);
  const csv = await downloadBy(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^pierogarnia-pod-zmyslona-roza-\d{4}-\d\d-\d\d\.csv$/);
  expect(await csvRows(csv)).toMatchObject([
    { Nazwa: 'Pierogarnia Pod Zmyśloną Różą', 'Średnia ocen': '4,6' },
  ]);
  expect(await xlsxTexts(await downloadBy(page, 'XLSX'))).toContain('4565666864068316694');
});

test('verdicts are filtered, and downloaded all or as they are shown', async ({ page, fake }) => {
  const api = await fake((call) => {
    answerLinks(call, (index, url) =>
      index === 2
        ? sampleFailure(2, url)
        : sampleVerdict(index, url, index === 1 ? 'no_business_card' : 'visible'),
    );
  });
  await page.goto(`${api.url}/#/linki`);
  await page.getByLabel('Wczytaj plik').setInputFiles({
    name: 'linki.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`nr;link\n1;${link(0)}\n2;"${link(1)}"\n3;${link(2)}\n4;${link(0)}\n`),
  });
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  const all = await csvRows(await downloadBy(page, 'Wszystkie – CSV'));
  // Short numbers in the user's own cells lose nothing in a spreadsheet.
  expect(all.map((row) => [row.nr, row.link, row.Widoczna, row.Błąd])).toEqual([
    ['1', link(0), 'tak', ''],
    ['2', link(1), 'nie', ''],
    ['3', link(2), '', 'Dostawca map nie odpowiada poprawnie.'],
    ['4', link(0), 'tak', ''],
  ]);
  for (const [filter, rows] of [
    ['Widoczne (2)', [/Rev0/, /Rev0.*powtórzony, zob. nr 1/]],
    ['Niewidoczne (1)', [/Rev1/]],
    ['Bez wyniku (1)', [/Rev2/]],
  ] as const) {
    await page.getByRole('radio', { name: filter, exact: true }).check();
    await expect(page.locator('.verdicts tbody .address')).toHaveText([...rows]);
  }
  const xlsx = await xlsxTexts(await downloadBy(page, 'Tylko widoczne na liście (1 z 4: Bez wyniku) – XLSX'));
  expect(xlsx).toContain(link(2));
  expect(xlsx).not.toContain(link(0));
});

test('a title above the headings is no row, and the headings can be chosen', async ({ page, fake }) => {
  const api = await fake((call) => answerLinks(call, (index, url) => sampleVerdict(index, url, 'visible')));
  await page.goto(`${api.url}/#/linki`);
  await page.getByLabel('Wczytaj plik').setInputFiles({
    name: 'linki.xlsx',
    mimeType: '',
    buffer: await workbookOf([
      ['Opinie klienta', '', ''],
      ['Nr', 'Link do opinii', 'Klient'],
      [1, link(0), 'Firma A'],
      [2, link(1), 'Firma B'],
    ]),
  });
  const headings = page.getByLabel('Nagłówki kolumn');
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(headings.locator('option:checked')).toHaveText(
    'znalezione w wierszu 2: Nr, Link do opinii, Klient',
  );
  await expect(column.locator('option:checked')).toHaveText('znaleziona automatycznie: Link do opinii');
  await headings.selectOption('lista nie ma nagłówków');
  await expect(column.locator('option').nth(1)).toHaveText('Kolumna 1');
  await headings.selectOption('wiersz 1: Opinie klienta');
  await expect(column.locator('option').nth(1)).toHaveText('Opinie klienta');
  await headings.selectOption('znajdź automatycznie');
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  expect(api.calls.map(({ body }) => body)).toEqual([{ urls: [link(0), link(1)] }]);
});

test('reviews are filtered, ordered and searched', async ({ page, fake }) => {
  const api = await fake(
    listing([
      sampleReview(0, { stars: 4, likes_count: 2 }),
      sampleReview(1, { stars: 1, review_text: 'Zażółć gęślą jaźń' }),
      sampleReview(2, { stars: null, likes_count: 9 }),
      sampleReview(3, { stars: 5, has_owner_response: true, owner_response_text: 'Dziękujemy pięknie' }),
    ]),
  );
  await openReviews(page, api);
  const shown = () => page.locator('.reviews .author');
  const people = (...numbers: number[]) => numbers.map((number) => new RegExp(`Zmyślona Osoba ${number}`));
  await expect(shown()).toHaveText(people(3, 2, 1, 0));
  for (const [order, numbers] of [
    ['Najstarsze', [0, 1, 2, 3]],
    ['Najniższe oceny', [1, 0, 3, 2]],
    ['Najwyższe oceny', [3, 0, 1, 2]],
    ['Najwięcej polubień', [2, 0, 1, 3]],
  ] as const) {
    await page.getByLabel('Kolejność').selectOption(order);
    await expect(shown()).toHaveText(people(...numbers));
  }
  await page.getByRole('checkbox', { name: '5 gwiazdek' }).check();
  await page.getByRole('checkbox', { name: 'bez gwiazdek' }).check();
  await expect(shown()).toHaveText(people(2, 3));
  await page.getByRole('checkbox', { name: '5 gwiazdek' }).uncheck();
  await page.getByRole('checkbox', { name: 'bez gwiazdek' }).uncheck();
  const search = page.getByRole('searchbox');
  for (const [text, numbers] of [
    ['ZAZOLC  gesla', [1]],
    ['dziekujemy', [3]],
    ['osoba 2', [2]],
    ['nigdzie', []],
  ] as const) {
    await search.fill(text);
    await expect(shown()).toHaveText(people(...numbers));
  }
  await expect(page.getByText('Żadna opinia nie pasuje do filtrów.')).toBeVisible();
});

test('badges show the signals, the links lead to the review and its report', async ({ page, fake }) => {
  const api = await fake(
    listing([
      sampleReview(0, {
        author_total_reviews: 1,
        author_is_local_guide: true,
        author_local_guide_level: 7,
        photos_count: 3,
        likes_count: 12,
        has_owner_response: true,
        owner_response_text: null,
      }),
    ]),
  );
  await openReviews(page, api);
  await expect(page.locator('.signals li')).toHaveText([
    'Autor ma mało opinii (1)',
    'Lokalny przewodnik, poziom 7',
    '3 zdjęcia',
    '12 polubień',
    'Właściciel odpowiedział',
  ]);
  const report = page.getByRole('link', {
    name: /^Zgłoś opinię.+autor: Zmyślona Osoba 0 \(otwiera się w nowej karcie\)$/,
  });
  await expect(report).toHaveAttribute('href', 'https://www.google.com/local/content/rap/report?postId=0');
});

test('what people wrote stays text, and only web addresses become links', async ({ page, fake }) => {
  const text = '<img src=x onerror="document.title=1"> =1+1';
  const api = await fake(
    listing([
      sampleReview(0, {
        review_text: text,
        author_profile_url: 'javascript:document.title=2',
        review_url: 'javascript:alert(1)',
        report_url: 'data:text/html,x',
      }),
    ]),
  );
  await openReviews(page, api);
  await expect(textsOf(page)).toHaveText([text]);
  await expect(page.locator('.reviews a, .reviews img')).toHaveCount(0);
  await expect(page).toHaveTitle('Opinie o miejscu – place-lookup');
  const [row] = await csvRows(await downloadBy(page, 'Wszystkie – CSV'));
  expect(row?.['Treść opinii']).toBe(text);
});

test('4,490 reviews are searched and download whole', async ({ page, fake }) => {
  const api = await fake(
    listing(
      Array.from({ length: 4490 }, (_, index) =>
        sampleReview(index % 900, { review_id: `r${index}`, review_text: `Opinia ${index}`.repeat(20) }),
      ),
    ),
  );
  await openReviews(page, api);
  await expect(page.locator('.reviews > li')).toHaveCount(50);
  await page.getByRole('searchbox').fill('opinia 4489');
  await expect(textsOf(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Następna' }).click();
  await expect(page.getByText('51–100 z 4 490')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lista opinii' })).toBeFocused();
  expect(await xlsxTexts(await downloadBy(page, 'Wszystkie – XLSX'))).toContain('Opinia 4489'.repeat(20));
  expect(await csvRows(await downloadBy(page, 'Wszystkie – CSV'))).toHaveLength(4490);
});

test('the chart over time has its numbers as a table too', async ({ page, fake }) => {
  const api = await fake(
    listing([sampleReview(0, { stars: 5 }), sampleReview(1, { stars: 2 }), sampleReview(60)]),
  );
  await openReviews(page, api);
  await expect(page.locator('.months').getByRole('img')).toHaveAccessibleName(
    /styczeń 2024 – marzec 2024 \(3\smiesiące\): 3\sopinie\.$/,
  );
  await page.locator('.months summary').click();
  await expect(page.locator('.months tbody tr')).toHaveText([
    'marzec 202411,0',
    'luty 20240–',
    'styczeń 202423,5',
  ]);
});

import { csvRows, downloadBy, enter, press } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { type FakeCall, succeed } from './fake-api.js';
import { samplePlace } from './samples.js';

// The day of a local-SEO consultant: compares 15 places, three of them ambiguous.

const NAMES = Array.from({ length: 15 }, (_, index) => `Lokal ${index + 1}`);
const idOf = (name: string) => `ChIJ${name.replace(/\W/g, '')}`.padEnd(27, 'x');
const resultsOf = (name: string) =>
  [name, `${name} Bis`].map((found) => ({
    place_id: idOf(found),
    nazwa_wizytowki: found,
    adres: null,
    srednia_ocen: 4,
  }));

/** The first three names have two results each. */
function answerPlace(call: FakeCall): void {
  const query = call.url.searchParams.get('url') ?? '';
  const name =
    NAMES.flatMap((one) => [one, `${one} Bis`]).find((one) => [one, idOf(one)].includes(query)) ?? '';
  const number = Number(name.match(/\d+/)?.[0]);
  succeed(call, {
    ...samplePlace({ name, reviewCount: 100 * number, rating: 3 + number / 10 }),
    place_id: idOf(name),
    ...(query === name && number <= 3 && { candidates: resultsOf(name) }),
  });
}

test.use({ viewport: { width: 390, height: 844 } });

test('compares 15 places on a phone', async ({ page, fake }) => {
  const api = await fake(answerPlace);
  await page.goto(api.url);
  await enter(page, NAMES.join('\n'));
  await press(page, 'Porównaj');
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 15');
  await expect(page.getByText('pierwsze z 2 wyników')).toHaveCount(3);
  await page.getByText('pierwsze z 2 wyników').nth(1).click();
  await page.getByRole('button', { name: 'Wybierz: 2. Lokal 2 Bis' }).click();
  await expect(page.getByRole('link', { name: 'Lokal 2 Bis', exact: true })).toBeVisible();

  await page.reload();
  await page.getByLabel('Kolejność').selectOption('most');
  const rows = page.locator('.places tbody tr');
  await expect(rows.first()).toContainText(/Opinie: 1\s500/);
  await expectAccessible(page);
  const table = await csvRows(await downloadBy(page, 'CSV'));
  expect(table.slice(0, 4).map((row) => row['Wynik wyszukiwania'])).toEqual([
    'pierwsze z 2 wyników',
    'wybrane: wynik 2 z 2',
    'pierwsze z 2 wyników',
    '',
  ]);
});

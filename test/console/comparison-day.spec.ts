import { csvRows, downloadBy } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { type FakeCall, succeed } from './fake-api.js';
import { samplePlace } from './samples.js';

// The day of a local-SEO consultant: compares 15 places, three of them ambiguous, and reads them again a week later.

const NAMES = Array.from({ length: 15 }, (_, index) => `Lokal ${index + 1}`);
const idOf = (name: string) => `ChIJ${name.replace(/\W/g, '')}`.padEnd(27, 'x');
const resultsOf = (name: string) =>
  [name, `${name} Bis`].map((found) => ({
    place_id: idOf(found),
    nazwa_wizytowki: found,
    adres: null,
    srednia_ocen: 4,
  }));

/** The first three names have two results each. `week` moves the figures. */
function answerPlace(call: FakeCall, week: number): void {
  const query = call.url.searchParams.get('url') ?? '';
  const name =
    NAMES.flatMap((one) => [one, `${one} Bis`]).find((one) => [one, idOf(one)].includes(query)) ?? '';
  const number = Number(name.match(/\d+/)?.[0]);
  succeed(call, {
    ...samplePlace({ name, reviewCount: 100 * number + week * number, rating: 3 + number / 10 }),
    place_id: idOf(name),
    ...(query === name && number <= 3 && { candidates: resultsOf(name) }),
  });
}

test.use({ viewport: { width: 390, height: 844 } });

test('compares 15 places and sees the changes of a week, on a phone', async ({ page, fake }) => {
  let week = 0;
  const api = await fake((call) => answerPlace(call, week));
  await page.clock.install({ time: new Date('2026-11-16T10:00:00Z') });
  await page.goto(api.url);
  await page.getByRole('link', { name: 'Porównać miejsca' }).click();
  await page.locator('textarea').fill(NAMES.join('\n'));
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 15');
  await expect(page.getByText('pierwsze z 2 wyników')).toHaveCount(3);
  await page.getByText('pierwsze z 2 wyników').nth(1).click();
  await page.getByRole('button', { name: 'Wybierz: 2. Lokal 2 Bis' }).click();
  await expect(page.getByRole('link', { name: 'Lokal 2 Bis', exact: true })).toBeVisible();

  await page.clock.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  week = 1;
  await page.reload();
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 15');
  await page.getByLabel('Kolejność').selectOption('growth');
  const rows = page.locator('.places tbody tr');
  await expect(rows.first()).toContainText('+15 od 16.11.2026');
  await page.getByText('Porównaj na wykresie').click();
  await expect(page.locator('.compared li')).toHaveCount(10);
  await expect(page.locator('.compared li').first()).toContainText('Lokal 15: 4,5 ★');
  await expectAccessible(page);
  const table = await csvRows(await downloadBy(page, 'Ten odczyt – CSV'));
  expect(table.map((row) => row['Zmiana liczby opinii'])).toEqual(NAMES.map((_, index) => String(index + 1)));
  expect(table.slice(0, 4).map((row) => row['Wynik wyszukiwania'])).toEqual([
    'pierwsze z 2 wyników',
    'wybrane: wynik 2 z 2',
    'pierwsze z 2 wyników',
    '',
  ]);
  const readings = await csvRows(await downloadBy(page, 'Wszystkie odczyty – CSV'));
  const shown = readings.filter((row) => row.Zapytanie !== '');
  expect(shown.map((row) => row.Zapytanie)).toEqual(NAMES.flatMap((name) => [name, name]));
  expect(shown.map((row) => row['Zmiana liczby opinii'])).toEqual(
    NAMES.flatMap((_, index) => ['', String(index + 1)]),
  );
  // The first result of the name whose second result was picked was read, too.
  expect(readings.filter((row) => row.Zapytanie === '')).toHaveLength(1);
});

import { readFile } from 'node:fs/promises';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import { downloadBy, unfold } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLinks, type FakeCall } from './fake-api.js';
import { link, sampleCheckedReview, sampleVerdict } from './samples.js';

// The day of an agency: 40 links from a workbook with a title, and a week later 30 of them with 10 others.

const TITLE = ['Zestawienie opinii, listopad 2026', '', ''];
const HEADINGS = ['Klient', 'Link do opinii', 'Uwagi'];
const row = (name: string) => [`Firma ${name}`, link(name), null];
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index));

/** In the second week the reviews 7 and 8 are not shown; the review 45 was never shown. */
function answer(call: FakeCall, week: number): void {
  const notShown = week === 1 ? ['45'] : ['7', '8', '45'];
  answerLinks(call, (index, url) => {
    const isShown = !notShown.some((name) => url === link(name));
    return {
      ...sampleVerdict(index, url, isShown ? 'visible' : 'no_rating_section'),
      ...(isShown && { review: sampleCheckedReview(url.slice(-2)) }),
      checked_at: `2026-11-${week === 1 ? 16 : 23} 10:00:00`,
    };
  });
}

test.use({ viewport: { width: 390, height: 844 } });

test('checks a list again with other links a week later, on a phone', async ({ page, fake }) => {
  let week = 1;
  const api = await fake((call) => answer(call, week));
  const load = async (rows: readonly (readonly (string | null)[])[], name: string) => {
    await unfold(page);
    await page.getByLabel('Wczytaj plik').setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbookOf([TITLE, HEADINGS, ...rows]),
    });
    await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
    await expect(page.locator('.progress')).toContainText('Gotowe.');
  };
  await page.goto(api.url);
  await page.getByRole('link', { name: 'Sprawdzić opinie' }).click();
  await load(names(0, 40).map(row), 'listopad.xlsx');
  await expect(page.locator('.folded')).toContainText(/^40\slinków z listopad\.xlsx/);
  await expect(page.getByRole('radio', { name: 'Niewidoczne (0)' })).toBeVisible();
  await expect(page.locator('.saved li')).not.toContainText('niesprawdzone');

  week = 2;
  await page.reload();
  await expect(page.locator('.folded')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Wszystkie (40)' })).toBeVisible();
  await load([...names(5, 35), ...names(40, 50)].map(row), 'nastepny-tydzien.xlsx');
  await expect(page.locator('.comparison')).toHaveText(
    /^2\sz 30 opinii się zmieniły od 16\.11\.2026, 10:00\.$/,
  );
  const rows = page.locator('.verdicts tbody tr');
  await expect(rows.nth(0)).toContainText(/Firma 7.*Przestała być widoczna/);
  await expect(rows.nth(1)).toContainText(/Firma 8.*Przestała być widoczna/);
  await expect(rows.nth(2)).toContainText(/Firma 45.*Wizytówka jest, opinii nie ma/);
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Zmienione (2)' }).check();
  await expect(rows).toHaveCount(2);
  const report = await rowsOfWorkbook(
    await readFile(await (await downloadBy(page, 'Raport dla klienta (XLSX)')).path()),
  );
  expect(report[0]).toHaveLength(10);
  const words = report.slice(1).map((cells) => cells.join(' '));
  expect(words).toHaveLength(40);
  expect(words.filter((text) => text.includes('Niewidoczna'))).toHaveLength(3);
  expect(words.join(' ')).not.toMatch(/no_rating_section|usunięt/);
  expect(words.filter((text) => text.includes('pochodzą ze sprawdzenia z 16.11.2026'))).toHaveLength(2);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOfWorkbook } from '../support/workbook.js';
import { check, downloadBy, enter, enterFile, listField, load, press } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerReviews, beginLines, type FakeApi, refuse, succeed } from './fake-api.js';
import { SAMPLE_NOTICE, samplePlace, sampleReview, sampleSummary, sampleVerdict } from './samples.js';

// Many places at once, and the notices of the map provider on a place.

const OTHER = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const CANDIDATES = [
  { place_id: samplePlace().place_id, nazwa_wizytowki: 'A', adres: 'ul. Pierwsza 1', srednia_ocen: 4.6 },
  { place_id: OTHER, nazwa_wizytowki: 'Piekarnia Druga', adres: 'ul. Zmyślona 2', srednia_ocen: null },
];
const found = (changes: object = {}) => ({ ...samplePlace(), ...changes });

test('the preview of a file names its column with the reason, and another column can be chosen', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => succeed(call, found()));
  await load(page, api, '/miejsca');
  const text = 'Oddział;Miasto;Nazwa firmy\r\nSklep Niebyły;Łódź;Bar Pod Różą\r\nDrugi;Kielce;Bar\r\n';
  const letters: Readonly<Record<string, number>> = { ł: 0xb3, Ł: 0xa3, ó: 0xf3, ź: 0x9f, ż: 0xbf, ą: 0xb9 };
  const buffer = Buffer.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
  await enterFile(page, { name: 'lista.csv', mimeType: 'text/csv', buffer });
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(column.locator('option:checked')).toHaveText(
    'znaleziona automatycznie: kolumna „Nazwa firmy”, bo tak mówi jej nagłówek',
  );
  await expect(page.getByText('Wyszukiwanie używa też kolumn: „Miasto”.')).toBeVisible();
  await expectFits(page, 'a column with its reason');
  await column.selectOption('Oddział');
  await press(page, 'Porównaj');
  await expect(page.locator('.places tbody tr')).toHaveCount(2);
  const asked = () => api.calls.map(({ url }) => url.searchParams.get('url')).filter((url) => url !== null);
  // The row appears before its request.
  await expect.poll(asked).toEqual(['Sklep Niebyły, Łódź', 'Drugi, Kielce']);
});

test('many places come in one table; each is asked for once, and files have the reasons', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => {
    const query = call.url.searchParams.get('url');
    if (query === 'nic') refuse(call, 404, 'no_results');
    else succeed(call, found(query === 'piekarnia' ? { candidates: CANDIDATES } : {}));
  });
  await load(page, api);
  await enter(page, 'miejsce\n'.repeat(501));
  await expect(page.getByText('Naraz można wczytać najwyżej 500 miejsc.')).toBeVisible();
  await expectFits(page, 'too many places');
  // A link that may lead to a place or to a review is both.
  await enter(page, `piekarnia\nnic\nlink: https://maps.app.goo.gl/x\npiekarnia\n${OTHER}`);
  await expect(page.getByRole('search')).toContainText(/1\slink do opinii · 4\smiejsca/);
  await press(page, 'Porównaj');
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 4, bez wyniku: 1.');
  await expect(page.locator('.places tbody tr')).toHaveText([
    /^1piekarnia.*pierwsze z 2 wyników.*Średnia: 4,6 ★/,
    /^2nicNie znaleziono\./,
    /^3https:\/\/maps\.app\.goo\.gl\/x/,
    /^4piekarnia/,
    /^5ChIJ/,
  ]);
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual([
    'piekarnia',
    'nic',
    'https://maps.app.goo.gl/x',
    OTHER,
  ]);
  const download = async (name: string) => {
    const file = await downloadBy(page, name);
    expect(file.suggestedFilename()).toMatch(/^miejsca-\d{4}-\d\d-\d\d\.(csv|xlsx)$/);
    return readFile(await file.path());
  };
  const rows = (await download('CSV')).toString().trim().split('\r\n');
  expect(rows).toHaveLength(6);
  expect(rows[0]).toContain(';Sprawdzono;Sprawdzono (UTC);Wynik wyszukiwania;To samo miejsce;');
  expect(rows[1]).toContain(';pierwsze z 2 wyników;wiersze: 3, 4, 5;');
  expect(rows[2]).toMatch(/^nic;.*;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;.*Nie znaleziono\..*;no_results$/);
  expect((await rowsOfWorkbook(await download('XLSX'))).flat()).toContain('4565666864068316694');
  await expect(page.getByRole('note')).toHaveText(
    'Pierogarnia Pod Zmyśloną Różą: to samo miejsce jest na liście pod różnymi nazwami (wiersze 1, 3, 4, 5).',
  );
  await expectAccessible(page);
  api.answer = (call) => refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' });
  await enter(page, 'pierwsze\ndrugie');
  await press(page, 'Porównaj');
  await expect(page.locator('.notice[role=timer]')).toBeVisible();
  await expectFits(page, 'a list that waits');
});

const placeRows = (page: Page) => page.locator('.places tbody tr');

test('reading that a reload interrupts continues where it stopped', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => {
    if (api.calls.length !== 2) succeed(call, found());
  });
  await load(page, api);
  await enter(page, 'pierogarnia\ndruga');
  await press(page, 'Porównaj');
  // The first line is shown when the browser has kept it.
  await expect(placeRows(page).first()).toContainText('8 713');
  await expect.poll(() => api.calls.length).toBe(2);
  await page.reload();
  await press(page, 'Wczytaj pozostałe (1)');
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 2');
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual(['pierogarnia', 'druga', 'druga']);
  await press(page, 'Zmień');
  await expect(listField(page)).toHaveValue('pierogarnia\ndruga');
});

test('notices of the provider, and that a place is closed, stand in card, lists and results', async ({
  page,
  fake,
}) => {
  const warning = { ...SAMPLE_NOTICE, kind: 'reviews_suspicious', text: 'Fake!', min: null, max: null };
  const api = await fake((call) => {
    if (call.url.pathname === '/api/all') return succeed(call, found({ notices: [SAMPLE_NOTICE] }));
    const lines = beginLines(call);
    if (call.url.pathname === '/api/review-visibility') {
      const link = 'https://maps.app.goo.gl/RevRemoved';
      lines.write({ ...sampleVerdict(0, link, 'no_rating_section'), notices: [SAMPLE_NOTICE] });
      lines.write({ type: 'summary' });
    } else {
      const empty = { total_reviews: null, complete: false, stop_reason: 'withheld', notices: [warning] };
      lines.write(sampleSummary(0, empty));
    }
    lines.end();
  });
  const words = SAMPLE_NOTICE.text;
  const polish = `Dostawca map podaje, że usunął opinie o tym miejscu po skargach na zniesławienie: 21–50. „${words}” (22.11.2026, 14:03)`;
  const scope = 'Liczba obejmuje opinie o miejscu w Niemczech usunięte w ciągu ostatnich 365 dni';
  await load(page, api, '/miejsce?q=praxis');
  await expect(page.getByRole('article').locator('.notice')).toHaveText(polish);
  await expect(page.getByRole('article')).toContainText(scope);

  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  const heading = page.locator('.place-heading');
  await expect(heading.locator('.notice')).toHaveText([
    'Dostawca map ostrzega, że usunął fałszywe lub podejrzane opinie o tym miejscu. „Fake!” (22.11.2026, 14:03)',
    polish,
  ]);
  await expect(heading).toContainText(scope);
  await expect(page.locator('.notice.partial')).toContainText(
    'Nie wiadomo, czy i ile opinii ma to miejsce. Powód: dostawca map wstrzymał pokazywanie opinii o tym miejscu.',
  );

  await load(page, api);
  await enter(page, 'praxis\nbar');
  await press(page, 'Porównaj');
  await expect(page.locator('table.places')).toContainText(polish);

  await load(page, api, '/linki');
  await check(page, 'https://maps.app.goo.gl/RevRemoved');
  await expect(page.locator('td.reason')).toContainText(polish);

  await press(page, 'English');
  await expect(page.locator('td.reason')).toContainText('after complaints of defamation: 21–50.');

  await press(page, 'Polski');
  const closing = { ...SAMPLE_NOTICE, kind: 'permanently_closed', text: '', min: null, max: null };
  api.answer = (call) => {
    if (call.url.pathname === '/api/all')
      succeed(call, found({ permanently_closed: true, notices: [closing] }));
    else answerReviews(call, [sampleReview(1), sampleReview(2)]);
  };
  const closed = 'Zamknięte na stałe – tak podaje dostawca map.';
  await load(page, api, '/miejsce?q=piekarnia');
  await expect(page.getByRole('article')).toContainText(closed);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.place-heading')).toContainText(closed);
  await expect(page.locator('figure.months').getByRole('note')).toContainText(closed);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOfWorkbook } from '../support/workbook.js';
import { csvRows, downloadBy, load, press, workbookFile, workbookRows } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerReviews, beginLines, type FakeApi, type FakeCall, refuse, succeed } from './fake-api.js';
import { countIn } from './kept-lists.js';
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
  const text = 'Oddział;Miasto;Nazwa firmy\r\nSklep Niebyły;Łódź;Bar Pod Różą\r\n';
  const letters: Readonly<Record<string, number>> = { ł: 0xb3, Ł: 0xa3, ó: 0xf3, ź: 0x9f, ż: 0xbf, ą: 0xb9 };
  const buffer = Buffer.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
  await page.getByLabel('Wczytaj plik').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer });
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(column.locator('option:checked')).toHaveText(
    'znaleziona automatycznie: kolumna „Nazwa firmy”, bo tak mówi jej nagłówek',
  );
  await expect(page.getByText('Wyszukiwanie używa też kolumn: „Miasto”.')).toBeVisible();
  await expectFits(page, 'a column with its reason');
  await column.selectOption('Oddział');
  await press(page, 'Wczytaj miejsca');
  await expect(page.locator('.places tbody tr')).toHaveCount(1);
  const asked = () => api.calls.map(({ url }) => url.searchParams.get('url')).filter((url) => url !== null);
  // The row appears before its request.
  await expect.poll(asked).toEqual(['Sklep Niebyły, Łódź']);
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
  await load(page, api, '/miejsce');
  await page.getByRole('link', { name: 'Wiele miejsc' }).click();
  await page.locator('textarea').fill('miejsce\n'.repeat(501));
  await expect(page.getByText('501')).toBeVisible();
  await expectFits(page, 'too many places');
  await page.locator('textarea').fill(`piekarnia\nnic\nlink: https://maps.app.goo.gl/x\npiekarnia\n${OTHER}`);
  await expect(page.getByText('5 miejsc, w tym powtórzone: 1.')).toBeVisible();
  await press(page, 'Wczytaj miejsca');
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
  const rows = (await download('Ten odczyt – CSV')).toString().trim().split('\r\n');
  expect(rows).toHaveLength(6);
  expect(rows[0]).toContain(';Sprawdzono;Sprawdzono (UTC);Wynik wyszukiwania;To samo miejsce;');
  expect(rows[1]).toContain(';pierwsze z 2 wyników;wiersze: 3, 4, 5;');
  expect(rows[2]).toMatch(/^nic;.*;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;.*Nie znaleziono\..*;no_results$/);
  expect((await rowsOfWorkbook(await download('Ten odczyt – XLSX'))).flat()).toContain('4565666864068316694');
  await expect(page.getByRole('note')).toHaveText(
    'Pierogarnia Pod Zmyśloną Różą: to samo miejsce jest na liście pod różnymi nazwami (wiersze 1, 3, 4, 5).',
  );
  await expectAccessible(page);
  api.answer = (call) => refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' });
  await press(page, 'Wczytaj miejsca');
  await expect(page.locator('.notice[role=timer]')).toBeVisible();
  await expectFits(page, 'a list that waits');
});

const COUNTS = [8713, 8725, 8740];

/** Each place has a Place ID and figures of its own, which grow with each reading. */
function answerPlaces(call: FakeCall, { calls }: FakeApi): void {
  const query = call.url.searchParams.get('url') ?? '';
  const before = calls.filter(({ url }) => url.searchParams.get('url') === query).length - 1;
  const isSecond = query === OTHER || query.startsWith('druga');
  const reviewCount = isSecond ? 5 : COUNTS[before];
  succeed(call, {
    ...samplePlace({ reviewCount, rating: isSecond ? 3.2 : 4.6 + before / 10, oneStar: 212 + before }),
    ...(isSecond && { place_id: OTHER }),
    ...(query === 'piekarnia' && { candidates: CANDIDATES }),
  });
}

const placeRows = (page: Page) => page.locator('.places tbody tr');

test('a set from a workbook stays over a reload, shows the differences of a week, and is named and deleted', async ({
  page,
  fake,
}) => {
  await page.clock.install({ time: new Date('2026-11-16T10:00:00Z') });
  const api: FakeApi = await fake((call) => answerPlaces(call, api));
  await load(page, api, '/miejsca');
  await page.locator('input[type=file]').setInputFiles(
    await workbookFile('klienci.xlsx', [
      ['Nasze lokale', ''],
      ['Nazwa', 'Miasto'],
      ['pierogarnia', 'Kraków'],
      ['druga', 'Gdańsk'],
    ]),
  );
  await expect(page.getByText('2 miejsca.')).toBeVisible();
  const read = async () => {
    await press(page, 'Wczytaj miejsca');
    await expect(page.locator('.progress')).toContainText('Gotowe.');
  };
  await read();
  await page.getByText('Pobierz', { exact: true }).click();
  await expect(page.locator('.menu button')).toHaveText(['Ten odczyt – CSV', 'Ten odczyt – XLSX']);
  await page.reload();
  await expect(placeRows(page)).toHaveText([/^1pierogarnia.*Opinie: 8\s713/, /^2druga.*Opinie: 5/]);
  await expect(page.locator('textarea')).toHaveValue('pierogarnia, Kraków\ndruga, Gdańsk');
  expect(api.calls).toHaveLength(2);

  await page.clock.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  await read();
  await expect(placeRows(page).first()).toContainText('+0,1');
  await expect(placeRows(page).first()).toContainText('+12 od 16.11.2026');
  await expect(placeRows(page).last()).toContainText('±0 od 16.11.2026');
  await page.getByText('Odczyty (2)').first().click();
  await expect(placeRows(page).first().locator('li').first()).toHaveText(
    /^23\.11\.2026, \d\d:\d\d: 4,7 ★ \(\+0,1\), 8\s725\sopinii \(\+12\), 1 ★ \+1$/,
  );
  const [row] = await csvRows(await downloadBy(page, 'Ten odczyt – CSV'));
  expect(row).toMatchObject({ 'Zmiana średniej': '0,1', 'Zmiana liczby opinii': '12' });

  await page.clock.setSystemTime(new Date('2026-11-30T10:00:00Z'));
  api.answer = (call) =>
    call.url.searchParams.get('url') === 'druga, Gdańsk'
      ? refuse(call, 404, 'no_results')
      : answerPlaces(call, api);
  await read();
  const file = await downloadBy(page, 'Wszystkie odczyty – CSV');
  expect(file.suggestedFilename()).toBe('miejsca-wszystkie-odczyty-2026-11-30.csv');
  const { nazwa_wizytowki: name } = samplePlace().details;
  const headings = [
    ...['Zapytanie', 'Nazwa', 'Odczyt z', 'Liczba opinii', 'Zmiana liczby opinii', 'Kod błędu'],
  ];
  const readings = await csvRows(file);
  expect(readings.map((one) => headings.map((heading) => one[heading]?.replace(/ .*:.*/, '')))).toEqual([
    ['pierogarnia, Kraków', name, '2026-11-16', '8713', '', ''],
    ['pierogarnia, Kraków', name, '2026-11-23', '8725', '12', ''],
    ['pierogarnia, Kraków', name, '2026-11-30', '8740', '15', ''],
    // The last reading of this place failed, so no row of the list shows the place.
    ['', name, '2026-11-16', '5', '', ''],
    ['', name, '2026-11-23', '5', '0', ''],
    ['druga, Gdańsk', '', '2026-11-30', '', '', 'no_results'],
  ]);
  expect(await workbookRows(await downloadBy(page, 'Wszystkie odczyty – XLSX'))).toHaveLength(7);

  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByText('Zapisane zestawy miejsc (1)').click();
  await page.getByRole('button', { name: /^Zmień nazwę/ }).click();
  await page.getByLabel('Nazwa listy').fill('Klient A');
  await press(page, 'Zapisz nazwę');
  await press(page, 'Otwórz: Klient A');
  await expect(placeRows(page)).toHaveCount(2);
  await press(page, 'Usuń: Klient A');
  await expect(page.getByText('Zapisane zestawy miejsc')).toHaveCount(0);
});

test('reading that a reload interrupts continues where it stopped', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => {
    if (api.calls.length !== 2) answerPlaces(call, api);
  });
  await load(page, api, '/miejsca');
  await page.locator('textarea').fill('pierogarnia\ndruga');
  await press(page, 'Wczytaj miejsca');
  await expect.poll(() => api.calls.length).toBe(2);
  // The second request may go out before the browser has kept the first place.
  await expect.poll(() => countIn(page, 'lines')).toBe(1);
  await page.reload();
  await press(page, 'Wczytaj pozostałe (1)');
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 2');
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual(['pierogarnia', 'druga', 'druga']);
});

test('new reviews stand in the row of a place whose reviews were read', async ({ page, fake }) => {
  await page.clock.install({ time: new Date('2024-03-20T10:00:00Z') });
  const api: FakeApi = await fake((call) => {
    if (call.url.pathname === '/api/all') return answerPlaces(call, api);
    answerReviews(call, [sampleReview(60, { has_owner_response: true }), sampleReview(1)]);
  });
  await load(page, api, '/miejsca');
  await page.locator('textarea').fill('pierogarnia');
  await press(page, 'Wczytaj miejsca');
  await page.getByRole('link', { name: 'Wczytaj opinie: Pierogarnia' }).click();
  await expect(page.locator('.reviews > li')).toHaveCount(2);
  await load(page, api, '/miejsca');
  await expect(placeRows(page)).toContainText('30 dni: 1');
  await expect(placeRows(page)).toContainText('90 dni: 2');
  await expect(placeRows(page)).toContainText('Odpowiedzi: 50% z 2 opinii');
  const [row] = await csvRows(await downloadBy(page, 'Ten odczyt – CSV'));
  expect(row).toMatchObject({ 'Odpowiedzi właściciela (%)': '50', 'Wczytane opinie': '2' });
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

  await load(page, api, '/miejsca');
  await page.getByRole('textbox').fill('praxis');
  await press(page, 'Wczytaj miejsca');
  await expect(page.locator('table.places')).toContainText(polish);

  await load(page, api, '/linki');
  await page.getByRole('textbox').fill('https://maps.app.goo.gl/RevRemoved');
  await page.getByRole('button', { name: 'Sprawdź' }).click();
  await expect(page.locator('td.reason')).toContainText(polish);

  await press(page, 'English');
  await expect(page.locator('td.reason')).toContainText('after complaints of defamation: 21–50.');

  await press(page, 'Polski');
  api.answer = (call) => {
    if (call.url.pathname === '/api/all') succeed(call, found({ permanently_closed: true }));
    else answerReviews(call, [sampleReview(1), sampleReview(2)]);
  };
  const closed = 'Zamknięte na stałe – tak podaje dostawca map.';
  await load(page, api, '/miejsce?q=piekarnia');
  await expect(page.getByRole('article')).toContainText(closed);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.place-heading')).toContainText(closed);
  await expect(page.locator('figure.months').getByRole('note')).toContainText(closed);
});

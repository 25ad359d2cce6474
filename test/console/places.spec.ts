import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import { csvRows, downloadBy } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import {
  answerLines,
  answerReviews,
  beginLines,
  type FakeApi,
  type FakeCall,
  refuse,
  succeed,
} from './fake-api.js';
import { countIn } from './kept-lists.js';
import { SAMPLE_NOTICE, samplePlace, sampleReview, sampleSummary, sampleVerdict } from './samples.js';

// Finding places: shared texts, review links, several results, many places at once, failures that stay.

const OTHER = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const CANDIDATES = [
  { place_id: samplePlace().place_id, nazwa_wizytowki: 'A', adres: 'ul. Pierwsza 1', srednia_ocen: 4.6 },
  { place_id: OTHER, nazwa_wizytowki: 'Piekarnia Druga', adres: 'ul. Zmyślona 2', srednia_ocen: null },
];
const found = (changes: object = {}) => ({ ...samplePlace(), ...changes });

test('a text shared from a phone is searched for its link', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, found()));
  await page.goto(`${api.url}/#/miejsce`);
  await page.getByRole('textbox').fill('Udostępniam: https://maps.app.goo.gl/PoLsKa1Zmysl7 zobacz');
  await page.getByRole('button', { name: 'Znajdź miejsce' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual([
    'https://maps.app.goo.gl/PoLsKa1Zmysl7',
  ]);
});

test('a review link opens the view of review links and is checked there', async ({ page, fake }) => {
  const link = 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sAbc!2m1!1s0x1:0x2';
  const api = await fake((call) => {
    answerLines(call, sampleVerdict(0, link), { type: 'summary' });
  });
  await page.goto(`${api.url}/#/miejsce`);
  await page.getByRole('textbox').fill(`Zobacz ${link}`);
  await page.getByRole('button', { name: 'Znajdź miejsce' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Linki do opinii' })).toBeVisible();
  await expect(page.locator('.progress')).toContainText('Widoczne: 1');
  expect(api.calls.map(({ url }) => url.pathname)).toEqual(['/api/review-visibility']);
});

test('a name with several results says "first of N" and lists the others', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, found({ candidates: CANDIDATES })));
  await page.goto(`${api.url}/#/miejsce?q=piekarnia`);
  const card = page.getByRole('article');
  await expect(card).toContainText('Pierwszy z 2 wyników wyszukiwania.');
  await expect(card.locator('.others li')).toHaveText([/^Piekarnia Druga – ul. Zmyślona 2, brak danych$/]);
  await card.getByRole('link', { name: 'Piekarnia Druga' }).click();
  await expect.poll(() => api.calls.at(-1)?.url.searchParams.get('url')).toBe(OTHER);
});

test('no button to try again where it cannot help; elsewhere it waits and counts', async ({ page, fake }) => {
  await page.clock.install();
  const api = await fake((call) =>
    call.url.searchParams.get('url') === 'nic'
      ? refuse(call, 404, 'no_results')
      : api.calls.length < 3
        ? refuse(call, 429, 'rate_limited', { 'Retry-After': '20' })
        : succeed(call, samplePlace()),
  );
  await page.goto(`${api.url}/#/miejsce?q=nic`);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Nie znaleziono.');
  await expect(notice.getByRole('button')).toHaveCount(0);
  await page.goto(`${api.url}/#/miejsce?q=inne`);
  await expect(notice).toContainText('Spróbuj ponownie za 20 sekund.');
  const again = notice.getByRole('button', { name: 'Spróbuj ponownie' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(5_000);
  await expect(notice).toContainText('Spróbuj ponownie za 15 sekund.');
  await page.clock.runFor(15_000);
  await expect(notice).toContainText('Można spróbować ponownie.');
  await again.click();
  await expect(page.getByRole('article')).toBeVisible();
});

test('many places: one table, each once asked for, downloads with the reasons', async ({ page, fake }) => {
  const api = await fake((call) => {
    const query = call.url.searchParams.get('url');
    if (query === 'nic') refuse(call, 404, 'no_results');
    else succeed(call, found(query === 'piekarnia' ? { candidates: CANDIDATES } : {}));
  });
  await page.goto(`${api.url}/#/miejsce`);
  await page.getByRole('link', { name: 'Wiele miejsc' }).click();
  // The field of the view before is a text box as well.
  await page.locator('textarea').fill(`piekarnia\nnic\nlink: https://maps.app.goo.gl/x\npiekarnia\n${OTHER}`);
  await expect(page.getByText('5 miejsc, w tym powtórzone: 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
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
  expect(rows[0]).toContain(';Sprawdzono;Wynik wyszukiwania;To samo miejsce;');
  expect(rows[1]).toContain(';pierwsze z 2 wyników;wiersze: 3, 4, 5;');
  expect(rows[2]).toMatch(/^nic;.*;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;.*Nie znaleziono\..*;no_results$/);
  expect((await rowsOfWorkbook(await download('Ten odczyt – XLSX'))).flat()).toContain('4565666864068316694');
});

const COUNTS = [8713, 8725];

/** Each place has a Place ID and a review count of its own, which grow with each reading. */
function answerPlaces(call: FakeCall, { calls }: FakeApi): void {
  const query = call.url.searchParams.get('url') ?? '';
  const before = calls.filter(({ url }) => url.searchParams.get('url') === query).length - 1;
  const isSecond = query === OTHER || query === 'druga';
  const reviewCount = isSecond ? 5 : COUNTS[before];
  succeed(call, {
    ...samplePlace({ reviewCount, rating: isSecond ? 3.2 : 4.6 + before / 10, oneStar: 212 + before }),
    ...(isSecond && { place_id: OTHER }),
    ...(query === 'piekarnia' && { candidates: CANDIDATES }),
  });
}

const placeRows = (page: Page) => page.locator('.places tbody tr');

async function readPlaces(page: Page, url: string, text: string): Promise<void> {
  await page.goto(`${url}/#/miejsca`);
  await page.locator('textarea').fill(text);
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
}

test('a set stays over a reload; reading it again shows the differences', async ({ page, fake }) => {
  await page.clock.install({ time: new Date('2026-11-16T10:00:00Z') });
  const api: FakeApi = await fake((call) => answerPlaces(call, api));
  await readPlaces(page, api.url, 'pierogarnia\ndruga');
  await page.reload();
  await expect(placeRows(page)).toHaveText([/Opinie: 8\s713/, /Opinie: 5/]);
  await expect(page.locator('textarea')).toHaveValue('pierogarnia\ndruga');
  expect(api.calls).toHaveLength(2);
  await page.clock.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(placeRows(page).first()).toContainText('+0,1');
  await expect(placeRows(page).first()).toContainText('+12 od 16.11.2026');
  await expect(placeRows(page).last()).toContainText('±0 od 16.11.2026');
  await page.getByText('Odczyty (2)').first().click();
  await expect(placeRows(page).first().locator('li').first()).toHaveText(
    /^23\.11\.2026, \d\d:\d\d: 4,7 ★ \(\+0,1\), 8\s725\sopinii \(\+12\), 1 ★ \+1$/,
  );
  const [row] = await csvRows(await downloadBy(page, 'Ten odczyt – CSV'));
  expect(row).toMatchObject({ 'Zmiana średniej': '0,1', 'Zmiana liczby opinii': '12' });
});

test('reading that a reload interrupts goes on where it stopped', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => {
    if (api.calls.length !== 2) answerPlaces(call, api);
  });
  await page.goto(`${api.url}/#/miejsca`);
  await page.locator('textarea').fill('pierogarnia\ndruga');
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect.poll(() => api.calls.length).toBe(2);
  // The second request may go out before the browser has kept the first place.
  await expect.poll(() => countIn(page, 'lines')).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Wczytaj pozostałe (1)' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 2');
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual(['pierogarnia', 'druga', 'druga']);
});

test('another result of an ambiguous name can be picked, and stays picked', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => answerPlaces(call, api));
  await readPlaces(page, api.url, 'piekarnia\npierogarnia');
  await page.getByText('pierwsze z 2 wyników').click();
  await page.getByRole('button', { name: 'Wybierz: 2. Piekarnia Druga' }).click();
  await expect(placeRows(page).first()).toContainText('wybrane: wynik 2 z 2');
  await expect(placeRows(page).first()).toContainText('3,2 ★');
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect.poll(() => api.calls.length).toBe(5);
  expect(api.calls.map(({ url }) => url.searchParams.get('url'))).toEqual([
    'piekarnia',
    'pierogarnia',
    OTHER,
    OTHER,
    'pierogarnia',
  ]);
});

test('one place under several names is marked, and rows are sorted', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => answerPlaces(call, api));
  await readPlaces(page, api.url, 'pierogarnia\ndruga\nPierogarnia Pod Różą');
  await expect(page.getByRole('note')).toHaveText(
    'Pierogarnia Pod Zmyśloną Różą: to samo miejsce jest na liście pod różnymi nazwami (wiersze 1, 3).',
  );
  await page.getByLabel('Kolejność').selectOption('lowest');
  await page.getByText('Porównaj na wykresie (pierwsze 2\u00a0miejsca z tabeli)').click();
  await expect(page.locator('.compared li')).toHaveText([/3,2 ★, 5\sopinii/, /4,6 ★, 8\s713\sopinii/]);
  await expectAccessible(page);
  await expect(placeRows(page)).toHaveText([/^2druga/, /^1pierogarnia/, /^3Pierogarnia/]);
});

test('places come from a file; saved sets can be named, opened and deleted', async ({ page, fake }) => {
  const api: FakeApi = await fake((call) => answerPlaces(call, api));
  await page.goto(`${api.url}/#/miejsca`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'miejsca.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nazwa;Miasto\npierogarnia;Kraków\ndruga;Gdańsk\n'),
  });
  await expect(page.getByText('2 miejsca.')).toBeVisible();
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByText('Zapisane zestawy miejsc (1)').click();
  await page.getByRole('button', { name: /^Zmień nazwę/ }).click();
  await page.getByLabel('Nazwa listy').fill('Klient A');
  await page.getByRole('button', { name: 'Zapisz nazwę' }).click();
  await page.getByRole('button', { name: 'Otwórz: Klient A' }).click();
  await expect(placeRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Usuń: Klient A' }).click();
  await expect(page.getByText('Zapisane zestawy miejsc')).toHaveCount(0);
});

test('places come from a workbook; all readings of the set are one file', async ({ page, fake }) => {
  await page.clock.install({ time: new Date('2026-11-16T10:00:00Z') });
  let isDown = false;
  const api: FakeApi = await fake((call) => {
    if (isDown && call.url.searchParams.get('url') === 'druga') refuse(call, 404, 'no_results');
    else answerPlaces(call, api);
  });
  await page.goto(`${api.url}/#/miejsca`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'klienci.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOf([
      ['Nasze lokale', ''],
      ['Nazwa', 'Miasto'],
      ['pierogarnia', 'Kraków'],
      ['druga', 'Gdańsk'],
    ]),
  });
  await expect(page.getByText('2 miejsca.')).toBeVisible();
  const read = async () => {
    await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
    await expect(page.locator('.progress')).toContainText('Gotowe.');
  };
  await read();
  await expect(placeRows(page)).toHaveText([/^1pierogarnia/, /^2druga/]);
  await page.getByText('Pobierz', { exact: true }).click();
  await expect(page.locator('.menu button')).toHaveText(['Ten odczyt – CSV', 'Ten odczyt – XLSX']);

  await page.clock.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  isDown = true;
  await page.reload();
  await read();
  const file = await downloadBy(page, 'Wszystkie odczyty – CSV');
  expect(file.suggestedFilename()).toBe('miejsca-wszystkie-odczyty-2026-11-23.csv');
  const { nazwa_wizytowki: name } = samplePlace().details;
  expect(
    (await csvRows(file)).map((row) =>
      ['Zapytanie', 'Nazwa', 'Odczyt z', 'Liczba opinii', 'Zmiana liczby opinii', 'Kod błędu'].map(
        (heading) => row[heading]?.replace(/ .*:.*/, ''),
      ),
    ),
  ).toEqual([
    ['pierogarnia', name, '2026-11-16', '8713', '', ''],
    ['pierogarnia', name, '2026-11-23', '8725', '12', ''],
    // The reading of this place failed, so that no row of the list shows the place.
    ['', name, '2026-11-16', '5', '', ''],
    ['druga', '', '2026-11-23', '', '', 'no_results'],
  ]);
  const sheet = await rowsOfWorkbook(
    await readFile(await (await downloadBy(page, 'Wszystkie odczyty – XLSX')).path()),
  );
  expect(sheet).toHaveLength(5);
});

test('new reviews stand in the row of a place whose reviews were read', async ({ page, fake }) => {
  await page.clock.install({ time: new Date('2024-03-20T10:00:00Z') });
  const api: FakeApi = await fake((call) => {
    if (call.url.pathname === '/api/all') return answerPlaces(call, api);
    answerReviews(call, [sampleReview(60, { has_owner_response: true }), sampleReview(1)]);
  });
  await readPlaces(page, api.url, 'pierogarnia');
  await page.getByRole('link', { name: 'Wczytaj opinie: Pierogarnia' }).click();
  await expect(page.locator('.reviews > li')).toHaveCount(2);
  await page.goto(`${api.url}/#/miejsca`);
  await expect(placeRows(page)).toContainText('30 dni: 1');
  await expect(placeRows(page)).toContainText('90 dni: 2');
  await expect(placeRows(page)).toContainText('Odpowiedzi: 50% z 2 opinii');
  const [row] = await csvRows(await downloadBy(page, 'Ten odczyt – CSV'));
  expect(row).toMatchObject({ 'Odpowiedzi właściciela (%)': '50', 'Wczytane opinie': '2' });
});

test('a closed place says so in the card, in lists and beside the charts', async ({ page, fake }) => {
  const closed = found({ permanently_closed: true });
  const api = await fake((call) => {
    if (call.url.pathname !== '/api/place-reviews') return succeed(call, closed);
    answerReviews(call, [sampleReview(1), sampleReview(2)]);
  });
  const said = 'Zamknięte na stałe – tak podaje dostawca map.';
  await page.goto(`${api.url}/#/miejsce?q=piekarnia`);
  await expect(page.getByRole('article')).toContainText(said);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.place-heading')).toContainText(said);
  await expect(page.locator('figure.months').getByRole('note')).toContainText(said);
});

test('notices of the provider stand in card, lists and results', async ({ page, fake }) => {
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
  await page.goto(`${api.url}/#/miejsce?q=praxis`);
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

  await page.goto(`${api.url}/#/miejsca`);
  await page.getByRole('textbox').fill('praxis');
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('table.places')).toContainText(polish);

  await page.goto(`${api.url}/#/linki`);
  await page.getByRole('textbox').fill('https://maps.app.goo.gl/RevRemoved');
  await page.getByRole('button', { name: 'Sprawdź' }).click();
  await expect(page.locator('td.reason')).toContainText(polish);

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('td.reason')).toContainText('after complaints of defamation: 21–50.');
});

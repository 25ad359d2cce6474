import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import {
  check,
  csvRows,
  downloadBy,
  enter,
  enterFile,
  expectAnnounced,
  listField,
  load,
  press,
  textFile,
  workbookFile,
  workbookRows,
} from './actions.js';
import { accessibilityFaults, expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerJson, type FakeCall, refuse, succeed } from './fake-api.js';
import { endedList, listService, rowsOf, sentList } from './list-service.js';
import {
  JOB_ID,
  link,
  sampleCheckedReview,
  sampleFailure,
  sampleJob,
  samplePlaceRow,
  sampleVerdict,
} from './samples.js';
import { answerWatch, watchService } from './watch-service.js';

// The page of the lists: a list is a job. One link is answered in place, below the field.

const OFFERS = { hasJobs: true };
const nav = (page: Page) => page.getByRole('navigation', { name: 'Widoki' });
const rows = (page: Page) => page.locator('.verdicts tbody tr:not(.below)');
const state = (page: Page) => page.locator('.results .mark').first();
const filter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Zaznaczone wiersze' });
const sent = (calls: readonly FakeCall[]) =>
  calls.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/jobs');

test('a pasted list keeps its results after a reload and elsewhere', async ({ page, browser, fake }) => {
  const api = await fake(listService().answer, OFFERS);
  await load(page, api);
  await check(page, [link(0), link('Bad'), link('Gone')].join('\n'));
  await expect(page).toHaveURL(/#\/lists\/nowa0$/);
  await expect(rows(page)).toHaveText([/Rev0.*Widoczna/, /RevBad.*Bez wyniku/, /RevGone.*Niewidoczna/]);
  await expectAnnounced(page, 'zakończona. Pozycje: 3 · Widoczne: 1 · Niewidoczne: 1 · Bez wyniku: 1');
  await expect(page.getByText('Wyniki będą tu do 24.11.2026, 10:00.')).toBeVisible();
  expect(sent(api.calls).map(({ body }) => body)).toEqual([
    { type: 'review-visibility', urls: [link(0), link('Bad'), link('Gone')] },
  ]);
  expect(sent(api.calls)[0]?.headers['idempotency-key']).toMatch(/^[\da-f]{32}-review-visibility$/);
  await expect(page.getByRole('search').getByRole('searchbox')).toHaveValue('');
  await expectAccessible(page);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  const other = await (await browser.newContext({ locale: 'pl-PL' })).newPage();
  await load(other, api, '/lists');
  await other.getByRole('link', { name: /^Widoczność opinii, / }).click();
  await expect(rows(other)).toHaveCount(3);
  await other.context().close();

  await filter(page, 'Bez wyniku (1)').check();
  await page.getByRole('checkbox', { name: 'Zaznacz: maps.app.goo.gl/RevBad' }).check();
  await expect(bar(page)).toContainText('Zaznaczono: 1 z 1');
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Sprawdź ponownie' }).click();
  await expect(page).toHaveURL(/nowa1$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(bar(page)).toHaveCount(0);
});

test('one link is answered in place, and the page stays', async ({ page, fake }) => {
  const { answer } = listService();
  const api = await fake(answer, { hasEvidence: true });
  await load(page, api, '/lists');
  const answered = page.getByRole('search').getByRole('region', { name: 'Wyniki' });
  await check(page, link('Gone'));
  await expect(answered).toContainText('Niewidoczna');
  await expect(answered).toContainText('Nie dowodzi, że opinię usunięto');
  await expect(answered.locator('time').first()).toHaveAttribute('title', '21.11.2026, 03:12');
  await expectAnnounced(page, 'Niewidoczna. Wizytówka jest, opinii nie ma');
  await expect(answered.getByRole('button', { name: /^Dowód/ })).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/#\/lists$/);
  await enter(page, link('Bad'));
  await press(page, 'Sprawdź');
  await expect(answered).toContainText('Bez wynikuMapy Google'.slice(0, 10));
  await expect(answered).not.toContainText('Niewidoczna');
  api.answer = (call) => refuse(call, 400, 'invalid_request');
  await press(page, 'Sprawdź');
  await expect(answered.getByRole('alert')).toContainText('To nie jest link do opinii.');
  await answered.getByRole('button', { name: 'Zamknij' }).click();
  await expect(answered).toHaveCount(0);
});

test('own columns stay in one line, two at most; rows are filtered', async ({ page, fake }) => {
  const api = await fake(listService().answer, OFFERS);
  await load(page, api);
  await page.setViewportSize({ width: 1280, height: 900 });
  const long = 'Przedsiębiorstwo Wielobranżowe Zmyślone Kowalscy i Wspólnicy';
  const rest = (url: string) => ['Kowalska', url, 'uwaga'];
  const table = [
    ['Lista klientów', '', '', '', ''],
    ['Lp.', 'Firma', 'Opiekun', 'Link do opinii', 'Uwagi'],
    ['101/2026', long, ...rest(link('A'))],
    ['102/2026', 'Bar', ...rest(link('Gone'))],
    ['103/2026', long, ...rest(link('Cut'))],
    ['104/2026', 'Bar', 'Nowak', null, 'bez linku'],
  ];
  await enterFile(page, await workbookFile('klienci.xlsx', table));
  await press(page, 'Sprawdź');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('klienci.xlsx');
  expect(sentList(sent(api.calls)[0] as FakeCall)).toMatchObject({
    ...{ name: 'klienci.xlsx', columns: ['Lp.', 'Firma', 'Opiekun', 'Link do opinii', 'Uwagi'] },
    cells: [['101/2026', long, 'Kowalska', null, 'uwaga'], { 0: '102/2026' }, {}, { 4: 'bez linku' }],
  });
  const counts = 'Pozycje: 4 · Widoczne: 1 · Niewidoczne: 1 · Sprawdź link: 1 · Bez linku: 1';
  await expectAnnounced(page, counts);
  const headings = page.locator('.verdicts thead th');
  await expect(headings).toHaveText(['Lp.', 'Firma', 'Opiekun', 'Opinia', 'Wynik', 'Powód', 'Sprawdzono']);
  await expect(rows(page).first().locator('.number')).toHaveText('101/2026');
  // A long list scrolls under all of its headings.
  for (const one of await headings.all()) await expect(one).toHaveCSS('position', 'sticky');
  for (const row of await rows(page).all()) expect((await row.boundingBox())?.height).toBeLessThan(46);
  await expect(page.locator('.checked').last()).toBeInViewport();
  // Also on a smaller window the link has room.
  await page.setViewportSize({ width: 1024, height: 900 });
  expect((await page.locator('td.address').first().boundingBox())?.width).toBeGreaterThan(60);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('summary', { hasText: 'Kolumny (2 z 3)' }).click();
  await page.getByRole('checkbox', { name: 'Uwagi' }).check();
  await expect(headings).toHaveText(['Lp.', 'Opiekun', 'Uwagi', 'Opinia', 'Wynik', 'Powód', 'Sprawdzono']);
  await page.keyboard.press('Escape');
  await rows(page).first().locator('.reason button').click();
  await expect(page.locator('.below')).toContainText(`Firma${long}`);
  await expect(filter(page, 'Niewidoczne (1)')).toBeVisible();
  await expect(filter(page, 'Sprawdź link (1)')).toBeVisible();
  await page.getByLabel('Kolumna', { exact: true }).selectOption('Firma: Bar');
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  // A text that no row has is no filter.
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await load(page, api, '/lists/nowa0?group=1+Nikt');
  await expect(page.getByLabel('Kolumna', { exact: true })).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
  await load(page, api, '/lists');
  await expect(rows(page)).toContainText([counts]);
});

test('files have all rows under a filter; the rows shown are a file of their own', async ({ page, fake }) => {
  const urls = [link(0), link('Bad'), link('Gone'), link(3)];
  const cells = (index: number) => [`Firma ${index}`, null];
  const list = endedList(rowsOf(urls, undefined, cells), {
    columns: ['Klient', 'Link'],
    parameters: { name: 'opinie.xlsx' },
  });
  const api = await fake(listService([list]).answer, OFFERS);
  await load(page, api, `/lists/${JOB_ID}`);
  const before = await page.evaluate(() => history.length);
  await filter(page, 'Niewidoczne (1)').check();
  await filter(page, 'Bez wyniku (1)').check();
  await expect(page).toHaveURL(/show=failed/);
  expect(await page.evaluate(() => history.length), 'one step back leaves the list').toBe(before);
  // The address has the filter: it is still there for a user who comes back.
  await page.reload();
  await expect(filter(page, 'Bez wyniku (1)')).toBeChecked();
  const menu = page.locator('.menu', { hasText: 'Pobierz' });
  await menu.locator('summary').click();
  await expect(menu.getByRole('button')).toHaveText([
    ...['Wszystkie (4) – XLSX', 'Wszystkie (4) – CSV'],
    ...['Tylko pokazane wiersze (1 z 4) – CSV', 'Tylko pokazane wiersze (1 z 4) – XLSX'],
  ]);
  for (const format of ['xlsx', 'csv']) {
    const all = await downloadBy(page, `Wszystkie (4) – ${format.toUpperCase()}`);
    expect(all.suggestedFilename()).toBe(`widocznosc-opinii-opinie-2026-09-14-5f0c6e.${format}`);
    expect(await readFile(await all.path(), 'utf8')).toBe(`${format} pl`);
  }
  const csv = await downloadBy(page, 'Tylko pokazane wiersze (1 z 4) – CSV');
  expect(csv.suggestedFilename()).toContain('-tylko-1-z-4.csv');
  expect(await csvRows(csv)).toEqual([
    expect.objectContaining({
      Klient: 'Firma 1',
      Link: link('Bad'),
      Widoczna: '',
      'Kod błędu': 'provider_unavailable',
    }),
  ]);
  // The counts are of the whole list.
  const [headings = [], counts = []] = await workbookRows(
    await downloadBy(page, 'Tylko pokazane wiersze (1 z 4) – XLSX'),
  );
  expect(Object.fromEntries(headings.map((heading, at) => [heading, counts[at]]))).toMatchObject({
    ...{ Linki: 4, 'Wiersze w tym pliku': 1, 'Z wynikiem': 3, 'Bez wyniku': 1, Widoczne: 2, Niewidoczne: 1 },
  });
  await filter(page, 'Wszystkie (4)').check();
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page).first()).toHaveCSS('display', 'table-row');
  for (const role of ['button', 'navigation', 'search', 'combobox'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
});

test('a list is followed, ended early, cancelled and deleted', async ({ page, fake }) => {
  const open = [{ type: 'open', index: 2, position: 0, line: null, review_url: link('Later') }];
  // Its rows come sooner than its counts.
  const running = { state: 'running', total: 3, done: 1, failed: 0 } as const;
  const waits = { retrying: 2, next_attempt_at: '2026-09-14 09:15:00', estimated_end_at: null };
  const job = sampleJob({ ...running, ...waits });
  const found = rowsOf([link(0), link('Gone')]);
  const service = listService([{ job, rows: found, open }]);
  const api = await fake(service.answer, OFFERS);
  await load(page, api, '/lists');
  await expect(rows(page)).toContainText([/w toku/]);
  await expectAccessible(page);
  await rows(page).getByRole('link').click();
  await expect(rows(page)).toHaveText([/Rev0.*Widoczna/, /RevGone.*Niewidoczna/, /RevLater.*Oczekuje/]);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  await expect(page.getByText('2 z 3 · czeka')).toBeVisible();
  await expect(page.getByText('czeka na ponowną próbę: 1 · następna próba: 14.09.2026, 09:15')).toBeVisible();
  // Only a list that has ended has files.
  await expect(page.locator('.menu')).toHaveCount(0);
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press(page, 'Nie czekaj na ponowne próby');
  await expect(dialog).toContainText('pozostaną bez wyniku');
  await answer('Czekaj dalej');
  expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await press(page, 'Nie czekaj na ponowne próby');
  await answer('Nie czekaj na ponowne próby');
  await expect(state(page)).toHaveText('zakończona');

  service.put({ job, rows: found, open });
  await load(page, api, `/lists/${JOB_ID}`);
  await press(page, 'Anuluj listę');
  await expect(dialog).toContainText('Pozostałe wiersze (1)');
  await expectFits(page, 'the question before a list is cancelled');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Anuluj listę' })).toBeFocused();
  await press(page, 'Anuluj listę');
  await answer('Anuluj listę');
  await expect(state(page)).toHaveText('anulowana');
  await expect(rows(page).last()).toContainText('Niesprawdzona');
  await press(page, 'Usuń listę');
  await answer('Usuń listę');
  await expect(page.locator('.intro')).toContainText('72 godziny');
  await expectAnnounced(page, 'Lista została usunięta.');
  await load(page, api, '/lists/nie-ma');
  await expect(page.getByRole('alert')).toContainText('Nie ma takiej listy.');
  // A proxy knows nothing of lists.
  api.answer = (call) =>
    call.url.pathname.endsWith('/obca') ? answerJson(call, 404, {}) : service.answer(call);
  await load(page, api, '/lists/obca');
  await expect(page.getByRole('alert')).toContainText('Nie udało się odczytać odpowiedzi usługi.');
});

test('each result has its reason in words, and a click shows its meaning', async ({ page, fake }) => {
  const id = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const nothing = { author_name: null, stars: null, date: null, place_name: null, text_excerpt: null };
  const results = [
    ['no_results', 'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.'],
    ['invalid_request', 'To nie jest link do opinii.'],
    // Reasons of a newer service are shown as they are.
    ['reason_of_tomorrow', 'Nieznany powód: reason_of_tomorrow'],
    ['constructor', 'Nieznany powód: constructor'],
    ['no_rating_section', 'Wizytówka jest, opinii nie ma'],
    ['no_business_card', 'Strona nie pokazuje ani wizytówki, ani opinii'],
    ['no_business_data', 'Strona otwiera się bez danych miejsca – link może być niekompletny'],
    ['no_rating', 'Strona się otwiera, ale opinia nie ma gwiazdek'],
    ['visible', 'Opinia jest widoczna'],
  ] as const;
  const found = rowsOf(
    results.map((_, index) => link(index)),
    (index, url) => {
      const [code = ''] = results[index] ?? [];
      if (index < 2) return sampleFailure(index, url, code);
      const review = sampleCheckedReview('0', { ...nothing, place_id: id });
      return { ...sampleVerdict(index, url, code), ...(code === 'visible' && { review }) };
    },
  );
  const api = await fake(listService([endedList(found)]).answer, OFFERS);
  await load(page, api, `/lists/${JOB_ID}`);
  const reasons = page.locator('.reason button');
  await expect(reasons).toHaveText(results.map(([, words]) => words));
  await expect(page.locator('.checked time').last()).toHaveAttribute('title', '21.11.2026, 03:12');
  await reasons.nth(1).click();
  await expect(page.locator('.below').getByRole('link', { name: 'Zobacz jako miejsce' })).toBeVisible();
  await reasons.last().click();
  await expect(page.locator('.below')).toHaveCount(1);
  await expect(page.locator('.below')).toContainText('Opinię widzi osoba niezalogowana');
  await expect(page.locator('.below code')).toHaveText(id);
  await expect(page.getByRole('link', { name: 'Zobacz miejsce' })).toHaveAttribute('href', new RegExp(id));
  await expectAccessible(page);
  await press(page, 'English');
  await expect(reasons.first()).toHaveText(
    'This link does not lead to a review. It has expired or contains an error.',
  );
});

test('a refused list stays in the field and is sent again under the same key', async ({ page, fake }) => {
  const { answer } = listService();
  const api = await fake(
    (call) => (call.method === 'POST' ? void call.response.destroy() : answer(call)),
    OFFERS,
  );
  await load(page, api);
  const ids = ['ChIJJz6dChxbFkcRFk6Qq9KBXD8', 'ChIJOsH9cGTSrkcRy7zh90zxudA'];
  await enter(page, ids.join('\n'));
  await press(page, 'Sprawdź miejsca');
  await expect(page.getByRole('alert')).toContainText('Brak połączenia z usługą.');
  await expect(listField(page)).toHaveValue(ids.join('\n'));
  await expectFits(page, 'a list that was not taken');
  api.answer = answer;
  await press(page, 'Sprawdź miejsca');
  await expect(page).toHaveURL(/nowa0$/);
  expect(new Set(sent(api.calls).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  await enter(page, ids.join('\n'));
  await press(page, 'Wczytaj ich opinie');
  await expect(page).toHaveURL(/nowa1$/);
  expect(sent(api.calls).at(-1)?.body).toMatchObject({ type: 'place-reviews', urls: ids });
  await enterFile(page, textFile('miejsca.csv', 'Nazwa;Id', `Pierogarnia;${ids[0]}`, `Bar;${ids[1]}`));
  await press(page, 'Sprawdź miejsca');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('miejsca.csv');
});

/** A place that was not found. */
const NO_PLACE_ROW = {
  ...sampleFailure(1, '', 'no_results'),
  review_url: undefined,
  query: 'nic',
  position: 2,
  line: null,
};
/** A list of reviews, read to the end that was chosen. */
const READ_ROW = {
  ...{
    type: 'result',
    position: 1,
    index: 0,
    line: null,
    query: 'ChIJx',
    place_id: 'ChIJx',
    reviews: [{}, {}],
  },
  ...{ complete: false, stop_reason: 'max_pages', total_reviews: 9, reviews_count: 2, reviews_read: 2 },
  ...{ checked_at: '2026-09-14 08:31:00', checked_at_utc: '2026-09-14T06:31:00Z' },
};
/** Lists since a day: read so far, and cut off by time. */
const SINCE_ROWS = [
  { ...READ_ROW, stop_reason: 'since', reviews: [], reviews_count: 0, reviews_read: 200 },
  {
    ...READ_ROW,
    position: 2,
    index: 1,
    stop_reason: 'deadline',
    reviews: [],
    reviews_count: 0,
    reviews_read: 20,
  },
];

test('places and lists of reviews show their figures, or why they failed', async ({ page, fake }) => {
  const ofPlaces = { visible: undefined, not_visible: undefined, unclear: undefined, failed: 1 };
  const parameters = { since: '2026-10-01' };
  const service = listService([
    endedList([samplePlaceRow(1), NO_PLACE_ROW], { ...ofPlaces, id: 'miejsca', type: 'place-details' }),
    endedList([READ_ROW, NO_PLACE_ROW], { ...ofPlaces, id: 'opinie', type: 'place-reviews' }),
    endedList(SINCE_ROWS, { ...ofPlaces, id: 'od', type: 'place-reviews', parameters }),
    endedList(SINCE_ROWS, {
      ...{ ...ofPlaces, id: 'gwiazdki', type: 'place-reviews' },
      parameters: { ...parameters, max_stars: 2 },
    }),
  ]);
  const api = await fake(service.answer, OFFERS);
  await load(page, api, '/lists/miejsca');
  await expect(rows(page)).toHaveText([
    /Pierogarnia Pod Zmyśloną Różą.*Znaleziono.*ul\. Nieistniejąca.* · 4,6 ★ · 8\s713\sopinii/,
    /nic.*Bez wyniku.*Nie znaleziono/,
  ]);
  await rows(page).first().locator('.reason button').click();
  await expect(page.locator('.below')).toContainText('pierwszy wynik wyszukiwania');
  expect(await accessibilityFaults(page)).toEqual([]);
  await load(page, api, '/lists/opinie');
  await expect(rows(page).first()).toContainText(
    /Wczytano.*2\sopinie · wczytano: 2 – wczytano wybraną liczbę stron/,
  );
  await load(page, api, '/lists/od');
  await expect(rows(page)).toContainText([
    'brak opinii od 01.10.2026 · wczytano: 200 – wczytano listę do wybranego dnia',
    'nie wiadomo, czy są opinie od 01.10.2026 · wczytano: 20 – upłynął czas',
  ]);
  // Reviews with other stars were not asked for.
  await load(page, api, '/lists/gwiazdki');
  await expect(rows(page)).toContainText([
    'brak opinii od 01.10.2026 (tylko 1–2 ★) · wczytano: 200',
    'nie wiadomo, czy są opinie od 01.10.2026 (tylko 1–2 ★) · wczytano: 20',
  ]);
});

test('the rows shown are checked again or watched, with their parameters', async ({ page, fake }) => {
  const urls = [link(0), link('Gone'), ''];
  // A number stays a number, and a row without a link keeps its text.
  const cells = (index: number) =>
    index === 2 ? ['a;b;c'] : [link(`Inny${index}`), `Firma ${index}`, `patrz ${link('Obcy')}`, 12.5];
  const columns = ['Poprzedni link', 'Nazwa', 'Uwagi', 'Kwota'];
  const place = { ...samplePlaceRow(1), cells: ['Pierogarnia', 'Klient A'], query: 'Pierogarnia' };
  const ids = ['ChIJJz6dChxbFkcRFk6Qq9KBXD8', 'ChIJOsH9cGTSrkcRy7zh90zxudA'];
  const failed = (index: number) => ({
    ...sampleFailure(index, ''),
    review_url: undefined,
    query: ids[index],
  });
  const ofPlaces = { visible: undefined, not_visible: undefined };
  const parameters = { since: '2026-10-01', max_pages: 2 };
  const lists = listService([
    endedList(rowsOf(urls, undefined, cells), { columns }),
    endedList([place], { ...ofPlaces, id: 'm', type: 'place-details', columns: ['Nazwa', 'Klient'] }),
    endedList(rowsOf(ids, failed), {
      ...ofPlaces,
      id: 'o',
      type: 'place-reviews',
      parameters,
      total: 30_000,
    }),
  ]);
  const watches = answerWatch(watchService());
  const api = await fake(
    (call) => (call.url.pathname.startsWith('/api/jobs') ? lists.answer : watches)(call),
    {
      ...{ hasJobs: true, hasWatch: true, hasEvidence: true },
    },
  );
  await load(page, api, `/lists/${JOB_ID}`);
  await filter(page, 'Widoczne (1)').check();
  await press(page, 'Sprawdź ponownie – wszystkie: 3');
  await expect(page).toHaveURL(/nowa/);
  const again = sent(api.calls)[0] as FakeCall;
  expect(sentList(again)).toMatchObject({ links: urls, columns, cells: [0, 1, 2].map(cells), name: null });

  await load(page, api, '/lists/o');
  await expect(page.getByRole('button', { name: /^Dowód/ })).toHaveCount(0);
  await press(page, 'Sprawdź ponownie – pokazane: 2 z 30 000'.replace(' 000', '\u00a0000'));
  await expect
    .poll(() => sent(api.calls).at(-1)?.body)
    .toEqual({ type: 'place-reviews', urls: ids, ...parameters });

  await load(page, api, '/lists/m');
  await page.locator('.results').getByRole('button', { name: 'Obserwuj' }).click();
  await press(page, 'Obserwuj (1)');
  await expect
    .poll(() => api.calls.find(({ url }) => url.pathname.endsWith('/import'))?.body)
    .toEqual({
      watches: [{ subject: ids[0], label: 'Pierogarnia', client: 'Klient A' }],
    });
});

test('a notice ends when the service answers; a cut row is not asked again', async ({ page, fake }) => {
  const error = {
    code: 'invalid_request',
    message: 'Long.',
    reason: 'link_too_long',
    values: { most: 2048 },
  };
  const cut = rowsOf([link(0), 'https://cut'], (at, url) =>
    at === 0 ? sampleVerdict(at, url) : { ...sampleFailure(at, url), error },
  );
  const job = sampleJob({ state: 'running', total: 2, done: 1, failed: 0 });
  const lists = listService([{ job, rows: rowsOf([link(0)]) }, endedList(cut, { id: 'c' })]);
  let isAway = false;
  const api = await fake((call) => {
    if (isAway) call.response.destroy();
    else lists.answer(call);
  }, OFFERS);
  await page.clock.install();
  await load(page, api, `/lists/${JOB_ID}`);
  await expect(rows(page)).toHaveCount(1);
  isAway = true;
  await page.clock.fastForward(6_000);
  await expect(page.getByRole('alert')).toContainText('Brak połączenia');
  isAway = false;
  await page.clock.fastForward(6_000);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await load(page, api, '/lists/c');
  await press(page, 'Sprawdź ponownie – pokazane: 1 z 2');
  await expect.poll(() => sent(api.calls).map(sentList)).toMatchObject([{ links: [link(0)] }]);
});

test('a reading ends with its page and its key; what is typed stays', async ({ page, context, fake }) => {
  const job = sampleJob({ total: 2, done: 1 });
  const { answer } = listService([{ job, rows: rowsOf([link(0)]), open: [] }]);
  let isBusy = true;
  let taken = () => {};
  const api = await fake((call) => {
    if (call.method === 'POST') taken = () => answer(call);
    else if (isBusy) refuse(call, 500, 'internal_error');
    else answer(call);
  }, OFFERS);
  const readings = () => api.calls.filter(({ url }) => url.pathname.endsWith('/results'));
  await load(page, api, `/lists/${JOB_ID}`);
  await expect(page.getByRole('alert')).toBeVisible();
  isBusy = false;
  await press(page, 'Spróbuj ponownie');
  await expect(rows(page)).toHaveCount(1);
  const other = await context.newPage();
  await other.goto(api.url);
  await other.evaluate(() => localStorage.setItem('place-lookup-key', 'drugi'));
  await expect.poll(() => readings().map(({ response }) => response.destroyed)).toEqual([true, false]);
  await expect(rows(page)).toHaveCount(1);
  await nav(page).getByRole('link', { name: 'Listy' }).click();
  await expect.poll(() => readings().map(({ response }) => response.destroyed)).toEqual([true, true]);

  await check(page, [link(1), link(2)].join('\n'));
  await listField(page).fill(`${link(3)}\n${link(4)}`);
  await expect.poll(() => api.calls.filter(({ method }) => method === 'POST').length).toBe(1);
  taken();
  await expect(page).toHaveURL(/nowa/);
  await expect(listField(page)).toHaveValue(`${link(3)}\n${link(4)}`);
});

test('one ZIP has at most 100 packs, and names the others', async ({ page, fake }) => {
  const { answer } = listService([endedList(rowsOf(Array.from({ length: 103 }, (_, index) => link(index))))]);
  let isHeld = false;
  const api = await fake(
    (call) => {
      if (call.method === 'POST') return refuse(call, 503, 'jobs_unavailable');
      if (call.url.pathname !== '/api/review-evidence') return answer(call);
      if (isHeld) return;
      call.response.writeHead(200, { 'content-type': 'application/zip' });
      call.response.end('PK');
    },
    { ...OFFERS, hasEvidence: true },
  );
  await load(page, api, `/lists/${JOB_ID}`);
  await page.getByRole('checkbox', { name: 'Zaznacz: maps.app.goo.gl/Rev0' }).check();
  await press(page, 'Zaznacz wszystkie');
  const zip = await downloadBy(page, 'Dowody (100 z 103)');
  const files = unzipSync(new Uint8Array(await readFile(await zip.path())));
  expect(Object.keys(files)).toHaveLength(101);
  const missing = new TextDecoder().decode(files['brakujace-dowody.txt']);
  expect(missing).toContain('Brak dowodu dla 3 z 103 wierszy:');
  expect(missing).toContain(`103. ${link(102)} – ponad 100 dowodów w jednym pliku`);
  isHeld = true;
  await press(page, 'Dowody (100 z 103)');
  await expect.poll(() => api.calls.at(-1)?.url.pathname).toBe('/api/review-evidence');
  // After a "yes" whose list was refused, the page asks again.
  page.once('dialog', (dialog) => void dialog.accept());
  await page
    .getByRole('button', { name: /^Sprawdź ponownie/ })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  const asked = api.calls.length;
  const question = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => void dialog.accept());
  await nav(page).getByRole('link', { name: 'Listy' }).click();
  await question;
  const pack = api.calls.findLast(({ url }) => url.pathname === '/api/review-evidence');
  await expect.poll(() => pack?.response.destroyed).toBe(true);
  await expect(rows(page)).toHaveCount(1);
  expect(api.calls.slice(asked).map(({ url }) => url.pathname)).toEqual(['/api/jobs']);
});

test('a service without lists says why; a key is asked for in the page only', async ({ page, fake }) => {
  const without = await fake((call) => refuse(call, 503, 'jobs_unavailable'));
  await load(page, without, '/lists');
  await expect(page.getByRole('alert')).toContainText('Ta instalacja nie przechowuje danych');
  await expectFits(page, 'unavailable');
  expect(without.calls).toEqual([]);

  const keyed = await fake((call) => {
    if (call.headers['x-api-key'] === 'dobry') succeed(call, { jobs: [] });
    else refuse(call, 401, 'unauthorized');
  }, OFFERS);
  await load(page, keyed);
  await expect(nav(page).getByRole('link', { name: 'Listy' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(keyed.calls).toEqual([]);
  await nav(page).getByRole('link', { name: 'Listy' }).click();
  await page.getByLabel('Klucz', { exact: true }).fill('dobry');
  await press(page, 'Użyj klucza');
  await expect(page.locator('.intro')).toBeVisible();
  await expectAccessible(page);
});

test('another column of a workbook can be chosen; an unreadable file is refused', async ({ page, fake }) => {
  const api = await fake(listService().answer, OFFERS);
  await load(page, api, '/lists');
  for (const summary of await page.locator('.guide > summary').all()) await summary.click();
  await enterFile(page, textFile('a.xlsx', 'PK\u0003\u0004 no xl/workbook.xml'));
  await expect(page.getByRole('alert')).toContainText('a.xlsx nie jest skoroszytem Excela (.xlsx)');
  await expectAccessible(page);
  const headings = page.getByLabel('Nagłówki kolumn');
  const column = page.getByLabel('Kolumna do sprawdzenia');
  // The names of JSON are its headings: there is no row to choose.
  await enterFile(page, textFile('a.json', `[{"url":"${link('B')}","uwagi":"x"}]`));
  await expect(column.locator('option').first()).toContainText('kolumna „url”');
  await expect(headings).toHaveCount(0);
  await enterFile(
    page,
    await workbookFile('klienci.xlsx', [
      ['Opinie klienta', '', '', ''],
      ['Klient', 'Link do opinii', 'Kwota', 'Notatka'],
      ['Firma B', link('B'), 12.5, link('C')],
      ['bez linku', null, null, null],
    ]),
  );
  await expect(headings.locator('option:checked')).toHaveText(
    'znalezione w wierszu 2: Klient, Link do opinii, Kwota, Notatka',
  );
  await headings.selectOption('wiersz 1: Opinie klienta');
  await expect(column.locator('option').nth(1)).toHaveText('Opinie klienta');
  await headings.selectOption('znajdź automatycznie');
  await expect(column.locator('option:checked')).toHaveText(
    'znaleziona automatycznie: kolumna „Link do opinii”, bo ma linki albo identyfikatory',
  );
  await expect(page.getByText('Nie zostaną sprawdzone: „Notatka” (1).')).toBeVisible();
  await column.selectOption('wszystkie kolumny z linkami');
  await press(page, 'Sprawdź');
  await expect(rows(page)).toHaveCount(3);
  expect(sentList(sent(api.calls)[0] as FakeCall).links).toEqual([link('B'), link('C'), '']);
});

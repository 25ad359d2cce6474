import { DOCTOR_EXAMPLES } from '../../src/capabilities/doctor/examples.js';
import type { Message } from '../../src/core/texts/messages.js';
import { madeUp } from '../support/made-up.js';
import { message } from '../support/messages.js';
import { csvRows, downloadBy, enter, expectAnnounced, load, press, workbookRows } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerJson, type FakeCall, refuse, succeed } from './fake-api.js';
import { samplePlace, sampleVerdict } from './samples.js';

// Finding one place: the request, the card, failures in plain words, the API key, the doctor.

const OTHER = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const CANDIDATES = [
  { place_id: samplePlace().place_id, nazwa_wizytowki: 'A', adres: 'ul. Pierwsza 1', srednia_ocen: 4.6 },
  { place_id: OTHER, nazwa_wizytowki: 'Piekarnia Druga', adres: 'ul. Zmyślona 2', srednia_ocen: null },
];
const queryOf = ({ url }: FakeCall) => url.searchParams.get('url');

test('a text is searched for its link; the card offers other results', async ({ page, context, fake }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = { ...samplePlace(), candidates: CANDIDATES };
  const api = await fake((call) =>
    answerJson(call, 200, { status: 'success', data: place }, { 'Cache-Control': 'max-age=600', Age: '120' }),
  );
  await load(page, api);
  const share = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
  await enter(page, `Udostępniam: ${share} zobacz`);
  await press(page, 'Znajdź miejsce');
  const card = page.getByRole('article');
  await expect(card).toContainText('Pierwszy z 2 wyników wyszukiwania.');
  // Its figures have a time.
  await expect(card.locator('dd time')).toHaveText(/^dziś \d\d:\d\d$/);
  expect(api.calls.map(queryOf)).toEqual([share]);
  // The service may answer from its cache; the browser keeps no answer.
  expect(api.calls[0]?.headers['cache-control']).not.toMatch(/no-cache/);
  const kept = await page.evaluate(
    (path) =>
      fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => 'nothing kept',
      ),
    `/api/all?url=${encodeURIComponent(share)}`,
  );
  expect([504, 'nothing kept']).toContain(kept);
  await expect(card.locator('.others li')).toHaveText([/^Piekarnia Druga – ul. Zmyślona 2, brak danych$/]);
  await expect(page.locator('.histogram tr')).toHaveCount(6);
  await expectAccessible(page);
  await press(page, 'Kopiuj Feature ID');
  await expectAnnounced(page, 'Skopiowano: Feature ID');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16',
  );
  // The service read the place two minutes ago.
  const loaded = await card.locator('time').first().getAttribute('datetime');
  expect(Date.parse(loaded ?? '')).toBeLessThanOrEqual(Date.now() - 120_000);
  for (const name of ['Place ID', 'CID'])
    await expect(page.getByRole('button', { name: `Kopiuj ${name}`, exact: true })).toBeVisible();
  const csv = await downloadBy(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^pierogarnia-pod-zmyslona-roza-\d{4}-\d\d-\d\d\.csv$/);
  expect(await csvRows(csv)).toMatchObject([
    { Nazwa: 'Pierogarnia Pod Zmyśloną Różą', 'Średnia ocen': '4,6' },
  ]);
  expect((await workbookRows(await downloadBy(page, 'XLSX'))).flat()).toContain('4565666864068316694');
});

test('what is not known of a place is said to be no data', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, { ...samplePlace(), candidates: CANDIDATES }));
  await load(page, api, '/place?query=pierogarnia');
  const card = page.getByRole('article');
  const unknown = { cid: null, name: null, address: null, rating: null, reviewCount: null, twoStars: null };
  await expect(card).toBeVisible();
  api.answer = (call) => succeed(call, samplePlace(unknown));
  await card.getByRole('link', { name: 'Piekarnia Druga' }).click();
  const nameless = page.getByRole('article', { name: 'Miejsce bez nazwy' });
  await expect(nameless.locator('dd')).toHaveText([
    ...['brak danych', 'Restauracja', 'brak danych', 'brak danych', /^dziś/, /^ChIJ/, 'brak danych'],
    ...[/^0x47165b1c0a9d3e27:/, /Otwórz mapę \(CID\): brak danych$/],
  ]);
  expect(api.calls.map(queryOf).at(-1)).toBe(OTHER);
  await expect(nameless.getByRole('img')).toHaveCount(0);
  await expect(nameless).toContainText('Rozkład ocen: brak danych');

  const review = 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sAbc!2m1!1s0x1:0x2';
  api.answer = (call) => succeed(call, { results: [sampleVerdict(0, review)] });
  await enter(page, `Zobacz ${review}`);
  await page.keyboard.press('Enter');
  await expect(page.locator('.answer')).toContainText('Opinia jest widoczna');
  expect(api.calls.at(-1)?.body).toEqual({ urls: [review] });
});

test('each refusal is shown in plain words, with "Try again" where it can help', async ({ page, fake }) => {
  const pause = { 'Retry-After': '22' };
  const api = await fake(() => undefined);
  await page.clock.install();
  await load(page, api, '/place?query=x');
  await expect(page.getByText('Wyszukiwanie miejsca…').first()).toBeVisible();
  await expectFits(page, 'a place is looked for');
  const notice = page.getByRole('alert');
  for (const [status, code, words] of [
    [503, 'deadline_exceeded', 'Usługa nie zdążyła odpowiedzieć w wyznaczonym czasie.'],
    [503, 'provider_blocked', 'Mapy Google blokują teraz automatyczne wejścia.'],
    [503, 'code_of_tomorrow', 'Usługa zgłosiła błąd, którego ta wersja programu nie zna.'],
    [503, 'overloaded', /Usługa jest teraz przeciążona\. Spróbuj ponownie za [12]\d\ssekund/],
    [404, 'no_results', 'Nie znaleziono. Mapy Google nie pokazują takiego miejsca.'],
    [429, 'rate_limited', /Za dużo zapytań w krótkim czasie\. Spróbuj ponownie za 2\d\ssekund/],
  ] as const) {
    api.answer = (call) => refuse(call, status, code, code === 'no_results' ? {} : pause);
    await enter(page, code);
    await press(page, 'Znajdź miejsce');
    await expect(notice).toContainText(words);
    const isNone = code === 'no_results';
    // A misspelt name is no fault of the service: what was typed stays, with advice in place of an id.
    if (!isNone) await expect(notice).toContainText('req-1234');
    else await expect(notice).not.toContainText('req-1234');
    await expect(page.getByText('dopisz miejscowość')).toHaveCount(isNone ? 1 : 0);
    await expect(page.locator('#ask')).toHaveValue(code);
    await expect(notice.getByRole('button')).toHaveCount(isNone ? 0 : 1);
  }
  await expectFits(page, 'a failure');
  const again = notice.getByRole('button', { name: 'Spróbuj ponownie' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(5_000);
  await expect(notice).toContainText(/Spróbuj ponownie za 1\d\ssekund/);
  await page.clock.runFor(20_000);
  await expect(notice).toContainText('Można spróbować ponownie.');
  await again.click();
  await expect.poll(() => api.calls.length).toBe(8);

  const invalid = (said: Message) => (call: FakeCall) => refuse(call, 400, 'invalid_request', {}, said);
  api.answer = invalid(madeUp('This is not a Place ID. Something new.'));
  await load(page, api, '/place?query=x');
  await expect(notice.locator('strong')).toHaveText(
    'Ten tekst nie wskazuje miejsca. Wklej całą nazwę, link z mapy, Place ID albo CID.',
  );
  await expect(notice.getByText('Something new.')).toBeHidden();
  await page.getByText('Szczegóły od usługi (po angielsku)').click();
  await expect(notice).toContainText('Something new.');
  api.answer = invalid(message('placeLinkNotALink'));
  await load(page, api, '/place?query=x');
  await page.getByText('Szczegóły', { exact: true }).click();
  await expect(notice).toContainText('To nie jest link. Podaj link https do Map Google.');
});

const keptKeys = (call: FakeCall) => call.headers['x-api-key'];

test('after a wrong key the console asks again; a right key stays in the tab', async ({ page, fake }) => {
  const api = await fake((call) => {
    if (keptKeys(call) !== 'dobry-klucz') refuse(call, 401, 'unauthorized');
    else succeed(call, samplePlace());
  });
  await load(page, api, '/place?query=pierogarnia');
  const dialog = page.getByRole('dialog', { name: 'Klucz API' });
  const field = page.getByLabel('Klucz', { exact: true });
  await expect(dialog).toContainText('Ta usługa wymaga klucza API.');
  await expect(field).toBeFocused();
  await page.keyboard.type('zly-klucz');
  await page.keyboard.press('Enter');
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText('Usługa nie przyjęła tego klucza. Wpisz inny.');
  await expectAccessible(page);
  await field.fill('klucz-„polski”');
  await press(page, 'Użyj klucza');
  await expect(alert).toHaveText(
    'Ten klucz zawiera znak niedozwolony w kluczu API, na przykład „ł”, „…” albo niewidoczny odstęp. Skopiuj klucz jeszcze raz.',
  );
  await expect(page.getByText('Nie ma połączenia')).toHaveCount(0);
  await field.fill('dobry-klucz');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(api.calls.map(keptKeys)).toEqual([undefined, 'zly-klucz', 'dobry-klucz']);
  const kept = await page.evaluate(() => ({
    session: Object.values(sessionStorage),
    elsewhere: JSON.stringify(localStorage) + document.cookie + location.href,
  }));
  expect(kept.session).toContain('dobry-klucz');
  expect(kept.elsewhere).not.toContain('klucz');
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await page.getByRole('link', { name: 'Ustawienia' }).click();
  await press(page, 'Usuń klucz');
  expect(await page.evaluate(() => sessionStorage['place-lookup-key'])).toBe(undefined);
  await page.goBack();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert').filter({ hasText: 'wymaga ważnego klucza' })).toContainText(
    'req-1234',
  );
  await expectFits(page, 'no key is given');
});

const NO_RUN = DOCTOR_EXAMPLES['no run yet'];

test('the settings show the state of the service, the worst first', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, NO_RUN));
  await load(page, api);
  await page.getByRole('link', { name: 'Ustawienia' }).click();
  const now = page.getByRole('region', { name: 'Stan usługi' }).getByRole('listitem');
  await expect(now.filter({ hasText: 'Mapy Google nie blokują usługi.' })).toContainText('w porządku');
  await expect(now.first()).toContainText('uwaga');
  await expect(now.last()).toContainText('w porządku');
  expect(api.calls.map(({ url }) => url.search)).toEqual(['?last=true']);
  await expectFits(page, 'the state of the service');
  await expectAccessible(page);
  api.answer = (call) => refuse(call, 429, 'rate_limited', { 'Retry-After': '30' });
  await load(page, api, '/settings');
  await expect(page.getByText('Za dużo zapytań w krótkim czasie.')).toBeVisible();
  await expectFits(page, 'refused');
  api.answer = (call) => refuse(call, 401, 'unauthorized', {}, message('keyNotOfOperator'));
  await load(page, api, '/settings');
  await expect(page.getByText('Stan usługi widać po wpisaniu klucza administratora.')).toBeVisible();
  await press(page, 'Wpisz klucz');
  await page.getByLabel('Klucz', { exact: true }).fill('plk_operator');
  await page.getByLabel('Zapamiętaj klucz na tym komputerze').check();
  api.answer = (call) => succeed(call, NO_RUN);
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(now.first()).toBeVisible();
  const kept = () =>
    page.evaluate(() => [sessionStorage, localStorage].map((one) => one['place-lookup-key']));
  expect(await kept()).toEqual([undefined, 'plk_operator']);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CHANNEL } from '../../src/capabilities/watch/examples.js';
import type { ChannelData } from '../../src/capabilities/watch/published.js';
import { downloadBy, enter, load, press } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLinks, type FakeCall } from './fake-api.js';
import { link } from './samples.js';
import { answerWatch, EVENTS, PACK_NAME, REVIEW_LINK, sampleEvent, watchService } from './watch-service.js';

// The views of the watch.

const nav = (page: Page) => page.getByRole('navigation', { name: 'Widoki' });
const tableRows = (page: Page) => page.locator('.verdicts tbody tr');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const named = (call: FakeCall) => `${call.method} ${call.url.pathname.replace('/api/', '')}`;

test('the console of a service without the watch has no entry for it, and the view says why', async ({
  page,
  fake,
}) => {
  const api = await fake(() => undefined);
  const asked = page.waitForResponse(/api\/capabilities/);
  await load(page, api);
  await asked;
  await expect(nav(page).getByRole('link', { name: 'Linki' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Klienci' })).toHaveCount(0);
  await load(page, api, '/obserwowane');
  await expect(page.getByRole('alert')).toHaveText('This installation has no database.');
  expect(api.calls).toEqual([]);
});

test('events that nobody has dealt with and failing checks come first, and events are marked for everybody', async ({
  page,
  fake,
}) => {
  const service = watchService();
  const api = await fake(answerWatch(service), { hasWatch: true });
  await load(page, api);
  await nav(page).getByRole('link', { name: 'Klienci' }).click();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText('Obserwacje wymagające uwagi: 1')).toBeVisible();
  await expect(page.getByText('Niezałatwione zdarzenia: 6')).toBeVisible();
  await press(page, 'Oznacz wszystkie pokazane jako załatwione');
  await expect(page.getByRole('heading', { name: 'Wymaga uwagi' })).toBeFocused();
  await expect(page.getByText('Niezałatwione zdarzenia')).toHaveCount(0);
  service.events = [...service.events, sampleEvent(7)];
  await page.reload();
  await expect(page.getByText('Niezałatwione zdarzenia: 1')).toBeVisible();
  await load(page, api, '/obserwowane/zdarzenia?zalatwione=false');
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Załatwienie' }).selectOption('załatwione');
  await expect(tableRows(page)).toHaveCount(6);
  await expect(tableRows(page).first()).toContainText('załatwione · anna · 23.11.2026');
  await tableRows(page).first().getByRole('button', { name: 'Cofnij załatwienie' }).click();
  await expect(tableRows(page)).toHaveCount(5);
});

test('the file of events has exactly the events that the filters show', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await load(page, api, '/obserwowane/zdarzenia?gwiazdki=2');
  const low = EVENTS.filter(({ stars }) => (stars ?? 9) <= 2);
  await expect(tableRows(page)).toHaveCount(low.length);
  await page.getByRole('combobox', { name: 'Klient' }).selectOption('Hotel Zmyślony');
  await page.getByLabel('Od dnia').fill('2026-11-01');
  await expect(page).toHaveURL(/klient=Hotel.*od=2026-11-01/);
  const csv = await downloadBy(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^zdarzenia-hotel-zmyslony-.*\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(low.length + 1);
  const asked = api.calls.map(({ url }) => url).findLast(({ pathname }) => pathname.endsWith('/events'));
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    ...{ client: 'Hotel Zmyślony', from: '2026-11-01', max_stars: '2', since: '0', limit: '1000' },
  });
});

test('watches are filtered by the address, and selected watches are paused, archived, brought back and deleted', async ({
  page,
  fake,
}) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await load(page, api, '/obserwowane');
  await page.getByLabel('Rodzaj').selectOption('opinia');
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('main').getByRole('searchbox').fill('nigdzie');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Żadna obserwacja nie pasuje do filtrów.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Żadna obserwacja nie pasuje do filtrów.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('nigdzie');
  await page.goBack();
  await expect(tableRows(page)).toHaveCount(1);

  const service = watchService();
  api.answer = answerWatch(service);
  await load(page, api, '/obserwowane');
  for (const name of ['Klient Zmyślony', 'Opinia z 1 gwiazdką'])
    await page.getByRole('checkbox', { name: `Zaznacz: ${name}` }).check();
  await press(page, 'Wstrzymaj');
  await expect(tableRows(page).filter({ hasText: 'wstrzymane' })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Wstrzymaj' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Usuń' })).toHaveCount(0);
  await press(page, 'Przenieś do archiwum');
  await expect(tableRows(page)).toHaveCount(2);
  await page.getByLabel('Stan').selectOption('w archiwum');
  await expect(tableRows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Zaznacz: Klient Zmyślony' }).check();
  await press(page, 'Przywróć z archiwum');
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Zaznacz: Opinia z 1 gwiazdką' }).check();
  const remove = page.getByRole('button', { name: 'Usuń' });
  await remove.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('(1)');
  await dialog.getByRole('button', { name: 'Usuń', exact: true }).click();
  await expect(tableRows(page)).toHaveCount(0);
  expect(api.calls.map(named).filter((name) => name.startsWith('DELETE'))).toEqual([
    'DELETE watches/w_review',
  ]);
});

test('a list is imported; one link opens its watch, or the existing watch', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService({ watches: [], events: [] })), { hasWatch: true });
  await load(page, api, '/obserwowane');
  await expect(page.getByText('Nie obserwujesz jeszcze')).toBeVisible();
  const rows = ['Nazwa;Link;Uwagi', `Klient A;${link('A')};ważne`, `Klient B;${link('B')};`];
  await page.getByRole('textbox', { name: /Linki do opinii/ }).fill([...rows, 'Klient C;brak;'].join('\n'));
  await expect(page.getByText('Na liście: 2 · wiersze bez linku: 1')).toBeVisible();
  await page.getByLabel('Jak często sprawdzać').selectOption('codziennie');
  await press(page, 'Obserwuj (2)');
  await expect(page.getByRole('main').getByText('Dodano: 2')).toBeVisible();
  await expect(tableRows(page)).toHaveCount(2);
  const sent = api.calls.find((call) => call.url.pathname.endsWith('/import'));
  const shared = { interval_hours: 24, evidence: 'on_loss' };
  expect(sent?.body).toEqual({
    watches: [
      { subject: link('A'), label: 'Klient A', note: 'ważne', ...shared },
      { subject: link('B'), label: 'Klient B', ...shared },
    ],
  });

  api.answer = answerWatch(watchService());
  await load(page, api, '/obserwowane');
  const add = async (text: string) => {
    await page.getByText('Dodaj obserwacje').click();
    await page.getByRole('textbox', { name: /Linki do opinii/ }).fill(text);
    await press(page, 'Obserwuj (1)');
  };
  await add('ChIJOsH9cGTSrkcRy7zh90zxudA');
  await expect(page).toHaveURL(/id=w_made/);
  await page.goBack();
  await add(REVIEW_LINK);
  await page.getByRole('alert').getByRole('link', { name: 'Pokaż' }).click();
  await expect(page.getByRole('heading', { name: 'Opinia z 1 gwiazdką' })).toBeVisible();
});

test('a watch shows its time line, versions, reports and evidence, and keeps its settings', async ({
  page,
  fake,
}) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await load(page, api, '/obserwowane?id=w_place');
  await page.getByText('Ustawienia', { exact: true }).click();
  const feed = page.getByRole('link', { name: 'Kanał Atom' });
  await expect(feed).toHaveAttribute('href', '/api/watches/w_place/feed?token=t_1&lang=pl');
  await page.getByText('Ocena i liczba opinii w czasie').click();
  await expect(page.getByRole('row', { name: /22.11.2026.* 4,6 118 cała lista/ })).toBeVisible();
  await page.getByText('Historia zmian: 2').click();
  const versions = page.getByRole('article').first().getByRole('listitem');
  await expect(versions.first()).toContainText('Pierogi zimne');
  await expect(versions.last()).toContainText('Pierogi jak u babci');
  await expect(page.getByText('opublikowana 11.10.2026').first()).toBeVisible();
  const evidence = page.getByRole('button', { name: 'Pobierz dowód (ZIP)' }).first();
  const [pack] = await Promise.all([page.waitForEvent('download'), evidence.click()]);
  expect(pack.suggestedFilename()).toBe(PACK_NAME);
  const report = await downloadBy(page, 'Raport PDF');
  expect(report.suggestedFilename()).toMatch(/^raport-klient-zmyslony-.*\.pdf$/);
  await page.getByLabel('Od dnia').fill('2026-11-01');
  await page.getByLabel('Do dnia').fill('2026-11-30');
  await page.getByLabel('Autorzy opinii').selectOption('nazwy i linki');
  await downloadBy(page, 'Raport XLSX');
  const exported = api.calls
    .filter(({ url }) => url.pathname.endsWith('/export'))
    .map(({ url }) => url.search);
  expect(exported).toEqual([
    '?format=pdf&lang=pl&authors=pseudonyms',
    '?format=xlsx&lang=pl&authors=names&from=2026-11-01&to=2026-11-30',
  ]);
  await page.getByRole('radio', { name: 'Do potwierdzenia' }).check();
  await expect(page.getByText('Tej opinii brakuje na liście.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByText('Ocena i liczba opinii w czasie').click();
  await page.getByText('Ustawienia', { exact: true }).click();
  await expectAccessible(page);

  const service = watchService();
  api.answer = answerWatch(service);
  await load(page, api, '/obserwowane?id=w_place');
  await page.getByText('Ustawienia', { exact: true }).click();
  await page.getByLabel('Własna nazwa').fill('Nowy klient');
  await page.getByLabel('Jak często sprawdzać').selectOption('co 12 godzin');
  await page.getByRole('checkbox', { name: 'Nie usuwaj danych' }).check();
  await press(page, 'Zapisz ustawienia');
  await expect(page.getByRole('heading', { name: 'Nowy klient' })).toBeVisible();
  expect(service.watches.find(({ id }) => id === 'w_place')).toMatchObject({
    label: 'Nowy klient',
    interval_hours: 12,
    legal_hold: true,
  });
  await press(page, 'Sprawdź teraz');
  await expect(page.getByText('Wykonano: 1 z 1.')).toBeAttached();
  await load(page, api, '/obserwowane?id=w_inna');
  await expect(page.getByRole('alert')).toContainText('Nie ma takiej obserwacji.');
});

test('events of one type are shown under an address of their own', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await load(page, api, '/obserwowane/zdarzenia');
  await expect(tableRows(page)).toHaveCount(6);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Zmiany' }).selectOption('Sprawdzanie się nie udaje');
  await expect(tableRows(page)).toHaveCount(1);
  await expect(tableRows(page)).toContainText(
    'Nieudane sprawdzenie nic nie mówi o samym miejscu ani o opiniach.',
  );
  await page.reload();
  await expect(tableRows(page)).toHaveCount(1);
});

test('a webhook shows its secret once, is tested with the result, rotated and removed', async ({
  page,
  fake,
}) => {
  const api = await fake(answerWatch(watchService({ channels: [] })), { hasWatch: true });
  await load(page, api, '/obserwowane/powiadomienia');
  await expect(page.getByText('Nie ma jeszcze powiadomień.')).toBeVisible();
  await page.getByLabel('Sposób').selectOption('Webhook');
  await page.getByLabel('Adres URL').fill('https://hooks.example.com/a');
  await page.locator('summary', { hasText: 'Tylko wybrane zdarzenia' }).click();
  await page.getByRole('checkbox', { name: 'Opinii już nie widać' }).check();
  await press(page, 'Dodaj');
  const secret = page.getByRole('heading', { name: /Sekret webhooka/ });
  await expect(secret).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Ukryj sekret');
  await expect(page.getByText('whsec_')).toHaveCount(0);
  expect(api.calls.find((call) => call.method === 'POST')?.body).toEqual({
    kind: 'webhook',
    lang: 'pl',
    target: 'https://hooks.example.com/a',
    max_stars: null,
    types: ['review.not_visible'],
  });
  await page.getByRole('button', { name: 'Wyślij próbę' }).click();
  await expect(page.getByText('Próba: connect ECONNREFUSED')).toBeAttached();
  const answerYes = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Zmień sekret' }).click();
  await answerYes('Zmień sekret');
  await expect(secret).toBeFocused();
  await page.getByRole('button', { name: 'Usuń' }).click();
  await answerYes('Usuń');
  await expect(page.getByText('Nie ma jeszcze powiadomień.')).toBeVisible();
  await expect(page.locator('#channels')).toBeFocused();
});

test('without SMTP the console says so; a chat gets low ratings of two clients once a week', async ({
  page,
  fake,
}) => {
  const service = watchService({ channels: [] });
  const api = await fake(answerWatch(service), { hasWatch: true, hasMail: false });
  await load(page, api, '/obserwowane/powiadomienia');
  await expect(page.getByText('Ta usługa nie wysyła e-maili')).toBeVisible();
  await expect(page.getByLabel('Sposób').getByRole('option')).toHaveText([/^Czat/, 'Webhook']);
  await page.getByLabel('Adres przychodzącego webhooka').fill('https://hooks.example.com/chat');
  await page.getByLabel('Kiedy').selectOption('raz w tygodniu, w poniedziałek');
  await page.locator('summary', { hasText: 'Tylko wybrane zdarzenia' }).click();
  await page.getByLabel('Gwiazdki opinii').selectOption('najwyżej 2 ★');
  await page.getByLabel('Tylko ci klienci').fill('Klient A; Firma, sp. z o.o. ;');
  await expectAccessible(page);
  await press(page, 'Dodaj');
  await expect(page.getByText('najwyżej 2 ★ · Klient A, Firma, sp. z o.o.')).toBeVisible();
  expect(api.calls.find((call) => call.method === 'POST')?.body).toEqual({
    ...{ kind: 'chat', lang: 'pl', target: 'https://hooks.example.com/chat', pace: 'weekly' },
    ...{ max_stars: 2, clients: ['Klient A', 'Firma, sp. z o.o.'] },
  });
});

test('a mailbox is confirmed by its code, and a channel of a former key by a button', async ({
  page,
  fake,
}) => {
  const mailbox: ChannelData = {
    ...CHANNEL,
    id: 'ch_1',
    kind: 'email',
    target: 'ola@example.com',
    held: 'receiver',
  };
  const former: ChannelData = { ...CHANNEL, id: 'ch_2', held: 'former_key' };
  const api = await fake(answerWatch(watchService({ channels: [mailbox, former] })), { hasWatch: true });
  await load(page, api, '/obserwowane/powiadomienia');
  await expect(page.getByText('czeka na potwierdzenie: wpisz kod')).toBeVisible();
  await expect(page.getByText('dodano je dawnym kluczem')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wyślij próbę' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Kod z e-maila').fill(' K7QM-X2RD ');
  await page.getByRole('button', { name: 'Potwierdź: ola@example.com' }).click();
  await expect(page.getByRole('button', { name: 'Wyślij próbę' })).toHaveCount(1);
  await page.getByRole('button', { name: /^Potwierdź: https/ }).click();
  await expect(page.getByRole('button', { name: 'Wyślij próbę' })).toHaveCount(2);
  const sent = api.calls.filter(({ url }) => url.pathname.endsWith('/confirm')).map(({ body }) => body);
  expect(sent).toEqual([{ code: 'K7QM-X2RD' }, {}]);
});

test('one click moves a list, checked or not, to the form of watches', async ({ page, fake }) => {
  const answer = answerWatch(watchService());
  const api = await fake((call) => (call.url.pathname.endsWith('bulk') ? answerLinks(call) : answer(call)), {
    hasWatch: true,
  });
  await load(page, api);
  await enter(page, ['A', 'B', 'C'].map(link).join('\n'));
  await press(page, 'Obserwuj');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Obserwuj (3)' })).toBeVisible();
  await load(page, api, '/linki');
  await press(page, 'Sprawdź');
  await page.getByRole('main').getByRole('button', { name: 'Obserwuj', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Obserwuj (3)' })).toBeVisible();
  await expectAccessible(page);
});

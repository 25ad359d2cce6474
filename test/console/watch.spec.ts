import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CHANNEL, WATCH } from '../../src/capabilities/watch/examples.js';
import type { ChannelData, WatchData } from '../../src/capabilities/watch/published.js';
import { downloadBy, enter, load, openDetails, partsOfLines, press } from './actions.js';
import { expectAccessible } from './axe.js';
import { type ConsoleFixtures, expect, test } from './console-test.js';
import { type FakeCall, refuse, succeed } from './fake-api.js';
import { listService } from './list-service.js';
import { link } from './samples.js';
import {
  answerWatch,
  EVENTS,
  PACK_NAME,
  REVIEW_LINK,
  sampleEvent,
  sampleWatch,
  watchService,
} from './watch-service.js';

// The views of the watch.

const nav = (page: Page) => page.getByRole('navigation', { name: 'Widoki' });
const tableRows = (page: Page) => page.locator('.verdicts tbody tr:not(.client)');
const search = (page: Page) => page.getByRole('main').getByRole('searchbox');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const named = (call: FakeCall) => `${call.method} ${call.url.pathname.replace('/api/', '')}`;

test('without the watch the console has no entry for it, and the view says why', async ({ page, fake }) => {
  const api = await fake(() => undefined);
  const asked = page.waitForResponse(/api\/capabilities/);
  await load(page, api);
  await asked;
  await expect(nav(page).getByRole('link', { name: 'Ustawienia' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Klienci' })).toHaveCount(0);
  await load(page, api, '/clients');
  await expect(page.getByRole('alert')).toHaveText('This installation has no database.');
  expect(api.calls).toEqual([]);
});

test('every page of a service that does not say what it offers asks again', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true, hasJobs: true });
  for (const path of ['', '/clients', '/compare?ids=w_1', '/lists', '/lists/1']) {
    await page.route(/api\/capabilities/, (route) => route.abort());
    await load(page, api, path);
    await expect(page.getByRole('alert'), path).toContainText('Brak połączenia z usługą.');
    await page.unroute(/api\/capabilities/);
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Brak połączenia' }), path).toHaveCount(0);
  }
});

/** Start on 17 November, a week after the last visit. */
async function openStart(page: Page, fake: ConsoleFixtures['fake'], service = watchService()) {
  const api = await fake(answerWatch(service), { hasWatch: true });
  await page.clock.install({ time: new Date('2026-11-17T09:00:00Z') });
  await load(page, api);
  return api;
}
const counterOf = (page: Page) => (name: string) => page.locator('.counters').getByRole('link', { name });
const hotelOf = (page: Page) => page.getByRole('region', { name: 'Hotel Zmyślony', exact: true });

test('Start shows what changed since the last visit, and its numbers filter it', async ({ page, fake }) => {
  await openStart(page, fake);
  const counter = counterOf(page);
  await expect(heading(page)).toHaveText('Zmiany od 10.11.2026, 10:00');
  const counted = { zniknęły: 1, 'nowe 1–2★': 1, wróciły: 0, zmiany: 2, 'bez wyniku': 1 };
  for (const [name, value] of Object.entries(counted))
    await expect(counter(name)).toHaveText(`${value} ${name}`);
  const client = hotelOf(page);
  const rows = page.getByRole('article');
  await expect(client.getByRole('article')).toHaveCount(4);
  // The lost review comes first; what followed from another review is no row of its own.
  await expect(client.getByRole('article').first()).toContainText('Opinii już nie widać');
  await expect(client.getByRole('listitem').filter({ hasText: 'Pojawiła się opinia' })).toContainText(
    'Średnia: 4,7 → 4,6 · Liczba opinii: 121 → 120',
  );
  await expect(client).toContainText('ocena zmieniona: 5★ → 1★');
  // A counter is of the chosen client, and leads to the watches of this client.
  await page.locator('details.filters > summary').click();
  await page.getByLabel('Klient', { exact: true }).selectOption('Hotel Zmyślony');
  await expect(counter('bez wyniku')).toHaveText('1 bez wyniku');
  await expect(counter('bez wyniku')).toHaveAttribute('href', /client=Hotel/);
  await page.getByLabel('Klient', { exact: true }).selectOption('');
  await page.locator('details.filters > summary').click();
  await expectAccessible(page);
  await counter('zniknęły').click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await counter('zniknęły').click();
  await page.getByRole('radio', { name: 'według dni' }).check();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(5);
  await expectAccessible(page);
});

test('a change is copied for an e-mail and marked as done, for everybody', async ({ page, fake }) => {
  const service = watchService();
  await openStart(page, fake, service);
  const client = hotelOf(page);
  const rows = page.getByRole('article');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await client.getByText('⋯').first().click();
  await client.getByRole('button', { name: /^Kopiuj do maila: / }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Pierogarnia Pod Zmyśloną Różą: Opinii już nie widać \(Zmyślona Osoba, .*\)\. \S.*\.$/,
  );
  const isOpen = () => service.events.filter(({ done_at: at }) => at === null).length;
  // What follows from another event of the same check is not counted.
  const badge = nav(page).getByRole('link', { name: /^Start/ });
  await expect(badge).toHaveText('Start 5');
  await page.getByRole('button', { name: 'Oznacz 5 jako załatwione', exact: true }).click();
  await expect(client.locator('.done')).toHaveCount(4);
  expect(isOpen()).toBe(0);
  await expect(badge).toHaveText('Start');
  await page.getByRole('button', { name: 'Cofnij oznaczenie (5)', exact: true }).click();
  await expect(page.locator('.done')).toHaveCount(0);
  expect(isOpen()).toBe(6);
  await client
    .getByRole('button', { name: /^Załatwione: / })
    .first()
    .click();
  await expect(client.locator('.done')).toContainText('załatwione · anna · 23.11.2026');
  await expect(badge).toHaveText('Start 4');
  await openDetails(page, 'Filtry');
  await page.getByRole('checkbox', { name: 'tylko niezałatwione' }).check();
  await expect(rows).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'tylko niezałatwione' }).uncheck();
  await client.getByRole('button', { name: /^Cofnij: / }).click();
  await expect(page.locator('.done')).toHaveCount(0);
});

test('Start after another visit, with unknown numbers, and without watches', async ({ page, fake }) => {
  const service = watchService();
  const api = await openStart(page, fake, service);
  const counter = counterOf(page);
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(5);
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await show(true);
  await page.clock.fastForward('05:00:00');
  const since = { at_utc: '2026-11-17T12:00:00Z' };
  const unknown = { ...since, type: 'review.appeared' as const, stars: null };
  service.events = [...service.events, sampleEvent(7, since), sampleEvent(8, unknown)];
  // A page that stayed open is read again when the user comes back.
  await show(false);
  await expect(rows).toHaveCount(7);
  await expect(nav(page).getByRole('link', { name: /^Start/ })).toHaveText('Start 7');
  await load(page, api);
  await expect(heading(page)).toHaveText('Zmiany od 17.11.2026, 10:00');
  await expect(rows).toHaveCount(2);
  // Nobody knows whether the review has few stars.
  await expect(counter('nowe 1–2★')).toHaveText('0–1 nowe 1–2★');
  await page.getByLabel('Okres').selectOption('30 dni');
  await expect(rows).toHaveCount(7);
  // A watch that waits for its first check is not without a result.
  service.watches = service.watches.map((watch) => ({ ...watch, state: 'new' }));
  await load(page, api);
  await expect(counter('bez wyniku')).toHaveText('0 bez wyniku');

  api.answer = answerWatch(watchService({ watches: [], events: [] }));
  await load(page, api);
  await expect(page.locator('.welcome')).toBeVisible();
  api.answer = (call) => refuse(call, 503, 'overloaded');
  await load(page, api);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('.welcome')).toHaveCount(0);
});

test('changes that were not read or were filtered come again the next time', async ({ page, fake }) => {
  const answer = answerWatch(watchService());
  const api = await openStart(page, fake);
  await expect(page.getByRole('article')).not.toHaveCount(0);
  for (const view of ['', '/start?type=lost']) {
    await page.clock.fastForward('05:00:00');
    const isFailing = view === '';
    api.answer = (call) =>
      isFailing && call.url.pathname.endsWith('/events') ? refuse(call, 503, 'overloaded') : answer(call);
    await load(page, api, view);
    await expect(heading(page)).toHaveText('Zmiany od 17.11.2026, 10:00');
  }
  await page.clock.fastForward('05:00:00');
  await load(page, api);
  await expect(heading(page)).toHaveText('Zmiany od 17.11.2026, 10:00');
});

test('the changes of a client have a visit of their own; what was cut was not seen', async ({
  page,
  fake,
}) => {
  const answer = answerWatch(watchService());
  const api = await openStart(page, fake);
  const counters = page.locator('.counters');
  await expect(counters).toBeVisible();
  const visit = async (view: string, since: string) => {
    await page.clock.fastForward('05:00:00');
    await load(page, api, view);
    await expect(heading(page)).toHaveText(`Zmiany od ${since}`);
    await expect(counters).toBeVisible();
  };
  const client = '/start?client=Hotel+Zmy%C5%9Blony';
  await visit(client, '17.11.2026, 10:00');
  await visit(client, '17.11.2026, 15:00');
  // The page of all clients has shown nothing since; what it shows is seen of each client.
  await visit('', '17.11.2026, 10:00');
  await visit(client, '18.11.2026, 01:00');
  api.answer = (call) =>
    call.url.pathname === '/api/events' ? succeed(call, { events: [], total: 1001 }) : answer(call);
  await visit('', '18.11.2026, 01:00');
  await visit('', '18.11.2026, 01:00');
});

test('no line of a chart goes over the move of a watch to another place', async ({ page, fake }) => {
  const moved = sampleEvent(9, { at: '2026-11-18 03:12:45', after: { place_id: 'ChIJNowe' } });
  const watches = [sampleWatch()];
  const api = await fake(answerWatch(watchService({ watches, events: [moved] })), { hasWatch: true });
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/clients/w_place');
  const region = page.getByRole('region', { name: /^Ocena i liczba opinii w czasie/ }).first();
  await expect(region.locator('svg path')).toHaveCount(2);
  // The check of 10 November had no result.
  expect(await partsOfLines(region)).toEqual([3, 3]);
});

test('a page open over midnight or a clock change calls no other day "today"', async ({ page, fake }) => {
  const at = '2027-03-27 03:12:45';
  const watches = [sampleWatch({ checked_at: at, proven_at: at })];
  const api = await fake(answerWatch(watchService({ watches })), { hasWatch: true });
  await page.clock.install({ time: new Date('2027-03-27T09:00:00Z') });
  await load(page, api, '/clients/w_place');
  const moments = (text: string) => page.locator('.moment').getByText(text);
  await expect(moments('dziś 03:12')).not.toHaveCount(0);
  await page.clock.fastForward('37:30:00');
  await expect(moments('dziś 03:12')).toHaveCount(0);
  await expect(moments('wczoraj')).toHaveCount(0);
});

test.describe('in a browser of another time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('all times are those of the service', async ({ page, fake }) => {
    const at = '2026-11-23 00:12:45';
    const watches = [sampleWatch({ checked_at: at, proven_at: at })];
    const api = await fake(answerWatch(watchService({ watches })), { hasWatch: true });
    await page.clock.install({ time: new Date('2026-11-22T23:30:00Z') });
    await load(page, api);
    await expect(heading(page)).toHaveText('Zmiany od 16.11.2026, 00:30');
    await load(page, api, '/clients/w_place');
    await expect(page.locator('.moment').getByText('dziś 00:12')).not.toHaveCount(0);
  });
});

test('without results, no page says that nothing changed, and no number is 0', async ({ page, fake }) => {
  const service = watchService({ events: [], isKnown: false });
  const api = await fake(answerWatch(service), { hasWatch: true });
  await load(page, api);
  await expect(page.locator('.counters > li').first()).toHaveText('– zniknęły');
  await expect(page.locator('.counters')).not.toContainText(/\b0\b/);
  await expect(page.getByText('zmieniło się w tym czasie: 0 z 3, wstrzymane: 1.')).toBeVisible();
  await expect(page.getByText('nie znalazły w tym czasie żadnej zmiany')).toHaveCount(0);
  await load(page, api, '/clients/w_place');
  await expect(page.getByText('Nie wiadomo, czy coś się zmieniło')).toBeVisible();
  await load(page, api, '/compare?ids=w_trouble,w_place');
  await expect(page.getByRole('row', { name: /^Klient Zmyślony .* 118 –$/ })).toBeVisible();
});

test('numbers of watches have the time of the last result', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  // Also on a page that stays open over midnight.
  await page.clock.install({ time: new Date('2026-11-22T22:59:00Z') });
  await load(page, api, '/clients');
  const last = tableRows(page).filter({ hasText: 'Klient Zmyślony' }).locator('.at');
  await expect(last).toContainText('dziś 03:12');
  await page.clock.fastForward(120_000);
  await expect(last).toContainText('wczoraj');
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/clients');
  const failing = tableRows(page).filter({ hasText: 'Kawiarnia Nieistniejąca' });
  await expect(failing).toContainText(/19\.11.*sprawdzenie 22\.11\.2026, 03:12 bez wyniku/);
  // A review that was not shown for a time was not seen all the time.
  await load(page, api, '/clients/w_place?kind=reviews');
  await expect(page.getByText('Pierwszy raz widziana 01.11.2026, 08:00, ostatnio').first()).toBeVisible();
});

test('the file of events has exactly the events that the filters show', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  // On the 30th of a month its first day begins the period "30 days", which has a name of its own.
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/start?type=unproven&from=2026-11-01');
  await expect(page.getByRole('article')).toContainText(
    'Nieudane sprawdzenie nic nie mówi o samym miejscu ani o opiniach.',
  );
  await openDetails(page, 'Filtry');
  await page.getByLabel('Rodzaj').selectOption('Zmienione');
  await page.getByRole('checkbox', { name: 'tylko 1–2★' }).check();
  await page.getByRole('combobox', { name: 'Klient' }).selectOption('Hotel Zmyślony');
  await page.getByLabel('Okres').selectOption('wybrane dni');
  await page.getByLabel('Od dnia').fill('2026-11-02');
  await expect(page).toHaveURL(/client=Hotel.*from=2026-11-02/);
  await expect(
    page.getByText('Filtry: Zmienione · Hotel Zmyślony · tylko 1–2★', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  const csv = await downloadBy(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^zdarzenia-hotel-zmyslony-.*\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Sprawdzono (Europe/Warsaw)');
  const asked = api.calls.map(({ url }) => url).findLast(({ pathname }) => pathname.endsWith('/events'));
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    ...{ client: 'Hotel Zmyślony', from: '2026-11-02', since: '0', limit: '1000' },
  });
});

test('the first change is on the first screen; counters leave no gap', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await page.clock.setFixedTime(new Date('2026-11-17T09:00:00Z'));
  for (const [width, height, end] of [
    [1280, 900, 500],
    // The bar of the navigation covers the last pixels.
    [390, 844, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await load(page, api);
    expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThan(end);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const ends = await page
      .locator('.counters > li')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, right }) => [y, right]));
    const rows = new Set(ends.map(([y]) => y));
    const right = Math.max(...ends.map(([, x = 0]) => x));
    for (const row of rows) {
      const last = Math.max(...ends.filter(([y]) => y === row).map(([, x = 0]) => x));
      expect(last).toBeCloseTo(right, 0);
    }
  }
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a change is marked as done by a button of 44 pixels', async ({ page, fake }) => {
    await openStart(page, fake);
    const done = page.getByRole('button', { name: /^Załatwione: / }).first();
    expect((await done.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await done.tap();
    await expect(page.locator('.done')).toContainText('załatwione · anna');
  });
});

test('a text that is not shown any more is said so, with its words', async ({ page, fake }) => {
  const removed = sampleEvent(1, {
    ...{ type: 'review.edited', before: { text: 'W porządku.' }, after: { text: '' }, text: '' },
    evidence: false,
  });
  const api = await fake(answerWatch(watchService({ events: [removed] })), { hasWatch: true });
  await page.clock.setFixedTime(new Date('2026-11-17T09:00:00Z'));
  await load(page, api);
  await expect(page.getByRole('article')).toContainText('treści już nie widać (była: „W porządku.”)');
});

test('watches are filtered by the address, and paused, resumed and deleted', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  await load(page, api, '/clients');
  await page.getByLabel('Stan').selectOption('wymagające uwagi');
  await expect(tableRows(page)).toHaveCount(1);
  // Each change is in the address at once, for a reload and for the way back.
  await search(page).fill('ni');
  await search(page).fill('nigdzie');
  await expect(page.getByText('Żadna obserwacja nie pasuje do filtrów.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Żadna obserwacja nie pasuje do filtrów.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('nigdzie');
  await page.goBack();
  await expect(search(page)).toHaveValue('');

  const service = watchService();
  api.answer = answerWatch(service);
  await load(page, api, '/clients');
  for (const name of ['Klient Zmyślony', 'Opinia z 1 gwiazdką'])
    await page.getByRole('checkbox', { name: `Zaznacz: ${name}` }).check();
  const act = async (name: string) => {
    await page.getByRole('region', { name: 'Zaznaczone wiersze' }).getByText('⋯').click();
    await press(page, name);
  };
  await act('Wstrzymaj');
  await expect(tableRows(page).filter({ hasText: 'wstrzymane' })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Wstrzymaj' })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Stan').selectOption('wstrzymane');
  await expect(tableRows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Zaznacz: Klient Zmyślony' }).check();
  await act('Wznów');
  await expect(tableRows(page)).toHaveCount(2);
  // An action that fails in the middle says how many it did.
  for (const box of await tableRows(page).getByRole('checkbox').all()) await box.check();
  api.answer = (call) =>
    call.method === 'DELETE' ? refuse(call, 503, 'overloaded') : answerWatch(service)(call);
  await act('Usuń');
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń', exact: true }).click();
  await expect(page.getByText('Wykonano: 0 z 2.')).toBeVisible();
  api.answer = answerWatch(service);
  api.calls.length = 0;
  await press(page, 'Odznacz');
  await page.getByRole('checkbox', { name: 'Zaznacz: Opinia z 1 gwiazdką' }).check();
  await act('Usuń');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('(1)');
  await dialog.getByRole('button', { name: 'Usuń', exact: true }).click();
  await expect(tableRows(page)).toHaveCount(1);
  expect(api.calls.map(named).filter((name) => name.startsWith('DELETE'))).toEqual([
    'DELETE watches/w_review',
  ]);
});

/** Two clients: a place with changes, a paused one whose list was not read to its end, and a place that is gone. */
function twoClients() {
  const at = '2026-11-22 03:12:45';
  const place = (id: string, rating: number | null, complete: boolean, changes: Partial<WatchData> = {}) =>
    sampleWatch({
      ...{ id, label: id, place_name: null, client: id < 'c' ? 'Hotel' : 'Apteka' },
      figures: WATCH.figures && { ...WATCH.figures, rating, at, at_utc: '2026-11-22T02:12:45Z' },
      coverage: WATCH.coverage && { ...WATCH.coverage, complete },
      counts: WATCH.counts && { ...WATCH.counts, not_visible: 0, at },
      ...changes,
    });
  const watches = [
    place('a', 4.5, true),
    place('b', 4.9, false, { state: 'paused' }),
    place('c', null, true, {
      ...{ gone_at: at, figures: null, note: 'obok: Hotel' },
      counts: WATCH.counts && { ...WATCH.counts, visible: null, not_visible: 0 },
    }),
  ];
  const changed = { before: { rating: 4.6 }, after: { rating: 4.4 }, type: 'place.rating_changed' } as const;
  const events = [
    sampleEvent(1, { ...changed, watch_id: 'a' }),
    sampleEvent(2, { ...changed, watch_id: 'a', before: { review_count: 9 }, after: { review_count: 8 } }),
    sampleEvent(3, { ...changed, watch_id: 'c' }),
  ];
  return answerWatch(watchService({ watches, events }));
}

test('each client is one line with its watches below; figures sort', async ({ page, fake }) => {
  const api = await fake(twoClients(), { hasWatch: true });
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/clients');
  await expect(page.getByText('▼')).toHaveCount(1);
  const texts = () => page.locator('.clients tbody tr').allInnerTexts();
  const cells = async () => (await texts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await expect(page.locator('.client')).toHaveText(['Apteka (1)! do przejrzenia: 1', 'Hotel (2)']);
  // The figure of now is compared with the rating before the first change; what is gone has none.
  // A place that is gone, and a list that was not read to its end, have no 0.
  expect(await cells()).toEqual([
    'Apteka (1) ! do przejrzenia: 1',
    expect.stringMatching(/^c – – – – wczoraj ✕ brak na mapie/),
    'Hotel (2)',
    'a 4,5 ▼ − 0,1 212 0 wczoraj',
    expect.stringMatching(/^b 4,9 212 – wczoraj .*najnowsze 211 z 212/),
  ]);
  const rating = page.getByRole('columnheader', { name: 'Ocena' });
  await rating.getByRole('button').click();
  await expect(rating).toHaveAttribute('aria-sort', 'ascending');
  await rating.getByRole('button').click();
  await expect(rating).toHaveAttribute('aria-sort', 'descending');
  await expect(tableRows(page).getByRole('link')).toHaveText(['b', 'a', 'c']);
  await search(page).fill('apt');
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Zaznacz: c' }).check();
  await page.getByRole('region', { name: 'Zaznaczone wiersze' }).getByText('Raport', { exact: true }).click();
  await downloadBy(page, 'Raport klienta Apteka (PDF)');
  await expectAccessible(page);
  // The losses of each client that is ticked, also by its own line.
  await search(page).fill('');
  await page.getByRole('checkbox', { name: 'Zaznacz: Hotel (2)' }).check();
  await expect(page.getByText('Zaznaczono: 3 z 3')).toBeVisible();
  await expect(page).toHaveURL(/clients$/);
  await page.locator('summary', { hasText: 'Dowody' }).click();
  await expect(page.getByRole('link', { name: 'Zniknięcia z dowodami: Hotel' })).toBeVisible();
  await page.getByRole('link', { name: 'Zniknięcia z dowodami: Apteka' }).click();
  await expect(page).toHaveURL(/type=lost&client=Apteka&from=2026-09-14/);
  // What is ticked is still there for a user who comes back.
  await page.goBack();
  await expect(page.getByText('Zaznaczono: 3 z 3')).toBeVisible();
});

test('the client of an address is this client alone; a text is found anywhere', async ({ page, fake }) => {
  const of = (client: string, id: string, note: string | null = null) =>
    sampleWatch({ id, label: id, place_name: null, client, note });
  const watches = [of('Hotel', 'a'), of('Hotel', 'b'), of('Apteka', 'c', 'obok: Hotel')];
  const api = await fake(answerWatch(watchService({ watches, events: [] })), { hasWatch: true });
  await load(page, api, '/clients?client=Hotel');
  await expect(tableRows(page)).toHaveCount(2);
  // The address says what is shown, and changes seldom: Safari takes 100 changes in 30 seconds.
  await search(page).fill('');
  await search(page).pressSequentially('Hotel');
  await expect(page).toHaveURL(/query=Hotel/);
  await expect(tableRows(page)).toHaveCount(3);
  const changes = await page.evaluateHandle(() => {
    const made = { count: 0 };
    navigation?.addEventListener('navigate', () => (made.count += 1));
    return made;
  });
  await search(page).pressSequentially(' i tak dalej'.repeat(3));
  // A text that was typed just before the page is left is in its address, too.
  await search(page).fill('hotel');
  await tableRows(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/clients\/c$/);
  expect(await changes.evaluate(({ count }) => count)).toBeLessThan(30);
  await page.goBack();
  await expect(search(page)).toHaveValue('hotel');
  await expect(tableRows(page)).toHaveCount(3);
  await page.getByLabel('Stan').selectOption('not_visible');
  await expect(page.getByText('Żadna obserwacja nie pasuje do filtrów.')).toBeVisible();
  await expect(search(page)).toHaveValue('hotel');
  // What was not read is not said to be nothing.
  api.answer = (call) => refuse(call, 503, 'watch_unavailable');
  await page.getByLabel('Stan').selectOption('');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText('Nie obserwujesz jeszcze')).toHaveCount(0);
  // More watches than a page has begin closed; a further page begins with the client, too.
  const many = Array.from({ length: 120 }, (_, index) => of('Hotel', `a${index}`));
  api.answer = answerWatch(watchService({ watches: many, events: [] }));
  await load(page, api, '/clients');
  const fold = page.getByRole('button', { name: 'Hotel (120)' });
  await fold.click();
  // The bar stands at the lower edge of the window; its menu is seen there, too.
  await page.getByRole('checkbox', { name: 'Zaznacz: Hotel (120)' }).check();
  await page.getByRole('region', { name: 'Zaznaczone wiersze' }).getByText('Raport', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Raport klienta Hotel (PDF)' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await press(page, 'Następna →');
  await expect(page.locator('.client')).toHaveText(['Hotel (120)']);
  // The bar says which ticked rows are not in sight; another address has ticks of its own.
  await tableRows(page).first().getByRole('checkbox').uncheck();
  await expect(page.getByText('Zaznaczono: 119 z 120 (w tym poza widokiem: 99)')).toBeVisible();
  await expect(page.locator('.client').getByRole('checkbox')).toBeChecked({ indeterminate: true });
  await page.evaluate(() => location.assign('#/clients?client=Hotel'));
  await expect(search(page)).toHaveValue('Hotel');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Zaznaczono: 119 z 120')).toBeVisible();
  await fold.click();
  await expect(tableRows(page)).toHaveCount(0);
  await expect(page.locator('.client')).toHaveText(['Hotel (120)']);
});

test('names of a sheet are looked up as a list, with its columns', async ({ page, fake }) => {
  const lists = listService([]);
  const watch = answerWatch(watchService({ watches: [], events: [] }));
  const api = await fake(
    (call) => (call.url.pathname.startsWith('/api/jobs') ? lists.answer(call) : watch(call)),
    { hasWatch: true, hasJobs: true },
  );
  await load(page, api, '/clients');
  const rows = ['Nazwa firmy;Klient;Uwagi', 'Bar Zmyślony;Hotel;ważne', 'Kino Zmyślone;Hotel;'];
  await page.getByRole('textbox', { name: /nazwy miejsc/ }).fill(rows.join('\n'));
  await expect(page.getByText('Na liście: 0 · nazwy do wyszukania: 2')).toBeVisible();
  await press(page, 'Wyszukaj nazwy (2)');
  await expect(page).toHaveURL(/#\/lists\//);
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(JSON.stringify(sent?.body)).toContain('Hotel');
});

test('a list is imported in parts, and refused rows stay with their words', async ({ page, fake }) => {
  const answer = answerWatch(watchService({ watches: [], events: [] }));
  const refusals: [status: number, code: string][] = [];
  const api = await fake(
    (call) => {
      const [refused] = call.url.pathname.endsWith('/import') ? refusals.splice(0, 1) : [];
      return refused === undefined ? answer(call) : refuse(call, ...refused);
    },
    { hasWatch: true },
  );
  await page.clock.install();
  await load(page, api, '/clients');
  await expect(page.getByText('Nie obserwujesz jeszcze')).toBeVisible();
  const ids = Array.from({ length: 11 }, (_, index) => `Klient ${index};${link(`A${index}`)};ważne`);
  const rows = ['Nazwa;Link;Uwagi', ...ids, 'Klient B;0x47:0x1;', 'Klient C;brak;', ';;bez nazwy'];
  const field = page.getByRole('textbox', { name: /Linki do opinii/ });
  await field.fill(rows.join('\n'));
  await expect(
    page.getByText('Na liście: 12 · nazwy do wyszukania: 1 · wiersze bez linku i nazwy: 1'),
  ).toBeVisible();
  refusals.push([503, 'provider_unavailable'], [429, 'rate_limited']);
  await press(page, 'Obserwuj (12)');
  await expect(page.getByRole('button', { name: /Usługa jest zajęta, następna próba za/ })).toBeVisible();
  const result = page.getByRole('main').getByText('Dodano: 11, nieprzyjęte: 1');
  // Both refusals have a pause of their own.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(result).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByRole('listitem').filter({ hasText: 'Klient B 0x47:0x1' })).toBeVisible();
  await expect(tableRows(page)).toHaveCount(11);
  const sent = api.calls.filter((call) => call.url.pathname.endsWith('/import'));
  expect(sent).toHaveLength(4);
  expect((sent[0]?.body as { watches?: unknown[] } | undefined)?.watches?.[0]).toEqual({
    ...{ subject: link('A0'), label: 'Klient 0', note: 'ważne' },
  });
  await expect(field).toHaveValue(
    '"Nazwa"\t"Link"\t"Uwagi"\n"Klient B"\t"0x47:0x1"\t""\n"Klient C"\t"brak"\t""\n""\t""\t"bez nazwy"',
  );
  // What became of one list is not said of the next one; a part that failed and the parts after it stay.
  refusals.push([500, 'internal_error']);
  const next = Array.from({ length: 12 }, (_, index) => link(`D${index}`)).join('\n');
  await field.fill(next);
  await press(page, 'Obserwuj (12)');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '0x47:0x1' })).toHaveCount(0);
  await expect(field).toHaveValue(next);
});

test('a watch shows its course, and figures of their own time', async ({ page, fake }) => {
  const figures = {
    rating: 4.6,
    review_count: 120,
    at: '2026-11-20 03:12:45',
    at_utc: '2026-11-20T02:12:45Z',
  };
  const watched = { watches: [sampleWatch({ figures })] };
  const events = [sampleEvent(1, { type: 'watch.recovered', id: 'e_again' }), ...EVENTS];
  const api = await fake(answerWatch(watchService({ ...watched, events })), { hasWatch: true });
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/clients/w_place');
  const region = page.getByRole('region', { name: /^Ocena i liczba opinii w czasie/ }).first();
  await region.focus();
  await page.keyboard.press('End');
  await expect(page.locator('.tip')).toHaveText('22.11.2026: średnia: 4,6, opinie: 118');
  // Each date is below a point of its day.
  const dots = await region.locator('circle').evaluateAll((all) => all.map((one) => one.getAttribute('cx')));
  const dates = region.locator('svg > text');
  expect(await dates.allTextContents()).toEqual([
    '01.11.2026',
    '06.11.2026',
    '11.11.2026',
    '17.11.2026',
    '22.11.2026',
  ]);
  for (const date of await dates.all())
    expect(dots.map(Number)).toContainEqual(expect.closeTo(Number(await date.getAttribute('x')), 0));
  await expect(region.locator('svg .sign')).not.toHaveCount(0);
  await expect(page.locator('.legend')).toContainText('Zniknęły');
  await expect(page.locator('.legend')).toContainText('✓ Sprawdzanie znów się udaje');
  await page.getByText('Pokaż jako tabelę').click();
  await expect(page.getByRole('row', { name: '22.11.2026 4,6 118 121 0' })).toBeVisible();
  // Why the list is not whole is not known: it is far from the most that Google Maps shows.
  await expect(page.getByText('najwyżej około 4490')).toHaveCount(0);
  // The check of 10 November had no result: no line goes over that day.
  expect(await partsOfLines(region)).toEqual([2, 2]);
  // The figure is of its own time, and so is its difference to the first day: the course ends later.
  const rating = page.locator('.tiles > div').first();
  await expect(rating).toContainText('4,6 ★ ▼−\u00a00,1 od 01.11.2026');
  await expect(page.locator('.tiles > div').nth(1)).toContainText('120 ▼−\u00a01 od 01.11.2026');
  await expect(page.locator('.tiles')).toContainText('▼');
  await expect(page.locator('.tiles > div').nth(2)).toContainText('≥ 2');
  await expectAccessible(page);
  await expect(page.locator('main code')).toHaveText(WATCH.subject);
  await press(page, 'Kopiuj Place ID');
});

test('a watch shows the versions of its reviews, its reports and its evidence', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService()), { hasWatch: true });
  const tabs = page.getByRole('navigation', { name: 'Części widoku' });
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true }).click();
  await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
  await load(page, api, '/clients/w_place');
  await tab('Opinie');
  await page.getByText('Historia zmian: 2').click();
  const versions = page.getByRole('article').first().getByRole('listitem');
  await expect(versions.first()).toContainText('Pierogi zimne');
  await expect(versions.last()).toContainText('Pierogi jak u babci');
  await expect(page.getByText('opublikowana 11.10.2026').first()).toBeVisible();
  await page.getByLabel('Okres').selectOption('7 dni');
  const ledgers = () => api.calls.filter(({ url }) => url.pathname.endsWith('/reviews'));
  await expect.poll(() => ledgers().at(-1)?.url.search).toBe('?from=2026-11-17&limit=50');
  await page.getByLabel('Okres').selectOption('cały czas');
  // The reviews of another filter are not shown for those that could not be read.
  const { answer: whole } = api;
  api.answer = (call) => refuse(call, 503, 'watch_unavailable');
  await page.getByRole('radio', { name: 'Do potwierdzenia' }).check();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  api.answer = whole;
  await page.reload();
  await expect(page.getByText('Tej opinii brakuje na liście.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
  await tab('Przebieg');
  await page.getByRole('article').getByText('⋯').first().click();
  const evidence = page.getByRole('button', { name: 'Dowód (ZIP)' }).first();
  const [pack] = await Promise.all([page.waitForEvent('download'), evidence.click()]);
  expect(pack.suggestedFilename()).toBe(PACK_NAME);
  await openDetails(page, 'Raport');
  const report = await downloadBy(page, 'Raport PDF');
  expect(report.suggestedFilename()).toMatch(/^raport-klient-zmyslony-.*\.pdf$/);
  await page.getByLabel('Okres').selectOption('poprzedni miesiąc');
  await expect(page.getByText('01.10.2026 – 31.10.2026')).toBeVisible();
  await page.getByLabel('Autorzy opinii').selectOption('nazwy i linki');
  await downloadBy(page, 'Raport XLSX');
  const exported = api.calls
    .filter(({ url }) => url.pathname.endsWith('/export') && url.searchParams.has('format'))
    .map(({ url }) => url.search);
  expect(exported).toEqual([
    '?format=pdf&lang=pl&authors=pseudonyms',
    '?format=xlsx&lang=pl&authors=names&from=2026-10-01&to=2026-10-31',
  ]);
  const ofClient = await downloadBy(page, `Raport klienta ${WATCH.client} (PDF)`);
  // The name of the file has its period.
  expect(ofClient.suggestedFilename()).toMatch(
    /^raport-hotel-zmyslony-od-dnia-2026-10-01-do-dnia-2026-10-31-.*\.pdf$/,
  );
  const asked = api.calls.find(({ url }) => url.pathname === '/api/client-export')?.url.searchParams;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    ...{ client: WATCH.client, format: 'pdf', lang: 'pl', authors: 'names' },
    ...{ from: '2026-10-01', to: '2026-10-31' },
  });
  await expectAccessible(page);
});

test('a watch keeps its settings, and is checked when asked', async ({ page, fake }) => {
  const service = watchService();
  const api = await fake(answerWatch(service), { hasWatch: true });
  await load(page, api, '/clients/w_place?kind=settings');
  await page.getByLabel('Własna nazwa').fill('Nowy  klient');
  await page.getByLabel('Jak często sprawdzać').selectOption('co 12 godzin');
  await expect(page.getByText('Zmiany nie są zapisane.')).toBeVisible();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await nav(page).getByRole('link', { name: 'Klienci' }).click();
  await expect(page.getByLabel('Własna nazwa')).toHaveValue('Nowy  klient');
  await expect(page).toHaveURL(/kind=settings/);
  expect(questions).toEqual([expect.stringContaining('nie są zapisane')]);
  // Meanwhile somebody else changes another field.
  service.watches = service.watches.map((one) => ({ ...one, note: 'Uwaga zespołu' }));
  await press(page, 'Zapisz ustawienia');
  await expect(page.getByRole('heading', { name: 'Nowy klient' })).toBeVisible();
  await expect(page.getByText('Zmiany nie są zapisane.')).toHaveCount(0);
  expect(service.watches.find(({ id }) => id === 'w_place')).toMatchObject({
    label: 'Nowy klient',
    interval_hours: 12,
    note: 'Uwaga zespołu',
  });
  await press(page, 'Sprawdź teraz');
  await expect(page.getByText('Wykonano: 1 z 1.')).toBeAttached();
  await load(page, api, '/clients/w_inna');
  await expect(page.getByRole('alert')).toContainText('Nie ma takiej obserwacji.');
});

test('the page of a watch has its name, which is never a raw link', async ({ page, fake }) => {
  const nameless = sampleWatch({
    ...{ id: 'w_review', kind: 'review', subject: REVIEW_LINK, label: null, client: null },
    ...{ place_name: null, state: 'never_visible', figures: null },
  });
  const client = 'Przedsiębiorstwo Wielobranżowe Zmyślone Konstantynopolitańczykowianeczka i Wspólnicy';
  const service = watchService({ watches: [nameless, sampleWatch({ client })], events: [] });
  const api = await fake(answerWatch(service), { hasWatch: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
    await load(page, api, '/clients');
    const entry = tableRows(page).last().getByRole('link');
    await expect(entry).toHaveText(/^Opinia ….{9}$/);
    expect(await widthOf()).toBe(width);
    const name = (await entry.textContent()) ?? '';
    await entry.click();
    await expect(heading(page)).toHaveText(name);
    await expect(page).toHaveTitle(`${name} – Klienci – place-lookup`);
    expect(await widthOf()).toBe(width);
  }
  await page.getByRole('link', { name: 'Wszyscy klienci' }).click();
  await expect(page).toHaveTitle('Klienci – place-lookup');
  await tableRows(page).first().getByRole('link').click();
  await expect(page).toHaveTitle('Klient Zmyślony – Klienci – place-lookup');
  await page
    .getByRole('navigation', { name: 'Części widoku' })
    .getByRole('link', { name: 'Ustawienia' })
    .click();
  await page.getByLabel('Własna nazwa').fill('Inna nazwa');
  await press(page, 'Zapisz ustawienia');
  await expect(heading(page)).toHaveText('Inna nazwa');
});

test('a webhook shows its secret once, is tested with the result and removed', async ({ page, fake }) => {
  const api = await fake(answerWatch(watchService({ channels: [] })), { hasWatch: true, hasJobs: true });
  await load(page, api, '/settings');
  await expect(page.locator('#channels .rows > li')).toHaveCount(0);
  await page.getByLabel('Wyślij', { exact: true }).selectOption('Webhook');
  await page.getByLabel('na adres URL').fill('https://hooks.example.com/a');
  for (const name of ['Opinii już nie widać', 'Pojawiła się opinia'])
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Lista się zakończyła' }).check();
  // A rule about stars has no effect on losses.
  await page.getByRole('checkbox', { name: 'Pojawiła się opinia' }).uncheck();
  await expect(page.getByLabel('gwiazdki nowych lub zmienionych opinii')).toHaveCount(0);
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
    types: ['review.not_visible', 'job.finished'],
  });
  await page.getByRole('button', { name: 'Wyślij próbę' }).click();
  await expect(page.getByText('Próba: connect ECONNREFUSED')).toBeAttached();
  const answerYes = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Usuń' }).click();
  await answerYes('Usuń');
  await expect(page.locator('#channels .rows > li')).toHaveCount(0);
  await expect(page.locator('#channels')).toBeFocused();
});

test('without SMTP the console says so; a chat gets low ratings once a week', async ({ page, fake }) => {
  const service = watchService({ channels: [] });
  const api = await fake(answerWatch(service), { hasWatch: true, hasMail: false });
  await load(page, api, '/settings');
  await expect(page.getByText('Ta usługa nie wysyła e-maili')).toBeVisible();
  await expect(page.getByLabel('Wyślij', { exact: true }).getByRole('option')).toHaveText([
    /^Czat/,
    'Webhook',
  ]);
  await page.getByLabel('na adres przychodzącego webhooka').fill('https://hooks.example.com/chat');
  await page.getByLabel('jak często').selectOption('raz w tygodniu, w poniedziałek');
  // Losses and new reviews with 1 or 2 stars are what most people want to hear of.
  await expect(page.getByLabel('gwiazdki nowych lub zmienionych opinii')).toHaveValue(/2/);
  await page.getByLabel('tylko ci klienci').fill('Klient A; Firma, sp. z o.o. ;');
  await expectAccessible(page);
  // What is typed is not lost without a question.
  const question = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await nav(page).getByRole('link', { name: 'Start' }).click();
  expect((await question).message()).toContain('nie są zapisane');
  await press(page, 'Dodaj');
  await expect(page.getByText('najwyżej 2 ★ · Klient A, Firma, sp. z o.o.')).toBeVisible();
  expect(api.calls.find((call) => call.method === 'POST')?.body).toEqual({
    ...{ kind: 'chat', lang: 'pl', target: 'https://hooks.example.com/chat', pace: 'weekly' },
    ...{ max_stars: 2, clients: ['Klient A', 'Firma, sp. z o.o.'] },
    types: ['review.not_visible', 'review.appeared'],
  });
});

test('a channel that has ended says why, and starts again', async ({ page, fake }) => {
  const ended: ChannelData = {
    ...CHANNEL,
    id: 'ch_3',
    target: 'https://c.example/',
    ended_at: CHANNEL.created_at,
    ended_because: 'given_up',
    ...{ last_error: 'HTTP 500', last_error_at: '2026-11-20 03:12:45' },
  };
  const api = await fake(answerWatch(watchService({ channels: [ended] })), { hasWatch: true });
  await load(page, api);
  await page.getByRole('link', { name: 'Zakończone powiadomienia, które niczego nie wysyłają: 1' }).click();
  await expect(page.getByText('Wysyłka nie udawała się przez trzy dni.')).toBeVisible();
  await expect(page.getByText('Ostatnia nieudana wysyłka: 20.11.2026, 03:12 (HTTP 500)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wyślij próbę' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Uruchom ponownie: https://c.example/' }).click();
  await expect(page.getByRole('button', { name: 'Wyślij próbę' })).toHaveCount(1);
});

test('one click moves a list, checked or not, to the form of watches', async ({ page, fake }) => {
  const answer = answerWatch(watchService());
  const api = await fake(answer, { hasWatch: true });
  await load(page, api);
  await enter(page, ['A', 'B', 'C'].map(link).join('\n'));
  await press(page, 'Obserwuj');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Obserwuj (3)' })).toBeVisible();
  await expectAccessible(page);
  // Another list replaces them only after a question.
  const question = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('search').getByRole('button', { name: 'Obserwuj' }).click();
  expect((await question).message()).toContain('Zastąpić');
  await expect(page.getByRole('button', { name: 'Obserwuj (3)' })).toBeVisible();
});

import type { Download, Locator, Page } from '@playwright/test';
import { csvCells, enterFile, load, workbookFile, workbookRows } from './actions.js';
import { expect, test } from './console-test.js';
import type { FakeCall } from './fake-api.js';
import { listService, verdictOf } from './list-service.js';
import { link, sampleCheckedReview, sampleFailure, samplePlaceRow } from './samples.js';
import { answerWatch, EVENTS, PACK_NAME, sampleEvent, sampleWatch, watchService } from './watch-service.js';

// The days of two users, each with a mouse on a wide screen and with a finger on a phone.

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const CLIENTS = ['Hotel Zmyślony', 'Kwiaciarnia Zmyślona', 'Piekarnia Zmyślona'];
const NOT_FOUND = { code: 'no_results', message: 'Not found.', reason: 'other', values: {} };

for (const [device, options] of Object.entries(DEVICES)) {
  const press = (target: Locator) => (options.hasTouch ? target.tap() : target.click());
  const saved = async (page: Page, target: Locator): Promise<Download> => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(target)]);
    return file;
  };
  const views = (page: Page) => page.getByRole('navigation', { name: 'Widoki' });
  const open = (page: Page, name: RegExp) => press(views(page).getByRole('link', { name }));
  const title = (page: Page) => page.getByRole('heading', { level: 1 });
  /** Nothing is wider than the window, as a user would see by scrolling sideways. */
  const expectWhole = async (page: Page) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width);

  test.describe(device, () => {
    test.use(options);

    test("an agency's Monday: what changed, its evidence, the record for the client, done", async ({
      page,
      fake,
    }) => {
      const service = watchService({ events: [] });
      const api = await fake(answerWatch(service), { hasWatch: true });
      await page.clock.install({ time: new Date('2026-11-09T08:00:00Z') });
      await load(page, api);
      await expect(page.getByText('Sprawdzenia z wynikiem nie znalazły w tym czasie')).toBeVisible();
      await expect(views(page).getByRole('link', { name: /^Start/ })).toHaveText('Start');

      const other = { client: 'Kwiaciarnia Zmyślona', watch_id: 'w_review', author: 'Inna Zmyślona' };
      service.events = [...EVENTS.slice(0, 5), sampleEvent(6, { ...other, at_utc: '2026-11-16T06:00:00Z' })];
      await page.clock.fastForward(7 * 86_400_000);
      await load(page, api);
      await expect(title(page)).toHaveText('Zmiany od 09.11.2026, 09:00');
      // Of six events, one follows from another of the same check.
      await expect(views(page).getByRole('link', { name: /^Start/ })).toHaveText('Start 5');
      const hotel = page.getByRole('region', { name: 'Hotel Zmyślony', exact: true });
      const flowers = page.getByRole('region', { name: 'Kwiaciarnia Zmyślona', exact: true });
      await expect(hotel.getByRole('article')).toHaveCount(3);
      await expect(flowers.getByRole('article')).toHaveCount(1);
      await expectWhole(page);

      const change = hotel.getByRole('article', { name: 'Pojawiła się opinia: Zmyślona Osoba' });
      await press(change.getByText('⋯'));
      const pack = await saved(page, change.getByRole('button', { name: 'Dowód (ZIP)' }));
      expect(pack.suggestedFilename()).toBe(PACK_NAME);
      await press(hotel.getByRole('link', { name: 'Hotel Zmyślony' }));
      await expect(title(page)).toHaveText('Klient Zmyślony');
      await page.getByLabel('Okres').selectOption('7 dni');
      await press(page.locator('summary', { hasText: 'Raport' }));
      const record = await saved(page, page.getByRole('button', { name: 'Raport PDF' }));
      expect(record.suggestedFilename()).toMatch(/^raport-klient-zmyslony-.*\.pdf$/);
      const asked = api.calls.at(-1)?.url.searchParams;
      expect([asked?.get('format'), asked?.get('from')]).toEqual(['pdf', '2026-11-10']);
      await expectWhole(page);

      await open(page, /^Start/);
      const done = change.getByRole('button', { name: /^Załatwione: / });
      if (options.hasTouch) expect((await done.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await press(done);
      await expect(change).toContainText('załatwione · anna · 23.11.2026');
      await expect(views(page).getByRole('link', { name: /^Start/ })).toHaveText('Start 4');
      await page.reload();
      await expect(change).toContainText('załatwione · anna');
      await expect(views(page).getByRole('link', { name: /^Start/ })).toHaveText('Start 4');
      await press(page.locator('summary', { hasText: 'Filtry' }));
      await press(page.getByRole('checkbox', { name: 'tylko niezałatwione' }));
      await expect(page.getByRole('article', { name: 'Pojawiła się opinia: Zmyślona Osoba' })).toHaveCount(0);
      await expectWhole(page);

      await page.clock.fastForward(7 * 86_400_000);
      await load(page, api);
      await expect(title(page)).toHaveText('Zmiany od 16.11.2026, 09:00');
      await expect(page.getByRole('article')).toHaveCount(0);
      await expect(views(page).getByRole('link', { name: /^Start/ })).toHaveText('Start');
    });

    test("an agency's Monday: 800 links are checked, and 40 names become watches of their clients", async ({
      page,
      fake,
    }) => {
      const long = 'Przedsiębiorstwo Wielobranżowe Zmyślone Konstantynopolitańczykowianeczka i Wspólnicy';
      const review = sampleCheckedReview('0', { author_name: long });
      const lists = listService([], (index, asked) => {
        const verdict = verdictOf(index, asked);
        if (asked.startsWith('http')) return 'is_visible' in verdict ? { ...verdict, review } : verdict;
        const { review_url: _, ...nothing } = {
          ...sampleFailure(index, ''),
          review_url: '',
          error: NOT_FOUND,
        };
        const found = { ...samplePlaceRow(index + 1), place_id: `ChIJzmyslone${index}`, query: asked };
        return asked.endsWith(' 40') ? { ...nothing, query: asked } : found;
      });
      const watches = answerWatch(watchService());
      const isOfLists = ({ url }: FakeCall) => url.pathname.startsWith('/api/jobs');
      const api = await fake((call) => (isOfLists(call) ? lists.answer : watches)(call), {
        ...{ hasJobs: true, hasWatch: true, hasEvidence: true },
      });
      const rows = page.locator('.verdicts tbody tr:not(.below)');
      await load(page, api);
      const links = Array.from({ length: 800 }, (_, at) => [
        `${at}`,
        long,
        link(`${at % 8 ? 'V' : 'Gone'}${at}`),
      ]);
      await enterFile(page, await workbookFile('linki.xlsx', [['Nr', 'Klient', 'Link do opinii'], ...links]));
      await press(page.getByRole('button', { name: 'Sprawdź', exact: true }));
      await press(page.getByRole('radio', { name: 'Niewidoczne (100)' }));
      await expect(rows).toHaveCount(100);
      await expectWhole(page);
      const menu = page.locator('summary', { hasText: 'Pobierz' });
      await press(menu);
      await expect(page.getByRole('button', { name: 'Wszystkie (800) – XLSX' })).toBeInViewport({
        ratio: 0.95,
      });
      const part = page.getByRole('button', { name: 'Tylko pokazane wiersze (100 z 800) – CSV' });
      expect(await csvCells(await saved(page, part))).toHaveLength(101);

      const names = Array.from({ length: 40 }, (_, at) => [
        `Bar Zmyślony ${at + 1}`,
        CLIENTS[at % 3] ?? '',
        'stały',
      ]);
      await enterFile(
        page,
        await workbookFile('lokale.xlsx', [['Nazwa firmy', 'Klient', 'Uwagi'], ...names]),
      );
      await press(page.getByRole('button', { name: 'Sprawdź miejsca' }));
      await expect(rows).toHaveCount(40);
      await expect(rows.first()).toContainText(
        /Bar Zmyślony 1.*Hotel Zmyślony.*Pierogarnia Pod Zmyśloną Różą.*Znaleziono/,
      );
      await expect(rows.last()).toContainText(/Bar Zmyślony 40.*Hotel Zmyślony.*Bez wyniku/);
      await expectWhole(page);
      await press(page.locator('.results').getByRole('button', { name: 'Obserwuj', exact: true }));
      await press(page.getByRole('button', { name: 'Obserwuj (39)' }));
      const parts = () => api.calls.filter(({ url }) => url.pathname === '/api/watches/import');
      await expect.poll(() => parts().length).toBe(4);
      expect(parts().flatMap(({ body }) => (body as { watches: object[] }).watches)).toEqual(
        names.slice(0, 39).map(([label, client, note], at) => ({
          ...{ subject: `ChIJzmyslone${at}`, label, client, note },
        })),
      );
      await expectWhole(page);
    });

    test("a consultant's month: 40 places compared in a period, and the workbook read", async ({
      page,
      fake,
    }) => {
      const watches = Array.from({ length: 40 }, (_, index) =>
        sampleWatch({ id: `w_${index}`, label: null, client: null, place_name: `Lokal ${index + 1}` }),
      );
      const api = await fake(answerWatch(watchService({ watches, events: [] })), { hasWatch: true });
      await page.clock.setFixedTime(new Date('2026-12-01T09:00:00Z'));
      await load(page, api);
      await open(page, /^Klienci/);
      const selection = page.getByRole('region', { name: 'Zaznaczone wiersze' });
      await expect(selection).toHaveCount(0);
      await press(page.getByRole('checkbox', { name: 'Zaznacz: Lokal 1', exact: true }));
      await press(selection.getByRole('button', { name: 'Zaznacz wszystkie' }));
      await expect(page.getByText('Zaznaczono: 40 z 40')).toBeVisible();
      await press(page.getByRole('main').getByRole('link', { name: 'Porównaj' }));
      await expect(title(page)).toHaveText('Porównanie');
      await page.getByLabel('Okres').selectOption('poprzedni miesiąc');
      await expect(page.getByText('01.11.2026 – 30.11.2026')).toBeVisible();
      await expect(
        page.getByRole('row', { name: /^Lokal 40 4,7 \(01.11.2026\) 4,6 \(22.11.2026\) − 0,1 118 / }),
      ).toBeVisible();
      await expectWhole(page);
      const month = await saved(page, page.getByRole('button', { name: 'Pobierz XLSX' }));
      const [headings, ...places] = await workbookRows(month, 1);
      expect(headings?.slice(0, 4)).toEqual([
        ...['Miejsce', 'Średnia na początku', 'Dzień pierwszego wyniku', 'Średnia na końcu'],
      ]);
      expect(places.map(([name]) => name)).toEqual(watches.map(({ place_name: name }) => name));
      const [days, ...ofDays] = await workbookRows(month, 2);
      expect(days).toHaveLength(81);
      // One of the 22 checks had no result.
      expect(ofDays).toHaveLength(21);

      await page.getByLabel('Okres').selectOption('wybrane dni');
      await page.getByLabel('Od dnia').fill('2026-11-13');
      await page.getByLabel('Do dnia').fill('2026-11-19');
      await expect(
        page.getByRole('row', { name: /^Lokal 40 4,6 \(13.11.2026\) 4,6 \(19.11.2026\) 0,0 119 / }),
      ).toBeVisible();
      const week = await saved(page, page.getByRole('button', { name: 'Pobierz XLSX' }));
      expect(await workbookRows(week, 2)).toHaveLength(8);
    });
  });
}

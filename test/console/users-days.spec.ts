import type { Locator, Page } from '@playwright/test';
import { csvCells, enterFile, load, workbookFile } from './actions.js';
import { type ConsoleFixtures, expect, test } from './console-test.js';
import type { FakeCall } from './fake-api.js';
import { listService, verdictOf } from './list-service.js';
import { link, sampleCheckedReview, sampleFailure, samplePlaceRow } from './samples.js';
import { answerWatch, watchService } from './watch-service.js';

// The largest day of a user, with a mouse on a wide screen and with a finger on a phone.

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const CLIENTS = ['Hotel Zmyślony', 'Kwiaciarnia Zmyślona', 'Piekarnia Zmyślona'];
const NOT_FOUND = { code: 'no_results', message: 'Not found.', reason: 'other', values: {} };

const LONG = 'Przedsiębiorstwo Wielobranżowe Zmyślone Konstantynopolitańczykowianeczka i Wspólnicy';
const review = sampleCheckedReview('0', { author_name: LONG });

/** Verdicts with a long name for links, and a place for each other entry but the fortieth. */
function rowOf(index: number, asked: string): object {
  const verdict = verdictOf(index, asked);
  if (asked.startsWith('http')) return 'is_visible' in verdict ? { ...verdict, review } : verdict;
  const { review_url: _, ...nothing } = { ...sampleFailure(index, ''), review_url: '', error: NOT_FOUND };
  const found = { ...samplePlaceRow(index + 1), place_id: `ChIJzmyslone${index}`, query: asked };
  return asked.endsWith(' 40') ? { ...nothing, query: asked } : found;
}

const rowsOf = (page: Page) => page.locator('.verdicts tbody tr:not(.below)');

/** A service with lists, packs and watches. */
async function openAgency(page: Page, fake: ConsoleFixtures['fake']) {
  const lists = listService([], rowOf);
  const watches = answerWatch(watchService());
  const isOfLists = ({ url }: FakeCall) => url.pathname.startsWith('/api/jobs');
  const offers = { hasJobs: true, hasWatch: true, hasEvidence: true };
  const api = await fake((call) => (isOfLists(call) ? lists.answer : watches)(call), offers);
  await load(page, api);
  return api;
}

for (const [device, options] of Object.entries(DEVICES)) {
  const press = (target: Locator) => (options.hasTouch ? target.tap() : target.click());
  /** Nothing is wider than the window, as a user would see by scrolling sideways. */
  const expectWhole = async (page: Page) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width);

  test.describe(device, () => {
    test.use(options);

    test("an agency's Monday: 800 links are checked", async ({ page, fake }) => {
      await openAgency(page, fake);
      const links = Array.from({ length: 800 }, (_, at) => [
        `${at}`,
        LONG,
        link(`${at % 8 ? 'V' : 'Gone'}${at}`),
      ]);
      await enterFile(page, await workbookFile('linki.xlsx', [['Nr', 'Klient', 'Link do opinii'], ...links]));
      await press(page.getByRole('button', { name: 'Sprawdź', exact: true }));
      await press(page.getByRole('radio', { name: 'Niewidoczne (100)' }));
      await expect(rowsOf(page)).toHaveCount(100);
      await expectWhole(page);
      await press(page.locator('summary', { hasText: 'Pobierz' }));
      const all = page.getByRole('button', { name: 'Wszystkie (800) – XLSX' });
      await expect(all).toBeInViewport({ ratio: 0.95 });
      const part = page.getByRole('button', { name: 'Tylko pokazane wiersze (100 z 800) – CSV' });
      const [file] = await Promise.all([page.waitForEvent('download'), press(part)]);
      expect(await csvCells(file)).toHaveLength(101);
    });

    test("an agency's Monday: 40 names become watches of their clients", async ({ page, fake }) => {
      const api = await openAgency(page, fake);
      const rows = rowsOf(page);
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
      const sent = parts().flatMap(({ body }) => (body as { watches: object[] }).watches);
      const subjects = names.slice(0, 39).map(([label, client, note], at) => {
        return { subject: `ChIJzmyslone${at}`, label, client, note };
      });
      expect(sent).toEqual(subjects);
      await expectWhole(page);
    });
  });
}

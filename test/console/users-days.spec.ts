import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { inventedPack, zipped } from '../support/evidence-pack.js';
import {
  check,
  csvCells,
  csvRows,
  downloadBy,
  enterFile,
  expectAnnounced,
  load,
  partsOfLines,
  workbookFile,
  workbookRows,
} from './actions.js';
import { expectAccessible } from './axe.js';
import { type ConsoleFixtures, expect, test } from './console-test.js';
import { type FakeCall, refuse, succeed } from './fake-api.js';
import { listService, sentList, verdictOf } from './list-service.js';
import { link, sampleCheckedReview, sampleFailure, samplePlaceRow } from './samples.js';
import { answerWatch, PACK_NAME, watchService } from './watch-service.js';

// The largest day of a user, with a mouse on a wide screen and with a finger on a phone.

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const CLIENTS = ['Hotel Zmyślony', 'Kwiaciarnia Zmyślona', 'Piekarnia Zmyślona'];
const NOT_FOUND = { code: 'no_results', message: 'Not found.', reason: 'no_place_for_query', values: {} };

const LONG = 'Przedsiębiorstwo Wielobranżowe Zmyślone Konstantynopolitańczykowianeczka i Wspólnicy';
const review = sampleCheckedReview('0', { author_name: LONG });

/** Verdicts with a long name for links, and a place for each other entry but the fortieth. */
function rowOf(index: number, asked: string): object {
  const verdict = verdictOf(index, asked);
  if (asked.startsWith('http')) return 'is_visible' in verdict ? { ...verdict, review } : verdict;
  const { review_url: _, ...nothing } = { ...sampleFailure(index, ''), review_url: '', error: NOT_FOUND };
  const found = { ...samplePlaceRow(index + 1), place_id: `ChIJzmyslone${index}`, query: asked };
  const branch = (place_id: string, adres: string) => ({
    ...{ place_id, adres, nazwa_wizytowki: 'Bar Zmyślony', srednia_ocen: 4.1 },
  });
  const candidates = [branch('ChIJpierwszy', 'ul. Pierwsza 1'), branch('ChIJdrugi', 'ul. Druga 2')];
  if (asked.endsWith(' 39')) return { ...found, place_id: 'ChIJpierwszy', candidates };
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

  /** The rows of a file from the menu "Pobierz". */
  const csvBy = async (page: Page, name: string) => {
    await press(page.locator('summary', { hasText: 'Pobierz' }));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('button', { name })),
    ]);
    await page.keyboard.press('Escape');
    return csvRows(file);
  };

  test.describe(device, () => {
    test.use(options);

    test("an agency's Monday: 800 links are checked", async ({ page, fake }) => {
      await openAgency(page, fake);
      const links = Array.from({ length: 800 }, (_, at) => [
        `${at}`,
        LONG,
        link(`${at % 8 ? 'V' : 'Gone'}${at}`),
        `2026-12-${10 + (at % 9)}`,
      ]);
      const headings = ['Nr', 'Klient', 'Link do opinii', 'Termin'];
      await enterFile(page, await workbookFile('linki.xlsx', [headings, ...links]));
      await press(page.getByRole('button', { name: 'Sprawdź', exact: true }));
      await press(page.getByRole('radio', { name: 'Niewidoczne (100)' }));
      await expect(rowsOf(page)).toHaveCount(100);
      await expectWhole(page);
      await press(page.locator('summary', { hasText: 'Pobierz' }));
      const all = page.getByRole('button', { name: 'Wszystkie (800) – XLSX' });
      await expect(all).toBeInViewport({ ratio: 0.95 });
      expect((await all.boundingBox())?.x).toBeGreaterThan(options.hasTouch ? 0 : 208);
      const part = page.getByRole('button', { name: 'Tylko pokazane wiersze (100 z 800) – CSV' });
      const [file] = await Promise.all([page.waitForEvent('download'), press(part)]);
      expect(await csvCells(file)).toHaveLength(101);
      await page.keyboard.press('Escape');
      // Dates are no groups.
      await expect(page.getByLabel('Kolumna', { exact: true })).toHaveCount(0);
      // Page and ticks are still there for a user who comes back.
      await press(page.getByRole('radio', { name: 'Wszystkie (800)' }));
      await press(page.getByRole('button', { name: 'Następna' }));
      await press(rowsOf(page).first().getByRole('checkbox'));
      await press(page.getByRole('link', { name: 'Klienci' }));
      await page.goBack();
      await expect(rowsOf(page).first()).toContainText('100');
      await expect(rowsOf(page).first().getByRole('checkbox')).toBeChecked();
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
      // The user picks one of several branches; the facts of the first one are not said of it.
      await press(rows.nth(38).locator('.reason button'));
      await press(page.getByRole('button', { name: 'Wybierz: Bar Zmyślony, ul. Druga 2' }));
      await expect(rows.nth(38)).toContainText(/Bar Zmyślony.*Znaleziono.*ul. Druga 2 · 4,1 ★ · wybrane/);
      await expectAccessible(page);
      await expectWhole(page);
      // The file of the rows shown has what the screen shows; the others are the service's own.
      await press(page.getByRole('radio', { name: 'Znalezione (39)' }));
      const [, , picked] = (await csvBy(page, 'Tylko pokazane wiersze (39 z 40) – CSV')).slice(36);
      expect(picked).toMatchObject({
        ...{ 'Nazwa firmy': 'Bar Zmyślony 39', 'Place ID': 'ChIJdrugi', Adres: 'ul. Druga 2' },
        ...{ 'Średnia ocen': '4,1', 'Liczba opinii': '', 'Link (Place ID)': '', 'Znalezione jako': '' },
      });
      // The browser keeps the pick, and the file of all rows has it.
      await page.reload();
      await expect(rows).toHaveCount(39);
      await press(page.getByRole('radio', { name: 'Wszystkie (40)' }));
      expect((await csvBy(page, 'Wszystkie (40) – CSV')).slice(38)).toMatchObject([
        { 'Place ID': 'ChIJdrugi', Adres: 'ul. Druga 2' },
        { 'Place ID': '', Błąd: 'Mapy Google nie pokazują żadnego miejsca dla tego zapytania.' },
      ]);
      await press(page.locator('.results').getByRole('button', { name: 'Obserwuj', exact: true }));
      await press(page.getByRole('button', { name: 'Obserwuj (39)' }));
      const parts = () => api.calls.filter(({ url }) => url.pathname === '/api/watches/import');
      await expect.poll(() => parts().length).toBe(4);
      const sent = parts().flatMap(({ body }) => (body as { watches: object[] }).watches);
      const subjects = names.slice(0, 39).map(([label, client, note], at) => {
        return { subject: at === 38 ? 'ChIJdrugi' : `ChIJzmyslone${at}`, label, client, note };
      });
      expect(sent).toEqual(subjects);
      await expectWhole(page);
      // The place that was picked is checked again, beside the name in its own cell.
      await page.goBack();
      await press(page.getByRole('button', { name: 'Sprawdź ponownie' }));
      const lists = () =>
        api.calls.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/jobs');
      await expect.poll(() => lists().length).toBe(2);
      const { links, cells } = sentList(lists()[1] as FakeCall);
      expect([links[37], links[38]]).toEqual(['Bar Zmyślony 38', 'ChIJdrugi']);
      expect(cells?.[38]).toEqual(['Bar Zmyślony 39', 'Piekarnia Zmyślona', 'stały']);
    });

    test('a lawyer: six packs in one ZIP, and the check of a pack', async ({ page, fake }, info) => {
      const lists = listService();
      const { files, key } = await inventedPack();
      const pack = await zipped(files);
      const held: FakeCall[] = [];
      const prove = ({ response }: FakeCall) => {
        response.setHeader('Content-Disposition', `attachment; filename="${PACK_NAME}"`);
        response.writeHead(200, { 'Content-Type': 'application/zip' }).end(pack);
      };
      const api = await fake(
        (call) => {
          if (call.url.pathname === '/api/evidence-key')
            return succeed(call, { key_id: key.id, public_key: key.publicPem, earlier_keys: [] });
          if (call.url.pathname !== '/api/review-evidence') return lists.answer(call);
          if (call.url.searchParams.get('url') === link('Bad')) return refuse(call, 404, 'no_results');
          return call.url.searchParams.get('url') === link(0) ? void held.push(call) : prove(call);
        },
        { hasJobs: true, hasEvidence: true },
      );
      await load(page, api);
      const links = ['0', '1', 'Gone', 'Gone2', 'Bad', 'Cut'].map((name) => link(name));
      await check(page, links.join('\n'));
      await expect(rowsOf(page)).toHaveCount(6);
      const one = page.waitForEvent('download');
      await press(page.getByRole('button', { name: 'Dowód: maps.app.goo.gl/RevGone', exact: true }));
      const saved = info.outputPath('dowod.zip');
      await (await one).saveAs(saved);
      await press(page.getByRole('button', { name: 'Dowód: maps.app.goo.gl/RevBad' }));
      await expect(page.locator('.below').getByRole('alert')).toBeVisible();
      await press(page.getByRole('checkbox', { name: 'Zaznacz: maps.app.goo.gl/Rev0' }));
      await press(page.getByRole('button', { name: 'Zaznacz wszystkie' }));
      const all = page.waitForEvent('download');
      await press(page.getByRole('button', { name: 'Dowody (6)' }));
      await expect.poll(() => held.length).toBe(1);
      // What was begun is made, also when its rows are no longer ticked.
      await press(page.getByRole('button', { name: 'Odznacz' }));
      // It would be lost with the page.
      const question = page.waitForEvent('dialog');
      page.once('dialog', (dialog) => void dialog.dismiss());
      await press(page.getByRole('link', { name: 'Dowody' }));
      expect((await question).message()).toContain('Dowody nie są jeszcze gotowe.');
      // The same is asked before a list is begun, not after it.
      page.once('dialog', (dialog) => void dialog.dismiss());
      await press(page.getByRole('button', { name: /^Sprawdź ponownie/ }));
      await expectWhole(page);
      expect(lists.lists).toHaveLength(1);
      prove(held[0] as FakeCall);
      const zip = unzipSync(new Uint8Array(await readFile(await (await all).path())));
      const names = ['1', '2', '3', '4', '6'].map((at) => `${at}-${PACK_NAME}`);
      expect(Object.keys(zip).sort()).toEqual([...names, 'brakujace-dowody.txt'].sort());
      expect(strFromU8(zip['brakujace-dowody.txt'] as Uint8Array)).toContain(
        `Brak dowodu dla 1 z 6 wierszy:\r\n5. ${link('Bad')} – `,
      );
      await expectAnnounced(page, 'Gotowe dowody: 5 z 6.');
      await press(page.getByRole('link', { name: 'Dowody' }));
      await page.locator('#pack-file').setInputFiles(saved);
      await expect(page.getByRole('region', { name: 'dowod.zip' })).toContainText('kluczem tej usługi');
      await expectWhole(page);
    });

    test("a consultant's month: two places are compared in a chart, a table and a workbook", async ({
      page,
      fake,
    }) => {
      const api = await fake(answerWatch(watchService()), { hasWatch: true });
      await page.clock.setFixedTime(new Date('2026-11-23T09:00:00Z'));
      await load(page, api, '/clients');
      for (const name of ['Klient Zmyślony', 'Kawiarnia Nieistniejąca'])
        await page.getByRole('checkbox', { name: `Zaznacz: ${name}` }).check();
      await press(page.getByRole('link', { name: 'Porównaj', exact: true }));
      await expect(page).toHaveURL(/compare\?ids=w_trouble%2Cw_place/);
      await expect(
        page.getByRole('row', {
          name: /^Klient Zmyślony 4,7 \(01.11.2026\) 4,6 \(22.11.2026\) − 0,1 118 1$/,
        }),
      ).toBeVisible();
      await expect(page.locator('.legend li')).toHaveText(['Kawiarnia Nieistniejąca', 'Klient Zmyślony']);
      const chart = page.getByRole('region', { name: /^Ocena i liczba opinii/ });
      await chart.focus();
      await page.keyboard.press('Home');
      await expect(page.locator('.tip')).toHaveText(
        /^01.11.2026 · Kawiarnia Nieistniejąca 4,7 5\s121 \(0\) · Klient Zmyślony 4,7 121 \(0\)$/,
      );
      expect(await partsOfLines(chart)).toEqual([2, 2, 2, 2]);
      // Beside a place with 5,121 reviews, the line of a place with 121 is no flat one.
      const line = (await chart.locator('svg path').last().getAttribute('d')) ?? '';
      const heights = [...line.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
      expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(50);
      await expectAccessible(page);
      const book = await downloadBy(page, 'Pobierz XLSX');
      const [, first] = await workbookRows(book, 1);
      expect(first?.slice(0, 6)).toEqual([
        ...['Kawiarnia Nieistniejąca', 4.7, new Date('2026-11-01'), 4.6, new Date('2026-11-22'), 5118],
      ]);
      expect(String(await workbookRows(book, 3))).toContain('a znak ≥, jeśli mogło być ich więcej');
      const days = await workbookRows(book, 2);
      expect(days).toHaveLength(22);
      await page.getByLabel('Okres').selectOption('wybrane dni');
      await page.getByLabel('Od dnia').fill('2026-11-13');
      await page.getByLabel('Do dnia').fill('2026-11-19');
      await expect(
        page.getByRole('row', { name: /^Klient Zmyślony 4,6 \(13.11.2026\) 4,6 \(19.11.2026\) 0,0 119 / }),
      ).toBeVisible();
      expect(await workbookRows(await downloadBy(page, 'Pobierz XLSX'), 2)).toHaveLength(8);
      // One day has no change.
      await page.getByLabel('Od dnia').fill('2026-11-19');
      await expect(
        page.getByRole('row', { name: /^Klient Zmyślony 4,6 \(19.11.2026\) 4,6 \(19.11.2026\) – 119 / }),
      ).toBeVisible();
      await press(page.getByText('Wybrane miejsca: 2 z'));
      await page.getByRole('checkbox', { name: 'Klient Zmyślony' }).uncheck();
      await expect(page.getByText('Wybierz co najmniej dwa miejsca.')).toBeVisible();
      await expectWhole(page);
    });
  });
}

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { CheckedReview } from '../../src/contract/lines.js';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import { check, csvCells, downloadBy, unfold } from './actions.js';
import { accessibilityFaults } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLines, answerLinks, beginLines, type FakeCall, succeed, urlsOf } from './fake-api.js';
import { countIn, keepLists, keepRecords, MINUTE } from './kept-lists.js';
import { link, sampleCheckedReview, sampleFailure, samplePlace, sampleVerdict } from './samples.js';

// The user's own columns, what the browser keeps, and what has changed since.

const visible = (index: number, url: string, changes: Partial<CheckedReview> = {}) => ({
  ...sampleVerdict(index, url),
  review: sampleCheckedReview(url.slice(-1), changes),
});
const hidden = (index: number, url: string) => sampleVerdict(index, url, 'no_rating_section');
const failed = (index: number, url: string) => sampleFailure(index, url, 'invalid_request');

const answerAll = (call: FakeCall) => answerLinks(call, visible);

/** Checks links to the end. */
async function checkAll(page: Page, text: string): Promise<void> {
  await check(page, text);
  await finished(page);
}

const finished = (page: Page) => expect(page.locator('.progress')).toContainText('Gotowe.');
const savedLists = (page: Page) => page.locator('summary', { hasText: 'Zapisane listy' });

test('a workbook keeps its columns and order, and results stand to the right', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  const content = await workbookOf([
    ['klient', 'adres opinii', 'kwota'],
    ['Firma B', link('B'), 12.5],
    ['bez linku', null, null],
    ['Firma A', link('A'), 7],
  ]);
  await page.getByLabel('Wczytaj plik').setInputFiles({
    name: 'klienci.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: content,
  });
  await expect(page.getByText('Plik: klienci.xlsx')).toBeVisible();
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await finished(page);
  await expect(page.locator('.verdicts thead th')).toHaveText([
    ...['Lp.', 'klient', 'kwota', 'Opinia', 'Wynik', 'Powód', 'Sprawdzono'],
  ]);
  await page.getByLabel('Kolejność').selectOption('jak na liście');
  const rows = page.locator('.verdicts tbody tr');
  await expect(rows.nth(0)).toContainText(/Firma B.*Zmyślona Osoba B.*Pierogi B/);
  await expect(rows.nth(1)).toContainText('bez linku');
  await expect(rows.nth(2)).toContainText(/Firma A.*Zmyślona Osoba A/);
  expect(await accessibilityFaults(page)).toEqual([]);
  const download = await downloadBy(page, 'Wszystkie – CSV');
  expect(download.suggestedFilename()).toMatch(
    /^widocznosc-opinii-pierogarnia-pod-zmyslona-roza-\d{4}-\d\d-\d\d\.csv$/,
  );
  const cells = await csvCells(download);
  expect(cells.map((row) => row.slice(0, 4))).toEqual([
    ['klient', 'adres opinii', 'kwota', 'Widoczna'],
    ['Firma B', link('B'), '12,5', 'tak'],
    ['bez linku', '', '', ''],
    ['Firma A', link('A'), '7', 'tak'],
  ]);
  await unfold(page);
  await expect(page.getByRole('button', { name: 'Usuń plik' })).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('another column of links is named, can be chosen, and is kept with the list', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  const field = page.getByLabel('Linki do opinii');
  await field.fill(`klient\tlink\tnotatka\nFirma A\t${link('A')}\t${link('B')}\nFirma C\t${link('C')}\t\n`);
  await expect(page.getByText('Nie zostaną sprawdzone: „notatka” (1).')).toBeVisible();
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await column.selectOption('wszystkie kolumny z linkami');
  await expect(page.getByText('3 linki · 3 kolumny')).toBeVisible();
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await finished(page);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(3);
  await page.reload();
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(3);
  await unfold(page);
  await expect(column).toHaveValue('*');
  await page.getByRole('button', { name: 'Wyczyść' }).click();
  await expect(column).toHaveCount(0);
  await field.fill(`klient;link\nFirma A;${link('A')}`);
  await expect(column).toHaveValue('');
});

test('a list is there after a reload and in a new tab, until it is deleted', async ({ page, fake }) => {
  const api = await fake((call) => {
    if (api.calls.length > 1) return answerAll(call);
    beginLines(call).write(visible(0, link('A')));
  });
  await page.goto(`${api.url}/#/linki`);
  await check(page, `klient\tlink\nFirma A\t${link('A')}\nFirma B\t${link('B')}`);
  await expect(page.locator('.verdicts .mark.good')).toHaveCount(1);
  // Kept while the check runs, as a crash asks nobody.
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  const other = await page.context().newPage();
  await other.goto(`${api.url}/#/linki`);
  await savedLists(other).click();
  await expect(other.locator('.saved li')).toContainText(
    '2 linki · widoczne: 1, niewidoczne: 0, niesprawdzone: 1',
  );
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.locator('.progress')).toContainText('Sprawdzono 1 z 2, pozostało: 1.');
  await expect(page.locator('.own').last()).toContainText('Firma A');
  await page.getByRole('button', { name: 'Sprawdź pozostałe (1)' }).click();
  await finished(page);
  expect(api.calls.map(urlsOf)).toEqual([[link('A'), link('B')], [link('B')]]);

  await expect(other.locator('.saved li')).toContainText('widoczne: 2');
  await other.getByRole('button', { name: /^Otwórz/ }).click();
  await expect(other.locator('.verdicts .mark.good')).toHaveCount(2);
  await other.getByRole('button', { name: /^Usuń: / }).click();
  await expect(savedLists(other)).toHaveText('Zapisane listy (0)');
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('');
  await expect(page.locator('.verdicts')).toHaveCount(0);
});

test('a saved list is renamed by keyboard, and keeps its name in a new check', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await checkAll(page, link('A'));
  await savedLists(page).click();
  const name = page.locator('.saved li strong');
  await expect(name).toHaveText(/^Lista z \d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  const button = page.getByRole('button', { name: /^Zmień nazwę: / });
  const field = page.getByLabel('Nazwa listy');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  // The old name is selected, so that typing replaces it.
  await page.keyboard.type('Klienci Firmy B');
  await page.keyboard.press('Enter');
  await expect(name).toHaveText('Klienci Firmy B');
  await expect(button).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Nowa nazwa: Klienci Firmy B' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Pomyłka');
  await page.keyboard.press('Escape');
  await expect(name).toHaveText('Klienci Firmy B');
  await expect(button).toBeFocused();

  await page.getByRole('button', { name: 'Sprawdź wszystkie ponownie' }).click();
  await expect.poll(() => api.calls.length).toBe(2);
  await finished(page);
  await page.reload();
  await savedLists(page).click();
  await expect(name).toHaveText('Klienci Firmy B');
  await expect(page.getByRole('button', { name: 'Usuń: Klienci Firmy B' })).toBeVisible();
  await button.click();
  await field.fill('');
  await page.getByRole('button', { name: 'Zapisz nazwę' }).click();
  await expect(name).toHaveText(/^Lista z /);
});

test('the 51st saved list replaces the list checked longest ago, also if the clock was put back', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await keepLists(page, 50);
  await page.reload();
  await savedLists(page).click();
  const names = page.locator('.saved li strong');
  await expect(names).toHaveCount(50);
  await expect(names.last()).toHaveText('klienci-50.xlsx');
  await expect(page.getByText('Zapisanych list może być 50: każda następna zastępuje')).toBeVisible();
  await checkAll(page, link('Nowa'));
  await expect(names.first()).toHaveText(/^Lista z /);
  await expect(names).toHaveCount(50);
  await expect(names.last()).toHaveText('klienci-49.xlsx');
  await page.clock.setFixedTime(new Date('2020-01-02T10:00:00'));
  await page.reload();
  await savedLists(page).click();
  await checkAll(page, link('Dawna'));
  // The list of now is kept, although it seems to be the oldest one.
  await expect(names.last()).toHaveText(/^Lista z 02\.01\.2020/);
  await expect(names).toHaveCount(50);
});

const DAY = 24 * 3_600_000;

/** A set of places that was read now. */
const keptSet = () => ({ id: '1', queries: ['pierogarnia'], at: Date.now(), usedAt: Date.now() });

/** Reloads the page some days from now, and opens the saved lists. */
function visitor(page: Page): (days: number) => Promise<void> {
  const start = Date.now();
  return async (days) => {
    await page.clock.setFixedTime(start + days * DAY);
    await page.reload();
    await savedLists(page).click();
  };
}

test('lists and places not used for 90 days are deleted, as the view says', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await keepLists(page, 2);
  const visitAfter = visitor(page);
  const names = page.locator('.saved li strong');
  await visitAfter(89);
  await expect(names).toHaveText(['klienci-1.xlsx', 'klienci-2.xlsx']);
  await expect(page.getByText('nieużywane przez 90 dni')).toBeVisible();
  // To open a list is to use it.
  await page.getByRole('button', { name: 'Otwórz: klienci-2.xlsx' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Otwarto: klienci-2.xlsx' })).toHaveCount(1);
  await page.evaluate(() => sessionStorage.clear());
  await visitAfter(92);
  await expect(names).toHaveText(['klienci-2.xlsx']);
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  expect(await countIn(page, 'sources')).toBe(1);
  expect(await countIn(page, 'places')).toBe(0);
  await visitAfter(181);
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  expect(await countIn(page, 'sources')).toBe(0);
});

test('the time without use can be changed and turned off, and is kept', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await keepLists(page, 1);
  await keepRecords(page, { sets: [keptSet()] });
  const visitAfter = visitor(page);
  await visitAfter(31);
  const time = page.getByLabel('Usuwaj nieużywane');
  await expect(time).toHaveValue('90');
  await time.selectOption({ label: 'nigdy' });
  await visitAfter(2_000);
  await expect(time.locator(':checked')).toHaveText('nigdy');
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  await time.selectOption({ label: 'po 30 dniach' });
  // Not at once: who looks through the choices by keyboard loses nothing.
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  expect(await countIn(page, 'sets')).toBe(1);
  await visitAfter(2_001);
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  expect(await countIn(page, 'sets')).toBe(0);
  await expect(time).toHaveValue('30');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Delete lists and places that are not used')).toHaveValue('30');
  await expect(page.getByText('not been used for 30 days')).toBeVisible();
});

test('one switch turns keeping off and deletes everything', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await keepRecords(page, { sets: [keptSet()] });
  await checkAll(page, link('A'));
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  await savedLists(page).click();
  const keep = page.getByRole('checkbox', { name: 'Zapisuj listy' });
  await keep.click();
  await page.getByRole('button', { name: 'Nie wyłączaj' }).click();
  await expect(keep).toBeChecked();
  await keep.click();
  await page.getByRole('button', { name: 'Wyłącz i usuń' }).click();
  await expect(keep).not.toBeChecked();
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  await checkAll(page, link('B'));
  for (const store of ['results', 'histories', 'sets']) expect(await countIn(page, store), store).toBe(0);
  await page.reload();
  await savedLists(page).click();
  await expect(keep).not.toBeChecked();
  await expect(page.locator('.verdicts')).toHaveCount(0);
});

/** Each check takes place a week after the one before; the last one on 22 November 2026. */
const at = (number: number, of: number) => ({
  checked_at: `2026-11-${String(22 - 7 * (of - number)).padStart(2, '0')} 22:54:10`,
});

test('the same list shows its changes; a link without a result is no change', async ({ page, fake }) => {
  const api = await fake((call) => {
    const [a = '', b = '', c = '', d = ''] = urlsOf(call);
    const first = [visible(0, a), hidden(1, b), visible(2, c), visible(3, d)];
    const second = [hidden(0, a), visible(1, b), visible(2, c, { stars: 1 }), failed(3, d)];
    const { length } = api.calls;
    answerLines(call, ...(length === 1 ? first : second).map((line) => ({ ...line, ...at(length, 2) })), {
      type: 'summary',
    });
  });
  const list = ['A', 'B', 'C', 'D'].map(link).join('\n');
  await page.goto(`${api.url}/#/linki`);
  await checkAll(page, list);
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  // Pasted once more in another tab: the list is recognised.
  const other = await page.context().newPage();
  await other.goto(`${api.url}/#/linki`);
  await expect(savedLists(other)).toHaveText('Zapisane listy (1)');
  await checkAll(other, list);
  await expect(other.locator('.comparison')).toHaveText(
    /^3\sz 3 opinii się zmieniły od 15\.11\.2026, 22:54\.$/,
  );
  await expect(other.getByText('Wyniki z: 22.11.2026, 22:54.')).toBeVisible();
  await expect(savedLists(other)).toHaveText('Zapisane listy (1)');
  const rows = other.locator('.verdicts tbody tr');
  // Changed reviews come first, then those without a result.
  await expect(rows.nth(3)).toContainText(/Bez wyniku.*Ostatnio widoczna 15\.11\.2026, 22:54/);
  await other.getByRole('radio', { name: 'Niewidoczne (1)' }).check();
  await expect(rows).toHaveCount(1);
  // What was known of the review before it was hidden, with its date.
  await expect(rows).toContainText(/Według sprawdzenia z 15\.11\.2026, 22:54:.*Zmyślona Osoba A.*Pierogi A/);
  await other.getByRole('radio', { name: 'Zmienione (3)' }).check();
  await expect(rows.locator('.before strong')).toHaveText([
    'Przestała być widoczna',
    'Znów widoczna',
    'Edytowana: gwiazdki 5 → 1',
  ]);
  // The report says from which check the data of a review come that is not visible now.
  const report = await rowsOfWorkbook(
    await readFile(await (await downloadBy(other, 'Raport dla klienta (XLSX)')).path()),
  );
  expect(report.slice(1).map((row) => [row[2], row[6]])).toEqual([
    ['Zmyślona Osoba A', 'Niewidoczna'],
    ['Zmyślona Osoba B', 'Widoczna'],
    ['Zmyślona Osoba C', 'Widoczna'],
    ['Zmyślona Osoba D', 'Bez wyniku'],
  ]);
  expect(report[1]?.[7]).toContain('pochodzą ze sprawdzenia z 15.11.2026, 22:54:10');
  const [headings = [], first = []] = await csvCells(
    await downloadBy(other, 'Tylko widoczne na liście (3 z 4: Zmienione) – CSV'),
  );
  const cells = Object.fromEntries(headings.map((heading, index) => [heading, first[index]]));
  expect(cells).toMatchObject({
    Widoczna: 'nie',
    Sprawdzono: '2026-11-22 22:54:10',
    Zmiana: 'Przestała być widoczna',
    'Porównano ze sprawdzeniem z': '2026-11-15 22:54:10',
    'Wcześniejszy wynik': 'Widoczna',
    'Autor (wcześniej)': 'Zmyślona Osoba A',
  });
});

test('a review is compared with all checks of its link, in every list', async ({ page, fake }) => {
  await page.clock.setFixedTime(new Date('2026-11-22T23:00:00'));
  const api = await fake((call) => {
    const { length } = api.calls;
    answerLinks(call, (index, url) => {
      const isGone = url === link('A') && length > 1;
      return { ...(isGone ? hidden(index, url) : visible(index, url)), ...at(length, 3) };
    });
  });
  await page.goto(`${api.url}/#/linki`);
  await checkAll(page, [link('A'), link('B')].join('\n'));
  // Another list, in which the review is no longer visible, and a third one a week later.
  await checkAll(page, [link('C'), link('A')].join('\n'));
  await checkAll(page, [link('D'), link('C'), link('A')].join('\n'));
  const comparison = page.locator('.comparison');
  const changed = page.locator('.before strong');
  const all = /^1\sz 2 opinii się zmieniła od 08\.11\.2026, 22:54 \(niektóre od 15\.11\.2026, 22:54\)\.$/;
  await expect(comparison).toHaveText(all);
  await expect(changed).toHaveText(['Przestała być widoczna']);
  await expect(page.locator('.verdicts tbody tr').first()).toContainText(
    'Ostatnio widoczna 08.11.2026, 22:54',
  );
  await expect(savedLists(page)).toHaveText('Zapisane listy (3)');
  await page.reload();
  await expect(comparison).toHaveText(all);
  await page.locator('.reason summary').first().click();
  await expect(page.locator('.reason li')).toHaveText([
    '08.11.2026, 22:54: Widoczna',
    '15.11.2026, 22:54 – 22.11.2026, 22:54: Niewidoczna',
  ]);
  const since = page.getByLabel('Zmiany od', { exact: true });
  await since.selectOption('ostatniego sprawdzenia');
  await expect(comparison).toHaveText('Żadna z 2 opinii się nie zmieniła od 15.11.2026, 22:54.');
  await expect(changed).toHaveCount(0);
  await since.selectOption('tygodnia');
  await expect(changed).toHaveCount(0);
  await since.selectOption('wybranej daty');
  await page.getByLabel('Data', { exact: true }).fill('2026-11-10');
  await expect(comparison).toHaveText(all);
  await page.getByLabel('Data', { exact: true }).fill('2026-11-20');
  await expect(comparison).toHaveText('Żadna z 2 opinii się nie zmieniła od 15.11.2026, 22:54.');
});

test('what the version before kept is part of the history', async ({ page, fake }) => {
  const api = await fake((call) =>
    answerLinks(call, (index, url) => ({ ...hidden(index, url), ...at(1, 1) })),
  );
  await page.route('**/old', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${api.url}/old`);
  const url = link('A');
  const verdict = { ...hidden(0, url), checked_at: '2026-11-20 10:00:00' };
  const seen = { review: sampleCheckedReview('A'), checkedAt: '2026-11-01 10:00:00' };
  await page.evaluate(
    ([kept]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('place-lookup', 1);
        opening.onupgradeneeded = () => {
          const database = opening.result;
          database.createObjectStore('lists', { keyPath: 'id' });
          database.createObjectStore('sources', { keyPath: 'id' });
          database.createObjectStore('places', { keyPath: 'query' });
          const results = database.createObjectStore('results', { keyPath: ['list', 'url'] });
          results.createIndex('url', 'url');
          results.put(kept);
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    [{ list: 'stara', url, result: { verdict }, earlier: { verdict: null, seen } }],
  );
  await page.goto(`${api.url}/#/linki`);
  await checkAll(page, url);
  await expect(page.locator('.before')).toContainText('Przestała być widoczna');
  await expect(page.locator('.before')).toContainText('Ostatnio widoczna 01.11.2026, 10:00');
  await expect(page.locator('.address')).toContainText('Zmyślona Osoba A');
});

test('a deleted list takes along the history of links that no other list has', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await checkAll(page, [link('A'), link('B')].join('\n'));
  await checkAll(page, [link('B'), link('C')].join('\n'));
  await expect.poll(() => countIn(page, 'histories')).toBe(3);
  await savedLists(page).click();
  await page
    .getByRole('button', { name: /^Usuń: / })
    .first()
    .click();
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  expect(await countIn(page, 'histories')).toBe(2);
});

test('a running check shows in every view, asks before leaving, and notifies', async ({ page, fake }) => {
  let finish = () => undefined as unknown;
  const api = await fake((call) => {
    const lines = beginLines(call);
    lines.write(visible(0, link('A')));
    finish = () => {
      lines.write(visible(1, link('B')), { type: 'summary' });
      lines.end();
    };
  });
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class WatchedNotification extends Notification {
      // Chromium without a window says "denied" here, whatever it grants.
      static override readonly permission = 'granted';
      constructor(title: string, options: NotificationOptions) {
        super(title, options);
        shown.push(`${this.title}: ${this.body} ${new URL(this.icon).pathname}`);
      }
    }
    Object.assign(globalThis, { Notification: WatchedNotification, shown });
  });
  await page.goto(`${api.url}/#/linki`);
  await check(page, `${link('A')}\n${link('B')}`);
  await expect(page).toHaveTitle('1/2 – Linki do opinii – place-lookup');
  await page.getByRole('button', { name: 'Powiadom o zakończeniu' }).click();
  await expect(page.getByText('Otrzymasz powiadomienie o zakończeniu.')).toBeVisible();
  await page.getByRole('link', { name: 'Miejsce', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Linki do opinii' })).toContainText('1/2');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  finish();
  await expect(page).toHaveTitle('✓ – Miejsce – place-lookup');
  await expect(page.getByRole('status').filter({ hasText: 'Gotowe. Widoczne: 2' })).toHaveCount(1);
  expect(await page.evaluate('shown')).toEqual([
    'Linki do opinii: Gotowe. Widoczne: 2, niewidoczne: 0, bez wyniku: 0. /console/icon.svg',
  ]);
});

test('a notification that the browser refuses is not promised', async ({ page, fake }) => {
  const api = await fake((call) => beginLines(call).write(visible(0, link('A'))));
  await page.context().clearPermissions();
  await page.addInitScript(() => {
    let permission = 'default';
    const ask = Notification.requestPermission.bind(Notification);
    Object.defineProperties(Notification, {
      permission: { get: () => permission },
      // Asked of the browser itself, which refuses what no test has granted.
      requestPermission: {
        value: async () => {
          permission = await ask();
          return permission;
        },
      },
    });
  });
  await page.goto(`${api.url}/#/linki`);
  await check(page, `${link('A')}\n${link('B')}`);
  const button = page.getByRole('button', { name: 'Powiadom o zakończeniu' });
  await button.click();
  await expect(button).toHaveCount(0);
  await expect(page.getByText('Otrzymasz powiadomienie')).toHaveCount(0);
  await expect(page.getByText('Przeglądarka nie pozwala na powiadomienia.')).toBeVisible();
});

test('the last 20 places are offered again, the newest first, until they are deleted', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => succeed(call, samplePlace()));
  await page.goto(`${api.url}/#/miejsce`);
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  const minuteAgo = Date.now() - MINUTE;
  await keepRecords(page, {
    places: numbers.map((number) => ({
      query: `nr ${number}`,
      name: `Miejsce nr ${number}`,
      at: minuteAgo + number,
    })),
  });
  await page.goto('about:blank');
  await page.goto(`${api.url}/#/miejsce?q=pierogarnia`);
  const recent = page.locator('summary', { hasText: 'Ostatnie miejsca (20)' });
  const name = 'Pierogarnia Pod Zmyśloną Różą';
  await expect(page.locator('.saved li a').first()).toHaveText(name);
  await expect(page.locator('.saved li a')).toHaveText([
    name,
    ...numbers
      .slice(1)
      .map((number) => `Miejsce nr ${number}`)
      .toReversed(),
  ]);
  await page.goto('about:blank');
  await page.goto(`${api.url}/#/miejsce`);
  await recent.click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('article', { name: 'Pierogarnia' })).toBeVisible();
  await page.getByRole('button', { name: 'Usuń ostatnie miejsca' }).click();
  await expect(recent).toHaveCount(0);
});

test('a browser that keeps nothing is reported at once, and checks all the same', async ({ page, fake }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const api = await fake(answerAll);
  await page.goto(`${api.url}/#/linki`);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await checkAll(page, [link(1), link(2)].join('\n'));
  await expect(page.getByRole('alert')).toHaveText(
    'Przeglądarka nie pozwoliła zapisać albo odczytać danych. Wyniki pobierz do pliku.',
  );
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('.progress')).toContainText('Widoczne: 2');
});

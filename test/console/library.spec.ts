import type { Page } from '@playwright/test';
import type { CheckedReview } from '../../src/kit/lists/checked-links.js';
import { check, csvRows, downloadBy, expectAnnounced, load, press, workbookRows } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLinks, beginLines, type FakeCall, succeed, urlsOf } from './fake-api.js';
import { clearStore, countIn, keepLists, keepRecords, MINUTE } from './kept-lists.js';
import { link, sampleCheckedReview, sampleFailure, samplePlace, sampleVerdict } from './samples.js';

// The data that the browser keeps, and the changes since earlier checks.

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

test('a list is there after a reload and in a new tab, has a name, and is deleted', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => beginLines(call).write(visible(0, link('A'))));
  page.on('dialog', (dialog) => void dialog.accept());
  await load(page, api, '/linki');
  await check(page, `klient\tlink\nFirma A\t${link('A')}\nFirma B\t${link('B')}`);
  await expect(page.locator('.verdicts .mark.good')).toHaveCount(1);
  // The browser keeps the list while the check runs: a crash cannot be foreseen.
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  const other = await page.context().newPage();
  await load(other, api, '/linki');
  await savedLists(other).click();
  await expect(other.locator('.saved li')).toContainText(
    '2 linki · widoczne: 1, niewidoczne: 0, niesprawdzone: 1',
  );
  await page.reload();
  await expect(page.locator('.progress')).toContainText('Sprawdzono 1 z 2, pozostało: 1.');
  await expect(page.locator('.own').last()).toContainText('Firma A');
  api.answer = answerAll;
  await press(page, 'Sprawdź pozostałe (1)');
  await finished(page);
  expect(api.calls.map(urlsOf)).toEqual([[link('A'), link('B')], [link('B')]]);
  await expect(other.locator('.saved li')).toContainText('widoczne: 2');
  await other.getByRole('button', { name: /^Otwórz/ }).click();
  await expect(other.locator('.verdicts .mark.good')).toHaveCount(2);
  await other.close();

  await savedLists(page).click();
  const name = page.locator('.saved li strong').first();
  await expect(name).toHaveText(/^Lista z \d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  const button = page.getByRole('button', { name: /^Zmień nazwę: / }).first();
  const field = page.getByLabel('Nazwa listy');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  // The old name is selected, so that typing replaces it.
  await page.keyboard.type('Klienci Firmy B');
  await page.keyboard.press('Enter');
  await expect(name).toHaveText('Klienci Firmy B');
  await expect(button).toBeFocused();
  await expectAnnounced(page, 'Nowa nazwa: Klienci Firmy B');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Pomyłka');
  await page.keyboard.press('Escape');
  await expect(name).toHaveText('Klienci Firmy B');
  await expect(button).toBeFocused();
  await press(page, 'Sprawdź wszystkie ponownie');
  await expect.poll(() => api.calls.length).toBe(3);
  await finished(page);
  await page.reload();
  await savedLists(page).click();
  await expect(name).toHaveText('Klienci Firmy B');
  await button.click();
  await field.fill('');
  await press(page, 'Zapisz nazwę');
  await expect(name).toHaveText(/^Lista z /);

  await checkAll(page, [link('B'), link('C')].join('\n'));
  await expect(savedLists(page)).toHaveText('Zapisane listy (2)');
  await expect.poll(() => countIn(page, 'histories')).toBe(3);
  await page
    .getByRole('button', { name: /^Usuń: / })
    .last()
    .click();
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  // The history of the link that another list has stays.
  expect(await countIn(page, 'histories')).toBe(2);
  await clearStore(page, 'sources');
  await page.getByRole('button', { name: /^Otwórz/ }).click();
  await expect(page.getByText('Tej listy już nie ma.')).toBeVisible();
  await page.getByRole('button', { name: /^Usuń: / }).click();
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('');
  await expect(page.locator('.verdicts')).toHaveCount(0);
});

test('the 51st saved list replaces the list checked longest ago, also if the clock was put back', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  await keepLists(page, 50);
  await page.reload();
  await savedLists(page).click();
  const names = page.locator('.saved li strong');
  await expect(names).toHaveCount(50);
  await expect(names.last()).toHaveText('klienci-50.xlsx');
  await expect(page.getByText('Zapisanych list może być 50: każda następna lista zastępuje')).toBeVisible();
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

test('lists and places that are not used are deleted after the time that the user chose', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  await keepLists(page, 3);
  await keepRecords(page, { sets: [keptSet()] });
  const visitAfter = visitor(page);
  const names = page.locator('.saved li strong');
  await visitAfter(89);
  await expect(names).toHaveText(['klienci-1.xlsx', 'klienci-2.xlsx', 'klienci-3.xlsx']);
  await expect(page.getByText('nieużywane przez 90 dni')).toBeVisible();
  // To open a list is to use it.
  await press(page, 'Otwórz: klienci-2.xlsx');
  await expectAnnounced(page, 'Otwarto: klienci-2.xlsx');
  await page.evaluate(() => sessionStorage.clear());
  await visitAfter(92);
  await expect(names).toHaveText(['klienci-2.xlsx']);
  for (const [store, count] of [
    ['sources', 1],
    ['places', 0],
    ['sets', 0],
  ] as const)
    expect(await countIn(page, store), store).toBe(count);
  const time = page.getByLabel('Usuwaj nieużywane');
  await expect(time).toHaveValue('90');
  await time.selectOption({ label: 'nigdy' });
  await visitAfter(2_000);
  await expect(time.locator(':checked')).toHaveText('nigdy');
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  await time.selectOption({ label: 'po 30 dniach' });
  // A choice deletes later: a user who goes through the choices by keyboard loses nothing.
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  await visitAfter(2_001);
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  expect(await countIn(page, 'sources')).toBe(0);
  await press(page, 'English');
  await expect(page.getByLabel('Delete lists and places that are not used')).toHaveValue('30');
  await expect(page.getByText('not been used for 30 days')).toBeVisible();
});

test('one switch turns storage off and deletes everything; the page says when the browser cannot store data', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  await keepRecords(page, { sets: [keptSet()] });
  await checkAll(page, link('A'));
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  await savedLists(page).click();
  const keep = page.getByRole('checkbox', { name: 'Zapisuj listy' });
  await keep.click();
  await expectFits(page, 'the question before everything is deleted');
  await press(page, 'Nie wyłączaj');
  await expect(keep).toBeChecked();
  await keep.click();
  await press(page, 'Wyłącz i usuń');
  await expect(keep).not.toBeChecked();
  await expect(savedLists(page)).toHaveText('Zapisane listy (0)');
  await checkAll(page, link('B'));
  for (const store of ['results', 'histories', 'sets']) expect(await countIn(page, store), store).toBe(0);
  await page.reload();
  await savedLists(page).click();
  await expect(keep).not.toBeChecked();
  await expect(page.locator('.verdicts')).toHaveCount(0);

  await keep.click();
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await checkAll(page, [link(1), link(2)].join('\n'));
  await expect(page.getByRole('alert')).toHaveText(
    'Przeglądarka nie pozwoliła zapisać albo odczytać danych. Wyniki pobierz do pliku.',
  );
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFits(page, 'a browser that keeps nothing');
  await expect(page.locator('.progress')).toContainText('Widoczne: 2');
});

/** Checks take place a week after each other, the third one on 22 November 2026. */
const at = (number: number) => ({
  checked_at: `2026-11-${String(1 + 7 * number).padStart(2, '0')} 22:54:10`,
});

test('the same list shows its changes, and a review is compared with its checks in all lists', async ({
  page,
  fake,
}) => {
  const api = await fake((call) =>
    answerLinks(call, (index, url) => {
      const { length } = api.calls;
      const isFirst = length === 1;
      const row = {
        A: isFirst ? visible(index, url) : hidden(index, url),
        B: isFirst ? hidden(index, url) : visible(index, url),
        C: visible(index, url, { stars: isFirst ? 5 : 1 }),
        D: isFirst ? visible(index, url) : failed(index, url),
      }[url.slice(-1)];
      return { ...(row ?? visible(index, url)), ...at(length) };
    }),
  );
  await page.clock.setFixedTime(new Date('2026-11-22T23:00:00'));
  const list = ['A', 'B', 'C', 'D'].map(link).join('\n');
  await load(page, api, '/linki');
  await checkAll(page, list);
  await expect(savedLists(page)).toHaveText('Zapisane listy (1)');
  // The list is recognised when it is pasted once more in another tab.
  const other = await page.context().newPage();
  await load(other, api, '/linki');
  await expect(savedLists(other)).toHaveText('Zapisane listy (1)');
  await checkAll(other, list);
  const comparison = other.locator('.comparison');
  await expect(comparison).toHaveText(/^3\sz 3 opinii się zmieniły od 08\.11\.2026, 22:54\.$/);
  await expect(other.getByText('Wyniki z: 15.11.2026, 22:54.')).toBeVisible();
  await expect(savedLists(other)).toHaveText('Zapisane listy (1)');
  const rows = other.locator('.verdicts tbody tr');
  // Changed reviews come first, then links without a result, which are not a change.
  await expect(rows.nth(3)).toContainText(/Bez wyniku.*Ostatnio widoczna 08\.11\.2026, 22:54/);
  await other.getByRole('radio', { name: 'Niewidoczne (1)' }).check();
  // The data of the review before it was hidden, with their date.
  await expect(rows).toHaveText([/Według sprawdzenia z 08\.11\.2026, 22:54:.*Zmyślona Osoba A.*Pierogi A/]);
  await other.getByRole('radio', { name: 'Zmienione (3)' }).check();
  const changed = other.locator('.before strong');
  await expect(changed).toHaveText(['Przestała być widoczna', 'Znów widoczna', 'Edytowana: gwiazdki 5 → 1']);
  await other.locator('.reason summary').first().click();
  await other.locator('.menu > summary').click();
  await expectAccessible(other);
  // The report names the check that the data of a hidden review come from.
  const report = await workbookRows(await downloadBy(other, 'Raport dla klienta (XLSX)'));
  expect(report.slice(1).map((row) => [row[2], row[6]])).toEqual([
    ['Zmyślona Osoba A', 'Niewidoczna'],
    ['Zmyślona Osoba B', 'Widoczna'],
    ['Zmyślona Osoba C', 'Widoczna'],
    ['Zmyślona Osoba D', 'Bez wyniku'],
  ]);
  expect(report[1]?.[7]).toContain('pochodzą ze sprawdzenia z 08.11.2026, 22:54:10');
  const [first] = await csvRows(await downloadBy(other, 'Tylko widoczne na liście (3 z 4: Zmienione) – CSV'));
  expect(first).toMatchObject({
    Widoczna: 'nie',
    Sprawdzono: '2026-11-15 22:54:10',
    Zmiana: 'Przestała być widoczna',
    'Porównano ze sprawdzeniem z': '2026-11-08 22:54:10',
    'Wcześniejszy wynik': 'Widoczna',
    'Autor (wcześniej)': 'Zmyślona Osoba A',
  });

  // Another list a week later, with one of the reviews.
  await checkAll(other, [link('E'), link('A')].join('\n'));
  const all = /^1\sz 1 opinii się zmieniła od 08\.11\.2026, 22:54\.$/;
  await expect(comparison).toHaveText(all);
  await expect(savedLists(other)).toHaveText('Zapisane listy (2)');
  await other.reload();
  await expect(comparison).toHaveText(all);
  await expect(changed).toHaveText(['Przestała być widoczna']);
  await other.locator('.reason summary').first().click();
  await expect(other.locator('.reason li')).toHaveText([
    '08.11.2026, 22:54: Widoczna',
    '15.11.2026, 22:54 – 22.11.2026, 22:54: Niewidoczna',
  ]);
  const since = other.getByLabel('Zmiany od', { exact: true });
  const none = /^Żadna z 1 opinii się nie zmieniła od 15\.11\.2026, 22:54\.$/;
  for (const choice of ['ostatniego sprawdzenia', 'tygodnia']) {
    await since.selectOption(choice);
    await expect(comparison, choice).toHaveText(none);
    await expect(changed).toHaveCount(0);
  }
  await since.selectOption('wybranej daty');
  for (const [day, words] of [
    ['2026-11-10', all],
    ['2026-11-20', none],
  ] as const) {
    await other.getByLabel('Data', { exact: true }).fill(day);
    await expect(comparison, day).toHaveText(words);
  }
  await expectFits(other, 'a chosen date');
});

test('the history holds the data that version 1 of the library kept', async ({ page, fake }) => {
  const api = await fake((call) => answerLinks(call, (index, url) => ({ ...hidden(index, url), ...at(3) })));
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
  await load(page, api, '/linki');
  await checkAll(page, url);
  await expect(page.locator('.before')).toContainText('Przestała być widoczna');
  await expect(page.locator('.before')).toContainText('Ostatnio widoczna 01.11.2026, 10:00');
  await expect(page.locator('.address')).toContainText('Zmyślona Osoba A');
});

test('a running check shows in every view, asks before leaving, and notifies if the browser allows it', async ({
  page,
  fake,
}) => {
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
    const isRefused = location.search === '?refused';
    class WatchedNotification extends Notification {
      // Chromium without a window says "denied" here, although it grants the permission.
      static override readonly permission = isRefused ? 'default' : 'granted';
      static override requestPermission = async () => (isRefused ? 'denied' : 'granted');
      constructor(title: string, options: NotificationOptions) {
        super(title, options);
        shown.push(`${this.title}: ${this.body} ${new URL(this.icon).pathname}`);
      }
    }
    Object.assign(globalThis, { Notification: WatchedNotification, shown });
  });
  const notify = page.getByRole('button', { name: 'Powiadom o zakończeniu' });
  await page.goto(`${api.url}/?refused#/linki`);
  await check(page, `${link('A')}\n${link('B')}`);
  await notify.click();
  await expect(page.getByText('Przeglądarka nie pozwala na powiadomienia.')).toBeVisible();
  await expect(notify).toHaveCount(0);
  await expect(page.getByText('Otrzymasz powiadomienie')).toHaveCount(0);
  finish();
  await finished(page);

  await load(page, api, '/linki');
  // The list of the check before is opened again, and folds the form.
  await page.getByRole('button', { name: 'Zmień', exact: true }).waitFor();
  await check(page, `${link('A')}\n${link('B')}`);
  await expect(page).toHaveTitle('1/2 – Linki do opinii – place-lookup');
  await notify.click();
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
  await expectAnnounced(page, 'Gotowe. Widoczne: 2');
  expect(await page.evaluate('shown')).toEqual([
    'Linki do opinii: Gotowe. Widoczne: 2, niewidoczne: 0, bez wyniku: 0. /console/icon.svg',
  ]);
});

test('the last 20 places are offered again, the newest first, until they are deleted', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => succeed(call, samplePlace()));
  await load(page, api, '/miejsce');
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  const minuteAgo = Date.now() - MINUTE;
  await keepRecords(page, {
    places: numbers.map((number) => ({
      query: `nr ${number}`,
      name: `Miejsce nr ${number}`,
      at: minuteAgo + number,
    })),
  });
  await load(page, api, '/miejsce?q=pierogarnia');
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
  await load(page, api, '/miejsce');
  await recent.click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('article', { name: 'Pierogarnia' })).toBeVisible();
  await press(page, 'Usuń ostatnie miejsca');
  await expect(recent).toHaveCount(0);
});

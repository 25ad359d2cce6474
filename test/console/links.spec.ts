import type { Page } from '@playwright/test';
import {
  check,
  csvRows,
  downloadBy,
  enterFile,
  expectAnnounced,
  listField,
  load,
  press,
  textFile,
  workbookFile,
  workbookRows,
} from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLinks, beginLines, type FakeCall, refuse, urlsOf } from './fake-api.js';
import { link, sampleCheckedReview, sampleFailure, sampleVerdict } from './samples.js';

// The check of a list of review links, on the page and in its files.

/** Links named `Bad…` fail, links named `Gone…` are not visible, all others are visible. */
const answerAll = (call: FakeCall) =>
  answerLinks(call, (index, url) => {
    if (url.includes('Bad')) return sampleFailure(index, url);
    return sampleVerdict(index, url, url.includes('Gone') ? 'no_rating_section' : 'visible');
  });

const filter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const rows = (page: Page) => page.locator('.verdicts tbody tr');
const finished = (page: Page) => expect(page.locator('.progress')).toContainText('Gotowe.');

test('column and headings of a workbook can be chosen; an unreadable file is refused', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  for (const summary of await page.locator('.guide > summary').all()) await summary.click();
  await enterFile(page, textFile('a.xlsx', 'PK\u0003\u0004 no xl/workbook.xml'));
  await expect(page.getByRole('alert')).toContainText('a.xlsx nie jest skoroszytem Excela (.xlsx)');
  await expectAccessible(page);

  await enterFile(
    page,
    await workbookFile('klienci.xlsx', [
      ['Opinie klienta', '', '', ''],
      ['Klient', 'Link do opinii', 'Kwota', 'Notatka'],
      ['Firma B', link('B'), 12.5, link('C')],
      ['bez linku', null, null, null],
      ['Firma A', link('A'), 7, null],
    ]),
  );
  await expect(page.getByText('Plik: klienci.xlsx')).toBeVisible();
  const headings = page.getByLabel('Nagłówki kolumn');
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(headings.locator('option:checked')).toHaveText(
    'znalezione w wierszu 2: Klient, Link do opinii, Kwota, Notatka',
  );
  await headings.selectOption('lista nie ma nagłówków');
  await expect(column.locator('option').nth(1)).toHaveText('Kolumna 1');
  await headings.selectOption('wiersz 1: Opinie klienta');
  await expect(column.locator('option').nth(1)).toHaveText('Opinie klienta');
  await headings.selectOption('znajdź automatycznie');
  await expect(column.locator('option:checked')).toHaveText(
    'znaleziona automatycznie: kolumna „Link do opinii”, bo ma linki albo identyfikatory',
  );
  await expect(page.getByText('Nie zostaną sprawdzone: „Notatka” (1).')).toBeVisible();
  await column.selectOption('wszystkie kolumny z linkami');
  await press(page, 'Sprawdź');
  await finished(page);
  expect(api.calls.map(urlsOf)).toEqual([[link('B'), link('C'), link('A')]]);
  const cells = async () => {
    const all = await csvRows(await downloadBy(page, 'Wszystkie – CSV'));
    return all.map((row) => [row.Klient, row.Kwota, row.Widoczna]);
  };
  const exported = [
    ['Firma B', '12,5', 'tak'],
    ['Firma B', '12,5', 'tak'],
    ['bez linku', '', ''],
    ['Firma A', '7', 'tak'],
  ];
  expect(await cells()).toEqual(exported);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  expect(await cells()).toEqual(exported);
  await press(page, 'Zmień');
  await expect(page.getByRole('button', { name: 'Usuń plik' })).toBeFocused();
  await expect(column).toHaveValue('*');
  await press(page, 'Usuń plik');
  await expect(column).toHaveCount(0);
  await listField(page).fill(`klient;link\nFirma A;${link('A')}`);
  await expect(column).toHaveValue('');
});

test('after a check the form is one line; results are sorted, filtered, downloaded and printed', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  const list = ['nr;link', `1;${link(0)}`, `2;"${link('Bad')}"`, `3;${link('Gone')}`, `4;${link(0)}`];
  await enterFile(page, textFile('linki.csv', ...list));
  await listField(page).focus();
  await page.keyboard.press('Control+Enter');
  await finished(page);
  await expect(page.locator('.folded')).toContainText(/^4\slinki z linki\.csv/);
  await expect(listField(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Wyniki' })).toBeFocused();
  await expect(page.locator('.verdicts thead th')).toHaveText([
    ...['Lp.', 'nr', 'Opinia', 'Wynik', 'Powód', 'Sprawdzono'],
  ]);
  const addresses = page.locator('.verdicts .address');
  await expect(addresses).toHaveText([/RevGone/, /RevBad/, /Rev0/, /Rev0.*powtórzony, zob. nr 1/]);
  await expect(page.locator('.verdicts .number').first()).toHaveText('3');
  await page.getByRole('radio', { name: 'jak na liście' }).check();
  await expect(addresses).toHaveText([/Rev0/, /RevBad/, /RevGone/, /Rev0/]);
  await expect(page.locator('.chips label')).toHaveText([
    ...[/Wszystkie/, /Niewidoczne/, /Bez wyniku/, /Widoczne/],
  ]);
  await expectAccessible(page);

  const menu = page.locator('.menu');
  const files = menu.getByRole('button');
  await expect(files).toHaveCount(0);
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(files).toHaveText(['Wszystkie – CSV', 'Wszystkie – XLSX']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(files).toHaveCount(0);
  await expect(menu.locator('summary')).toBeFocused();

  for (const [name, found] of [
    ['Widoczne (2)', [/Rev0/, /Rev0/]],
    ['Niewidoczne (1)', [/RevGone/]],
    ['Bez wyniku (1)', [/RevBad/]],
  ] as const) {
    await filter(page, name).check();
    await expect(addresses).toHaveText([...found]);
  }
  const all = await downloadBy(page, 'Wszystkie – CSV');
  expect(all.suggestedFilename()).toMatch(/^widocznosc-opinii-\d{4}-\d\d-\d\d\.csv$/);
  // Spreadsheets show short numbers in the user's own cells as they are.
  expect((await csvRows(all)).map((row) => [row.nr, row.link, row.Widoczna, row.Błąd])).toEqual([
    ['1', link(0), 'tak', ''],
    ['2', link('Bad'), '', 'Dostawca map nie odpowiada poprawnie.'],
    ['3', link('Gone'), 'nie', ''],
    ['4', link(0), 'tak', ''],
  ]);
  const some = await downloadBy(page, 'Tylko widoczne na liście (1 z 4: Bez wyniku) – XLSX');
  expect(some.suggestedFilename()).toMatch(
    /^widocznosc-opinii-tylko-1-z-4-bez-wyniku-\d{4}-\d\d-\d\d\.xlsx$/,
  );
  const cells = (await workbookRows(some, 2)).flat();
  expect(cells).toContain(link('Bad'));
  expect(cells).not.toContain(link(0));
  // The counts are of the whole list.
  const [headings = [], counts = []] = await workbookRows(some);
  expect(Object.fromEntries(headings.map((heading, at) => [heading, counts[at]]))).toMatchObject({
    ...{ Linki: 4, 'W tym w tym pliku': 1, 'Z wynikiem': 3, 'Bez wyniku': 1, Widoczne: 2, Niewidoczne: 1 },
  });
  await press(page, 'English');
  // The menu closes when the focus leaves it.
  await expect(files).toHaveCount(0);
  await menu.locator('summary').click();
  await expect(files.nth(3)).toHaveText('Only the rows shown (1 of 4: No result) – XLSX');
  await press(page, 'Polski');

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 990 });
  await expect(page.locator('.verdicts thead')).toHaveCSS('display', 'table-header-group');
  await expect(rows(page).first()).toHaveCSS('display', 'table-row');
  await expect(page.locator('.progress')).toBeVisible();
  await expect(page.getByText('Wyniki z: 21.11.2026, 03:12.')).toBeVisible();
  await expect(page.getByText('Bez wyniku (1)', { exact: true })).toBeVisible();
  for (const hidden of [
    filter(page, 'Widoczne (2)'),
    ...['button', 'navigation', 'search', 'textbox', 'combobox'].map((role) =>
      page.getByRole(role as 'button'),
    ),
  ])
    await expect(hidden.filter({ visible: true })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
  await page.emulateMedia({ media: null });

  const checks = page.getByRole('button', { name: /^Sprawdź/ });
  await expect(checks).toHaveText(['Sprawdź wszystkie ponownie']);
  await press(page, 'Zmień');
  await expect(listField(page)).toBeFocused();
  await expect(listField(page)).toHaveValue(new RegExp(link('Gone')));
  // A new check shows all its links, although a filter was on.
  await check(page, `${link(1)}\n${link(2)}`);
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 2');
  await expect(filter(page, 'Wszystkie (2)')).toBeChecked();
  await expect(rows(page)).toHaveCount(2);
  await press(page, 'Wróć do poprzedniej listy (4 linki)');
  await expect(rows(page)).toHaveCount(4);
});

test('a list is filtered by a column of the user', async ({ page, fake }) => {
  const api = await fake((call) =>
    answerLinks(call, (index, url) =>
      sampleVerdict(index, url, url.includes('Cut') ? 'no_business_data' : 'visible'),
    ),
  );
  await load(page, api);
  const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(30)}`;
  const list = [`Firma A\t${link(1)}`, `Firma B\t${link('Cut')}`, `Firma A\t${long}`];
  await check(page, `Klient\tLink\n${list.join('\n')}`);
  await expect(page.locator('.progress')).toContainText('link do sprawdzenia: 1, bez wyniku: 0');
  await expect(page.locator('.verdicts .mark.changed')).toHaveText(/Sprawdź link/);
  await expect(filter(page, 'Niewidoczne (0)')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Kolumna').selectOption('Klient: Firma B');
  await expect(rows(page)).toHaveCount(1);
  await expect(filter(page, 'Sprawdź link (1)')).toBeVisible();
});

/** The number of entries that the browser keeps. */
const keptEntries = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('place-lookup');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('entries').objectStore('entries').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('a list that a reload interrupts continues where it stopped', async ({ page, fake }) => {
  const api = await fake((call) => beginLines(call).write(sampleVerdict(0, link('A'))));
  page.on('dialog', (dialog) => void dialog.accept());
  await load(page, api);
  await check(page, `klient\tlink\nFirma A\t${link('A')}\nFirma B\t${link('B')}`);
  await expect(page.locator('.verdicts .mark.good')).toHaveCount(1);
  // The head of the list and the result.
  await expect.poll(() => keptEntries(page)).toBe(2);
  await page.reload();
  await expect(page.locator('.progress')).toContainText('Sprawdzono 1 z 2, pozostało: 1.');
  await expect(page.locator('.own').last()).toContainText('Firma');
  api.answer = answerAll;
  await press(page, 'Sprawdź pozostałe (1)');
  await finished(page);
  expect(api.calls.map(urlsOf)).toEqual([[link('A'), link('B')], [link('B')]]);
  // Another tab has a list of its own.
  const other = await page.context().newPage();
  await load(other, api, '/linki');
  await expect(other.locator('.intro')).toBeVisible();
  await expect(other.locator('.verdicts')).toHaveCount(0);
});

test('a running check shows in every view, and asks before leaving', async ({ page, fake }) => {
  let finish = () => undefined as unknown;
  const api = await fake((call) => {
    const lines = beginLines(call);
    lines.write(sampleVerdict(0, link('A')));
    finish = () => {
      lines.write(sampleVerdict(1, link('B')), { type: 'summary' });
      lines.end();
    };
  });
  await load(page, api, '/linki');
  await check(page, `${link('A')}\n${link('B')}`);
  await expect(page).toHaveTitle('1/2 – Linki do opinii – place-lookup');
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('link', { name: /^Linki/ })).toContainText('1/2');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  finish();
  await expect(page).toHaveTitle('✓ – Start – place-lookup');
  await expectAnnounced(page, 'Gotowe. Widoczne: 2');
});

test('each result has its reason in words, and a click shows the meaning and the Place ID', async ({
  page,
  fake,
}) => {
  const id = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const nothing = { author_name: null, stars: null, date: null, place_name: null, text_excerpt: null };
  const review = sampleCheckedReview('0', { ...nothing, place_id: id });
  const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(30)}`;
  const results = [
    ['no_results', 'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.'],
    ['invalid_request', 'To nie jest link do opinii. Zobacz jako miejsce'],
    // Reasons of a newer service are shown as they are.
    ['reason_of_tomorrow', 'Nieznany powód: reason_of_tomorrow'],
    ['constructor', 'Nieznany powód: constructor'],
    ['no_rating_section', 'Wizytówka jest, opinii nie ma'],
    ['no_business_card', 'Strona nie pokazuje ani wizytówki, ani opinii'],
    ['no_business_data', 'Strona otwiera się bez danych miejsca – link może być niekompletny'],
    ['no_rating', 'Strona się otwiera, ale opinia nie ma gwiazdek'],
    ['visible', 'Opinia jest widoczna'],
  ] as const;
  const api = await fake((call) =>
    answerLinks(call, (index, url) => {
      const [code] = results[index] ?? results[0];
      if (index < 2) return sampleFailure(index, url, code);
      return { ...sampleVerdict(index, url, code), ...(code === 'visible' && { review }) };
    }),
  );
  await load(page, api, '/linki');
  await check(page, [...results.slice(1).map((_, index) => link(index)), long].join('\n'));
  await finished(page);
  await page.getByRole('radio', { name: 'jak na liście' }).check();
  const reasons = page.locator('.reason');
  await expect(reasons).toHaveText(results.map(([, words]) => words));
  await expect(page.getByRole('link', { name: 'Zobacz miejsce' })).toHaveAttribute('href', new RegExp(id));
  await expect(page.getByText(id)).toHaveCount(0);
  await expect(page.locator('.checked time').last()).toHaveAttribute('title', '21.11.2026, 03:12');
  await reasons.last().locator('summary').click();
  await expect(reasons.last()).toContainText('Opinię widzi osoba niezalogowana');
  await expect(reasons.last().locator('code')).toHaveText(id);
  await expectFits(page, 'each result');
  await press(page, 'English');
  await expect(reasons.first()).toHaveText(
    'This link does not lead to a review. It has expired or contains an error.',
  );
  await press(page, 'Polski');
  api.answer = (call) => refuse(call, 400, 'invalid_request');
  await check(page, link(0));
  await expect(page.getByRole('alert').locator('strong')).toHaveText(/^Usługa nie przyjęła tej listy/);
});

test('a stopped check says how many links are left, and can be resumed; failed links can be retried', async ({
  page,
  fake,
}) => {
  const api = await fake((call) =>
    beginLines(call).write(sampleVerdict(0, link(0)), sampleFailure(1, link('Bad'))),
  );
  const progress = page.locator('.progress');
  const marks = page.locator('.verdicts .mark');
  await load(page, api, '/linki');
  const others = Array.from({ length: 18 }, (_, index) => link(index + 1));
  await check(page, [link(0), link('Bad'), ...others].join('\n'));
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  await expectFits(page, 'a running check');
  await press(page, 'Zatrzymaj');
  await expect(progress).toHaveText('Zatrzymano. Sprawdzono 2 z 20, pozostało: 18.');
  await expectFits(page, 'a stopped check');
  await expectAnnounced(page, 'pozostało: 18');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  await expect(page.locator('.reason').nth(0)).toHaveText('Dostawca map nie odpowiada poprawnie.');
  await expect(page.locator('.reason').nth(1)).toHaveText('Zatrzymano przed sprawdzeniem.');
  await expect(page.locator('.verdicts .mark.plain')).toHaveCount(18);
  await expect(page.locator('.verdicts .mark.plain').first()).toContainText('Niesprawdzona');
  const csv = await downloadBy(page, 'Wszystkie (niepełna lista: sprawdzono 2 z 20) – CSV');
  expect(csv.suggestedFilename()).toMatch(
    /^widocznosc-opinii-niepelna-lista-sprawdzono-2-z-20-\d{4}-\d\d-\d\d\.csv$/,
  );
  const exported = await csvRows(csv);
  expect(exported).toHaveLength(20);
  expect(exported[19]).toMatchObject({ Widoczna: '', Błąd: 'Zatrzymano przed sprawdzeniem.' });
  await filter(page, 'Niewidoczne (0)').check();
  await expect(page.getByText('Żaden wiersz nie pasuje do filtra.')).toBeVisible();
  await expectFits(page, 'a filter that nothing matches');

  api.answer = answerAll;
  await filter(page, 'Niesprawdzone (18)').check();
  await press(page, 'Sprawdź pozostałe (18)');
  await expect(progress).toHaveText('Gotowe. Widoczne: 19, niewidoczne: 0, bez wyniku: 1.');
  expect(api.calls.map((call) => urlsOf(call).length)).toEqual([20, 18]);

  await filter(page, 'Bez wyniku (1)').check();
  const retry = new Promise<FakeCall>((resolve) => {
    api.answer = resolve;
  });
  await press(page, 'Ponów linki bez wyniku (1)');
  await expect(marks).toHaveText([/Oczekuje/]);
  answerAll(await retry);
  await expect(marks).toHaveText([/Bez wyniku/]);
  await expect(filter(page, 'Bez wyniku (1)')).toBeChecked();

  api.answer = (call) => void call.response.destroy();
  await check(page, `${link(0)}\n${link(1)}`);
  await expect(page.getByRole('alert')).toContainText('Brak połączenia z usługą.');
  await expect(progress).toHaveText('Przerwano. Sprawdzono 0 z 2, pozostało: 2.');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0');
  await expect(page.getByText('Gotowe')).toHaveCount(0);
  await expect(page.locator('.reason')).toHaveText([/^Brak połączenia/, /^Brak połączenia/]);
  await expect(page.getByRole('button', { name: 'Sprawdź pozostałe (2)' })).toBeVisible();
  await expectFits(page, 'a broken check');
  await press(page, 'English');
  await expect(progress).toHaveText('Interrupted. Checked 0 of 2, remaining: 2.');
});

test('ticked links are checked again; the bar is there only while links are ticked', async ({
  page,
  fake,
}) => {
  const api = await fake(answerAll);
  await load(page, api, '/linki');
  await check(page, [0, 1, 2].map(link).join('\n'));
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 3');
  const bar = page.getByRole('region', { name: 'Zaznaczone wiersze' });
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Zaznacz: maps.app.goo.gl/Rev1' }).check();
  await expect(bar).toContainText('Zaznaczono: 1 z 3');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeInViewport();
  await expectFits(page, 'ticked links');
  await bar.getByRole('button', { name: 'Sprawdź ponownie' }).click();
  await expect.poll(() => api.calls.map((call) => urlsOf(call).length)).toEqual([3, 1]);
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 3');
  await bar.getByRole('button', { name: 'Odznacz' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
});

test('a check goes on by itself after a cut stream, and after the Retry-After of a refusal', async ({
  page,
  fake,
}) => {
  const cut = async (call: FakeCall) => {
    const lines = beginLines(call);
    lines.write(sampleVerdict(0, link(0)));
    await expect(page.locator('.verdicts .mark.good')).toHaveCount(1);
    lines.cut();
  };
  const api = await fake(cut);
  const notice = page.locator('.notice.pause');
  const marks = page.locator('.verdicts .mark');
  await page.clock.install();
  await load(page, api, '/linki');
  await check(page, [0, 1, 2].map(link).join('\n'));
  await expect(notice).toHaveText(
    'Połączenie z usługą zostało przerwane przed końcem odpowiedzi. ' +
      'Pozostałe linki zostaną sprawdzone automatycznie za 1 sekundę (próba 1 z 5).',
  );
  await expect(marks).toHaveText([/Widoczna/, /Oczekuje/, /Oczekuje/]);
  api.answer = (call) => refuse(call, 429, 'rate_limited', { 'Retry-After': '200' });
  await page.clock.fastForward(1_000);
  await expect(notice).toHaveText(
    /^Za dużo zapytań w krótkim czasie\. Pozostałe linki zostaną sprawdzone automatycznie za (200|19\d)\ssekund \(próba 2 z 5\).$/,
  );
  await expectAnnounced(page, 'próba 2 z 5');
  await expectFits(page, 'a check that waits');
  await expect(page.locator('.progress')).toHaveText('Sprawdzono 1 z 3');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await press(page, 'Zatrzymaj');
  await expect(notice).toHaveCount(0);
  await page.clock.fastForward(300_000);
  expect(api.calls).toHaveLength(2);
  await press(page, 'Sprawdź pozostałe (2)');
  await press(page, 'English');
  await page.clock.fastForward(60_000);
  await expect(notice).toContainText(
    /The remaining links will be checked automatically in 1[34]\d\sseconds \(attempt 1 of 5\)/,
  );
  expect(api.calls).toHaveLength(3);
  api.answer = answerAll;
  await page.clock.fastForward(140_000);
  await expect(page.locator('.progress')).toContainText('Done. Visible: 3');
  await expect(notice).toHaveCount(0);
  expect(api.calls.map(urlsOf)).toEqual(
    [
      [0, 1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ].map((names) => names.map(link)),
  );
});

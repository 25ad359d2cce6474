import type { Page } from '@playwright/test';
import { check, csvRows, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLinks, beginLines, type FakeApi, type FakeCall, refuse, urlsOf } from './fake-api.js';
import { link, sampleFailure, sampleVerdict } from './samples.js';

// What the list of review links says of itself, on the page and in what is downloaded.

const NO_REVIEW = {
  ...{ author_name: null, stars: null, date: null, is_edited: null, edited_date: null },
  ...{ place_name: null, place_id: null, text_excerpt: null },
};

/** Links named `Bad…` fail, all others are visible. */
const answerAll = (call: FakeCall) =>
  answerLinks(call, (index, url) =>
    url.includes('Bad') ? sampleFailure(index, url) : sampleVerdict(index, url),
  );

async function open(page: Page, { url }: FakeApi, links: readonly string[]): Promise<void> {
  await page.goto(`${url}/#/linki`);
  await check(page, links.join('\n'));
}

const filter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const rows = (page: Page) => page.locator('.verdicts tbody tr');

test('a new check shows and downloads all its links, whatever filter was on', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await open(page, api, [link(0), link('Bad')]);
  await filter(page, 'Bez wyniku (1)').check();
  await expect(rows(page)).toHaveCount(1);
  await check(page, `${link(1)}\n${link(2)}`);
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 2');
  await expect(filter(page, 'Wszystkie (2)')).toBeChecked();
  await expect(rows(page)).toHaveCount(2);
  const rowsOfCsv = await csvRows(await downloadBy(page, 'Wszystkie – CSV'));
  expect(rowsOfCsv.map((row) => row['Link do opinii'])).toEqual([link(1), link(2)]);
});

test('one menu holds the downloads, and a filter adds its rows to it', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await open(page, api, [link(0), link('Bad1'), link(1), link('Bad2')]);
  const menu = page.locator('.menu');
  const files = menu.getByRole('button');
  await expect(files).toHaveCount(0);
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(files).toHaveText(['Wszystkie – CSV', 'Wszystkie – XLSX', 'Raport dla klienta (XLSX)']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(files).toHaveCount(0);
  await expect(menu.locator('summary')).toBeFocused();
  await filter(page, 'Bez wyniku (2)').check();
  const all = await downloadBy(page, 'Wszystkie – CSV');
  expect(all.suggestedFilename()).toMatch(/^widocznosc-opinii-\d{4}-\d\d-\d\d\.csv$/);
  expect(await csvRows(all)).toHaveLength(4);
  const some = await downloadBy(page, 'Tylko widoczne na liście (2 z 4: Bez wyniku) – CSV');
  expect(some.suggestedFilename()).toMatch(/^widocznosc-opinii-tylko-2-z-4-bez-wyniku-\d{4}-\d\d-\d\d\.csv$/);
  expect((await csvRows(some)).map((row) => row['Link do opinii'])).toEqual([link('Bad1'), link('Bad2')]);
  await page.getByRole('button', { name: 'English' }).click();
  // Leaving the menu closes it.
  await expect(files).toHaveCount(0);
  await menu.locator('summary').click();
  await expect(files.nth(3)).toHaveText('Only the rows shown (2 of 4: No result) – XLSX');
  await filter(page, 'Not visible (0)').check();
  await menu.locator('summary').click();
  await expect(files).toHaveCount(3);
});

test('after a check the form is one line, and results are where the user looks first', async ({
  page,
  fake,
}) => {
  const api = await fake((call) =>
    answerLinks(call, (index, url) => {
      if (url.includes('Bad')) return sampleFailure(index, url);
      return sampleVerdict(index, url, url.includes('Gone') ? 'no_rating_section' : 'visible');
    }),
  );
  await page.goto(`${api.url}/#/linki`);
  await page.getByLabel('Wczytaj plik').setInputFiles({
    name: 'linki.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([link(0), link('Bad'), link('Gone'), link(1)].join('\n')),
  });
  await page.getByRole('textbox').focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await expect(page.locator('.folded')).toContainText(/^4\slinki z linki\.csv/);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Wyniki' })).toBeFocused();
  const addresses = page.locator('.verdicts .address');
  await expect(addresses).toHaveText([/RevGone/, /RevBad/, /Rev0/, /Rev1/]);
  await expect(page.locator('.verdicts .number').first()).toHaveText('3');
  await page.getByLabel('Kolejność').selectOption('jak na liście');
  await expect(addresses).toHaveText([/Rev0/, /RevBad/, /RevGone/, /Rev1/]);
  await expect(page.locator('.chips label')).toHaveText([
    /Wszystkie/,
    /Niewidoczne/,
    /Bez wyniku/,
    /Widoczne/,
  ]);
  const checks = page.getByRole('button', { name: /^Sprawdź/ });
  await expect(checks).toHaveText(['Sprawdź wszystkie ponownie']);
  await page.getByRole('button', { name: 'Zmień' }).click();
  await expect(checks).toHaveText(['Sprawdź']);
  await expect(page.getByRole('textbox')).toBeFocused();
});

test('a result takes its meaning and the Place ID on a click', async ({ page, fake }) => {
  const id = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const review = { ...NO_REVIEW, place_id: id };
  const api = await fake((call) =>
    answerLinks(call, (index, url) => ({ ...sampleVerdict(index, url), review })),
  );
  await open(page, api, [link(0)]);
  await expect(page.getByRole('link', { name: 'Zobacz miejsce' })).toHaveAttribute('href', new RegExp(id));
  await expect(page.getByText(id)).toHaveCount(0);
  await expect(page.locator('.checked')).toHaveText('21.11.2026, 03:12');
  await page.locator('.reason summary').click();
  await expect(page.locator('.reason')).toContainText('Opinię widzi osoba niezalogowana');
  await expect(page.locator('.reason code')).toHaveText(id);
});

test('paper has the results without the controls', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await open(page, api, [link(0), link('Bad')]);
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 990 });
  await expect(page.locator('.verdicts thead')).toHaveCSS('display', 'table-header-group');
  await expect(page.locator('.verdicts tbody tr').first()).toHaveCSS('display', 'table-row');
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 1');
  await expect(page.getByText('Wyniki z: 21.11.2026, 03:12.')).toBeVisible();
  await expect(page.getByText('Wszystkie (2)')).toBeVisible();
  for (const hidden of [filter(page, 'Widoczne (1)'), page.getByRole('button'), page.getByRole('navigation')])
    await expect(hidden.filter({ visible: true })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
});

test('paper has all rows of a long list', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await open(
    page,
    api,
    Array.from({ length: 150 }, (_, index) => link(index)),
  );
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await expect(rows(page)).toHaveCount(100);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rows(page)).toHaveCount(150);
  await expect(page.getByRole('navigation', { name: 'Strony listy' })).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(rows(page)).toHaveCount(100);
});

test('failed links that are asked again stay in sight under their filter', async ({ page, fake }) => {
  let answerRetry = () => undefined as undefined | Promise<void>;
  const api = await fake((call) => {
    if (api.calls.length === 1) return answerAll(call);
    const lines = beginLines(call);
    answerRetry = () => {
      lines.write(sampleVerdict(0, link('Bad1')), sampleFailure(1, link('Bad2')), { type: 'summary' });
      lines.end();
      return undefined;
    };
  });
  await open(page, api, [link(0), link('Bad1'), link('Bad2')]);
  await filter(page, 'Bez wyniku (2)').check();
  await page.getByRole('button', { name: 'Ponów linki bez wyniku (2)' }).click();
  await expect(page.locator('.verdicts .mark')).toHaveText([/Oczekuje/, /Oczekuje/]);
  await expect.poll(() => api.calls.length).toBe(2);
  await answerRetry();
  await expect(page.locator('.verdicts .mark')).toHaveText([/Bez wyniku/]);
  await expect(filter(page, 'Bez wyniku (1)')).toBeChecked();
});

test('a stopped check says how many links are left, and can be resumed', async ({ page, fake }) => {
  const api = await fake((call) => {
    if (api.calls.length > 1) return answerAll(call);
    beginLines(call).write(sampleVerdict(0, link(0)), sampleFailure(1, link('Bad')));
  });
  await open(page, api, [link(0), link('Bad'), ...Array.from({ length: 18 }, (_, index) => link(index + 1))]);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  await page.getByRole('button', { name: 'Zatrzymaj' }).click();
  await expect(page.locator('.progress')).toHaveText('Zatrzymano. Sprawdzono 2 z 20, pozostało: 18.');
  await expect(page.getByRole('status').filter({ hasText: 'pozostało: 18' })).toHaveCount(1);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  await expect(page.locator('.reason').nth(0)).toHaveText('Dostawca map nie odpowiada poprawnie.');
  await expect(page.locator('.reason').nth(1)).toHaveText('Zatrzymano przed sprawdzeniem.');
  await expect(page.locator('.verdicts .mark.plain')).toHaveCount(18);
  await expect(page.locator('.verdicts .mark.plain').first()).toContainText('Niesprawdzona');
  await expect(filter(page, 'Bez wyniku (1)')).toBeVisible();
  const csv = await downloadBy(page, 'Wszystkie (niepełna lista: sprawdzono 2 z 20) – CSV');
  expect(csv.suggestedFilename()).toMatch(
    /^widocznosc-opinii-niepelna-lista-sprawdzono-2-z-20-\d{4}-\d\d-\d\d\.csv$/,
  );
  const exported = await csvRows(csv);
  expect(exported).toHaveLength(20);
  expect(exported[19]).toMatchObject({ Widoczna: '', Błąd: 'Zatrzymano przed sprawdzeniem.' });
  await filter(page, 'Niesprawdzone (18)').check();
  await page.getByRole('button', { name: 'Sprawdź pozostałe (18)' }).click();
  await expect(page.locator('.progress')).toHaveText('Gotowe. Widoczne: 19, niewidoczne: 0, bez wyniku: 1.');
  expect(api.calls.map((call) => urlsOf(call).length)).toEqual([20, 18]);
  await expect(page.getByRole('button', { name: 'Ponów linki bez wyniku (1)' })).toBeVisible();
});

test('shows no link as done while the service is down', async ({ page, fake }) => {
  const api = await fake((call) => void call.response.destroy());
  await open(page, api, [link(0), link(1)]);
  await expect(page.getByRole('alert')).toContainText('Brak połączenia z usługą.');
  await expect(page.locator('.progress')).toHaveText('Przerwano. Sprawdzono 0 z 2, pozostało: 2.');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0');
  await expect(page.getByText('Gotowe')).toHaveCount(0);
  await expect(page.locator('.reason')).toHaveText([
    'Brak połączenia z usługą.',
    'Brak połączenia z usługą.',
  ]);
  await expect(page.getByRole('button', { name: 'Sprawdź pozostałe (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('.progress')).toHaveText('Interrupted. Checked 0 of 2, remaining: 2.');
});

test('reports a link that leads nowhere as a problem of the link', async ({ page, fake }) => {
  const api = await fake((call) => {
    answerLinks(call, (index, url) =>
      sampleFailure(index, url, index === 0 ? 'no_results' : 'invalid_request'),
    );
  });
  await open(page, api, [link(0), link(1)]);
  const reasons = page.locator('.reason');
  await expect(reasons).toHaveText([
    'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.',
    'To nie jest link do opinii.',
  ]);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(reasons.first()).toHaveText(
    'This link does not lead to a review. It has expired or contains an error.',
  );
});

test('a reason of a newer service is shown as it is', async ({ page, fake }) => {
  const api = await fake((call) => {
    answerLinks(call, (index, url) =>
      sampleVerdict(index, url, index === 0 ? 'reason_of_tomorrow' : 'constructor'),
    );
  });
  await open(page, api, [link(0), link(1)]);
  await expect(page.locator('.reason')).toHaveText([
    'Nieznany powód: reason_of_tomorrow',
    'Nieznany powód: constructor',
  ]);
  await expect(page.locator('.progress')).toContainText('Gotowe.');
});

test('a refusal of the whole list comes in plain words', async ({ page, fake }) => {
  const api = await fake((call) => refuse(call, 400, 'invalid_request'));
  await open(page, api, [link(0)]);
  await expect(page.getByRole('alert').locator('strong')).toHaveText(/^Usługa nie przyjęła tej listy/);
});

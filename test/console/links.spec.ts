import type { Page } from '@playwright/test';
import { check, csvRows, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import {
  answerLines,
  answerLinks,
  beginLines,
  type FakeApi,
  type FakeCall,
  refuse,
  urlsOf,
} from './fake-api.js';
import { link, sampleFailure, sampleVerdict } from './samples.js';

// What the list of review links says of itself, on the page and in what is downloaded.

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
  const rowsOfCsv = await csvRows(await downloadBy(page, 'Pobierz CSV'));
  expect(rowsOfCsv.map((row) => row['Link do opinii'])).toEqual([link(1), link(2)]);
});

test('a filter leaves the download whole, and adds a download of its own', async ({ page, fake }) => {
  const api = await fake(answerAll);
  await open(page, api, [link(0), link('Bad1'), link(1), link('Bad2')]);
  await expect(page.getByRole('button', { name: /^Pobierz/ })).toHaveCount(2);
  await filter(page, 'Bez wyniku (2)').check();
  const all = await downloadBy(page, 'Pobierz CSV');
  expect(all.suggestedFilename()).toMatch(/^widocznosc-opinii-\d{4}-\d\d-\d\d\.csv$/);
  expect(await csvRows(all)).toHaveLength(4);
  const some = await downloadBy(page, 'Pobierz CSV (tylko 2 z 4: Bez wyniku)');
  expect(some.suggestedFilename()).toMatch(/^widocznosc-opinii-tylko-2-z-4-bez-wyniku-\d{4}-\d\d-\d\d\.csv$/);
  expect((await csvRows(some)).map((row) => row['Link do opinii'])).toEqual([link('Bad1'), link('Bad2')]);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Download XLSX (only 2 of 4: No result)' })).toBeVisible();
  await filter(page, 'Not visible (0)').check();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(2);
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
  await expect(page.locator('.reason').nth(1)).toHaveText('Dostawca map nie odpowiada poprawnie.');
  await expect(page.locator('.reason').nth(2)).toHaveText('Zatrzymano przed sprawdzeniem.');
  await expect(page.locator('.verdicts .mark.plain')).toHaveCount(18);
  await expect(page.locator('.verdicts .mark.plain').first()).toContainText('Niesprawdzona');
  await expect(filter(page, 'Bez wyniku (1)')).toBeVisible();
  const csv = await downloadBy(page, 'Pobierz CSV (niepełna lista: sprawdzono 2 z 20)');
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

test('ignores a result for a link that was not sent', async ({ page, fake }) => {
  const api = await fake((call) => {
    answerLines(call, sampleVerdict(0, link(0)), sampleVerdict(1, link(2)), sampleVerdict(2, link(1)), {
      type: 'summary',
    });
  });
  await open(page, api, [link(0), link(1), link(2)]);
  await expect(page.getByRole('alert')).toContainText('Nie udało się odczytać odpowiedzi usługi.');
  await expect(page.locator('.verdicts .mark')).toHaveText([/Widoczna/, /Niesprawdzona/, /Niesprawdzona/]);
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

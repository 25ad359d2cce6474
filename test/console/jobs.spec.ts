import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Job } from '../../src/capabilities/jobs/published.js';
import { withUtc } from '../support/with-utc.js';
import { downloadBy, load, press, textFile, workbookFile } from './actions.js';
import { accessibilityFaults, expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerJson, answerLines, beginLines, type FakeCall, refuse, succeed } from './fake-api.js';
import { JOB_ID, sampleJob, sampleJobRow, samplePlaceRow } from './samples.js';

// The view of the jobs.

const ENDED = withUtc({ ended_at: '2026-11-21 10:00:00' });

interface Service {
  jobs: Job[];
  rows: object[];
}

/** Answers for these jobs; their results are `rows`. */
function serviceOf(service: Service) {
  return (call: FakeCall): void => {
    const [, , , id, results] = call.url.pathname.split('/');
    const job = service.jobs.find((one) => one.id === id);
    if (call.method === 'POST' && results === 'finish' && job !== undefined) {
      const ended = { state: 'finished' as const, done: job.total, failed: 1, retrying: 0 };
      const finished = { ...job, ...ended, next_attempt_at: null, ...ENDED };
      service.jobs = service.jobs.map((one) => (one.id === id ? finished : one));
      succeed(call, finished);
    } else if (call.method === 'POST') {
      const made = sampleJob({ id: 'nowe', state: 'waiting', done: 0, total: 2, estimated_end_at: null });
      service.jobs.unshift(made);
      answerJson(call, 202, { status: 'success', data: made });
    } else if (id === undefined) succeed(call, { jobs: service.jobs });
    else if (job === undefined) refuse(call, 404, 'job_not_found');
    else if (call.method === 'DELETE') {
      if (job.state !== 'running' && job.state !== 'waiting') {
        const isDeleted = call.url.searchParams.get('delete_ended') === 'true';
        if (isDeleted) service.jobs = service.jobs.filter((one) => one !== job);
        succeed(call, isDeleted ? { ...job, state: 'deleted' } : job);
        return;
      }
      const cancelled = { ...job, state: 'cancelled' as const, ...ENDED };
      service.jobs = service.jobs.map((one) => (one.id === id ? cancelled : one));
      succeed(call, cancelled);
    } else if (results === 'results') answerResults(call, job, service.rows);
    else succeed(call, job);
  };
}

function answerResults(call: FakeCall, job: Job, rows: readonly object[]): void {
  const format = call.url.searchParams.get('format');
  if (format !== null) {
    call.response.writeHead(200, { 'Content-Type': `${format === 'csv' ? 'text/csv' : XLSX}` });
    call.response.end(`${format} ${call.url.searchParams.get('lang')}`);
    return;
  }
  const lines = beginLines(call);
  lines.write(...rows.slice(Number(call.url.searchParams.get('after') ?? 0)));
  // A running job is followed.
  if (job.state === 'running') return;
  lines.write({ type: 'summary', position: rows.length, state: job.state });
  lines.end();
}
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => sampleJobRow(index + 1));
const nav = (page: Page) => page.getByRole('navigation', { name: 'Widoki' });
const tableRows = (page: Page) => page.locator('.verdicts tbody tr');

test('the entry of jobs appears when the service has them; a key is asked for in the view only', async ({
  page,
  fake,
}) => {
  const without = await fake((call) => refuse(call, 503, 'jobs_unavailable'));
  const asked = page.waitForResponse(/api\/capabilities/);
  await load(page, without);
  await asked;
  await expect(nav(page).getByRole('link', { name: 'Linki' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Listy' })).toHaveCount(0);
  await load(page, without, '/lists');
  await expect(page.getByRole('alert')).toContainText(
    'Ta instalacja nie przechowuje danych, dlatego nie obsługuje zleceń',
  );
  await expectFits(page, 'unavailable');
  expect(without.calls).toEqual([]);

  const keyed = await fake(
    (call) => {
      if (call.headers['x-api-key'] === 'dobry') succeed(call, { jobs: [] });
      else refuse(call, 401, 'unauthorized');
    },
    { hasJobs: true },
  );
  await page.clock.install();
  let isBusy = true;
  const failed = page.waitForResponse(/api\/capabilities/);
  await page.route('**/api/capabilities', (route) =>
    isBusy ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  );
  await load(page, keyed);
  await failed;
  await expect(nav(page).getByRole('link', { name: 'Linki' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Listy' })).toHaveCount(0);
  isBusy = false;
  await page.clock.runFor(31_000);
  await expect(nav(page).getByRole('link', { name: 'Listy' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(keyed.calls).toEqual([]);
  await nav(page).getByRole('link', { name: 'Listy' }).click();
  await page.getByLabel('Klucz', { exact: true }).fill('dobry');
  await press(page, 'Użyj klucza');
  await expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible();
});

test('a list becomes a job by keyboard alone, and the job is shown', async ({ page, fake }) => {
  const api = await fake(serviceOf({ jobs: [], rows: [] }), { hasJobs: true });
  await load(page, api);
  const focused = page.locator(':focus');
  const tabTo = async (selector: string) => {
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      if (
        (await focused.count()) > 0 &&
        (await focused.evaluate((element, css) => element.matches(css), selector))
      )
        return;
    }
    throw new Error(`no way to ${selector} by Tab`);
  };
  await expect(nav(page).getByRole('link', { name: 'Listy' })).toBeVisible();
  await tabTo('nav a[href="#/lists"]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible();
  await tabTo('#job-text');
  await page.keyboard.insertText('Nagłówek\n1;https://goo.gl/a\nhttps://goo.gl/b\n');
  await expect(page.getByText('2 pozycje · pominięte wiersze: 1')).toBeVisible();
  await tabTo('button[type=submit]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Widoczność opinii');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('.job-state .mark')).toHaveText('oczekuje');
  await expectFits(page, 'a job without results');
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    type: 'review-visibility',
    urls: ['https://goo.gl/a', 'https://goo.gl/b'],
  });
  expect(sent?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  expect(new URL(page.url()).hash).toBe('#/lists/nowe');
  await tabTo('main a[href="#/lists"]');
  await page.keyboard.press('Enter');
  await expect(page.locator('.jobs > li')).toHaveCount(1);
  await expect(page.getByRole('textbox')).toHaveValue('');
  await tabTo('.jobs a');

  await load(page, api, '/lists/nie-ma');
  await expect(page.getByRole('alert')).toContainText('Nie ma takiego zlecenia.');
  await page.getByRole('link', { name: 'Wszystkie zlecenia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a file becomes a job with its columns; a failed attempt is repeated under the same key', async ({
  page,
  fake,
}) => {
  const answer = serviceOf({ jobs: [], rows: [] });
  const failing = (fail: (call: FakeCall) => void) => (call: FakeCall) =>
    call.method === 'POST' ? fail(call) : answer(call);
  const api = await fake(
    failing((call) => void call.response.destroy()),
    { hasJobs: true },
  );
  const sent = () => api.calls.filter(({ method }) => method === 'POST');
  const file = page.locator('#job-file');
  await load(page, api, '/lists');
  await page.getByLabel('Co sprawdzić').selectOption('Opinie o miejscach');
  await page.getByLabel('Maksymalnie z jednego miejsca').selectOption('1 000 opinii');
  await file.setInputFiles(textFile('miejsca.csv', 'Nazwa;Id', 'Pierogarnia;ChIJJz6dChxbFkcRFk6Qq9KBXD8'));
  await expect(page.getByText('Plik: miejsca.csv')).toBeVisible();
  await expect(page.getByText('1 pozycja · 2 kolumny')).toBeVisible();
  await press(page, 'Zleć sprawdzenie');
  await expect(page.getByRole('alert')).toContainText('Brak połączenia z usługą.');
  api.answer = failing((call) => refuse(call, 429, 'rate_limited', { 'Retry-After': '30' }));
  await press(page, 'Zleć sprawdzenie');
  await expect(page.getByText('Liczba zleceń w toku')).toBeVisible();
  await expectFits(page, 'refused');
  api.answer = answer;
  await press(page, 'Zleć sprawdzenie');
  await expect(page).toHaveURL(/lists.nowe/);
  expect(sent().at(-1)?.url.search).toBe('?type=place-reviews&max_pages=5');
  expect(sentLines(sent().at(-1))).toEqual([
    { columns: ['Nazwa', 'Id'] },
    { url: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', cells: ['Pierogarnia', null] },
  ]);
  expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

  await page.getByRole('link', { name: 'Wszystkie zlecenia' }).click();
  await page.getByLabel('Co sprawdzić').selectOption('Widoczność opinii');
  await file.setInputFiles(
    await workbookFile('opinie.xlsx', [
      ['klient', 'link', 'notatka'],
      ['A', 'https://goo.gl/a', 'dawniej https://goo.gl/b'],
      ['B', null, 7],
    ]),
  );
  await expect(
    page.getByText('1 pozycja · wiersze bez pozycji, które zostaną w wynikach: 1 · 3 kolumny'),
  ).toBeVisible();
  await expect(page.getByText('Nie zostaną sprawdzone: „notatka” (1).')).toBeVisible();
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(column.locator('option')).toHaveText([
    ...[
      'znaleziona automatycznie: kolumna „link”, bo ma linki albo identyfikatory',
      'klient',
      'link',
      'notatka',
      'wszystkie kolumny z linkami',
    ],
  ]);
  await column.selectOption('notatka');
  await expect(page.getByText('Nie zostaną sprawdzone: „link” (1).')).toBeVisible();
  await press(page, 'Zleć sprawdzenie');
  await expect(page).toHaveURL(/lists.nowe/);
  expect(sentLines(sent().at(-1))).toEqual([
    { columns: ['klient', 'link', 'notatka'] },
    { url: 'https://goo.gl/b', cells: ['A', 'https://goo.gl/a', 'dawniej https://goo.gl/b'] },
    { url: '', cells: ['B', '', '7'] },
  ]);
});

const sentLines = (call: FakeCall | undefined) =>
  String(call?.body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a job is followed, its waiting links are given up, it is cancelled and deleted', async ({
  page,
  fake,
}) => {
  const other = sampleJob({ id: 'inne', state: 'finished', estimated_end_at: null });
  const service = { jobs: [sampleJob({ total: 400, done: 150 }), other], rows: rowsOf(150) };
  const api = await fake(serviceOf(service), { hasJobs: true });
  const asked = (part: string) => api.calls.filter(({ url }) => `${url}`.includes(part));
  /** The view reads the jobs every five seconds. */
  const nextLook = () => page.clock.runFor(5_000);
  await page.clock.install();
  await load(page, api, '/lists');
  const first = page.locator('.jobs > li').first();
  await expect(first).toContainText('Gotowe: 150 z 400');
  await expect(page.getByRole('progressbar').first()).toHaveAttribute('value', '150');
  await expect(first).toContainText('Szacowany koniec: 14.09.2026, 10:48');
  await expectAccessible(page);
  await first.getByRole('link').click();
  await expect(tableRows(page)).toHaveCount(100);
  await expect(page.getByText('1–100 z 150')).toBeVisible();
  await page.getByRole('button', { name: /Następna/ }).click();
  await expect(tableRows(page)).toHaveCount(50);
  expect(asked('/results').map(({ url }) => url.searchParams.get('after'))).toEqual(['0', '100']);
  // The rest of the page comes with the next look.
  service.rows = rowsOf(160);
  service.jobs = [sampleJob({ total: 400, done: 160 }), other];
  await nextLook();
  await expect(tableRows(page)).toHaveCount(60);

  const stuck = { retrying: 1, next_attempt_at: '2026-09-14 09:15:00', estimated_end_at: null };
  service.jobs = [sampleJob({ total: 400, done: 160, ...stuck }), other];
  await nextLook();
  await expect(
    page.getByText('1\u00a0link czeka na ponowienie, następna próba: 14.09.2026, 09:15'),
  ).toBeVisible();
  await expect(page.getByText('Szacowany koniec')).toHaveCount(0);
  // Only a job that has ended has files.
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0);

  const dialog = page.getByRole('dialog');
  const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const cancel = page.getByRole('button', { name: 'Anuluj zlecenie' });
  await cancel.click();
  await expect(dialog).toContainText('Pozostałe pozycje (240)');
  await expectFits(page, 'the question before a job is cancelled');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await answer('Nie anuluj');
  await press(page, 'Nie czekaj na ponowienia');
  await expect(dialog).toContainText('pozostaną bez wyniku');
  expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await answer('Nie czekaj na ponowienia');
  await expect(page.locator('.job-state .mark')).toHaveText('zakończone');
  await expect(page.getByText('czeka na ponowienie')).toHaveCount(0);

  service.jobs = [sampleJob({ total: 400, done: 10 }), other];
  service.rows = rowsOf(10);
  await load(page, api, `/lists/${JOB_ID}`);
  await expect(tableRows(page)).toHaveCount(10);
  await expectAccessible(page);
  await cancel.click();
  await answer('Anuluj zlecenie');
  await expect(page.locator('.job-state .mark')).toHaveText('anulowane');
  await page.clock.runFor(100);
  await expect(page.getByRole('status')).toHaveText('Zlecenie zostało anulowane.');
  await press(page, 'Usuń zlecenie');
  await answer('Nie usuwaj');
  expect(asked('delete_ended')).toEqual([]);
  await press(page, 'Usuń zlecenie');
  await answer('Usuń zlecenie');
  await expect(page.locator('.jobs > li')).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(page.getByRole('status')).toHaveText('Zlecenie zostało usunięte.');
});

test('the service makes the files of a finished job; an NDJSON file that was cut is not saved', async ({
  page,
  fake,
}) => {
  const finished = sampleJob({ state: 'finished', total: 3, done: 3, ended_at: '2026-11-21 10:00:00' });
  const answer = serviceOf({ jobs: [finished], rows: rowsOf(3) });
  const api = await fake(answer, { hasJobs: true });
  await load(page, api, `/lists/${JOB_ID}`);
  for (const [name, extension, content] of [
    ['Pobierz CSV', 'csv', 'csv pl'],
    ['Pobierz XLSX', 'xlsx', 'xlsx pl'],
    ['Pobierz NDJSON', 'ndjson', '"type":"summary"'],
  ] as const) {
    const download = await downloadBy(page, name);
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^widocznosc-opinii-\\d{4}-\\d\\d-\\d\\d-[\\w]{1,6}\\.${extension}$`),
    );
    expect(await readFile(await download.path(), 'utf8')).toContain(content);
  }
  api.answer = (call) =>
    call.url.pathname.endsWith('/results') ? answerLines(call, sampleJobRow(1)) : answer(call);
  await press(page, 'Pobierz NDJSON');
  await expect(page.getByRole('alert')).toContainText('przerwane przed końcem odpowiedzi');
});

test('results of places: details, lists and failures', async ({ page, fake }) => {
  const ended = { state: 'finished', total: 3, done: 3, visible: undefined, not_visible: undefined } as const;
  const failure = (position: number) => ({
    ...{ type: 'error', position, index: position - 1, line: null, query: 'nic' },
    error: { code: 'no_results', message: 'In English.', reason: 'other', values: {} },
  });
  const list = {
    ...{ type: 'result', position: 1, index: 0, line: null, query: 'ChIJx', place_id: 'ChIJx' },
    ...{ reviews: [{}, {}], complete: false, stop_reason: 'max_pages', total_reviews: 9 },
    ...withUtc({ checked_at: '2026-09-14 08:31:00' }),
  };
  const api = await fake(
    (call) => {
      const isList = call.url.pathname.includes('opinie');
      const jobs = [
        sampleJob({ ...ended, id: 'miejsca', type: 'place-details' }),
        sampleJob({ ...ended, id: 'opinie', type: 'place-reviews' }),
      ];
      return serviceOf({ jobs, rows: [isList ? list : samplePlaceRow(1), failure(2), failure(3)] })(call);
    },
    { hasJobs: true },
  );
  await load(page, api, '/lists/miejsca');
  await expect(tableRows(page).first()).toContainText('Pierogarnia Pod Zmyśloną Różą');
  await expect(tableRows(page).first()).toContainText(/4,6 ★.*pierwszy wynik wyszukiwania/);
  await expect(tableRows(page).locator('.checked')).toHaveText(['14.09.2026, 08:30', '', '']);
  await expect(tableRows(page).last()).toContainText('Nie znaleziono.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await load(page, api, '/lists/opinie');
  await expect(tableRows(page).first()).toContainText('2 opinie – wczytano wybraną liczbę stron');
  await expect(tableRows(page).locator('.checked').first()).toHaveText('14.09.2026, 08:31');
});

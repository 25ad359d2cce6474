import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Job } from '../../src/contract/lines.js';
import { workbookOf } from '../support/workbook.js';
import { accessibilityFaults } from './axe.js';
import { expect, test } from './console-test.js';
import { answerJson, answerLines, beginLines, type FakeCall, refuse, succeed } from './fake-api.js';
import { JOB_ID, sampleJob, sampleJobRow, samplePlaceRow } from './samples.js';

// The view of the jobs.

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
      const finished = { ...job, ...ended, next_attempt_at: null, ended_at: '2026-11-21 10:00:00' };
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
      const cancelled = { ...job, state: 'cancelled' as const, ended_at: '2026-11-21 10:00:00' };
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

test('a service without jobs is asked for none, and the view says why there are none', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => refuse(call, 503, 'jobs_unavailable'));
  const asked = page.waitForResponse(/api\/capabilities/);
  await page.goto(api.url);
  await asked;
  await expect(nav(page).getByRole('link')).toHaveCount(3);
  await page.goto(`${api.url}/#/zlecenia`);
  await expect(page.getByRole('alert')).toContainText('Ta instalacja nie obsługuje zleceń');
  expect(api.calls).toEqual([]);
});

test('nobody is asked for a key before the view of jobs is opened', async ({ page, fake }) => {
  const keyed = await fake(
    (call) => {
      if (call.headers['x-api-key'] === 'dobry') succeed(call, { jobs: [] });
      else refuse(call, 401, 'unauthorized');
    },
    { hasJobs: true },
  );
  await page.goto(keyed.url);
  await expect(nav(page).getByRole('link', { name: 'Zlecenia' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(keyed.calls).toEqual([]);
  await nav(page).getByRole('link', { name: 'Zlecenia' }).click();
  await page.getByLabel('Klucz', { exact: true }).fill('dobry');
  await page.getByRole('button', { name: 'Użyj klucza' }).click();
  await expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible();
});

test('asks again whether there are jobs after a failure', async ({ page, fake }) => {
  await page.clock.install();
  const api = await fake((call) => succeed(call, { jobs: [] }), { hasJobs: true });
  let isBusy = true;
  const failed = page.waitForResponse(/api\/capabilities/);
  await page.route('**/api/capabilities', (route) =>
    isBusy ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  );
  await page.goto(api.url);
  await failed;
  await expect(nav(page).getByRole('link')).toHaveCount(3);
  isBusy = false;
  await page.clock.runFor(31_000);
  await expect(nav(page).getByRole('link', { name: 'Zlecenia' })).toBeVisible();
});

test('a pasted list becomes a job, which then is shown', async ({ page, fake }) => {
  const api = await fake(serviceOf({ jobs: [], rows: [] }), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia`);
  await expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible();
  await page.getByRole('textbox').fill('Nagłówek\n1;https://goo.gl/a\nhttps://goo.gl/b\n');
  await expect(page.getByText('2 pozycje · pominięte wiersze: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Zleć sprawdzenie' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Widoczność opinii');
  await expect(page.locator('.mark')).toHaveText('oczekuje');
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    type: 'review-visibility',
    urls: ['https://goo.gl/a', 'https://goo.gl/b'],
  });
  expect(sent?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  expect(new URL(page.url()).hash).toBe('#/zlecenia?id=nowe');
  await page.getByRole('link', { name: 'Wszystkie zlecenia' }).click();
  await expect(page.locator('.jobs > li')).toHaveCount(1);
  await expect(page.getByRole('textbox')).toHaveValue('');
});

test('a list from a file, another type, and a second attempt under the same key', async ({ page, fake }) => {
  const answer = serviceOf({ jobs: [], rows: [] });
  let isDown = true;
  const api = await fake(
    (call) => {
      if (call.method === 'POST' && isDown) call.response.destroy();
      else answer(call);
    },
    { hasJobs: true },
  );
  await page.goto(`${api.url}/#/zlecenia`);
  await page.getByLabel('Co sprawdzić').selectOption('Opinie o miejscach');
  await page.getByLabel('Maksymalnie z jednego miejsca').selectOption('1 000 opinii');
  await page.locator('#job-file').setInputFiles({
    name: 'miejsca.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nazwa;Id\nPierogarnia;ChIJJz6dChxbFkcRFk6Qq9KBXD8\n'),
  });
  await expect(page.getByText('Plik: miejsca.csv')).toBeVisible();
  await expect(page.getByText('1 pozycja · 2 kolumny')).toBeVisible();
  await page.getByRole('button', { name: 'Zleć sprawdzenie' }).click();
  await expect(page.getByRole('alert')).toContainText('Brak połączenia z usługą.');
  isDown = false;
  await page.getByRole('button', { name: 'Zleć sprawdzenie' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  const sent = api.calls.filter(({ method }) => method === 'POST');
  expect(sent[1]?.url.search).toBe('?type=place-reviews&max_pages=5');
  expect(sentLines(sent[1])).toEqual([
    { columns: ['Nazwa', 'Id'] },
    { url: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', cells: ['Pierogarnia', null] },
  ]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

const sentLines = (call: FakeCall | undefined) =>
  String(call?.body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a workbook becomes a job with its columns, and the user chooses one', async ({ page, fake }) => {
  const api = await fake(serviceOf({ jobs: [], rows: [] }), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia`);
  await page.locator('#job-file').setInputFiles({
    name: 'opinie.xlsx',
    mimeType: XLSX,
    buffer: await workbookOf([
      ['klient', 'link', 'notatka'],
      ['A', 'https://goo.gl/a', 'dawniej https://goo.gl/b'],
      ['B', null, 7],
    ]),
  });
  await expect(
    page.getByText('1 pozycja · wiersze bez pozycji, które zostaną w wynikach: 1 · 3 kolumny'),
  ).toBeVisible();
  await expect(page.getByText('Nie zostaną sprawdzone: „notatka” (1).')).toBeVisible();
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(column.locator('option')).toHaveText([
    ...['znaleziona automatycznie: link', 'klient', 'link', 'notatka', 'wszystkie kolumny z linkami'],
  ]);
  await column.selectOption('notatka');
  await expect(page.getByText('Nie zostaną sprawdzone: „link” (1).')).toBeVisible();
  await page.getByRole('button', { name: 'Zleć sprawdzenie' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Widoczność opinii');
  expect(sentLines(api.calls.find(({ method }) => method === 'POST'))).toEqual([
    { columns: ['klient', 'link', 'notatka'] },
    { url: 'https://goo.gl/b', cells: ['A', 'https://goo.gl/a', 'dawniej https://goo.gl/b'] },
    { url: '', cells: ['B', '', '7'] },
  ]);
});

test('a running job shows its progress, and its results so far in pages', async ({ page, fake }) => {
  const service = { jobs: [sampleJob({ total: 400, done: 150 })], rows: rowsOf(150) };
  const api = await fake(serviceOf(service), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia`);
  await expect(page.locator('.jobs > li')).toContainText('Gotowe: 150 z 400');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '150');
  await expect(page.locator('.jobs > li')).toContainText('Szacowany koniec: 14.09.2026, 10:48');
  await page.locator('.jobs a').click();
  await expect(tableRows(page)).toHaveCount(100);
  await expect(page.getByText('1–100 z 150')).toBeVisible();
  await page.getByRole('button', { name: /Następna/ }).click();
  await expect(tableRows(page)).toHaveCount(50);
  const asked = api.calls.filter(({ url }) => url.pathname.endsWith('/results'));
  expect(asked.map(({ url }) => url.searchParams.get('after'))).toEqual(['0', '100']);
  // The rest of the page comes with the next look.
  service.rows = rowsOf(160);
  service.jobs = [sampleJob({ total: 400, done: 160 })];
  await expect(tableRows(page)).toHaveCount(60);
});

test('a job with a stuck link gives a file, says when it is asked again, and need not wait', async ({
  page,
  fake,
}) => {
  const stuck = { retrying: 1, next_attempt_at: '2026-09-14 09:15:00', estimated_end_at: null };
  const job = sampleJob({ total: 400, done: 399, failed: 0, failures: {}, ...stuck });
  const api = await fake(serviceOf({ jobs: [job], rows: rowsOf(399) }), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  await expect(
    page.getByText('1\u00a0link czeka na ponowienie, następna próba: 14.09.2026, 09:15'),
  ).toBeVisible();
  await expect(page.getByText('Szacowany koniec')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV, częściowe wyniki' }).click();
  expect((await download).suggestedFilename()).toMatch(/-czesciowe\.csv$/);
  const asked = api.calls.find(({ url }) => url.searchParams.get('format') === 'csv');
  expect(asked?.url.searchParams.get('partial')).toBe('true');
  await page.getByRole('button', { name: 'Nie czekaj na ponowienia' }).click();
  await expect(page.getByRole('dialog')).toContainText('pozostaną bez wyniku');
  await page.getByRole('dialog').getByRole('button', { name: 'Nie czekaj na ponowienia' }).click();
  await expect(page.locator('.mark').first()).toHaveText('zakończone');
  await expect(page.getByText('czeka na ponowienie')).toHaveCount(0);
});

test('a job is cancelled after a question, and then has files', async ({ page, fake }) => {
  const service = { jobs: [sampleJob({ total: 400, done: 3 })], rows: rowsOf(3) };
  const api = await fake(serviceOf(service), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  const cancel = page.getByRole('button', { name: 'Anuluj zlecenie' });
  await cancel.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pozostałe pozycje (397)');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Nie anuluj' }).click();
  expect(api.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Anuluj zlecenie' }).click();
  await expect(page.locator('.job-state .mark')).toHaveText('anulowane');
  await expect(page.getByRole('status')).toHaveText('Zlecenie zostało anulowane.');
  await expect(page.getByRole('button', { name: 'Pobierz CSV' })).toBeVisible();
});

test('a job that has ended is deleted after a question', async ({ page, fake }) => {
  const ended = { state: 'finished', total: 3, done: 3, ended_at: '2026-11-21 10:00:00' } as const;
  const service = { jobs: [sampleJob(ended), sampleJob({ ...ended, id: 'inne' })], rows: rowsOf(3) };
  const api = await fake(serviceOf(service), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  const remove = page.getByRole('button', { name: 'Usuń zlecenie' });
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Nie usuwaj' }).click();
  expect(api.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await remove.click();
  await dialog.getByRole('button', { name: 'Usuń zlecenie' }).click();
  await expect(page.getByRole('status')).toHaveText('Zlecenie zostało usunięte.');
  await expect(page.locator('.jobs > li')).toHaveCount(1);
});

test('the files of a finished job are made by the service', async ({ page, fake }) => {
  const service = {
    jobs: [sampleJob({ state: 'finished', total: 3, done: 3, ended_at: '2026-11-21 10:00:00' })],
    rows: rowsOf(3),
  };
  const api = await fake(serviceOf(service), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  for (const [name, extension, content] of [
    ['Pobierz CSV', 'csv', 'csv pl'],
    ['Pobierz XLSX', 'xlsx', 'xlsx pl'],
    ['Pobierz NDJSON', 'ndjson', '"type":"summary"'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^widocznosc-opinii-\\d{4}-\\d\\d-\\d\\d-[\\w]{1,6}\\.${extension}$`),
    );
    expect(await readFile(await download.path(), 'utf8')).toContain(content);
  }
});

test('reports an NDJSON file that was cut instead of saving it', async ({ page, fake }) => {
  const finished = sampleJob({ state: 'finished', total: 2, done: 0 });
  const api = await fake(
    (call) => {
      if (!call.url.pathname.endsWith('/results')) return serviceOf({ jobs: [finished], rows: [] })(call);
      answerLines(call, sampleJobRow(1));
    },
    { hasJobs: true },
  );
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  await page.getByRole('button', { name: 'Pobierz NDJSON' }).click();
  await expect(page.getByRole('alert')).toContainText('przerwane przed końcem odpowiedzi');
});

test('results of places: details, lists and failures', async ({ page, fake }) => {
  const ended = { state: 'finished', total: 3, done: 3, visible: undefined, not_visible: undefined } as const;
  const failure = (position: number) => ({
    ...{ type: 'error', position, index: position - 1, line: null, query: 'nic' },
    error: { code: 'no_results', message: 'In English.' },
  });
  const list = {
    ...{ type: 'result', position: 1, index: 0, line: null, query: 'ChIJx', place_id: 'ChIJx' },
    ...{ reviews: [{}, {}], complete: false, stop_reason: 'max_pages', total_reviews: 9 },
    checked_at: '2026-09-14 08:31:00',
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
  await page.goto(`${api.url}/#/zlecenia?id=miejsca`);
  await expect(tableRows(page).first()).toContainText('Pierogarnia Pod Zmyśloną Różą');
  await expect(tableRows(page).first()).toContainText('4,6 ★');
  await expect(tableRows(page).locator('.checked')).toHaveText(['14.09.2026, 08:30', '', '']);
  await expect(tableRows(page).last()).toContainText('Nie znaleziono.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${api.url}/#/zlecenia?id=opinie`);
  await expect(tableRows(page).first()).toContainText('2 opinie – osiągnięto wybrany limit');
  await expect(tableRows(page).locator('.checked').first()).toHaveText('14.09.2026, 08:31');
});

test('says that a job is unknown, and links back to all jobs', async ({ page, fake }) => {
  const api = await fake(serviceOf({ jobs: [], rows: [] }), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia?id=nie-ma`);
  await expect(page.getByRole('alert')).toContainText('Nie ma takiego zlecenia.');
  await page.getByRole('link', { name: 'Wszystkie zlecenia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a job is begun and read by keyboard alone', async ({ page, fake }) => {
  const api = await fake(serviceOf({ jobs: [], rows: [] }), { hasJobs: true });
  await page.goto(api.url);
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
  await expect(nav(page).getByRole('link')).toHaveCount(4);
  await tabTo('nav a[href="#/zlecenia"]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo('#job-text');
  await page.keyboard.type('https://goo.gl/a');
  await tabTo('button[type=submit]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo('main a[href="#/zlecenia"]');
  await page.keyboard.press('Enter');
  await tabTo('.jobs a');
});

import type { Page } from '@playwright/test';
import { MAX_LISTS } from '../../src/console/library/library-store.js';
import { load, paste } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLines, answerReviews, succeed } from './fake-api.js';
import { longestScrollTask, longestTask, quickestKey } from './fluid.js';
import { keepHistories, keepLists, keepRecords } from './kept-lists.js';
import {
  JOB_ID,
  link,
  sampleJob,
  sampleJobRow,
  samplePlace,
  sampleReview,
  sampleVerdict,
} from './samples.js';

// Every view that can hold rows stays fluid with the largest list it takes.

const LONG_TASK_MS = 100;
/** A key in a bare field of 10,000 lines takes 30 ms on a quiet machine (2 cores). */
const KEY_MS = 50;

const LARGEST = 10_000;
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';

const linesOf = (size: number, line: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => line(index)).join('\n');
const ownLine = (index: number) => `Firma ${index}\t${link(index)}`;

const fluid = async (page: Page, what: string) =>
  expect(await longestScrollTask(page, LONG_TASK_MS), what).toBeLessThan(LONG_TASK_MS);

test('10,000 checked links are filtered, turned and scrolled', async ({ page, fake }) => {
  const api = await fake(() => undefined);
  await load(page, api, '/linki');
  const urls = Array.from({ length: LARGEST }, (_, index) => link(index));
  const [firstLink = '', lastLink = ''] = [urls[0], urls.at(-1)];
  await keepHistories(page, urls);
  await keepRecords(page, {
    lists: [
      {
        ...{ id: 'lista', name: null, links: LARGEST, firstLink, lastLink, checkedAt: Date.now() },
        ...{ visible: 0, hidden: LARGEST, failed: 0, waiting: 0 },
      },
    ],
    sources: [{ id: 'lista', source: { kind: 'text', text: linesOf(LARGEST, ownLine), name: null } }],
    results: urls.map((url, index) => ({
      ...{ list: 'lista', url },
      result: { verdict: sampleVerdict(index, url, 'no_rating_section') },
    })),
  });
  await page.evaluate(() => sessionStorage.setItem('place-lookup-list', 'lista'));
  await page.reload();
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 0');
  const rows = page.locator('.verdicts tbody tr');
  const changed = page.getByRole('radio', { name: /^Zmienione/ });
  const filtering = await longestTask(page, LONG_TASK_MS, async () => {
    await page.getByRole('radio', { name: /^Wszystkie/ }).check();
    await changed.check();
    await expect(rows.first()).toContainText('Przestała być widoczna');
    await page.getByRole('button', { name: 'Następna' }).click();
    await expect(rows.first()).toContainText('Firma 100');
  });
  expect(filtering, 'filter and pager').toBeLessThan(LONG_TASK_MS);
  await fluid(page, 'links');
});

test('10,000 reviews are scrolled, turned and searched', async ({ page, fake }) => {
  const all = Array.from({ length: LARGEST }, (_, index) => sampleReview(LARGEST - index));
  const api = await fake((call) =>
    call.url.pathname === '/api/all' ? succeed(call, samplePlace()) : answerReviews(call, all),
  );
  await load(page, api, `/opinie?placeid=${PLACE}`);
  await expect(page.locator('.notice.good')).toBeVisible();
  await fluid(page, 'reviews');
  const list = page.locator('.reviews > li');
  const turning = await longestTask(page, LONG_TASK_MS, async () => {
    await page.getByRole('button', { name: 'Następna' }).click();
    await expect(list.first()).toBeInViewport();
  });
  expect(turning, 'pager').toBeLessThan(LONG_TASK_MS);
  await page.getByRole('searchbox').fill('numer');
  await page.getByRole('searchbox').focus();
  const searching = await longestTask(page, LONG_TASK_MS, async () => {
    await page.keyboard.type(' 99');
    await expect(list.first()).toContainText(' 99');
    for (let key = 0; key < 3; key += 1) await page.keyboard.press('Backspace');
  });
  expect(searching, 'search').toBeLessThan(LONG_TASK_MS);
});

// The view takes 500 places; more are a job.
test(`500 places and ${MAX_LISTS} saved lists are scrolled`, async ({ page, fake }) => {
  const api = await fake(() => undefined);
  await load(page, api, '/linki');
  await keepLists(page, MAX_LISTS);
  const queries = Array.from({ length: 500 }, (_, index) => `pierogarnia ${index}`);
  const at = Date.now();
  await keepRecords(page, {
    sets: [{ id: 'zestaw', queries, at, usedAt: at }],
    lines: queries.map((query, index) => ({
      ...{ set: 'zestaw', index },
      line: { query, outcome: { data: samplePlace() }, at: new Date(at), results: null, picked: 0 },
    })),
  });
  await page.evaluate(() => sessionStorage.setItem('place-lookup-places', 'zestaw'));
  await page.reload();
  await page.locator('summary', { hasText: `Zapisane listy (${MAX_LISTS})` }).click();
  await expect(page.locator('.saved li')).toHaveCount(MAX_LISTS);
  await fluid(page, 'saved lists');
  await load(page, api, '/miejsca');
  await expect(page.locator('.progress')).toContainText('Gotowe. Znalezione: 500');
  await expect(page.locator('.places tbody tr')).toHaveCount(100);
  await fluid(page, 'places');
});

// All jobs of a key are in one list; the service keeps ended ones for some days.
test('1,000 jobs, and a job with 10,000 results, are scrolled', async ({ page, fake }) => {
  const ended = { state: 'finished', estimated_end_at: null } as const;
  const job = sampleJob({ ...ended, total: LARGEST, done: LARGEST });
  const others = Array.from({ length: 999 }, (_, index) => sampleJob({ ...ended, id: `zlecenie-${index}` }));
  const api = await fake(
    (call) => {
      if (!call.url.pathname.endsWith('/results')) return succeed(call, { jobs: [job, ...others] });
      const after = Number(call.url.searchParams.get('after') ?? 0);
      const rows = Array.from({ length: 1_000 }, (_, index) => sampleJobRow(after + index + 1));
      answerLines(call, ...rows, { type: 'summary', position: LARGEST, state: 'finished' });
    },
    { hasJobs: true },
  );
  await load(page, api, '/zlecenia');
  await expect(page.locator('.jobs > li')).toHaveCount(1_000);
  await fluid(page, 'jobs');
  await load(page, api, `/zlecenia?id=${JOB_ID}`);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(100);
  await fluid(page, 'results of the job');
});

test('a key in a field of 10,000 lines shows at once', async ({ page, fake }, { annotations }) => {
  const api = await fake(() => undefined);
  for (const [view, line, found] of [
    ['/linki', ownLine, /10\s000\slinków/],
    ['/miejsca', (index: number) => `pierogarnia ${index}`, /10\s000\smiejsc/],
  ] as const) {
    await load(page, api, view);
    await paste(page, linesOf(LARGEST, line));
    await expect(page.getByText(found)).toBeVisible();
    const key = await quickestKey(page, KEY_MS);
    annotations.push({ type: 'key', description: `${view}: ${key} ms` });
    expect(key, view).toBeLessThan(KEY_MS);
    // The typed text counts when the typing pauses.
    await page.locator('textarea').evaluate((field: HTMLTextAreaElement) => {
      field.setRangeText('\nhttps://maps.app.goo.gl/Ostatni');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(page.getByText(/10\s001/)).toBeVisible();
  }
});

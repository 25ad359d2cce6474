import type { Page } from '@playwright/test';
import { check, enter, load } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLines, answerLinks, answerReviews, succeed } from './fake-api.js';
import { longestScrollTask, longestTask, quickestKey } from './fluid.js';
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
  const api = await fake((call) =>
    answerLinks(call, (index, url) => sampleVerdict(index, url, 'no_rating_section')),
  );
  await load(page, api);
  await check(page, linesOf(LARGEST, ownLine));
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 0', { timeout: 30_000 });
  const rows = page.locator('.verdicts tbody tr');
  const filtering = await longestTask(page, LONG_TASK_MS, async () => {
    await page.getByRole('radio', { name: /^Widoczne/ }).check();
    await expect(rows).toHaveCount(0);
    await page.getByRole('radio', { name: /^Niewidoczne/ }).check();
    await expect(rows.first()).toContainText('Firma 0');
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
  await page.getByRole('main').getByRole('searchbox').fill('numer');
  await page.getByRole('main').getByRole('searchbox').focus();
  const searching = await longestTask(page, LONG_TASK_MS, async () => {
    await page.keyboard.type(' 99');
    await expect(list.first()).toContainText(' 99');
    for (let key = 0; key < 3; key += 1) await page.keyboard.press('Backspace');
  });
  expect(searching, 'search').toBeLessThan(LONG_TASK_MS);
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
  await load(page, api, '/lists');
  await expect(page.locator('.jobs > li')).toHaveCount(1_000);
  await fluid(page, 'jobs');
  await load(page, api, `/lists/${JOB_ID}`);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(100);
  await fluid(page, 'results of the job');
});

test('a key in a field of 10,000 lines shows at once', async ({ page, fake }, { annotations }) => {
  const api = await fake(() => undefined);
  for (const [view, line, found] of [
    ['links', ownLine, /10\s000\slinków/],
    ['places', (index: number) => `pierogarnia ${index}`, /10\s000\smiejsc/],
  ] as const) {
    await load(page, api);
    await enter(page, linesOf(LARGEST, line));
    await expect(page.getByText(found)).toBeVisible();
    const key = await quickestKey(page, KEY_MS);
    annotations.push({ type: 'key', description: `${view}: ${key} ms` });
    expect(key, view).toBeLessThan(KEY_MS);
    // The typed text counts when the typing pauses.
    await page.locator('textarea').evaluate(
      (field: HTMLTextAreaElement, added) => {
        field.setRangeText(added);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      `\n${line(LARGEST)}`,
    );
    await expect(page.getByText(/10\s001/)).toBeVisible();
  }
});

import type { Page } from '@playwright/test';
import { enter, load } from './actions.js';
import { expect, test } from './console-test.js';
import { answerReviews, succeed } from './fake-api.js';
import { longestScrollTask, longestTask, quickestKey } from './fluid.js';
import { endedList, listService, rowsOf } from './list-service.js';
import { JOB_ID, link, samplePlace, sampleReview, sampleVerdict } from './samples.js';

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

test('10,000 reviews are scrolled, turned and searched', async ({ page, fake }) => {
  const all = Array.from({ length: LARGEST }, (_, index) => sampleReview(LARGEST - index));
  const api = await fake((call) =>
    call.url.pathname === '/api/all' ? succeed(call, samplePlace()) : answerReviews(call, all),
  );
  await load(page, api, `/reviews?place=${PLACE}`);
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

// All lists of a key are in one table; the service keeps ended ones for some days.
test('1,000 lists and a list of 10,000 results are filtered, turned and printed', async ({ page, fake }) => {
  const links = Array.from({ length: LARGEST }, (_, index) => link(index));
  const gone = (index: number, url: string) => sampleVerdict(index, url, 'no_rating_section');
  const found = rowsOf(links, gone, (index) => [`Firma ${index}`, null]);
  const columns = ['Firma', 'Link'];
  const others = Array.from({ length: 999 }, (_, index) => endedList([], { id: `lista-${index}` }));
  const api = await fake(listService([endedList(found, { columns }), ...others]).answer, { hasJobs: true });
  await load(page, api, '/lists');
  await expect(page.locator('.lists tbody tr')).toHaveCount(1_000);
  await fluid(page, 'lists');
  await load(page, api, `/lists/${JOB_ID}`);
  const rows = page.locator('.verdicts tbody tr');
  await expect(page.getByRole('radio', { name: /^Niewidoczne \(10\s000\)/ })).toBeVisible();
  const filtering = await longestTask(page, LONG_TASK_MS, async () => {
    await page.getByRole('radio', { name: /^Niewidoczne/ }).check();
    await expect(rows.first()).toContainText('Firma 0');
    await page.getByRole('button', { name: 'Następna' }).click();
    await expect(rows.first()).toContainText('Firma 100');
  });
  expect(filtering, 'filter and pager').toBeLessThan(LONG_TASK_MS);
  await expect(rows).toHaveCount(100);
  await fluid(page, 'results of the list');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rows).toHaveCount(LARGEST);
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

import type { Page } from '@playwright/test';
import { MAX_LISTS } from '../../src/console/library/store.js';
import { paste } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLinks, answerReviews, beginLines, succeed } from './fake-api.js';
import { longestScrollTask, longestTask, quickestKey } from './fluid.js';
import { keepHistories, keepLists } from './kept-lists.js';
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
const KEY_MS = 50;
/** A key in a bare field of 10,000 lines takes this long on a quiet machine (2 cores); a slower machine gets more time. */
const BARE_KEY_MS = 30;

const LARGEST = 10_000;
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';

const linesOf = (size: number, line: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => line(index)).join('\n');
const ownLine = (index: number) => `Firma ${index}\t${link(index)}`;

const fluid = async (page: Page, what: string) =>
  expect(await longestScrollTask(page, LONG_TASK_MS), what).toBeLessThan(LONG_TASK_MS);

/** Playwright types a text of this size for a minute. */
const loadFile = (page: Page, content: string) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'lista.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });

test('10,000 links: what changed, and the list opened again', async ({ page, fake }) => {
  const api = await fake((call) =>
    answerLinks(call, (index, url) => sampleVerdict(index, url, 'no_rating_section')),
  );
  await page.goto(`${api.url}/#/linki`);
  await keepHistories(
    page,
    Array.from({ length: LARGEST }, (_, index) => link(index)),
  );
  await loadFile(page, linesOf(LARGEST, ownLine));
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe. Widoczne: 0');
  // Kept to the last row: keeping goes on in the background.
  await expect(page.locator('.saved li')).toContainText('widoczne: 0');
  await expect(page.locator('.saved li')).not.toContainText('niesprawdzone');
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
  await fluid(page, 'what changed');
  await page.reload();
  await expect(rows).toHaveCount(100);
  await fluid(page, 'opened again');
});

test('10,000 reviews: scrolled, turned and searched', async ({ page, fake }) => {
  const all = Array.from({ length: LARGEST }, (_, index) => sampleReview(LARGEST - index));
  const api = await fake((call) =>
    call.url.pathname === '/api/all' ? succeed(call, samplePlace()) : answerReviews(call, all),
  );
  await page.goto(`${api.url}/#/opinie?placeid=${PLACE}`);
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
test('500 places', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, samplePlace()));
  await page.goto(`${api.url}/#/miejsca`);
  await paste(
    page,
    linesOf(500, (index) => `pierogarnia ${index}`),
  );
  await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await expect(page.locator('.places tbody tr')).toHaveCount(100);
  await fluid(page, 'places');
});

test(`${MAX_LISTS} saved lists`, async ({ page, fake }) => {
  const api = await fake(() => undefined);
  await page.goto(`${api.url}/#/linki`);
  await keepLists(page, MAX_LISTS);
  await page.reload();
  await page.locator('summary', { hasText: `Zapisane listy (${MAX_LISTS})` }).click();
  await expect(page.locator('.saved li')).toHaveCount(MAX_LISTS);
  await fluid(page, 'saved lists');
});

// All jobs of a key are in one list; the service keeps ended ones for some days.
test('1,000 jobs', async ({ page, fake }) => {
  const jobs = Array.from({ length: 1_000 }, (_, index) =>
    sampleJob({ id: `zlecenie-${index}`, state: 'finished', estimated_end_at: null }),
  );
  const api = await fake((call) => succeed(call, { jobs }), { hasJobs: true });
  await page.goto(`${api.url}/#/zlecenia`);
  await expect(page.locator('.jobs > li')).toHaveCount(1_000);
  await fluid(page, 'jobs');
});

test('a job with 10,000 results', async ({ page, fake }) => {
  const job = sampleJob({ state: 'finished', total: LARGEST, done: LARGEST, estimated_end_at: null });
  const api = await fake(
    (call) => {
      if (!call.url.pathname.endsWith('/results')) {
        return succeed(call, call.url.pathname === '/api/jobs' ? { jobs: [job] } : job);
      }
      const after = Number(call.url.searchParams.get('after') ?? 0);
      const lines = beginLines(call);
      const left = Math.min(LARGEST - after, 1_000);
      lines.write(...Array.from({ length: left }, (_, index) => sampleJobRow(after + index + 1)));
      lines.write({ type: 'summary', position: LARGEST, state: 'finished' });
      lines.end();
    },
    { hasJobs: true },
  );
  await page.goto(`${api.url}/#/zlecenia?id=${JOB_ID}`);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(100);
  await fluid(page, 'results of the job');
});

for (const [what, path, line, found] of [
  ['links with columns', '#/linki', ownLine, /10\s000\slinków/],
  ['places', '#/miejsca', (index: number) => `pierogarnia ${index}`, /10\s000\smiejsc/],
] as const) {
  test(`a key in a field of 10,000 lines shows at once: ${what}`, async ({ page, fake }, { annotations }) => {
    const api = await fake((call) => succeed(call, { jobs: [] }), { hasJobs: true });
    const text = linesOf(LARGEST, line);
    await page.setContent('<textarea></textarea>');
    await paste(page, text);
    const bare = await quickestKey(page, BARE_KEY_MS);
    const limit = KEY_MS * Math.max(1, bare / BARE_KEY_MS);
    await page.goto(`${api.url}/${path}`);
    await paste(page, text);
    await expect(page.getByText(found)).toBeVisible();
    const key = await quickestKey(page, limit);
    annotations.push({ type: 'key', description: `${key} ms, in a bare field ${bare} ms` });
    expect(key).toBeLessThan(limit);
    // What was typed counts when the typing pauses.
    await page.keyboard.insertText('\nhttps://maps.app.goo.gl/Ostatni');
    await expect(page.getByText(/10\s001/)).toBeVisible();
  });
}

test('a long list that is sent right after a key holds what was typed', async ({ page, fake }) => {
  const api = await fake((call) => answerLinks(call));
  await page.goto(`${api.url}/#/linki`);
  await paste(page, linesOf(999, link));
  await expect(page.getByText('999 linków')).toBeVisible();
  // In one task, so that no pause comes in between.
  await page.locator('textarea').evaluate((field: HTMLTextAreaElement, last) => {
    field.value += `\n${last}`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form?.requestSubmit();
  }, link(999));
  await expect(page.locator('.progress')).toContainText(/Widoczne: 1\s000/);
});

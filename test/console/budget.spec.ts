import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './console-test.js';

// The size of the console's scripts, and the time until its first view is shown.

const SCRIPT_LIMIT = 95 * 1024;
/** 300 ms on a quiet machine of two cores. Machines of the same size took 420 to 700: a test allows four times as much. */
const FIRST_VIEW_MS = 4 * 300;
/** A slow page is too slow each time; a busy machine is fast enough at least once. */
const TRIES = 30;

/** Milliseconds from the navigation to the first paint with content. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0];
          if (paint !== undefined) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

test('the first view is there soon, and its scripts have at most 95 KB packed', async ({ page, fake }, {
  annotations,
}) => {
  const api = await fake(() => undefined);
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body());
  });
  await page.goto(api.url, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(20 * 1024);
  expect(size).toBeLessThanOrEqual(SCRIPT_LIMIT);

  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && best > FIRST_VIEW_MS; attempt += 1) {
    best = Math.min(best, await firstPaint(page, api.url));
    annotations.push({ type: 'first view', description: `${best} ms` });
  }
  expect(best).toBeLessThanOrEqual(FIRST_VIEW_MS);
});

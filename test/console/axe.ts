import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `preload` would fetch styles and media again; only the rules about the turned screen and about sound look at them. */
const RUN = "axe.run(document, { resultTypes: ['violations'], preload: false })";

/** What axe finds wrong in the page as it is now: rule and element, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(SOURCE);
  const results = (await page.evaluate(RUN)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

const PHONE = { width: 390, height: 800 };

/**
 * Axe finds nothing and nothing is cut off: in light colours on a screen, in dark colours on a phone. Colours do not
 * depend on the width, so these two show the faults of all four. The page has its size and colours again afterwards.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const [colorScheme, viewport] of [
    ['light', { width: 1200, height: 800 }],
    ['dark', PHONE],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    expect(await accessibilityFaults(page), `${colorScheme}, ${viewport.width} px`).toEqual([]);
    await expectWidth(page, colorScheme);
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

/** Nothing of this state is cut off on a phone. The page has its size again afterwards. */
export async function expectFits(page: Page, state: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expectWidth(page, state);
  if (size !== null) await page.setViewportSize(size);
}

/** The content is exactly as wide as the window. */
async function expectWidth(page: Page, state: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, state).toBe(page.viewportSize()?.width);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong in the page as it is now: rule and element, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(SOURCE);
  const results = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/**
 * Axe finds nothing and nothing is cut off: in light colours on a screen, in dark colours on a phone. Colours do not
 * depend on the width, so that these two show what all four would.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const where = `${colorScheme}, ${width} px`;
    expect(await accessibilityFaults(page), where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
  }
}

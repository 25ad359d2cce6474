import type { Page } from '@playwright/test';

/** Times are measured again while they are too long: a slow page is slow each time, a busy machine is not. */
const ATTEMPTS = 15;
const KEYS = 30;
/** The calculation of `calculate` takes this long on a quiet machine (2 cores); tasks of a slower machine count for less. */
const CALCULATION_MS = 40;

/** Milliseconds of the longest task of the page while it is scrolled from top to end, the least of some attempts. */
export function longestScrollTask(page: Page, limit: number): Promise<number> {
  return longestTask(page, limit, () => page.evaluate(scrollToEnd));
}

/**
 * Milliseconds of the longest task of the page during an action, the least of some attempts, as a quiet machine would
 * need: the same calculation just before and after says how slow the machine is.
 */
export async function longestTask(page: Page, limit: number, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watchTasks);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= limit; attempt += 1) {
    // What drew the rows is not part of the action.
    await page.evaluate(untilDrawn);
    const before = await page.evaluate(calculate);
    await page.evaluate(untilDrawn);
    await page.evaluate('tasks.length = 0');
    await act();
    await page.evaluate(untilDrawn);
    const longest = Math.max(0, ...(await page.evaluate<number[]>('tasks')));
    const slowness = Math.max(before, await page.evaluate(calculate)) / CALCULATION_MS;
    least = Math.min(least, longest / Math.max(1, slowness));
  }
  return least;
}

/**
 * Milliseconds from a key in the field with the focus to the frame that shows it, the least of some keys, as a quiet
 * machine would need.
 */
export async function quickestKey(page: Page, limit: number): Promise<number> {
  await page.evaluate(watchKeys);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < KEYS && least >= limit; attempt += 1) {
    const before = await page.evaluate(calculate);
    await page.evaluate('keys.length = 0');
    await page.keyboard.press('x');
    await page.evaluate(untilDrawn);
    const key = Math.max(...(await page.evaluate<number[]>('keys')));
    const slowness = Math.max(before, await page.evaluate(calculate)) / CALCULATION_MS;
    least = Math.min(least, key / Math.max(1, slowness));
  }
  return least;
}

// The following run in the page.

/** Milliseconds of a calculation that is always the same. */
function calculate(): number {
  const begun = performance.now();
  const words: string[] = [];
  for (let index = 0; index < 150_000; index += 1) words.push(((index * 7_919) % 150_001).toString(36));
  words.sort();
  return performance.now() - begun;
}

function watchTasks(): void {
  if ('tasks' in globalThis) return;
  const tasks: number[] = [];
  Object.assign(globalThis, { tasks });
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
}

function watchKeys(): void {
  const keys: number[] = [];
  Object.assign(globalThis, { keys });
  window.addEventListener(
    'keydown',
    () => {
      const begun = performance.now();
      // A task after the frame: it is drawn by then.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keys.push(performance.now() - begun);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

async function scrollToEnd(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  window.scrollTo(0, 0);
  await frame();
  const step = Math.max(400, document.documentElement.scrollHeight / 50);
  while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1) {
    window.scrollBy(0, step);
    await frame();
  }
}

/** Long tasks are reported some frames later. */
async function untilDrawn(): Promise<void> {
  for (let frames = 0; frames < 5; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

import { type Arena, type Served, startRendered, startScript, startService } from './processes.js';

/** Everyone who looks places up. */
export const CONTESTANTS = {
  fastPath: {
    title: 'place-lookup',
    what: 'the built service over HTTP: plain requests where they give the whole answer',
  },
  rendered: { title: 'place-lookup, rendered pages', what: 'the same, every lookup rendered' },
  bare: {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted',
  },
} as const;
export type ContestantName = keyof typeof CONTESTANTS;
export const EVERYONE = Object.keys(CONTESTANTS) as readonly ContestantName[];

/** Starts a contestant; the browser of bare Playwright runs. */
export function startContestant(name: ContestantName, arena: Arena): Promise<Served> {
  if (name === 'fastPath') return startService(arena, { BROWSER_IDLE_MINUTES: '1' });
  // Its Chromium is kept, so that its memory at rest is measured, too.
  if (name === 'rendered') return startRendered(arena, { BROWSER_IDLE_MINUTES: '0' });
  const { chromium, standIn } = arena;
  return startScript('peers/playwright.mjs', [], {
    execArgv: [],
    env: { ...process.env, CHROMIUM: chromium, PROVIDER: standIn.provider },
  });
}

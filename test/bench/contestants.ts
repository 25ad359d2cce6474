import { type Arena, type Served, startRendered, startScript, startService } from './processes.js';

/** Everyone who looks places up: title, explanation, environment, and for a peer its script. */
export const CONTESTANTS = {
  fastPath: {
    title: 'place-lookup',
    what: 'the built service over HTTP, as it comes: plain requests where they give the whole answer',
    script: null,
    env: { BROWSER_IDLE_MINUTES: '1' },
  },
  rendered: {
    title: 'place-lookup, rendered pages',
    what: 'the same, every lookup rendered',
    script: null,
    // Its Chromium is kept, so that its memory at rest is measured, too.
    env: { BROWSER_IDLE_MINUTES: '0' },
  },
  'bare-playwright': {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted by `page.route`',
    script: 'playwright',
    env: {},
  },
  crawlee: {
    title: 'Crawlee',
    what: '`PlaywrightCrawler`, kept alive, memory storage, `blockRequests`, no fingerprints; all pages share one profile, as it comes: a warm cache, cookies not kept apart',
    script: 'crawlee',
    env: {},
  },
  'puppeteer-cluster': {
    title: 'puppeteer-cluster',
    what: '`CONCURRENCY_CONTEXT`: one browser, a fresh context for every lookup, unneeded requests aborted by interception',
    script: 'puppeteer-cluster',
    env: {},
  },
  'browser-per-request': {
    title: 'browser per request',
    what: 'bare Playwright that launches and closes a browser for every lookup',
    script: 'playwright',
    env: { KEEPS_BROWSER: 'false' },
  },
} as const;
export type ContestantName = keyof typeof CONTESTANTS;
export const EVERYONE = Object.keys(CONTESTANTS) as readonly ContestantName[];
/** What the service is measured against. */
export const PEERS = EVERYONE.filter((name) => CONTESTANTS[name].script !== null);

/** Starts a contestant; if a peer keeps a browser, the browser runs. */
export function startContestant(name: ContestantName, arena: Arena): Promise<Served> {
  const { script, env } = CONTESTANTS[name];
  if (name === 'rendered') return startRendered(arena, env);
  if (script === null) return startService(arena, env);
  const { chromium, standIn } = arena;
  return startScript(`peers/${script}.mjs`, [], {
    execArgv: [],
    env: { ...process.env, ...env, CHROMIUM: chromium, PROVIDER: standIn.provider },
  });
}

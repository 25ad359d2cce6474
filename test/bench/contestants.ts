import { type PeerName, type PeerWorld, startPeer } from './peers.js';
import { startBuiltService } from './processes.js';

/** Everyone who looks places up. */
export const CONTESTANTS = {
  light: {
    title: 'place-lookup',
    what: 'the built service over HTTP, as it comes: plain requests where they give the whole answer',
  },
  rendered: { title: 'place-lookup, LIGHT_LANE=off', what: 'the same, every lookup rendered' },
  'bare-playwright': {
    title: 'bare Playwright',
    what: 'one browser, a fresh context for every lookup, unneeded requests aborted by `page.route`',
  },
  crawlee: {
    title: 'Crawlee',
    what: '`PlaywrightCrawler`, kept alive, memory storage, `blockRequests`, no fingerprints; all pages share one profile, as it comes: a warm cache, cookies not kept apart',
  },
  'puppeteer-cluster': {
    title: 'puppeteer-cluster',
    what: '`CONCURRENCY_CONTEXT`: one browser, a fresh context for every lookup, unneeded requests aborted by interception',
  },
  'browser-per-request': {
    title: 'browser per request',
    what: 'bare Playwright that launches and closes a browser for every lookup',
  },
} as const satisfies Record<string, { readonly title: string; readonly what: string }>;

export type ContestantName = keyof typeof CONTESTANTS;

export const OURS = ['light', 'rendered'] as const;
export const PEERS: readonly PeerName[] = [
  'bare-playwright',
  'crawlee',
  'puppeteer-cluster',
  'browser-per-request',
];
export const EVERYONE: readonly ContestantName[] = [...OURS, ...PEERS];

/** Where contestants are started. */
export interface Arena extends PeerWorld {
  /** The built service: dist/main.js. */
  readonly main: string;
}

/** A contestant that runs; its process with everything below it is what is measured. */
export interface Contestant {
  readonly name: ContestantName;
  readonly pid: number;
  /** Of ours: the `http://…/api` base. */
  readonly address: string | null;
  lookup(placeId: string): Promise<object>;
  stop(): Promise<void>;
}

export async function startContestant(name: ContestantName, arena: Arena): Promise<Contestant> {
  if (name !== 'light' && name !== 'rendered') {
    return { name, address: null, ...(await startPeer(name, arena)) };
  }
  // Rendered, Chromium is kept, so that its memory is measured at rest, too.
  const isLight = name === 'light';
  const env = {
    LIGHT_LANE: isLight ? 'auto' : 'off',
    BROWSER_IDLE_MINUTES: isLight ? '1' : '0',
    CHROMIUM_PATH: arena.chromium.path,
  };
  const served = await startBuiltService(arena.main, arena.provider, env);
  return { name, ...served, lookup: (placeId) => askDetails(served.address, placeId) };
}

/** Starts several, and ends those that run whatever happens. */
export async function withContestants<T>(
  names: readonly ContestantName[],
  arena: Arena,
  work: (contestants: readonly Contestant[]) => Promise<T>,
): Promise<T> {
  const running: Contestant[] = [];
  try {
    for (const name of names) running.push(await startContestant(name, arena));
    return await work(running);
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

/** What peers answer, out of an answer of /details. Throws on any status but 200. */
export async function askDetails(base: string, placeId: string): Promise<object> {
  const response = await fetch(`${base}/details?placeid=${placeId}`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/details answered ${response.status}: ${text}`);
  const { place_id, details } = JSON.parse(text).data;
  return { place_id, details };
}

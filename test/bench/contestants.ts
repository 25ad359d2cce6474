import { dataOf } from './ask.js';
import { type Peer, type PeerName, startPeer } from './peers.js';
import { type Arena, startService } from './processes.js';

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

/** A contestant that runs; its process with everything below it is what is measured. */
export interface Contestant extends Peer {
  readonly name: ContestantName;
  /** Of ours: the `http://…/api` base. */
  readonly address: string | null;
}

export async function startContestant(name: ContestantName, arena: Arena): Promise<Contestant> {
  if (name !== 'light' && name !== 'rendered')
    return { name, address: null, ...(await startPeer(name, arena)) };
  // Chromium of the rendered service is kept, so that its memory at rest is measured, too.
  const served = await startService(
    arena,
    name === 'light' ? { BROWSER_IDLE_MINUTES: '1' } : { LIGHT_LANE: 'off', BROWSER_IDLE_MINUTES: '0' },
  );
  return { name, ...served, lookup: (placeId) => askDetails(served.address, placeId) };
}

/** What peers answer, out of an answer of /details. */
export async function askDetails(base: string, placeId: string): Promise<object> {
  const { place_id, details } = await dataOf(base, '/details?placeid=', placeId);
  return { place_id, details };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { LONG_LIST, lookupPlaceIds, lookupPlaces, removedReviews } from '../bench/workload.js';

/** A stand-in about as slow as the provider, with the places of the bench. */
export function startFloodedStandIn(): Promise<StandIn> {
  return startStandIn({
    cases: [...loadCases(), ...lookupPlaces()],
    documentDelayMs: 500,
    dataDelayMs: 300,
    reviewsDelayMs: 100,
  });
}

/** Settings under which the load queue and the provider rate limiter alone make clients take turns. */
export const FLOODED = {
  BROWSER_CONTEXTS: '4',
  LISTS_PER_CLIENT: '0',
  BULK_PER_CLIENT: '0',
  MAX_LISTS: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  PROVIDER_LOADS_PER_MINUTE: '120',
};

/** Where to ask, and with whose keys. */
export interface FloodOptions {
  readonly url: string;
  readonly standIn: StandIn;
  /** The client that asks for as much as it can, and the one that asks for one place after another. */
  readonly greedy: { readonly key: string };
  readonly modest: { readonly key: string };
  /** How many lookups of the modest client are watched beside the flood. */
  readonly lookups: number;
}

/** One lookup of the modest client beside the flood. */
export interface FloodedLookup {
  readonly status: number;
  /** Pages that the provider was asked for between the request and its answer, its own included. */
  readonly loads: number;
}

/**
 * Pages of others that may be loaded while one client waits: those that were under way, one turn of the provider rate
 * limiter each, and those that begin while its own page is loaded: some ten. Behind the queue of the greedy client it
 * would wait for its 60 lookups at least. It is a count and no time, so that a busy machine changes nothing.
 */
export const MAX_LOADS_BESIDE = 30;

/** Pages of places, searches and reviews that the stand-in was asked for so far. */
export function pageLoads({ requests }: StandIn): number {
  return requests.filter(({ path }) => /^\/maps\/(?:place|search|reviews)\//.test(path)).length;
}

const LISTS = 4;
const BULK_CHECKS = 6;
const LINKS = 1_000;
const LOOKUPS = 60;
const OWN_PLACES = 6;
const BEGUN_LOADS = 8;
const FLOODED_WITHIN_MS = 60_000;

/**
 * Watches lookups of one client while another has four long lists, six bulk checks of a thousand links and 60 lookups
 * under way, each of which it asks again as soon as it is answered.
 */
export async function lookUpBesideFlood(options: FloodOptions): Promise<readonly FloodedLookup[]> {
  const { url, standIn, greedy, modest, lookups } = options;
  const over = new AbortController();
  const loads = () => pageLoads(standIn);
  const ask = (key: string, path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      signal: over.signal,
      headers: { 'X-API-Key': key, 'Cache-Control': 'no-cache', ...init.headers },
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
  const places = lookupPlaceIds();
  const details = (key: string, place: string | undefined) => ask(key, `/api/details?placeid=${place}`);
  const lookUp = async (index: number): Promise<FloodedLookup> => {
    const before = loads();
    const status = await details(modest.key, places[index % OWN_PLACES]);
    return { status, loads: loads() - before };
  };
  const repeat = async (once: () => Promise<unknown>) => {
    while (!over.signal.aborted) await once().catch(() => undefined);
  };
  const links = removedReviews(BULK_CHECKS * LINKS).map(({ link }) => link);
  const others = places.slice(OWN_PLACES);
  const bulk = (index: number) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls: links.slice(index * LINKS, (index + 1) * LINKS) }),
  });

  // The browser starts.
  await lookUp(0);
  const before = loads();
  const flood = [
    ...Array.from({ length: LISTS }, () =>
      repeat(() => ask(greedy.key, `/api/place-reviews?max_pages=50&placeid=${LONG_LIST.placeId}`)),
    ),
    ...Array.from({ length: BULK_CHECKS }, (_, index) =>
      repeat(() => ask(greedy.key, '/api/review-visibility', bulk(index))),
    ),
    ...Array.from({ length: LOOKUPS }, (_, index) =>
      repeat(() => details(greedy.key, others[index % others.length])),
    ),
  ];
  try {
    const giveUpAt = performance.now() + FLOODED_WITHIN_MS;
    while (loads() < before + BEGUN_LOADS) {
      if (performance.now() > giveUpAt) throw new Error('the flood did not reach the provider');
      await sleep(50);
    }
    const watched: FloodedLookup[] = [];
    for (let index = 0; index < lookups; index += 1) watched.push(await lookUp(index));
    return watched;
  } finally {
    over.abort();
    await Promise.all(flood);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases, type PlaceCase } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { LONG_LIST, removedReviews } from '../bench/workload.js';
import { quantile } from '../bench/statistics.js';

/** A stand-in about as slow as the provider, with the places of the bench. */
export function startFloodedStandIn(places: readonly PlaceCase[]): Promise<StandIn> {
  return startStandIn({
    cases: [...loadCases(), ...places],
    documentDelayMs: 500,
    dataDelayMs: 300,
    reviewsDelayMs: 100,
  });
}

/** Where to ask, and with whose keys. */
export interface FloodOptions {
  readonly url: string;
  /** The client that asks for as much as it can, and the one that asks for one place after another. */
  readonly greedy: { readonly key: string };
  readonly modest: { readonly key: string };
  /** Place IDs: the modest client has the first six to itself. */
  readonly places: readonly string[];
  /** How long lookups are measured beside the flood, in milliseconds. */
  readonly busyMs: number;
  /** What the provider was asked for so far: the flood counts as begun when some of it has come there. */
  readonly requests: () => number | Promise<number>;
  readonly floodedWithinMs: number;
}

/**
 * What a busy machine adds to a lookup that waits for nobody: Chromium renders three other pages on the cores the
 * test and the stand-in run on, too. A queue behind those of the other client would take tens of seconds.
 */
export const CPU_SLACK_MS = 1_500;

export interface FloodResult {
  /** 95th percentile of the modest client's lookups without and beside the flood, in milliseconds. */
  readonly idleP95: number;
  readonly busyP95: number;
  /** Their statuses beside the flood. */
  readonly statuses: readonly number[];
}

const LISTS = 4;
const BULK_CHECKS = 6;
const LINKS = 1_000;
const LOOKUPS = 60;
const OWN_PLACES = 6;
const BEGUN_REQUESTS = 8;

/**
 * Measures one client's lookups on an idle service, and again while another has four long lists, six bulk checks of
 * a thousand links and 60 lookups under way, each of which it asks again as soon as it is answered.
 */
export async function lookUpBesideFlood(options: FloodOptions): Promise<FloodResult> {
  const { url, greedy, modest, places, busyMs, requests, floodedWithinMs } = options;
  const over = new AbortController();
  const ask = (key: string, path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      signal: over.signal,
      headers: { 'X-API-Key': key, 'Cache-Control': 'no-cache', ...init.headers },
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
  const details = (key: string, place: string | undefined) => ask(key, `/api/details?placeid=${place}`);
  const lookUp = async (index: number) => {
    const since = performance.now();
    const status = await details(modest.key, places[index % OWN_PLACES]);
    return { status, ms: performance.now() - since };
  };
  const p95 = (lookups: readonly { readonly ms: number }[]) =>
    quantile(
      lookups.map(({ ms }) => ms),
      0.95,
    );

  // The browser starts.
  await lookUp(0);
  const idle = [];
  for (let index = 0; index < OWN_PLACES; index += 1) idle.push(await lookUp(index));

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
  const before = await requests();
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
    const since = performance.now();
    while ((await requests()) < before + BEGUN_REQUESTS) {
      if (performance.now() - since > floodedWithinMs)
        throw new Error('the flood did not reach the provider');
      await sleep(50);
    }
    const busy = [];
    const until = performance.now() + busyMs;
    for (let index = 0; performance.now() < until; index += 1) busy.push(await lookUp(index));
    return { idleP95: p95(idle), busyP95: p95(busy), statuses: busy.map(({ status }) => status) };
  } finally {
    over.abort();
    await Promise.all(flood);
  }
}

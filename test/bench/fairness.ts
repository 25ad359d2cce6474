import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { type Batch, percentile } from './measure.js';
import {
  type Arena,
  type Ask,
  ask,
  endingAll,
  OPTIONS,
  type Served,
  STOPPED,
  startRendered,
  startService,
} from './processes.js';
import { type Section, table } from './report.js';
import { at, numberText } from './statistics.js';
import { LONG_LIST, PLACE_IDS, removedReviews } from './workload.js';

// Promise 4: what a busy client takes from a second client, whose lookups are measured alone and beside it.

const [BUSY, SECOND] = [createApiKey('busy'), createApiKey('second')];
const LOOKUPS = OPTIONS.quick ? 5 : 120;
/** Between two lookups of a client: the points of a minute allow sixty. */
const PAUSE_MS = 1_000;
/** Until the loads of the busy client have used up the burst of the provider rate limiter. */
const WARM_UP_MS = 5_000;
const LINKS = 1_000;
/** The second client has these places for itself. */
const OWN_PLACES = PLACE_IDS.slice(0, 12);
const OTHER_PLACES = PLACE_IDS.slice(12);
const GOALS = [
  ['HTTP fast path', 1.5, startService],
  ['rendered', 2, startRendered],
] as const;

/** Asks with the key of a client, and reads the whole answer. */
const read = async (service: Served, asked: Ask, signal = STOPPED) =>
  void (await (await ask(service, asked, signal)).arrayBuffer());

/** Lookups of the second client, one after the other. @throws Error if one fails */
async function lookUps(service: Served): Promise<Batch> {
  const ms: number[] = [];
  for (let index = 0; index < LOOKUPS; index += 1) {
    const since = performance.now();
    await read(service, { path: `/details?placeid=${at(OWN_PLACES, index)}`, key: SECOND.key });
    ms.push(performance.now() - since);
    await sleep(PAUSE_MS, undefined, { signal: STOPPED });
  }
  return { ms, wallMs: 0 };
}

/** Two lists of reviews, two bulk checks, and a loop of lookups, until `signal` ends them. */
function beBusy(service: Served, signal: AbortSignal): Promise<void>[] {
  const links = removedReviews(2 * LINKS).map(({ link }) => link);
  const repeat = async (pauseMs: number, asked: (index: number) => Ask) => {
    for (let index = 0; !signal.aborted; index += 1) {
      await read(service, { ...asked(index), key: BUSY.key }, signal).catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  const list = () => repeat(0, () => ({ path: `/place-reviews?max_pages=50&placeid=${LONG_LIST.placeId}` }));
  const check = (from: number) =>
    repeat(0, () => ({ path: '/review-visibility', body: { urls: links.slice(from, from + LINKS) } }));
  const lookUp = () => repeat(PAUSE_MS, (index) => ({ path: `/details?placeid=${at(OTHER_PLACES, index)}` }));
  return [list(), list(), check(0), check(LINKS), lookUp()];
}

/** Measures the lookups of the second client alone and beside the busy client. */
export async function measureFairness(arena: Arena): Promise<Section> {
  const rows: { path: string; limit: number; alone: Batch; beside: Batch }[] = [];
  for (const [path, limit, start] of GOALS)
    rows.push({ path, limit, ...(await endingAll(() => measure(start, arena))) });
  const sides = rows.flatMap(({ path, alone, beside }) => [
    { path, who: 'alone', batch: alone },
    { path, who: 'beside the busy client', batch: beside },
  ]);
  const ms = (share: number) => (row: (typeof sides)[number]) => numberText(percentile([row.batch], share));
  return {
    goals: rows.map(({ path, limit, alone, beside }) => [
      `lookups of a second client beside a busy client ÷ alone, ${path}: p95`,
      percentile([beside], 0.95) / percentile([alone], 0.95),
      '≤',
      limit,
    ]),
    text: [
      '### A second client beside a busy client',
      `The busy client has two lists of reviews, two bulk checks of ${LINKS} removed reviews and a lookup each second under way, at the default limit of 120 loads a minute and four pages. The second client makes ${LOOKUPS} lookups, one after the other.`,
      table(sides, {
        lookups: ({ path }) => path,
        'second client': ({ who }) => who,
        'p50 ms': ms(0.5),
        p95: ms(0.95),
      }),
    ].join('\n\n'),
  };
}

async function measure(start: typeof startRendered, arena: Arena) {
  const env = {
    API_KEYS: `${BUSY.entry},${SECOND.entry}`,
    BROWSER_CONTEXTS: '4',
    PROVIDER_LOADS_PER_MINUTE: '120',
  };
  // The document needs no key.
  const service = await start(arena, env, { path: '/openapi.json' });
  // The first lookups start Chromium and load modules.
  for (const place of OWN_PLACES.slice(0, 2))
    await read(service, { path: `/details?placeid=${place}`, key: SECOND.key });
  const alone = await lookUps(service);
  const over = new AbortController();
  const busy = beBusy(service, AbortSignal.any([over.signal, STOPPED]));
  try {
    await sleep(WARM_UP_MS);
    return { alone, beside: await lookUps(service) };
  } finally {
    over.abort();
    await Promise.all(busy);
  }
}

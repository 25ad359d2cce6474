import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { type Batch, percentile, runBatch } from './measure.js';
import { OPTIONS, STOPPED } from './options.js';
import { type Arena, endingAll, type Served, startRendered, startService } from './processes.js';
import { type Section, table } from './report.js';
import { numberText } from './statistics.js';
import { LONG_LIST, PLACE_IDS, removedReviews } from './workload.js';

// Promise 4: what a busy client takes from a second client, whose lookups are measured alone and beside it.

const [BUSY, SECOND] = [createApiKey('busy'), createApiKey('second')];
const LOOKUPS = OPTIONS.quick ? 5 : 120;
/** Between two lookups of the second client. */
const PAUSE_MS = 1_000;
/** Between two single lookups of the busy client: the points of a minute allow sixty. */
const BUSY_PAUSE_MS = 1_000;
/** Until the loads of the busy client have used up the burst of the provider rate limiter. */
const WARM_UP_MS = 5_000;
const LINKS = 1_000;
/** The second client has these places for itself. */
const OWN_PLACES = PLACE_IDS.slice(0, 12);
const OTHER_PLACES = PLACE_IDS.slice(12);

interface Asked {
  readonly path: string;
  readonly body?: unknown;
}

/** Asks with the key of a client, and reads the whole answer. Returns its status. */
async function ask(
  { address }: Served,
  key: string,
  { path, body }: Asked,
  signal = STOPPED,
): Promise<number> {
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  for await (const _ of answer.body ?? []);
  return answer.status;
}

/** Lookups of the second client, one after the other. @throws Error if one fails */
function lookUps(service: Served): Promise<Batch> {
  const places = Array.from({ length: LOOKUPS }, (_, index) => OWN_PLACES[index % OWN_PLACES.length] ?? '');
  const ms: number[] = [];
  const lookUp = async (place: string) => {
    const since = performance.now();
    const status = await ask(service, SECOND.key, { path: `/details?placeid=${place}` });
    ms.push(performance.now() - since);
    if (status !== 200) throw new Error(`a lookup of the second client was answered ${status}`);
    await sleep(PAUSE_MS);
  };
  return runBatch(places, 1, lookUp).then(({ wallMs }) => ({ ms, wallMs }));
}

/** Two lists of reviews, two bulk checks, and a loop of lookups, until `signal` ends them. */
function beBusy(service: Served, signal: AbortSignal): Promise<void>[] {
  const links = removedReviews(2 * LINKS).map(({ link }) => link);
  const repeat = async (pauseMs: number, asked: (index: number) => Asked) => {
    for (let index = 0; !signal.aborted; index += 1) {
      await ask(service, BUSY.key, asked(index), signal).catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  const list = () => repeat(0, () => ({ path: `/place-reviews?max_pages=50&placeid=${LONG_LIST.placeId}` }));
  const check = (from: number) =>
    repeat(0, () => ({ path: '/review-visibility', body: { urls: links.slice(from, from + LINKS) } }));
  const lookUp = () =>
    repeat(BUSY_PAUSE_MS, (index) => ({
      path: `/details?placeid=${OTHER_PLACES[index % OTHER_PLACES.length]}`,
    }));
  return [list(), list(), check(0), check(LINKS), lookUp()];
}

/** Measures the lookups of the second client alone and beside the busy client. */
export async function measureFairness(arena: Arena): Promise<Section> {
  const rows = [
    ...(await endingAll(() => measure('HTTP fast path', startService, arena))),
    ...(await endingAll(() => measure('rendered', startRendered, arena))),
  ];
  const ms = (share: number) => (row: Row) => numberText(percentile([row.batch], share));
  const goals = [
    ['HTTP fast path', 1.5],
    ['rendered', 2],
  ] as const;
  return {
    goals: goals.map(([path, limit]) => {
      const [alone, beside] = rows.filter((row) => row.path === path).map(({ batch }) => batch);
      const ratio = percentile(beside ? [beside] : [], 0.95) / percentile(alone ? [alone] : [], 0.95);
      return [`lookups of a second client beside a busy client ÷ alone, ${path}: p95`, ratio, '≤', limit];
    }),
    text: [
      '### A second client beside a busy client',
      `The busy client has two lists of reviews, two bulk checks of ${LINKS} removed reviews and a lookup each second under way, at the default limit of 120 loads a minute and four pages. The second client makes ${LOOKUPS} lookups, one after the other.`,
      table(rows, {
        lookups: ({ path }) => path,
        'second client': ({ who }) => who,
        'p50 ms': ms(0.5),
        p95: ms(0.95),
      }),
    ].join('\n\n'),
  };
}

interface Row {
  readonly path: string;
  readonly who: 'alone' | 'beside the busy client';
  readonly batch: Batch;
}

async function measure(path: string, start: typeof startRendered, arena: Arena): Promise<Row[]> {
  const env = {
    API_KEYS: `${BUSY.entry},${SECOND.entry}`,
    BROWSER_CONTEXTS: '4',
    PROVIDER_LOADS_PER_MINUTE: '120',
  };
  // The document needs no key.
  const service = await start(arena, env, { path: '/openapi.json' });
  // The first lookups start Chromium and load modules.
  for (const place of OWN_PLACES.slice(0, 2))
    await ask(service, SECOND.key, { path: `/details?placeid=${place}` });
  const alone = await lookUps(service);
  const over = new AbortController();
  const busy = beBusy(service, AbortSignal.any([over.signal, STOPPED]));
  try {
    await sleep(WARM_UP_MS);
    const beside = await lookUps(service);
    return [
      { path, who: 'alone', batch: alone },
      { path, who: 'beside the busy client', batch: beside },
    ];
  } finally {
    over.abort();
    await Promise.all(busy);
  }
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bare } from './bare.js';
import { listBare } from './bare-reviews.js';
import { BREATH_MS, quantile } from './measure.js';
import { type Memory, memoryOf } from './memory.js';
import type { Delays, Provider, Served } from './processes.js';
import type { ListedPlace } from './review-workload.js';

/** One list read to its end. Milliseconds. */
export interface ListRun {
  readonly side: 'service' | 'bare';
  readonly ms: number;
  /** The stand-in's own waiting: document, data, panel, and every batch. */
  readonly floorMs: number;
  /** The stand-in's wait before each batch. */
  readonly waitMs: number;
  /** From one request for a batch to the next, without the stand-in's wait: medians of all and of a quarter. */
  readonly batch: { readonly p50: number; readonly firstQuarter: number; readonly lastQuarter: number };
}

/** What came of reading one place's list; `bare` is empty where only the service was asked. */
export interface ListRow {
  readonly reviews: number;
  readonly service: readonly ListRun[];
  readonly bare: readonly ListRun[];
  readonly memory: { readonly before: Memory; readonly highest: Memory; readonly after: Memory };
}

export interface ListSides {
  readonly service: Served;
  readonly provider: Provider;
  readonly bare: Bare;
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

interface ListPlan {
  readonly rounds: number;
  /** A bare script reads the list too, and must read the same. */
  readonly withBare: boolean;
}

const SAMPLE_EVERY_MS = 1_000;

/** Reads a place's whole list `rounds` times; throws when the sides read different reviews. */
export async function measureList(place: ListedPlace, plan: ListPlan, sides: ListSides): Promise<ListRow> {
  const runs: ListRun[] = [];
  let known: readonly string[] | null = null;
  const run = async (side: ListRun['side']) => {
    sides.signal.throwIfAborted();
    await sides.provider.batchTimes();
    const since = performance.now();
    const ids =
      side === 'service'
        ? await listByService(sides.service.address, place)
        : await listBare(sides.bare, place.placeId);
    const ms = performance.now() - since;
    runs.push({ side, ms, ...costs(await sides.provider.batchTimes(), sides.delays) });
    assert.equal(new Set(ids).size, place.reviews, `${side}: a list of another length`);
    known ??= ids;
    assert.deepStrictEqual(ids, known, 'the same list was read differently');
    await sleep(BREATH_MS);
  };
  const memory = await watchMemory(sides.service.pid, async () => {
    for (let round = 0; round < plan.rounds; round += 1) {
      if (plan.withBare && round % 2 === 0) await run('bare');
      await run('service');
      if (plan.withBare && round % 2 === 1) await run('bare');
    }
  });
  const of = (side: ListRun['side']) => runs.filter((one) => one.side === side);
  return { reviews: place.reviews, service: of('service'), bare: of('bare'), memory };
}

/** Streamed, as long lists should be: the ids in order. */
async function listByService(base: string, { placeId, reviews }: ListedPlace): Promise<string[]> {
  const response = await fetch(`${base}/place-reviews?max_pages=50&placeid=${placeId}`, {
    headers: { accept: 'application/x-ndjson' },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/place-reviews answered ${response.status}: ${text}`);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.at(-1)?.reviews_read, reviews, `/place-reviews ended with ${text.slice(-300)}`);
  return lines.filter(({ type }) => type === 'review').map(({ review }) => review.review_id);
}

function costs(times: readonly number[], delays: Delays): Pick<ListRun, 'floorMs' | 'waitMs' | 'batch'> {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at) - delays.reviews);
  const quarter = Math.max(1, Math.floor(gaps.length / 4));
  return {
    floorMs: delays.document + delays.data + delays.render + times.length * delays.reviews,
    waitMs: delays.reviews,
    batch: {
      p50: quantile(gaps, 0.5),
      firstQuarter: quantile(gaps.slice(0, quarter), 0.5),
      lastQuarter: quantile(gaps.slice(-quarter), 0.5),
    },
  };
}

async function watchMemory(pid: number, work: () => Promise<void>): Promise<ListRow['memory']> {
  const before = await memoryOf(pid);
  let highest = before;
  const done = new AbortController();
  const sample = async () => {
    while (!done.signal.aborted) {
      const now = await memoryOf(pid);
      highest = {
        service: Math.max(highest.service, now.service),
        browser: Math.max(highest.browser, now.browser),
      };
      await sleep(SAMPLE_EVERY_MS, undefined, { signal: done.signal }).catch(() => undefined);
    }
  };
  const sampling = sample();
  try {
    await work();
  } finally {
    done.abort();
    await sampling;
  }
  return { before, highest, after: await memoryOf(pid) };
}

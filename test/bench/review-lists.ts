import assert from 'node:assert/strict';
import { answerTo, NDJSON } from './ask.js';
import type { Bare } from './bare.js';
import { listBare } from './bare-reviews.js';
import { type MemoryUse, measureCpu, measureMemoryUse } from './process-tree.js';
import type { Delays, Provider, Served } from './processes.js';
import type { ListedPlace } from './review-workload.js';
import { quantile } from './statistics.js';

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
  /** Processor milliseconds of the service's process tree a review; null of the script. */
  readonly cpuMs: number | null;
}

/** What came of reading one place's list; `bare` is empty where only the service was asked. */
export interface ListRow {
  readonly reviews: number;
  readonly service: readonly ListRun[];
  readonly bare: readonly ListRun[];
}

/** Memory of the service around one list, no other Chromium running. */
export interface ListMemory extends MemoryUse {
  readonly reviews: number;
}

export interface ListSides {
  readonly service: Served;
  readonly provider: Provider;
  /** Null = the service alone. */
  readonly bare: Bare | null;
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

/** Reads a place's list once more and, with `bare`, lets a bare script do so, which must read the same. */
export async function readList(place: ListedPlace, round: number, sides: ListSides): Promise<ListRow> {
  const runs: ListRun[] = [];
  let known: readonly string[] | null = null;
  const run = async (side: ListRun['side'], read: () => Promise<string[]>) => {
    sides.signal.throwIfAborted();
    await sides.provider.batchTimes();
    const { result, cpuSeconds } = await measureCpu(sides.service.pid, async () => {
      const since = performance.now();
      return { ids: await read(), ms: performance.now() - since };
    });
    const cpuMs = side === 'service' ? (cpuSeconds / place.reviews) * 1000 : null;
    runs.push({ side, ms: result.ms, cpuMs, ...costs(await sides.provider.batchTimes(), sides.delays) });
    assert.equal(new Set(result.ids).size, place.reviews, `${side}: a list of another length`);
    known ??= result.ids;
    assert.deepStrictEqual(result.ids, known, 'the same list was read differently');
  };
  const { bare } = sides;
  const byService = () => run('service', () => listByService(sides.service.address, place));
  const byBare = async () => {
    if (bare !== null) await run('bare', () => listBare(bare, place.placeId));
  };
  for (const turn of round % 2 === 0 ? [byBare, byService] : [byService, byBare]) await turn();
  const of = (side: ListRun['side']) => runs.filter((one) => one.side === side);
  return { reviews: place.reviews, service: of('service'), bare: of('bare') };
}

/** Reads a place's list by the service and watches its memory. */
export async function watchList(place: ListedPlace, service: Served): Promise<ListMemory> {
  const use = await measureMemoryUse(service.pid, () => listByService(service.address, place));
  return { reviews: place.reviews, ...use };
}

/** Streamed, as long lists should be: the ids in order. */
export async function listByService(base: string, { placeId, reviews }: ListedPlace): Promise<string[]> {
  const path = `/place-reviews?max_pages=50&placeid=${placeId}`;
  const text = await answerTo(base, { path, headers: NDJSON });
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

import assert from 'node:assert/strict';
import { quantile } from './statistics.js';

/** How much is measured: `rounds` of `batch` loads on each side, the sides taking turns. */
export interface Plan {
  readonly concurrency: number;
  readonly rounds: number;
  readonly batch: number;
}

/** The times of loads that ran together, and how long all of them took. */
export interface Batch {
  readonly ms: readonly number[];
  readonly wallMs: number;
}

/** Times of one side, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Loads per second while this side had the machine. */
  readonly perSecond: number;
  readonly all: readonly number[];
}

/** Between two batches: the clean-up after the last load must not fall into the other side's time. */
export const BREATH_MS = 120;

/** Loads every target, so many at a time. */
export async function runBatch<T>(
  targets: readonly T[],
  concurrency: number,
  load: (target: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<Batch> {
  const ms: number[] = [];
  const queue = [...targets];
  const startedAt = performance.now();
  const worker = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      signal.throwIfAborted();
      const since = performance.now();
      await load(target);
      ms.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { ms, wallMs: performance.now() - startedAt };
}

/** The times of several batches as one side's. */
export function timesOf(batches: readonly Batch[]): Times {
  const all = batches.flatMap(({ ms }) => ms);
  const wallMs = batches.reduce((sum, batch) => sum + batch.wallMs, 0);
  return {
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    perSecond: (all.length / wallMs) * 1000,
    all,
  };
}

/** Compares every answer about a subject with the first one, whichever side gave it. */
export function agreement(): (side: string, subject: string, answer: unknown) => void {
  const first = new Map<string, { readonly side: string; readonly answer: unknown }>();
  return (side, subject, answer) => {
    const known = first.get(subject);
    if (known === undefined) first.set(subject, { side, answer });
    else assert.deepStrictEqual(answer, known.answer, `${side} and ${known.side} differ about ${subject}`);
  };
}

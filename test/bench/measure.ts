import { setTimeout as sleep } from 'node:timers/promises';
import {
  processes,
  pssOf as pssOfAll,
  type RunningProcess,
  withHelpers,
} from '../support/chromium-processes.js';
import { STOPPED } from './processes.js';
import { at, quantile } from './statistics.js';

/** Answers of one side in one turn: the milliseconds of each, and of all together. */
export interface Batch {
  readonly ms: readonly number[];
  readonly wallMs: number;
}

/** Processor milliseconds of the process tree of a side. */
export interface CpuUse {
  readonly cpuMs: number;
}

/** Between two turns: the clean-up after the last load must not fall into the time of the other side. */
const BREATH_MS = 120;
/** After counted work: the clean-up of a server counts as its own work. */
const CLEAN_UP_MS = 300;

/** Loads every target, so many at a time. */
export async function runBatch<T>(
  targets: readonly T[],
  concurrency: number,
  load: (target: T) => Promise<unknown>,
): Promise<Batch> {
  const ms: number[] = [];
  const queue = [...targets];
  const startedAt = performance.now();
  const worker = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      STOPPED.throwIfAborted();
      const since = performance.now();
      await load(target);
      ms.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { ms, wallMs: performance.now() - startedAt };
}

/** Lets sides take turns, round by round; each round begins with the next side. Returns the results of each side. */
export async function inTurns<S, R>(
  sides: readonly S[],
  rounds: number,
  turn: (side: S, round: number) => Promise<R>,
): Promise<Map<S, R[]>> {
  const results = new Map<S, R[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < sides.length; index += 1) {
      const side = at(sides, round + index);
      STOPPED.throwIfAborted();
      results.get(side)?.push(await turn(side, round));
      await sleep(BREATH_MS);
    }
  }
  return results;
}

export function perMinute({ ms, wallMs }: Batch): number {
  return (ms.length / wallMs) * 60_000;
}

/** Milliseconds within which the share `q` of all answers of some turns came. */
export function percentile(turns: readonly Batch[], q: number): number {
  return quantile(
    turns.flatMap(({ ms }) => ms),
    q,
  );
}

/** Often enough to see a browser that lives for one lookup. */
const SAMPLE_CPU_EVERY_MS = 100;
const SAMPLE_MEMORY_EVERY_MS = 250;

async function sampling<T>(everyMs: number, sample: () => unknown, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(sample, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Counts the processor time of a process tree during some work and the clean-up after it. What a process has used
 * passes to its parent when that reaps it. Helper processes of a browser that ends are left to init instead, so the
 * whole tree is sampled all the time, and the last sample of such an orphan counts: at most 100 ms are missing.
 */
export async function measureCpu<T extends object>(
  root: number,
  work: () => Promise<T>,
): Promise<T & CpuUse> {
  const known = new Map<string, RunningProcess>();
  let lost = 0;
  const sample = () => {
    const running = processes();
    const present = new Map(running.map((row) => [row.key, row]));
    const pids = new Set(running.map(({ pid }) => pid));
    for (const [key, last] of known) {
      const now = present.get(key);
      if (now !== undefined) {
        // Its parent then is the last one that could reap it: an orphan's is init, which is not in the tree.
        known.set(key, { ...now, parent: last.parent });
        continue;
      }
      known.delete(key);
      if (!pids.has(last.parent)) lost += last.cpuSeconds;
    }
    const members = [...known.values()].map(({ pid }) => pid);
    const tree = new Set(withHelpers([root, ...members], running));
    for (const row of running) if (tree.has(row.pid) && !known.has(row.key)) known.set(row.key, row);
    return [...known.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, lost);
  };
  const before = sample();
  const result = await sampling(SAMPLE_CPU_EVERY_MS, sample, async () => {
    const done = await work();
    await sleep(CLEAN_UP_MS);
    return done;
  });
  return { ...result, cpuMs: (sample() - before) * 1000 };
}

/** The highest number of megabytes of a process tree during some work. */
export async function highestPss(root: number, work: () => Promise<unknown>): Promise<number> {
  let highest = 0;
  const sample = () => {
    highest = Math.max(highest, pssOf(root));
  };
  sample();
  await sampling(SAMPLE_MEMORY_EVERY_MS, sample, work);
  sample();
  return highest;
}

/** Megabytes of a process and everything below it, shared pages counted in proportion (PSS). */
export function pssOf(root: number): number {
  return pssOfAll(withHelpers([root]));
}

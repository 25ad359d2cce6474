import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOPPED } from './options.js';
import { at, quantile } from './statistics.js';

/** The times of loads that ran together, and how long all of them took. */
export interface Batch {
  readonly ms: readonly number[];
  readonly wallMs: number;
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

/** Milliseconds of all loads of some batches: p50, p95, p99. */
export function percentiles(batches: readonly { readonly ms: readonly number[] }[]): readonly number[] {
  const all = batches.flatMap(({ ms }) => ms);
  return [0.5, 0.95, 0.99].map((q) => quantile(all, q));
}

/** One process as /proc shows it, with the processor time of itself and of the children that it has reaped. */
interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly key: string;
  readonly seconds: number;
}

/** USER_HZ, which Linux has had at 100 on every machine for decades. */
const TICKS_PER_SECOND = 100;
/** Often enough to see a browser that lives for one lookup. */
const SAMPLE_CPU_EVERY_MS = 100;
const SAMPLE_MEMORY_EVERY_MS = 250;

/**
 * Counts the processor time of a process tree during some work and the clean-up after it. What a process has used
 * passes to its parent when that reaps it. Helper processes of a browser that ends are left to init instead, so the
 * whole tree is sampled all the time, and the last sample of such an orphan counts: at most 100 ms are missing.
 */
export async function measureCpu<T>(
  root: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpuSeconds: number }> {
  const known = new Map<string, Row>();
  let lost = 0;
  const sample = () => {
    const rows = allProcesses();
    const present = new Map(rows.map((row) => [row.key, row]));
    const pids = new Set(rows.map(({ pid }) => pid));
    for (const [key, last] of known) {
      const now = present.get(key);
      if (now !== undefined) {
        // Its parent then is the last one that could reap it: an orphan's is init, which is not in the tree.
        known.set(key, { ...now, parent: last.parent });
        continue;
      }
      known.delete(key);
      if (!pids.has(last.parent)) lost += last.seconds;
    }
    const members = new Set([...known.values()].map(({ pid }) => pid));
    for (const row of belowOf(rows, root, members)) if (!members.has(row.pid)) known.set(row.key, row);
    return [...known.values()].reduce((sum, { seconds }) => sum + seconds, lost);
  };
  const before = sample();
  const timer = setInterval(sample, SAMPLE_CPU_EVERY_MS);
  try {
    const result = await work();
    await sleep(CLEAN_UP_MS);
    return { result, cpuSeconds: sample() - before };
  } finally {
    clearInterval(timer);
  }
}

/** Megabytes of a process tree around some work. */
export async function measureMemoryUse(root: number, work: () => Promise<unknown>) {
  const before = pssOf(root);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, pssOf(root));
  }, SAMPLE_MEMORY_EVERY_MS);
  try {
    await work();
    const after = pssOf(root);
    return { before, highest: Math.max(highest, after), after };
  } finally {
    clearInterval(timer);
  }
}

/** Megabytes of a process and everything below it, shared pages counted in proportion (PSS). */
export function pssOf(root: number): number {
  const sizes = belowOf(allProcesses(), root, new Set()).map(({ pid }) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
    } catch {
      // Gone meanwhile, or a zombie, which has no memory.
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The root, the members already known, and all their descendants. */
function belowOf(rows: readonly Row[], root: number, members: ReadonlySet<number>): Row[] {
  const children = new Map<number, Row[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const found = new Set(rows.filter(({ pid }) => pid === root || members.has(pid)));
  for (const row of found) for (const child of children.get(row.pid) ?? []) found.add(child);
  return [...found];
}

function allProcesses(): Row[] {
  return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readRow(Number(entry)) : []));
}

/** proc(5), `stat`: after the name, which may hold anything, the state is the first field. */
function readRow(pid: number): Row[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    const key = `${pid}/${fields[19]}`;
    return [{ pid, parent: Number(fields[1]), key, seconds: ticks / TICKS_PER_SECOND }];
  } catch {
    return [];
  }
}

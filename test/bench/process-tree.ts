import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process as /proc shows it. Seconds of processor time: its own, and of its children that it has reaped. */
interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly own: number;
  readonly reaped: number;
}

/** What came of some work, and the processor seconds that a process and everything below it used meanwhile. */
export interface CpuUse<T> {
  readonly result: T;
  readonly cpuSeconds: number;
}

/** Megabytes of a process and everything below it around some work. */
export interface MemoryUse {
  readonly before: number;
  readonly highest: number;
  readonly after: number;
}

/** USER_HZ, which Linux has had at 100 on every machine for decades. */
const TICKS_PER_SECOND = 100;
/** Often enough to see a browser that lives for one lookup. */
const SAMPLE_CPU_EVERY_MS = 100;
const SAMPLE_MEMORY_EVERY_MS = 250;

/** After the work: the clean-up of a server counts as its own work and must not disturb what is measured next. */
const BREATH_MS = 300;

/**
 * Counts the processor time of a tree during some work and a breath after it. What a process has used passes to
 * its parent when that reaps it. Helper processes of a browser that ends are left to init instead, so the whole
 * tree is sampled all the time, and the last sample of such an orphan counts: at most 100 ms are missing.
 */
export async function measureCpu<T>(root: number, work: () => Promise<T>): Promise<CpuUse<T>> {
  const known = new Map<string, Row>();
  let lost = 0;
  const sample = () => {
    const rows = allProcesses();
    const present = new Map(rows.map((row) => [keyOf(row), row]));
    const pids = new Set(rows.map(({ pid }) => pid));
    for (const [key, last] of known) {
      const now = present.get(key);
      if (now !== undefined) {
        // Its parent then is the last one that could reap it: an orphan's is init, which is not in the tree.
        known.set(key, { ...now, parent: last.parent });
        continue;
      }
      known.delete(key);
      if (!pids.has(last.parent)) lost += last.own + last.reaped;
    }
    const members = new Set([...known.values()].map(({ pid }) => pid));
    for (const row of belowOf(rows, root, members)) if (!members.has(row.pid)) known.set(keyOf(row), row);
    return [...known.values()].reduce((sum, { own, reaped }) => sum + own + reaped, lost);
  };
  const before = sample();
  const timer = setInterval(sample, SAMPLE_CPU_EVERY_MS);
  try {
    const result = await work();
    await sleep(BREATH_MS);
    return { result, cpuSeconds: sample() - before };
  } finally {
    clearInterval(timer);
  }
}

/** Samples the memory of a tree while `work` runs. */
export async function measureMemoryUse(root: number, work: () => Promise<unknown>): Promise<MemoryUse> {
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
  return belowOf(allProcesses(), root, new Set()).reduce((sum, { pid }) => sum + pssOfProcess(pid), 0);
}

function pssOfProcess(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    // Gone meanwhile, or a zombie, which has no memory.
    return 0;
  }
}

/** The root, the members already known, and all their descendants. */
function belowOf(rows: readonly Row[], root: number, members: ReadonlySet<number>): Row[] {
  const children = new Map<number, Row[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const found = new Set(rows.filter(({ pid }) => pid === root || members.has(pid)));
  for (const row of found) for (const child of children.get(row.pid) ?? []) found.add(child);
  return [...found];
}

function keyOf({ pid, startedAt }: Row): string {
  return `${pid}/${startedAt}`;
}

function allProcesses(): Row[] {
  return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readRow(Number(entry)) : []));
}

/** proc(5), `stat`: after the name, which may hold anything, the state is the first field. */
function readRow(pid: number): Row[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (index: number) => Number(fields[index]) / TICKS_PER_SECOND;
    return [
      {
        pid,
        parent: Number(fields[1]),
        startedAt: fields[19] ?? '',
        own: seconds(11) + seconds(12),
        reaped: seconds(13) + seconds(14),
      },
    ];
  } catch {
    return [];
  }
}

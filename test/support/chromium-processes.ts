import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux tells of processes under /proc; elsewhere the tests that look at them cannot run. */
export const NO_PROCESS_LIST = existsSync('/proc/self/cmdline') ? false : 'SKIPPED: no /proc here';

/** A process that runs. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Different for a later process with the same id. */
  readonly key: string;
  /** Processor time of the process and of the children that it has reaped. */
  readonly cpuSeconds: number;
}

export interface BrowserProcess {
  readonly pid: number;
  /** The folder of its own that Playwright gives each browser. */
  readonly profile: string;
}

/** The browsers a process (by default this one) has started and that still run, helpers left out. */
export function ownBrowsers(owner: number = process.pid): BrowserProcess[] {
  return processes()
    .filter(({ parent }) => parent === owner)
    .flatMap(({ pid }) => {
      const command = commandOf(pid);
      const profile = /--user-data-dir=([^\0]+)/.exec(command)?.[1];
      return profile === undefined || command.includes('--type=') ? [] : [{ pid, profile }];
    });
}

/** Ids of these processes and of everything they started, as long as it runs. */
export function withHelpers(roots: readonly number[], running = processes()): number[] {
  const found = new Set(roots);
  // A helper of a helper may stand before its parent in the list.
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of running) if (found.has(parent)) found.add(pid);
  }
  return running.map(({ pid }) => pid).filter((pid) => found.has(pid));
}

/** The command line of a process; '' when it does not run. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Megabytes of processes, shared pages counted in proportion (PSS). */
export function pssOf(pids: readonly number[]): number {
  const sizes = pids.map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
    } catch {
      // The process has ended meanwhile.
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function stillRunning(pids: readonly number[]): number[] {
  const running = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

/** USER_HZ, which Linux has had at 100 on every machine for decades. */
const TICKS_PER_SECOND = 100;

export function processes(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // proc(5): "pid (name) state parent …"; the name may hold spaces and brackets.
        const [state, parent, ...rest] = readFileSync(`/proc/${name}/stat`, 'latin1')
          .replace(/^.*\) /s, '')
          .split(' ');
        const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
        const row = { pid: Number(name), parent: Number(parent), key: `${name}/${rest[17]}` };
        return state === 'Z' ? [] : [{ ...row, cpuSeconds: ticks / TICKS_PER_SECOND }];
      } catch {
        return [];
      }
    });
}

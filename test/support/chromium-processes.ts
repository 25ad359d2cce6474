import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux tells of processes under /proc; elsewhere the tests that look at them cannot run. */
export const NO_PROCESS_LIST = existsSync('/proc/self/cmdline') ? false : 'SKIPPED: no /proc here';

export interface BrowserProcess {
  readonly pid: number;
  /** The folder of its own that Playwright gives each browser. */
  readonly profile: string;
}

/** The browsers a process (by default this one) has started and that still run, helpers left out. */
export function ownBrowsers(owner: number = process.pid): BrowserProcess[] {
  return processes()
    .filter(({ parent, command }) => parent === owner && !command.includes('--type='))
    .flatMap(({ pid, command }) => {
      const profile = /--user-data-dir=([^\0]+)/.exec(command)?.[1];
      return profile === undefined ? [] : [{ pid, profile }];
    });
}

/** Ids of these processes and of everything they started, as long as it runs. */
export function withHelpers(roots: readonly number[]): number[] {
  const running = processes();
  const found = new Set(roots);
  // A helper of a helper may stand before its parent in the list.
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of running) if (found.has(parent)) found.add(pid);
  }
  return stillRunning([...found]);
}

/** The command line of a process; '' when it does not run. */
export function commandOf(pid: number): string {
  return processes().find((one) => one.pid === pid)?.command ?? '';
}

export function stillRunning(pids: readonly number[]): number[] {
  const running = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        // "pid (name) state parent …"; the name may hold spaces and brackets.
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

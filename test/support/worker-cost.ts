import { appendFileSync, readFileSync } from 'node:fs';

/** Clock ticks of a CPU second in /proc. Linux shows 100 to programs, whatever its own clock is. */
const TICKS = 100;

/**
 * CPU seconds of this process and of those that it started and that have ended. Where there is no /proc (not Linux),
 * those of the process alone.
 */
function cpuSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in brackets, may hold spaces. After it: state is field 3, the four times 14 to 17.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}

/** What a worker of Playwright wrote at its end. */
export interface WorkerCost {
  /** `workerIndex` of the results of its tests. */
  readonly worker: number;
  readonly cpuSeconds: number;
}

/** Lets this worker write its cost to `file` when it ends: one line of JSON, a `WorkerCost`. */
export function recordCost(worker: number, file: string): void {
  process.on('exit', () => {
    const cost: WorkerCost = { worker, cpuSeconds: cpuSeconds() };
    appendFileSync(file, `${JSON.stringify(cost)}\n`);
  });
}

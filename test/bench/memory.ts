import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Resident memory in MB: of the service's own process, and of its browser's processes (shared pages counted again). */
export interface Memory {
  readonly service: number;
  readonly browser: number;
}

const run = promisify(execFile);

export async function memoryOf(pid: number): Promise<Memory> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([own = 0, parent = 0, kilobytes = 0]) => ({ own, parent, megabytes: kilobytes / 1024 }));
  const below = (parent: number): number =>
    rows.filter((row) => row.parent === parent).reduce((sum, row) => sum + row.megabytes + below(row.own), 0);
  return { service: rows.find(({ own }) => own === pid)?.megabytes ?? 0, browser: below(pid) };
}

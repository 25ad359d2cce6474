import { statSync } from 'node:fs';
import type { Logger } from './logger.js';

/** Logs a warning for each file or folder that other users of the machine may open. Skips a path that does not exist. */
export function warnIfOpenToOthers(paths: readonly string[], log: Pick<Logger, 'warn'>): void {
  if (process.platform === 'win32') return;
  for (const path of paths) {
    const stats = statsOf(path);
    if (stats === null || (stats.mode & 0o077) === 0) continue;
    const mode = (stats.mode & 0o7777).toString(8);
    const needed = stats.isDirectory() ? '700' : '600';
    log.warn({ path, mode }, `other users of this machine can open it: set mode ${needed} (chmod ${needed})`);
  }
}

/** Null = there is no such path, or it cannot be read: whoever uses it reports the reason. */
function statsOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

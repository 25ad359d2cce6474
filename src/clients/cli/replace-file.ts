import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface ReplaceOptions {
  /** Tests only: where the content is written first. */
  readonly temporaryPath?: string;
}

/**
 * Replaces what a file holds, all or nothing; behind a symbolic link, the file it leads to. The content is written to a
 * new file beside it, whose name nobody can guess: a link placed there beforehand is not followed (O_EXCL). A pipe or a
 * device is written to as it is. Throws what the file system says.
 */
export function replaceFile(path: string, content: Uint8Array, options: ReplaceOptions = {}): void {
  const before = statsOf(path);
  if (before !== null && !before.isFile()) {
    writeFileSync(path, content);
    return;
  }
  const target = realPath(path);
  const { temporaryPath = `${target}.${randomBytes(12).toString('hex')}.new` } = options;
  const file = openSync(temporaryPath, 'wx', before?.mode ?? 0o666);
  try {
    try {
      if (before !== null) fchmodSync(file, before.mode & 0o777);
      writeAll(file, content);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, target);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/** Writes all bytes at the end of an open file; they are on the disk when it returns. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  fsyncSync(file);
}

/** What tells a file from all others of this machine; of one that is not there yet, where it would be. */
export function identityOf(path: string): string {
  return fileIdentity(statsOf(path)) ?? join(realPath(dirname(path)), basename(path));
}

/** The same of an open file; null where it is none, such as a pipe. */
export function identityOfOpen(file: number): string | null {
  return fileIdentity(fstatSync(file));
}

function fileIdentity(stats: Stats | null): string | null {
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : null;
}

/** The path without symbolic links; as it is where there is nothing. */
export function realPath(path: string): string {
  return statsOf(path) === null ? path : realpathSync(path);
}

/** Null when there is no such file, or none that this user may see. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

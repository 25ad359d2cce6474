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
 * Replaces the content of a file, all or nothing; for a symbolic link, of the file it leads to. The content is written
 * to a new file beside it, with a random name and O_EXCL, so that a link placed there beforehand is not followed. Pipes
 * and devices are written to directly. Throws the errors of the file system.
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

/** Writes all bytes at the end of an open file and waits until they are on the disk. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  fsyncSync(file);
}

/** Identifies a file on this machine; a file that does not exist yet by its path. */
export function identityOf(path: string): string {
  return fileIdentity(statsOf(path)) ?? join(realPath(dirname(path)), basename(path));
}

/** The same for an open file; null for a pipe or a device. */
export function identityOfOpen(file: number): string | null {
  return fileIdentity(fstatSync(file));
}

function fileIdentity(stats: Stats | null): string | null {
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : null;
}

/** The path without symbolic links; unchanged when nothing exists there. */
export function realPath(path: string): string {
  return statsOf(path) === null ? path : realpathSync(path);
}

/** Null when there is no such file, or when this user may not see it. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

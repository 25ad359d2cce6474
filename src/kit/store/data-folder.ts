import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file beside each SQLite file that gives its deletions and its start room on a full disk. */
export const RESERVE = '.reserve';

/** Room on a disk that is kept for deleting, cancelling and forgetting: a full disk would have none. */
const RESERVE_BYTES = 64 * 1_048_576;

/**
 * Whether the disk of a file or folder has more than the reserve left. Without it jobs, checks and packs wait, and
 * nothing new is taken; what is there can be read and deleted. @throws if there is no such file or folder
 */
export const hasReserve = (path: string): boolean => freeBytes(path) > RESERVE_BYTES;

/** Bytes that the disk of a file or folder has left. @throws if there is no such file or folder */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/**
 * Makes a folder for the user of the service only, and tries to write to it. Returns why it cannot be written, such as
 * `EROFS: read-only file system`; null = it can, if only with the reserve of a full disk.
 */
export function writingFault(folder: string): string | null {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    // Not recursive: below /proc, a recursive `mkdirSync` never returns.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    try {
      // As much as an SQLite file needs to be opened.
      writeFileSync(probe, Buffer.alloc(262_144), { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
    return null;
  } catch (error) {
    const isFull = error instanceof Error && error.message.startsWith('ENOSPC');
    if (isFull && existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(RESERVE)))
      return null;
    // The rest of the message names the path, which clients need not know.
    return error instanceof Error ? (error.message.split(', ')[0] ?? error.message) : String(error);
  }
}

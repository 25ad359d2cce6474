import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As much as an SQLite file needs to be opened. */
const PROBE = Buffer.alloc(262_144);

/** Room on a disk that is kept for deleting, cancelling and forgetting: a full disk would have none. */
const RESERVE_BYTES = 64 * 1_048_576;

/**
 * Whether the disk of a file or folder has more than the reserve left. Without it jobs, checks and packs wait, and
 * nothing new is taken; what is there can be read and deleted. @throws if there is no such file or folder
 */
export function hasReserve(path: string, free: (path: string) => number = freeBytes): boolean {
  return free(path) > RESERVE_BYTES;
}

/** Bytes that the disk of a file or folder has left. @throws if there is no such file or folder */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/**
 * Makes a folder for the user of the service only, and tries to write to it. Returns why it cannot be written, such as
 * `EROFS: read-only file system`; null = it can.
 */
export function writingFault(folder: string): string | null {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    // Not recursive: below /proc, a recursive `mkdirSync` never returns.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    try {
      writeFileSync(probe, PROBE, { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
    return null;
  } catch (error) {
    // The rest of the message names the path, which clients need not know.
    return error instanceof Error ? (error.message.split(', ')[0] ?? error.message) : String(error);
  }
}

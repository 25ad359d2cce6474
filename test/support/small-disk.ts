import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from './test.js';

/** A file system of its own that can be filled up. */
export interface SmallDisk {
  /** The folder where it is mounted. */
  readonly folder: string;
  /** Writes on in a file until nothing more fits: from now on every file that grows gets ENOSPC. */
  fill(): void;
  /** Shortens that file by so many bytes. */
  leave(bytes: number): void;
  /** Removes that file. */
  empty(): void;
  /** Removes the file system with all its files. */
  close(): void;
}

const BLOCK = Buffer.alloc(1_048_576);

/** Mounts a disk of so many kilobytes. Skips the test where it may not mount one. */
export function mountSmallDisk(kilobytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  if (status !== 0) rmdirSync(folder);
  test.skip(status !== 0, 'needs the right to mount a small file system');
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        // The last block is cut off where the disk ends; after it nothing is written.
        for (;;) writeSync(file, BLOCK);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    leave: (bytes) => truncateSync(filler, statSync(filler).size - bytes),
    empty: () => rmSync(filler),
    close: () => {
      // Lazy: a process that still has a file open does not keep the mount.
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

import { randomBytes } from 'node:crypto';
import { constants, existsSync, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../core/runtime/logger.js';
import { warnIfOpenToOthers } from '../../core/runtime/private-files.js';
import { hasReserve } from '../../kit/store/data-folder.js';
import { PackFolderError } from '../watch/errors.js';

/** Evidence packs in a folder. */
export type EvidenceStore = ReturnType<typeof createEvidenceStore>;

interface StoreOptions {
  /** The folder of the packs; it is made with the first pack. Replicas share it. */
  readonly folder: string;
  /** Nothing new is stored above this number of bytes. */
  readonly maxBytes: number;
  /** Whether the disk has more than its reserve left; only tests give it. */
  readonly hasRoom?: (folder: string) => boolean;
  readonly log: Logger;
  readonly now?: () => number;
}

/** A pack has 1 to 5 MB: a store with less room makes none. */
const MIN_ROOM_BYTES = 10_000_000;
/** A file that is still being written has this ending. If it is older than five minutes, a crash has left it. */
const UNFINISHED = '.part';
const UNFINISHED_MS = 300_000;
/** A name has no separator, and its only dot begins the ending, so a name leads to no other folder. */
const NAME = /^[\w-]{1,128}\.zip$/;

/** Keeps evidence packs, one file each, up to a total size. */
export function createEvidenceStore(options: StoreOptions) {
  const { folder, maxBytes, hasRoom = hasReserve, log, now = Date.now } = options;
  warnIfOpenToOthers([folder], log);
  const pathOf = (name: string) => (NAME.test(name) ? join(folder, name) : null);

  /**
   * Size of the packs, in bytes. Full = the limit or the disk leaves no room for a pack. Removes files that a crash left
   * unfinished. @throws errors of the file system
   */
  const usage = async () => {
    let bytes = 0;
    const names = await readdir(folder).catch(noneIfMissing<string[]>([]));
    for (const name of names) {
      const path = join(folder, name);
      const found = await stat(path).catch(noneIfMissing(null));
      if (found === null || !found.isFile()) continue;
      if (name.endsWith(UNFINISHED) && now() - found.mtimeMs > UNFINISHED_MS) {
        await rm(path, { force: true });
        continue;
      }
      bytes += found.size;
    }
    // The folder is made with its first pack.
    const disk = existsSync(folder) ? folder : dirname(folder);
    return { bytes, is_full: maxBytes - bytes < MIN_ROOM_BYTES || (existsSync(disk) && !hasRoom(disk)) };
  };

  return {
    usage,
    /**
     * Stores a pack under `<id>.zip`, and returns this name. A pack of the same name is replaced at once.
     * Null = it was not stored, because the store is full or the disk refuses it; the log says which.
     * @throws Error for an id that cannot be a name
     */
    save: async (id: string, zip: readonly Uint8Array[]): Promise<string | null> => {
      const name = `${id}.zip`;
      const path = pathOf(name);
      if (path === null) throw new Error('this id cannot be the name of a file');
      const unfinished = join(folder, `${id}.${randomBytes(6).toString('hex')}${UNFINISHED}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const size = zip.reduce((sum, part) => sum + part.length, 0);
        if (size > maxBytes - (await usage()).bytes) {
          log.warn({ maxBytes }, 'an evidence pack was not stored: see EVIDENCE_MAX_MB');
          return null;
        }
        await writeFile(unfinished, zip, { flag: 'wx', mode: 0o600, flush: true });
        await rename(unfinished, path);
        return name;
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        log.error({ err: error }, 'an evidence pack was not stored: the disk refused it');
        return null;
      }
    },
    /** Null = there is no such pack. The end of the stream closes the file. @throws PackFolderError */
    open: async (name: string): Promise<ReadStream | null> => {
      const path = pathOf(name);
      if (path === null) return null;
      // A link in the folder is not followed.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
        .catch(noneIfMissing(null))
        .catch(folderFails);
      return file?.createReadStream() ?? null;
    },
    /** Does nothing if there is no such pack. @throws PackFolderError */
    remove: async (name: string): Promise<void> => {
      const path = pathOf(name);
      if (path !== null) await rm(path, { force: true }).catch(folderFails);
    },
  };
}

/** Answers a missing file or folder with `value`; rethrows all else. */
function noneIfMissing<T>(value: T) {
  return (error: unknown): T => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ELOOP') return value;
    throw error;
  };
}

function folderFails(error: unknown): never {
  throw new PackFolderError('the folder of evidence packs cannot be used', { cause: error });
}

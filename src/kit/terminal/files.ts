import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import type { CliTexts } from './texts.js';

/**
 * Begins to replace a file, all or nothing. Follows a symbolic link to the file it names. Writes a new file beside the
 * old one, with a random name and O_EXCL: a link that somebody placed at a guessed name is not followed. Writes to pipes
 * and devices directly. Its methods throw the errors of the file system.
 */
function beginFile(path: string) {
  const before = statsOf(path);
  const isDirect = before !== null && !before.isFile();
  const target = realPath(path);
  const temporaryPath = isDirect ? null : `${target}.${randomBytes(12).toString('hex')}.new`;
  const file = openSync(temporaryPath ?? path, isDirect ? 'w' : 'wx', before?.mode ?? 0o666);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    add: (content: Uint8Array) => {
      for (let done = 0; done < content.length; ) done += writeSync(file, content, done);
    },
    /** Puts the new content in the place of the old one. */
    end: () => {
      if (temporaryPath === null) return close();
      if (before !== null) fchmodSync(file, before.mode & 0o777);
      fsyncSync(file);
      close();
      renameSync(temporaryPath, target);
    },
    /** Leaves the old content. */
    drop: () => {
      close();
      if (temporaryPath !== null) rmSync(temporaryPath, { force: true });
    },
  };
}

/** Runs a step that writes a file. @throws ExitError for the errors of the file system */
export function failingToWrite<T>(file: string, t: CliTexts, step: () => T, code: ExitCode = EXIT.failure) {
  try {
    return step();
  } catch (error) {
    throw new ExitError(code, t('files.cannotWrite', { file, reason: systemReason(error, t) }));
  }
}

/** Replaces a file as `beginFile` does. @throws ExitError when it cannot be written; the errors of `parts` */
export async function replaceFile(
  path: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  t: CliTexts,
): Promise<void> {
  const file = failingToWrite(path, t, () => beginFile(path));
  try {
    for await (const part of parts) failingToWrite(path, t, () => file.add(part));
    failingToWrite(path, t, file.end);
  } catch (error) {
    file.drop();
    throw error;
  }
}

/** Makes a folder, unless it is there. @throws ExitError when it cannot be made */
export function makeFolder(folder: string, t: CliTexts): void {
  failingToWrite(folder, t, () => mkdirSync(folder, { recursive: true }), EXIT.usage);
}

/** True for a file with content that ends: no folder, pipe or device. */
export const isFile = (path: string): boolean => statsOf(path)?.isFile() ?? false;
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

/** Identifies a file on this machine. A file that does not exist yet is identified by its path. */
export function identityOf(path: string): string {
  return fileIdentity(statsOf(path)) ?? join(realPath(dirname(path)), basename(path));
}

/** Identifies the file that a stream reads; null for a pipe or a device. */
export function identityOfStream({ fd }: { readonly fd?: number }): string | null {
  return fd === undefined ? null : fileIdentity(fstatSync(fd));
}

function fileIdentity(stats: Stats | null): string | null {
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : null;
}

/** The path without symbolic links; unchanged when nothing exists there. */
export function realPath(path: string): string {
  return statsOf(path) === null ? path : realpathSync(path);
}

/** Null when the file does not exist, or when this user may not see it. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

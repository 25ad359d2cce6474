import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EXIT, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import { jsonText } from './plain-text.js';
import type { CliTexts } from './texts.js';

// Files that commands write: workbooks and bundles are replaced all or nothing, result files grow row by row.

/** The fields that every line of a result file has. */
export interface ResultRow {
  readonly type: 'result' | 'error';
  /** Position in the list, from 0. */
  readonly index: number;
  /** `YYYY-MM-DD HH:MM:SS`. Rows without a result have no time. */
  readonly checked_at?: string | undefined;
}

/** The file to which a command adds its results as they arrive, one JSON object per line. */
export interface ResultFile<Row> {
  readonly path: string;
  /** Replaces the content, all or nothing. Follows a symbolic link to the file it names. */
  rewrite(rows: readonly Row[]): void;
  append(rows: readonly Row[]): void;
  close(): void;
}

/** The row in a line of a result file; null for a value that is not a row of the command. */
type Parse<Row> = (value: unknown) => Row | null;

/** How every line begins. */
const BEGINNING = '{"type":';

/** True for a file with content. False for a pipe, a terminal and `/dev/full`: reading them may never end. */
export function holdsData(path: string): boolean {
  return existsSync(path) && statSync(path).isFile() && statSync(path).size > 0;
}

/**
 * Reads the rows of a result file; empty when there is no file. Ignores a last line that was cut (power failure).
 * @param command the name of the command that writes such files
 * @throws ExitError when any other line is not a row: the file belongs to something else and is not changed
 */
export function readResultFile<Row>(path: string, t: CliTexts, command: string, parse: Parse<Row>): Row[] {
  const text = holdsData(path) ? attempt(path, t, () => readFileSync(path, 'utf8')) : '';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line, index) => {
    const row = rowOf(line, parse);
    if (row === null && !(index === lines.length - 1 && isCutRow(line))) {
      throw new ExitError(EXIT.usage, t('files.otherLine', { path, line: index + 1, command }));
    }
    return row === null ? [] : [row];
  });
}

/**
 * Opens the file for adding rows, and creates it if necessary. Rows are on the disk when `append` returns. @throws ExitError when it cannot be written
 */
export function openResultFile<Row extends ResultRow>(path: string, t: CliTexts): ResultFile<Row> {
  let file = attempt(path, t, () => openSync(path, 'a'));
  return {
    path,
    rewrite: (rows) =>
      attempt(path, t, () => {
        // A pipe or a terminal has no content to replace.
        if (!fstatSync(file).isFile()) return;
        replaceFile(path, bytesOf(rows));
        closeSync(file);
        file = openSync(path, 'a');
      }),
    append: (rows) =>
      attempt(path, t, () => {
        // Another run, or an editor, may have put a new file in its place.
        const identity = fileIdentity(fstatSync(file));
        if (identity !== null && identity !== identityOf(path)) {
          closeSync(file);
          file = openSync(path, 'a');
        }
        writeAll(file, bytesOf(rows));
        fsyncSync(file);
      }),
    close: () => closeSync(file),
  };
}

function bytesOf(rows: readonly ResultRow[]): Buffer {
  return Buffer.from(rows.map((row) => `${jsonText(row)}\n`).join(''));
}

function rowOf<Row>(line: string, parse: Parse<Row>): Row | null {
  try {
    return parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** True for the beginning of a row, and for an empty text. */
function isCutRow(line: string): boolean {
  return line.startsWith(BEGINNING) || BEGINNING.startsWith(line);
}

/** Runs a step on a result file. @throws ExitError for every error of the file system */
function attempt<T>(path: string, t: CliTexts, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof ExitError) throw error;
    const reason = systemReason(error, t);
    throw new ExitError(EXIT.failure, t('files.failed', { path, reason }));
  }
}

/**
 * Replaces the content of a file, all or nothing. Follows a symbolic link to the file it names. Writes a new file
 * beside the old one, with a random name and O_EXCL: a link that somebody placed at a guessed name is not followed.
 * Writes to pipes and devices directly.
 * @throws the errors of the file system
 */
export function replaceFile(path: string, content: Uint8Array): void {
  const before = statsOf(path);
  if (before !== null && !before.isFile()) {
    writeFileSync(path, content);
    return;
  }
  const target = realPath(path);
  const temporaryPath = `${target}.${randomBytes(12).toString('hex')}.new`;
  const file = openSync(temporaryPath, 'wx', before?.mode ?? 0o666);
  try {
    try {
      if (before !== null) fchmodSync(file, before.mode & 0o777);
      writeAll(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, target);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/** Writes a file as `replaceFile` does. @throws ExitError when it cannot be written */
export function writeFile(file: string, content: Uint8Array, t: CliTexts): void {
  try {
    replaceFile(file, content);
  } catch (error) {
    throw new ExitError(EXIT.failure, t('files.cannotWrite', { file, reason: systemReason(error, t) }));
  }
}

/** Makes a folder, unless it is there. @throws ExitError when it cannot be made */
export function makeFolder(folder: string, t: CliTexts): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ExitError(EXIT.usage, t('files.cannotWrite', { file: folder, reason: systemReason(error, t) }));
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

export function isFolder(path: string): boolean {
  // existsSync is false, too, where a part of the path is a file.
  return existsSync(path) && statSync(path).isDirectory();
}

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

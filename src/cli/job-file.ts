import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { JobRow } from '../contract/lines.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';
import { systemReason } from './system-reason.js';
import { jsonText } from './text.js';

/** The file to which the results of a job are added as they arrive, one JSON object per line. */
export interface JobFile {
  /** The last result that it holds; null when it is empty. */
  readonly last: JobRow | null;
  append(row: JobRow): void;
  close(): void;
}

const FIRST_LOOK = 65_536;
/** How every line begins. */
const BEGINNING = '{"type":';

/**
 * Opens the file behind its last result, and creates it if necessary. A last line that was cut is removed. The service
 * keeps the results, so a line that a power failure destroys is fetched again.
 * @throws ExitError when the file holds anything else, and is not changed
 */
export function openJobFile(path: string, say: Say): JobFile {
  const attempt = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      if (error instanceof ExitError) throw error;
      const reason = systemReason(error, say);
      throw new ExitError(
        EXIT.failure,
        say(`Plik wyników ${path}: ${reason}`, `Result file ${path}: ${reason}`),
      );
    }
  };
  const file = attempt(() => openSync(path, 'a+'));
  try {
    const last = attempt(() => lastRow(file, path, say));
    return {
      last,
      append: (row) => attempt(() => writeWhole(file, Buffer.from(`${jsonText(row)}\n`))),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function lastRow(file: number, path: string, say: Say): JobRow | null {
  const stats = fstatSync(file);
  // A pipe or a terminal has no content to continue.
  if (!stats.isFile() || stats.size === 0) return null;
  const { line, rest, end } = tailOf(file, stats.size);
  const row = line === null ? null : rowOf(line);
  const isCut = rest === '' || rest.startsWith(BEGINNING) || BEGINNING.startsWith(rest);
  if ((line !== null && row === null) || !isCut) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${path} nie zawiera wyników zlecenia. Podaj inny plik.`,
        `${path} does not contain results of a job. Choose another file.`,
      ),
    );
  }
  if (rest !== '') ftruncateSync(file, end);
  return row;
}

interface Tail {
  /** The last whole line; null when there is none. */
  readonly line: string | null;
  /** What stands behind it. */
  readonly rest: string;
  /** Position in the file behind the last whole line. */
  readonly end: number;
}

/** Reads as much of the end of a file as its last line needs: results may be larger than the memory. */
function tailOf(file: number, size: number): Tail {
  for (let length = Math.min(FIRST_LOOK, size); ; length = Math.min(2 * length, size)) {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, size - length);
    const end = bytes.lastIndexOf('\n');
    const start = end <= 0 ? -1 : bytes.lastIndexOf('\n', end - 1);
    if (start < 0 && length < size) continue;
    return {
      line: end < 0 ? null : bytes.toString('utf8', start + 1, end),
      rest: bytes.toString('utf8', end + 1),
      end: size - length + end + 1,
    };
  }
}

function rowOf(line: string): JobRow | null {
  try {
    const row = JSON.parse(line) as Partial<JobRow> | null;
    const isRow = (row?.type === 'result' || row?.type === 'error') && Number.isInteger(row.position);
    return isRow && Number(row.position) > 0 ? (row as JobRow) : null;
  } catch {
    return null;
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { EXIT, ExitError } from './exit.js';
import { identityOf, identityOfOpen, replaceFile, writeAll } from './replace-file.js';
import type { Say } from './session.js';
import { systemReason } from './system-reason.js';
import { jsonText } from './text.js';

/** What every line of a result file has. */
export interface ResultRow {
  readonly type: 'result' | 'error';
  /** Position in the list, from 0. */
  readonly index: number;
  /** `YYYY-MM-DD HH:MM:SS`; none for a row without a result, and in files of earlier versions of `places`. */
  readonly checked_at?: string | undefined;
}

/** Whose results a file holds, and how its lines are read: null for a line that is none. */
interface ResultFormat<Row> {
  readonly command: string;
  parse(value: unknown): Row | null;
}

/** The file to which a command adds its results as they arrive, one JSON object per line. */
export interface ResultFile<Row> {
  /** Replaces what the file holds, all or nothing; behind a symbolic link, the file it leads to. */
  rewrite(rows: readonly Row[]): void;
  /** Adds rows; they are on the disk when it returns. */
  append(rows: readonly Row[]): void;
  close(): void;
}

/**
 * Reads the rows of a result file; none when there is no file. A last line that was cut (power failure) is left out.
 * @throws ExitError when a line is anything else: the file belongs to something else and is not changed
 */
export function readResultFile<Row>(path: string, say: Say, format: ResultFormat<Row>): Row[] {
  // A pipe, a terminal and /dev/full hold no results, and reading them may never end.
  const isFile = existsSync(path) && statSync(path).isFile();
  const lines = isFile ? attempt(path, say, () => readFileSync(path, 'utf8')).split('\n') : [];
  const full = lines.filter((line) => line.trim() !== '');
  return full.flatMap((line, index) => {
    const row = parseRow(line, format);
    if (row === null && !(index === full.length - 1 && isCutRow(line))) {
      throw new ExitError(
        EXIT.usage,
        say(
          `${path}: wiersz ${index + 1} nie jest wynikiem polecenia ${format.command}. Podaj inny plik.`,
          `${path}: line ${index + 1} is not a result of ${format.command}. Choose another file.`,
        ),
      );
    }
    return row === null ? [] : [row];
  });
}

/** Opens the file for adding rows, and creates it if necessary. @throws ExitError when it cannot be written */
export function openResultFile<Row extends ResultRow>(path: string, say: Say): ResultFile<Row> {
  let file = attempt(path, say, () => openSync(path, 'a'));
  return {
    rewrite: (rows) =>
      attempt(path, say, () => {
        // A pipe or a terminal has no content to replace.
        if (!fstatSync(file).isFile()) return;
        replaceFile(path, bytesOf(rows));
        closeSync(file);
        file = openSync(path, 'a');
      }),
    append: (rows) =>
      attempt(path, say, () => {
        // Another run, or an editor, may have put a new file in its place.
        const identity = identityOfOpen(file);
        if (identity !== null && identity !== identityOf(path)) {
          closeSync(file);
          file = openSync(path, 'a');
        }
        writeAll(file, bytesOf(rows));
      }),
    close: () => closeSync(file),
  };
}

function bytesOf(rows: readonly ResultRow[]): Buffer {
  return Buffer.from(rows.map((row) => `${jsonText(row)}\n`).join(''));
}

function parseRow<Row>(line: string, { parse }: ResultFormat<Row>): Row | null {
  try {
    return parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** True for the beginning of a row. */
function isCutRow(line: string): boolean {
  const beginning = '{"type":';
  return line.startsWith(beginning) || beginning.startsWith(line);
}

function attempt<T>(path: string, say: Say, step: () => T): T {
  try {
    return step();
  } catch (error) {
    const reason = systemReason(error, say);
    throw new ExitError(
      EXIT.failure,
      say(`Plik wyników ${path}: ${reason}`, `Result file ${path}: ${reason}`),
    );
  }
}

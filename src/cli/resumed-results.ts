import { existsSync, statSync } from 'node:fs';
import { RequestFailed } from '../contract/failure.js';
import { EXIT, ExitError } from './exit.js';
import { identityOf, identityOfOpen } from './replace-file.js';
import { openResultFile, type ResultFile, type ResultRow, readResultFile } from './result-file.js';
import type { Session } from './session.js';

// What commands with a list, `--out` and `--resume` share.

export interface ResumeOptions {
  /** NDJSON file to which results are added as they arrive; null for none. */
  readonly out: string | null;
  /** Whether to keep the results in `out` and ask only for the others. */
  readonly resume: boolean;
  /** Heading or number of the column with the links; undefined = found by its content. */
  readonly column?: string | undefined;
}

/** How results of one command are kept. */
export interface KeptResults<Row> {
  readonly command: string;
  /** The row of a line of the file; null when it is none. */
  parse(value: unknown): Row | null;
  /** What the row is the result of, as it stands in the list. */
  entryOf(row: Row): string;
}

/** The results so far: `file` is null without `--out`; `done` are those of this list, at their positions in it. */
export interface Results<Row> {
  readonly file: ResultFile<Row> | null;
  readonly done: readonly Row[];
  /** What the summary says of `done`; null for none. */
  readonly earlier: EarlierResults | null;
}

/** Results that are older than this run. Times as `YYYY-MM-DD HH:MM:SS`; null when no result has one. */
export interface EarlierResults {
  readonly count: number;
  readonly first_checked_at: string | null;
  readonly last_checked_at: string | null;
  /** Results without a time. */
  readonly undated: number;
}

/** @throws ExitError for `--resume` without `--out` */
export function requireOut({ out, resume }: ResumeOptions, { say }: Session): void {
  if (!resume || out !== null) return;
  throw new ExitError(EXIT.usage, say('Opcja --resume wymaga opcji --out.', '--resume requires --out.'));
}

/** Makes sure that no file is both read and written, or written twice. @throws ExitError */
export function refuseOwnFiles({ format, say }: Session, input: string, out: string | null): void {
  const written = [out, format.kind === 'xlsx' ? format.file : null].filter((path) => path !== null);
  const source = input === '-' ? identityOfOpen(process.stdin.fd) : identityOf(input);
  const own = written.find((path) => identityOf(path) === source);
  if (own !== undefined) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${own} jest listą do sprawdzenia. Podaj inny plik na wyniki.`,
        `${own} is the list itself. Choose another file for the results.`,
      ),
    );
  }
  if (new Set(written.map(identityOf)).size < written.length) {
    throw new ExitError(
      EXIT.usage,
      say('Opcje --out i --xlsx wskazują ten sam plik.', '--out and --xlsx name the same file.'),
    );
  }
}

/** The positions of each different entry of a list, from 0. */
export function positionsOf(entries: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    positions.set(entry, [...(positions.get(entry) ?? []), index]);
  }
  return positions;
}

/** Opens the result file. @throws ExitError when it holds results and is not to be continued */
export function openResults<Row extends ResultRow>(
  { say }: Session,
  positions: ReadonlyMap<string, readonly number[]>,
  { out, resume }: ResumeOptions,
  kept: KeptResults<Row>,
): Results<Row> {
  if (out === null) return { file: null, done: [], earlier: null };
  if (!resume && existsSync(out) && statSync(out).isFile() && statSync(out).size > 0) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${out} zawiera już wyniki. Dodaj opcję --resume, aby dokończyć, albo podaj inny plik.`,
        `${out} already contains results. Add --resume to finish them, or choose another file.`,
      ),
    );
  }
  const held = readResultFile(out, say, kept);
  const results = new Map(
    held.filter(({ type }) => type === 'result').map((row) => [kept.entryOf(row), row]),
  );
  const done = [...positions].flatMap(([entry, indexes]) => {
    const row = results.get(entry);
    return row === undefined ? [] : indexes.map((index) => ({ ...row, index }));
  });
  const file = openResultFile<Row>(out, say);
  // What has no result is asked for again. Rows that are not of this list stay.
  if (resume) file.rewrite([...held.filter((row) => !positions.has(kept.entryOf(row))), ...done]);
  return { file, done, earlier: earlierResults(done) };
}

function earlierResults(done: readonly ResultRow[]): EarlierResults | null {
  if (done.length === 0) return null;
  const times = done.flatMap(({ checked_at }) => checked_at ?? []).toSorted();
  return {
    count: done.length,
    first_checked_at: times[0] ?? null,
    last_checked_at: times.at(-1) ?? null,
    undated: done.length - times.length,
  };
}

/** Says how many results are older than this run, and of which days; begins with a space, empty for none. */
export function earlierText(earlier: EarlierResults | null, { say }: Session): string {
  if (earlier === null) return '';
  const { count, undated } = earlier;
  const days = [earlier.first_checked_at, earlier.last_checked_at].map((at) => at?.slice(0, 10) ?? '');
  const when = [
    [...new Set(days)].join(' – '),
    undated === 0 ? '' : say(`bez daty: ${undated}`, `without a date: ${undated}`),
  ].filter((part) => part !== '');
  return say(
    ` W tym wyniki starsze niż to uruchomienie: ${count} (${when.join(', ')}).`,
    ` Of these, results older than this run: ${count} (${when.join(', ')}).`,
  );
}

/** True for an end before the last entry of which the results so far are shown. */
export function isEarlyEnd(error: unknown): boolean {
  if (error instanceof RequestFailed) return true;
  return error instanceof ExitError && error.exitCode !== EXIT.readerGone;
}

/** What to do after an early end. */
export function resumeText(out: string | null, { say }: Session): string {
  return say(
    `Wyniki są zapisane w ${out}. Aby dokończyć, powtórz polecenie z opcją --resume.`,
    `The results are saved in ${out}. To finish, repeat the command with --resume.`,
  );
}

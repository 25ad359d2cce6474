import { RequestFailed } from '../../core/published/failure.js';
import { message, published } from '../../core/texts/messages.js';
import { roughTime } from '../../core/texts/outcomes.js';
import { type Slot, slotsOf } from '../lists/own-columns.js';
import { type Listed, type OwnList, queryOf } from '../lists/read-list.js';
import type { OwnCell } from '../lists/table.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { exitErrorOf } from './failure-text.js';
import {
  holdsData,
  identityOf,
  identityOfStream,
  isFolder,
  openResultFile,
  type ResultFile,
  type ResultRow,
  readResultFile,
} from './files.js';
import { openListing, type Table } from './output.js';
import { type ListOptions, readOwnList, skippedText } from './read-links.js';
import type { Session } from './session.js';

// Shared by commands with many results: the list, `--out`, `--resume`, the order of the output and an early end.

export interface ResumeOptions extends ListOptions {
  /** NDJSON file to which results are added as they arrive. */
  readonly out?: string;
  /** Whether to keep the results in `out` and ask only for the others. */
  readonly resume?: true;
}

/** A row of the output: the user's cells, and the result that belongs to them. */
export interface ListRow<Row> {
  /** Null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  /** The entry of the row, as it stands in the list; null for a row without an entry. */
  readonly entry: string | null;
  /** Null for a row without an entry, and for an entry without a result. */
  readonly result: Row | null;
}

/** The reason of an entry without a result, in tables. */
export const NOT_ASKED = { code: 'not_asked', ...published(message('notAsked')) } as const;

/** How many entries the list has, and how many of them have a result of each kind. */
type Tally<Kind extends string> = Readonly<Record<'total' | Kind | 'failed' | 'missing', number>>;

/** What a command does with the entries of a list. */
interface ListCommand<Row extends ResultRow, Kind extends string> {
  readonly name: string;
  readonly listed: Listed;
  /** The label of the progress bar. */
  readonly label: string;
  /** The kinds of results beside `failed`, in the order of the totals. */
  readonly kinds: readonly Kind[];
  kindOf(row: Row): Kind | 'failed';
  /** Loads the reader of the file `--out`: it returns the row of a line, or null for a line of anything else. */
  parser(): Promise<(value: unknown) => Row | null>;
  /** The entry that the row belongs to, as it stands in the list. */
  entryOf(row: Row): string;
  /** `done`: results of earlier runs. */
  table(own: OwnList, done: readonly Row[]): Table<ListRow<Row>>;
  /**
   * `as they come`: text and NDJSON show each result at once; otherwise in the order of the list. JSON and tables
   * always have the order of the list.
   */
  readonly shows: 'as they come' | 'in order';
  /** Rows of a table without an entry: `kept` with the user's cells, or left out. */
  readonly emptyRows: 'kept' | 'left out';
  /**
   * Gets the result of each entry. The runner sets the `index` of each row. `onEstimate` takes the estimated seconds
   * until the last result; null = not known. @throws RequestFailed when it gives up
   */
  ask(
    entries: readonly string[],
    onRow: (row: Row) => Promise<void>,
    onEstimate: (seconds: number | null) => void,
  ): Promise<void>;
  summary(tally: Tally<Kind>): string;
  /** A sentence on what the results do not prove; null for no sentence. */
  caveat(tally: Tally<Kind>): string | null;
}

/**
 * Runs a command over the list in a file, or on standard input for `-`.
 * @throws ExitError or RequestFailed when it ends before the last entry
 */
export async function runList<Row extends ResultRow, Kind extends string>(
  session: Session,
  file: string,
  options: ResumeOptions,
  command: ListCommand<Row, Kind>,
): Promise<ExitCode> {
  const { out, resume } = options;
  const { t, note, progress, format, language } = session;
  if (resume === true && out === undefined) throw new ExitError(EXIT.usage, t('list.resumeNeedsOut'));
  const own = await readOwnList(session, file, command.listed, options);
  const { links, skipped } = own.list;
  refuseOwnFiles(session, file, out);
  if (skipped.length > 0) note(skippedText(skipped, command.listed, t));

  const positions = positionsOf(links.map(queryOf));
  const { results, done } = await openResults(session, positions, options, command);
  const earlier = earlierResults(done);
  const tally = {
    total: links.length,
    ...Object.fromEntries(command.kinds.map((kind) => [kind, 0])),
    failed: 0,
    missing: links.length,
  } as Record<keyof Tally<Kind>, number>;

  const listing = openListing(session, command.table(own, done));
  const isTable = format.kind === 'csv' || format.kind === 'xlsx';
  const isOrdered = isTable || format.kind === 'json' || command.shows === 'in order';
  const slots = isTable ? slotsOf(own.list, own.table) : slotsOf(own.list, null);
  const order = isOrdered
    ? createOrder<Row>(slots, isTable ? links.map(({ url }) => url) : null, command.emptyRows, listing.add)
    : null;
  let secondsLeft: number | null = null;
  const showProgress = () => {
    const left =
      secondsLeft === null
        ? ''
        : ` (${t('list.left', { entries: tally.missing, time: roughTime(language, secondsLeft) })})`;
    progress.show(command.label + left, tally.total - tally.missing, tally.total);
  };
  const take = async (rows: readonly Row[]) => {
    for (const row of rows) {
      tally[command.kindOf(row)] += 1;
      tally.missing -= 1;
      await (order?.add(row) ?? listing.add({ own: null, entry: command.entryOf(row), result: row }));
    }
    showProgress();
  };
  const summary = () => command.summary(tally) + earlierText(earlier, session);

  await runToEnd(session, {
    file: results,
    howToContinue: (out) => t('list.resume', { out }),
    work: async () => {
      await take(done);
      const known = new Set(done.map(command.entryOf));
      const missing = [...positions.keys()].filter((entry) => !known.has(entry));
      const onRow = async (row: Row) => {
        const rows = (positions.get(command.entryOf(row)) ?? []).map((index) => ({ ...row, index }));
        // Saved before anything else can fail.
        results?.append(rows);
        await take(rows);
      };
      await command.ask(missing, onRow, (seconds) => {
        secondsLeft = seconds;
        showProgress();
      });
    },
    finish: async (failed) => {
      await order?.end();
      const totals = { ...tally, ...(earlier !== null && { earlier }) };
      const caveat = command.caveat(tally);
      await listing.end({
        json: (rows) => ({ ...failed, ...totals, results: rows.map(({ result }) => result) }),
        line: { type: 'summary', ...totals },
        text: caveat === null ? summary() : `${summary()}\n${caveat}`,
      });
      return true;
    },
  });
  if (format.kind !== 'text' && (tally.failed > 0 || earlier !== null)) note(summary());
  return tally.failed === 0 ? EXIT.ok : EXIT.incomplete;
}

interface Work {
  /** The file where results are saved. */
  readonly file?: { readonly path: string; close(): void } | null;
  /** Tells the user how to get the missing results after an early end. */
  howToContinue?(path: string): string;
  work(): Promise<void>;
  /**
   * Ends the output. Called once, also after an early end. `failed`: the fields that JSON output begins with; empty
   * after a success. Returns false if it has written nothing.
   */
  finish(failed: object): Promise<boolean>;
}

/** Does the work and ends the output. After an early end, the output has the results so far. */
export async function runToEnd(session: Session, { file, howToContinue, work, finish }: Work): Promise<void> {
  const { progress, note, format } = session;
  try {
    await work();
  } catch (error) {
    progress.stop();
    if (!isEarlyEnd(error)) throw error;
    const { exitCode, fault } = exitErrorOf(error, session);
    const isTold = await finish({ status: 'error', error: fault });
    // The JSON output holds the failure.
    if (isTold && format.kind === 'json') throw new ExitError(exitCode, '');
    if (file != null && howToContinue !== undefined) note(howToContinue(file.path));
    throw error;
  } finally {
    file?.close();
  }
  progress.stop();
  await finish({});
}

/** True when the results so far are shown: after a failed request, an interruption or a full disk. */
function isEarlyEnd(error: unknown): boolean {
  if (error instanceof RequestFailed) return true;
  return error instanceof ExitError && error.exitCode !== EXIT.readerGone && error.exitCode !== EXIT.usage;
}

/** Makes sure that no file is both read and written, or written twice. A workbook may go to a folder. @throws ExitError */
function refuseOwnFiles({ format, stdin, t }: Session, input: string, out: string | undefined): void {
  const source = input === '-' ? identityOfStream(stdin) : identityOf(input);
  const written = [out, format.kind === 'xlsx' ? format.file : undefined].filter(
    (file) => file !== undefined,
  );
  const own = written.find((file) => identityOf(file) === source);
  if (own !== undefined) throw new ExitError(EXIT.usage, t('list.isTheList', { file: own }));
  const [first, second] = written.filter((file) => !isFolder(file)).map(identityOf);
  if (first !== undefined && first === second)
    throw new ExitError(EXIT.usage, t('list.sameFile', { file: written.at(-1) ?? '' }));
}

/** The positions of each different entry of a list, from 0. */
function positionsOf(entries: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    const known = positions.get(entry);
    if (known === undefined) positions.set(entry, [index]);
    else known.push(index);
  }
  return positions;
}

/**
 * Opens the file `--out`; null without it. `done`: the results of this list that the file holds, one for each position
 * in the list. @throws ExitError when the file holds results and is not to be continued
 */
async function openResults<Row extends ResultRow, Kind extends string>(
  { t }: Session,
  positions: ReadonlyMap<string, readonly number[]>,
  { out, resume }: ResumeOptions,
  command: ListCommand<Row, Kind>,
): Promise<{ results: ResultFile<Row> | null; done: readonly Row[] }> {
  if (out === undefined) return { results: null, done: [] };
  if (resume !== true) {
    if (holdsData(out)) throw new ExitError(EXIT.usage, t('list.holdsResults', { out }));
    return { results: openResultFile(out, t), done: [] };
  }
  const held = readResultFile(out, t, command.name, await command.parser());
  const found = held.filter(({ type }) => type === 'result');
  const byEntry = new Map(found.map((row) => [command.entryOf(row), row]));
  const done = [...positions].flatMap(([entry, indexes]) => {
    const row = byEntry.get(entry);
    return row === undefined ? [] : indexes.map((index) => ({ ...row, index }));
  });
  const results = openResultFile<Row>(out, t);
  // Entries without a result are asked for again. Rows of other lists stay.
  results.rewrite([...held.filter((row) => !positions.has(command.entryOf(row))), ...done]);
  return { results, done };
}

/** The results that are older than this run, as the summary counts them. */
interface EarlierResults {
  readonly count: number;
  /** `YYYY-MM-DD HH:MM:SS`; null when no result has a time. */
  readonly first_checked_at: string | null;
  readonly last_checked_at: string | null;
  /** Results without a time. */
  readonly undated: number;
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

/** Says how many results are older than this run, and their days. Begins with a space; empty without older results. */
function earlierText(earlier: EarlierResults | null, { t }: Session): string {
  if (earlier === null) return '';
  const { count, undated } = earlier;
  const days = [earlier.first_checked_at, earlier.last_checked_at].map((at) => at?.slice(0, 10) ?? '');
  const when = [
    [...new Set(days)].join(' – '),
    undated === 0 ? '' : t('list.undated', { count: undated }),
  ].filter((part) => part !== '');
  return t('list.earlier', { count, days: when.join(', ') });
}

/** Hands results on in the order of the list, each as soon as the results before it are there. */
export function createOrder<Row extends { readonly index: number }>(
  slots: readonly Slot[],
  /** The entries of the list, by their number; null = entries without a result are left out. */
  entries: readonly string[] | null,
  emptyRows: 'kept' | 'left out',
  write: (row: ListRow<Row>) => Promise<void>,
) {
  const results = new Map<number, Row>();
  let next = 0;
  const writeSlot = async ({ own, link }: Slot) => {
    const result = link === null ? null : (results.get(link) ?? null);
    if (link !== null) results.delete(link);
    const entry = link === null ? null : (entries?.[link] ?? null);
    const isKept = link === null ? own !== null && emptyRows === 'kept' : entry !== null;
    if (result !== null || isKept) await write({ own, entry, result });
  };
  return {
    add: async (row: Row) => {
      results.set(row.index, row);
      for (let slot = slots[next]; slot !== undefined; slot = slots[next]) {
        if (slot.link !== null && !results.has(slot.link)) return;
        next += 1;
        await writeSlot(slot);
      }
    },
    /** Hands on the rows that still wait for a result before them. */
    end: async () => {
      for (const slot of slots.slice(next)) await writeSlot(slot);
      next = slots.length;
    },
  };
}

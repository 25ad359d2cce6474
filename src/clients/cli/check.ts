import { existsSync, statSync } from 'node:fs';
import { bulkVisibilityLine } from '../../http/contract/review.js';
import { checkLinks, type Pause } from '../core/check-links.js';
import { factsBesides, linkColumns } from '../core/export/link-columns.js';
import { type ResultRow, resultColumns, slotsOf } from '../core/export/result-rows.js';
import type { Column } from '../core/export/table.js';
import type { VerdictRow } from '../core/export/verdict-columns.js';
import { RequestFailed } from '../core/failure.js';
import type { Language } from '../core/language.js';
import { linkFacts } from '../core/link-facts.js';
import type { LinkList } from '../core/link-list.js';
import { createOrder } from './check-order.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { readOwnList } from './links.js';
import { openListing } from './output.js';
import { identityOf, identityOfOpen } from './replace-file.js';
import { requestFailureText } from './request-failure.js';
import { openResultFile, type ResultFile, readResultFile } from './result-file.js';
import { guardOf, type Session } from './session.js';
import { verdictTable } from './verdict-table.js';

export interface CheckOptions {
  /** NDJSON file to which results are added as they arrive; null for none. */
  readonly out: string | null;
  /** Whether to keep the results in `out` and check only the other links. */
  readonly resume: boolean;
  /** Links in one request. */
  readonly batchSize: number;
}

/**
 * `check FILE|-`: checks the visibility of every review of a list of links.
 * @throws ExitError or RequestFailed when it ends before the last link
 */
export async function check(session: Session, file: string, options: CheckOptions): Promise<ExitCode> {
  const { say, note, progress } = session;
  if (options.resume && options.out === null) {
    throw new ExitError(EXIT.usage, say('Opcja --resume wymaga opcji --out.', '--resume requires --out.'));
  }
  const { list, table } = await readOwnList(file, say, 'reviews');
  const { links, skipped } = list;
  refuseOwnFiles(session, file, options.out);
  if (skipped.length > 0) note(skippedText(skipped, session));
  const positions = positionsOf(links.map(({ url }) => url));
  const { results, done } = openResults(session, positions, options);
  const total = links.length;
  const tally = { total, visible: 0, not_visible: 0, failed: 0, missing: total };
  const isTable = session.format.kind === 'csv' || session.format.kind === 'xlsx';
  const verdicts = verdictTable(session);
  const listing = openListing<ResultRow>(session, {
    name: verdicts.name,
    columns: [...resultColumns(list, table, session.language), ...columnsOfFacts(list, session.language)],
    line: ({ verdict }) => verdict ?? {},
    text: ({ verdict }) => (verdict === null ? '' : verdicts.text(verdict)),
  });
  // Tables are in the order of the list, and have its rows without a link as well.
  const order = isTable ? createOrder(slotsOf(list, table), listing.add) : null;

  /** Writes results, one row for each position of a link. */
  const take = async (rows: readonly VerdictRow[]) => {
    for (const row of rows) {
      tally[row.type === 'error' ? 'failed' : row.is_visible ? 'visible' : 'not_visible'] += 1;
      tally.missing -= 1;
      await (order?.add(row) ?? listing.add({ own: null, verdict: row }));
    }
    progress.show(say('Sprawdzanie', 'Checking'), total - tally.missing, total);
  };
  const finish = async () => {
    progress.stop();
    await order?.end();
    await listing.end({
      json: (rows) => ({ ...tally, results: rows.map(({ verdict }) => verdict) }),
      line: { type: 'summary', ...tally },
      text: summaryText(tally, session),
      // The rows of tables are in their order.
      ...(order === null && { order: byIndex }),
    });
  };

  try {
    await take(done);
    const known = new Set(done.map(({ review_url }) => review_url));
    const missing = [...positions.keys()].filter((link) => !known.has(link));
    await checkLinks({
      api: session.api,
      isLine: guardOf(bulkVisibilityLine),
      links: missing,
      batchSize: options.batchSize,
      retries: session.retries,
      signal: session.signal,
      onRow: async (row) => {
        const rows = (positions.get(row.review_url) ?? []).map((index) => ({ ...row, index }));
        // Saved before anything else can fail.
        results?.append(rows);
        await take(rows);
      },
      onPause: (pause) => {
        if (pause !== null) note(pauseText(pause, session));
      },
    });
  } catch (error) {
    const isExpected = error instanceof RequestFailed || error instanceof ExitError;
    if (!isExpected || ('exitCode' in error && error.exitCode === EXIT.readerGone)) throw error;
    await finish();
    if (results !== null) {
      note(
        say(
          `Wyniki są zapisane w ${options.out}. Aby dokończyć, powtórz polecenie z opcją --resume.`,
          `The results are saved in ${options.out}. To finish, repeat the command with --resume.`,
        ),
      );
    }
    throw error;
  } finally {
    results?.close();
  }
  await finish();
  if (tally.failed === 0) return EXIT.ok;
  if (session.format.kind !== 'text') note(summaryText(tally, session));
  return EXIT.incomplete;
}

/** What links say of reviews that were not read; no columns when no link of the list says anything. */
function columnsOfFacts({ links }: LinkList, language: Language): Column<ResultRow>[] {
  if (links.every(({ url }) => linkFacts(url) === null)) return [];
  return linkColumns(language).map(({ header, value }) => ({
    header,
    value: ({ verdict }) => (verdict === null ? null : value(factsBesides(verdict))),
  }));
}

const byIndex = (a: ResultRow, b: ResultRow) => (a.verdict?.index ?? 0) - (b.verdict?.index ?? 0);

/** Makes sure that no file is both read and written, or written twice. @throws ExitError */
function refuseOwnFiles({ format, say }: Session, input: string, out: string | null): void {
  const written = [out, format.kind === 'xlsx' ? format.file : null].filter((path) => path !== null);
  const source = input === '-' ? identityOfOpen(process.stdin.fd) : identityOf(input);
  const own = written.find((path) => identityOf(path) === source);
  if (own !== undefined) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${own} jest listą linków. Podaj inny plik na wyniki.`,
        `${own} is the list of links. Choose another file for the results.`,
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

/** The positions of each different link, from 0. */
function positionsOf(links: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, link] of links.entries()) positions.set(link, [...(positions.get(link) ?? []), index]);
  return positions;
}

/** Opens the result file. `done` are its results for links of this list, at their positions in this list. */
function openResults(
  { say }: Session,
  positions: ReadonlyMap<string, readonly number[]>,
  { out, resume }: CheckOptions,
): { results: ResultFile | null; done: VerdictRow[] } {
  if (out === null) return { results: null, done: [] };
  if (!resume && existsSync(out) && statSync(out).isFile() && statSync(out).size > 0) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${out} zawiera już wyniki. Dodaj opcję --resume, aby dokończyć, albo podaj inny plik.`,
        `${out} already contains results. Add --resume to finish them, or choose another file.`,
      ),
    );
  }
  const held = readResultFile(out, say);
  const verdicts = new Map(held.filter(({ type }) => type === 'result').map((row) => [row.review_url, row]));
  const done = [...positions].flatMap(([link, indexes]) => {
    const verdict = verdicts.get(link);
    return verdict === undefined ? [] : indexes.map((index) => ({ ...verdict, index }));
  });
  const results = openResultFile(out, say);
  // Links without a result are checked again. Rows of links that are not in this list stay.
  if (resume) results.rewrite([...held.filter(({ review_url }) => !positions.has(review_url)), ...done]);
  return { results, done };
}

interface Tally {
  readonly total: number;
  readonly visible: number;
  readonly not_visible: number;
  readonly failed: number;
  readonly missing: number;
}

function summaryText(tally: Tally, { say }: Session): string {
  const { total, visible, not_visible, failed, missing } = tally;
  const notAsked = missing === 0 ? '' : say(`, niesprawdzone: ${missing}`, `, not checked: ${missing}`);
  return say(
    `Linki: ${total}. Widoczne: ${visible}, niewidoczne: ${not_visible}, bez wyniku: ${failed}${notAsked}.`,
    `Links: ${total}. Visible: ${visible}, not visible: ${not_visible}, no result: ${failed}${notAsked}.`,
  );
}

const MOST_NUMBERS = 10;

/** Says which lines of a list had no link. */
export function skippedText(skipped: readonly number[], { say }: Session): string {
  const numbers = skipped.slice(0, MOST_NUMBERS).join(', ') + (skipped.length > MOST_NUMBERS ? ', …' : '');
  return say(
    `Pominięte wiersze bez linku: ${skipped.length} (nr ${numbers}).`,
    `Lines without a link, skipped: ${skipped.length} (no. ${numbers}).`,
  );
}

function pauseText({ failure, seconds, attempt, attempts, missing }: Pause, session: Session): string {
  const next = session.say(
    `Bez wyniku: ${missing}. Kolejna próba za ${seconds} s (${attempt} z ${attempts}).`,
    `No result yet: ${missing}. Next attempt in ${seconds} s (${attempt} of ${attempts}).`,
  );
  return requestFailureText(failure, session, next);
}

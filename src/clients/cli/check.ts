import { existsSync, statSync } from 'node:fs';
import { reasonWords, type VerdictRow, verdictColumns } from '../core/export/verdict-columns.js';
import { serviceWords } from './answers.js';
import { askLinks } from './ask-links.js';
import { EXIT, type ExitCode, Failure } from './failure.js';
import { readLinks } from './links.js';
import { openListing, type Table } from './output.js';
import { identityOf, identityOfOpen } from './replace-file.js';
import { openResultFile, type ResultFile, readResultFile } from './result-file.js';
import type { Session } from './session.js';
import { plainLine } from './text.js';

export interface CheckOptions {
  /** NDJSON file the rows are added to as they come; null for none. */
  readonly out: string | null;
  /** Whether to go on from what `out` holds. */
  readonly resume: boolean;
  /** Links in one request. */
  readonly batchSize: number;
}

/** `check FILE|-`: the verdict on every link of a list. @throws Failure when it ends before the last link */
export async function check(session: Session, file: string, options: CheckOptions): Promise<ExitCode> {
  const { say, note, progress } = session;
  if (options.resume && options.out === null) {
    throw new Failure(EXIT.usage, say('--resume wymaga --out.', '--resume needs --out.'));
  }
  const links = await readLinks(file, say);
  refuseOwnFiles(session, file, options.out);
  const positions = positionsOf(links);
  const { results, done } = takeUp(session, positions, options);
  const total = [...positions.values()].flat().length;
  const tally = { total, visible: 0, not_visible: 0, failed: 0, missing: total };
  const listing = openListing(session, verdictTable(session));

  /** Shows what is known of a link, once for each of its positions. */
  const take = async (rows: readonly VerdictRow[]) => {
    for (const row of rows) {
      tally[row.type === 'error' ? 'failed' : row.is_visible ? 'visible' : 'not_visible'] += 1;
      tally.missing -= 1;
      await listing.add(row);
    }
    progress.show(say('Sprawdzanie', 'Checking'), total - tally.missing, total);
  };
  const finish = async () => {
    progress.stop();
    await listing.end({
      json: (results) => ({ ...tally, results }),
      line: { type: 'summary', ...tally },
      text: summaryText(tally, session),
      order: (a, b) => a.index - b.index,
    });
  };

  try {
    await take(done);
    const known = new Set(done.map(({ review_url }) => review_url));
    const missing = [...positions.keys()].filter((link) => !known.has(link));
    await askLinks(session, missing, options.batchSize, async (row) => {
      const rows = (positions.get(row.review_url) ?? []).map((index) => ({ ...row, index }));
      // On the disk before anything else can fail.
      results?.append(rows);
      await take(rows);
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode === EXIT.readerGone) throw error;
    await finish();
    if (results !== null) {
      note(
        say(
          `Wyniki są w ${options.out}; dokończysz tym samym poleceniem z --resume.`,
          `The results are in ${options.out}; finish with the same command and --resume.`,
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

/** No file is replaced that is read or written otherwise. @throws Failure */
function refuseOwnFiles({ format, say }: Session, input: string, out: string | null): void {
  const written = [out, format.kind === 'xlsx' ? format.file : null].filter((path) => path !== null);
  const source = input === '-' ? identityOfOpen(process.stdin.fd) : identityOf(input);
  const own = written.find((path) => identityOf(path) === source);
  if (own !== undefined) {
    throw new Failure(
      EXIT.usage,
      say(
        `${own} jest listą linków. Podaj inny plik na wyniki.`,
        `${own} is the list of links. Name another file for the results.`,
      ),
    );
  }
  if (new Set(written.map(identityOf)).size < written.length) {
    throw new Failure(
      EXIT.usage,
      say('--out i --xlsx wskazują ten sam plik.', '--out and --xlsx name the same file.'),
    );
  }
}

/** Where each link stands in the list, counted from 0. */
function positionsOf(links: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, link] of links.entries()) positions.set(link, [...(positions.get(link) ?? []), index]);
  return positions;
}

/** Opens the file of results; `done` are the verdicts it holds on links of this list, at their present positions. */
function takeUp(
  { say }: Session,
  positions: ReadonlyMap<string, readonly number[]>,
  { out, resume }: CheckOptions,
): { results: ResultFile | null; done: VerdictRow[] } {
  if (out === null) return { results: null, done: [] };
  if (!resume && existsSync(out) && statSync(out).size > 0) {
    throw new Failure(
      EXIT.usage,
      say(
        `${out} zawiera już wyniki. Dodaj --resume, aby dokończyć, albo podaj inny plik.`,
        `${out} already holds results. Add --resume to finish them, or name another file.`,
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
  // What failed goes, to be asked again; rows of links that are not in this list stay.
  if (resume) results.rewrite([...held.filter(({ review_url }) => !positions.has(review_url)), ...done]);
  return { results, done };
}

function verdictTable({ language, say }: Session): Table<VerdictRow> {
  return {
    name: say('Widoczność opinii', 'Review visibility'),
    columns: verdictColumns(language),
    line: (row) => row,
    text: (row) => {
      if (row.type === 'error') {
        return `?  ${plainLine(row.review_url)}\n   ${serviceWords(row.error, say)}`;
      }
      const verdict = row.is_visible
        ? say('✓ widoczna   ', '✓ visible    ')
        : say('✗ niewidoczna', '✗ not visible');
      const why = row.is_visible ? '' : `\n   ${reasonWords(language, row.visibility_reason)}`;
      return `${verdict}  ${plainLine(row.review_url)}${why}`;
    },
  };
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
    `Links: ${total}. Visible: ${visible}, not visible: ${not_visible}, without a verdict: ${failed}${notAsked}.`,
  );
}

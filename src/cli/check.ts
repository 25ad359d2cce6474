import { checkLinks, type Pause } from '../clients/check-links.js';
import type { Language } from '../contract/language.js';
import { bulkVisibilityLine } from '../contract/review.js';
import { caveatText } from '../contract/texts/outcomes.js';
import { linkFacts } from '../lists/links.js';
import { type ResultRow, resultColumns, slotsOf } from '../lists/own-columns.js';
import type { LinkList } from '../lists/read-list.js';
import type { Column } from '../lists/table.js';
import type { VerdictRow } from '../lists/verdict-columns.js';
import { factsBesides, linkColumns } from '../lists/verdict-columns.js';
import { createOrder } from './check-order.js';
import { EXIT, type ExitCode } from './exit.js';
import { readOwnList } from './links.js';
import { openListing } from './output.js';
import { requestFailureText } from './request-failure.js';
import {
  earlierText,
  isEarlyEnd,
  type KeptResults,
  openResults,
  positionsOf,
  type ResumeOptions,
  refuseOwnFiles,
  requireOut,
  resumeText,
} from './resumed-results.js';
import { guardOf, type Session } from './session.js';
import { verdictTable } from './verdict-table.js';

export interface CheckOptions extends ResumeOptions {
  /** Links in one request. */
  readonly batchSize: number;
}

/**
 * `check FILE|-`: checks the visibility of every review of a list of links.
 * @throws ExitError or RequestFailed when it ends before the last link
 */
export async function check(session: Session, file: string, options: CheckOptions): Promise<ExitCode> {
  const { say, note, progress } = session;
  requireOut(options, session);
  const { list, table } = await readOwnList(session, file, 'reviews', options.column);
  const { links, skipped } = list;
  refuseOwnFiles(session, file, options.out);
  if (skipped.length > 0) note(skippedText(skipped, session));
  const positions = positionsOf(links.map(({ url }) => url));
  const { file: results, done, earlier } = openResults(session, positions, options, KEPT);
  const total = links.length;
  const tally = { total, visible: 0, not_visible: 0, failed: 0, missing: total };
  const isTable = session.format.kind === 'csv' || session.format.kind === 'xlsx';
  const verdicts = verdictTable(session);
  const listing = openListing<ResultRow>(session, {
    name: verdicts.name,
    place: placeOf,
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
  const summary = () => summaryText(tally, session) + earlierText(earlier, session);
  const finish = async () => {
    progress.stop();
    await order?.end();
    const totals = { ...tally, ...(earlier !== null && { earlier }) };
    await listing.end({
      json: (rows) => ({ ...totals, results: rows.map(({ verdict }) => verdict) }),
      line: { type: 'summary', ...totals },
      text: tally.not_visible === 0 ? summary() : `${summary()}\n${caveatText(session.language, 'notShown')}`,
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
    if (!isEarlyEnd(error)) throw error;
    await finish();
    if (results !== null) note(resumeText(options.out, session));
    throw error;
  } finally {
    results?.close();
  }
  await finish();
  if (session.format.kind !== 'text' && (tally.failed > 0 || earlier !== null)) note(summary());
  return tally.failed === 0 ? EXIT.ok : EXIT.incomplete;
}

/** The name of the place, if all reviews that were read are of one. */
function placeOf(rows: readonly ResultRow[]): string | null {
  const names = rows.map(({ verdict }) => (verdict?.type === 'result' ? verdict.review?.place_name : null));
  const [name, ...others] = new Set(names.filter((found) => found != null));
  return others.length === 0 ? (name ?? null) : null;
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

/** How `--out` keeps the result of a link. */
const KEPT: KeptResults<VerdictRow> = {
  command: 'check',
  parse: (value) => {
    const row = bulkVisibilityLine.safeParse(value);
    return row.success && row.data.type !== 'summary' ? row.data : null;
  },
  entryOf: (row) => row.review_url,
};

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
  const numbers = firstNumbers(skipped);
  return say(
    `Pominięte wiersze bez linku: ${skipped.length} (nr ${numbers}).`,
    `Lines without a link, skipped: ${skipped.length} (no. ${numbers}).`,
  );
}

/** Says which lines of a list had no place. */
export function skippedPlacesText(skipped: readonly number[], { say }: Session): string {
  const numbers = firstNumbers(skipped);
  return say(
    `Pominięte wiersze bez miejsca: ${skipped.length} (nr ${numbers}).`,
    `Lines without a place, skipped: ${skipped.length} (no. ${numbers}).`,
  );
}

function firstNumbers(numbers: readonly number[]): string {
  return numbers.slice(0, MOST_NUMBERS).join(', ') + (numbers.length > MOST_NUMBERS ? ', …' : '');
}

function pauseText({ failure, seconds, attempt, attempts, missing }: Pause, session: Session): string {
  const next = session.say(
    `Bez wyniku: ${missing}. Kolejna próba za ${seconds} s (${attempt} z ${attempts}).`,
    `No result yet: ${missing}. Next attempt in ${seconds} s (${attempt} of ${attempts}).`,
  );
  return requestFailureText(failure, session, next);
}

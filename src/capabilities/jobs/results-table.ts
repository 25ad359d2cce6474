import type { Language } from '../../core/published/language.js';
import { createTurns } from '../../core/runtime/turns.js';
import { csvHeader, csvLine } from '../../kit/lists/write-csv.js';
import { filledSheet, workbookParts } from '../../kit/lists/write-xlsx.js';
import { type JobTable, type Line, noteLine, type Row, tableTexts } from './job-table.js';
import { createListSummary } from './list-summary.js';
import type { JobLine } from './published.js';

// The table of a job as a file, some rows at a time.

/** Rows made at once: a list may have 10,000 rows. */
const ROWS_AT_ONCE = 50;

/** The rows of all lines, a few at a time. */
export async function* tableRows(
  { rows }: JobTable,
  lines: AsyncIterable<readonly JobLine[]>,
): AsyncGenerator<readonly Row[]> {
  const turn = createTurns();
  for await (const some of lines) {
    const made = some.flatMap(rows);
    for (let at = 0; at < made.length; at += ROWS_AT_ONCE) {
      yield made.slice(at, at + ROWS_AT_ONCE);
      await turn();
    }
  }
}

/** The row of the place of a list, from any of its rows. It does not keep the reviews of the list in memory. */
function placeRow({ line, cover }: Row): Row {
  const { reviews: _, ...rest } = line;
  return { line: rest, found: null, cover };
}

/**
 * The table as a workbook. The first sheet has the counts of the job; where results have several rows, the second sheet
 * has one row for each place.
 */
export function xlsxOf(
  { type, columns, placeColumns: ofPlaces }: JobTable,
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const t = tableTexts(language);
  const summary = createListSummary(type);
  const places: Row[] = [];
  const noted = async function* () {
    let before: Line | null = null;
    for await (const rows of batches) {
      for (const row of rows) {
        if (row.line === before) continue;
        noteLine(summary, row.line as unknown as JobLine);
        if (ofPlaces !== null) places.push(placeRow(row));
        before = row.line;
      }
      yield rows;
    }
  };
  const first = { ...filledSheet(summary.sheet(language), [[null]]), isWrittenLast: true } as const;
  if (ofPlaces === null)
    return workbookParts([first, filledSheet({ name: 'place-lookup', columns }, noted())]);
  return workbookParts([
    first,
    { ...filledSheet({ name: t('sheet.places'), columns: ofPlaces }, [places]), isWrittenLast: true },
    filledSheet({ name: t('sheet.reviews'), columns }, noted()),
  ]);
}

/** The table as CSV, some rows at a time. */
export async function* csvParts(
  { columns }: JobTable,
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<string> {
  yield csvHeader(columns, language);
  for await (const rows of batches) yield rows.map((row) => csvLine(columns, row, language)).join('');
}

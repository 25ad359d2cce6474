import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobLine, JobType } from '../../contract/jobs.js';
import type { Language } from '../../contract/language.js';
import type { JobResult, JobStatus } from '../../jobs/job.js';
import { ownColumns } from '../../lists/own-columns.js';
import { placeColumns } from '../../lists/place-columns.js';
import { reviewColumns } from '../../lists/review-columns.js';
import type { CellValue, Column } from '../../lists/table.js';
import { verdictColumns } from '../../lists/verdict-columns.js';
import { csvHeader, csvLine } from '../../lists/write-csv.js';
import type { LocalTime } from '../local-time.js';

// Results as a table, with the same columns as the exports of console and command line.

type Line = Readonly<Record<string, unknown>>;
/** One row: the line of its result, and the object that the columns read; null = the line has no such object. */
interface Row {
  readonly line: Line;
  readonly found: object | null;
}
type Cell = Exclude<CellValue, Date>;
/** A result with the client's own cells of its row, or a link that still waits. */
export type TableLine = JobLine & Pick<JobResult, 'own' | 'waitsFor'>;

export interface Table {
  readonly columns: readonly Column<Row>[];
  /** The rows of one result. */
  readonly rows: (line: JobLine) => readonly Row[];
}

const HEADINGS = {
  en: {
    index: 'No.',
    line: 'Line',
    query: 'Query',
    at: 'Checked at',
    utc: 'Checked at (UTC)',
    message: 'Error',
    code: 'Error code',
  },
  pl: {
    index: 'Lp.',
    line: 'Wiersz',
    query: 'Zapytanie',
    at: 'Sprawdzono',
    utc: 'Sprawdzono (UTC)',
    message: 'Błąd',
    code: 'Kod błędu',
  },
} as const;

/** The table of a job. `isPartial` adds a column that says which links have no result yet, and why. */
export function jobTable(
  { type, columns: own }: Pick<JobStatus, 'type' | 'columns'>,
  language: Language,
  localTime: LocalTime,
  isPartial = false,
): Table {
  const full = resultTable(type, language, localTime);
  const table = isPartial ? withWaits(full, language) : full;
  if (own === undefined) return table;
  const [, link, ...others] = table.columns;
  const results = own.isLinkInCell || link === undefined ? others : [link, ...others];
  const ofOwn = ownColumns(own, language, ({ line }: Row) => ownCellsOf(line));
  return { ...table, columns: [...ofOwn, ...results] };
}

/** The cells of a row as they were in the client's list. */
function ownCellsOf({ own, query, review_url: url }: Line): readonly (string | null)[] {
  const link = text(url ?? query);
  return Array.isArray(own) ? own.map((cell) => (cell === null ? String(link) : String(cell))) : [];
}

/** Adds the fields that only tables use. */
export function withOwnCells(line: JobLine, { own, waitsFor }: JobResult): TableLine {
  return { ...line, ...(own !== undefined && { own }), ...(waitsFor !== undefined && { waitsFor }) };
}

/** Adds the column that says what a link without a result waits for, after the columns of number and link. */
function withWaits({ columns, rows }: Table, language: Language): Table {
  const waits: Column<Row> = {
    header: language === 'pl' ? 'Czeka' : 'Waits for',
    value: ({ line }) => {
      if (line.waitsFor === undefined) return null;
      const isAgain = line.waitsFor === 'another attempt';
      if (language === 'pl') return isAgain ? 'na ponowienie próby' : 'na pierwszą próbę';
      return isAgain ? 'another attempt' : 'its first attempt';
    },
  };
  return { columns: [...columns.slice(0, 2), waits, ...columns.slice(2)], rows };
}

function resultTable(type: JobType, language: Language, localTime: LocalTime): Table {
  const names = HEADINGS[language];
  const error = (field: 'code' | 'message') => ({
    header: names[field],
    value: ({ line }: Row) => text((line.error as Line | undefined)?.[field]),
  });
  const plain = (field: 'line' | 'query'): Column<Row> => ({
    header: names[field],
    value: ({ line }) => text(line[field]),
  });
  const checked: Column<Row> = { header: names.at, form: 'time', value: ({ line }) => text(line.checked_at) };
  const utc: Column<Row> = { header: names.utc, value: ({ line }) => text(line.checked_at_utc) };
  const number: Column<Row> = { header: names.index, value: ({ line }) => Number(line.index) + 1 };
  switch (type) {
    case 'review-visibility':
      return {
        columns: [...columnsOf(verdictColumns(language, 'service'), localTime), plain('line')],
        rows: (line) => [{ line, found: line }],
      };
    case 'place-details':
      return {
        columns: [
          number,
          ...columnsOf(placeColumns(language), localTime, plain('query')),
          ...[checked, error('message'), error('code'), plain('line'), utc],
        ],
        rows: (line) => [{ line, found: 'details' in line ? line : null }],
      };
    case 'place-reviews':
      return {
        columns: [
          ...[number, plain('query'), { header: 'Place ID', value: ({ line }: Row) => text(line.place_id) }],
          ...columnsOf(reviewColumns(language), localTime),
          ...[checked, error('message'), error('code'), plain('line'), utc],
        ],
        // Keep line and review apart: merging them takes 60 µs per row.
        rows: (line) =>
          'reviews' in line ? line.reviews.map((found) => ({ line, found })) : [{ line, found: null }],
      };
  }
}

/** Adapts columns to `Row`; `first` replaces the first column. */
function columnsOf<T>(
  columns: readonly Column<T>[],
  localTime: LocalTime,
  first?: Column<Row>,
): Column<Row>[] {
  const made = columns.map(({ value, ...column }) => ({
    ...column,
    value: ({ found }: Row) => {
      const cell = found === null ? null : value(found as T);
      return cell instanceof Date ? localTime(cell.getTime()) : cell;
    },
  }));
  return first === undefined ? made : [first, ...made.slice(1)];
}

function text(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Rows made in one turn of the event loop: a list may have 10,000 rows. */
const ROWS_AT_ONCE = 200;

/** The rows of all lines, a few at a time. */
export async function* tableRows(
  { rows }: Table,
  lines: AsyncIterable<readonly TableLine[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const some of lines) {
    const made = some.flatMap(rows);
    for (let at = 0; at < made.length; at += ROWS_AT_ONCE) {
      yield made.slice(at, at + ROWS_AT_ONCE);
      await nextTurn();
    }
  }
}

/** The table as CSV, some rows at a time. */
export async function* csvParts(
  { columns }: Table,
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<string> {
  yield csvHeader(columns, language);
  for await (const rows of batches) yield rows.map((row) => csvLine(columns, row, language)).join('');
}

import { csvHeader, csvLine } from '../../clients/core/export/csv.js';
import { ownColumns } from '../../clients/core/export/own-columns.js';
import { placeColumns } from '../../clients/core/export/place-columns.js';
import { reviewColumns } from '../../clients/core/export/review-columns.js';
import type { CellValue, Column } from '../../clients/core/export/table.js';
import { verdictColumns } from '../../clients/core/export/verdict-columns.js';
import type { JobResult, JobStatus, JobType, OwnCells } from '../../jobs/job.js';
import type { JobLine } from '../contract/jobs.js';
import { localTimes } from '../contract/local-time.js';

// Results as a table. The columns are those that console and command line export.

type Language = 'pl' | 'en';
type Row = Readonly<Record<string, unknown>>;
type Cell = Exclude<CellValue, Date>;
/** A result, and the cells of its row in the client's table. */
export type TableLine = JobLine & { readonly own?: OwnCells };

export interface Table {
  readonly columns: readonly Column<Row>[];
  /** The rows of one result. */
  readonly rows: (line: JobLine) => readonly Row[];
}

const HEADINGS = {
  en: { index: 'No.', line: 'Line', query: 'Query', at: 'Checked at', message: 'Error', code: 'Error code' },
  pl: {
    index: 'Lp.',
    line: 'Wiersz',
    query: 'Zapytanie',
    at: 'Sprawdzono',
    message: 'Błąd',
    code: 'Kod błędu',
  },
} as const;

/** The table of a job. `timeZone`: IANA time zone of the moments in it. */
export function jobTable(
  { type, columns: own }: Pick<JobStatus, 'type' | 'columns'>,
  language: Language,
  timeZone: string,
): Table {
  const table = resultTable(type, language, timeZone);
  if (own === undefined) return table;
  const [, link, ...others] = table.columns;
  const results = own.isLinkInCell || link === undefined ? others : [link, ...others];
  const ofOwn = ownColumns(own, language).map(
    ({ value, ...column }): Column<Row> => ({ ...column, value: (row) => value(ownCellsOf(row)) }),
  );
  return { ...table, columns: [...ofOwn, ...results] };
}

/** The cells of a row as they stood in the list. */
function ownCellsOf({ own, query, review_url: url }: Row): readonly (string | null)[] {
  const link = text(url ?? query);
  return Array.isArray(own) ? own.map((cell) => (cell === null ? String(link) : String(cell))) : [];
}

/** A result with the cells of its row. */
export function withOwnCells(line: JobLine, { own }: JobResult): TableLine {
  return own === undefined ? line : { ...line, own };
}

function resultTable(type: JobType, language: Language, timeZone: string): Table {
  const names = HEADINGS[language];
  const error = (field: 'code' | 'message') => ({
    header: names[field],
    value: ({ error: found }: Row) => text((found as Record<string, unknown> | undefined)?.[field]),
  });
  const plain = (field: 'line' | 'query'): Column<Row> => ({
    header: names[field],
    value: (row) => text(row[field]),
  });
  const checked: Column<Row> = { header: names.at, form: 'time', value: (row) => text(row.checked_at) };
  const time = localTimes(timeZone);
  const number: Column<Row> = { header: names.index, value: ({ index }) => Number(index) + 1 };
  switch (type) {
    case 'review-visibility':
      return {
        columns: [...columnsOf(verdictColumns(language, 'service'), () => true, time), plain('line')],
        rows: (line) => [line],
      };
    case 'place-details':
      return {
        columns: [
          number,
          ...columnsOf(placeColumns(language), (row) => 'details' in row, time, plain('query')),
          ...[checked, error('message'), error('code'), plain('line')],
        ],
        rows: (line) => [line],
      };
    case 'place-reviews':
      return {
        columns: [
          ...[number, plain('query'), { header: 'Place ID', value: (row: Row) => text(row.place_id) }],
          ...columnsOf(reviewColumns(language), (row) => 'review_id' in row, time),
          ...[checked, error('message'), error('code'), plain('line')],
        ],
        rows: (line) => ('reviews' in line ? line.reviews.map((review) => ({ ...line, ...review })) : [line]),
      };
  }
}

/** Columns made for rows of one kind; `first` replaces the first of them. */
function columnsOf<T>(
  columns: readonly Column<T>[],
  hasThem: (row: Row) => boolean,
  time: (at: number) => string,
  first?: Column<Row>,
): Column<Row>[] {
  const made = columns.map(({ value, ...column }) => ({
    ...column,
    value: (row: Row) => {
      const cell = hasThem(row) ? value(row as T) : null;
      return cell instanceof Date ? time(cell.getTime()) : cell;
    },
  }));
  return first === undefined ? made : [first, ...made.slice(1)];
}

function text(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The table as CSV, some rows at a time. */
export async function* csvParts(
  { columns, rows }: Table,
  lines: AsyncIterable<readonly TableLine[]>,
  language: Language,
): AsyncGenerator<string> {
  yield csvHeader(columns, language);
  for await (const some of lines) {
    yield some
      .flatMap(rows)
      .map((row) => csvLine(columns, row, language))
      .join('');
  }
}

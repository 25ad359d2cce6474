import { csvHeader, csvLine } from '../../clients/core/export/csv.js';
import { placeColumns } from '../../clients/core/export/place-columns.js';
import { reviewColumns } from '../../clients/core/export/review-columns.js';
import type { CellValue, Column } from '../../clients/core/export/table.js';
import { verdictColumns } from '../../clients/core/export/verdict-columns.js';
import type { JobType } from '../../jobs/job.js';
import type { JobLine } from '../contract/jobs.js';
import { localTimes } from '../contract/local-time.js';

// Results as a table. The columns are those that console and command line export.

type Language = 'pl' | 'en';
type Row = Readonly<Record<string, unknown>>;
type Cell = Exclude<CellValue, Date>;

export interface Table {
  readonly columns: readonly Column<Row>[];
  /** The rows of one result. */
  readonly rows: (line: JobLine) => readonly Row[];
}

const HEADINGS = {
  en: { index: 'No.', line: 'Line', query: 'Query', message: 'Error', code: 'Error code' },
  pl: { index: 'Lp.', line: 'Wiersz', query: 'Zapytanie', message: 'Błąd', code: 'Kod błędu' },
} as const;

/** The table of a type of job. `timeZone`: IANA time zone of the moments in it. */
export function jobTable(type: JobType, language: Language, timeZone: string): Table {
  const names = HEADINGS[language];
  const error = (field: 'code' | 'message') => ({
    header: names[field],
    value: ({ error: found }: Row) => text((found as Record<string, unknown> | undefined)?.[field]),
  });
  const own = (field: 'line' | 'query'): Column<Row> => ({
    header: names[field],
    value: (row) => text(row[field]),
  });
  const time = localTimes(timeZone);
  const number: Column<Row> = { header: names.index, value: ({ index }) => Number(index) + 1 };
  switch (type) {
    case 'review-visibility':
      return {
        columns: [...columnsOf(verdictColumns(language, 'service'), () => true, time), own('line')],
        rows: (line) => [line],
      };
    case 'place-details':
      return {
        columns: [
          number,
          ...columnsOf(placeColumns(language), (row) => 'details' in row, time, own('query')),
          ...[error('message'), error('code'), own('line')],
        ],
        rows: (line) => [line],
      };
    case 'place-reviews':
      return {
        columns: [
          ...[number, own('query'), { header: 'Place ID', value: (row: Row) => text(row.place_id) }],
          ...columnsOf(reviewColumns(language), (row) => 'review_id' in row, time),
          ...[error('message'), error('code'), own('line')],
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
  lines: AsyncIterable<readonly JobLine[]>,
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

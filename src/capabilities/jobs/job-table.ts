import type { LocalTime } from '../../core/api/local-time.js';
import type { Language } from '../../core/published/language.js';
import { catalogue } from '../../core/texts/catalogue.js';
import type { ReceivedMessage } from '../../core/texts/messages.js';
import { verdictKind } from '../../core/texts/outcomes.js';
import { serviceText } from '../../core/texts/service-text.js';
import { columnName } from '../../kit/lists/column-texts.js';
import { type ListCover, listColumns } from '../../kit/lists/list-columns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { placeColumns } from '../../kit/lists/place-columns.js';
import { reviewColumns } from '../../kit/lists/review-columns.js';
import type { CellValue, Column } from '../../kit/lists/table.js';
import { listTexts } from '../../kit/lists/texts.js';
import { en } from './en.js';
import type { JobStatus, OwnCells } from './job.js';
import { isWithoutEntry } from './job-client.js';
import { createListSummary } from './list-summary.js';
import { pl as messages } from './messages/pl.js';
import { pl } from './pl.js';
import type { JobLine } from './published.js';
import { verdictColumns } from './verdict-columns.js';

export const tableTexts = catalogue(en, pl);

// Results as a table, with the same columns as the exports of console and command line.

export type Line = Readonly<Record<string, unknown>>;
/** One row: the line of its result, and the object that the columns read; null = the line has no such object. */
export interface Row {
  readonly line: Line;
  readonly found: object | null;
  /** The cells that say how far the list of the place was read, made once for its rows; empty for other lines. */
  readonly cover: readonly CellValue[];
}
type Cell = Exclude<CellValue, Date>;
export interface JobTable {
  readonly type: JobType;
  readonly columns: readonly Column<Row>[];
  /** The rows of one result, at least one. */
  readonly rows: (line: JobLine) => readonly Row[];
  /** The columns of the sheet with one row for each place; null = each result has only one row. */
  readonly placeColumns: readonly Column<Row>[] | null;
}

/** The table of a job. `isCutShort`: the job was cancelled, and a column says which links have no result. */
export function jobTable(
  { type, columns: own }: Pick<JobStatus, 'type' | 'columns'>,
  language: Language,
  localTime: LocalTime,
  isCutShort = false,
): JobTable {
  const { columns, rows, placeColumns: ofPlaces } = resultTable(type, language, localTime);
  const whole = (some: readonly Column<Row>[]) => {
    const table = isCutShort ? withoutResults(some, language) : some;
    if (own == null) return table;
    const [, link, ...others] = table;
    const results = own.isLinkInCell || link === undefined ? others : [link, ...others];
    return [...ownColumns(own, language), ...results];
  };
  return { type, columns: whole(columns), rows, placeColumns: ofPlaces === null ? null : whole(ofPlaces) };
}

/** The user's own columns, to the left of the results. */
function ownColumns(
  { headings, width }: NonNullable<JobStatus['columns']>,
  language: Language,
): Column<Row>[] {
  return Array.from({ length: width }, (_, index) => ({
    header: columnName(headings, index, language),
    form: 'own' as const,
    value: ({ line }) => ownCellsOf(line)[index] ?? null,
  }));
}

/** The cells of a row as they were in the client's list. */
function ownCellsOf({ cells, query, review_url: url }: Line): OwnCells {
  return Array.isArray(cells) ? cells.map((cell) => cell ?? text(url ?? query)) : [];
}

/** Adds the column that says why a link has no result, after the columns of number and link. */
function withoutResults(columns: readonly Column<Row>[], language: Language): readonly Column<Row>[] {
  const t = tableTexts(language);
  const added: Column<Row> = {
    header: t('noResult'),
    value: ({ line }) => (line.type === 'open' ? t('cancelled') : null),
  };
  return [...columns.slice(0, 2), added, ...columns.slice(2)];
}

function resultTable(type: JobType, language: Language, localTime: LocalTime): Omit<JobTable, 'type'> {
  const heading = listTexts(language);
  const error = (field: 'code' | 'message') => ({
    header: heading(field === 'code' ? 'column.errorCode' : 'column.error'),
    value: ({ line: { error: found } }: Row & { line: { error?: ReceivedMessage & Line } }) =>
      found && field === 'message' ? serviceText(language, found, messages) : text(found?.code),
  });
  const plain = (header: string, field: string): Column<Row> => ({
    header,
    value: ({ line }) => text(line[field]),
  });
  const inUpload = plain(tableTexts(language)('line'), 'line');
  const query = plain(heading('column.query'), 'query');
  const end = [
    { ...plain(heading('column.checkedAt'), 'checked_at'), form: 'time' as const },
    ...[error('message'), error('code'), inUpload, plain(heading('column.checkedAtUtc'), 'checked_at_utc')],
  ];
  const number: Column<Row> = {
    header: heading('column.number'),
    value: ({ line }) => Number(line.index) + 1,
  };
  switch (type) {
    case 'review-visibility':
      return {
        columns: [...columnsOf(verdictColumns(language), localTime), inUpload],
        rows: (line) => [{ line, found: line, cover: [] }],
        placeColumns: null,
      };
    case 'place-details':
      return {
        columns: [number, ...columnsOf(placeColumns(language), localTime, query), ...end],
        rows: (line) => [{ line, found: 'details' in line ? line : null, cover: [] }],
        placeColumns: null,
      };
    case 'place-reviews': {
      const ofList = listColumns(language);
      const begin = [number, query, plain('Place ID', 'place_id')];
      const coverAt = ({ header }: Column<ListCover>, at: number): Column<Row> => ({
        header,
        value: ({ cover }) => cover[at] ?? null,
      });
      const ending = [...ofList.map(coverAt), ...end];
      return {
        columns: [...begin, ...columnsOf(reviewColumns(language), localTime), ...ending],
        // Keep line and review apart: merging them takes 60 µs per row.
        rows: (line) => {
          if (!('reviews' in line)) return [{ line, found: null, cover: [] }];
          const cover = ofList.map(({ value }) => value(line as ListCover));
          const found = line.reviews.length === 0 ? [null] : line.reviews;
          return found.map((review) => ({ line, found: review, cover }));
        },
        placeColumns: [...begin, ...ending],
      };
    }
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

/** Counts a line in the summary. */
export function noteLine({ note }: ReturnType<typeof createListSummary>, line: JobLine): void {
  if (line.type === 'open') note('waiting', {});
  else if (line.type === 'error' && isWithoutEntry(line)) note('none', {});
  else if ('error' in line) note('failed', line);
  else if ('is_visible' in line) note(verdictKind(line), line);
  else if (line.type === 'result') note('read', line, 'reviews' in line ? line : null);
}

/** The counts of lines. */
export function summaryOf(type: JobType, lines: Iterable<JobLine>) {
  const summary = createListSummary(type);
  for (const line of lines) noteLine(summary, line);
  return summary;
}

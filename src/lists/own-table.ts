import {
  CELL_READERS,
  type CellReader,
  type LinksInCell,
  type Listed,
  placesBy,
  rememberedLinks,
  reviewLinks,
} from './cell-reader.js';
import { csvRows } from './csv-reader.js';
import { isComment, type LinkList, linksByLine, linksInCell, listOfLines } from './link-list.js';

/** A cell of the user's list. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export type OwnCell = string | number | boolean | null;

/** One row of the user's list, without its headings and comments. */
export interface OwnRow {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly cells: readonly OwnCell[];
  /** Indexes of its links in the list; empty when it has none. */
  readonly links: readonly number[];
}

/** The columns that a list has besides its links. */
export interface OwnTable {
  /** Null when the first row is no headings. */
  readonly headings: readonly string[] | null;
  /** Number of columns. */
  readonly width: number;
  /** The columns that hold the links, from 0. */
  readonly linkColumns: readonly number[];
  readonly rows: readonly OwnRow[];
}

/** A list and its columns; `table` is null for plain text. */
export interface OwnList {
  readonly list: LinkList;
  readonly table: OwnTable | null;
}

/** What the first rows of a table say about all of it. */
export interface TableLayout {
  /** The cells of the first row; null when it is no headings. */
  readonly headings: readonly string[] | null;
  /** The columns that hold what is read, from 0; at least one. */
  readonly linkColumns: readonly number[];
}

/** A row of a sheet or a CSV, and the number of its first line. */
interface OwnRecord {
  readonly line: number;
  readonly cells: readonly OwnCell[];
}

/** Finds headings and columns by the content of some rows that are not empty; null when they hold nothing to read. */
export function layoutOf(rows: readonly (readonly OwnCell[])[], listed: Listed): TableLayout | null {
  const records = rows.map((cells, index) => ({ line: index + 1, cells }));
  return findLayout(records, CELL_READERS[listed](rememberedLinks()));
}

/** What a row of a table holds, as a list of the whole table would have it. Remembers nothing: there may be a million rows. */
export function foundInRow(
  cells: readonly OwnCell[],
  { linkColumns }: TableLayout,
  listed: Listed,
): readonly string[] {
  return linksOfRow(cells, linkColumns, CELL_READERS[listed](linksInCell));
}

/** Reads a list of review links from a text, with the columns it has besides them. */
export function ownListOfText(text: string): OwnList {
  const byLine = linksByLine(text);
  const linksOf = rememberedLinks();
  const records = recordsOf(text, (some) => keepsLinks(some, byLine, linksOf));
  const read = records === null ? null : readRecords(records, reviewLinks(linksOf));
  return read ?? { list: listOfLines(byLine), table: null };
}

/** Reads a list of review links from the rows of a sheet. */
export function ownListOfSheet(rows: readonly (readonly OwnCell[])[]): OwnList {
  return ofSheet(rows, reviewLinks(rememberedLinks()));
}

/** Reads names, links and identifiers of places from a text: one for each row, or for each line. */
export function ownPlacesOfText(text: string): OwnList {
  const linksOf = rememberedLinks();
  const reader = placesBy(linksOf);
  const records = recordsOf(
    text,
    (some, delimiter) =>
      keepsLinks(some, linksByLine(text), linksOf) && (delimiter !== ',' || hasPlaceColumn(some, reader)),
  );
  const read = records === null ? null : readRecords(records, reader);
  if (read !== null) return read;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const named = lines.map((line, index) => ({ line: index + 1, found: placesIn(line, reader) }));
  return { list: listOfLines(named.filter((_, index) => hasContent([lines[index] ?? '']))), table: null };
}

/** The same from the rows of a sheet. */
export function ownPlacesOfSheet(rows: readonly (readonly OwnCell[])[]): OwnList {
  return ofSheet(rows, placesBy(rememberedLinks()));
}

/** True when commas stand between columns. In "Pierogarnia, Kraków" the comma is part of what is asked for. */
function hasPlaceColumn(records: readonly OwnRecord[], reader: CellReader): boolean {
  const [first, ...others] = records.filter(({ cells }) => hasContent(cells));
  if (first === undefined) return false;
  if (others.length > 0 && reader.isHeadings(first.cells.map(textOf), true)) return true;
  return [first, ...others].every(({ cells }) =>
    cells.some((cell) => reader.sure(contentOf(cell)).length > 0),
  );
}

function placesIn(text: string, reader: CellReader): readonly string[] {
  const sure = reader.sure(text);
  return sure.length > 0 ? sure : reader.possible(text);
}

function ofSheet(rows: readonly (readonly OwnCell[])[], reader: CellReader): OwnList {
  const records = rows.map((cells, index) => ({ line: index + 1, cells }));
  return readRecords(records, reader) ?? { list: listOfLines([]), table: null };
}

/** The signs between cells, the surest first. A comma also stands in links and sentences. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** The share of lines that have to have several cells. */
const MOSTLY = 0.8;

/** The rows of a text that is a table; null when it is none, or when `isWhole` refuses the way it would be split. */
function recordsOf(
  text: string,
  isWhole: (records: readonly OwnRecord[], delimiter: string) => boolean,
): OwnRecord[] | null {
  const body = text.replace(/^\ufeff/, '');
  for (const delimiter of DELIMITERS) {
    if (!body.includes(delimiter)) continue;
    const records = csvRows(body, delimiter).map(({ number, cells }) => ({ line: number, cells }));
    const rows = records.filter(({ cells }) => hasContent(cells));
    const wide = rows.filter(({ cells }) => cells.length > 1);
    const isTable =
      delimiter === ','
        ? wide.length === rows.length && new Set(rows.map(({ cells }) => cells.length)).size === 1
        : wide.length >= rows.length * MOSTLY;
    if (rows.length > 0 && isTable && isWhole(records, delimiter)) return records;
  }
  return null;
}

/** True when no link was split: a comma or semicolon may be part of a link. */
function keepsLinks(
  records: readonly OwnRecord[],
  byLine: readonly { readonly line: number; readonly found: readonly string[] }[],
  linksOf: LinksInCell,
): boolean {
  const inCells = new Set<string>();
  for (const { cells } of records) {
    for (const cell of cells) {
      const { reviews, others } = linksOf(textOf(cell));
      for (const link of [...reviews, ...others]) inCells.add(link);
    }
  }
  return byLine.every(({ found }) => found.every((link) => inCells.has(link)));
}

function textOf(cell: OwnCell | undefined): string {
  return cell == null ? '' : String(cell);
}

/**
 * What is read from a cell: nothing from a number that is too large to be exact, such as a CID that a workbook holds as
 * a number.
 */
function contentOf(cell: OwnCell | undefined): string {
  const isInexact = typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return isInexact ? '' : textOf(cell);
}

/** Not empty, and no comment. */
function hasContent(cells: readonly OwnCell[]): boolean {
  const [first = ''] = cells.map(textOf).filter((text) => text.trim() !== '');
  return first !== '' && !isComment(first);
}

function findLayout(records: readonly OwnRecord[], reader: CellReader): TableLayout | null {
  const [first, ...others] = records;
  if (first === undefined) return null;
  const texts = first.cells.map(textOf);
  const hasSure = ({ cells }: OwnRecord) => cells.some((cell) => reader.sure(contentOf(cell)).length > 0);
  const hasAny = ({ cells }: OwnRecord) => cells.some((cell) => reader.possible(contentOf(cell)).length > 0);
  const isWords = !hasSure(first) && first.cells.every((cell) => typeof cell !== 'number');
  const isHeading =
    others.length > 0 &&
    isWords &&
    reader.isHeadings(
      texts,
      others.some((row) => hasSure(row) || hasAny(row)),
    );
  const headings = isHeading ? texts.map((text) => text.trim()) : null;
  const linkColumns = columnsToRead(isHeading ? others : records, headings, reader);
  return linkColumns.length === 0 ? null : { headings, linkColumns };
}

function readRecords(records: readonly OwnRecord[], reader: CellReader): OwnList | null {
  const full = records.filter(({ cells }) => hasContent(cells));
  const layout = findLayout(full, reader);
  if (layout === null) return null;
  const { headings, linkColumns } = layout;
  const rows = headings === null ? full : full.slice(1);
  const found = rows.map(({ line, cells }) => ({ line, found: linksOfRow(cells, linkColumns, reader) }));
  let next = 0;
  const ownRows = rows.map(({ line, cells }, index) => {
    const count = found[index]?.found.length ?? 0;
    next += count;
    return { line, cells, links: Array.from({ length: count }, (_, at) => next - count + at) };
  });
  const width = widthOf(headings === null ? rows : [{ line: 0, cells: headings }, ...rows]);
  return {
    list: listOfLines(found),
    table: { headings: headings?.slice(0, width) ?? null, width, linkColumns, rows: ownRows },
  };
}

/** The columns that hold what is read: those with the most of it. Several only if their headings do not decide. */
function columnsToRead(
  rows: readonly OwnRecord[],
  headings: readonly string[] | null,
  reader: CellReader,
): number[] {
  for (const find of [reader.sure, reader.possible]) {
    const counts = Array.from(
      { length: widthOf(rows) },
      (_, column) => rows.filter(({ cells }) => find(contentOf(cells[column])).length > 0).length,
    );
    const most = counts.reduce((highest, count) => Math.max(highest, count), 0);
    if (most === 0) continue;
    const full = counts.flatMap((count, column) => (count * 2 >= most ? [column] : []));
    const named = full.filter((column) => reader.heading.test(headings?.[column] ?? ''));
    const chosen = named.length > 0 ? named : full;
    return reader.takesSeveral ? chosen : chosen.slice(0, 1);
  }
  return [];
}

function linksOfRow(
  cells: readonly OwnCell[],
  columns: readonly number[],
  reader: CellReader,
): readonly string[] {
  const own = columns.map((column) => contentOf(cells[column]));
  const sure = own.flatMap((text) => reader.sure(text));
  if (sure.length > 0) return sure;
  const possible = own.flatMap((text) => reader.possible(text));
  return possible.length > 0 ? possible : cells.flatMap((cell) => reader.sure(contentOf(cell)));
}

function widthOf(records: readonly OwnRecord[]): number {
  return records.reduce(
    (width, { cells }) => Math.max(width, cells.findLastIndex((cell) => textOf(cell).trim() !== '') + 1),
    0,
  );
}

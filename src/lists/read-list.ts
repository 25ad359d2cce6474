import type { JobType } from '../contract/lines.js';
import { identifiersIn, isComment, linksIn, linksInCell, placesIn, separatorsIn } from './links.js';
import { csvRows, withWholeLinks } from './read-csv.js';

// Reads lists of links, places or ids from a text, a CSV or the rows of a workbook, with the columns that stand beside
// them. Console, command line and uploads of jobs read by the same rules.

/** What a list holds: links to reviews; names, links and identifiers of places; or Place IDs and feature ids alone. */
export type Listed = 'reviews' | 'places' | 'ids';

/** What a job of each type takes. */
export const LISTED: Readonly<Record<JobType, Listed>> = {
  'review-visibility': 'reviews',
  'place-details': 'places',
  'place-reviews': 'ids',
};

/** One link as it stands in the list. */
export interface ListedLink {
  readonly url: string;
  /** Index of the first entry with the same link; its own index for the first. */
  readonly first: number;
}

export interface LinkList {
  readonly links: readonly ListedLink[];
  /** Links that stand in the list before. */
  readonly repeated: number;
  /** Numbers of the lines with text and without a link, from 1. */
  readonly skipped: readonly number[];
}

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

/** What the first rows of a table say about all of it. */
export interface TableLayout {
  /** The cells of the first row; null when they are no headings. */
  readonly headings: readonly string[] | null;
  /** The columns that hold the links, from 0; at least one. */
  readonly linkColumns: readonly number[];
}

/** The columns that a list has besides its links. */
export interface OwnTable extends TableLayout {
  /** Number of columns. */
  readonly width: number;
  readonly rows: readonly OwnRow[];
  /** How many links stand in each of the other columns, from 0, and are not read. */
  readonly passedOver: ReadonlyMap<number, number>;
}

/** A list and its columns; `table` is null for plain text. */
export interface OwnList {
  readonly list: LinkList;
  readonly table: OwnTable | null;
}

/**
 * The column that the user wants to be read: its index, from 0; or a text, which is its heading or its number, from 1;
 * or `*` for all columns with links. Null: the column is found by its content.
 */
export type ColumnChoice = number | string | null;

/** Reads a list from a text. If there is no such column, the list has no table. */
export function readText(text: string, listed: Listed, column: ColumnChoice = null): OwnList {
  const body = text.replace(/^\ufeff/, '');
  const lines = body
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, cells: [content] }))
    .filter(({ cells }) => hasContent(cells));
  const contents = lines.flatMap(({ cells }) => cells);
  const separators = separatorsIn(contents);
  const links = contents.flatMap((content) => linksIn(content, separators));
  const linksOf = rememberedLinks();
  const reader = CELL_READERS[listed](linksOf);
  const isWhole = (some: readonly OwnRecord[], delimiter: string) =>
    keepsLinks(some, links, linksOf) &&
    (listed !== 'places' || delimiter !== ',' || hasPlaceColumn(some, reader));
  const records = recordsOf(body, isWhole) ?? (column === null ? null : lines);
  const read = records === null ? null : readRecords(records, reader, column);
  const found = () =>
    lines.map(({ line, cells: [content = ''] }) => ({ line, found: reader.inLine(content, separators) }));
  return read ?? { list: listOf(found()), table: null };
}

/** Reads a list from the sheets of a workbook: the first one with links, because others hold notes or nothing. */
export function readSheets(
  sheets: readonly (readonly (readonly OwnCell[])[])[],
  listed: Listed,
  column: ColumnChoice = null,
): OwnList {
  const reader = CELL_READERS[listed](rememberedLinks());
  for (const rows of sheets) {
    const records = rows.map((cells, index) => ({ line: index + 1, cells }));
    const read = readRecords(records, reader, column);
    if (read !== null && read.list.links.length > 0) return read;
  }
  return { list: listOf([]), table: null };
}

/** Reads the rows of a table one by one. */
export interface RowReader {
  readonly headings: readonly string[] | null;
  /** The links of a row. */
  find(cells: readonly OwnCell[]): readonly string[];
}

/** Reads a table that is too long to be held. `sample`: its first rows that are not empty. */
export function createRowReader(sample: readonly (readonly OwnCell[])[], listed: Listed): RowReader {
  const records = sample.map((cells, index) => ({ line: index + 1, cells }));
  const layout = findLayout(records, CELL_READERS[listed](rememberedLinks()), null);
  // Remembers no links: there may be a million rows.
  const reader = CELL_READERS[listed](linksInCell);
  return {
    headings: layout?.headings ?? null,
    find: (cells) =>
      layout === null ? firstLinks(cells, reader) : linksOfRow(cells, layout.linkColumns, reader),
  };
}

/**
 * The text of a file's bytes, without its byte order mark: UTF-8, or the UTF-16 that Excel's "Unicode text" is. Null
 * for a file that is not text, such as a workbook.
 */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? null : text;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** True for a ZIP file, as every workbook is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** A row of a sheet or a CSV, and the number of its first line. */
interface OwnRecord {
  readonly line: number;
  readonly cells: readonly OwnCell[];
}

/** What is found in a line or row. */
interface FoundLine {
  readonly line: number;
  readonly found: readonly string[];
}

/** Finds the links of a cell. */
type LinksInCell = typeof linksInCell;

/** Remembers the links of each cell: a list asks for them several times. */
function rememberedLinks(): LinksInCell {
  const known = new Map<string, ReturnType<LinksInCell>>();
  return (text) => {
    const found = known.get(text) ?? linksInCell(text);
    known.set(text, found);
    return found;
  };
}

/** How cells are read. */
interface CellReader {
  /** What certainly is a link or id: decides which column is read. */
  sure(text: string): readonly string[];
  /** What may be one: is read if no cell of a column is sure. */
  possible(text: string): readonly string[];
  /** What a line of plain text holds. */
  inLine(line: string, separators: readonly string[]): readonly string[];
  /** Headings of the column to read, where several columns would do. */
  readonly heading: RegExp;
  /** Whether a row may have several links, in several columns. */
  readonly takesSeveral: boolean;
  /** Whether the first row is headings, if it holds nothing that is sure. `columns`: those that are read. */
  isHeadings(first: readonly string[], columns: readonly number[]): boolean;
}

const LINK_HEADING = /link|url|opini|review/i;
/** The whole of a cell that only stands above others, never in a row of its own kind. */
const HEADING =
  /^(?:l\.?p\.?|nr|no\.?|id|klient|firma|nazwa|autor|data|uwagi|notatk[ai]|kwota|status|miejsce|miasto|linki?|url|adr(?:es|\.)|opini[ae]|clients?|customers?|company|names?|author|dates?|notes?|comments?|amount|places?|city|links|address|reviews?)\s*:?$/i;
/** The content of a cell that says that there is no link. */
const NO_LINK = /^(?:brak.*|nie ma.*|none|no (?:link|review).*|n\/?[ad]|#.*|[^\p{L}]*)$/iu;
const NUMBER_OR_DATE = /^[\d\s.,:/+-]*\d[\d\s.,:/+-]*$/;

/**
 * The first row of a table without a link is headings if one of its cells is a usual heading, or if a text stands above
 * the links. It is a row without a link if nothing, or "brak", stands there, or if it has numbers or dates.
 */
function isHeadingOfLinks(first: readonly string[], columns: readonly number[]): boolean {
  if (first.some((text) => HEADING.test(text))) return true;
  if (first.some((text) => NUMBER_OR_DATE.test(text))) return false;
  return columns.some((column) => !NO_LINK.test(first[column] ?? ''));
}

/** Cells that are meant as an identifier, valid or not: the answer of the service says what is wrong. */
const IDENTIFIER_CELL = /^(?:(?:cid|CID|place_id)\s*:\s*\S+|ChIJ\S+|0x[\da-f]+:\S*|\d{14,20})$/;

/** Headings of a column of places. */
const PLACE_HEADING = /link|url|nazw|name|firma|miejsc|place|wizyt|cid|zapytan|query/i;
/** The same where the first row may as well be a place: "Firma Zmyślona" and "Ornament" are names. */
const SURE_PLACE_HEADING =
  /^(?:(?:nazw[ay]|link[ia]?|url|cid|zapytani[ea]|query|wizyt[oó]wk[ai]|place[\s_-]*id)(?!\p{L}).{0,25}|firm[ay]|miejsc[ea]|places?|names?|(?:business|company|place)[\s_]names?)\s*:?$/iu;

const CELL_READERS: Readonly<Record<Listed, (linksOf: LinksInCell) => CellReader>> = {
  /** Links to reviews, or other links in their place. */
  reviews: (linksOf) => ({
    sure: (text) => linksOf(text).reviews,
    possible: (text) => linksOf(text).others,
    inLine: linksIn,
    heading: LINK_HEADING,
    takesSeveral: true,
    isHeadings: (first, columns) =>
      first.every((text) => linksOf(text).others.length === 0) && isHeadingOfLinks(first, columns),
  }),
  /** Links, Place IDs, feature ids and CIDs; otherwise the whole cell, as a name. */
  places: (linksOf) => ({
    sure: (text) => {
      const { reviews, others } = linksOf(text);
      const links = [...reviews, ...others];
      if (links.length > 0) return links.slice(0, 1);
      return IDENTIFIER_CELL.test(text.trim()) ? [text.trim()] : identifiersIn(text);
    },
    possible: (text) => (/[\p{L}\d]/u.test(text) ? [text.trim()] : []),
    inLine: placesIn,
    heading: PLACE_HEADING,
    takesSeveral: false,
    isHeadings: (first) =>
      first.some((text) => SURE_PLACE_HEADING.test(text)) && !first.some((text) => NUMBER_OR_DATE.test(text)),
  }),
  /** Place IDs and feature ids, also inside of links. */
  ids: () => ({
    sure: identifiersIn,
    possible: () => [],
    inLine: identifiersIn,
    heading: PLACE_HEADING,
    takesSeveral: true,
    isHeadings: isHeadingOfLinks,
  }),
};

/** True when commas stand between columns. In "Pierogarnia, Kraków" the comma is part of what is asked for. */
function hasPlaceColumn(records: readonly OwnRecord[], reader: CellReader): boolean {
  const [first, ...others] = records.filter(({ cells }) => hasContent(cells));
  if (first === undefined) return false;
  if (others.length > 0 && reader.isHeadings(first.cells.map(textOf), [])) return true;
  return [first, ...others].every(({ cells }) => isSure(cells, reader));
}

/** The signs between cells, the surest first. A comma also stands in links and sentences. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** The share of lines that have to have several cells. */
const MOSTLY = 0.8;

/** The rows of a text that is a table; null when it is none, or when `isWhole` refuses the way it would be split. */
function recordsOf(
  body: string,
  isWhole: (records: readonly OwnRecord[], delimiter: string) => boolean,
): OwnRecord[] | null {
  for (const delimiter of DELIMITERS) {
    if (!body.includes(delimiter)) continue;
    const records = csvRows(body, delimiter).map((row) => ({
      line: row.number,
      cells: withWholeLinks(row.cells, delimiter),
    }));
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
function keepsLinks(records: readonly OwnRecord[], links: readonly string[], linksOf: LinksInCell): boolean {
  const inCells = new Set<string>();
  for (const { cells } of records) {
    for (const cell of cells) {
      const { reviews, others } = linksOf(textOf(cell));
      for (const link of [...reviews, ...others]) inCells.add(link);
    }
  }
  return links.every((link) => inCells.has(link));
}

function textOf(cell: OwnCell | undefined): string {
  return cell == null ? '' : String(cell).trim();
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
  const first = cells.map(textOf).find((text) => text !== '') ?? '';
  return first !== '' && !isComment(first);
}

function isSure(cells: readonly OwnCell[], reader: CellReader): boolean {
  return cells.some((cell) => reader.sure(contentOf(cell)).length > 0);
}

/** Finds headings and columns by the content of rows; null when they hold nothing to read, or not the chosen column. */
function findLayout(
  records: readonly OwnRecord[],
  reader: CellReader,
  choice: ColumnChoice,
): TableLayout | null {
  const [first, ...others] = records;
  if (first === undefined) return null;
  const texts = first.cells.map(textOf);
  const named = typeof choice === 'string' ? texts.findIndex((text) => isSameText(text, choice)) : -1;
  const chosen =
    typeof choice === 'string' && choice !== '*' ? (named >= 0 ? named : Number(choice) - 1) : choice;
  if (typeof chosen === 'number' && !(chosen >= 0 && chosen < widthOf(records))) return null;
  const columnsIn = (rows: readonly OwnRecord[]) =>
    typeof chosen === 'number' ? [chosen] : columnsWithLinks(rows, reader, chosen === '*' ? 0 : MAIN_COLUMN);
  const below = columnsIn(others);
  const isHeading =
    named >= 0 || (below.length > 0 && !isSure(first.cells, reader) && reader.isHeadings(texts, below));
  const headings = isHeading ? texts : null;
  const columns = isHeading ? below : columnsIn(records);
  if (columns.length === 0) return null;
  if (chosen !== null) return { headings, linkColumns: columns };
  const byHeading = columns.filter((column) => reader.heading.test(headings?.[column] ?? ''));
  const linkColumns = byHeading.length > 0 ? byHeading : columns;
  return { headings, linkColumns: reader.takesSeveral ? linkColumns : linkColumns.slice(0, 1) };
}

function isSameText(text: string, other: string): boolean {
  return text !== '' && text.toLowerCase() === other.trim().toLowerCase();
}

/** The share of the links of the column with the most that another column must have to be read as well. */
const MAIN_COLUMN = 0.5;

function columnsWithLinks(rows: readonly OwnRecord[], reader: CellReader, share: number): number[] {
  for (const find of [reader.sure, reader.possible]) {
    const counts = Array.from(
      { length: widthOf(rows) },
      (_, column) => rows.filter(({ cells }) => find(contentOf(cells[column])).length > 0).length,
    );
    const least = Math.max(1, counts.reduce((most, count) => Math.max(most, count), 0) * share);
    const columns = counts.flatMap((count, column) => (count >= least ? [column] : []));
    if (columns.length > 0) return columns;
  }
  return [];
}

function readRecords(
  records: readonly OwnRecord[],
  reader: CellReader,
  choice: ColumnChoice,
): OwnList | null {
  const full = records.filter(({ cells }) => hasContent(cells));
  const layout = findLayout(full, reader, choice);
  if (layout === null) return null;
  const { headings, linkColumns } = layout;
  const rows = headings === null ? full : full.slice(1);
  const passedOver = new Map<number, number>();
  const found = rows.map(({ line, cells }) => {
    const links = linksOfRow(cells, linkColumns, reader, choice === null);
    for (const [column, cell] of cells.entries()) {
      if (linkColumns.includes(column)) continue;
      const others = reader.sure(contentOf(cell)).filter((link) => !links.includes(link)).length;
      if (others > 0) passedOver.set(column, (passedOver.get(column) ?? 0) + others);
    }
    return { line, found: links };
  });
  let next = 0;
  const ownRows = rows.map(({ line, cells }, index) => {
    const count = found[index]?.found.length ?? 0;
    next += count;
    return { line, cells, links: Array.from({ length: count }, (_, at) => next - count + at) };
  });
  const width = widthOf(headings === null ? rows : [{ line: 0, cells: headings }, ...rows]);
  return {
    list: listOf(found),
    table: { headings: headings?.slice(0, width) ?? null, width, linkColumns, rows: ownRows, passedOver },
  };
}

/** `hasOthers`: a row without a link in these columns may have one in another. */
function linksOfRow(
  cells: readonly OwnCell[],
  columns: readonly number[],
  reader: CellReader,
  hasOthers = true,
): readonly string[] {
  const own = columns.map((column) => contentOf(cells[column]));
  const sure = own.flatMap((text) => reader.sure(text));
  if (sure.length > 0) return sure;
  const possible = own.flatMap((text) => reader.possible(text));
  if (possible.length > 0 || !hasOthers) return possible;
  return cells.flatMap((cell) => reader.sure(contentOf(cell)));
}

/** The links of the first cell that has any. */
function firstLinks(cells: readonly OwnCell[], reader: CellReader): readonly string[] {
  for (const find of [reader.sure, reader.possible]) {
    for (const cell of cells) {
      const found = find(contentOf(cell));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function widthOf(records: readonly OwnRecord[]): number {
  return records.reduce(
    (width, { cells }) => Math.max(width, cells.findLastIndex((cell) => textOf(cell) !== '') + 1),
    0,
  );
}

/** The list of everything that was found. */
function listOf(lines: readonly FoundLine[]): LinkList {
  const links: ListedLink[] = [];
  const positions = new Map<string, number>();
  for (const url of lines.flatMap(({ found }) => found)) {
    const first = positions.get(url) ?? links.length;
    positions.set(url, first);
    links.push({ url, first });
  }
  const skipped = lines.filter(({ found }) => found.length === 0).map(({ line }) => line);
  return { links, repeated: links.length - positions.size, skipped };
}

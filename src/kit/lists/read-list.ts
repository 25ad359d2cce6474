import { isMeantAsIdentifier, placeKey } from '../../core/identifiers/classify.js';
import { identifiersIn, withoutBrokenLinks } from '../../core/identifiers/find-link.js';
import { decodeText } from './decode.js';
import {
  type HeadingKind,
  hasKnownHeadings,
  headingKind,
  isKnownHeading,
  isLikeTown,
  kindOfTexts,
} from './headings.js';
import {
  distinctPlaces,
  isComment,
  isMapLink,
  linksIn,
  linksInCell,
  placesIn,
  separatorsIn,
} from './links-in-lists.js';
import type { JobType } from './list-limits.js';
import { csvRows, delimiterLine, withWholeLinks } from './read-csv.js';

// Reads lists of links, places or ids from a text, a CSV or the rows of a workbook, with the user's other columns.
// Console, command line and uploads of jobs use the same rules.

/** Content of a list: links to reviews; names, links and identifiers of places; or only Place IDs and feature ids. */
export type Listed = 'reviews' | 'places' | 'ids';

/** The content of the list for each type of job. */
export const LISTED: Readonly<Record<JobType, Listed>> = {
  'review-visibility': 'reviews',
  'place-details': 'places',
  'place-reviews': 'ids',
};

/** One link of the list, as written. */
export interface ListedLink {
  readonly url: string;
  /** Index of the first entry with the same link; its own index for the first. */
  readonly first: number;
  /** What to search for: the name with the address in its row. Absent: `url` itself. */
  readonly query?: string;
}

/** What to ask the service for. */
export function queryOf({ url, query }: ListedLink): string {
  return query ?? url;
}

export interface LinkList {
  readonly links: readonly ListedLink[];
  /** Number of links that repeat an earlier link. */
  readonly repeated: number;
  /** Numbers, from 1, of the lines that have text but no link. */
  readonly skipped: readonly number[];
}

/** A cell of the user's list. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export type OwnCell = string | number | boolean | null;

/** One row of the user's list, without its headings and comments. */
interface OwnRow {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly cells: readonly OwnCell[];
  /** Indexes of its links in the list; empty when it has none. */
  readonly links: readonly number[];
}

/** The layout of a table, found from its first rows. */
interface TableLayout {
  /** Null for a table without headings. */
  readonly headings: readonly string[] | null;
  /** Number of rows above the headings: titles, which are no part of the list. */
  readonly titles: number;
  /** The columns that hold the links, from 0; at least one. */
  readonly linkColumns: readonly number[];
  /** Why these columns are read. */
  readonly why: ColumnReason;
  /** The columns with address and town: a search for a name uses them. */
  readonly addressColumns: readonly number[];
}

/** Why a column is read: the user chose it, it has links or identifiers, its heading says so, it has names, or the first texts. */
type ColumnReason = 'chosen' | 'links' | 'heading' | 'names' | 'texts';

/** A list with the user's columns. */
export interface OwnTable extends TableLayout {
  /** Number of columns. */
  readonly width: number;
  /** Number of the line with the headings, from 1; null without headings. */
  readonly headingsLine: number | null;
  /** The first rows of the table, with titles and headings: the user may choose the headings among them. */
  readonly top: readonly { readonly line: number; readonly cells: readonly OwnCell[] }[];
  readonly rows: readonly OwnRow[];
  /** Number of unread links in each other column; columns count from 0. */
  readonly passedOver: ReadonlyMap<number, number>;
  /** The other columns that name the same places as the columns that are read. */
  readonly sameColumns: readonly number[];
}

/** A list and its columns; `table` is null for plain text. */
export interface OwnList {
  readonly list: LinkList;
  readonly table: OwnTable | null;
}

/**
 * The column to read: its index, from 0; or a text with its heading or its number, from 1; or `*` for all columns with
 * links. Null: the column is found by its content.
 */
export type ColumnChoice = number | string | null;

/** The line with the headings, from 1; 0 = the list has no headings. Null: the headings are found. */
type HeadingsChoice = number | null;

/** Reads a list from a text. If the chosen column or line does not exist, the list has no table. */
export function readText(
  text: string,
  listed: Listed,
  column: ColumnChoice = null,
  headings: HeadingsChoice = null,
): OwnList {
  const linksOf = rememberedLinks();
  const reader = CELL_READERS[listed](linksOf);
  const { lines, separators, table } = splitText(text, listed, reader, linksOf);
  const records = table?.records ?? (column === null ? null : lines);
  const read = records === null ? null : readRecords(records, reader, column, headings);
  const found = () =>
    lines
      .slice(titlesOfLines(lines, reader))
      .map(({ line, cells: [content = ''] }) => ({ line, found: reader.inLine(content, separators) }));
  return read ?? { list: listOf(found(), reader), table: null };
}

/** The lines of a text that are not empty, and its rows if it is a table. */
function splitText(text: string, listed: Listed, reader: CellReader, linksOf: LinksInCell) {
  const body = text.replace(/^\ufeff/, '');
  const lines = withoutBrokenLinks(body.split(/\r\n|\r|\n/))
    .map((content, index) => ({ line: index + 1, cells: [content] as const }))
    .filter(({ cells }) => hasContent(cells));
  const contents = lines.map(({ cells: [content] }) => content);
  const separators = separatorsIn(contents);
  const links = contents.flatMap((content) => linksIn(content, separators));
  const keepsEntries = (some: readonly OwnRecord[], delimiter: string) =>
    headingsAt(some) >= 0 ||
    (keepsLinks(some, links, linksOf) &&
      (listed !== 'places' || delimiter !== ',' || hasPlaceColumn(some, reader)));
  return { lines, separators, table: tableIn(body, reader, keepsEntries) };
}

/** Reads a list from the first sheet of a workbook that has links. Other sheets may hold notes, or be empty. */
export function readSheets(
  sheets: readonly (readonly (readonly OwnCell[])[])[],
  listed: Listed,
  column: ColumnChoice = null,
  headings: HeadingsChoice = null,
): OwnList {
  const reader = CELL_READERS[listed](rememberedLinks());
  for (const rows of sheets) {
    const records = rows.map((cells, index) => ({ line: index + 1, cells }));
    const read = readRecords(records, reader, column, headings);
    if (read !== null && read.list.links.length > 0) return read;
  }
  return { list: listOf([], reader), table: null };
}

/** Decodes a text file; null if the file is not text, such as a workbook, or has an unknown encoding. */
export const textOfFile = decodeText;

/** True for a ZIP file: every workbook is a ZIP file. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** A row of a sheet or a CSV, and the number of its first line. */
interface OwnRecord {
  readonly line: number;
  readonly cells: readonly OwnCell[];
}

/** The links or ids found in a line or row. */
interface FoundLine {
  readonly line: number;
  readonly found: readonly string[];
  /** What to search for, for each of them; absent: the links themselves. */
  readonly queries?: readonly string[];
}

/** Finds the links of a cell. */
type LinksInCell = typeof linksInCell;

/** Remembers the links of each cell: reading a list needs them several times. */
function rememberedLinks(): LinksInCell {
  const known = new Map<string, ReturnType<LinksInCell>>();
  return (text) => {
    const found = known.get(text) ?? linksInCell(text);
    known.set(text, found);
    return found;
  };
}

/** The rules for reading cells. */
interface CellReader {
  /** The certain links or ids of a cell. They decide which column is read. */
  sure(text: string): readonly string[];
  /** Texts that may be a link or name. They are read if no cell has a certain link or id. */
  possible(text: string): readonly string[];
  /** The links, names or ids of a line of plain text. */
  inLine(line: string, separators: readonly string[]): readonly string[];
  /** How well a heading names the column to read: more than 0 for a good heading, less for a column of something else. */
  rank(heading: string): number;
  /** Whether the entries are places: one place in several forms is one entry. */
  readonly namesPlaces: boolean;
  /** Whether a row may have several links, in several columns. */
  readonly takesSeveral: boolean;
  /** Whether the first row is headings; it has no certain link or id. `columns`: the columns that are read. */
  isHeadings(first: readonly string[], columns: readonly number[]): boolean;
}

const LINK_HEADING = /link|url|opini|review/i;
/** True for a cell that is certainly a heading, also of reviews. */
function isHeadingText(text: string): boolean {
  return isKnownHeading(text) || /^(?:opini[ae]|reviews?|l\.p\.)$/i.test(text);
}
/** A cell that says that a link is missing. */
const NO_LINK = /^(?:brak.*|nie ma.*|none|no (?:link|review).*|n\/?[ad]|#.*|[^\p{L}]*)$/iu;
const NUMBER_OR_DATE = /^(?=[\s.,:/+-]*\d)[\d\s.,:/+-]+$/;

/**
 * Whether a first row without links is headings: one of its cells is a usual heading, or a text is above the links. The
 * first row is an entry without a link if the cell above the links is empty or "brak", or if the row has numbers or
 * dates.
 */
function isHeadingOfLinks(first: readonly string[], columns: readonly number[]): boolean {
  if (first.some((text) => isHeadingText(text))) return true;
  if (first.some((text) => NUMBER_OR_DATE.test(text))) return false;
  return columns.some((column) => !NO_LINK.test(first[column] ?? ''));
}

/** Words that only headings have; "Sklep" or "Salon" may be a name. */
const CERTAIN = /nazw|name|title|firm|company|business|miejsc|place|link|url|adr/i;

/** A text that may be an identifier. Only such texts are parsed: a table has many cells. */
const MAY_BE_IDENTIFIER = /ChIJ|0x[\da-f]|cid|place_?id|^\D{0,3}\d[\d\s.,'\u2019]{13,28}\W?$/i;
/** Fewer digits are rarely a CID, and often a number of a register or an account. */
const SHORT_NUMBER = /^\d{1,14}$|^\d{21,}$/;

/** True for a cell that is meant as an identifier, valid or not: the service reports what is wrong with it. */
function isIdentifierCell(text: string): boolean {
  return MAY_BE_IDENTIFIER.test(text) && !SHORT_NUMBER.test(text) && isMeantAsIdentifier(text);
}

/** A text that is no name: an address of a web site or of mail, a number, a date. */
const NO_NAME = /^(?:\S+:\/\/\S*|www\.\S+|[^\s@]+@[^\s@]+|[\d\s.,:/+()%-]*|\p{L}{0,3}[\d\s-]{6,})$/iu;

const PLACE_RANKS: Readonly<Record<HeadingKind, number>> = {
  link: 3,
  id: 3,
  name: 2,
  address: -1,
  town: -2,
  other: -3,
};

/** A cell that says that the row has no place. */
const NO_PLACE =
  /^(?:brak(?: (?:danych|linku?|opinii|wizyt\S+|nazwy|miejsca))?|nie ma|none|no link|n\/?[ad]|#n\/[ad]!?)$/i;

/** Rank of a heading for a column of places. A client is a place only if no better column is there. */
function placeRank(heading: string): number {
  const kind = headingKind(heading);
  const rank = kind === null ? 0 : PLACE_RANKS[kind];
  if (kind !== 'name') return rank;
  return /klient|client|customer/i.test(heading) ? 1 : CERTAIN.test(heading) ? rank : 1.5;
}

const CELL_READERS: Readonly<Record<Listed, (linksOf: LinksInCell) => CellReader>> = {
  /** Links to reviews, or other links in their place. */
  reviews: (linksOf) => ({
    sure: (text) => linksOf(text).reviews,
    possible: (text) => linksOf(text).others,
    inLine: linksIn,
    namesPlaces: false,
    rank: (heading) => (LINK_HEADING.test(heading) ? 1 : 0),
    takesSeveral: true,
    isHeadings: (first, columns) =>
      first.every((text) => linksOf(text).others.length === 0) && isHeadingOfLinks(first, columns),
  }),
  /** Links, Place IDs, feature ids and CIDs; otherwise the whole cell, as a name. */
  places: (linksOf) => ({
    sure: (text) => {
      const { reviews, others } = linksOf(text);
      const links = [...reviews, ...others].filter((link) => isMapLink(link));
      if (links.length > 0) return links.slice(0, 1);
      if (reviews.length + others.length > 0) return [];
      const ids = distinctPlaces(identifiersIn(text));
      return ids.length === 0 && isIdentifierCell(text) ? [text.trim()] : ids;
    },
    possible: (text) =>
      /[\p{L}\d]/u.test(text) && !NO_PLACE.test(text.trim()) ? [linksIn(text)[0] ?? text.trim()] : [],
    inLine: placesIn,
    namesPlaces: true,
    rank: placeRank,
    takesSeveral: false,
    isHeadings: (first) =>
      hasKnownHeadings(first) ||
      (first.some((text) => isHeadingText(text)) && !first.some((text) => NUMBER_OR_DATE.test(text))),
  }),
  /** Place IDs and feature ids, including ids inside links. */
  ids: () => ({
    sure: identifiersIn,
    possible: () => [],
    inLine: (line) => distinctPlaces(identifiersIn(line)),
    namesPlaces: true,
    rank: placeRank,
    takesSeveral: true,
    isHeadings: isHeadingOfLinks,
  }),
};

/** True if commas separate columns. In "Pierogarnia, Kraków" the comma is part of the query. */
function hasPlaceColumn(records: readonly OwnRecord[], reader: CellReader): boolean {
  const rows = records.filter(({ cells }) => hasContent(cells));
  const [first, ...others] = rows.slice(titlesOf(rows, reader));
  if (first === undefined) return false;
  if (others.length > 0 && reader.isHeadings(first.cells.map(textOf), [])) return true;
  return [first, ...others].every(({ cells }) => isSure(cells, reader));
}

/** The signs between cells, the most certain first. Links and sentences also have commas. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** Minimum share of lines with several cells in a table. */
const MOSTLY = 0.8;

/** The rows of a text that is a table; null if it is not a table, or if `keepsEntries` refuses the split rows. */
function tableIn(
  body: string,
  reader: CellReader,
  keepsEntries: (records: readonly OwnRecord[], delimiter: string) => boolean,
): { readonly records: OwnRecord[]; readonly delimiter: string; readonly width: number | null } | null {
  const named = delimiterLine(body);
  for (const delimiter of named === null ? DELIMITERS : [named]) {
    if (!body.includes(delimiter)) continue;
    const read = csvRows(body, delimiter).map(({ number, cells }) => ({ line: number, cells }));
    const width = read[headingsAt(read)]?.cells.length ?? null;
    const records = read.map(({ line, cells }) => ({ line, cells: withWholeLinks(cells, delimiter, width) }));
    const full = records.filter(({ cells }) => hasContent(cells));
    const rows = full.slice(titlesOf(full, reader));
    const wide = rows.filter(({ cells }) => cells.length > 1);
    const isTable =
      delimiter === ','
        ? wide.length === rows.length && new Set(rows.map(({ cells }) => cells.length)).size === 1
        : wide.length >= rows.length * (delimiter === '\t' ? 0.5 : MOSTLY);
    if (rows.length > 0 && (width !== null || isTable) && keepsEntries(records, delimiter))
      return { records, delimiter, width };
  }
  return null;
}

/** The index of the row that is certainly headings, among the first rows; -1 = there is none. */
function headingsAt(records: readonly OwnRecord[]): number {
  const top = records.filter(({ cells }) => hasContent(cells)).slice(0, MAX_TITLES + 1);
  const filled = top.map(({ cells }) => cells.filter((cell) => textOf(cell) !== '').length);
  const found = top.find(
    ({ cells }, at) =>
      hasKnownHeadings(cells.map(textOf)) && filled.slice(0, at).every((count) => count < (filled[at] ?? 0)),
  );
  return found === undefined ? -1 : records.indexOf(found);
}

/** True if every link is still whole: a comma or semicolon may be part of a link. */
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
 * The text of a cell. A number that is too large to be exact, such as a CID that a workbook holds as a number, gives an
 * empty text.
 */
function contentOf(cell: OwnCell | undefined): string {
  const isInexact = typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER;
  return isInexact ? '' : textOf(cell);
}

/** True for a row that is neither empty nor a comment. */
function hasContent(cells: readonly OwnCell[]): boolean {
  const first = cells.map(textOf).find((text) => text !== '') ?? '';
  return first !== '' && !isComment(first);
}

function isSure(cells: readonly OwnCell[], reader: CellReader): boolean {
  return cells.some((cell) => reader.sure(contentOf(cell)).length > 0);
}

/** 1 if the first line of a plain list is its heading, such as "Nazwa firmy"; else 0. */
function titlesOfLines([first, ...others]: readonly OwnRecord[], { namesPlaces }: CellReader): number {
  const text = textOf(first?.cells[0]);
  const isRepeated = others.some(({ cells }) => textOf(cells[0]) === text);
  return namesPlaces && others.length > 0 && CERTAIN.test(text) && isKnownHeading(text) && !isRepeated
    ? 1
    : 0;
}

/** Maximum number of title rows above the headings. */
const MAX_TITLES = 5;

/**
 * The number of title rows above the headings: rows with one filled cell and no link. 0 if no usual headings follow:
 * the rows may be entries of the list.
 */
function titlesOf(records: readonly OwnRecord[], reader: CellReader): number {
  const known = headingsAt(records);
  const count =
    known >= 0
      ? known
      : records
          .slice(0, MAX_TITLES + 1)
          .findIndex(({ cells }) => cells.filter((cell) => textOf(cell) !== '').length > 1);
  const [first, ...others] = records.slice(count);
  if (count < 1 || first === undefined) return 0;
  if (records.slice(0, count + 1).some(({ cells }) => isSure(cells, reader))) return 0;
  if (known > 0) return known;
  const texts = first.cells.map(textOf);
  const columns = columnsWithLinks(others, reader, MAIN_COLUMN, texts);
  const isUsual =
    texts.some((text) => isHeadingText(text)) ||
    columns.some((column) => reader.rank(texts[column] ?? '') > 0 && !NO_LINK.test(texts[column] ?? ''));
  return columns.length > 0 && isUsual && reader.isHeadings(texts, columns) ? count : 0;
}

/**
 * Finds headings and columns from rows; null if the rows have nothing to read, or the chosen column does not exist.
 * `row`: index of the row with the headings; -1 = no headings, null = they are found.
 */
function findLayout(
  records: readonly OwnRecord[],
  reader: CellReader,
  choice: ColumnChoice,
  row: number | null = null,
): TableLayout | null {
  const titles = row === null ? titlesOf(records, reader) : Math.max(0, row);
  const [first, ...others] = records.slice(titles);
  if (first === undefined) return null;
  const texts = first.cells.map(textOf);
  const named = typeof choice === 'string' ? texts.findIndex((text) => isSameText(text, choice)) : -1;
  const chosen =
    typeof choice === 'string' && choice !== '*' ? (named >= 0 ? named : Number(choice) - 1) : choice;
  if (typeof chosen === 'number' && !(chosen >= 0 && chosen < widthOf(records))) return null;
  const columnsIn = (rows: readonly OwnRecord[], headings: readonly string[] | null) =>
    typeof chosen === 'number'
      ? [chosen]
      : columnsWithLinks(rows, reader, chosen === '*' ? 0 : MAIN_COLUMN, headings);
  const below = columnsIn(others, texts);
  const isFound =
    titles > 0 ||
    named >= 0 ||
    (below.length > 0 && !isSure(first.cells, reader) && reader.isHeadings(texts, below));
  const isHeading = row === null ? isFound : row >= 0;
  const headings = isHeading ? texts : null;
  const columns = isHeading ? below : columnsIn(records, null);
  if (columns.length === 0) return null;
  const sample = records.slice(0, 100);
  const textsIn = (column: number) => sample.map(({ cells }) => contentOf(cells[column]));
  const kinds = Array.from({ length: widthOf(records) }, (_, column) => {
    const heading = headings?.[column] ?? '';
    return heading === '' ? kindOfTexts(textsIn(column)) : headingKind(heading);
  });
  const other = kinds.length === 2 && headings === null && kinds.includes('name') ? kinds.indexOf(null) : -1;
  if (other >= 0 && textsIn(other).every(isLikeTown)) kinds[other] = 'town';
  const ofKind = (kind: HeadingKind) => kinds.indexOf(kind);
  const layoutOf = (linkColumns: number[], why: ColumnReason) => {
    const isBeside = (column: number) => column >= 0 && !linkColumns.includes(column);
    return {
      headings,
      titles,
      addressColumns: [ofKind('address'), ofKind('town')].filter(isBeside),
      linkColumns,
      why,
    };
  };
  if (chosen !== null) return layoutOf(columns, 'chosen');
  const rankOf = (column: number) => {
    const kind = headings === null && reader.namesPlaces ? kinds[column] : null;
    return kind == null ? reader.rank(headings?.[column] ?? '') : PLACE_RANKS[kind];
  };
  const best = Math.max(...columns.map(rankOf));
  const byHeading = columns.filter((column) => (best > 0 ? rankOf(column) > 0 : rankOf(column) === best));
  const linkColumns = reader.takesSeveral
    ? byHeading
    : byHeading.filter((column) => rankOf(column) === best).slice(0, 1);
  const hasLinks = (isHeading ? others : records).some(({ cells }) =>
    linkColumns.some((column) => reader.sure(contentOf(cells[column])).length > 0),
  );
  return layoutOf(
    linkColumns,
    hasLinks ? 'links' : best <= 0 ? 'texts' : headings === null ? 'names' : 'heading',
  );
}

function isSameText(text: string, other: string): boolean {
  return text !== '' && text.toLowerCase() === other.trim().toLowerCase();
}

/** A further column is read if it has at least this share of the links of the column with the most links. */
const MAIN_COLUMN = 0.5;

/** The columns with links; without links, those with texts. A heading of something else excludes a column of texts. */
function columnsWithLinks(
  rows: readonly OwnRecord[],
  reader: CellReader,
  share: number,
  headings: readonly string[] | null,
): number[] {
  const isName = (text: string) => !NO_NAME.test(text);
  const names = (text: string) => reader.possible(text).filter(isName);
  for (const [find, isText] of [
    [reader.sure, false],
    [names, true],
    [reader.possible, true],
  ] as const) {
    const counts = Array.from(
      { length: widthOf(rows) },
      (_, column) => rows.filter(({ cells }) => find(contentOf(cells[column])).length > 0).length,
    );
    const ranks = counts.map((count, column) =>
      count === 0 ? -9 : isText ? reader.rank(headings?.[column] ?? '') : 0,
    );
    const best = Math.max(0, ...ranks);
    const ranked = counts.map((count, column) => ((ranks[column] ?? 0) >= best ? count : 0));
    const some = ranked.some((count) => count > 0) || share === 0 ? ranked : counts;
    const minimum = Math.max(1, some.reduce((max, count) => Math.max(max, count), 0) * share);
    const columns = some.flatMap((count, column) => (count >= minimum ? [column] : []));
    if (columns.length > 0) return columns;
  }
  return [];
}

function readRecords(
  records: readonly OwnRecord[],
  reader: CellReader,
  choice: ColumnChoice,
  headingsLine: HeadingsChoice,
): OwnList | null {
  const full = records.filter(({ cells }) => hasContent(cells));
  const row = headingsLine === null ? null : full.findIndex(({ line }) => line === headingsLine);
  if (row === -1 && headingsLine !== 0) return null;
  const layout = findLayout(full, reader, choice, row);
  if (layout === null) return null;
  const { headings, linkColumns, titles } = layout;
  const rows = headings === null ? full : full.slice(titles + 1);
  const passedOver = new Map<number, number>();
  const sameColumns = new Set<number>();
  const found = rows.map(({ line, cells }) => {
    const all = linksOfRow(cells, linkColumns, reader, choice === null);
    const links = reader.namesPlaces ? distinctPlaces(all) : all;
    const keys = new Set(reader.namesPlaces ? links.map(placeKey) : []);
    for (const [column, cell] of cells.entries()) {
      const sure = reader.sure(contentOf(cell)).filter((link) => !links.includes(link));
      const others = sure.filter((link) => !keys.has(placeKey(link)));
      if (
        sure.length > others.length ||
        (reader.namesPlaces &&
          !linkColumns.includes(column) &&
          reader.sure(contentOf(cell)).length > sure.length)
      )
        sameColumns.add(column);
      if (linkColumns.includes(column) || others.length === 0) continue;
      passedOver.set(column, (passedOver.get(column) ?? 0) + others.length);
    }
    return { line, found: links, queries: links.map((url) => searchFor(url, cells, layout, reader)) };
  });
  let next = 0;
  const ownRows = rows.map(({ line, cells }, index) => {
    const count = found[index]?.found.length ?? 0;
    next += count;
    return { line, cells, links: Array.from({ length: count }, (_, at) => next - count + at) };
  });
  const width = widthOf(headings === null ? rows : [{ line: 0, cells: headings }, ...rows]);
  return {
    list: listOf(found, reader),
    table: {
      headings: headings?.slice(0, width) ?? null,
      headingsLine: headings === null ? null : (full[titles]?.line ?? null),
      titles,
      width,
      linkColumns,
      rows: ownRows,
      passedOver,
      sameColumns: [...sameColumns],
      why: layout.why,
      addressColumns: layout.addressColumns,
      top: full.slice(0, MAX_TITLES + 1),
    },
  };
}

/** The links of a row. `searchesOthers`: links in other cells come before texts that may be links or names. */
function linksOfRow(
  cells: readonly OwnCell[],
  columns: readonly number[],
  reader: CellReader,
  searchesOthers = true,
): readonly string[] {
  const own = columns.map((column) => contentOf(cells[column]));
  const sure = own.flatMap((text) => reader.sure(text));
  if (sure.length > 0) return sure;
  const others = searchesOthers ? cells.flatMap((cell) => reader.sure(contentOf(cell))) : [];
  return others.length > 0 ? others : own.flatMap((text) => reader.possible(text));
}

/** The name with the address and town in its row, which tell one branch of a chain from another; a link as it is. */
function searchFor(
  url: string,
  cells: readonly OwnCell[],
  { addressColumns }: Pick<TableLayout, 'addressColumns'>,
  reader: CellReader,
): string {
  if (
    !reader.namesPlaces ||
    addressColumns.length === 0 ||
    linksIn(url).length > 0 ||
    reader.sure(url).length > 0
  )
    return url;
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return addressColumns
    .map((column) => contentOf(cells[column]))
    .reduce((text, part) => (part === '' || has(text, part) ? text : `${text}, ${part}`), url);
}

function widthOf(records: readonly OwnRecord[]): number {
  return records.reduce(
    (width, { cells }) => Math.max(width, cells.findLastIndex((cell) => textOf(cell) !== '') + 1),
    0,
  );
}

/** Makes the list from the found links. One place in several forms is one entry, as far as its ids say so. */
function listOf(lines: readonly FoundLine[], { namesPlaces }: Pick<CellReader, 'namesPlaces'>): LinkList {
  const links: ListedLink[] = [];
  const positions = new Map<string, number>();
  for (const { found, queries = found } of lines) {
    for (const [at, url] of found.entries()) {
      const query = queries[at] ?? url;
      const key = (namesPlaces ? placeKey(query) : null) ?? query;
      const first = positions.get(key) ?? links.length;
      positions.set(key, first);
      links.push({ url, first, ...(query !== url && { query }) });
    }
  }
  const skipped = lines.filter(({ found }) => found.length === 0).map(({ line }) => line);
  return { links, repeated: links.length - positions.size, skipped };
}

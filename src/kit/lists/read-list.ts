import { placeKey } from '../../core/identifiers/classify.js';
import { linesWithWholeLinks } from '../../core/identifiers/find-link.js';
import { hasKnownHeadings, headingKind, isKnownHeading, kindOfTexts, LIKE_TOWN } from './headings.js';
import { type JsonRows, readJson } from './json-list.js';
import { distinctPlaces, isComment, linksIn, separatorsIn } from './links-in-lists.js';
import type { JobType } from './list-limits.js';
import {
  isCertainHeading,
  isHeadingText,
  isPlaceName,
  isRounded,
  isTotal,
  type Kind,
  type Listed,
  type ListRules,
  NO_LINK,
  rankOf,
  rulesFor,
} from './list-rules.js';
import { csvRows, delimiterLine, withWholeLinks } from './read-csv.js';
import { MAX_COLUMNS, type OwnCell } from './table.js';

// Reads lists of links, places or ids from a text, a CSV, JSON or the rows of a workbook, with the user's other columns.
// Console, command line and uploads of jobs use the same rules: see list-rules.ts.

export type { Listed };

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

/** A row of a sheet, a CSV or a text, and the number of its first line, from 1. */
interface OwnRecord {
  readonly line: number;
  readonly cells: readonly OwnCell[];
}
type Rows = readonly OwnRecord[];
/** The texts of the row with the headings; null = the table has none. */
type Headings = readonly string[] | null;

/** Why a column is read: the user chose it, it has links or identifiers, its heading says so, it has names, or the first texts. */
const REASONS = ['chosen', 'links', 'heading', 'names', 'texts'] as const;

/** The layout of a table, found from its first rows. */
interface Layout {
  /** Null for a table without headings. Where two rows have headings, the lower ones count first. */
  readonly headings: Headings;
  /** Number of rows above the headings: titles, which do not belong to the list. */
  readonly titles: number;
  /** The columns that hold the links, from 0; at least one. */
  readonly linkColumns: readonly number[];
  readonly why: (typeof REASONS)[number];
  /** The columns with address and town: a search for a name uses them. */
  readonly addressColumns: readonly number[];
  /** The columns with names, beside columns with links: a row without a link is searched by its name. */
  readonly nameColumns: readonly number[];
  /** What each column holds, by its heading; by its texts where it has no heading. */
  readonly kinds: readonly Kind[];
}

/** A list with the user's columns. */
export interface OwnTable extends Layout {
  /** Number of columns. */
  readonly width: number;
  /** Number of the line with the headings, from 1; null without headings. */
  readonly headingsLine: number | null;
  /** The first rows of the table, with titles and headings: the user may choose the headings among them. */
  readonly top: readonly OwnRecord[];
  /** The rows without headings and comments. `links`: the indexes of the row's links in the list. */
  readonly rows: readonly (OwnRecord & { readonly links: readonly number[] })[];
  /** Number of unread links in each other column; columns count from 0. */
  readonly passedOver: ReadonlyMap<number, number>;
  /** The other columns that name the same places as the columns that are read. */
  readonly sameColumns: readonly number[];
}

/** A list and its columns. */
export interface OwnList {
  readonly list: LinkList;
  /** Null for plain text, and for rows without an entry. */
  readonly table: OwnTable | null;
  /** Numbers of the skipped lines whose CID a spreadsheet has rounded: its last digits are lost. */
  readonly rounded: readonly number[];
}

/**
 * The column to read: its index, from 0; or a text with its heading or its number, from 1; or `*` for all columns with
 * links. Null: the column is found by its content.
 */
export type ColumnChoice = number | string | null;

/** The column, and the line with the headings, from 1; line 0 = no headings. Null, absent: both are found. */
type Choices = readonly [column?: ColumnChoice | undefined, headings?: number | null];

/** Reads a list from a text. If the chosen column or line does not exist, the list has no table. */
export function readText(text: string, listed: Listed, ...choices: Choices): OwnList {
  const rules = rulesFor(listed);
  const body = text.replace(/^\ufeff/, '');
  const json = readJson(body, (name, cell) => rules.sure(contentOf(cell), headingKind(name)).length > 0);
  if (json !== null) return readJsonRows(json, rules, choices);
  const lines = linesWithWholeLinks(body)
    .map((content, index) => ({ line: index + 1, cells: [content] as const }))
    .filter(isRow);
  const separators = separatorsIn(lines.map(({ cells: [content] }) => content));
  const links = lines.flatMap(({ cells: [content] }) => linksIn(content, separators));
  const own = readRecords(tableIn(body, rules, links) ?? (choices[0] == null ? [] : lines), rules, choices);
  if (own.table !== null) return own;
  // Joined lists repeat their heading, such as "Nazwa firmy".
  const top = textOf(lines[0]?.cells[0]);
  const hasHeading = rules.namesPlaces && lines.length > 1 && isCertainHeading(top);
  const found = lines
    .filter(({ cells: [content] }) => !hasHeading || content.trim() !== top)
    .map((line) => ({
      ...line,
      found: rules.inLine(contentOf(line.cells[0]), separators).map((url) => ({ url })),
    }));
  return listOf(found, rules);
}

/** Reads the objects of a JSON file: their names are the headings, and each of them is one row. */
function readJsonRows({ headings, rows }: JsonRows, rules: ListRules, choices: Choices): OwnList {
  const records = recordsOf(rows);
  if (headings === null) return readRecords(records, rules, choices);
  const names = { line: -1, cells: headings };
  const own = readRecords([names, ...records], rules, [choices[0], names.line]);
  return { ...own, table: own.table && { ...own.table, headingsLine: null, top: [] } };
}

type Sheets = readonly (readonly (readonly OwnCell[])[])[];

/** Reads a list from the sheet of a workbook with the most certain entries: other sheets may hold notes or sums. */
export function readSheets(sheets: Sheets, listed: Listed, ...choices: Choices): OwnList {
  return readSheet(sheets[sheetWithList(sheets, listed, ...choices)] ?? [], listed, choices);
}

/** The index of the sheet that `readSheets` reads. */
export function sheetWithList(sheets: Sheets, listed: Listed, ...choices: Choices): number {
  const found = sheets.map((rows) => readSheet(rows, listed, choices));
  const reasons = found.map(({ list, table }) => (list.links.length === 0 ? undefined : table?.why));
  const best = REASONS.find((why) => reasons.includes(why));
  const rounded = found.findIndex((own) => own.rounded.length > 0);
  return best === undefined ? Math.max(0, rounded) : reasons.indexOf(best);
}

function readSheet(rows: Sheets[number], listed: Listed, choices: Choices): OwnList {
  return readRecords(recordsOf(rows).filter(isRow), rulesFor(listed), choices);
}

function recordsOf(rows: Sheets[number]): OwnRecord[] {
  return rows.map((cells, at) => ({ line: at + 1, cells }));
}

/** The signs between cells, the most certain first. Links and sentences also have commas. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** Minimum share of lines with several cells in a table. */
const MOSTLY = 0.8;

/** The rows of a text that is a table and keeps all of its links; null if it is not such a table. */
function tableIn(body: string, rules: ListRules, links: readonly string[]): readonly OwnRecord[] | null {
  const named = delimiterLine(body);
  for (const delimiter of named === null ? DELIMITERS : [named]) {
    if (!body.includes(delimiter)) continue;
    const read = csvRows(body, delimiter).filter(isRow);
    const isWide = read.some(({ cells }) => cells.length > MAX_COLUMNS);
    if (isWide && read.length > 1) continue;
    const width = isWide ? null : (read[headingsAt(read)]?.cells.length ?? null);
    const records = read.map(({ line, cells }) => ({ line, cells: withWholeLinks(cells, delimiter, width) }));
    if (width !== null) return records;
    const rows = records.slice(titlesOf(records, rules));
    const wide = rows.filter(({ cells }) => cells.length > 1);
    const isTable =
      delimiter === ','
        ? wide.length === rows.length && new Set(rows.map(({ cells }) => cells.length)).size === 1
        : wide.length >= rows.length * (delimiter === '\t' ? 0.5 : MOSTLY);
    if (rows.length === 0 || !isTable) continue;
    // A comma or semicolon may be part of a link. In "Pierogarnia, Kraków" the comma is part of the query.
    const inCells = new Set(records.flatMap(({ cells }) => cells.flatMap((cell) => linksIn(textOf(cell)))));
    const hasHeadings = () => rows.length > 1 && rules.isHeadings(rows[0]?.cells.map(textOf) ?? [], []);
    const hasPlaces = () => rows.every(({ cells }) => isSure(cells, rules));
    const isAll = (test: (text: string) => boolean) =>
      rows.length === 1 && rows[0]?.cells.every((cell) => textOf(cell) === '' || test(contentOf(cell)));
    // One line of nothing but entries: each of them is a row.
    const isLine =
      isAll((text) => rules.sure(text, 'cid').length > 0) ||
      (rules.namesPlaces && delimiter !== ',' && isAll((text) => kindOfTexts([text]) === 'name'));
    const isSplit = isLine || rules.takesSeveral || delimiter !== ',' || hasHeadings() || hasPlaces();
    if (!isSplit || (isWide && !isLine) || !links.every((link) => inCells.has(link))) continue;
    return isLine
      ? rows.flatMap(({ line, cells }) => cells.map((cell) => ({ line, cells: [cell] })))
      : records;
  }
  return null;
}

/** Maximum number of title rows above the headings. */
const MAX_TITLES = 5;

/**
 * The index of the row that is certainly headings, among the first rows; -1 = there is none. Of two such rows, the lower
 * one names the columns.
 */
function headingsAt(records: Rows): number {
  const texts = records.slice(0, MAX_TITLES + 1).map(filledTexts);
  let at = texts.findIndex(
    (row, index) => hasKnownHeadings(row) && texts.slice(0, index).every(({ length }) => length < row.length),
  );
  const isSecond = (row: readonly string[]) => row.length > 1 && row.every(isKnownHeading);
  while (at >= 0 && isSecond(texts[at + 1] ?? [])) at += 1;
  return at;
}

function textOf(cell: OwnCell | undefined): string {
  return cell == null ? '' : String(cell).trim();
}

/** The text of a cell. A number whose last digits are lost gives an empty text. */
function contentOf(cell: OwnCell | undefined): string {
  return isRounded(cell) ? '' : textOf(cell);
}

function filledTexts({ cells }: Pick<OwnRecord, 'cells'>): string[] {
  return cells.map(textOf).filter((text) => text !== '');
}

/** True for a row that is neither empty nor a comment. */
function isRow(record: Pick<OwnRecord, 'cells'>): boolean {
  const [first] = filledTexts(record);
  return first !== undefined && !isComment(first);
}

function isSure(cells: readonly OwnCell[], rules: ListRules): boolean {
  return cells.some((cell) => rules.sure(contentOf(cell), null).length > 0);
}

/**
 * The number of title rows above the headings: rows with one filled cell and no link. 0 if no usual headings follow:
 * the rows may be entries of the list.
 */
function titlesOf(records: Rows, rules: ListRules): number {
  const known = headingsAt(records);
  const wide = records.slice(0, MAX_TITLES + 1).findIndex((record) => filledTexts(record).length > 1);
  const count = known >= 0 ? known : wide;
  if (count < 1 || records.slice(0, count + 1).some(({ cells }) => isSure(cells, rules))) return 0;
  if (known > 0) return known;
  const texts = records[count]?.cells.map(textOf) ?? [];
  const { columns, rank } = columnsToRead(records.slice(count + 1), rules, texts);
  const isUsual =
    texts.some(isHeadingText) || (rank > 0 && columns.some((column) => !NO_LINK.test(texts[column] ?? '')));
  return columns.length > 0 && isUsual && rules.isHeadings(texts, columns) ? count : 0;
}

/** The texts of the row with the headings; a cell that is empty there has the heading above it. */
function headingTexts(records: Rows, at: number): string[] {
  const own = records[at]?.cells.map(textOf) ?? [];
  const above = records[at - 1]?.cells.map(textOf) ?? [];
  if (above.filter((text) => text !== '').length < 2) return own;
  return Array.from({ length: Math.max(own.length, above.length) }, (_, at) => own[at] || above[at] || '');
}

/**
 * Finds headings and columns from rows; null if the rows have nothing to read, or the chosen column does not exist.
 * `at`: index of the row with the headings; -1 = no headings, null = they are found.
 */
function findLayout(records: Rows, rules: ListRules, choice: ColumnChoice, at: number | null): Layout | null {
  const titles = at === null ? titlesOf(records, rules) : Math.max(0, at);
  const [first, ...others] = records.slice(titles);
  if (first === undefined) return null;
  const texts = headingTexts(records, titles);
  const wanted = typeof choice === 'string' ? choice.trim().toLowerCase() : '';
  const named = wanted === '' ? -1 : texts.findIndex((text) => text.toLowerCase() === wanted);
  const isHeadingOrNumber = typeof choice === 'string' && choice !== '*';
  const chosen = isHeadingOrNumber ? (named >= 0 ? named : Number(choice) - 1) : choice;
  if (typeof chosen === 'number' && !(chosen >= 0 && chosen < widthOf(records))) return null;
  const below = columnsToRead(others, rules, texts, chosen);
  const isAbove =
    below.columns.length > 0
      ? !isSure(first.cells, rules) && rules.isHeadings(texts, below.columns)
      : texts.some(isHeadingText) && others.some(({ cells }) => cells.some(isRounded));
  const isHeading = at === null ? titles > 0 || named >= 0 || isAbove : at >= 0;
  const { columns, rank, isText } = isHeading ? below : columnsToRead(records, rules, null, chosen);
  if (columns.length === 0) return null;
  const kinds = isHeading ? kindsOf(others, texts) : kindsOf(records, null);
  const linkColumns = chosen !== null || rules.takesSeveral ? columns : columns.slice(0, 1);
  // Names of places; of clients, where no column has names of places.
  const ofNames = kinds.includes('name') ? 'name' : 'client';
  const names = [...kinds.keys()].filter((column) => kinds[column] === ofNames);
  const isOfLinks = rank > NAMED_RANK || (rank <= 0 && !isText);
  // A chosen column whose heading does not say "link" may have names itself.
  const before = rank <= 0 && typeof chosen === 'number' ? linkColumns : [];
  return {
    headings: isHeading ? texts : null,
    titles,
    nameColumns: rules.name && isOfLinks ? [...before, ...names] : [],
    addressColumns: [kinds.indexOf('address'), kinds.indexOf('town')].filter(
      (column) => column >= 0 && !linkColumns.includes(column),
    ),
    linkColumns,
    why:
      chosen !== null ? 'chosen' : !isText ? 'links' : rank <= 0 ? 'texts' : isHeading ? 'heading' : 'names',
    kinds,
  };
}

/** Rows whose texts say what a column without a heading holds. */
const SAMPLE = 100;

/** What a column holds: what its heading says; without a heading, what its texts are. */
function kindOf(rows: Rows, headings: Headings, column: number): Kind {
  const heading = headings?.[column] ?? '';
  const texts = () => rows.slice(0, SAMPLE).map(({ cells }) => contentOf(cells[column]));
  return heading === '' ? kindOfTexts(texts()) : headingKind(heading);
}

function kindsOf(rows: Rows, headings: Headings): Kind[] {
  const kinds = Array.from({ length: widthOf(rows) }, (_, column) => kindOf(rows, headings, column));
  const other = kinds.length === 2 && headings === null && kinds.includes('name') ? kinds.indexOf(null) : -1;
  const isTown = rows.slice(0, SAMPLE).every(({ cells }) => LIKE_TOWN.test(contentOf(cells[other])));
  if (other >= 0 && isTown) kinds[other] = 'town';
  return kinds;
}

/** A further column is read if it has at least this share of the links of the column with the most links. */
const MAIN_COLUMN = 0.5;
/** Headings of this rank say what the links are. */
const NAMED_RANK = 2;
/** A column with a better heading is read if it has at least this share of them. */
const NAMED_COLUMN = 0.1;

/**
 * The columns to read: those with the first meaning of cells that the rules name, and of them those with the best
 * heading, whose rank is `rank`. `chosen`: the index of the column that is read, or `*` for all columns with links.
 */
function columnsToRead(rows: Rows, rules: ListRules, headings: Headings, chosen: ColumnChoice = null) {
  const nothing = { columns: [] as readonly number[], rank: 0, isText: false };
  const kinds = Array.from({ length: widthOf(rows) }, (_, column) => headingKind(headings?.[column] ?? ''));
  const rank = (column: number) => rankOf(rules, kindOf(rows, headings, column), headings?.[column] ?? '');
  if (typeof chosen === 'number') return { ...nothing, columns: [chosen], rank: rank(chosen) };
  const count = (column: number, test: (text: string) => boolean) =>
    rows.filter(({ cells }) => test(contentOf(cells[column]))).length;
  for (const { find, least = -9, isText = false } of rules.meanings) {
    const found = kinds
      .map((kind, at) => ({ at, count: count(at, (text) => find(text, kind).length > 0), rank: rank(at) }))
      .filter((one) => one.count > 0 && (chosen !== null || one.rank >= least));
    if (found.length === 0) continue;
    if (chosen !== null) return { ...nothing, columns: found.map(({ at }) => at), isText };
    const enough = withMost(found, NAMED_COLUMN);
    const best = Math.max(...enough.map(({ rank }) => rank));
    const named = enough.filter(({ rank }) => rank === best);
    const main = withMost(named, MAIN_COLUMN);
    const isNamed = isText || best >= NAMED_RANK;
    const definite = isNamed ? [] : main.filter((one) => count(one.at, rules.isDefinite) * 2 > one.count);
    const columns = (definite.length > 0 ? definite : main).map(({ at }) => at);
    return { columns, rank: best, isText };
  }
  return nothing;
}

/** The columns with at least this share of the links of the column with the most links. */
function withMost<T extends { readonly count: number }>(columns: readonly T[], share: number): readonly T[] {
  const most = Math.max(...columns.map(({ count }) => count));
  return columns.filter(({ count }) => count >= most * share);
}

/** Maximum number of joined lists with headings of their own. */
const MAX_JOINED = 20;

/** The rows of a table with their layout. Repeated headings are not rows; other headings have no layout. */
function rowsOf(records: Rows, layout: Layout, rules: ListRules, choice: ColumnChoice) {
  type Row = { readonly record: OwnRecord; readonly layout: Layout | null };
  if (layout.headings === null) return records.map((record): Row => ({ record, layout }));
  const key = ({ cells }: OwnRecord) => cells.map(textOf).join('\n').trimEnd().toLowerCase();
  const above = new Set(records.slice(0, layout.titles + 1).map(key));
  let [current, joined] = [layout, 0];
  return records.slice(layout.titles + 1).flatMap((record, at, rows): Row[] => {
    const isAgain = above.has(key(record));
    if (!isAgain && !isOtherHeadings(record, rules)) return [{ record, layout: current }];
    joined += 1;
    if (isAgain) current = layout;
    else if (choice === null && joined <= MAX_JOINED)
      current = findLayout(rows.slice(at), rules, null, 0) ?? current;
    return isAgain ? [] : [{ record, layout: null }];
  });
}

/** True for a row below the headings that is certainly headings: of several kinds, and without an entry. */
function isOtherHeadings(record: OwnRecord, rules: ListRules): boolean {
  const texts = filledTexts(record);
  if (texts.length < 2 || !isKnownHeading(texts[0] ?? '') || !hasKnownHeadings(texts)) return false;
  return new Set(texts.map(headingKind)).size > 1 && !isSure(texts, rules);
}

/** Reads rows; a list without a table if they have nothing to read, or the chosen column or line does not exist. */
function readRecords(records: Rows, rules: ListRules, [choice = null, wanted = null]: Choices): OwnList {
  const at = wanted === null ? null : records.findIndex(({ line }) => line === wanted);
  const layout = at === -1 && wanted !== 0 ? null : findLayout(records, rules, choice, at);
  const nothing = records.map((record) => ({ ...record, found: [] }));
  if (layout === null) return { ...listOf(nothing, rules), list: { links: [], repeated: 0, skipped: [] } };
  const { headings, linkColumns, titles, kinds } = layout;
  const passedOver = new Map<number, number>();
  const [columns, sameColumns] = [new Set(linkColumns), new Set<number>()];
  const found = rowsOf(records, layout, rules, choice).map(({ record, layout: own }) => {
    const { cells } = record;
    const isNone = own === null || isTotal(cells.map(textOf));
    const all = isNone ? [] : linksOfRow(cells, own, rules, choice === null);
    const links = rules.namesPlaces ? distinctPlaces(all) : all;
    const [taken, keys] = [new Set(links), new Set(rules.namesPlaces ? links.map(placeKey) : [])];
    for (const [column, cell] of cells.entries()) {
      const inCell = rules.sure(contentOf(cell), kinds[column] ?? null);
      const sure = inCell.filter((link) => !taken.has(link));
      const others = sure.filter((link) => !keys.has(placeKey(link)));
      const isSame = rules.namesPlaces && !columns.has(column) && inCell.length > sure.length;
      if (sure.length > others.length || isSame) sameColumns.add(column);
      if (!columns.has(column) && others.length > 0)
        passedOver.set(column, (passedOver.get(column) ?? 0) + others.length);
    }
    const entries = links.map((url) => ({ url, query: searchFor(url, cells, own?.addressColumns ?? []) }));
    return { ...record, found: entries };
  });
  let next = 0;
  const rows = found.map(({ line, cells, found: own }) => ({ line, cells, links: own.map(() => next++) }));
  const width = widthOf(headings === null ? rows : [{ line: 0, cells: headings }, ...rows]);
  return {
    ...listOf(found, rules, kinds),
    table: {
      ...layout,
      headings: headings?.slice(0, width) ?? null,
      headingsLine: headings === null ? null : (records[titles]?.line ?? null),
      width,
      rows,
      passedOver,
      sameColumns: [...sameColumns],
      top: records.slice(0, MAX_TITLES + 1),
    },
  };
}

/** The links of a row. `searchesOthers`: links in other cells come before texts that may be links or names. */
function linksOfRow(cells: readonly OwnCell[], layout: Layout, rules: ListRules, searchesOthers: boolean) {
  const { linkColumns, nameColumns, kinds } = layout;
  const others = [...cells.keys()].filter((column) => searchesOthers && kinds[column] !== rules.elsewhere);
  const isOfNames = nameColumns.length > 0;
  const possible: ListRules['sure'] = (text, kind) =>
    rules.possible(text, kind).filter((found) => !isOfNames || !isPlaceName(found));
  const looks = [
    [linkColumns, rules.sure],
    [others, rules.sure],
    [linkColumns, possible],
    [hasLostId(cells, kinds) ? [] : nameColumns, rules.name],
    [linkColumns, rules.possible],
    [others, rules.last],
  ] as const;
  for (const [columns, look] of looks) {
    const found = columns.flatMap((column) => look?.(contentOf(cells[column]), kinds[column] ?? null) ?? []);
    if (found.length > 0) return look === rules.name ? found.slice(0, 1) : found;
  }
  return [];
}

/** True for a row with an id that a spreadsheet has rounded. `kinds`: of the columns; other numbers are no ids. */
function hasLostId(cells: readonly OwnCell[], kinds: readonly Kind[]): boolean {
  return cells.some((cell, column) => isRounded(cell) && kinds[column] !== 'other');
}

/** The name with the address and town in its row, which tell one branch of a chain from another; a link as it is. */
function searchFor(url: string, cells: readonly OwnCell[], columns: readonly number[]) {
  if (!isPlaceName(url)) return url;
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return columns
    .map((column) => contentOf(cells[column]))
    .reduce((text, part) => (part === '' || has(text, part) ? text : `${text}, ${part}`), url);
}

function widthOf(records: Rows): number {
  return records.reduce(
    (width, { cells }) => Math.max(width, cells.findLastIndex((cell) => textOf(cell) !== '') + 1),
    0,
  );
}

/** A link, name or id of a row, and what to search for. */
type Entry = Pick<ListedLink, 'url' | 'query'>;

/** Makes the list from the entries of lines. One place in several forms is one entry, as far as its ids say so. */
function listOf(
  lines: readonly (OwnRecord & { readonly found: readonly Entry[] })[],
  { namesPlaces }: ListRules,
  kinds: readonly Kind[] = [],
): OwnList {
  const positions = new Map<string, number>();
  const links = lines
    .flatMap(({ found }) => found)
    .map(({ url, query = url }, index): ListedLink => {
      const key = (namesPlaces ? placeKey(query) : null) ?? query;
      const first = positions.get(key) ?? index;
      positions.set(key, first);
      return { url, first, ...(query !== url && { query }) };
    });
  const empty = lines.filter(({ found }) => found.length === 0);
  const rounded = empty.filter(({ cells }) => hasLostId(cells, kinds)).map(({ line }) => line);
  const skipped = empty.map(({ line }) => line);
  return { list: { links, repeated: links.length - positions.size, skipped }, table: null, rounded };
}

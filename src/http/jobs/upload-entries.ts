import type { JobType } from '../../contract/jobs.js';
import type { ServiceMessage } from '../../contract/messages.js';
import { classifyQuery } from '../../identifiers/classify.js';
import { MAX_INPUT_CHARACTERS } from '../../identifiers/input-text.js';
import { JOB_KINDS, type JobEntry, type OwnCells, type OwnColumns, tooManyLinks } from '../../jobs/job.js';
import { type CsvRow, createCsvReader, type TextLine } from '../../lists/csv-reader.js';
import { foundInRow, layoutOf } from '../../lists/own-table.js';
import { checkWidth, createOwnRows, type OwnRows } from './own-rows.js';
import { isEmpty, LONGEST_LINE, uploadLines, withoutEmptyEnd } from './upload-lines.js';

/** The media types of uploads. */
export const UPLOAD_TYPES = ['application/x-ndjson', 'text/csv', 'text/plain'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** Rows of a CSV by which its columns are known. */
const ROWS_LOOKED_AT = 100;

/** An upload as it is read. */
export interface Upload {
  readonly entries: AsyncGenerator<JobEntry[]>;
  /** The columns of the list; asked when `entries` has ended. */
  readonly columns: () => OwnColumns | null;
}

/** Names of the column, or of the field, that holds the link. */
export const LINK_NAMES = ['url', 'link', 'placeid', 'place_id', 'review_url', 'query'];

const LINK = /^https?:\/\//i;
/** Cells that may belong to the coordinates of a link; more of them are no coordinates. */
const MOST_PARTS = 8;
/** How much of a malformed line its result repeats. */
const LONGEST_EXCERPT = 200;

/**
 * Reads the links of an upload, one entry for each line or record: what is no link is an entry with a problem. Empty
 * lines at the end are no entries.
 */
export function readUpload(parts: AsyncIterable<Buffer>, upload: UploadType, type: JobType): Upload {
  const lines = withoutEmptyEnd(uploadLines(parts), JOB_KINDS[type].most, () => tooManyLinks(type));
  const rows = createOwnRows();
  const read = upload === 'text/plain' ? linkEntry : ndjsonReader(rows);
  const entries = upload === 'text/csv' ? readCsv(lines, type, rows) : readLines(lines, read);
  return { entries, columns: rows.columns };
}

async function* readLines(
  lines: AsyncIterable<TextLine[]>,
  /** Null = the line is no entry. */
  read: (text: string, line: number) => JobEntry | null,
): AsyncGenerator<JobEntry[]> {
  for await (const some of lines) {
    yield some.flatMap((line) => checkedLine(line) ?? read(line.text, line.number) ?? []);
  }
}

const EMPTY = 'The line is empty.';

/** Null = it can be read. */
function checkedLine(line: TextLine): JobEntry | null {
  const { text, number, isTooLong } = line;
  if (isTooLong) return malformed(text, number, `The line is longer than ${LONGEST_LINE} characters.`);
  return isEmpty(line) ? malformed('', number, EMPTY) : null;
}

/** Apart from white space. Redis would hold each as six characters. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

/** The entry of a link, identifier or name. One that can be none is malformed. `line`: null = there are no lines. */
export function linkEntry(text: string, line: number | null): JobEntry {
  const link = text.trim();
  if (link.length > MAX_INPUT_CHARACTERS) {
    return malformed(link, line, `The link is longer than ${MAX_INPUT_CHARACTERS} characters.`);
  }
  if (CONTROL.test(link)) return malformed(link, line, 'The line holds control characters.');
  return { text: link, line, problem: null };
}

/** The own columns that a first line `{"columns": […]}` names; undefined = it names none. */
function headingsIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'columns')
    return undefined;
  const { columns } = value as { readonly columns: unknown };
  // A loop that ends at the first fault: zod keeps an issue for each.
  return Array.isArray(columns) && columns.every((one) => typeof one === 'string') ? columns : undefined;
}

/** The cells of a line, where null is its link. */
function cellsIn(value: unknown): OwnCells | undefined {
  if (typeof value !== 'object' || value === null || !('cells' in value)) return undefined;
  const { cells } = value;
  return Array.isArray(cells) && cells.every((one) => one === null || typeof one === 'string')
    ? cells
    : undefined;
}

function ndjsonReader(rows: OwnRows): (text: string, line: number) => JobEntry | null {
  let hasColumns = false;
  return (text, line) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return malformed(text, line, 'The line is not valid JSON.');
    }
    const headings = line === 1 ? headingsIn(value) : undefined;
    if (headings !== undefined) {
      rows.name(headings);
      hasColumns = true;
      return null;
    }
    const cells = hasColumns ? cellsIn(value) : undefined;
    const link = (typeof value === 'string' ? value : fieldOf(value))?.trim() ?? '';
    const kept = cells?.map((cell) => (cell === null ? link : cell));
    const own = kept === undefined ? {} : { own: rows.keep(kept, line, link || null) };
    if (link !== '') return { ...linkEntry(link, line), ...own };
    const problem: ServiceMessage = hasColumns
      ? 'The line has no link.'
      : `The line must be a JSON string, or an object with a text in one of: ${LINK_NAMES.join(', ')}.`;
    return { ...malformed(own.own?.join(';') ?? text, line, problem), ...own };
  };
}

function fieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = LINK_NAMES.find((candidate) => Object.hasOwn(value, candidate));
  const field = name === undefined ? undefined : (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : undefined;
}

/** How the records of a CSV are read. */
interface CsvForm {
  /** Finds the link of a row. */
  readonly linkIn: (cells: readonly string[]) => string | undefined;
  readonly missing: ServiceMessage;
  /** Whether the first record that is not empty is headings. */
  readonly hasHeadings: boolean;
  /** Whether rows have other cells than their link. */
  readonly isTable: boolean;
}

/** The first records that are not empty decide which column holds the links, and whether there are headings. */
async function* readCsv(
  lines: AsyncIterable<TextLine[]>,
  type: JobType,
  own: OwnRows,
): AsyncGenerator<JobEntry[]> {
  let form: CsvForm | null = null;
  let isHeading = false;
  let waiting: CsvRow[] = [];
  const entriesOf = (rows: readonly CsvRow[], known: CsvForm) =>
    rows.flatMap((row) => {
      if (isHeading && !isBlank(row)) {
        isHeading = false;
        if (known.isTable) own.name(row.cells);
        return [];
      }
      return [checkedLine(row) ?? csvEntry(row, known, own)];
    });
  const decide = () => {
    const found = formOf(waiting, type);
    isHeading = found.hasHeadings;
    return found;
  };
  for await (const rows of csvRows(lines)) {
    if (form !== null) {
      yield entriesOf(rows, form);
      continue;
    }
    const first = rows.findIndex((row) => waiting.length > 0 || !isBlank(row));
    const blank = first < 0 ? rows : rows.slice(0, first);
    if (blank.length > 0) yield blank.map(({ number }) => malformed('', number, EMPTY));
    waiting.push(...rows.slice(blank.length));
    if (waiting.length < ROWS_LOOKED_AT) continue;
    form = decide();
    yield entriesOf(waiting, form);
    waiting = [];
  }
  form ??= decide();
  yield entriesOf(waiting, form);
}

/** The rows of a CSV, those of one part of it at a time. */
async function* csvRows(lines: AsyncIterable<TextLine[]>): AsyncGenerator<CsvRow[]> {
  const reader = createCsvReader(null);
  for await (const some of lines) yield reader.add(some).map(withWholeLink);
  yield reader.end().map(withWholeLink);
}

const isBlank = ({ text }: CsvRow) => text.trim() === '';

function formOf(rows: readonly CsvRow[], type: JobType): CsvForm {
  const full = rows.filter((row) => !isBlank(row) && !row.isTooLong).map(({ cells }) => cells);
  const isTable = full.some((cells) => cells.length > 1);
  const named = full[0]?.findIndex((cell) => LINK_NAMES.includes(cell.toLowerCase())) ?? -1;
  if (named >= 0) {
    const missing = 'The cell of the link is empty.';
    return { linkIn: (cells) => cells[named], missing, hasHeadings: true, isTable };
  }
  const listed = type === 'review-visibility' ? 'reviews' : 'places';
  const layout = isTable ? layoutOf(full.slice(0, ROWS_LOOKED_AT), listed) : null;
  const linkIn =
    layout === null
      ? (cells: readonly string[]) => queryIn(cells, type)
      : (cells: readonly string[]) => foundInRow(cells, layout, listed)[0];
  const missing = 'No cell of the record is a link.';
  return { linkIn, missing, hasHeadings: layout?.headings != null, isTable };
}

function csvEntry(row: CsvRow, { linkIn, missing, isTable }: CsvForm, rows: OwnRows): JobEntry {
  const { text, number, cells } = row;
  // A row with several lines.
  const long = cells.find((cell) => cell.length > LONGEST_LINE);
  if (long !== undefined) {
    return malformed(long, number, `The line has a cell of more than ${LONGEST_LINE} characters.`);
  }
  const link = linkIn(cells) ?? '';
  const own = isTable ? { own: rows.keep(cells, number, link === '' ? null : link) } : {};
  if (link === '') return { ...malformed(text, number, missing), ...own };
  return { ...linkEntry(link, number), ...own };
}

/** The first cell that is a link. Places also have identifiers and names: the first cell with text, if none is either. */
function queryIn(cells: readonly string[], type: JobType): string | undefined {
  if (type === 'review-visibility') return cells.find(isLink);
  return cells.find((cell) => isLink(cell) || isIdentifier(cell)) ?? cells.find((cell) => cell !== '');
}

function isLink(cell: string): boolean {
  return LINK.test(cell);
}

/** What looks like an identifier is meant as one, and its result says what is wrong with it. */
const LIKE_IDENTIFIER = /^(?:ChIJ\S|0x[\da-f]+:|cid:)/i;

/** Identifiers are those that the endpoints of single places know: Place ID, feature id, CID, link without `https://`. */
function isIdentifier(cell: string): boolean {
  if (cell === '') return false;
  try {
    return classifyQuery(cell).kind !== 'name';
  } catch {
    return LIKE_IDENTIFIER.test(cell);
  }
}

/** A link without quotes may have lost its coordinates (`@52.2,21.0,17z`) to the next cells. */
function withWholeLink(row: CsvRow): CsvRow {
  const cells = row.cells.map((cell) => cell.trim());
  const at = row.delimiter === ',' ? cells.findIndex(isLink) : -1;
  let link = cells[at];
  let next = at + 1;
  for (; link !== undefined && next <= at + MOST_PARTS; next += 1) {
    const cell = cells[next];
    const isCoordinate = cell !== undefined && /^-?\d[\d.]*[a-z]?(?:\/|$)/.test(cell);
    if (!isCoordinate || !/@-?\d+\.\d+(?:,-?[\d.]+)*$/.test(link)) break;
    link += `,${cell}`;
  }
  const whole = link === undefined ? cells : [...cells.slice(0, at), link, ...cells.slice(next)];
  // Before the columns are looked for: that takes time for each of them.
  checkWidth(whole);
  return { ...row, cells: whole };
}

function malformed(text: string, line: number | null, problem: ServiceMessage): JobEntry {
  const excerpt = text.slice(0, LONGEST_EXCERPT).replaceAll(CONTROLS, '\ufffd');
  return { text: excerpt, line, problem };
}

import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { MAX_INPUT_CHARACTERS } from '../../core/identifiers/input-text.js';
import type { Message } from '../../core/texts/messages.js';
import { createTextDecoder } from '../../kit/lists/decode.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import {
  JOB_KINDS,
  type JobEntry,
  MAX_OWN_COLUMNS,
  type OwnCells,
  type OwnColumns,
  tooManyLinks,
} from './job.js';
import { message } from './messages.js';

// Reads uploaded lists for jobs as a stream, within the limits of the service. It never holds a whole list.

/** The media types of uploads. */
export const UPLOAD_TYPES = ['application/x-ndjson', 'text/plain'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** A line of an upload, without its end. */
interface TextLine {
  /** Counts from 1. */
  readonly number: number;
  /** The beginning of the line if the line is too long. */
  readonly text: string;
  readonly isTooLong: boolean;
}

/** An upload as it is read. */
interface Upload {
  readonly entries: AsyncGenerator<JobEntry[]>;
  /** The columns of the list. Call it after the end of `entries`. */
  readonly columns: () => OwnColumns | null;
}

/** Names of the field that holds the link. */
export const LINK_NAMES = ['url', 'link', 'placeid', 'place_id', 'review_url', 'query'];
/** Maximum characters of a line; every link is shorter. */
const MAX_LINE = 8_192;
/** Maximum characters of a row besides its link. A link with its result takes another 1 KB of the database. */
export const MAX_ROW = 2_000;
/** Characters of a malformed line that its result keeps. */
const MAX_EXCERPT = 200;

/**
 * Reads the links of an upload, one entry for each line. A line without a link becomes an entry with a problem. Empty
 * lines at the end are ignored.
 */
export function readUpload(parts: AsyncIterable<Buffer>, upload: UploadType, type: JobType): Upload {
  const rows = createOwnRows();
  const read = upload === 'text/plain' ? linkEntry : ndjsonReader(rows);
  return { entries: entriesOf(linesOf(parts), type, read), columns: rows.columns };
}

/** CRLF, LF, or CR (Excel's "CSV (Macintosh)"). A CR at the end of a part may be the first half of CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/;

/** Splits an upload into lines and yields the lines of each part. The last line may have no line end. */
async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  const decode = createTextDecoder();
  const textOf = (part?: Buffer): string => {
    const text = decode(part);
    if (text === null) throw new AppError(INVALID_REQUEST, message('uploadEncodingUnknown'));
    return text;
  };
  let rest = '';
  let isCut = false;
  let number = 0;
  const line = (text: string): TextLine => {
    number += 1;
    const content = (number === 1 ? text.replace(/^\ufeff/, '') : text).replace(/\r$/, '');
    const isTooLong = isCut || content.length > MAX_LINE;
    isCut = false;
    return { number, text: content.slice(0, MAX_LINE), isTooLong };
  };
  /** The whole lines of the text so far; its last line may go on. */
  const wholeLines = (text: string): TextLine[] => {
    const texts = (rest + text).split(LINE_END);
    rest = texts.pop() ?? '';
    const whole = texts.map(line);
    if (rest.length > MAX_LINE + 2) {
      rest = rest.slice(0, MAX_LINE) + (rest.endsWith('\r') ? '\r' : '');
      isCut = true;
    }
    return whole;
  };
  for await (const part of parts) {
    const whole = wholeLines(textOf(part));
    if (whole.length > 0) yield whole;
  }
  const last = wholeLines(textOf());
  yield rest !== '' || isCut ? [...last, line(rest)] : last;
}

/** Empty lines that become entries at a time. */
const EMPTY_AT_ONCE = 1_000;

/**
 * One entry for each line but the empty ones at the end: empty lines are counted, not kept, until a line with text
 * follows. `read` returns null for a line that gives no entry.
 * @throws AppError as soon as more lines in a row are empty than a job of this type may have links
 */
async function* entriesOf(
  lines: AsyncIterable<TextLine[]>,
  type: JobType,
  read: (text: string, line: number) => JobEntry | null,
): AsyncGenerator<JobEntry[]> {
  /** The last line that was read, or became an entry. */
  let known = 0;
  for await (const some of lines) {
    let entries: JobEntry[] = [];
    for (const { number, text, isTooLong } of some) {
      if (!isTooLong && text.trim() === '') {
        if (number - known > JOB_KINDS[type].most) throw tooManyLinks(type);
        continue;
      }
      for (known += 1; known < number; known += 1) {
        entries.push(malformed('', known, message('lineEmpty')));
        if (entries.length < EMPTY_AT_ONCE) continue;
        yield entries;
        entries = [];
      }
      const entry = isTooLong
        ? malformed(text, number, message('lineTooLong', { most: MAX_LINE }))
        : read(text, number);
      if (entry !== null) entries.push(entry);
    }
    if (entries.length > 0) yield entries;
  }
}

/** Control characters except white space. JSON holds each of them as six characters, and PostgreSQL refuses U+0000. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

/**
 * The entry of a link, identifier or name. A text that cannot be any of these is malformed. `line`: null = the list
 * has no lines.
 */
export function linkEntry(text: string, line: number | null): JobEntry {
  const link = text.trim();
  if (link.length > MAX_INPUT_CHARACTERS)
    return malformed(link, line, message('linkTooLong', { most: MAX_INPUT_CHARACTERS }));
  if (CONTROL.test(link)) return malformed(link, line, message('lineWithControlCharacters'));
  return { text: link, line, problem: null };
}

function malformed(text: string, line: number | null, problem: Message): JobEntry {
  return { text: text.slice(0, MAX_EXCERPT).replaceAll(CONTROLS, '\ufffd'), line, problem };
}

function ndjsonReader(rows: OwnRows): (text: string, line: number) => JobEntry | null {
  let hasColumns = false;
  return (text, line) => {
    let value: unknown;
    try {
      value = JSON.parse(withLongNumbers(text));
    } catch {
      return malformed(text, line, message('lineNotJson'));
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
    const problem: Message = hasColumns
      ? message('lineWithoutLink')
      : message('lineWithoutText', { names: LINK_NAMES.join(', ') });
    return { ...malformed(own.own?.join(';') ?? text, line, problem), ...own };
  };
}

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Such a number is an id: JSON would round it. */
const LONG_NUMBER = /^-?\d{16,}$/;

/** JSON whose long numbers are texts, with all of their digits. */
function withLongNumbers(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (found) => (LONG_NUMBER.test(found) ? `"${found}"` : found));
}

/** The column names in a first line `{"columns": […]}`; undefined = the line names no columns. */
function headingsIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'columns')
    return undefined;
  const { columns } = value as { readonly columns: unknown };
  // A loop stops at the first fault; zod would keep an issue for each one.
  return Array.isArray(columns) && columns.every((name) => typeof name === 'string') ? columns : undefined;
}

/** The cells of a line; null stands for its link. */
function cellsIn(value: unknown): OwnCells | undefined {
  if (typeof value !== 'object' || value === null || !('cells' in value)) return undefined;
  const { cells } = value;
  const isCell = (cell: unknown) =>
    typeof cell === 'number' ? Number.isFinite(cell) : cell === null || typeof cell !== 'object';
  return Array.isArray(cells) && cells.every(isCell) ? cells : undefined;
}

function fieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = LINK_NAMES.find((candidate) => Object.hasOwn(value, candidate));
  const field = name === undefined ? undefined : (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : undefined;
}

type OwnRows = ReturnType<typeof createOwnRows>;

/** Collects the client's own cells of an upload. */
function createOwnRows() {
  let names: readonly string[] | null = null;
  let width = 0;
  let isLinkInCell = true;
  let isKept = false;
  const widen = (cells: readonly unknown[]) => {
    checkWidth(cells);
    width = Math.max(width, cells.length);
  };
  return {
    name: (headings: readonly string[]) => {
      widen(headings);
      if (headings.join('').length > MAX_ROW)
        throw new AppError(INVALID_REQUEST, message('headingsTooLong', { most: MAX_ROW }));
      names = headings;
    },
    /** Returns the cells to keep of a row; `link`: null = the row has no link. @throws AppError `invalid_request` */
    keep: (cells: OwnCells, line: number, link: string | null): OwnCells => {
      const last = cells.findLastIndex((cell) => cell !== '');
      const at = link === null ? -1 : cells.indexOf(link);
      const own = cells.slice(0, last + 1).map((cell, index) => (index === at ? null : cell));
      widen(own);
      const count = own.reduce<number>((sum, cell) => sum + String(cell ?? '').length, 0);
      if (count > MAX_ROW)
        throw new AppError(INVALID_REQUEST, message('rowTooLong', { line, count, most: MAX_ROW }));
      isKept = true;
      isLinkInCell &&= link === null || own.includes(null);
      return own;
    },
    /** The columns of all rows; null when no row was kept. */
    columns: (): OwnColumns | null => (isKept ? { headings: names, width, isLinkInCell } : null),
  };
}

/** @throws AppError `invalid_request` for a row with too many cells. Empty cells at its end do not count. */
function checkWidth(cells: readonly unknown[]): void {
  const width = cells.findLastIndex((cell) => cell !== '') + 1;
  if (width <= MAX_OWN_COLUMNS) return;
  throw new AppError(INVALID_REQUEST, message('tooManyColumns', { count: width, most: MAX_OWN_COLUMNS }));
}

import { classifyQuery } from '../../identifiers/classify.js';
import type { JobEntry, JobType } from '../../jobs/job.js';
import type { ServiceMessage } from '../../service-messages.js';
import { isEmpty, LONGEST_LINE, type UploadLine, uploadLines, withoutEmptyEnd } from './upload-lines.js';

/** The media types of uploads. */
export const UPLOAD_TYPES = ['application/x-ndjson', 'text/csv', 'text/plain'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** Names of the column, or of the field, that holds the link. */
export const LINK_NAMES = ['url', 'link', 'placeid', 'place_id', 'review_url', 'query'];

const LINK = /^https?:\/\//i;
/** Cells that may belong to the coordinates of a link; more of them are no coordinates. */
const MOST_PARTS = 8;
/** How much of a malformed line its result repeats. */
const LONGEST_EXCERPT = 200;
/** A record with line breaks in quotes has at most so many lines: a quote that is never closed ends there. */
const LONGEST_RECORD = 20;

/**
 * Reads the links of an upload, one entry for each line or record: what is no link is an entry with a problem. Empty
 * lines at the end are no entries.
 */
export function readUpload(
  parts: AsyncIterable<Buffer>,
  upload: UploadType,
  type: JobType,
): AsyncGenerator<JobEntry[]> {
  const lines = withoutEmptyEnd(uploadLines(parts));
  if (upload === 'text/csv') return readCsv(lines, type);
  return readLines(lines, upload === 'text/plain' ? plainEntry : ndjsonEntry);
}

async function* readLines(
  lines: AsyncIterable<UploadLine[]>,
  read: (text: string, line: number) => JobEntry,
): AsyncGenerator<JobEntry[]> {
  for await (const some of lines) {
    yield some.map((line) => checkedLine(line) ?? read(line.text, line.number));
  }
}

/** Null = it can be read. */
function checkedLine(line: UploadLine): JobEntry | null {
  const { text, number, isTooLong } = line;
  if (isTooLong) return malformed(text, number, `The line is longer than ${LONGEST_LINE} characters.`);
  return isEmpty(line) ? malformed('', number, 'The line is empty.') : null;
}

function plainEntry(text: string, line: number): JobEntry {
  return { text: text.trim(), line, problem: null };
}

function ndjsonEntry(text: string, line: number): JobEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(text, line, 'The line is not valid JSON.');
  }
  const link = typeof value === 'string' ? value : fieldOf(value);
  if (link !== undefined && link.trim() !== '') return { text: link.trim(), line, problem: null };
  return malformed(
    text,
    line,
    `The line must be a JSON string, or an object with a text in one of: ${LINK_NAMES.join(', ')}.`,
  );
}

function fieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = LINK_NAMES.find((candidate) => Object.hasOwn(value, candidate));
  const field = name === undefined ? undefined : (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : undefined;
}

/** The first record that is not empty decides on the delimiter, and whether there are headings. */
async function* readCsv(lines: AsyncIterable<UploadLine[]>, type: JobType): AsyncGenerator<JobEntry[]> {
  const parse = await loadCsv();
  let column: number | null = null;
  for await (const some of csvRecords(lines, parse)) {
    const entries: JobEntry[] = [];
    for (const { record, delimiter } of some) {
      const { cells } = parse(record.text, delimiter);
      if (column === null && record.text.trim() !== '') {
        column = cells.findIndex((cell) => LINK_NAMES.includes(cell.toLowerCase()));
        if (column >= 0) continue;
      }
      entries.push(checkedLine(record) ?? csvEntry(record, cells, delimiter, column ?? -1, type));
    }
    yield entries;
  }
}

function csvEntry(
  { text, number }: UploadLine,
  cells: readonly string[],
  delimiter: string,
  column: number,
  type: JobType,
): JobEntry {
  const link = column >= 0 ? cells[column] : queryIn(cells, delimiter, type);
  if (link === undefined || link === '') {
    const missing = column >= 0 ? 'The cell of the link is empty.' : 'No cell of the record is a link.';
    return malformed(text, number, missing);
  }
  // Of a record with several lines.
  if (link.length > LONGEST_LINE) {
    return malformed(link, number, `The link is longer than ${LONGEST_LINE} characters.`);
  }
  return { text: link, line: number, problem: null };
}

/** The first cell that is a link. Places also have identifiers and names: the first cell with text, if none is either. */
function queryIn(cells: readonly string[], delimiter: string, type: JobType): string | undefined {
  if (type === 'review-visibility') return linkAt(cells, cells.findIndex(isLink), delimiter);
  const at = cells.findIndex((cell) => isLink(cell) || isIdentifier(cell));
  return linkAt(cells, at, delimiter) ?? cells.find((cell) => cell !== '');
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
function linkAt(cells: readonly string[], at: number, delimiter: string): string | undefined {
  let link = cells[at];
  for (let next = at + 1; delimiter === ',' && link !== undefined && next <= at + MOST_PARTS; next += 1) {
    const cell = cells[next];
    const isCoordinate = cell !== undefined && /^-?\d[\d.]*[a-z]?(?:\/|$)/.test(cell);
    if (!isCoordinate || !/@-?\d+\.\d+(?:,-?[\d.]+)*$/.test(link)) break;
    link += `,${cell}`;
  }
  return link;
}

type ParseRecord = (
  record: string,
  delimiter: string,
) => {
  readonly cells: string[];
  /** Whether it ends within quotes. */
  readonly isOpen: boolean;
};

/** Loaded here: a service without jobs starts without the library. */
async function loadCsv(): Promise<ParseRecord> {
  const { default: Papa } = await import('papaparse');
  return (record, delimiter) => {
    const { data, errors } = Papa.parse<string[]>(record, { delimiter, newline: '\n' });
    return {
      cells: (data[0] ?? []).map((cell) => cell.trim()),
      isOpen: errors.some(({ code }) => code === 'MissingQuotes'),
    };
  };
}

function delimiterOf(record: string): string {
  const bare = record.replaceAll(/"[^"]*"/g, '');
  return [';', '\t'].find((sign) => bare.includes(sign)) ?? ',';
}

/** A first line by which Excel is told the sign between cells. */
const SEPARATOR_MARK = /^"?sep=([^"])"?\s*$/i;

interface CsvRecord {
  readonly record: UploadLine;
  readonly delimiter: string;
}

/**
 * Joins the lines of records whose quotes hold line breaks; a record has the number of its first line. A quote inside a
 * cell, such as that of `12"`, begins nothing.
 */
async function* csvRecords(
  lines: AsyncIterable<UploadLine[]>,
  parse: ParseRecord,
): AsyncGenerator<CsvRecord[]> {
  let delimiter: string | null = null;
  let open: UploadLine[] = [];
  for await (const some of lines) {
    const records: CsvRecord[] = [];
    for (const line of some) {
      const mark: string | undefined = line.number === 1 ? SEPARATOR_MARK.exec(line.text)?.[1] : undefined;
      if (mark !== undefined) {
        delimiter = mark;
        continue;
      }
      open.push(line);
      const text = open.map((part) => part.text).join('\n');
      const sign: string = delimiter ?? delimiterOf(text);
      const isOpen = text.includes('"') && parse(text, sign).isOpen;
      if (isOpen && !line.isTooLong && open.length < LONGEST_RECORD) continue;
      // What does not end is no record: each of its lines is one.
      const found = isOpen || line.isTooLong ? open : [{ ...line, number: open[0]?.number ?? 0, text }];
      const first = found[0]?.text ?? '';
      if (first.trim() !== '') delimiter ??= delimiterOf(first);
      for (const record of found) records.push({ record, delimiter: delimiter ?? sign });
      open = [];
    }
    yield records;
  }
  const sign = delimiter ?? delimiterOf(open[0]?.text ?? '');
  yield open.map((record) => ({ record, delimiter: sign }));
}

function malformed(text: string, line: number, problem: ServiceMessage): JobEntry {
  return { text: text.slice(0, LONGEST_EXCERPT), line, problem };
}

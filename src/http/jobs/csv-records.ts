import type { UploadLine } from './upload-lines.js';

// The records of a CSV, as it comes in line by line.

/** A record with line breaks in quotes has at most so many lines: a quote that is never closed ends there. */
const LONGEST_RECORD = 20;

export type ParseRecord = (
  record: string,
  delimiter: string,
) => {
  readonly cells: string[];
  /** Whether it ends within quotes. */
  readonly isOpen: boolean;
};

/** Loaded here: a service without jobs starts without the library. */
export async function loadCsv(): Promise<ParseRecord> {
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

export interface CsvRecord {
  readonly record: UploadLine;
  readonly delimiter: string;
}

/**
 * Joins the lines of records whose quotes hold line breaks; a record has the number of its first line. A quote inside a
 * cell, such as that of `12"`, begins nothing.
 */
export async function* csvRecords(
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

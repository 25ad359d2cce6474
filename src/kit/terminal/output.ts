import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { datedName } from '../lists/file-name.js';
import type { Column } from '../lists/table.js';
import { csvHeader, csvLine } from '../lists/write-csv.js';
import { isFolder, replaceFile } from './files.js';
import { jsonText, labelled, withoutControls } from './plain-text.js';
import type { Session } from './session.js';

/** How rows of one kind are shown. */
export interface Table<Row> {
  /** Name of the sheet in a workbook. The name of the file as well, if the user gives only a folder. */
  readonly name: string;
  /** The place that all rows are about, for the name of the file. */
  readonly place?: (rows: readonly Row[]) => string | null;
  readonly columns: readonly Column<Row>[];
  /** Cells of all rows are known only at the end, so that CSV is written at the end, too. */
  readonly isKnownAtEnd?: true;
  /** The first sheet of a workbook, before the sheet of the rows; absent = there is only the sheet of the rows. */
  readonly first?: (rows: readonly Row[]) => {
    readonly name: string;
    readonly columns: readonly Column<null>[];
  };
  /** The row in the text format, without its last line end. */
  text(row: Row): string;
  line(row: Row): object;
}

/** A field of a table: its heading, and the function that reads its value from a row. */
export type Field<Row> = readonly [header: string, value: Column<Row>['value']];

/** A table whose lines are its rows, and whose text is a card of its fields, unless `text` says otherwise. */
export function tableOf<Row extends object>(
  name: string,
  fields: readonly Field<Row>[],
  text: (row: Row) => string = (row) =>
    labelled(fields.map(([label, read]) => [label, read(row) === null ? null : String(read(row))])),
): Table<Row> {
  return { name, columns: fields.map(([header, value]) => ({ header, value })), line: (row) => row, text };
}

interface Ending<Row> {
  json(rows: readonly Row[]): object;
  readonly line?: object | null;
  /** The last line of the text format, without line end. */
  readonly text?: string;
}

/** Writes rows as they arrive: text, NDJSON and most CSV at once, JSON and workbooks at the end. */
export function openListing<Row>(session: Session, table: Table<Row>) {
  const { format, print, language } = session;
  const kept: Row[] = [];
  let begun = false;
  const heading = () => {
    const text = begun || format.kind !== 'csv' ? '' : csvHeader(table.columns, language);
    begun = true;
    return text;
  };
  return {
    add: async (row: Row) => {
      if (format.kind === 'text') await print(`${withoutControls(table.text(row))}\n`);
      else if (format.kind === 'ndjson') await print(`${jsonText(table.line(row))}\n`);
      else if (format.kind === 'csv' && table.isKnownAtEnd === undefined)
        await print(heading() + csvLine(table.columns, row, language));
      else kept.push(row);
    },
    /** Ends the output, once. */
    end: async ({ json, line, text }: Ending<Row>) => {
      if (format.kind === 'xlsx') await writeWorkbook(session, format.file, table, kept);
      else if (format.kind === 'json') await print(`${jsonText(json(kept), 2)}\n`);
      else if (format.kind === 'csv')
        await print(heading() + kept.map((row) => csvLine(table.columns, row, language)).join(''));
      else if (format.kind === 'text' && text !== undefined) await print(`${text}\n`);
      else if (format.kind === 'ndjson' && line != null) await print(`${jsonText(line)}\n`);
    },
  };
}

async function writeWorkbook<Row>(
  session: Session,
  file: string,
  { name, place, columns, first }: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  // Loaded here: the other formats do without the writer of workbooks.
  const { filledSheet, workbookBlob } = await import('../lists/write-xlsx.js');
  const sheet = filledSheet({ name, columns }, [rows]);
  const cover = first === undefined ? [] : [filledSheet(first(rows), [[null]])];
  const workbook = await workbookBlob([...cover, sheet]);
  const path = workbookPath(file, () => datedName([name, place?.(rows) ?? null], new Date()));
  await replaceFile(path, [new Uint8Array(await workbook.arrayBuffer())], session.t);
  session.note(session.t('files.writtenRows', { file: path, rows: rows.length }));
}

/** The path of a workbook. In a folder it gets a new name: `name-2.xlsx` beside `name.xlsx`. */
export function workbookPath(file: string, nameOf: () => string): string {
  if (!isFolder(file)) return file;
  const name = nameOf();
  for (let number = 1; ; number += 1) {
    const path = join(file, `${name}${number === 1 ? '' : `-${number}`}.xlsx`);
    if (!existsSync(path)) return path;
  }
}

/** Writes a file as `replaceFile` does, and reports it. */
export async function saveParts(
  { note, t }: Pick<Session, 'note' | 't'>,
  file: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  await replaceFile(file, parts, t);
  note(t('files.written', { file }));
}

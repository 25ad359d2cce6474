import type { Language } from '../../contract/language.js';
import type { Column } from '../../lists/table.js';
import { toCsv } from '../../lists/write-csv.js';

/** A table to download. */
export interface Download<Row> {
  /** Without extension. */
  readonly fileName: string;
  /** Name of the sheet in a workbook. */
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Downloads the table as a CSV for spreadsheets in this language. Returns the file name. */
export function downloadCsv<Row>({ fileName, columns, rows }: Download<Row>, language: Language): string {
  const blob = new Blob([toCsv(columns, rows, language)], { type: 'text/csv;charset=utf-8' });
  return save(blob, `${fileName}.csv`);
}

/** Downloads the table as XLSX; the code that writes it is loaded on the first call. Returns the file name. */
export async function downloadXlsx<Row>({ fileName, sheet, columns, rows }: Download<Row>): Promise<string> {
  const { xlsxBlob } = await import('../../lists/write-xlsx.js');
  return save(await xlsxBlob({ name: sheet, columns }, rows), `${fileName}.xlsx`);
}

const REVOKE_AFTER_MS = 60_000;

/** Lets the browser save a file. Returns its name. */
export function save(blob: Blob, name: string): string {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return name;
}

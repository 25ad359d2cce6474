import type { Cell, SheetData } from 'write-excel-file/universal';
import { sheetText } from './sheet-text.js';
import type { CellValue, Column } from './table.js';

/** What write-excel-file takes: `writeXlsxFile(sheet.data, sheet.options)`, of its `/node` or `/browser` entry. */
export interface Sheet {
  readonly data: SheetData;
  readonly options: { sheet: string; stickyRowsCount: number; columns: { width: number }[] };
}

/** Excel's own limit of characters in the name of a sheet. */
const LONGEST_NAME = 31;
const WIDEST_COLUMN = 60;
/** Rows looked at for the width of a column. */
const ROWS_MEASURED = 200;

/**
 * A sheet with its headings in a first row that stays in view. Texts are text cells: a formula in a review is never
 * evaluated, and a CID keeps its digits.
 */
export function toSheet<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  const values = rows.map((row) => columns.map((column) => column.value(row)));
  const headings = columns.map(({ header }): Cell => ({ ...textCell(header), fontWeight: 'bold' }));
  return {
    data: [headings, ...values.map((row) => row.map(cell))],
    options: {
      sheet: name.replace(/[[\]/\\:*?]/g, ' ').slice(0, LONGEST_NAME),
      stickyRowsCount: 1,
      columns: columns.map(({ header }, index) => ({
        width: widthOf([header, ...values.slice(0, ROWS_MEASURED).map((row) => row[index] ?? null)]),
      })),
    },
  };
}

function cell(value: CellValue): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (typeof value === 'string') return textCell(value);
  if (Number.isNaN(value.getTime())) return null;
  // The file knows no time zones and the library writes UTC: shifted, so that the reader's own time is shown.
  const shifted = new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
  return { value: shifted, type: Date, format: 'yyyy-mm-dd hh:mm' };
}

function textCell(text: string) {
  // The library finds texts again in a plain object, where "constructor" is always found.
  const safe = text in {} ? `${text} ` : text;
  return { value: sheetText(safe), type: String };
}

function widthOf(values: readonly CellValue[]): number {
  const lengths = values.map((value) => (value instanceof Date ? 16 : String(value ?? '').length));
  return Math.min(WIDEST_COLUMN, Math.max(...lengths) + 2);
}

import type { Cell, SheetData } from 'write-excel-file/universal';
import { addressIn, TIME_FORMAT, timeIn } from './cell-forms.js';
import { type SheetFeature, type SheetLink, sheetExtras } from './sheet-links.js';
import { sheetText } from './sheet-text.js';
import type { CellValue, Column, ColumnForm } from './table.js';

/** What write-excel-file takes: `writeXlsxFile(data, options, workbook)`, of its `/node` or `/browser` entry. */
export interface Sheet {
  readonly data: SheetData;
  readonly options: { sheet: string; stickyRowsCount: number; columns: { width: number }[] };
  readonly workbook: { fontFamily: string; fontSize: number; features: SheetFeature[] };
}

/** Excel's own limit of characters in the name of a sheet. */
const LONGEST_NAME = 31;
/** Excel's own. */
const FONT = { fontFamily: 'Calibri', fontSize: 11 } as const;
const WIDEST_COLUMN = 60;
/** Rows looked at for the width of a column. */
const ROWS_MEASURED = 200;

/**
 * A sheet with its headings in a first row that stays in view and has filter buttons. Texts are text cells: a formula in a review is never
 * evaluated, and a CID keeps its digits. Columns of a `form` have dates that can be sorted, and links to click.
 */
export function toSheet<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  const values = rows.map((row) => columns.map((column) => column.value(row)));
  const headings = columns.map(({ header }): Cell => ({ ...textCell(header), fontWeight: 'bold' }));
  return {
    data: [headings, ...values.map((row) => row.map((value, index) => cell(value, columns[index]?.form)))],
    options: {
      sheet: name.replace(/[[\]/\\:*?]/g, ' ').slice(0, LONGEST_NAME),
      stickyRowsCount: 1,
      columns: columns.map(({ header }, index) => ({
        width: widthOf([header, ...values.slice(0, ROWS_MEASURED).map((row) => row[index] ?? null)]),
      })),
    },
    workbook: {
      // Without a name and a size each program takes its own, and another one for headings and links.
      ...FONT,
      features: [sheetExtras(linksOf(columns, values), { rows: values.length + 1, columns: columns.length })],
    },
  };
}

function linksOf<Row>(
  columns: readonly Column<Row>[],
  values: readonly (readonly CellValue[])[],
): SheetLink[] {
  return values.flatMap((row, at) =>
    row.flatMap((value, column) => {
      const address = typeof value === 'string' ? addressIn(value, columns[column]?.form) : null;
      return address === null ? [] : [{ row: at + 1, column, address }];
    }),
  );
}

function cell(value: CellValue, form: ColumnForm | undefined): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (typeof value === 'string') {
    const time = timeIn(value, form);
    if (time !== null) return { value: time.at, type: Date, format: time.format };
    return addressIn(value, form) === null ? textCell(value) : { ...textCell(value), ...LINK_STYLE };
  }
  if (Number.isNaN(value.getTime())) return null;
  // The file knows no time zones and the library writes UTC: shifted, so that the reader's own time is shown.
  const shifted = new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
  return { value: shifted, type: Date, format: TIME_FORMAT };
}

/** As Excel shows a link itself. */
const LINK_STYLE = { textColor: '#0563C1', textDecoration: { underline: true } } as const;

function textCell(text: string) {
  // The library finds texts again in a plain object, where "constructor" is always found.
  const safe = text in {} ? `${text} ` : text;
  return { value: sheetText(safe), type: String };
}

function widthOf(values: readonly CellValue[]): number {
  const lengths = values.map((value) => (value instanceof Date ? 16 : String(value ?? '').length));
  return Math.min(WIDEST_COLUMN, Math.max(...lengths) + 2);
}

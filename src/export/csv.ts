import Papa from 'papaparse';
import { type CellValue, type Column, wallClock } from './table.js';

/**
 * CSV as Polish Excel opens it with a double click: UTF-8 with a byte order mark, `;` between cells (the comma is
 * the decimal sign there), CRLF after every line, numbers with a decimal comma ("4.6" would become the 4th of June).
 */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A text that a spreadsheet would take for a formula, at once or after it trimmed the text: a sign at its start, also
 * full-width or behind blanks and invisible characters. Papaparse's own pattern (`escapeFormulae`) misses texts of
 * several lines and cannot tell the number -4,6 from a text, so the mark is set here.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Texts such as "10/10" and CIDs, of which Excel would make a date, or a number of 15 digits. */
const NUMBER_LIKE = /^\d[\d .,:/%eE-]{0,200}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** The whole table as one text. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join('');
}

/** The byte order mark and the line of headings, with its line end: what a file begins with. */
export function csvHeader<Row>(columns: readonly Column<Row>[]): string {
  return BYTE_ORDER_MARK + line(columns.map(({ header }) => header));
}

/** One row with its line end. */
export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return line(columns.map((column) => column.value(row)));
}

function line(cells: readonly CellValue[]): string {
  return `${Papa.unparse([cells.map(cellText)], { delimiter: ';', newline: '\r\n' })}\r\n`;
}

function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('.', ',') : '';
  if (typeof value === 'boolean') return value ? 'PRAWDA' : 'FAŁSZ';
  if (value instanceof Date) return wallClock(value) ?? '';
  if (NUMBER_LIKE.test(value) && !ISO_TIME.test(value)) return `="${value}"`;
  return FORMULA.test(value) ? `'${value}` : value;
}

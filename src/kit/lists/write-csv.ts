import type { Language } from '../../core/published/language.js';
import { type CellValue, type Column, wallClock } from './table.js';

/**
 * CSV that Excel opens with a double click: UTF-8 with a byte order mark, CRLF after every line. In Polish, `;`
 * separates cells and numbers have a decimal comma ("4.6" would become the 4th of June); in English, `,` separates
 * cells and numbers have a decimal point.
 */
const BYTE_ORDER_MARK = '\ufeff';
const DELIMITERS: Readonly<Record<Language, string>> = { pl: ';', en: ',' };
const TRUTH = { pl: ['FAŁSZ', 'PRAWDA'], en: ['FALSE', 'TRUE'] } as const;

/**
 * A text that a spreadsheet reads as a formula, possibly after trimming: it begins with a sign, which may be
 * full-width, and may have quotes, spaces and invisible characters before the sign.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * A formula sign inside a text: a spreadsheet that splits lines by another separator than the file's begins a new cell
 * there. One match takes all characters before a sign, so that long runs of them are read once. The price "20,-" is
 * also marked.
 */
const BEFORE_A_SIGN = /([,;\s\p{Cc}\p{Cf}"]+)([=+\-@＝＋－＠]?)/gu;
const SEPARATOR = /[,;\t\n\v\f\r\u0085\u2028\u2029]/;
/** A quick check for a formula sign inside a text: few texts have one, and `BEFORE_A_SIGN` is slow. */
const HAS_SIGN_BEHIND = /[,;\s\p{Cc}\p{Cf}"][=+\-@＝＋－＠]/u;

/** Characters that control a terminal or change the writing direction. They are removed from all output. */
const CONTROLS = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Texts such as "10/10", "0048" and CIDs, which Excel would turn into a date or a number with other digits. */
const NUMBER_LIKE = /^\d[\d .,:/%eE-]{0,200}$/;
/** Numbers that Excel does not change, with or without groups: up to 15 digits, without a leading 0. */
const PLAIN_NUMBER = /^(?:0|[1-9](?: ?\d){0,14})$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** Removes characters that control a terminal from a cell or a whole table. Keeps tabs and line ends. */
export function withoutEscapes(text: string): string {
  return text.replace(CONTROLS, '');
}

/** The whole table as one text. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], language: Language) {
  return csvHeader(columns, language) + rows.map((row) => csvLine(columns, row, language)).join('');
}

/** The beginning of a file: byte order mark and the line of headings with its line end. */
export function csvHeader<Row>(columns: readonly Column<Row>[], language: Language): string {
  const headings = columns.map(({ header }) => header);
  return BYTE_ORDER_MARK + line(headings, language);
}

/** One row with its line end. */
export function csvLine<Row>(columns: readonly Column<Row>[], row: Row, language: Language): string {
  const cells = columns.map((column) => column.value(row));
  return line(cells, language);
}

function line(cells: readonly CellValue[], language: Language): string {
  const delimiter = DELIMITERS[language];
  return `${cells.map((cell) => quoted(cellText(cell, language), delimiter)).join(delimiter)}\r\n`;
}

/** Texts that must be quoted, because a CSV reader would change them otherwise. */
const NEEDS_QUOTES = /["\r\n\ufeff]|^ | $/;

function quoted(text: string, delimiter: string): string {
  return text.includes(delimiter) || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellText(value: CellValue, language: Language): string {
  if (value === null) return '';
  if (typeof value === 'number' && !Number.isFinite(value)) return '';
  if (typeof value === 'number') return language === 'pl' ? String(value).replace('.', ',') : String(value);
  if (typeof value === 'boolean') return TRUTH[language][value ? 1 : 0];
  if (value instanceof Date) return wallClock(value) ?? '';
  if (isChangedByExcel(value)) return `="${value}"`;
  return withoutFormulas(withoutEscapes(value));
}

function isChangedByExcel(text: string): boolean {
  return NUMBER_LIKE.test(text) && !ISO_TIME.test(text) && !PLAIN_NUMBER.test(text);
}

function withoutFormulas(text: string): string {
  if (!HAS_SIGN_BEHIND.test(text)) return FORMULA.test(text) ? `'${text}` : text;
  const marked = text.replace(BEFORE_A_SIGN, (found, before: string, sign: string) =>
    sign !== '' && SEPARATOR.test(before) ? `${before}'${sign}` : found,
  );
  return FORMULA.test(text) ? `'${marked}` : marked;
}

/** The value of a cell; null is an empty cell. A Date is shown in the reader's time zone. */
export type CellValue = string | number | boolean | Date | null;

/** A cell of the user's list. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export type OwnCell = string | number | boolean | null;

/** Maximum columns of a sheet, and of a text that is read as a table. */
export const MAX_COLUMNS = 16_384;

/** One column of a table: its heading, and a function that reads the cell of a row. */
export interface Column<Row> {
  readonly header: string;
  /**
   * How a workbook writes the texts of the column. `time`: `YYYY-MM-DD`, with or without `HH:MM:SS`, becomes a date.
   * `link`: an http(s) address can be clicked. `own` (the user's columns): both. Other texts do not change.
   */
  readonly form?: ColumnForm;
  /** Width in a workbook, in characters; absent: as wide as its first texts. */
  readonly width?: number;
  value(row: Row): CellValue;
}

export type ColumnForm = 'time' | 'link' | 'own';

/** Pages of a service use its time zone, as its answers and reports do; elsewhere this machine's time zone holds. */
const timeZone = globalThis.document?.documentElement.dataset.timeZone;
export const TIME_ZONE = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** `YYYY-MM-DD HH:MM:SS` in the reader's time zone; null for an invalid date. */
export function wallClock(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : CLOCK.format(date);
}

/** The day of a moment in the same zone, or so many days `later`: no day of a clock change has 24 hours. */
export function dayOf(date: Date, later = 0): string {
  const noon = Date.parse(`${wallClock(date)?.slice(0, 10)}T12:00:00Z`);
  return new Date(noon + later * 86_400_000).toISOString().slice(0, 10);
}

/** A time in ISO 8601 and UTC, `YYYY-MM-DDTHH:MM:SSZ`; null for an invalid date. */
export function utcClock(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19)}Z`;
}

/** The columns of a moment: in the reader's time zone, and in UTC, because an hour in autumn comes twice. */
export function momentColumns<Row>(header: string, at: (row: Row) => Date | null): Column<Row>[] {
  return [
    { header, form: 'time', value: at },
    { header: `${header} (UTC)`, value: (row) => utcClock(at(row) ?? new Date(Number.NaN)) },
  ];
}

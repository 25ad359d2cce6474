/** What a cell may hold; null is an empty cell. A Date is shown in the reader's own time zone. */
export type CellValue = string | number | boolean | Date | null;

/** One column of a table: its heading and how a row's cell is read. */
export interface Column<Row> {
  readonly header: string;
  /**
   * What a workbook makes of the texts of the column: `YYYY-MM-DD`, also with `HH:MM:SS`, becomes a date (`time`), an
   * http(s) address can be clicked (`link`), or both (`own`: a column of the user's). Other texts stay what they are.
   */
  readonly form?: ColumnForm;
  value(row: Row): CellValue;
}

export type ColumnForm = 'time' | 'link' | 'own';

const pad = (value: number) => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:MM:SS` in the reader's time zone; null for no date at all. */
export function wallClock(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

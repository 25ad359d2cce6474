import type { ColumnForm } from './table.js';

/** A date as a workbook shows it. */
export interface SheetTime {
  /** The time of the wall clock, written as UTC: a workbook knows no time zones. */
  readonly at: Date;
  readonly format: string;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/;
const DAY_FORMAT = 'yyyy-mm-dd';
export const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
/** Links to click in one sheet: Excel repairs a sheet with more. */
export const MOST_LINKS_IN_SHEET = 65_530;
/** Excel takes no longer address. */
const LONGEST_ADDRESS = 2_079;

/** The text as a date, in a column that holds dates; null when it is none. */
export function timeIn(text: string, form: ColumnForm | undefined): SheetTime | null {
  if (form !== 'time' && form !== 'own') return null;
  const [, day, clock] = TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${clock ?? '00:00:00'}Z`);
  // The 30th of February; and Excel counts from 1900.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day) || day < '1900-03-01') return null;
  return { at, format: clock === undefined ? DAY_FORMAT : TIME_FORMAT };
}

/** The address that a click on the text opens, in a column that holds links; null when it is none. */
export function addressIn(text: string, form: ColumnForm | undefined): string | null {
  if (form !== 'link' && form !== 'own') return null;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const { href } = new URL(text);
  return href.length > LONGEST_ADDRESS ? null : href;
}

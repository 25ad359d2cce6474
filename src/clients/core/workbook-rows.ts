import readXlsxFile from 'read-excel-file/universal';
import type { OwnCell } from './own-table.js';

/** The rows of every sheet of an `.xlsx` workbook, in their order. @throws when it is none */
export async function readWorkbookRows(content: ArrayBuffer): Promise<OwnCell[][][]> {
  const sheets = await readXlsxFile(content);
  return sheets.map(({ data }) => data.map((row) => row.map(cellOf)));
}

function cellOf(value: unknown): OwnCell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : timeText(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

/** The library reads the time of the wall clock as UTC. */
function timeText(date: Date): string {
  const [day = '', clock = ''] = date.toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}

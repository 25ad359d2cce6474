import readXlsxFile from 'read-excel-file/universal';
import { isMapLink, linksInCell } from './link-list.js';
import type { OwnCell } from './own-table.js';
import { workbookLinks } from './workbook-links.js';

/**
 * The rows of every sheet of an `.xlsx` workbook, in their order. A text without a link that leads to the map when it is
 * clicked ("Opinia") has its address behind it. @throws when it is none
 */
export async function readWorkbookRows(content: ArrayBuffer): Promise<OwnCell[][][]> {
  const links = workbookLinks(content);
  const sheets = await readXlsxFile(content);
  return sheets.map(({ data }, sheet) => {
    const rows = data.map((row) => row.map(cellOf));
    for (const [cell, address] of links[sheet] ?? []) addAddress(rows, cell, address);
    return rows;
  });
}

function addAddress(rows: OwnCell[][], cell: string, address: string): void {
  const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  const row = rows[Number(number) - 1];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const text = row?.[column];
  if (row === undefined || typeof text !== 'string' || !isMapLink(address)) return;
  const { reviews, others } = linksInCell(text);
  if (reviews.length + others.length === 0) row[column] = `${text} ${address}`;
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

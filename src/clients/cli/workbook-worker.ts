import { parentPort, workerData } from 'node:worker_threads';
import readXlsxFile from 'read-excel-file/universal';
import type { OwnCell } from '../core/own-table.js';

// Reads a workbook in a thread of its own, which workbook.ts ends when it takes too much time or memory.

/** The sheets of the workbook, in their order. */
export type Sheets = OwnCell[][][];

const sheets = await readXlsxFile(workerData as ArrayBuffer);
parentPort?.postMessage(sheets.map(({ data }) => data.map((row) => row.map(cellOf))) satisfies Sheets);

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

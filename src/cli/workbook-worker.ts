import { parentPort, workerData } from 'node:worker_threads';
import type { OwnCell } from '../lists/own-table.js';
import { readWorkbookRows } from '../lists/workbook-rows.js';

// Reads a workbook in a thread of its own. links.ts ends the thread when it takes too much time or memory.

/** The sheets of the workbook, in their order. */
export type Sheets = OwnCell[][][];

parentPort?.postMessage((await readWorkbookRows(workerData as ArrayBuffer)) satisfies Sheets);

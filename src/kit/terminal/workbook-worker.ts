import { parentPort, workerData } from 'node:worker_threads';
import { readWorkbook } from '../lists/read-xlsx.js';
import type { OwnCell } from '../lists/table.js';

// Reads a workbook in a thread of its own. links.ts ends the thread when it takes too much time or memory.

/** The sheets of the workbook, in their order; null when it is too large. */
export type Sheets = OwnCell[][][] | null;

parentPort?.postMessage((await readWorkbook(workerData as ArrayBuffer)) satisfies Sheets);

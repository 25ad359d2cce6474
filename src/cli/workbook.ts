import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';
import type { Sheets } from './workbook-worker.js';

const LARGEST_FILE = 30_000_000;
/** A workbook is a ZIP file: a small one may hold any amount of zeros. */
const LARGEST_CONTENT = 200_000_000;
const MOST_MEMORY_MB = 512;
const LONGEST_READING_MS = 20_000;

/** True for a ZIP file, as every workbook is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** The rows of every sheet of a workbook. @throws ExitError when it is none, or takes too much memory or time */
export async function readWorkbook(bytes: Uint8Array, file: string, say: Say): Promise<Sheets> {
  const size = contentSize(bytes);
  if (size === null) throw unreadable(file, say);
  if (bytes.length > LARGEST_FILE || size > LARGEST_CONTENT) throw tooLarge(file, say);
  const content = new Uint8Array(bytes).buffer;
  const worker = new Worker(new URL('./workbook-worker.js', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Sheets>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLarge(file, say)), LONGEST_READING_MS);
      worker.once('message', (sheets: Sheets) => resolve(sheets));
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(file, say) : unreadable(file, say)),
      );
      worker.once('exit', () => reject(unreadable(file, say)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Bytes of what the file holds, as its directory says; no more are ever unpacked. Null for no ZIP file. */
function contentSize(bytes: Uint8Array): number | null {
  let size = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return false;
      },
    });
  } catch {
    return null;
  }
  return size;
}

function unreadable(file: string, say: Say): ExitError {
  return new ExitError(
    EXIT.usage,
    say(
      `${file} nie jest skoroszytem Excela (.xlsx), który da się odczytać. Zapisz listę jako XLSX, CSV albo tekst.`,
      `${file} is not an Excel workbook (.xlsx) that can be read. Save the list as XLSX, CSV or text.`,
    ),
  );
}

function tooLarge(file: string, say: Say): ExitError {
  return new ExitError(
    EXIT.usage,
    say(
      `Skoroszyt ${file} jest za duży. Zapisz arkusz z linkami jako CSV.`,
      `The workbook ${file} is too large. Save the sheet with the links as CSV.`,
    ),
  );
}

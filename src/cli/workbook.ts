import { Worker } from 'node:worker_threads';
import type { OwnCell } from '../lists/read-list.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';
import type { Sheets } from './workbook-worker.js';

const LARGEST_FILE = 30_000_000;
const MOST_MEMORY_MB = 512;
const LONGEST_READING_MS = 20_000;

/** The rows of every sheet of a workbook. @throws ExitError when it is none, or takes too much memory or time */
export async function readWorkbook(bytes: Uint8Array, file: string, say: Say): Promise<OwnCell[][][]> {
  if (bytes.length > LARGEST_FILE) throw tooLarge(file, say);
  const content = new Uint8Array(bytes).buffer;
  const worker = new Worker(new URL('./workbook-worker.js', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const sheets = await new Promise<Sheets>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLarge(file, say)), LONGEST_READING_MS);
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(file, say) : unreadable(file, say)),
      );
      worker.once('exit', () => reject(unreadable(file, say)));
    });
    if (sheets === null) throw tooLarge(file, say);
    return sheets;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
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

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { columnsRead, otherColumns, passedOver } from '../lists/column-texts.js';
import { contentOfFile, MAX_WORKBOOK, type RefusedFile } from '../lists/file-content.js';
import { type ColumnChoice, type Listed, type OwnList, readSheets, readText } from '../lists/read-list.js';
import type { OwnCell } from '../lists/table.js';
import { listTexts } from '../lists/texts.js';
import { EXIT, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import type { Session } from './session.js';
import type { CliTexts } from './texts.js';
import type { Sheets } from './workbook-worker.js';

type ListSession = Pick<Session, 't' | 'note' | 'language' | 'stdin'>;

export interface ListOptions {
  /** Heading or number of the column with the links; undefined = found by its content. */
  readonly column?: string;
  /** Number of the row with the headings, from 1; 0 = the list has no headings, undefined = found. */
  readonly headings?: number;
}

/**
 * Reads a list with its columns from a file, or from standard input for `-`. Notes the links and the titles that it
 * does not read.
 * @throws ExitError when the list is empty
 */
export async function readOwnList(
  session: ListSession,
  file: string,
  listed: Listed,
  { column, headings }: ListOptions = {},
): Promise<OwnList> {
  const { t, note, language } = session;
  const bytes = await readBytes(file, session);
  const choice: ColumnChoice = column ?? null;
  const line = headings ?? null;
  const content = contentOfFile(bytes);
  const lists = listTexts(language);
  const most = MAX_WORKBOOK / 1_000_000;
  const refusal = (why: RefusedFile) =>
    new ExitError(EXIT.usage, lists(`refused.${why}`, { file, most, workbook: most }));
  if (content.kind === 'refused') throw refusal(content.why);
  const own =
    content.kind === 'workbook'
      ? readSheets(await readWorkbook(bytes, refusal), listed, choice, line)
      : readText(content.text, listed, choice, line);
  const { list, table, rounded } = own;
  if (rounded.length > 0) {
    const lost = lists('refused.rounded', { file, lines: firstNumbers(rounded) });
    if (list.links.length === 0) throw new ExitError(EXIT.usage, lost);
    note(lost);
  }
  if (headings !== undefined && table === null && column === undefined) {
    throw new ExitError(EXIT.usage, t('list.noHeadings', { line: headings, file }));
  }
  if (column !== undefined && (table === null || list.links.length === 0))
    throw new ExitError(EXIT.usage, t('list.noColumn', { column, file }));
  if (list.links.length === 0) throw emptyList(listed, file, t);
  if (table !== null && table.headingsLine !== null && table.titles > 0 && headings === undefined) {
    const names = table.headings?.filter((name) => name !== '') ?? [];
    note(t('list.headings', { line: table.headingsLine, names: names.join(', ') }));
  }
  if (table !== null && table.width > 1 && listed !== 'reviews') {
    note(
      [
        t('list.columnRead', { columns: columnsRead(table, language) }),
        ...otherColumns(table, list, language),
      ].join(' '),
    );
  }
  if (table !== null && table.passedOver.size > 0)
    note(t('list.passedOver', { columns: passedOver(table, language) }));
  return own;
}

async function readBytes(file: string, { stdin, t }: ListSession): Promise<Uint8Array> {
  return (file === '-' ? buffer(stdin) : readFile(file)).catch((error) => {
    const reason = systemReason(error, t);
    throw new ExitError(EXIT.usage, t('list.unreadable', { file, reason }));
  });
}

const NOTHING_LISTED = { reviews: 'list.noLinks', places: 'list.noPlaces', ids: 'list.noIds' } as const;

function emptyList(what: Listed, file: string, t: CliTexts): ExitError {
  return new ExitError(EXIT.usage, t(NOTHING_LISTED[what], { file }));
}

const MAX_NUMBERS = 10;

function firstNumbers(lines: readonly number[]): string {
  return lines.slice(0, MAX_NUMBERS).join(', ') + (lines.length > MAX_NUMBERS ? ', …' : '');
}

/** Says which lines of a list were skipped. */
export function skippedText(skipped: readonly number[], listed: Listed, t: CliTexts): string {
  const numbers = firstNumbers(skipped);
  return listed === 'reviews'
    ? t('list.skippedLinks', { count: skipped.length, numbers })
    : t('list.skippedPlaces', { count: skipped.length, numbers });
}

const MAX_MEMORY_MB = 512;
const MAX_READING_MS = 20_000;

/** Reads the rows of every sheet. @throws ExitError for other files, and for too much memory or time */
async function readWorkbook(
  bytes: Uint8Array,
  refusal: (why: RefusedFile) => ExitError,
): Promise<OwnCell[][][]> {
  const worker = new Worker(new URL('./workbook-worker.js', import.meta.url), {
    workerData: new Uint8Array(bytes).buffer,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const sheets = await new Promise<Sheets>((resolve, reject) => {
      timer = setTimeout(() => reject(refusal('tooLarge')), MAX_READING_MS);
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        reject(refusal(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'damaged')),
      );
      worker.once('exit', () => reject(refusal('damaged')));
    });
    if (sheets === null) throw refusal('tooLarge');
    return sheets;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

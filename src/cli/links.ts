import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import type { JobType } from '../contract/lines.js';
import type { Listed } from '../lists/cell-reader.js';
import { parseJobList } from '../lists/job-list.js';
import {
  type OwnList,
  ownListOfSheet,
  ownListOfText,
  ownPlacesOfSheet,
  ownPlacesOfText,
} from '../lists/own-table.js';
import { textOfFile } from '../lists/text-file.js';
import { EXIT, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import type { CliTexts } from './texts/pl.js';
import type { Sheets } from './workbook-worker.js';

const READERS = {
  reviews: { ofText: ownListOfText, ofSheet: ownListOfSheet },
  places: { ofText: ownPlacesOfText, ofSheet: ownPlacesOfSheet },
} as const;

/** Reads a list with its columns from a file, or from standard input for `-`. @throws ExitError when it is empty */
export async function readOwnList(file: string, texts: CliTexts, listed: Listed): Promise<OwnList> {
  const { ofText, ofSheet } = READERS[listed];
  const bytes = await readBytes(file, texts);
  const read = isWorkbook(bytes)
    ? fullest((await readWorkbook(bytes, file, texts)).map(ofSheet))
    : ofText(readText(bytes, file, texts));
  if (read === null || read.list.links.length === 0) throw emptyList(listed, file, texts);
  return read;
}

/** The first sheet with links: other sheets hold notes, or nothing. */
function fullest(lists: readonly OwnList[]): OwnList | null {
  return lists.find(({ list }) => list.links.length > 0) ?? null;
}

/** Reads the list for a job of this type, with its columns. @throws ExitError when it is empty */
export async function readJobList(file: string, texts: CliTexts, type: JobType): Promise<OwnList> {
  const bytes = await readBytes(file, texts);
  const own = isWorkbook(bytes)
    ? jobListOfSheets(await readWorkbook(bytes, file, texts), type)
    : jobListOfText(readText(bytes, file, texts), type);
  if (own === null || own.list.links.length === 0) {
    throw emptyList(type === 'place-reviews' ? 'ids' : 'reviews', file, texts);
  }
  return own;
}

/** A job for reviews of places finds ids in every cell, also inside links: its list keeps no columns. */
function jobListOfText(text: string, type: JobType): OwnList {
  const own = type === 'place-reviews' ? null : READERS[listedOf(type)].ofText(text);
  return own === null || own.table === null ? { list: parseJobList(type, text), table: null } : own;
}

function jobListOfSheets(sheets: Sheets, type: JobType): OwnList | null {
  if (type !== 'place-reviews') return fullest(sheets.map(READERS[listedOf(type)].ofSheet));
  const lines = sheets.flatMap((rows) => rows.map((cells) => cells.join('\t')));
  return { list: parseJobList(type, lines.join('\n')), table: null };
}

function listedOf(type: JobType): Listed {
  return type === 'review-visibility' ? 'reviews' : 'places';
}

async function readBytes(file: string, texts: CliTexts): Promise<Uint8Array> {
  return (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error) => {
    const reason = systemReason(error, texts);
    throw new ExitError(EXIT.usage, texts.list.unreadable(file, reason));
  });
}

function readText(bytes: Uint8Array, file: string, texts: CliTexts): string {
  const content = textOfFile(bytes);
  if (content !== null) return content;
  throw new ExitError(EXIT.usage, texts.list.notText(file));
}

function emptyList(what: Listed | 'ids', file: string, texts: CliTexts): ExitError {
  const of = { reviews: texts.list.noLinks, places: texts.list.noPlaces, ids: texts.list.noIds };
  return new ExitError(EXIT.usage, of[what](file));
}

const MAX_NUMBERS = 10;

/** Says which lines of a list were skipped. */
export function skippedText(skipped: readonly number[], listed: Listed, texts: CliTexts): string {
  const numbers = skipped.slice(0, MAX_NUMBERS).join(', ') + (skipped.length > MAX_NUMBERS ? ', …' : '');
  return listed === 'reviews'
    ? texts.list.skippedLinks(skipped.length, numbers)
    : texts.list.skippedPlaces(skipped.length, numbers);
}

const MAX_FILE_BYTES = 30_000_000;
/** Unpacked. A workbook is a ZIP file: a small file may hold any amount of zeros. */
const MAX_CONTENT_BYTES = 200_000_000;
const MAX_MEMORY_MB = 512;
const MAX_READING_MS = 20_000;

/** True for a ZIP file, as every workbook is. */
function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** Reads the rows of every sheet. @throws ExitError for other files, and for too much memory or time */
async function readWorkbook(bytes: Uint8Array, file: string, texts: CliTexts): Promise<Sheets> {
  const size = contentSize(bytes);
  if (size === null) throw unreadable(file, texts);
  if (bytes.length > MAX_FILE_BYTES || size > MAX_CONTENT_BYTES) throw tooLarge(file, texts);
  const content = new Uint8Array(bytes).buffer;
  const worker = new Worker(new URL('./workbook-worker.js', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Sheets>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLarge(file, texts)), MAX_READING_MS);
      worker.once('message', (sheets: Sheets) => resolve(sheets));
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(file, texts) : unreadable(file, texts)),
      );
      worker.once('exit', () => reject(unreadable(file, texts)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** The unpacked size in bytes, from the directory of the ZIP file; no more is ever unpacked. Null for other files. */
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

function unreadable(file: string, texts: CliTexts): ExitError {
  return new ExitError(EXIT.usage, texts.list.notWorkbook(file));
}

function tooLarge(file: string, texts: CliTexts): ExitError {
  return new ExitError(EXIT.usage, texts.list.tooLarge(file));
}

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
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
import type { Say } from './session.js';
import { systemReason } from './system-reason.js';
import { isWorkbook, readWorkbook } from './workbook.js';
import type { Sheets } from './workbook-worker.js';

const READERS = {
  reviews: { ofText: ownListOfText, ofSheet: ownListOfSheet },
  places: { ofText: ownPlacesOfText, ofSheet: ownPlacesOfSheet },
} as const;

/** Reads a list with its columns from a file, or from standard input for `-`. @throws ExitError when it is empty */
export async function readOwnList(file: string, say: Say, listed: Listed): Promise<OwnList> {
  const { ofText, ofSheet } = READERS[listed];
  const bytes = await readBytes(file, say);
  const read = isWorkbook(bytes)
    ? fullest((await readWorkbook(bytes, file, say)).map(ofSheet))
    : ofText(readText(bytes, file, say));
  if (read === null || read.list.links.length === 0) throw emptyList(listed, file, say);
  return read;
}

/** The first sheet with links: others hold notes, or nothing. */
function fullest(lists: readonly OwnList[]): OwnList | null {
  return lists.find(({ list }) => list.links.length > 0) ?? null;
}

/** Reads what a job of this type takes, with the columns of the list. @throws ExitError when there is none */
export async function readJobList(file: string, say: Say, type: JobType): Promise<OwnList> {
  const bytes = await readBytes(file, say);
  const own = isWorkbook(bytes)
    ? jobListOfSheets(await readWorkbook(bytes, file, say), type)
    : jobListOfText(readText(bytes, file, say), type);
  if (own === null || own.list.links.length === 0) {
    throw emptyList(type === 'place-reviews' ? 'ids' : 'reviews', file, say);
  }
  return own;
}

/** Ids of places are looked for in every cell, also inside of links: such a list has no columns. */
function jobListOfText(text: string, type: JobType): OwnList {
  const own = type === 'place-reviews' ? null : READERS[listedOf(type)].ofText(text);
  return own === null || own.table === null ? { list: parseJobList(type, text), table: null } : own;
}

function jobListOfSheets(sheets: Sheets, type: JobType): OwnList | null {
  if (type !== 'place-reviews') return fullest(sheets.map(READERS[listedOf(type)].ofSheet));
  const texts = sheets.map((rows) => rows.map((cells) => cells.join('\t')).join('\n'));
  return { list: parseJobList(type, texts.join('\n')), table: null };
}

function listedOf(type: JobType): Listed {
  return type === 'review-visibility' ? 'reviews' : 'places';
}

async function readBytes(file: string, say: Say): Promise<Uint8Array> {
  return (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error) => {
    const reason = systemReason(error, say);
    throw new ExitError(
      EXIT.usage,
      say(`Nie można odczytać pliku ${file}: ${reason}`, `Cannot read the file ${file}: ${reason}`),
    );
  });
}

function readText(bytes: Uint8Array, file: string, say: Say): string {
  const content = textOfFile(bytes);
  if (content !== null) return content;
  throw new ExitError(
    EXIT.usage,
    say(
      `${file} nie jest plikiem tekstowym ani skoroszytem .xlsx. Zapisz listę jako XLSX, CSV albo tekst.`,
      `${file} is neither a text file nor an .xlsx workbook. Save the list as XLSX, CSV or text.`,
    ),
  );
}

function emptyList(what: Listed | 'ids', file: string, say: Say): ExitError {
  const texts = {
    reviews: say(`Nie ma żadnego linku w: ${file}.`, `There is no link in ${file}.`),
    places: say(`Nie ma żadnego miejsca w: ${file}.`, `There is no place in ${file}.`),
    ids: say(`Nie ma żadnego Place ID w: ${file}.`, `There is no Place ID in ${file}.`),
  };
  return new ExitError(EXIT.usage, texts[what]);
}

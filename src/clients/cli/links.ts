import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseJobList } from '../core/job-list.js';
import type { JobType } from '../core/lines.js';
import type { LinkList } from '../core/link-list.js';
import {
  type OwnList,
  ownListOfSheet,
  ownListOfText,
  ownPlacesOfSheet,
  ownPlacesOfText,
} from '../core/own-table.js';
import { textOfFile } from '../core/text-file.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';
import { systemReason } from './system-reason.js';
import { isWorkbook, readWorkbook } from './workbook.js';

/** What a list holds: links to reviews, or names, links and identifiers of places. */
export type Listed = 'reviews' | 'places';

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

/** Reads what a job of this type takes. @throws ExitError when there is none */
export async function readJobList(file: string, say: Say, type: JobType): Promise<LinkList> {
  const bytes = await readBytes(file, say);
  const list = isWorkbook(bytes)
    ? await readJobWorkbook(bytes, file, say, type)
    : parseJobList(type, readText(bytes, file, say));
  if (list.links.length === 0) throw emptyList(type === 'place-reviews' ? 'ids' : 'reviews', file, say);
  return list;
}

async function readJobWorkbook(bytes: Uint8Array, file: string, say: Say, type: JobType): Promise<LinkList> {
  const sheets = await readWorkbook(bytes, file, say);
  if (type === 'place-reviews') {
    const texts = sheets.map((rows) => rows.map((cells) => cells.join('\t')).join('\n'));
    return parseJobList(type, texts.join('\n'));
  }
  const ofSheet = type === 'place-details' ? ownPlacesOfSheet : ownListOfSheet;
  return fullest(sheets.map(ofSheet))?.list ?? { links: [], repeated: 0, skipped: [] };
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

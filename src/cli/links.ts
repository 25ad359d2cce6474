import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { columnName } from '../lists/own-columns.js';
import {
  type ColumnChoice,
  isWorkbook,
  type Listed,
  type OwnList,
  readSheets,
  readText,
  textOfFile,
} from '../lists/read-list.js';
import { EXIT, ExitError } from './exit.js';
import type { Say, Session } from './session.js';
import { systemReason } from './system-reason.js';
import { readWorkbook } from './workbook.js';

type ListSession = Pick<Session, 'say' | 'note' | 'language'>;

/**
 * Reads a list with its columns from a file, or from standard input for `-`, and notes the links that it does not read.
 * @param column heading or number of the column with the links; undefined = found by its content
 * @throws ExitError when the list is empty
 */
export async function readOwnList(
  session: ListSession,
  file: string,
  listed: Listed,
  column?: string,
): Promise<OwnList> {
  const { say, note } = session;
  const bytes = await readBytes(file, say);
  const choice: ColumnChoice = column ?? null;
  const own = isWorkbook(bytes)
    ? readSheets(await readWorkbook(bytes, file, say), listed, choice)
    : readText(contentOf(bytes, file, say), listed, choice);
  const { list, table } = own;
  if (column !== undefined && (table === null || list.links.length === 0)) throw noColumn(column, file, say);
  if (list.links.length === 0) throw emptyList(listed, file, say);
  if (table !== null && table.passedOver.size > 0) note(passedOverText(table, session));
  return own;
}

/** What `--column` is for. */
export function columnText(say: Say): string {
  return say(
    'kolumna z linkami: nagłówek, numer od 1 albo * (wszystkie); domyślnie polecenie samo ją znajduje',
    'column with the links: its heading, its number from 1, or * for all; found by its content by default',
  );
}

function passedOverText(
  { headings, passedOver }: NonNullable<OwnList['table']>,
  { say, language }: ListSession,
): string {
  const columns = Array.from(
    passedOver,
    ([column, links]) => `"${columnName(headings, column, language)}" (${links})`,
  ).join(', ');
  return say(
    `Nieczytane linki w innych kolumnach: ${columns}. Kolumnę z linkami wybierzesz opcją --column.`,
    `Links in other columns, not read: ${columns}. Choose the column with the links with --column.`,
  );
}

function noColumn(column: string, file: string, say: Say): ExitError {
  return new ExitError(
    EXIT.usage,
    say(
      `W ${file} nie ma kolumny "${column}" z linkami. Podaj jej nagłówek albo numer, liczony od 1.`,
      `${file} has no column "${column}" with links. Give its heading or its number, counted from 1.`,
    ),
  );
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

function contentOf(bytes: Uint8Array, file: string, say: Say): string {
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

function emptyList(what: Listed, file: string, say: Say): ExitError {
  const texts = {
    reviews: say(`Nie ma żadnego linku w: ${file}.`, `There is no link in ${file}.`),
    places: say(`Nie ma żadnego miejsca w: ${file}.`, `There is no place in ${file}.`),
    ids: say(`Nie ma żadnego Place ID w: ${file}.`, `There is no Place ID in ${file}.`),
  };
  return new ExitError(EXIT.usage, texts[what]);
}

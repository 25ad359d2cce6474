import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { reasonOf } from '../core/api.js';
import { parseJobList } from '../core/job-list.js';
import type { JobType } from '../core/lines.js';
import type { LinkList } from '../core/link-list.js';
import { textOfFile } from '../core/text-file.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';

/** Reads what a job of this type takes, by default links, from a file, or from standard input for `-`. @throws ExitError when there are none */
export async function readLinks(
  file: string,
  say: Say,
  type: JobType = 'review-visibility',
): Promise<LinkList> {
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error) => {
    const reason = reasonOf(error);
    throw new ExitError(
      EXIT.usage,
      say(`Nie można odczytać pliku ${file}: ${reason}`, `Cannot read the file ${file}: ${reason}`),
    );
  });
  const content = textOfFile(bytes);
  if (content === null) {
    throw new ExitError(
      EXIT.usage,
      say(
        `${file} nie jest plikiem tekstowym. Zapisz listę jako CSV albo tekst.`,
        `${file} is not a text file. Save the list as CSV or text.`,
      ),
    );
  }
  const list = parseJobList(type, content);
  if (list.links.length === 0) {
    throw new ExitError(EXIT.usage, emptyText(type, file, say));
  }
  return list;
}

function emptyText(type: JobType, file: string, say: Say): string {
  if (type === 'place-reviews')
    return say(`Nie ma żadnego Place ID w: ${file}.`, `There is no Place ID in ${file}.`);
  return say(`Nie ma żadnego linku w: ${file}.`, `There is no link in ${file}.`);
}

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { reasonOf } from '../core/api.js';
import { type LinkList, parseLinks } from '../core/link-list.js';
import { textOfFile } from '../core/text-file.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';

/** Reads the links of a file, or of standard input for `-`. @throws ExitError when there are none */
export async function readLinks(file: string, say: Say): Promise<LinkList> {
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
  const list = parseLinks(content);
  if (list.links.length === 0) {
    throw new ExitError(EXIT.usage, say(`Nie ma żadnego linku w: ${file}.`, `There is no link in ${file}.`));
  }
  return list;
}

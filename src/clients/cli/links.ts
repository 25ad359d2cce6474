import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { textOfFile } from '../core/text-file.js';
import { reasonOf } from './answers.js';
import { isLinkLike, unquoted } from './cells.js';
import { firstColumn } from './csv-links.js';
import { EXIT, Failure } from './failure.js';
import type { Say } from './session.js';

/** Reads the links of a file, or of standard input for `-`. @throws Failure when there are none */
export async function readLinks(file: string, say: Say): Promise<string[]> {
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error) => {
    throw new Failure(
      EXIT.usage,
      say(
        `Nie mogę odczytać pliku ${file}: ${reasonOf(error)}`,
        `Cannot read the file ${file}: ${reasonOf(error)}`,
      ),
    );
  });
  const content = textOfFile(bytes);
  if (content === null) {
    throw new Failure(
      EXIT.usage,
      say(
        `${file} nie jest tekstem. Zapisz listę jako CSV albo tekst.`,
        `${file} is no text. Save the list as CSV or text.`,
      ),
    );
  }
  const links = parseLinks(content, file);
  if (links.length === 0) {
    throw new Failure(EXIT.usage, say(`W ${file} nie ma żadnego linku.`, `There is no link in ${file}.`));
  }
  return links;
}

/**
 * One link a line, or the first column of a CSV; `name` is that of the file. Blank lines, `#` comments and a line of
 * headings are left out; what else is no link stays, for the service to say so.
 */
export function parseLinks(content: string, name = ''): string[] {
  const lines = content
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  // A CSV of one column is plain lines, some of them in quotes.
  const cells = firstColumn(lines, /\.[ct]sv$/i.test(name)) ?? lines.map(unquoted);
  const links = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return isLinkLike(links[0] ?? '') ? links : links.slice(isLinkLike(links[1] ?? '') ? 1 : 0);
}

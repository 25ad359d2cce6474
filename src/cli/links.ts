import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import Papa from 'papaparse';
import { SHORT_HOSTS } from '../identifiers/provider-hosts.js';
import { reasonOf } from './answers.js';
import { EXIT, Failure } from './failure.js';
import type { Say } from './session.js';

/** Reads the links of a file, or of standard input for `-`. @throws Failure when there are none */
export async function readLinks(file: string, say: Say): Promise<string[]> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error) => {
    throw new Failure(
      EXIT.usage,
      say(
        `Nie mogę odczytać pliku ${file}: ${reasonOf(error)}`,
        `Cannot read the file ${file}: ${reasonOf(error)}`,
      ),
    );
  });
  const links = parseLinks(content);
  if (links.length === 0) {
    throw new Failure(EXIT.usage, say(`W ${file} nie ma żadnego linku.`, `There is no link in ${file}.`));
  }
  return links;
}

/**
 * One link a line, or the first column of a CSV. Blank lines, `#` comments and a line of headings are left out;
 * what else is no link stays, for the service to say so.
 */
export function parseLinks(content: string): string[] {
  const lines = content
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  const delimiter = delimiterOf(lines);
  const cells =
    delimiter === null
      ? lines
      : Papa.parse<string[]>(lines.join('\n'), { delimiter }).data.map(([first = '']) => first);
  const links = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return isLinkLike(links[0] ?? '') ? links : links.slice(isLinkLike(links[1] ?? '') ? 1 : 0);
}

/** Null for plain lines. Full links hold commas of their own, so a comma counts where it cannot be one of them. */
function delimiterOf(lines: readonly string[]): string | null {
  const sample = lines.slice(0, 2);
  for (const delimiter of [';', '\t']) if (sample.some((line) => line.includes(delimiter))) return delimiter;
  const isCsv = sample.some((line) => line.startsWith('"') || isShortLinkWithMore(line));
  return isCsv ? ',' : null;
}

function isShortLinkWithMore(line: string): boolean {
  const [first = '', ...more] = line.split(',');
  return more.length > 0 && URL.canParse(first) && SHORT_HOSTS.has(new URL(first).hostname);
}

function isLinkLike(text: string): boolean {
  return /[./]/.test(text);
}

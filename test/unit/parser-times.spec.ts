import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { timesyncdOffset } from '../../src/evidence/clock.js';
import { csvRows, withWholeLinks } from '../../src/lists/read-csv.js';
import { readText as readListText } from '../../src/lists/read-list.js';
import { dataLink } from '../../src/provider/wire/embedded-state.js';
import { serviceError } from '../../src/runtime/loggable-error.js';
import { authorIdIn } from '../../src/watch/authors.js';
import { expect, test } from '../support/test.js';

// Parsers read texts of clients and of strangers. The time of a parser grows with the length of the text, not with its
// square: a text of twice the length takes less than three times as long.

type Parser = (text: string) => unknown;

/** The short text shows a cubic time before it takes hours. */
const LENGTHS = [2_048, 16_384];
/** A run that takes less, in milliseconds, is too short for a ratio, and harmless. */
const FLOOR = 20;
const PIECES = [
  ...[
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '7',
    'a',
    'a-',
    'ą',
    '/',
    '\\',
    '//',
    '.',
    '..',
    '...',
    '…',
    '... ',
    '@',
    '#',
    '%',
  ],
  ...[
    '%3c',
    ',',
    ';',
    '|',
    ', 1',
    ':',
    '?',
    '&',
    '!',
    '!1s',
    '!3d1',
    '(',
    ')',
    '<',
    '</a',
    '<a ',
    '<link ',
    '"',
    "'",
  ],
  ...[
    '="',
    'a="',
    '-',
    '0x',
    '0x1:',
    'cid:',
    'ChIJ',
    '/contrib/1',
    'http://',
    'https://goo.gl/',
    'url(https:',
    '@1.1,1',
  ],
];
const PREFIXES = ['', 'https://www.google.com/maps/place/'];
const ENDS = ['x', ' 5"'];

/** Every function of the modules that takes a text first. Other functions throw at once. */
async function parsers(): Promise<ReadonlyMap<string, Parser>> {
  const found = new Map<string, Parser>([
    ['authorIdIn', authorIdIn],
    ['csvRows', (text) => csvRows(text, ',')],
    ['withWholeLinks', (text) => withWholeLinks(text.split(','), ',')],
    ['readText of lists', (text) => readListText(text, 'reviews')],
    ['readText of places', (text) => readListText(text, 'places')],
    ['dataLink', (html) => dataLink(html, 'https://www.example.com/', 'place')],
    ['serviceError', (text) => serviceError(new Error(text))],
    ['timesyncdOffset', timesyncdOffset],
  ]);
  const root = fileURLToPath(new URL('../../src/', import.meta.url));
  const folders = ['identifiers', 'places/extractors', 'reviews/extractors'];
  const files = [
    ...folders.flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)),
    ...[
      'lists/links.ts',
      'lists/file-name.ts',
      'provider/wire/embedded-state.ts',
      'provider/wire/envelope.ts',
    ],
  ];
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(`${root}${file}`).href);
    // `withShownTexts` takes a review; of a text it would copy every character.
    for (const [name, made] of Object.entries(module))
      if (typeof made === 'function' && made.length >= 1 && name !== 'withShownTexts')
        found.set(`${file} ${name}`, made as Parser);
  }
  return found;
}

/** The shortest of `runs` runs, in milliseconds of CPU: other work on the machine does not count. */
function timeOf(parse: Parser, text: string, runs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    try {
      parse(text);
    } catch {
      // A parser may refuse a text; it must do so in time.
    }
    best = Math.min(best, process.cpuUsage(start).user / 1_000);
    if (best < FLOOR) break;
  }
  return best;
}

/** How the time grows with the length, if it grows too fast: stops at the first length that shows it. */
function growthOf(parse: Parser, made: (length: number) => string): number | null {
  for (const length of LENGTHS) {
    if (timeOf(parse, made(length), 1) < FLOOR) continue;
    const growth = Math.min(...[1, 2, 3].map(() => ratioAt(parse, made, length)));
    if (growth >= 3) return growth;
  }
  return null;
}

/** The time at a length against the time at half of it; 0 = too short to be measured. */
function ratioAt(parse: Parser, made: (length: number) => string, length: number): number {
  const [short, long] = [timeOf(parse, made(length / 2), 5), timeOf(parse, made(length), 5)];
  return long < FLOOR ? 0 : long / short;
}

const SLOW: Parser = (text) => /^\s*(?:cid)?\s*\d+$/.test(text);

test('the measurement finds an expression whose time grows with the square', () => {
  expect(growthOf(SLOW, (length) => ' '.repeat(length))).not.toBeNull();
});

test('the time of every parser grows with the length of its text', async () => {
  test.setTimeout(300_000);
  const slow: string[] = [];
  for (const [name, parse] of await parsers()) {
    for (const piece of PIECES) {
      const body = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      for (const prefix of PREFIXES) {
        for (const end of ENDS) {
          const growth = growthOf(parse, (length) => prefix + body(length) + end);
          if (growth !== null)
            slow.push(`${name}: ${JSON.stringify([prefix, piece, end])} ${growth.toFixed(1)}`);
        }
      }
    }
  }
  expect(slow).toEqual([]);
});

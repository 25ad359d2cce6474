import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { authorIdIn } from '../../src/capabilities/watch/authors.js';
import { dataLink } from '../../src/core/provider/wire/embedded-state.js';
import { serviceError } from '../../src/core/runtime/loggable-error.js';
import { csvRows, withWholeLinks } from '../../src/kit/lists/read-csv.js';
import { readText as readListText } from '../../src/kit/lists/read-list.js';
import { readWorkbook } from '../../src/kit/lists/read-xlsx.js';
import { expect, test } from '../support/test.js';

// Parsers read texts of clients and of strangers. The time of a parser grows with the length of the text, not with its
// square: a text of four times the length takes less than eight times as long (twice the length: less than 2.9 times).

type Parser = (text: string) => unknown;

/** The short text shows a cubic time before it takes hours. */
const LENGTHS = [2_048, 16_384];
/** A run that takes less, in milliseconds, is too short for a ratio, and harmless. */
const FLOOR = 20;
/** The time of a text against the time of a quarter of it: 4 when it grows with the length, 16 with the square. */
const MAX_GROWTH = 8;
/** A single run may be slow by chance: only a growth from here on is measured again. */
const SUSPICIOUS = 6;
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

/** A workbook that has the text in each part that the reader searches. */
function workbookWith(text: string): ArrayBuffer {
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="a" ${text} r:id="r1"/></sheets>${text}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="s.xml" ${text}/>${text}</Relationships>`,
    'xl/s.xml': `<worksheet><c r="A1" ${text}><f>HYPERLINK("${text}</f></c><hyperlink ref="A1" ${text}/>${text}</worksheet>`,
    'xl/_rels/s.xml.rels': `<Relationship Id="r1" Target="${text}"/>${text}`,
  };
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
    {
      level: 0,
    },
  );
  return bytes.slice().buffer;
}

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
    // The workbook has the text eight times.
    ['readWorkbook', (text) => readWorkbook(workbookWith(text.slice(text.length / 2)))],
  ]);
  const root = fileURLToPath(new URL('../../src/', import.meta.url));
  const folders = ['core/identifiers', 'core/places/extractors', 'core/reviews/extractors'];
  const files = [
    ...folders.flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)),
    ...[
      'kit/lists/links-in-lists.ts',
      'kit/lists/file-name.ts',
      'core/provider/wire/embedded-state.ts',
      'core/provider/wire/envelope.ts',
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
async function timeOf(parse: Parser, text: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    try {
      await parse(text);
    } catch {
      // A parser may refuse a text; it must do so in time.
    }
    best = Math.min(best, process.cpuUsage(start).user / 1_000);
  }
  return best;
}

/** How the time grows with the length, if it grows too fast: stops at the first length that shows it. */
async function growthOf(parse: Parser, made: (length: number) => string): Promise<number | null> {
  let last = 0;
  for (const most of LENGTHS) {
    // A ratio is clear at a smaller length where that takes long enough.
    const length = last * 4 < FLOOR ? most : most / 2;
    const [long, short] = [made(length), made(length / 4)];
    last = await timeOf(parse, long, 1);
    if (last < FLOOR || last / (await timeOf(parse, short, 2)) < SUSPICIOUS) continue;
    let growth = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && growth >= MAX_GROWTH; round += 1) {
      const [quick, slow] = [await timeOf(parse, short, 5), await timeOf(parse, long, 5)];
      growth = slow < FLOOR ? 0 : Math.min(growth, slow / quick);
    }
    if (growth >= MAX_GROWTH) return growth;
  }
  return null;
}

const SLOW: Parser = (text) => /^\s*(?:cid)?\s*\d+$/.test(text);

test('the measurement finds an expression whose time grows with the square', async () => {
  expect(await growthOf(SLOW, (length) => ' '.repeat(length / 2))).not.toBeNull();
});

test('the time of every parser grows with the length of its text', async () => {
  test.setTimeout(300_000);
  const slow: string[] = [];
  for (const [name, parse] of await parsers()) {
    for (const piece of PIECES) {
      const body = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      for (const prefix of PREFIXES) {
        for (const end of ENDS) {
          const growth = await growthOf(parse, (length) => prefix + body(length) + end);
          if (growth !== null)
            slow.push(`${name}: ${JSON.stringify([prefix, piece, end])} ${growth.toFixed(1)}`);
        }
      }
    }
  }
  expect(slow).toEqual([]);
});

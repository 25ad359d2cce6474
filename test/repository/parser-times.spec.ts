import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { authorIdIn } from '../../src/capabilities/watch/authors.js';
import { dataLink } from '../../src/core/provider/wire/embedded-state.js';
import { serviceError } from '../../src/core/runtime/loggable-error.js';
import { csvRows, withWholeLinks } from '../../src/kit/lists/read-csv.js';
import { readText as readListText } from '../../src/kit/lists/read-list.js';
import { readWorkbook } from '../../src/kit/lists/read-xlsx.js';
import { expect, test } from '../support/test.js';

// Parsers read texts of clients and of strangers. The time of a parser grows with the length of the text, not with its
// square: a text of 16 times the length takes less than 48 times as long. Linear is 16 times, the square 256 times, so a
// machine that is busy with something else decides nothing.

type Parser = (text: string) => unknown;

/** The short text shows a cubic time before it takes hours. */
const LENGTHS = [2_048, 16_384];
/** A run that takes less, in milliseconds, is too short for a ratio, and harmless. */
const FLOOR = 20;
/** The time of a text is compared with the time of a text that is so many times shorter. */
const TIMES = 16;
const MAX_GROWTH = 48;
const PIECES = [
  ...[' ', '\t', '\n', '\u00a0', '... ', ', 1', '<a ', '<link '],
  ...String.raw`7 a a- ą / \ // . .. ... … @ # % %3c , ; | : ? & ! !1s !3d1 ( ) < </a " ' =" a=" -`.split(
    ' ',
  ),
  ...'0x 0x1: cid: ChIJ /contrib/1 http:// https://goo.gl/ url(https: @1.1,1'.split(' '),
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
    { level: 0 },
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
    'kit/lists/links-in-lists.ts',
    'kit/lists/file-name.ts',
    'core/provider/wire/embedded-state.ts',
    'core/provider/wire/envelope.ts',
  ];
  for (const file of files) {
    const module: Record<string, unknown> = await import(`../../src/${file.replace(/\.ts$/, '.js')}`);
    // `withShownTexts` takes a review; of a text it would copy every character.
    for (const [name, made] of Object.entries(module))
      if (typeof made === 'function' && made.length >= 1 && name !== 'withShownTexts')
        found.set(`${file} ${name}`, made as Parser);
  }
  return found;
}

/**
 * The shortest of `runs` runs, in milliseconds of CPU: other work on the machine does not count. Only the sum of both
 * kinds of CPU time is exact: Linux guesses their shares.
 */
async function timeOf(parse: Parser, text: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    try {
      await parse(text);
    } catch {
      // A parser may refuse a text; it must do so in time.
    }
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** How the time grows with the length, if it grows too fast: stops at the first length that shows it. */
async function growthOf(parse: Parser, made: (length: number) => string): Promise<number | null> {
  for (const length of LENGTHS) {
    const [long, short] = [made(length), made(length / TIMES)];
    const first = await timeOf(parse, long, 1);
    // A single run may be slow by chance: only then it is measured again.
    if (first < FLOOR || first / (await timeOf(parse, short, 2)) < MAX_GROWTH) continue;
    // The best of runs in turn: a machine that is slow for a while is slow for both lengths.
    let [quick, slow] = [Number.POSITIVE_INFINITY, first];
    for (let round = 0; round < 6; round += 1) {
      quick = Math.min(quick, await timeOf(parse, short, 3));
      slow = Math.min(slow, await timeOf(parse, long, 1));
    }
    const growth = slow < FLOOR ? 0 : slow / quick;
    if (growth >= MAX_GROWTH) return growth;
  }
  return null;
}

test('the time of every parser grows with the length of its text', { tag: '@gate' }, async () => {
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

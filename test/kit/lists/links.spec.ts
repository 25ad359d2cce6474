import { writeFile } from 'node:fs/promises';
import { readText } from '../../../src/kit/lists/read-list.js';
import { readOwnList } from '../../../src/kit/terminal/read-links.js';
import { loadTexts } from '../../../src/kit/terminal/texts.js';
import { cpuTime } from '../../support/cpu-time.js';
import { isLongRun } from '../../support/long-run.js';
import { expect, test } from '../../support/test.js';

// The grammar of link lists, which command line, console and uploads share.

const SHORT = 'https://maps.app.goo.gl/Zmyslony1';
const OTHER = 'https://maps.app.goo.gl/Zmyslony2';
const FULL = 'https://www.google.com/maps/reviews/@50.06,19.94,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1sZmyslony';

const ID = 'Ci9DQUlRQUNvZENodHljRjlvT25CUlRGQkhkRXhuUWxOWlpFUlJUazlpZVVwb1gwRRAB';
const DATA = `data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s0x0:0x86bedf7f409b779e`;
const REVIEW = `https://www.google.com/maps/reviews/${DATA}?hl=pl`;
const BARE = `https://www.google.com/maps/reviews/${DATA}`;
const VIEWED = `https://www.google.com/maps/reviews/@50.15,21.01,17z/${DATA}?hl=pl`;
const AUTHOR = 'https://www.google.com/maps/contrib/187916948755690243935/place/ChIJ2CfJD5ZYgUcRnnebQH_fvoY';
const PROFILE = `${AUTHOR}/@50.15,21.01,17z/data=!4m6!1m5!8m4!1e1!2s187916948755690243935!3m1!1e1?hl=pl`;
const REPORT = 'https://www.google.com/local/content/rap/report?postId=Zmyslony';
const AVATAR = 'https://lh3.googleusercontent.com/a/zmyslony';
const APP_LINK = VIEWED.replace('https://', 'https://maps.app.goo.gl/?link=https://');
const MAPS = 'https://www.google.com/maps';

const reviewsOf = (text: string) => readText(text, 'reviews').list;
type Case = readonly [what: string, text: string, links: readonly string[], skipped?: readonly number[]];

const CASES: readonly Case[] = [
  // Lines
  ['one link', SHORT, [SHORT]],
  ['one link in each line', `${SHORT}\n${FULL}\n`, [SHORT, FULL]],
  ['a byte order mark, CRLF, blank lines', `\ufeff\r\n  ${SHORT} \r\n\r\n${FULL}`, [SHORT, FULL]],
  ['comments', `# ${OTHER}\n${SHORT}\n #x\n${FULL}`, [SHORT, FULL]],
  ['nothing', '\n# only a comment\n', []],
  ['lines without a link', `link\r\n\r\n${SHORT}\rnothing`, [SHORT], [1, 4]],
  ['words only', 'no link\n', [], [1]],
  ['a script address', 'javascript:alert(1)', [], [1]],
  ['a mistyped scheme', 'htps://maps.app.goo.gl/a', ['htps://maps.app.goo.gl/a']],
  ['a link without https://', 'maps.app.goo.gl/a', ['https://maps.app.goo.gl/a']],
  ['a map link without https://', 'www.google.com/maps/reviews/data=!4m8', [`${MAPS}/reviews/data=!4m8`]],
  ['a share.google link without https://', 'share.google/a', ['https://share.google/a']],
  ['an encoded link', encodeURIComponent(REVIEW), [encodeURIComponent(REVIEW)]],
  ['a link of another site', 'https://example.com/a', ['https://example.com/a']],
  // Text around links
  ['a sentence', `see (${SHORT}).`, [SHORT]],
  ['a numbered list', `1.${SHORT}\n2)${OTHER}`, [SHORT, OTHER]],
  ['a word before the link', `link:${SHORT}`, [SHORT]],
  ['a word joined to the link', `link${SHORT}`, [SHORT]],
  ['links in quotes', `"${FULL}"\n'${SHORT}'`, [FULL, SHORT]],
  ['a quote that is not closed', `"${FULL}\n${SHORT}`, [FULL, SHORT]],
  ['HTML', `href='${MAPS}/place/McDonald's/'>tu`, [`${MAPS}/place/McDonald's/`]],
  // Several links in a line
  ['links separated by a comma', `${SHORT},${OTHER}`, [SHORT, OTHER]],
  ['links separated by ; and |', `${SHORT};${OTHER}|https://goo.gl/c`, [SHORT, OTHER, 'https://goo.gl/c']],
  ['a list of a program', `['${SHORT}','${OTHER}']`, [SHORT, OTHER]],
  ['a list of other map links', `['${MAPS}/a','${MAPS}/b']`, [`${MAPS}/a`, `${MAPS}/b`]],
  ['a review link and another link', `${REVIEW},https://example.com/a,b`, [REVIEW]],
  ['an exported row of reviews', `5;"${REVIEW}";"${REPORT}";"${AVATAR}"`, [REVIEW]],
  // Columns
  ['a CSV of semicolons', `Link;Notes\n${SHORT};a, b\n${FULL};c`, [SHORT, FULL]],
  ['a CSV of commas', `Link,Notes\n${SHORT},x\n${OTHER},y`, [SHORT, OTHER]],
  ['a CSV of tabs', `${SHORT}\tx\n${FULL}\ty`, [SHORT, FULL]],
  ['a CSV with quotes', `"${FULL}",x\n"${SHORT}",y`, [FULL, SHORT]],
  ['a CSV of one column', `Link\n"${FULL}"\n${SHORT}`, [FULL, SHORT], [1]],
  ['the link in the second column', `1;"${SHORT}";yes`, [SHORT]],
  ['rows of different lengths', `${FULL};a\n${SHORT}\n${OTHER};b;c`, [FULL, SHORT, OTHER]],
  ['an empty column', `${REVIEW},\n${SHORT};`, [REVIEW, SHORT]],
  ['a note with a quote', `${SHORT};"ok" but\n"${FULL}";b`, [SHORT, FULL]],
  ['a note of two lines', `Link;Notes\n${SHORT};"a\nb;c"\n${OTHER};d`, [SHORT, OTHER]],
  ['a note behind a share link', `${SHORT};note\n${OTHER},note`, [SHORT, OTHER]],
  ['a note behind a query', `${SHORT}?g_st=ic,yes`, [`${SHORT}?g_st=ic`]],
  ['a note behind a review link', `${REVIEW},first note\n${BARE},second, and third`, [REVIEW, BARE]],
  ['a note of one word', `${REVIEW},ok\n${BARE},5\n${FULL};x`, [REVIEW, BARE, FULL]],
  ['a note with a question mark', `${REVIEW},why?\n${BARE},wow!`, [REVIEW, BARE]],
  ['notes behind a viewed map', `${VIEWED},note\n${PROFILE},x y`, [VIEWED, PROFILE]],
  ['a note in only one line', `${VIEWED}\n${REVIEW},note`, [VIEWED, REVIEW]],
  ['commas in notes behind semicolons', `${REVIEW};a, b\n${BARE};c, d`, [REVIEW, BARE]],
  ['semicolons in notes behind commas', `${REVIEW},a;b\n${SHORT},c;d`, [REVIEW, SHORT]],
  ['several columns', `${MAPS}/reviews/data=!4m8;yes;5`, [`${MAPS}/reviews/data=!4m8`]],
  ['a date', `${BARE};24/05/2026\n${REVIEW},2026-05-24,ok`, [BARE, REVIEW]],
  ['a date in the third column', `${SHORT};yes;24/05/2026`, [SHORT]],
  ['slashes behind a | that separates links', `a|${BARE}|x/y`, [BARE]],
  ['slashes below headings', `link;data\n${BARE};x/y`, [BARE]],
  // Separators that are part of a link
  ['coordinates', `${VIEWED}\n${PROFILE}`, [VIEWED, PROFILE]],
  [
    'coordinates at the end',
    `${AUTHOR}/@50,21,17z\n${AUTHOR}/@50.1,21.2`,
    [`${AUTHOR}/@50,21,17z`, `${AUTHOR}/@50.1,21.2`],
  ],
  ['coordinates in a query', `${REVIEW}&ll=50.15,21.01\n${REVIEW}`, [`${REVIEW}&ll=50.15,21.01`, REVIEW]],
  ['an address', `${AUTHOR}/A,+ul.+B,+C/@50.1,21.2,17z`, [`${AUTHOR}/A,+ul.+B,+C/@50.1,21.2,17z`]],
  ['an address at the end', `${MAPS}/place/A,+ul.+B`, [`${MAPS}/place/A,+ul.+B`]],
  ['a semicolon in a query', `${FULL};x=1\n${SHORT}`, [`${FULL};x=1`, SHORT]],
  [
    '; and | in a name',
    `${MAPS}/place/A;B|C/data=!4m6!3m5$*~(x)`,
    [`${MAPS}/place/A;B|C/data=!4m6!3m5$*~(x)`],
  ],
  [
    "' in a name",
    `${MAPS}/place/McDonald's/@50.1,21.0,17z/data=!4m6`,
    [`${MAPS}/place/McDonald's/@50.1,21.0,17z/data=!4m6`],
  ],
  [
    "' and ; in a name",
    "www.google.pl/maps/place/Kot+i+Spół'ka;+2/data=!4m6",
    ["https://www.google.pl/maps/place/Kot+i+Spół'ka;+2/data=!4m6"],
  ],
  ['a path behind a comma', `${BARE},x/y=1\n${REVIEW},ok`, [`${BARE},x/y=1`, REVIEW]],
  ["the app's form of a share link", `${APP_LINK}\n${APP_LINK}`, [APP_LINK, APP_LINK]],
];

test('finds the links of a text', () => {
  for (const [what, text, links, skipped = []] of CASES) {
    const list = reviewsOf(text);
    expect([list.links.map(({ url }) => url), list.skipped], what).toEqual([links, skipped]);
  }
});

test('the command line refuses a file without a link', async () => {
  const file = test.info().outputPath('links.txt');
  await writeFile(file, '# only a comment\n');
  const session = {
    stdin: process.stdin,
    t: await loadTexts('en'),
    note: () => undefined,
    language: 'en',
  } as const;
  await expect(readOwnList(session, file, 'reviews')).rejects.toThrow('There is no link in');
});

test('repeated links point to their first position', () => {
  const { links, repeated } = reviewsOf(`${SHORT}\n${OTHER}\n${SHORT}`);
  expect(links.map(({ first }) => first)).toEqual([0, 1, 0]);
  expect(repeated).toBe(1);
});

/** `LONG_RUN=1`: a million. A time that grows with the square of the length takes seconds at 100,000 already. */
const LENGTH = isLongRun ? 1_000_000 : 100_000;
const MAX_CPU_MS = isLongRun ? 6_000 : 1_200;
const long = (unit: string) => unit.repeat(LENGTH / unit.length);

const LONG_LINES = [
  ['commas and slashes', `${REVIEW}${long('/,')}`],
  ['commas', `${REVIEW}${long(',')}x`],
  ['commas before a slash', `${REVIEW}${long(',')}/`],
  ['numbers and commas', `${AUTHOR}/@${long('5,')}`],
  ['letters', long('h')],
  ['beginnings of links', long('https')],
  ['dates', `${REVIEW}${long(',24/05/2026')}x`],
  ['cells', long('a\t')],
  ['pieces of a link', `https://a.b/\n${long('!1m2!1sx\n')}`],
] as const;
/** A link with words before it is an entry. */
const LINKS = long('=https://a.b ');

test('reads very long lines in linear time', { tag: '@time' }, async () => {
  for (const [what, text, most] of [
    ...LONG_LINES.map((line) => [...line, 1] as const),
    ['links', LINKS, LENGTH] as const,
  ]) {
    let links = 0;
    const read = () => {
      links = reviewsOf(text).links.length;
    };
    expect(await cpuTime(read, MAX_CPU_MS), what).toBeLessThanOrEqual(MAX_CPU_MS);
    expect(links, what).toBeLessThanOrEqual(most);
  }
});

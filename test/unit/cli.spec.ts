import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { readEnvironment } from '../../src/clients/cli/environment.js';
import { parseLinks } from '../../src/clients/cli/links.js';
import { createProgress } from '../../src/clients/cli/progress.js';
import { plain, plainLine } from '../../src/clients/cli/text.js';
import { backoffSeconds } from '../../src/clients/cli/wait.js';
import { pauseSeconds, retryAfterSeconds } from '../../src/clients/core/retry.js';

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

for (const [what, content, links] of [
  ['plain lines', `${SHORT}\n${FULL}\n`, [SHORT, FULL]],
  [
    'a byte order mark, CRLF, blanks and comments',
    `\ufeff# moje\r\n\r\n  ${SHORT} \r\n #x\r\n${FULL}`,
    [SHORT, FULL],
  ],
  ['a semicolon CSV', `Link;Uwagi\n${SHORT};a, b\n${FULL};c`, [SHORT, FULL]],
  ['tabs', `${SHORT}\tx\n${FULL}\ty`, [SHORT, FULL]],
  ['a comma CSV with quotes', `"${FULL}",x\n"${SHORT}",y`, [FULL, SHORT]],
  ['a comma CSV of short links', `Link,Uwagi\n${SHORT},x\n${OTHER},y`, [SHORT, OTHER]],
  ['one link', SHORT, [SHORT]],
  [
    'plain lines, one with a semicolon first',
    `${FULL};x=1\n${SHORT}\n${OTHER}`,
    [`${FULL};x=1`, SHORT, OTHER],
  ],
  [
    'plain lines, one with a semicolon second',
    `${SHORT}\n${FULL};x=1\n${OTHER}`,
    [SHORT, `${FULL};x=1`, OTHER],
  ],
  [
    'plain lines, one with a semicolon last',
    `${SHORT}\n${OTHER}\n${FULL};x=1`,
    [SHORT, OTHER, `${FULL};x=1`],
  ],
  ['plain lines of different semicolons', `${FULL};x\n${FULL};y;z`, [`${FULL};x`, `${FULL};y;z`]],
  ['one full link with a semicolon', `${FULL};x=1`, [`${FULL};x=1`]],
  ['one short link and a note', `${SHORT};notatka`, [SHORT]],
  ['plain lines, one short link with a comma', `${FULL}\n${SHORT},x\n${FULL}`, [FULL, `${SHORT},x`, FULL]],
  ['plain lines below a heading, one with a semicolon', `Linki\n${SHORT}\n${FULL};x`, [SHORT, `${FULL};x`]],
  ['plain lines, one in quotes', `"${FULL}"\n${FULL}`, [FULL, FULL]],
  ['a quote that is never closed', `"${FULL}\n${SHORT}\n${OTHER}`, [`"${FULL}`, SHORT, OTHER]],
  [
    'a note with a quote out of place',
    `Link;Uwagi\n${SHORT};"ok" ale\n"${FULL}";b\n${OTHER};c`,
    [SHORT, FULL, OTHER],
  ],
  ['a semicolon CSV without headings', `${FULL};a\n${SHORT};b\n${OTHER};`, [FULL, SHORT, OTHER]],
  [
    'headings above rows of all lengths',
    `Link;Uwagi\n${SHORT}\n${FULL};a;b\n${OTHER};c`,
    [SHORT, FULL, OTHER],
  ],
  ['headings above a note in two lines', `Link;Uwagi\n${SHORT};"a\nb;c"\n${OTHER};d`, [SHORT, OTHER]],
  ['one column, in quotes where it must be', `Link\n"${FULL}"\n${SHORT}`, [FULL, SHORT]],
  [
    'a comma CSV of full links without quotes',
    `Link,Uwagi\nhttps://example.com/a,x\n${SHORT},y`,
    ['https://example.com/a', SHORT],
  ],
  ['review links and remarks', `${REVIEW},uwaga pierwsza\n${BARE},uwaga druga, i trzecia`, [REVIEW, BARE]],
  ['one review link and a remark', `${REVIEW},uwaga pierwsza`, [REVIEW]],
  ['review links and remarks of one word', `${REVIEW},ok\n${BARE},5\n${SHORT},`, [REVIEW, BARE, SHORT]],
  ['links of a viewed map, and remarks', `${VIEWED},uwaga\n${PROFILE},x y`, [VIEWED, PROFILE]],
  ['quoted and bare links, and remarks', `"${VIEWED}",uwaga\n${REVIEW},ok`, [VIEWED, REVIEW]],
  ['review links and links', `${REVIEW},https://example.com/a,b\n${BARE},ok`, [REVIEW, BARE]],
  ['remarks that hold semicolons', `${REVIEW},a;b\n${SHORT},c;d`, [REVIEW, SHORT]],
  ['remarks behind semicolons that hold commas', `${REVIEW};a, b\n${BARE};c, d`, [REVIEW, BARE]],
  [
    'headings, and links of which some hold commas',
    `Link,Uwagi\n${VIEWED},uwaga\n${REVIEW}\n${PROFILE}\n${BARE},a,b`,
    [VIEWED, REVIEW, PROFILE, BARE],
  ],
  ['links of a viewed map alone', `${VIEWED}\n${PROFILE}`, [VIEWED, PROFILE]],
  [
    'links that break off in coordinates',
    `${AUTHOR}/@50,21,17z\n${AUTHOR}/@50.1,21.2`,
    [`${AUTHOR}/@50,21,17z`, `${AUTHOR}/@50.1,21.2`],
  ],
  [
    'a link with an address in it',
    `${AUTHOR}/A,+ul.+B,+C/@50.1,21.2,17z`,
    [`${AUTHOR}/A,+ul.+B,+C/@50.1,21.2,17z`],
  ],
  ['coordinates in a query', `${REVIEW}&ll=50.15,21.01\n${REVIEW}`, [`${REVIEW}&ll=50.15,21.01`, REVIEW]],
  ['what may be of the link', `${BARE},x/y=1\n${REVIEW},ok`, [`${BARE},x/y=1`, `${REVIEW},ok`]],
  [
    'plain links, one with a remark',
    `${VIEWED}\n${REVIEW},uwaga pierwsza`,
    [VIEWED, `${REVIEW},uwaga pierwsza`],
  ],
  ['a tab behind one of them', `${SHORT}\n${OTHER}\n${FULL}\tmoja`, [SHORT, OTHER, FULL]],
  ['what is no link stays', `${SHORT}\nnie link\n`, [SHORT, 'nie link']],
  ['nothing but words stays too', 'nie link\n', ['nie link']],
  ['nothing', '\n# tylko komentarz\n', []],
] as const) {
  test(`links of ${what}`, () => {
    expect(parseLinks(content)).toEqual(links);
  });
}

for (const [name, links] of [
  ['linki.csv', [FULL, SHORT, OTHER]],
  ['LINKI.CSV', [FULL, SHORT, OTHER]],
  ['linki.txt', [`${FULL};a`, SHORT, `${OTHER};b;c`]],
  ['-', [`${FULL};a`, SHORT, `${OTHER};b;c`]],
] as const) {
  test(`rows of different lengths in ${name}`, () => {
    expect(parseLinks(`${FULL};a\n${SHORT}\n${OTHER};b;c`, name)).toEqual(links);
  });
}

test('a .csv of one column keeps a semicolon that is part of a link', () => {
  expect(parseLinks(`${SHORT}\n${FULL};x=1\n${OTHER}`, 'linki.csv')).toEqual([SHORT, `${FULL};x=1`, OTHER]);
});

test('a .csv of which only some rows have a remark', () => {
  expect(parseLinks(`${REVIEW},uwaga\n${VIEWED}\n${BARE}\n${PROFILE},`, 'linki.csv')).toEqual([
    ...[REVIEW, VIEWED, BARE, PROFILE],
  ]);
});

test('a .csv of semicolons, one link in quotes', () => {
  expect(parseLinks(`"${FULL}"\n${SHORT};uwaga\n${OTHER};x, y`, 'linki.csv')).toEqual([FULL, SHORT, OTHER]);
});

test('a .csv of review links and a remark in two lines', () => {
  const rows = `Link,Uwagi\n${REVIEW},"a\nb"\n${SHORT},c`;
  expect(parseLinks(rows, 'linki.csv')).toEqual([REVIEW, SHORT]);
});

test("the app's form of a share link keeps the commas of the link in it", () => {
  const inner = VIEWED.replace('https://', 'https://maps.app.goo.gl/?link=https://');
  expect(parseLinks(inner)).toEqual([inner]);
  expect(parseLinks(`${inner}\n${inner}`, 'linki.csv')).toEqual([inner, inner]);
});

test('a line that is endless commas is read in no time', () => {
  const line = `${REVIEW}${'/,'.repeat(500_000)}`;
  const begun = performance.now();
  expect(parseLinks(line)).toEqual([line]);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('Retry-After in seconds, as a date, and of no use', () => {
  const now = Date.parse('2026-11-21T03:12:45Z');
  expect(retryAfterSeconds('7', now)).toBe(7);
  expect(retryAfterSeconds('0', now)).toBe(0);
  expect(retryAfterSeconds('Sat, 21 Nov 2026 03:13:00 GMT', now)).toBe(15);
  expect(retryAfterSeconds('Sat, 21 Nov 2026 03:00:00 GMT', now)).toBe(0);
  expect(retryAfterSeconds('soon', now)).toBe(10);
  expect(retryAfterSeconds(null, now)).toBe(10);
  expect([1, 2, 3, 4, 5, 6, 7].map(backoffSeconds)).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect([1, 2, 3, 4, 5, 20].map(pauseSeconds)).toEqual([5, 10, 20, 40, 80, 300]);
});

test('what strangers wrote does not steer the terminal', () => {
  expect(plain('\u001b[2Jznika\u009b1A\u202eabc\r\ndwa\u0007 🙂')).toBe('[2Jznika 1A abc\ndwa  🙂');
  expect(plainLine('jeden\n  dwa')).toBe('jeden dwa');
});

for (const [locale, language] of [
  [{}, 'pl'],
  [{ LANG: 'C.UTF-8' }, 'pl'],
  [{ LANG: 'pl_PL.UTF-8' }, 'pl'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'pl_PL.UTF-8', LC_ALL: 'de_DE.UTF-8' }, 'en'],
] as const) {
  test(`the language of ${JSON.stringify(locale)} is ${language}`, () => {
    expect(readEnvironment(locale)).toEqual({ api: 'http://127.0.0.1:3000', key: null, language });
  });
}

for (const isTTY of [true, false]) {
  test(`the progress bar ${isTTY ? 'is drawn on a terminal' : 'is silent in a pipe'}`, async () => {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
    const progress = createProgress(stream as unknown as NodeJS.WriteStream);
    progress.show('Sprawdzanie', 3, 10);
    progress.aside();
    progress.stop();
    stream.end();
    const drawn = await text(stream);
    if (isTTY) expect(drawn).toContain('3/10');
    else expect(drawn).toBe('');
  });
}

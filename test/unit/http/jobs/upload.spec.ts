import type { JobType } from '../../../../src/contract/jobs.js';
import { readUpload, type UploadType } from '../../../../src/http/jobs/upload.js';
import { cpuTime } from '../../../support/cpu-time.js';
import { expect, test } from '../../../support/test.js';

// How uploads become links, each with its line.

/** Reads a body that comes in parts of so many bytes; an entry is `line text`, with `!` when it has a problem. */
async function read(body: string, upload: UploadType, size = 7, type: JobType = 'review-visibility') {
  const bytes = Buffer.from(body);
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: string[] = [];
  for await (const entries of readUpload(parts(), upload, type).entries) {
    for (const { line, text, problem } of entries)
      found.push(`${line}${problem === null ? '' : '!'} ${text}`);
  }
  return found;
}

const A = 'https://maps.app.goo.gl/a';
const B = 'https://www.google.com/maps/reviews/@52.2,21.0,17z/data=!4m6';

test('lines of text are links, empty ones are not lost', async () => {
  expect(await read(`\ufeff${A}\r\n\r\n ${B} \n`, 'text/plain')).toEqual([`1 ${A}`, '2! ', `3 ${B}`]);
  expect(await read(A, 'text/plain')).toEqual([`1 ${A}`]);
  expect(await read('', 'text/plain')).toEqual([]);
});

test('empty lines at the end are no entries, those between links are', async () => {
  const ends = '\n \r\n\n'.repeat(300);
  for (const upload of ['text/plain', 'text/csv'] as const) {
    expect(await read(`${A}\n\n\n${B}\n${ends}`, upload, 1_000)).toEqual([`1 ${A}`, '2! ', '3! ', `4 ${B}`]);
    expect(await read(ends, upload, 1_000)).toEqual([]);
  }
  expect(await read(`"${A}"\n\n"${B}"\n\n \n`, 'application/x-ndjson')).toEqual([`1 ${A}`, '2! ', `3 ${B}`]);
});

test('a long run of empty lines comes in parts', async () => {
  async function* parts() {
    for (let at = 0; at < 100; at += 1) yield Buffer.from('\n'.repeat(1_000));
    yield Buffer.from(A);
  }
  const lengths: number[] = [];
  const lines: (number | null)[] = [];
  for await (const entries of readUpload(parts(), 'text/plain', 'place-details').entries) {
    lengths.push(entries.length);
    lines.push(...entries.map(({ line }) => line));
  }
  expect(lines).toEqual(Array.from({ length: 100_001 }, (_, at) => at + 1));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
});

test('characters of several bytes survive any border of parts', async () => {
  for (const size of [1, 2, 3])
    expect(await read('żółć\nłąka', 'text/plain', size)).toEqual(['1 żółć', '2 łąka']);
});

test('lines of JSON are texts or objects, what is neither is not lost', async () => {
  const lines = [JSON.stringify(A), `{"url":"${B}"}`, '{', '[]', '{"url":7}', '{"other":"x"}', '""', 'null'];
  const found = await read(lines.join('\n'), 'application/x-ndjson');
  expect(found).toEqual([
    `1 ${A}`,
    `2 ${B}`,
    '3! {',
    '4! []',
    '5! {"url":7}',
    '6! {"other":"x"}',
    '7! ""',
    '8! null',
  ]);
});

test('a line that is too long is one malformed entry', async () => {
  const long = 'x'.repeat(30_000);
  const found = await read(`${A}\n${long}\n${B}\n${long}`, 'text/plain', 1_000);
  expect(found.map((entry) => entry.slice(0, 4))).toEqual(['1 ht', '2! x', '3 ht', '4! x']);
  expect(found[1]?.length).toBe(203);
});

test('control characters and links over 2,048 characters are malformed lines, of which 200 characters are kept', async () => {
  const links = [
    `${A}\u0001`,
    `${A}?${'\u0007'.repeat(3_000)}`,
    `${A}?${'x'.repeat(2_048)}`,
    `${A}\u007f`,
    A,
  ];
  for (const [upload, lines] of [
    ['text/plain', links],
    ['application/x-ndjson', links.map((link) => JSON.stringify(link))],
    ['text/csv', links],
  ] as const) {
    const found = await read(lines.join('\n'), upload, 9_000);
    expect(found.map((entry) => entry.slice(0, 3))).toEqual(['1! ', '2! ', '3! ', '4! ', '5 h']);
    expect(Math.max(...found.map((entry) => entry.length))).toBeLessThanOrEqual(203);
    expect(found.join('')).not.toMatch(/\p{Cc}/u);
  }
});

test('more empty lines in a row than a job has links are refused before they are kept', async () => {
  const body = `${A}\n${'\n'.repeat(11_000)}`;
  for (const end of ['', A]) {
    await expect(read(body + end, 'text/plain', 1_000, 'place-reviews')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('has at most 10000 links'),
    });
  }
});

test('lines of JSON whose cells are no texts are read in a moment', async () => {
  const line = `{"url":"${A}","cells":[${'1,'.repeat(3_900)}1]}\n`;
  const body = `{"columns":["a"]}\n${line.repeat(Math.floor(1_048_576 / line.length))}`;
  expect(await cpuTime(() => read(body, 'application/x-ndjson', 65_536), 600)).toBeLessThanOrEqual(600);
});

test('a CSV has its links in the column that is named so, whatever separates its cells', async () => {
  for (const [separator, link] of [
    [',', `"${B}"`],
    [';', B],
    ['\t', B],
  ] as const) {
    const rows = [
      ['No', 'URL', 'note'],
      ['1', link, 'x'],
      ['2', '', ''],
    ];
    const body = `${rows.map((cells) => cells.join(separator)).join('\r\n')}\r\n`;
    expect(await read(body, 'text/csv')).toEqual([`2 ${B}`, `3! 2${separator}${separator}`]);
  }
});

test('a CSV without headings has a link in its first cell that is one', async () => {
  expect(await read(`1;${B};x\n2;none\n3;${A}\n`, 'text/csv')).toEqual([`1 ${B}`, '2! 2;none', `3 ${A}`]);
  expect(await read(`${B}\n${A},note\n`, 'text/csv')).toEqual([`1 ${B}`, `2 ${A}`]);
});

test('the first line "sep=;" of Excel names the sign between cells, and is no entry', async () => {
  const rows = `no;link\n1,5;${A}\n`;
  for (const [mark, body, line] of [
    ['sep=;', rows, 3],
    ['\ufeff"sep=;"', rows, 3],
    ['SEP=|', rows.replaceAll(';', '|'), 3],
    ['sep=;', `1,5;${A}\n`, 2],
  ] as const) {
    expect(await read(`${mark}\r\n${body}`, 'text/csv')).toEqual([`${line} ${A}`]);
  }
  expect(await read(`x;${A}\nsep=;\n`, 'text/csv')).toEqual([`1 ${A}`, '2! sep=;']);
});

test('a CSV of places without headings has the query in its first cell that is a link or an identifier', async () => {
  const id = 'ChIJN1t_tDeuEmsRUsoyG83frY4';
  const body = [
    `1;Bar;${id}`,
    '2;Bar;cid:12345678901234567',
    '3;Bar;12345678901234567',
    '4;Bar;0x47:0xAb',
    `5;Bar;${A}`,
    ';Bar;Warszawa',
    `"1","${A},x"`.replaceAll(',', ';'),
  ].join('\n');
  for (const type of ['place-details', 'place-reviews'] as const) {
    expect(await read(body, 'text/csv', 50, type)).toEqual([
      `1 ${id}`,
      '2 cid:12345678901234567',
      '3 12345678901234567',
      '4 0x47:0xAb',
      `5 ${A}`,
      '6 Warszawa',
      `7 ${A}`,
    ]);
  }
});

test('a link takes back the few parts of its coordinates, not a whole line of numbers', async () => {
  const parts = 'https://www.google.com/maps/@52.2,21.0,17z/data=x';
  expect(await read(`${parts},note\n`, 'text/csv')).toEqual([`1 ${parts}`]);
  const [long = ''] = await read(`https://a/@1.1${',1'.repeat(40)}\n`, 'text/csv', 9_000);
  expect(long.length).toBeLessThan(100);
});

test('records of several lines have the number of their first', async () => {
  const body = `note,link\n"two\nlines",${A}\n"it says ""so""",${A}\n`;
  expect(await read(body, 'text/csv')).toEqual([`2 ${A}`, `4 ${A}`]);
});

test('a link over several lines that is too long is one malformed entry', async () => {
  const long = ['https://a/', 'x'.repeat(5_000), 'x'.repeat(5_000)].join('\n');
  for (const body of [`note,link\n1,"${long}"\n`, `\n1,"${long}"\n`]) {
    const found = await read(body, 'text/csv', 1_000);
    expect(found.at(-1)).toMatch(/^2! https:/);
    expect(found.at(-1)?.length).toBeLessThan(250);
  }
});

test('empty lines before the headings of a CSV are not taken for them', async () => {
  const body = `\n \nnote;link\nx;${A}\n`;
  expect(await read(body, 'text/csv')).toEqual(['1! ', '2! ', `4 ${A}`]);
});

test('a title above the headings of a CSV is no entry', async () => {
  const body = `Opinie klienta;;\nNr;Link do opinii;Klient\n1;${A};Firma A\n2;${B};Firma B\n`;
  expect(await read(body, 'text/csv')).toEqual([`3 ${A}`, `4 ${B}`]);
});

test('a quote inside a cell hides no record', async () => {
  const body = 'Pizzeria 12"\nBar\n"Bistro\n5"\nCafe 7"\nKiosk\n';
  const found = ['1 Pizzeria 12"', '2 Bar', '3 Bistro\n5', '5 Cafe 7"', '6 Kiosk'];
  expect(await read(body, 'text/csv', 7, 'place-details')).toEqual(found);
  expect(await read(`${A};12"\n${B};x\n${A};5"\n`, 'text/csv')).toEqual([`1 ${A}`, `2 ${B}`, `3 ${A}`]);
});

test('a line that is too long takes no other line with it', async () => {
  const found = await read(`${A},"x\n${'x'.repeat(9_000)}\n${A}\n`, 'text/csv', 1_000);
  expect(found.map((entry) => entry.slice(0, 5))).toEqual(['1 htt', '2! xx', '3 htt']);
});

test('CR and CRLF end a line, at any border of parts', async () => {
  for (const end of ['\r', '\r\n'])
    for (const upload of ['text/csv', 'text/plain'] as const)
      for (const size of [1, 2, 1_000]) {
        const body = `${[A, 'x'.repeat(9_000), A, '', A].join(end)}${end}`;
        const found = await read(body, upload, size);
        expect(found.map((entry) => entry.slice(0, 6))).toEqual([
          ...['1 http', '2! xxx', '3 http', '4! ', '5 http'],
        ]);
      }
});

test('a quote that is never closed spoils twenty lines at most', async () => {
  const body = `link\n"${A}\n${`${A}\n`.repeat(40)}`;
  const found = await read(body, 'text/csv');
  expect(found).toHaveLength(41);
  expect(found.at(-1)).toBe(`42 ${A}`);
});

test('places are also named by identifiers', async () => {
  expect(await read('ChIJa\nChIJb\n', 'text/csv', 7, 'place-details')).toEqual(['1 ChIJa', '2 ChIJb']);
  expect(await read('placeid\nChIJa\n', 'text/csv', 7, 'place-reviews')).toEqual(['2 ChIJa']);
});

/** Entries with what is kept of their rows, and the columns of the upload. */
async function readOwn(body: string, upload: UploadType, type: JobType = 'review-visibility') {
  async function* parts() {
    yield Buffer.from(body);
  }
  const { entries, columns } = readUpload(parts(), upload, type);
  const found: unknown[] = [];
  for await (const some of entries) found.push(...some.map(({ text, own }) => [text, own]));
  return { found, columns: columns() };
}

test('a CSV keeps the own columns, and finds the links by content', async () => {
  const { found, columns } = await readOwn(
    `klient;strona;opinia;uwagi\nA;https://a.example/;${A};pilne\nB;https://b.example/;zobacz ${B} tu\n"C\nD";;;\n`,
    'text/csv',
  );
  expect(found).toEqual([
    [A, ['A', 'https://a.example/', null, 'pilne']],
    [B, ['B', 'https://b.example/', `zobacz ${B} tu`]],
    [expect.stringContaining('C'), ['C\nD']],
  ]);
  const headings = ['klient', 'strona', 'opinia', 'uwagi'];
  expect(columns).toEqual({ headings, width: 4, isLinkInCell: false });
});

test('a CSV without headings has columns without names; links alone have none', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `klient ${at};${A}${at}`);
  const { found, columns } = await readOwn(rows.join('\n'), 'text/csv');
  expect(found).toEqual(rows.map((_, at) => [`${A}${at}`, [`klient ${at}`, null]]));
  expect(columns).toEqual({ headings: null, width: 2, isLinkInCell: true });
  expect((await readOwn(`link\n${A}\n${B}`, 'text/csv')).columns).toBe(null);
  expect((await readOwn(`${A}\n${B}`, 'text/plain')).columns).toBe(null);
});

test('lines of JSON name their columns first, and have cells', async () => {
  const lines = [
    { columns: ['klient', 'link'] },
    { url: A, cells: ['A', null] },
    { url: B, cells: ['B', `zobacz ${B}`] },
    { url: '', cells: ['C', ''] },
    { url: A },
  ];
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const { found, columns } = await readOwn(body, 'application/x-ndjson');
  expect(found).toEqual([
    [A, ['A', null]],
    [B, ['B', `zobacz ${B}`]],
    ['C', ['C']],
    [A, undefined],
  ]);
  expect(columns).toEqual({ headings: ['klient', 'link'], width: 2, isLinkInCell: false });
});

test('the own columns of a list are limited', async () => {
  for (const [body, words] of [
    [`klient;link\n${'x'.repeat(2_001)};${A}\n`, 'Line 2 has 2001 characters besides its link'],
    [`${'x;'.repeat(50)}${A}\n`, 'The list has 51 columns, and may have 50'],
    [`link;${'x'.repeat(2_001)}\n${A};1\n`, 'The headings have more than 2000 characters'],
  ] as const)
    await expect(readOwn(body, 'text/csv')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(words),
    });
});

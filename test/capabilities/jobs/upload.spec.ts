import { readUpload, type UploadType } from '../../../src/capabilities/jobs/upload.js';
import type { JobType } from '../../../src/kit/lists/list-limits.js';
import { cpuTime } from '../../support/cpu-time.js';
import { expect, test } from '../../support/test.js';

// How uploads become links, each with its line. The reader of CSV itself: test/kit/lists/.

const A = 'https://maps.app.goo.gl/a';
const B = 'https://www.google.com/maps/reviews/@52.2,21.0,17z/data=!4m6';
const FORMS = ['text/plain', 'text/csv', 'application/x-ndjson'] as const;

/** Reads a body that comes in parts of so many bytes. */
async function readOwn(body: string, upload: UploadType, type: JobType = 'review-visibility', size = 7) {
  const bytes = Buffer.from(body);
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const { entries, columns } = readUpload(parts(), upload, type);
  const found = [];
  for await (const some of entries) found.push(...some);
  return { entries: found, columns: columns() };
}

/** An entry is `line text`, with `!` when it has a problem. */
async function read(body: string, upload: UploadType, size = 7, type: JobType = 'review-visibility') {
  const { entries } = await readOwn(body, upload, type, size);
  return entries.map(({ line, text, problem }) => `${line}${problem === null ? '' : '!'} ${text}`);
}

/** A body with the links as lines of this form. */
const linesOf = (upload: UploadType, links: readonly string[]) =>
  links
    .map((link) => (upload === 'application/x-ndjson' && link !== '' ? JSON.stringify(link) : link))
    .join('\n');

test('each line of text is an entry, also one without a link', async () => {
  expect(await read(`\ufeff${A}\r\n\r\n ${B} \n`, 'text/plain')).toEqual([`1 ${A}`, '2! ', `3 ${B}`]);
  expect(await read(A, 'text/plain')).toEqual([`1 ${A}`]);
  for (const size of [1, 2, 3])
    expect(await read('żółć\nłąka', 'text/plain', size)).toEqual(['1 żółć', '2 łąka']);
});

test('each line of JSON is an entry, also a line without a link', async () => {
  const lines = [JSON.stringify(A), `{"url":"${B}"}`, '{', '[]', '{"url":7}', '{"other":"x"}', '""', 'null'];
  const others = lines.slice(2).map((line, at) => `${at + 3}! ${line}`);
  expect(await read(lines.join('\n'), 'application/x-ndjson')).toEqual([`1 ${A}`, `2 ${B}`, ...others]);
});

test('empty lines between links are entries, empty lines at the end are not', async () => {
  const ends = '\n \r\n\n'.repeat(300);
  for (const upload of FORMS) {
    const body = linesOf(upload, [A, '', '', B]) + ends;
    expect(await read(body, upload, 1_000), upload).toEqual([`1 ${A}`, '2! ', '3! ', `4 ${B}`]);
    expect(await read(ends, upload, 1_000), upload).toEqual([]);
  }
});

test('a long run of empty lines comes in parts, and is refused above the limit of links', async () => {
  async function* parts() {
    for (let at = 0; at < 100; at += 1) yield Buffer.from('\n'.repeat(1_000));
    yield Buffer.from(A);
  }
  const lengths: number[] = [];
  for await (const { length } of readUpload(parts(), 'text/plain', 'place-details').entries)
    lengths.push(length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(100_001);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
  const body = `${A}\n${'\n'.repeat(11_000)}`;
  for (const end of ['', A])
    await expect(read(body + end, 'text/plain', 1_000, 'place-reviews')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('has at most 10000 links'),
    });
});

test('CR, LF and CRLF end a line at any border of parts; a long line takes no other line with it', async () => {
  for (const end of ['\r', '\n', '\r\n'])
    for (const upload of ['text/csv', 'text/plain'] as const)
      for (const size of [1, 2, 1_000]) {
        const found = await read(`${[A, 'x'.repeat(9_000), A, '', A].join(end)}${end}`, upload, size);
        const begins = found.map((entry) => entry.slice(0, 6));
        expect(begins).toEqual(['1 http', '2! xxx', '3 http', '4! ', '5 http']);
        expect(found[1]?.length).toBe(203);
      }
  // Also inside of an open quote, and as a cell of several lines.
  const found = await read(`${A},"x\n${'x'.repeat(9_000)}\n${A}\n`, 'text/csv', 1_000);
  expect(found.map((entry) => entry.slice(0, 5))).toEqual(['1 htt', '2! xx', '3 htt']);
  const long = ['https://a/', 'x'.repeat(5_000), 'x'.repeat(5_000)].join('\n');
  for (const body of [`note,link\n1,"${long}"\n`, `\n1,"${long}"\n`]) {
    const last = (await read(body, 'text/csv', 1_000)).at(-1);
    expect(last).toMatch(/^2! https:/);
    expect(last?.length).toBeLessThan(250);
  }
});

test('links with control characters or over 2,048 characters are malformed, and 200 characters are kept', async () => {
  const tooLong = `${A}?${'x'.repeat(2_048)}`;
  const links = [`${A}\u0001`, `${A}?${'\u0007'.repeat(3_000)}`, tooLong, `${A}\u007f`, A];
  for (const upload of FORMS) {
    const found = await read(linesOf(upload, links), upload, 9_000);
    expect(found.map((entry) => entry.slice(0, 3))).toEqual(['1! ', '2! ', '3! ', '4! ', '5 h']);
    expect(Math.max(...found.map((entry) => entry.length))).toBeLessThanOrEqual(203);
    expect(found.join('')).not.toMatch(/\p{Cc}/u);
  }
});

test('lines of JSON with cells of the wrong kind are read quickly', async () => {
  const line = `{"url":"${A}","cells":[${'1,'.repeat(3_900)}1]}\n`;
  const body = `{"columns":["a"]}\n${line.repeat(Math.floor(1_048_576 / line.length))}`;
  const reading = () => read(body, 'application/x-ndjson', 65_536);
  expect(await cpuTime(reading, 600)).toBeLessThanOrEqual(600);
});

test('the links of a CSV are found by a heading or by their form, and have the line of their record', async () => {
  for (const [body, expected] of [
    [`No,URL,note\r\n1,"${B}",x\r\n2,,\r\n`, [`2 ${B}`, '3! 2,,']],
    [`No\tURL\tnote\r\n1\t${B}\tx\r\n`, [`2 ${B}`]],
    [`1;${B};x\n2;none\n3;${A}\n`, [`1 ${B}`, '2! 2;none', `3 ${A}`]],
    [`${B}\n${A},note\n`, [`1 ${B}`, `2 ${A}`]],
    // The first line of Excel is no entry.
    [`\ufeffsep=|\r\nno|link\n1,5|${A}\n`, [`3 ${A}`]],
    [`x;${A}\nsep=;\n`, [`1 ${A}`, '2! sep=;']],
    [`\n \nnote;link\nx;${A}\n`, [`4 ${A}`]],
    [`note;link\n;\nx;${A}\n;\n`, [`3 ${A}`, '4! ;']],
    // A title above the headings has no delimiter.
    [`Opinie klientów\n\nNr;Link\n1;${A}\n`, [`4 ${A}`]],
    [`https://maps.google.com/?q=Bar,Łódź\n${A}\n`, ['1 https://maps.google.com/?q=Bar,Łódź', `2 ${A}`]],
    [`Opinie klienta;;\nNr;Link do opinii;Klient\n1;${A};Firma A\n2;${B};Firma B\n`, [`3 ${A}`, `4 ${B}`]],
    [`note,link\n"two\nlines",${A}\n"it says ""so""",${A}\n`, [`2 ${A}`, `4 ${A}`]],
    [`${A};12"\n${B};x\n${A};5"\n`, [`1 ${A}`, `2 ${B}`, `3 ${A}`]],
    // Commas of coordinates belong to the link.
    [
      'https://www.google.com/maps/@52.2,21.0,17z/data=x,note\n',
      ['1 https://www.google.com/maps/@52.2,21.0,17z/data=x'],
    ],
  ] as const)
    expect(await read(body, 'text/csv'), body).toEqual(expected);
  const [long = ''] = await read(`https://a/@1.1${',1'.repeat(40)}\n`, 'text/csv', 9_000);
  expect(long.length).toBeLessThan(100);
  // A quote that is never closed spoils twenty lines at most.
  const open = await read(`link\n"${A}\n${`${A}\n`.repeat(40)}`, 'text/csv');
  expect([open.length, open.at(-1)]).toEqual([41, `42 ${A}`]);
});

test('places of a CSV are links, identifiers or names', async () => {
  const id = 'ChIJN1t_tDeuEmsRUsoyG83frY4';
  const cells = [id, 'cid:12345678901234567', '12345678901234567', '0x47:0xAb', A];
  const body = [...cells.map((cell, at) => `${at + 1};Bar;${cell}`), ';Bar;Warszawa', `"1";"${A};x"`].join(
    '\n',
  );
  const expected = [...cells, 'Warszawa', A].map((place, at) => `${at + 1} ${place}`);
  for (const type of ['place-details', 'place-reviews'] as const) {
    expect(await read(body, 'text/csv', 50, type)).toEqual(expected);
    expect(await read('placeid\nChIJa\n', 'text/csv', 7, type)).toEqual(['2 ChIJa']);
  }
  const names = 'Pizzeria 12"\nBar\n"Bistro\n5"\nCafe 7"\n';
  expect(await read(names, 'text/csv', 7, 'place-details')).toEqual([
    ...['1 Pizzeria 12"', '2 Bar', '3 Bistro\n5', '5 Cafe 7"'],
  ]);
});

/** The entries with their own cells, and the columns of the upload. */
async function ownOf(body: string, upload: UploadType) {
  const { entries, columns } = await readOwn(body, upload);
  return { found: entries.map(({ text, own }) => [text, own]), columns };
}

test('a CSV keeps its own columns', async () => {
  const named = `klient;strona;opinia;uwagi\nA;https://a.example/;${A};pilne\nB;https://b.example/;zobacz ${B} tu\n"C\nD";;;\n`;
  expect(await ownOf(named, 'text/csv')).toEqual({
    found: [
      [A, ['A', 'https://a.example/', null, 'pilne']],
      [B, ['B', 'https://b.example/', `zobacz ${B} tu`]],
      [expect.stringContaining('C'), ['C\nD']],
    ],
    columns: { headings: ['klient', 'strona', 'opinia', 'uwagi'], width: 4, isLinkInCell: false },
  });
  const rows = Array.from({ length: 250 }, (_, at) => `klient ${at};${A}${at}`);
  expect(await ownOf(rows.join('\n'), 'text/csv')).toEqual({
    found: rows.map((_, at) => [`${A}${at}`, [`klient ${at}`, null]]),
    columns: { headings: null, width: 2, isLinkInCell: true },
  });
  expect((await ownOf(`link\n${A}\n${B}`, 'text/csv')).columns).toBe(null);
  expect((await ownOf(`${A}\n${B}`, 'text/plain')).columns).toBe(null);
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
  const found = [
    [A, ['A', null]],
    [B, ['B', `zobacz ${B}`]],
    ['C', ['C']],
    [A, undefined],
  ];
  const columns = { headings: ['klient', 'link'], width: 2, isLinkInCell: false };
  expect(await ownOf(body, 'application/x-ndjson')).toEqual({ found, columns });
});

test('the own columns of a list are limited', async () => {
  for (const [body, words] of [
    [`klient;link\n${'x'.repeat(2_001)};${A}\n`, 'Line 2 has 2001 characters besides its link'],
    [`${'x;'.repeat(50)}${A}\n`, 'The list has 51 columns, but at most 50 are allowed'],
    [`link;${'x'.repeat(2_001)}\n${A};1\n`, 'The headings have more than 2000 characters'],
  ] as const)
    await expect(readOwn(body, 'text/csv')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(words),
    });
});

test('an upload in the encodings of Polish offices keeps its letters; any other encoding is refused', async () => {
  const text = 'Bar Pod Różą\r\nŁąka\r\nPĄK, SPÓŁKA ŚWIT';
  const inBytes = (letters: Readonly<Record<string, number>>, of = text) =>
    Buffer.from([...of].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
  const shared = { ó: 0xf3, ż: 0xbf, Ł: 0xa3, Ó: 0xd3 };
  const windows = { ...shared, ą: 0xb9, Ą: 0xa5, Ś: 0x8c };
  const iso = { ...shared, ą: 0xb1, Ą: 0xa1, Ś: 0xa6 };
  const lead = `${'x'.repeat(70)}\n`.repeat(900);
  const reading = async (bytes: Buffer, upload: UploadType, size: number) => {
    async function* parts() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const found = [];
    for await (const some of readUpload(parts(), upload, 'place-details').entries) found.push(...some);
    return found.map(({ text: entry }) => entry);
  };
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
    inBytes(windows),
    inBytes(iso),
    // Letters that are valid UTF-8 by chance.
    inBytes(windows, text.replace('Bar Pod Różą', 'SPÓŁKA')),
  ])
    for (const size of [1, 2, 3, 65_536])
      expect((await reading(bytes, 'text/plain', size)).slice(1)).toEqual(['Łąka', 'PĄK, SPÓŁKA ŚWIT']);
  for (const letters of [windows, iso]) {
    const bytes = Buffer.concat([Buffer.from(lead), inBytes(letters)]);
    for (const size of [5_001, 16_384])
      expect((await reading(bytes, 'text/csv', size)).slice(900)).toEqual(text.split('\r\n'));
  }
  const cut = Buffer.from('Łąka').subarray(0, 3);
  const windows1251 = Buffer.from([0x42, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0xf2, 0xf2]);
  for (const size of [2, 3, 65_536])
    for (const upload of FORMS)
      for (const bytes of [windows1251, cut])
        await expect(reading(bytes, upload, size)).rejects.toThrow(/CSV UTF-8/);
});

test('a column of a CSV can be chosen by its heading or number', async () => {
  const body = `klient;link;notatka\nA;${A};${B}\nB;${B};\n`;
  const readColumn = async (column: string) => {
    async function* parts() {
      yield Buffer.from(body);
    }
    const found = [];
    for await (const some of readUpload(parts(), 'text/csv', 'review-visibility', column).entries)
      found.push(...some);
    return found.map(({ line, text, problem }) => `${line}${problem === null ? '' : '!'} ${text}`);
  };
  for (const column of ['Notatka', '3']) expect(await readColumn(column)).toEqual([`2 ${B}`, `3! B;${B};`]);
  for (const column of ['miasto', '7', '0', ''])
    await expect(readColumn(column)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `The list has no column "${column}". Give its heading or its number, counted from 1.`,
    });
});

test('a heading of the service is read first only if its column has links', async () => {
  const id = 'ChIJN1t_tDeuEmsRUsoyG83frY4';
  const scraped = `query;name;place_id\nbary w mieście;Bar Zmyślony;${id}\n`;
  expect(await read(scraped, 'text/csv', 50, 'place-details')).toEqual([`2 ${id}`]);
  const links = `inne;url\n${B};${A}\n`;
  expect(await read(links, 'text/csv')).toEqual([`2 ${A}`]);
});

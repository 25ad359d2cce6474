import { readUpload, type UploadType } from '../../../src/capabilities/jobs/upload.js';
import type { JobType } from '../../../src/kit/lists/list-limits.js';
import { cpuTime } from '../../support/cpu-time.js';
import { expect, test } from '../../support/test.js';

// How uploads become links, each with its line.

const A = 'https://maps.app.goo.gl/a';
const B = 'https://www.google.com/maps/reviews/@52.2,21.0,17z/data=!4m6';
const FORMS = ['text/plain', 'application/x-ndjson'] as const;

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
    for (const size of [1, 2, 1_000]) {
      const found = await read(`${[A, 'x'.repeat(9_000), A, '', A].join(end)}${end}`, 'text/plain', size);
      const begins = found.map((entry) => entry.slice(0, 6));
      expect(begins).toEqual(['1 http', '2! xxx', '3 http', '4! ', '5 http']);
      expect(found[1]?.length).toBe(203);
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

test('lines of JSON with cells of the wrong kind are read quickly', { tag: '@time' }, async () => {
  const line = `{"url":"${A}","cells":[${'{},'.repeat(2_600)}1]}\n`;
  const body = `{"columns":["a"]}\n${line.repeat(Math.floor(1_048_576 / line.length))}`;
  const reading = () => read(body, 'application/x-ndjson', 65_536);
  expect(await cpuTime(reading, 600)).toBeLessThanOrEqual(600);
});

/** The entries with their own cells, and the columns of the upload. */
async function ownOf(body: string, upload: UploadType) {
  const { entries, columns } = await readOwn(body, upload);
  return { found: entries.map(({ text, own }) => [text, own]), columns };
}

test('lines of JSON name their columns first, and have cells', async () => {
  const lines = [
    { columns: ['klient', 'link'] },
    { url: A, cells: ['A', null] },
    { url: B, cells: ['B', `zobacz ${B}`] },
    { url: '', cells: ['C', ''] },
    { url: A },
    { url: 4565666864068316694n, cells: [12.5, null, true, 7, '007', 12345678901234567890n, -3] },
  ];
  const body = lines
    .map((line) => JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? `long ${value}` : value)))
    .join('\n')
    .replaceAll(/"long (\d+)"/g, '$1');
  const found = [
    [A, ['A', null]],
    [B, ['B', `zobacz ${B}`]],
    ['C', ['C']],
    [A, undefined],
    // A number stays a number; an id has all of its digits.
    ['4565666864068316694', [12.5, null, true, 7, '007', '12345678901234567890', -3]],
  ];
  const columns = { headings: ['klient', 'link'], width: 7, isLinkInCell: false };
  expect(await ownOf(body, 'application/x-ndjson')).toEqual({ found, columns });
});

test('the own columns of a list are limited', async () => {
  for (const [line, words] of [
    [{ cells: ['x'.repeat(2_001), null] }, 'Line 2 has 2001 characters besides its link'],
    [{ cells: [...Array(50).fill('x'), null] }, 'The list has 51 columns, but at most 50 are allowed'],
    [{ columns: ['link', 'x'.repeat(2_001)] }, 'The headings have more than 2000 characters'],
  ] as const) {
    const first = 'columns' in line ? line : { columns: ['klient', 'link'] };
    const body = `${JSON.stringify(first)}\n${JSON.stringify({ url: A, ...line })}\n`;
    await expect(readOwn(body, 'application/x-ndjson')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(words),
    });
  }
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
      expect((await reading(bytes, 'text/plain', size)).slice(900)).toEqual(text.split('\r\n'));
  }
  const cut = Buffer.from('Łąka').subarray(0, 3);
  const windows1251 = Buffer.from([0x42, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0xf2, 0xf2]);
  for (const size of [2, 3, 65_536])
    for (const upload of FORMS)
      for (const bytes of [windows1251, cut])
        await expect(reading(bytes, upload, size)).rejects.toThrow(/CSV UTF-8/);
});

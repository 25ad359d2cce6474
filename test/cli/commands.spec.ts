import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { loadReviewCase, loadReviewsCase, pathOf } from '../../fixtures/provider/cases.js';
import { rowsOfWorkbook } from '../support/workbook.js';
import { serviceTest as test } from './cli-test.js';
import { linesOf, run, runAt } from './command.js';

// Every command in every format, against the real service and the stand-in provider.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const SHARE_LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const seven = loadReviewsCase('reviews--seven');
const SEVEN_ID = new URL(pathOf('reviews--seven'), 'http://service').searchParams.get('placeid') ?? '';
const linkOf = (id: string) => loadReviewCase(id).link;
const VISIBLE = linkOf('review--visible');
/** No service is there. */
const NOBODY = 'http://127.0.0.1:9';

/** The cells of a CSV by heading, by default as Polish Excel splits them. */
function csvRows(output: string, delimiter = ';'): Record<string, string>[] {
  expect(output.startsWith('\ufeff')).toBe(true);
  expect(output.endsWith('\r\n')).toBe(true);
  return Papa.parse<Record<string, string>>(output.slice(1).trimEnd(), { delimiter, header: true }).data;
}

const ANSWERS = [
  {
    args: ['search', 'pierogarnia', 'kraków'],
    text: [PLACE_ID, 'search_result', 'pierwszy wynik wyszukiwania'],
    json: { query: 'pierogarnia kraków', place_id: PLACE_ID, type: 'search_result' },
  },
  {
    args: ['details', PLACE_ID],
    text: [
      'Pierogarnia Pod Zmyśloną Różą',
      'ul. Nieistniejąca 12',
      '★ 4,6 · opinii: 8\u00a0713',
      CID,
      '5 ★ ███',
    ],
    json: { place_id: PLACE_ID, details: { cid: CID, srednia_ocen: 4.6, liczba_opinii: 8713 } },
  },
  {
    args: ['all', SHARE_LINK],
    text: ['Pierogarnia Pod Zmyśloną Różą', `https://www.google.com/maps?cid=${CID}`],
    json: {
      query: SHARE_LINK,
      place_id: PLACE_ID,
      source: 'map_url',
      cid: CID,
      details: { liczba_1_gwiazdka: 212 },
    },
  },
  {
    args: ['convert', CID],
    text: [PLACE_ID, CID],
    json: { cid: CID, place_id: PLACE_ID, conversion_type: 'cid_to_place_id' },
  },
  {
    args: ['review', VISIBLE],
    text: ['Widoczna: tak', 'Łucja Wymyślona-Kęs', '★★★★★', 'Zażółć gęślą jaźń!'],
    json: { review_url: VISIBLE, review_details: { is_visible: true, rating: 5 } },
  },
] as const;

for (const { args, text, json } of ANSWERS) {
  test(`${args[0]}: text, JSON and NDJSON`, async ({ service }) => {
    const readable = await runAt(service.url, args);
    expect(readable).toMatchObject({ code: 0, stderr: '' });
    for (const part of text) expect(readable.stdout).toContain(part);
    expect(JSON.parse((await runAt(service.url, [...args, '--json'])).stdout)).toMatchObject(json);
    const lines = linesOf((await runAt(service.url, [...args, '--ndjson'])).stdout);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject(json);
  });
}

// What stands in the columns: test/kit/lists/export.spec.ts.
test('details: CSV and a workbook', async ({ service }, info) => {
  const csv = { Nazwa: 'Pierogarnia Pod Zmyśloną Różą', 'Średnia ocen': '4,6', CID: `="${CID}"` };
  const args = ['details', PLACE_ID];
  const rows = csvRows((await runAt(service.url, [...args, '--csv'])).stdout);
  expect(rows).toEqual([expect.objectContaining(csv)]);
  const file = info.outputPath('wynik.xlsx');
  const said = await runAt(service.url, [...args, '--xlsx', file]);
  expect(said).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining(file) });
  const [headings, cells] = await rowsOfWorkbook(await readFile(file));
  expect(headings).toEqual(expect.arrayContaining(Object.keys(csv)));
  expect(cells?.map(String)).toEqual(expect.arrayContaining([csv.Nazwa, '4.6', CID]));
});

test('convert of a Place ID or a feature id needs no service', async () => {
  for (const id of [PLACE_ID, ' 0x47165b1c0a9d3e27:0x3f5c81d2ab904e16 ']) {
    const { code, stdout } = await runAt(NOBODY, ['convert', id, '--json']);
    expect(JSON.parse(stdout)).toEqual({ cid: CID, place_id: PLACE_ID, conversion_type: 'place_id_to_cid' });
    expect(code).toBe(0);
  }
  for (const [id, polish, english] of [
    ['123', 'CID ma od 14 do 20 cyfr', 'A CID has 14 to 20 decimal digits'],
    ['99999999999999999999', 'CID ma od 14 do 20 cyfr', 'outside that range'],
    ['ChIJkrótki', 'To nie jest Place ID ani CID', 'This is not a Place ID'],
    ['pierogarnia', 'To nie jest Place ID ani CID', 'This is not a Place ID'],
  ] as const) {
    const said = await runAt(NOBODY, ['convert', id]);
    expect(said).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(polish) });
    expect(said.stderr).not.toMatch(/\b(this|has|is|the)\b/i);
    expect(await runAt(NOBODY, ['convert', id], 'en')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(english),
    });
  }
});

test('reviews: text, JSON, NDJSON, CSV and a workbook', async ({ service, serve }, info) => {
  // The answers of the service, read once: each list is a page in Chromium.
  const path = pathOf('reviews--seven');
  const lists = await fetch(service.url + path, { headers: { Accept: 'application/x-ndjson' } });
  const stream = await lists.text();
  const { body: details } = await service.get(`/api/details?placeid=${SEVEN_ID}`);
  const api = await serve((asked, response) => {
    const isList = asked.path.startsWith('/api/place-reviews');
    response.setHeader('Content-Type', isList ? 'application/x-ndjson' : 'application/json');
    response.end(isList ? stream : JSON.stringify(details));
  });
  const answered = linesOf(stream) as { type: string; review: { review_id: string; stars: number | null } }[];
  const reviews = answered.filter(({ type }) => type === 'review').map(({ review }) => review);
  expect(reviews).toHaveLength(7);
  const { type: _, ...totals } = answered.at(-1) ?? { type: '' };

  const here = (...more: string[]) => runAt(api.url, ['reviews', SEVEN_ID, ...more]);
  const json = await here('--json');
  expect(json).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ ...totals, reviews });

  const lines = linesOf((await here('--ndjson')).stdout);
  expect(lines.slice(0, -1)).toEqual(reviews.map((review) => ({ type: 'review', review })));
  expect(lines.at(-1)).toMatchObject({ type: 'summary', reviews_read: 7, complete: true });

  const readable = await runAt(service.url, ['reviews', SEVEN_ID, '--min-stars', '5']);
  expect(readable.stdout).toContain('Wczytane opinie: 7 z 7 – komplet. Po filtrze: 2.');
  expect(readable.stdout.match(/^★★★★★/gm)).toHaveLength(2);

  const rows = csvRows((await here('--csv')).stdout);
  expect(rows.map((row) => row['ID opinii'])).toEqual(reviews.map(({ review_id }) => review_id));
  for (const row of rows)
    expect(row).toMatchObject({
      Miejsce: seven.place.name,
      'Wczytane opinie': '7',
      'Lista kompletna': 'tak',
    });

  const file = info.outputPath('opinie.xlsx');
  await here('--xlsx', file);
  const [places, sheet] = (await readXlsxFile(await readFile(file))).map(({ data }) => data);
  expect(places).toHaveLength(2);
  expect(places?.[1]).toContain(SEVEN_ID);
  expect(sheet).toHaveLength(8);
  for (const [index, { review_id }] of reviews.entries()) expect(sheet?.[index + 1]).toContain(review_id);
});

// Usage errors that the arguments alone show: usage.spec.ts.
test('ends with 2, and names a wrong value, a missing file or an empty list in Polish', async () => {
  for (const [args, words] of [
    [[], 'Użycie'],
    [['search', 'x', '--api', 'localhost'], '--api'],
    [['search', 'x', '--key', 'ze spacją'], 'Klucz'],
    [['check', '/nie/ma/pliku'], 'ENOENT'],
    [['check', '-'], 'żadnego linku'],
  ] as const) {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/error|argument '|Expected|Did you/);
  }
});

test('help lists the exit codes in the chosen language', async () => {
  // Lines are broken where the terminal ends.
  const polish = (await run(['--help'])).stdout.replace(/\n {10,}/g, ' ');
  expect(polish).toContain('130  przerwane');
  expect(polish).toContain('4    wynik jest niepełny');
  expect(polish).toContain('place-lookup [opcje] [polecenie]');
  expect(polish).toContain('(domyślnie: 5)');
  expect(polish).toContain('(jedno z: pl, en; domyślnie: pl)');
  expect(polish).not.toMatch(/default|choices|one of|\[options]|\[command]/);
  const english = await run(['check', '--help', '--lang=en']);
  expect(english).toMatchObject({ code: 0, stdout: expect.stringContaining('130  ended by Ctrl-C') });
  expect(english.stdout).toContain('The command finds the column with the links');
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

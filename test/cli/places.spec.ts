import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Reply, refusal, success } from '../support/fake-api.js';
import { message } from '../support/messages.js';
import { detailsWith } from '../support/place-details.js';
import { workbookOf } from '../support/workbook.js';
import { test } from './cli-test.js';
import { linesOf, run, runProcess } from './command.js';

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const details = detailsWith({
  ...{ cid: '4565666864068316694', nazwa_wizytowki: 'Pierogarnia', adres: 'ul. Zmyślona 1' },
  ...{ srednia_ocen: 4.6, liczba_opinii: 15 },
});

const CANDIDATE = { place_id: ID, nazwa_wizytowki: 'Pierogarnia', adres: null, srednia_ocen: null };

/** Knows every place but "Nibylandia"; a name has three candidates. */
const knowsPlaces: Reply = (call, response) => {
  const query = new URL(call.path, 'http://x').searchParams.get('url') ?? '';
  if (query === 'Nibylandia') return refusal(404, 'no_results', {}, message('noSuchPlace'))(call, response);
  const candidates = query === 'Pierogi' ? Array(3).fill(CANDIDATE) : undefined;
  const place = { place_id: ID, source: 'search_result', details, cid: details.cid, candidates };
  const links = { maps_url: `https://m.example/${ID}`, maps_cid_url: null };
  success({ query, ...place, ...links })(call, response);
};

test('places: asks once for each name, link and id of a list, and keeps the order of the list', async ({
  serve,
}) => {
  const api = await serve(knowsPlaces);
  const list = `klient;miejsce\nA;Pierogi\nB;Nibylandia\nC;${ID}\nD;4565666864068316694\nE;Pierogi\n`;
  const at = (...more: string[]) => run(['places', '-', '--api', api.url, ...more], { stdin: list });
  const csv = await at('--csv');
  expect(csv.code).toBe(4);
  const rows = csv.stdout.trimEnd().split('\r\n');
  expect(rows[0]).toMatch(/^\ufeffklient;miejsce;Zapytanie;Znalezione jako;Place ID;Nazwa;/);
  const first = 'pierwszy wynik wyszukiwania';
  expect(rows.slice(1).map((row) => row.split(';').slice(0, 6).join(';'))).toEqual([
    `A;Pierogi;Pierogi;${first};${ID};Pierogarnia`,
    'B;Nibylandia;Nibylandia;;;',
    `C;${ID};${ID};${first};${ID};Pierogarnia`,
    `D;"=""4565666864068316694""";"=""4565666864068316694""";${first};${ID};Pierogarnia`,
    `E;Pierogi;Pierogi;${first};${ID};Pierogarnia`,
  ]);
  expect(rows[2]).toContain(';Dostawca map nie pokazuje takiego miejsca.;no_results');
  expect(rows[1]).toContain(';3;;');
  expect(api.asked).toHaveLength(4);
  const lines = linesOf((await at('--ndjson')).stdout);
  expect(lines.map(({ type }) => type)).toEqual(['result', 'error', 'result', 'result', 'result', 'summary']);
  expect((await at()).stdout).toContain('Pierogi (pierwsze z 3)\n   Pierogarnia\n');
});

test('places: --resume asks only for the places without a result', async ({ serve }, info) => {
  const out = info.outputPath('wyniki.ndjson');
  const list = info.outputPath('miejsca.txt');
  await writeFile(list, `Pierogi\nNibylandia\nPowolna\nPierogi\n${ID}\n`);
  let isClosed = true;
  const api = await serve((call, response) => {
    const isLast = call.path.endsWith('Powolna') && isClosed;
    (isLast ? refusal(401, 'unauthorized') : knowsPlaces)(call, response);
  });
  const asked = () => api.asked.map(({ path }) => new URL(path, 'http://x').searchParams.get('url'));
  const args = ['places', list, '--api', api.url, '--out', out];
  // A key that is refused ends the command; the other lookups under way are saved.
  const ended = await run(args);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('--resume') });
  expect(ended.stdout).toMatch(/niesprawdzone: [12]\./);

  expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') });
  api.asked.length = 0;
  isClosed = false;
  const resumed = await run([...args, '--resume', '--json']);
  expect(asked()).toEqual(expect.arrayContaining(['Nibylandia', 'Powolna']));
  expect(asked()).not.toContain('Pierogi');
  expect(resumed.code).toBe(4);
  const { results, ...tally } = JSON.parse(resumed.stdout);
  expect(tally).toMatchObject({ total: 5, found: 4, failed: 1, missing: 0 });
  expect(results.map(({ index, query }: { index: number; query: string }) => [index, query])).toEqual([
    ...[[0, 'Pierogi'] as const, [1, 'Nibylandia'], [2, 'Powolna'], [3, 'Pierogi'], [4, ID]],
  ]);
  expect(results[3]).toMatchObject({ place_id: ID, candidates: Array(3).fill(CANDIDATE) });
  expect((await run([...args, '--resume'])).stdout).toContain('Pierogi (pierwsze z 3)\n   Pierogarnia\n');
});

test('places: refuses --out for other files, and for the list itself', async ({ serve }, info) => {
  const api = await serve(knowsPlaces);
  const list = info.outputPath('miejsca.txt');
  const other = info.outputPath('inne.ndjson');
  await writeFile(list, 'Pierogi\n');
  await writeFile(other, '{"type":"result","review_url":"x"}\n{}\n');
  for (const [more, words] of [
    [['--resume'], '--resume wymaga opcji --out'],
    [['--out', list, '--resume'], 'jest listą do sprawdzenia'],
    [['--out', other, '--resume'], 'nie jest wynikiem polecenia places'],
  ] as const) {
    const outcome = await run(['places', list, '--api', api.url, ...more]);
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
  }
  expect(api.asked).toEqual([]);
});

test('places: rows without a place are reported, also CIDs that a workbook has cut', async ({
  serve,
}, info) => {
  const api = await serve(knowsPlaces);
  const file = info.outputPath('miejsca.xlsx');
  const rows = [
    ['klient', 'cid'],
    ['A', Number('4565666864068316694')],
    ['#N/D!', '4565666864068316694'],
    ['C', null],
  ];
  await writeFile(file, await workbookOf(rows));
  const { stderr } = await runProcess(['places', file, '--api', api.url]);
  expect(stderr).toContain('Pominięte wiersze bez miejsca: 2 (nr 2, 4).');
  expect(api.asked).toHaveLength(1);
});

test('places: --column reads another column of a list', async ({ serve }) => {
  const stdin = 'Nazwa firmy;Oddział\nBar Zmyślony;Sklep Niebyły\n';
  const api = await serve(refusal(404, 'no_results'));
  const told = await run(['places', '-', '--api', api.url, '--column', 'oddział'], { stdin });
  expect(api.asked.map(({ path }) => new URL(path, 'http://x').searchParams.get('url'))).toEqual([
    'Sklep Niebyły',
  ]);
  expect(told.stderr).toContain('kolumna „Oddział”, bo jest wybrana');
});

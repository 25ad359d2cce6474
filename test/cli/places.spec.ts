import { expect } from '@playwright/test';
import { test } from './cli-test.js';
import { linesOf, run } from './command.js';
import type { Reply } from './fake-api.js';

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const details = {
  cid: '4565666864068316694',
  nazwa_wizytowki: 'Pierogarnia',
  adres: 'ul. Zmyślona 1',
  kategoria: null,
  srednia_ocen: 4.6,
  liczba_opinii: 15,
  liczba_5_gwiazdek: null,
  liczba_4_gwiazdek: null,
  liczba_3_gwiazdek: null,
  liczba_2_gwiazdek: null,
  liczba_1_gwiazdka: null,
};

const CANDIDATE = { place_id: ID, nazwa_wizytowki: 'Pierogarnia', adres: null, srednia_ocen: null };

/** Knows every place but "Nibylandia"; a name has three candidates. */
const knowsPlaces: Reply = ({ path }, response) => {
  const query = new URL(path, 'http://x').searchParams.get('url') ?? '';
  response.setHeader('Content-Type', 'application/json');
  if (query === 'Nibylandia') {
    response.statusCode = 404;
    const error = { code: 'no_results', message: 'The map provider shows no such place.', request_id: 'r' };
    response.end(JSON.stringify({ status: 'error', error }));
    return;
  }
  const candidates = query === 'Pierogi' ? Array(3).fill(CANDIDATE) : undefined;
  const place = { place_id: ID, source: 'search_result', details, cid: details.cid, candidates };
  const links = { maps_url: `https://m.example/${ID}`, maps_cid_url: null };
  response.end(JSON.stringify({ status: 'success', data: { query, ...place, ...links } }));
};

test('places: names, links and ids of one list in one table, in its order, each asked once', async ({
  serve,
}) => {
  const api = await serve(knowsPlaces);
  const list = `klient;miejsce\nA;Pierogi\nB;Nibylandia\nC;${ID}\nD;4565666864068316694\nE;Pierogi\n`;
  const at = (...more: string[]) => run(['places', '-', '--api', api.url, ...more], { stdin: list });
  const csv = await at('--csv');
  expect(csv.code).toBe(4);
  const rows = csv.stdout.trimEnd().split('\r\n');
  expect(rows[0]).toMatch(/^\ufeffklient;miejsce;Zapytanie;Place ID;Nazwa;/);
  expect(rows.slice(1).map((row) => row.split(';').slice(0, 5).join(';'))).toEqual([
    `A;Pierogi;Pierogi;${ID};Pierogarnia`,
    'B;Nibylandia;Nibylandia;;',
    `C;${ID};${ID};${ID};Pierogarnia`,
    `D;"=""4565666864068316694""";"=""4565666864068316694""";${ID};Pierogarnia`,
    `E;Pierogi;Pierogi;${ID};Pierogarnia`,
  ]);
  expect(rows[2]).toContain(';Dostawca map nie pokazuje takiego miejsca.;no_results');
  expect(rows[1]).toContain(';3;;');
  expect(api.asked).toHaveLength(4);
  const lines = linesOf((await at('--ndjson')).stdout);
  expect(lines.map(({ type }) => type)).toEqual(['result', 'error', 'result', 'result', 'result', 'summary']);
  expect((await at()).stdout).toContain('Pierogi (pierwsze z 3)\n   Pierogarnia\n');
});

import fc from 'fast-check';
import { contentOfFile } from '../../../src/kit/lists/file-content.js';
import type { Listed } from '../../../src/kit/lists/list-rules.js';
import { queryOf, readSheets, readText } from '../../../src/kit/lists/read-list.js';
import { isLongRun } from '../../support/long-run.js';
import { expect, test } from '../../support/test.js';

// What a heading means, what a cell means, and which of them wins. All names are invented.

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const B = 'https://maps.app.goo.gl/ZmyslonyB';
const ID = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const CID = '3212720748238376355';
const RESULTS = 'https://www.google.pl/maps/search/bary/@51.7,19.4,12z';
const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnSURabXlzbG9ueRAB';

const LISTS: readonly (readonly [what: string, listed: Listed, text: string, expected: readonly string[]])[] =
  [
    ...['Facebook ID', 'Nr zamówienia', 'Konto Google', 'Business Profile ID', 'location_id'].map(
      (heading) =>
        [
          heading,
          'places',
          `Nazwa firmy;Miasto;${heading}\nBar Zmyślony;Łódź;${CID}`,
          ['Bar Zmyślony, Łódź'],
        ] as const,
    ),
    ['a CID by its heading', 'places', `Nazwa firmy;CID\nBar Zmyślony;${CID}`, [CID]],
    ['a column of nothing but CIDs', 'places', `Wartość;Data\n${CID};2026-11-20`, [CID]],
    ['places of two links', 'places', `Klient;Link do opinii;Link do wizytówki\nBar;${B};${A}`, [A]],
    ['reviews of two links', 'reviews', `Klient;Link do wizytówki;Link do opinii\nBar;${A};${B}`, [B]],
    ['two links in English', 'reviews', `Client,Map link,Review link\nBar,${A},${B}`, [B]],
    ['links by what they are', 'reviews', `${A};${REVIEW}\n${B};${REVIEW}1`, [REVIEW, `${REVIEW}1`]],
    ['an export of reviews', 'places', `Link do opinii;Miejsce;Place ID\n${REVIEW};Bar;${ID}`, [ID]],
    [
      'headings that come again',
      'places',
      `Nazwa;Link do mapy\nBar;${A}\nNazwa;Link do mapy\nSklep;${B}`,
      [A, B],
    ],
    [
      'a joined list with other columns',
      'places',
      `Nazwa;Link do mapy\nBar;${A}\nLink do mapy;Nazwa\n${B};Sklep`,
      [A, B],
    ],
    [
      'chains whose name is a word for sums',
      'places',
      'Nazwa;Miasto\nTotal;00-950 Warszawa\nTotal 24;30-001 Kraków',
      ['Total, 00-950 Warszawa', 'Total 24, 30-001 Kraków'],
    ],
    ['a row of sums', 'places', 'Nazwa firmy;Miasto;Liczba opinii\nBar;Łódź;2\nRazem;;2', ['Bar, Łódź']],
    ['a link to a comment', 'reviews', `Klient;Link do Google Maps;Link do komentarza\nBar;${A};${B}`, [B]],
    [
      'a review under a heading of the map',
      'reviews',
      `googleMapsUri;Autor\n${REVIEW};https://www.google.com/maps/contrib/1/reviews`,
      [REVIEW],
    ],
    [
      'the sums of a pivot table',
      'places',
      'Nazwa firmy;Opinie\nBar Zmyślony;2\nSuma końcowa;2',
      ['Bar Zmyślony'],
    ],
    ['headings with paths', 'places', `local_results/0/title,local_results/0/place_id\nBar,${ID}`, [ID]],
    ['sums in percent', 'places', 'Nazwa firmy;Miasto;Udział\nBar;Łódź;100%\nRazem;;100%', ['Bar, Łódź']],
    ['numbers of columns', 'places', `Nazwa firmy;Miasto;Link\n1;2;3\nBar;Łódź;${A}`, [A]],
    ['ids in one line', 'places', `${ID};ChIJJz6dChxbFkcRFk6Qq9KBXD8`, [ID, 'ChIJJz6dChxbFkcRFk6Qq9KBXD8']],
    ['links in one line', 'places', `${A};${B};`, [A, B]],
    ['JSON objects by name', 'places', `{"Bar":{"placeId":"${ID}"},"Sklep":{"placeId":"${CID}"}}`, [ID, CID]],
    ['JSON by columns', 'places', `{"name":{"0":"Bar","1":"Sklep"},"id":{"0":"${ID}","1":"${A}"}}`, [ID, A]],
    [
      'a list in a JSON object',
      'places',
      '{"klient":"A","miejsca":["Bar, Łódź","Sklep"]}',
      ['Bar, Łódź', 'Sklep'],
    ],
    [
      'rows in a JSON object',
      'places',
      '{"values":[["Nazwa firmy","Miasto"],["Bar","Łódź"]]}',
      ['Bar, Łódź'],
    ],
    ['a JSON array of CIDs', 'places', `[${CID},${CID}1]`, [CID, `${CID}1`]],
    ['JSON lines with commas', 'reviews', `{"url":"${A}"},\n{"url":"${B}"}`, [A, B]],
    [
      'a place with its reviews in JSON',
      'places',
      `{"result":{"place_id":"${ID}","reviews":[{"author_url":"https://www.google.com/maps/contrib/1/reviews"}]}}`,
      [ID],
    ],
    ['JSON', 'places', `[{"title":"Bar","placeId":"${ID}"},{"title":"Sklep","url":"${A}"}]`, [ID, A]],
    ['JSON with a CID as a number', 'places', `[{"title":"Bar","cid":${CID}}]`, [CID]],
    ['lines of JSON', 'reviews', `{"review_url":"${A}"}\n{"review_url":"${B}"}\n`, [A, B]],
    [
      'a saved list of Takeout',
      'places',
      `{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[1,2]},"properties":{"google_maps_url":"${A}"}}]}`,
      [A],
    ],
    [
      'an answer of SerpApi',
      'places',
      `{"search_metadata":{"google_maps_url":"${RESULTS}"},"local_results":[{"title":"Bar","place_id":"${ID}"}]}`,
      [ID],
    ],
    [
      'a place of SerpApi, not those beside it',
      'places',
      `{"search_metadata":{"google_maps_url":"${RESULTS}"},"place_results":{"place_id":"${ID}","beside":[{"results":[{"data_cid":"${CID}1"}]}]}}`,
      [ID],
    ],
    [
      'a local pack of SerpApi',
      'places',
      `{"local_map":{"link":"${RESULTS}"},"local_results":{"places":[{"place_id":"${CID}"},{"place_id":"${CID}1"}]}}`,
      [CID, `${CID}1`],
    ],
    [
      'the results of a page of DataForSEO',
      'places',
      `{"tasks":[{"path":["v3"],"result":[{"check_url":"${RESULTS}","items":[{"cid":"${CID}"},{"cid":"${CID}1"}]}]}]}`,
      [CID, `${CID}1`],
    ],
    [
      'a place, and the places of an array beside it',
      'places',
      `{"center":{"placeId":"${ID}"},"results":[{"cid":"${CID}1"}]}`,
      [ID, `${CID}1`],
    ],
    [
      'places below the link of their list',
      'places',
      `{"source":"${A}","places":[{"placeId":"${ID}"}]}`,
      [A, ID],
    ],
    [
      'places of an object that has a link',
      'places',
      `{"data":{"url":"${A}","places":[{"place_id":"${ID}"},{"place_id":"${CID}"}]}}`,
      [A, ID, CID],
    ],
    [
      'reviews of an object that has a link',
      'reviews',
      `{"place":{"url":"${A}","reviews":[{"review_url":"${REVIEW}"},{"review_url":"${REVIEW}1"}]}}`,
      [REVIEW, `${REVIEW}1`],
    ],
    ['a row with nothing but a page of results', 'places', `Link,Mapa\n${A},\n,${RESULTS}`, [A, RESULTS]],
    [
      'two lines with a link each',
      'places',
      `Bar,https://www.google.com/maps/search/Pierogarnia+Krakow\nSklep,https://www.google.com/maps/place/?q=place_id:${ID}`,
      [
        'https://www.google.com/maps/search/Pierogarnia+Krakow',
        `https://www.google.com/maps/place/?q=place_id:${ID}`,
      ],
    ],
    ['pages of results', 'places', `Nazwa firmy;Pozycje\nBar;${RESULTS}\nSklep;${RESULTS}`, ['Bar', 'Sklep']],
    ['pages of results as links', 'places', `Nazwa firmy;Link do mapy\nBar;${RESULTS}`, [RESULTS]],
    [
      'locations of Business Profile',
      'places',
      `{"locations":[{"name":"locations/152","title":"Bar","metadata":{"placeId":"${ID}"}}]}`,
      [ID],
    ],
  ];

test('headings rank before what cells look like, and each object of JSON is one entry', () => {
  for (const [what, listed, text, expected] of LISTS)
    expect(readText(text, listed).list.links.map(queryOf), what).toEqual(expected);
});

test('an object without a link is skipped with its number', () => {
  const { list } = readText(`[{"url":"${A}"},{"note":"brak"},{"url":"${B}"}]`, 'places');
  expect(list).toMatchObject({ links: [{ url: A }, { url: B }], skipped: [2] });
});

test('of two rows with headings, the lower one names the columns', () => {
  const rows = [
    ['Dane klienta', null, 'Kontakt'],
    ['Nazwa', 'Miasto', 'Telefon'],
    ['Bar Zmyślony', 'Łódź', '42 345 67 89'],
  ];
  const { list, table } = readSheets([rows], 'places');
  expect(list.links.map(queryOf)).toEqual(['Bar Zmyślony, Łódź']);
  expect(table?.headings).toEqual(['Nazwa', 'Miasto', 'Telefon']);
});

test('what an entry of JSON holds is left out, and is said to be', () => {
  const other = (last: number) => CID.slice(0, -1) + last;
  const beside = `"people_also_search":[{"cid":"${other(1)}"},{"cid":"${other(2)}"}]`;
  for (const text of [
    `[{"title":"Bar","place_id":"${ID}",${beside}},{"title":"Sklep","place_id":"${ID.replace('ChIJ', 'ChIJa').slice(0, 27)}"}]`,
    `[{"title":"Bar","cid":"${CID}",${beside}}]`,
    `{"place_results":{"place_id":"${ID}","beside":[{"results":[{"data_cid":"${other(1)}"},{"data_cid":"${other(2)}"}]}]}}`,
    `{"results":[{"data":{"url":"${A}","near":[{"list":[{"place_id":"${ID}"},{"url":"${A}2"}]}]}}]}`,
  ]) {
    const { list, table } = readText(text, 'places');
    expect(list.links.length, text).toBe(text.includes('Sklep') ? 2 : 1);
    expect([...(table?.passedOver.values() ?? [])], text).toEqual(text.includes('near') ? [1, 1] : [1]);
  }
});

test('an entry that holds many others has few columns more', () => {
  const others = Array.from({ length: 60 }, (_, at) => ({
    place_id: `${ID.slice(0, -3)}${at + 10}w`,
    cid: `${CID.slice(0, -2)}${at + 10}`,
  }));
  const { list, table } = readText(JSON.stringify([{ title: 'Bar', place_id: ID, also: others }]), 'places');
  expect([list.links.map(queryOf), table?.width]).toEqual([[ID], 4]);
  expect([...(table?.passedOver ?? [])]).toEqual([
    [2, expect.any(Number)],
    [3, 1],
  ]);
  expect(table?.passedOver.get(2)).toBeGreaterThan(30);
});

test('a long link beside an entry is said to be left out', () => {
  const long = `https://www.google.com/maps/place/Bar/data=!1s0x1:0x2?q=${'x'.repeat(1_200)}`;
  const { table } = readText(JSON.stringify([{ place_id: ID, beside: [{ url: long }] }]), 'places');
  expect([...(table?.passedOver ?? [])]).toEqual([[1, 1]]);
});

test('no id of a JSON text falls away without a word', () => {
  const { value } = fc.letrec((tie) => ({
    object: fc.record(
      {
        place_id: fc.constant('#'),
        title: fc.constant('Bar'),
        ...{ data: tie('value'), places: tie('value'), near: tie('value') },
      },
      { requiredKeys: [] },
    ),
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom('Bar', 3, null),
      fc.array(tie('object'), { maxLength: 3 }),
      tie('object'),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      let ids = 0;
      const text = JSON.stringify(json).replaceAll(
        '"#"',
        () => `"${ID.slice(0, -3)}${(ids++ + 100).toString(36).padStart(2, 'A')}w"`,
      );
      const { list, table } = readText(text, 'places');
      const named = [...(table?.passedOver.values() ?? [])].reduce((sum, links) => sum + links, 0);
      const found = list.links.filter((link) => queryOf(link).startsWith('ChIJ')).length;
      expect(found + named, text).toBeGreaterThanOrEqual(ids);
    }),
    { numRuns: isLongRun ? 2_000 : 400, seed: 53 },
  );
});

test('a row that reads like headings is an entry, or its line is named', () => {
  const rows = Array.from({ length: 5 }, (_, at) => `Lokal ${at + 1};Klient ${(at % 3) + 1}`);
  const numbered = readText(`Nazwa firmy;Klient\n${rows.join('\n')}`, 'places').list;
  expect(numbered.links.map(queryOf)).toEqual(rows.map((row) => row.split(';')[0]));
  const { list, table } = readText(
    'Nazwa firmy;Klient\nBar Zmyślony;Anna\nPunkt;Klient\nSklep;Ewa',
    'places',
  );
  expect(list.links.map(queryOf)).toEqual(['Bar Zmyślony', 'Sklep']);
  expect([list.skipped, table?.rows.length]).toEqual([[3], 3]);
});

test('CIDs that a spreadsheet has rounded are no entries, and their lines are named', () => {
  const sheet = readSheets([[['CID'], [Number(CID)], [Number(CID)]]], 'places');
  expect(sheet).toMatchObject({ list: { links: [] }, rounded: [2, 3] });
  expect(readText('CID\n3,21272E+18\n3212720748238370000\n', 'places')).toMatchObject({
    list: { links: [] },
    rounded: [2, 3],
  });
});

test('the sheet with links is read, not a sheet of sums before it', () => {
  const sums = [
    ['Co sprawdzono', 'Linki'],
    ['Opinie', 1],
  ];
  const { list } = readSheets(
    [
      sums,
      [
        ['Nazwa', 'Place ID'],
        ['Bar', ID],
      ],
    ],
    'places',
  );
  expect(list.links.map(queryOf)).toEqual([ID]);
});

test('a file is what its first bytes say', () => {
  for (const [text, why] of [
    ['<html><body><table><tr><td>Bar</td></tr></table>', 'html'],
    ['<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">', 'kml'],
    ['\u00d0\u00cf\u0011\u00e0\u00a1', 'oldWorkbook'],
    [`PK\x03\x04${'x'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`, 'openDocument'],
    [`PK\x03\x04${'x'.repeat(900)}word/document.xml`, 'document'],
    ['PK\x03\x04Takeout/Saved Places.json', 'archive'],
    ['From: <Saved by Blink>\nMIME-Version: 1.0', 'html'],
    ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', 'xml'],
    ['<!-- saved from url=(0014)about:internet -->\n<div>', 'html'],
    ['%PDF-1.7', 'document'],
    [`[{"url":"${A}"},{"url":`, 'brokenJson'],
  ] as const)
    expect(contentOfFile(Buffer.from(text, 'latin1')), why).toEqual({ kind: 'refused', why });
  expect(contentOfFile(Buffer.from(`[Bar](${A})`))).toMatchObject({ kind: 'text' });
  expect(contentOfFile(Buffer.from('PK\x03\x04xl/workbook.xml'))).toEqual({ kind: 'workbook' });
  expect(contentOfFile(Buffer.from(`<${A}>`))).toMatchObject({ kind: 'text' });
  for (const saved of [
    '[InternetShortcut]',
    '[{000214A0-0000}]\nProp3=19,11\n[InternetShortcut]',
    '[Desktop Entry]\nName=x',
  ]) {
    const file = contentOfFile(Buffer.from(`${saved}\r\nURL=${A}\r\nIconFile=a.ico`));
    expect(readText('text' in file ? file.text : '', 'places').list.links.map(queryOf), saved).toEqual([A]);
  }
});

test('a few letters tell CP852 from Mac files and Windows-1250', () => {
  for (const [bytes, text] of [
    ['Piekarnia G\xa5sior;Toru\xe4', 'Piekarnia Gąsior;Toruń'],
    ['Ch\x88odnia \x8fma;P\x88ock', 'Chłodnia Ćma;Płock'],
    ['Bar z tradycj\xa5;Konin', 'Bar z tradycją;Konin'],
    ['Taxi;\x97widnica', 'Taxi;Świdnica'],
    ['Bar;Krak\xa2w', 'Bar;Kraków'],
    ['B\xe4ckerei;Opole', 'Bäckerei;Opole'],
    // Mac files: "ŁAŹNIA", "Dąb", "Mądra Sowa", "Kraków", "Łoś", "Jeż", "Miś" with its line ends.
    ['\xfcA\x8fNIA;S\xfcUPSK', null],
    ['D\x88b', null],
    ['M\x88dra Sowa;Krak\x97w', null],
    ['Bar \xfco\xe6', null],
    ['Je\xfd', null],
    ['Nazwa\rMi\xe6', null],
    ['M\xfcller;Radom', 'Müller;Radom'],
    ['Babi\xe6;Radom', 'Babić;Radom'],
  ] as const)
    expect(contentOfFile(Buffer.from(bytes, 'latin1')), bytes).toEqual(
      text === null ? { kind: 'refused', why: 'notText' } : { kind: 'text', text },
    );
});

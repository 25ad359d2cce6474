import { type ColumnChoice, type OwnList, readSheets, readText } from '../../../src/kit/lists/read-list.js';
import type { OwnCell } from '../../../src/kit/lists/table.js';
import { cpuTime } from '../../support/cpu-time.js';
import { expect, test } from '../../support/test.js';

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const B = 'https://maps.app.goo.gl/ZmyslonyB';
const C = 'https://maps.app.goo.gl/ZmyslonyC';
const VIEWED = 'https://www.google.com/maps/reviews/@50.15,21.01,17z/data=!4m6!14m5!1m4!2m3!1sZmyslony';

const reviewsOf = (text: string, column: ColumnChoice = null) => readText(text, 'reviews', column);
const placesOf = (text: string) => readText(text, 'places');
const reviewsOfSheet = (rows: OwnCell[][]) => readSheets([rows], 'reviews');
const placesOfSheet = (rows: OwnCell[][]) => readSheets([rows], 'places');
const urlsOf = ({ list }: OwnList) => list.links.map(({ url }) => url);

test('the column with the links is found by its content', () => {
  for (const [what, text, expected] of [
    ['a CSV of semicolons', `klient;link\nFirma A;${A}\nFirma B;${B}\n`, { columns: [1], urls: [A, B] }],
    ['tabs of a sheet', `klient\tlink\tdata\nFirma A\t${A}\t2026-11-20\n`, { columns: [1], urls: [A] }],
    [
      'a column of web sites before that of the links',
      `klient;strona;link\nA;https://a.example/;${A}\nB;https://b.example/;${B}`,
      { columns: [2], urls: [A, B] },
    ],
    [
      'share links of places beside those of reviews',
      `miejsce;link do opinii\n${C};${A}\n${C};${B}`,
      { columns: [1], urls: [A, B] },
    ],
    ['quotes with a line break', `klient;link\n"Firma\nA";${A}\nB;${B}`, { columns: [1], urls: [A, B] }],
    ['commas in quotes', `klient,link\n"A, sp. z o.o.",${A}\n"B",${B}`, { columns: [1], urls: [A, B] }],
    ['no headings', `Firma A;${A}\nFirma B;${B}`, { columns: [1], urls: [A, B] }],
    ['two columns of links', `${A};${B}\n${C};${A}`, { columns: [0, 1], urls: [A, B, C, A] }],
    [
      'coordinates beside semicolons',
      `klient;link\nA;${VIEWED}\nB;${B}`,
      { columns: [1], urls: [VIEWED, B] },
    ],
  ] as const) {
    const own = reviewsOf(text);
    expect(own.table?.linkColumns, what).toEqual(expected.columns);
    expect(urlsOf(own), what).toEqual(expected.urls);
  }
});

test('plain text has no columns', () => {
  for (const [what, text] of [
    ['links alone', `${A}\n${B}`],
    ['sentences', `zobacz ${A}, ok\n${B}`],
    ['a link that would be split', `${VIEWED}\n${VIEWED}`],
  ] as const) {
    expect(reviewsOf(text).table, what).toBe(null);
  }
});

test('distinguishes rows without a link, headings and comments', () => {
  const own = reviewsOf(`klient;link\n# uwaga;${C}\nA;${A}\nB;\n"C\nD";${B}\n;\nE;brak`);
  expect(own.table?.headings).toEqual(['klient', 'link']);
  expect(own.table?.rows.map(({ line, links }) => [line, links])).toEqual([
    [3, [0]],
    [4, []],
    [5, [1]],
    [8, []],
  ]);
  expect(own.list.skipped).toEqual([4, 8]);
});

test('reads a sheet like a text, with its numbers and dates', () => {
  const own = reviewsOfSheet([[], ['Data', 'Kwota', 'Link'], ['2026-11-20', 12.5, A], [null, true, null]]);
  expect(own.table).toMatchObject({ headings: ['Data', 'Kwota', 'Link'], linkColumns: [2], width: 3 });
  expect(own.table?.rows.map(({ cells }) => cells)).toEqual([
    ['2026-11-20', 12.5, A],
    [null, true, null],
  ]);
});

test('links in other columns are counted, and the column can be chosen', () => {
  const text = `klient;link;notatka\nA;${A};dawniej ${B}\nB;${B};\nC;;${C}\n`;
  const own = reviewsOf(text);
  expect(urlsOf(own)).toEqual([A, B, C]);
  expect(own.table?.linkColumns).toEqual([1]);
  // The link in the row of C is read: its row has no other.
  expect(own.table?.passedOver).toEqual(new Map([[2, 1]]));
  for (const choice of [2, '3', 'Notatka', ' notatka '] as const) {
    const chosen = reviewsOf(text, choice);
    expect(chosen.table).toMatchObject({ linkColumns: [2], headings: ['klient', 'link', 'notatka'] });
    expect(urlsOf(chosen)).toEqual([B, C]);
    expect(chosen.list.skipped).toEqual([3]);
    expect(chosen.table?.passedOver).toEqual(new Map([[1, 2]]));
  }
  const all = reviewsOf(text, '*');
  expect(all.table?.linkColumns).toEqual([1, 2]);
  expect(urlsOf(all)).toEqual([A, B, B, C]);
  expect(all.table?.passedOver.size).toBe(0);
  for (const choice of [3, '4', '0', 'opis', '']) expect(reviewsOf(text, choice).table).toBe(null);
  expect(urlsOf(readText(`link\n${A}\n`, 'reviews', 'Link'))).toEqual([A]);
});

test('a list without headings keeps its first row', () => {
  for (const [what, first] of [
    ['a link', `Firma;${C};`],
    ['no link', 'Firma Zmyślona;;pilne'],
    ['"brak" in place of the link', 'Firma Zmyślona;brak;pilne'],
    ['a number', 'Firma Zmyślona;zgłoszona telefonicznie;12,50'],
    ['a date', 'Firma Zmyślona;zgłoszona telefonicznie;2026-11-20'],
  ] as const) {
    const { table } = reviewsOf(`${first}\nA;${A};x\nB;${B};y\n`);
    expect(table?.headings, what).toBe(null);
    expect(
      table?.rows.map(({ cells }) => cells[0]),
      what,
    ).toEqual([first.split(';')[0], 'A', 'B']);
  }
});

test('titles above the headings are no part of the list', () => {
  for (const [what, titles] of [
    ['one title', ['Opinie do sprawdzenia']],
    ['a title in a cell further right, and a date', ['', 'Opinie klienta', 'Stan na 22.11.2026']],
  ] as const) {
    const rows: OwnCell[][] = [
      ...titles.map((title) => (title === '' ? [] : [null, title, null])),
      ['Nr', 'Link do opinii', 'Klient'],
      [1, A, 'Firma A'],
      [2, null, 'Firma B'],
      [3, C, 'Firma C'],
    ];
    const own = reviewsOfSheet(rows);
    const filled = titles.filter((title) => title !== '').length;
    expect(own.table, what).toMatchObject({
      headings: ['Nr', 'Link do opinii', 'Klient'],
      headingsLine: titles.length + 1,
      titles: filled,
      linkColumns: [1],
    });
    expect(own.table?.rows.map(({ line, cells }) => [line, cells[2]])).toEqual([
      [titles.length + 2, 'Firma A'],
      [titles.length + 3, 'Firma B'],
      [titles.length + 4, 'Firma C'],
    ]);
    expect(own.list.skipped).toEqual([titles.length + 3]);
    expect(urlsOf(own)).toEqual([A, C]);
  }
});

test('titles are found in a CSV and in text copied from a sheet', () => {
  for (const sign of [';', '\t']) {
    const own = reviewsOf(`Opinie klienta\nklient${sign}link\nA${sign}${A}\n`);
    expect(own.table).toMatchObject({ headings: ['klient', 'link'], headingsLine: 2, titles: 1 });
    expect(urlsOf(own)).toEqual([A]);
  }
  const commas = reviewsOf(`Opinie klienta\nklient,link\nA,${A}\n`);
  expect(commas.table).toMatchObject({ headings: ['klient', 'link'], titles: 1 });
});

test('a title above a list of places is not read as a place', () => {
  const rows = [['Lokale klienta'], ['Nazwa', 'Miasto'], ['Pierogarnia', 'Kraków'], ['Bar Zmyślony', 'Łódź']];
  const own = placesOfSheet(rows);
  expect(own.table).toMatchObject({ headings: ['Nazwa', 'Miasto'], titles: 1 });
  expect(urlsOf(own)).toEqual(['Pierogarnia', 'Bar Zmyślony']);
});

test('rows with one cell are rows of the list when no usual headings follow', () => {
  const [a, b] = ['Firma Z', 'Firma A;zgłoszona telefonicznie'];
  const own = reviewsOf(`${a};\n${b}\nB;${A}\nC;${B}\nD;${C}\n`);
  expect(own.table).toMatchObject({ headings: null, titles: 0 });
  expect(own.table?.rows).toHaveLength(5);
  const places = placesOfSheet([['Bar A'], ['Bar B'], ['Bar C', 'uwaga']]);
  expect(urlsOf(places)).toEqual(['Bar A', 'Bar B', 'Bar C']);
  const reviews = reviewsOfSheet([['Tytuł'], [A, 'Firma A'], [B, 'Firma B']]);
  expect(urlsOf(reviews)).toEqual([A, B]);
});

test('the row with the headings can be chosen', () => {
  const text = `Stan;Kto\nAdres;Osoba\n${A};Jan\n${B};Anna\n`;
  expect(reviewsOf(text).table).toMatchObject({ headings: ['Stan', 'Kto'], headingsLine: 1 });
  const chosen = readText(text, 'reviews', null, 2);
  expect(chosen.table).toMatchObject({ headings: ['Adres', 'Osoba'], headingsLine: 2, titles: 1 });
  expect(urlsOf(chosen)).toEqual([A, B]);
  const none = readText(text, 'reviews', null, 0);
  expect(none.table).toMatchObject({ headings: null, headingsLine: null, titles: 0 });
  expect(none.table?.rows).toHaveLength(4);
  expect(none.list.skipped).toEqual([1, 2]);
  expect(readText(text, 'reviews', null, 9).table).toBe(null);
  expect(chosen.table?.top.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
});

test('a first row that looks like headings is not a row of the list', () => {
  for (const first of ['Klient;;Kwota 2026', 'Obiekt;Adres opinii;Kto', 'Lp.;;', 'Data;opinia;2026']) {
    const { table } = reviewsOf(`${first}\nA;${A};x\nB;${B};y\n`);
    expect(table?.headings, first).toEqual(first.split(';'));
    expect(table?.rows, first).toHaveLength(2);
  }
});

test('ids of places are read from a column, also inside of links, and the other columns stay', () => {
  const id = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const own = readText(`Nazwa;Mapa\nBar;https://m.example/?q=place_id:${id}\nKiosk;\n`, 'ids');
  expect(urlsOf(own)).toEqual([id]);
  expect(own.table).toMatchObject({ headings: ['Nazwa', 'Mapa'], linkColumns: [1], width: 2 });
  expect(own.list.skipped).toEqual([3]);
});

test('a CSV of commas keeps its columns beside a link with coordinates', () => {
  const { table, list } = reviewsOf(`klient,link,uwagi\nA,${VIEWED},x\nB,${B},y\n`);
  expect(list.links.map(({ url }) => url)).toEqual([VIEWED, B]);
  expect(table?.rows.map(({ cells }) => cells)).toEqual([
    ['A', VIEWED, 'x'],
    ['B', B, 'y'],
  ]);
});

test('names, links, CIDs and Place IDs of places are read from one list', () => {
  const id = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  const mixed = ['Pierogarnia, Kraków', A, '4565666864068316694', `zobacz ${id}`];
  expect(urlsOf(placesOf(`# lista\n${mixed.join('\n')}\n`))).toEqual([...mixed.slice(0, 3), id]);
  const own = placesOf(`klient;nazwa\n1;${mixed[0]}\n2;${A}\n3;${id}\n`);
  expect(own.table).toMatchObject({ headings: ['klient', 'nazwa'], linkColumns: [1] });
  expect(urlsOf(own)).toEqual([mixed[0], A, id]);
  expect(urlsOf(placesOfSheet([['Nazwa'], ['Pierogarnia'], ['Żurkownia']]))).toEqual([
    'Pierogarnia',
    'Żurkownia',
  ]);
});

test('reads all links of a text with two kinds of line ends', () => {
  const own = reviewsOf(`klient;link\nA;${A}\nB;${B}\r\nC;${C}\r\nA;${A}\r\n`);
  expect(urlsOf(own)).toEqual([A, B, C, A]);
  expect(own.table?.rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [2, 'A'],
    [3, 'B'],
    [4, 'C'],
    [5, 'A'],
  ]);
});

test('a row that begins with an error value or a number sign is not a comment', () => {
  for (const first of ['#N/D!', '#N/A', '#ADR!', '#REF!', '#NAZWA?', '#DZIEL/0!', '#12']) {
    expect(urlsOf(reviewsOf(`klient;link\nA;${A}\n${first};${B}\n`)), first).toEqual([A, B]);
    expect(urlsOf(reviewsOf(`${first} ,${A} x\n${B}`))).toEqual(first === '#12' ? [B] : [A, B]);
    expect(
      urlsOf(
        reviewsOfSheet([
          ['klient', 'link'],
          [first, A],
        ]),
      ),
    ).toEqual([A]);
  }
});

test('names keep their town, and a name is not read as a heading', () => {
  const names = ['Firma Zmyślona, Kraków', 'Pierogarnia Roma, Gdynia'];
  expect(urlsOf(placesOf(names.join('\n')))).toEqual(names);
  expect(urlsOf(placesOfSheet(names.map((name) => [name])))).toEqual(names);
  expect(urlsOf(placesOfSheet([['Ornament'], ['Miejsce Spotkań'], ['Żurkownia']]))).toEqual([
    'Ornament',
    'Miejsce Spotkań',
    'Żurkownia',
  ]);
  expect(urlsOf(placesOf(`nazwa,miasto\nPierogarnia,Kraków\nŻurkownia,Gdynia`))).toEqual([
    'Pierogarnia',
    'Żurkownia',
  ]);
  for (const heading of ['Firma', 'Nazwa firmy', 'Link do wizytówki', 'CID', 'Place ID', 'Miejsce'])
    expect(placesOfSheet([[heading], ['Żurkownia']]).table?.headings).toEqual([heading]);
});

test('a CID that a workbook holds as a number is skipped, because its last digits are lost', () => {
  const own = placesOfSheet([
    ['klient', 'cid'],
    ['A', Number('4565666864068316694')],
    ['B', '4565666864068316694'],
  ]);
  expect(urlsOf(own)).toEqual(['4565666864068316694']);
  expect(own.list.skipped).toEqual([2]);
});

/** Twelve times what a quiet machine with 2 cores needs. */
const LONG_LIST_CPU_MS = 20_000;

test('a long list of many columns is read in linear time', { tag: '@time' }, async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `Firma ${index};uwaga;${A}${index};x;y`);
  const list = rows.join('\n');
  const read = () => expect(reviewsOf(list).list.links).toHaveLength(20_000);
  expect(await cpuTime(read, LONG_LIST_CPU_MS)).toBeLessThanOrEqual(LONG_LIST_CPU_MS);
});

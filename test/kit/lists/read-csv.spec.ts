import fc from 'fast-check';
import Papa from 'papaparse';
import { csvRows } from '../../../src/kit/lists/read-csv.js';
import { readText } from '../../../src/kit/lists/read-list.js';
import { cpuTime } from '../../support/cpu-time.js';
import { isLongRun } from '../../support/long-run.js';
import { expect, test } from '../../support/test.js';

// One reader of CSV for console and command line.

/** `LONG_RUN=1`: 1 MiB. A time that grows with the square of the length takes seconds at 64 KiB already. */
const SIZE = isLongRun ? 1_048_576 : 65_536;
/** For a text of this size, and on top of it for each row that is made of it. */
const MAX_CPU_MS = isLongRun ? 800 : 400;
const MAX_ROW_CPU_MS = 0.008;
const LINK = 'https://maps.app.goo.gl/ZmyslonyA';
const repeated = (unit: string) => unit.repeat(Math.floor(SIZE / unit.length));

test('a long text of quotes is read in linear time', { tag: '@time' }, async () => {
  for (const [what, body] of [
    ['nothing but quotes', repeated('"')],
    ['lines of one quote', repeated('"\n')],
    ['lines of quotes', repeated(`${'"'.repeat(8_000)}\n`)],
    ['lines that open a quote', repeated('"aaaa\n')],
    ['cells that open a quote', repeated(`${'x;"a'.repeat(12)}\n`)],
    ['cells that open two quotes', repeated(`${'x;""a'.repeat(12)}\n`)],
    ['quotes with spaces behind them', repeated(`"${'a"   '.repeat(1_600)}\n`)],
    ['records of twenty lines', repeated(`"${'a""\n'.repeat(19)}`)],
  ] as const) {
    const most = MAX_CPU_MS + body.split('\n').length * MAX_ROW_CPU_MS;
    const list = `klient;link\n${body}\nA;${LINK}\n`;
    expect(await cpuTime(() => csvRows(body, ';'), most), what).toBeLessThanOrEqual(most);
    // A list of links is read with each delimiter that it may have.
    for (const kind of ['reviews', 'places'] as const)
      expect(await cpuTime(() => readText(list, kind), 5 * most), what).toBeLessThanOrEqual(5 * most);
  }
});

/** The cells of each row, with the number of its first line. */
const cellsOf = (text: string, delimiter = ';') =>
  csvRows(text, delimiter).map(({ line, cells }) => [line, ...cells]);

test('cells in quotes hold delimiters, doubled quotes and line breaks of any kind', () => {
  expect(cellsOf('a;"b;c";"say ""so"""\n"x\r\ny";z\r"";""\n')).toEqual([
    [1, 'a', 'b;c', 'say "so"'],
    [2, 'x\ny', 'z'],
    [4, '', ''],
    [5, ''],
  ]);
});

test('reads the cells that another program has written', () => {
  // A spreadsheet copies no cell with a tab.
  const cell = fc.string({ unit: fc.constantFrom(...'ab"; ,\n'), maxLength: 8 });
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    );
  fc.assert(
    fc.property(rows, fc.constantFrom(';', ',', '\t'), (table, delimiter) => {
      const text = Papa.unparse(table, { delimiter, quotes: true });
      expect(csvRows(text, delimiter).map(({ cells }) => cells)).toEqual(table);
    }),
  );
});

test('quotes that are not paired belong to the text of their cell, and lose no cell and no row', () => {
  expect(cellsOf('Pizzeria 12";a\n"Bar "Zmyślony" i syn";b\n"Bistro;c\nx"y";d\n"Kiosk" Zmyślony;e')).toEqual([
    [1, 'Pizzeria 12"', 'a'],
    [2, 'Bar "Zmyślony" i syn', 'b'],
    [3, '"Bistro', 'c'],
    [4, 'x"y"', 'd'],
    [5, '"Kiosk" Zmyślony', 'e'],
  ]);
});

test('a quote that is opened by mistake does not join the rows up to the next cell in quotes', () => {
  expect(cellsOf('"Bar Zmyślony;a\nKiosk;b\n"Bistro; sp. z o.o.";c\nBar;d')).toEqual([
    [1, '"Bar Zmyślony', 'a'],
    [2, 'Kiosk', 'b'],
    [3, 'Bistro; sp. z o.o.', 'c'],
    [4, 'Bar', 'd'],
  ]);
});

test('quotes of several cells that pair by chance lose no cell and no row', () => {
  for (const delimiter of ['\t', ';', ',']) {
    const rows = [
      ['klient', 'link', 'uwagi'],
      ['"Bar', 'a', '12"'],
      ['Kiosk', 'b', '"pilne'],
      ['Bistro', 'c', ''],
      ['Sklep"', 'd', 'x'],
    ];
    const text = rows.map((cells) => cells.join(delimiter)).join('\n');
    expect(
      csvRows(text, delimiter).map(({ cells }) => cells),
      delimiter,
    ).toEqual(rows);
  }
});

test('cells that a spreadsheet copies keep their line breaks, and single quotes end no row', () => {
  const copied = 'klient\tlink\n"Bar\ta\nKiosk "u Zosi"\tb\n"Sklep\n""Róg"""\tc\nBistro"\td';
  expect(csvRows(copied, '\t').map(({ cells }) => cells)).toEqual([
    ['klient', 'link'],
    ['"Bar', 'a'],
    ['Kiosk "u Zosi"', 'b'],
    ['Sklep\n"Róg"', 'c'],
    ['Bistro"', 'd'],
  ]);
});

test('a cell of more than twenty lines is read line by line', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  expect(cellsOf(`"${lines.join('\n')}";a\nb;c`, ';')).toHaveLength(31);
  expect(cellsOf(`"${lines.slice(0, 20).join('\n')}";a\nb;c`, ';')).toHaveLength(2);
});

test('the delimiter is named by a first line "sep=", or found outside of quotes', () => {
  const rowsOf = (text: string) => readText(text, 'reviews').table?.rows.map(({ cells }) => cells);
  expect(rowsOf(`sep=^\nBar^${LINK}`)).toEqual([['Bar', LINK]]);
  expect(rowsOf(`"a;b"\t${LINK}\n"c;d"\t${LINK}B`)).toEqual([
    ['a;b', LINK],
    ['c;d', `${LINK}B`],
  ]);
});

test('a list keeps its columns beside quotes that are not paired', () => {
  const list = readText(`klient;link\nPizzeria 12";${LINK}\n"Bar "Zmyślony" i syn";${LINK}B\n`, 'reviews');
  expect(list.table?.rows.map(({ cells }) => cells)).toEqual([
    ['Pizzeria 12"', LINK],
    ['Bar "Zmyślony" i syn', `${LINK}B`],
  ]);
});

test('a row of very many cells takes no link with it', () => {
  const line = `"${';'.repeat(8_000)}"x`;
  const body = [`${';'.repeat(8_000)}"x`, ...Array(18).fill(line), `";x`].join('\n');
  expect(readText(`${body}\n${LINK}`, 'reviews').list.links).toHaveLength(1);
});

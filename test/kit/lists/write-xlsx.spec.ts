import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import type { CellValue, Column } from '../../../src/kit/lists/table.js';
import { filledSheet, workbookBlob, workbookParts } from '../../../src/kit/lists/write-xlsx.js';
import { expect, test } from '../../support/test.js';

// A workbook that is written row by row.

type Row = readonly (string | number | boolean | null)[];

async function sheetOf(batches: readonly (readonly Row[])[]): Promise<string> {
  const columns = ['A', 'B'].map((header, at) => ({ header, value: (row: Row) => row[at] ?? null }));
  async function* rows() {
    yield* batches;
  }
  const parts: Uint8Array[] = [];
  for await (const part of workbookParts([filledSheet({ name: 'Sheet', columns }, rows())])) parts.push(part);
  const files = unzipSync(new Uint8Array(Buffer.concat(parts)));
  expect(Object.keys(files)).toEqual([
    ...['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'],
    ...['xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/_rels/sheet1.xml.rels'],
  ]);
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

const cells = (sheet: string) =>
  [...sheet.matchAll(/<c r="[^>]*>(?:<is><t[^>]*>|<v>)?([^<]*)/g)].map(([, value = '']) => value);

test('texts, numbers, truth values and empty cells keep their kind', async () => {
  const sheet = await sheetOf([[['=1+1', 4.6]], [[true, null]]]);
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
  expect(sheet).toContain('<c r="B2"><v>4.6</v></c>');
  expect(sheet).toContain('<c r="A3" t="b"><v>1</v></c><c r="B3"/>');
});

test('texts are escaped, and characters that XML forbids are left out', async () => {
  const sheet = await sheetOf([[['<b> & \u0000\u0007\ufffe\ud800 ż\n', 'x'.repeat(40_000)]]]);
  expect(cells(sheet)[2]).toBe('&lt;b> &amp; \ufffd ż\n');
  expect(cells(sheet)[3]).toBe(`${'x'.repeat(32_700)}… [+7300]`);
});

test('a text that Excel would read as the number of a character stays as it is', async () => {
  const sheet = await sheetOf([[['_x0041_', 'a_x000d__x000D_ _x12_ __x0041_']]]);
  expect(cells(sheet).slice(2)).toEqual([
    '_x005F_x0041_',
    'a_x005F_x000d__x005F_x000D_ _x12_ __x005F_x0041_',
  ]);
});

test('a table of many batches has all rows', async () => {
  const batch = Array.from({ length: 500 }, (_, at): Row => [`row ${at}`, at]);
  const sheet = await sheetOf(Array(20).fill(batch));
  expect(sheet.match(/<row /g)).toHaveLength(10_001);
});

test('links are kept up to a number of characters, and are written a few at a time', async () => {
  const columns: Column<number>[] = [
    {
      header: 'Link',
      form: 'link',
      // So much of it at random that deflating all links at once would make one large part.
      value: (at) => `https://m.example/${at}/${randomBytes(100).toString('hex')}${'x'.repeat(1_200)}`,
    },
  ];
  const all = 12_400;
  async function* rows() {
    for (let at = 0; at < all; at += 200) yield Array.from({ length: 200 }, (_, next) => at + next);
  }
  const parts: Uint8Array[] = [];
  for await (const part of workbookParts([filledSheet({ name: 'Sheet', columns }, rows())])) parts.push(part);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_000_000);
  const files = unzipSync(new Uint8Array(Buffer.concat(parts)));
  const text = (name: string) => strFromU8(files[`xl/worksheets/${name}`] ?? new Uint8Array());
  const targets = text('_rels/sheet1.xml.rels').match(/Target="/g)?.length ?? 0;
  expect(targets).toBeGreaterThan(10_000);
  expect(targets).toBeLessThan(12_000);
  expect(text('sheet1.xml').match(/<hyperlink /g)).toHaveLength(targets);
  expect(text('sheet1.xml').match(/<row /g)).toHaveLength(all + 1);
});

/** The parts of a workbook, and its bytes. */
async function unpacked<Row>(columns: readonly Column<Row>[], rows: readonly Row[], name = 'Arkusz') {
  const bytes = new Uint8Array(
    await (await workbookBlob([filledSheet({ name, columns }, [rows])])).arrayBuffer(),
  );
  const files = unzipSync(bytes);
  return { bytes, file: (part: string) => strFromU8(files[`xl/${part}`] ?? new Uint8Array()) };
}

test('links can be clicked, dates can be sorted, and every column has a filter', async () => {
  const columns: Column<string>[] = [
    { header: 'Link', form: 'link', value: (link) => link },
    { header: 'Day', form: 'time', value: () => '2026-11-21' },
    { header: 'Time', form: 'own', value: () => '2026-11-21 12:00:00' },
    { header: 'Text', value: () => '2026-11-21' },
  ];
  const others = ['no link', 'https://', 'javascript:alert(1)'];
  const { bytes, file } = await unpacked(columns, ['https://m.example/?a=1&b="2"', ...others]);
  // As another program reads it.
  const [sheet] = await readXlsxFile(Buffer.from(bytes));
  const dates = [new Date(Date.UTC(2026, 10, 21)), new Date(Date.UTC(2026, 10, 21, 12)), '2026-11-21'];
  expect(sheet?.data).toEqual([
    ['Link', 'Day', 'Time', 'Text'],
    ['https://m.example/?a=1&b="2"', ...dates],
    ...others.map((text) => [text, ...dates]),
  ]);
  // Excel repairs a sheet whose parts are in another order.
  expect(file('worksheets/sheet1.xml')).toContain(
    '</sheetData><autoFilter ref="A1:D5"/><hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks>',
  );
  expect(file('worksheets/_rels/sheet1.xml.rels')).toContain(
    'Target="https://m.example/?a=1&amp;b=%222%22" TargetMode="External"',
  );
});

test('a date has the time zone of the reader, and an invalid number or date is an empty cell', async () => {
  const columns: Column<CellValue>[] = [{ header: 'A', value: (value) => value }];
  const noon = new Date(2026, 10, 21, 12, 0, 0);
  const values = [noon, Number.NaN, new Date(Number.NaN), '', 'constructor', '4565666864068316694'];
  const { bytes } = await unpacked(columns, values);
  const [sheet] = await readXlsxFile(Buffer.from(bytes));
  expect(sheet?.data.map(([value]) => value)).toEqual([
    ...['A', new Date(Date.UTC(2026, 10, 21, 12)), null, null, null],
    ...['constructor', '4565666864068316694'],
  ]);
});

test('a sheet has a name that Excel takes, wide columns, and one font', async () => {
  const columns: Column<string>[] = [
    { header: 'A', value: () => 'x'.repeat(200) },
    { header: 'Heading', value: (text) => text },
  ];
  const { file } = await unpacked(columns, ['a'], 'Opinie "A": [1]/2');
  expect(file('workbook.xml')).toContain('<sheet name="Opinie &quot;A&quot;   1  2" ');
  expect(file('worksheets/sheet1.xml').match(/width="\d+"/g)).toEqual(['width="60"', 'width="9"']);
  const fonts = file('styles.xml').match(/<font>.*?<\/font>/g) ?? [];
  expect(fonts).toHaveLength(3);
  for (const font of fonts) expect(font).toContain('<name val="Calibri"/>');
});

test('a workbook without rows has its headings', async () => {
  const { bytes } = await unpacked([{ header: 'A', value: () => null }], []);
  const [sheet] = await readXlsxFile(Buffer.from(bytes));
  expect(sheet?.data).toEqual([['A']]);
});

test('rows that fail end the workbook with their error, and a reader that stops ends the rows', async () => {
  let isEnded = false;
  async function* rows(failure: Error | null) {
    try {
      for (let at = 0; at < 10_000; at += 1) {
        yield [randomBytes(5_000).toString('hex')];
        if (failure !== null && at === 20) throw failure;
      }
    } finally {
      isEnded = true;
    }
  }
  const sheet = { name: 'A', columns: [{ header: 'A', value: (row: string) => row }] };
  const failure = new Error('the job has expired');
  const read = async (some: AsyncIterable<string[]>, most: number) => {
    let size = 0;
    for await (const part of workbookParts([filledSheet(sheet, some)])) {
      size += part.length;
      if (size > most) return;
    }
  };
  await expect(read(rows(failure), Number.POSITIVE_INFINITY)).rejects.toBe(failure);
  isEnded = false;
  await read(rows(null), 20_000);
  expect(isEnded).toBe(true);
});

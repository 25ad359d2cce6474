import { strToU8, zipSync } from 'fflate';
import { readSheets } from '../../../src/kit/lists/read-list.js';
import { readWorkbook } from '../../../src/kit/lists/read-xlsx.js';
import { filledSheet, workbookBlob } from '../../../src/kit/lists/write-xlsx.js';
import { expect, test } from '../../support/test.js';

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const DATA = 'https://www.google.com/maps/reviews/data=!1sZmyslony?hl=pl&x=1';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook as Excel writes it, whose second sheet has links behind its cells. */
function workbook(more = ''): ArrayBuffer {
  const rows = [
    text('A1', 'klient') + text('C1', 'link'),
    text('A2', 'Firma A') + text('C2', 'Opinia'),
    text('A3', 'Firma B') + text('C3', 'Opinia'),
    text('A4', 'Firma C') + text('C4', A),
    more,
  ].map((cells, index) => `<row r="${index + 1}">${cells}</row>`);
  const links = [
    ['A2', 'rId3', ''],
    ['C2', 'rId1', ''],
    ['C3', 'rId2', ' location="dalej"'],
    ['C4', 'rId2', ''],
    ['C9', 'rId2', ''],
  ].map(([ref, id, more]) => `<hyperlink ref="${ref}" r:id="${id}"${more}/>`);
  const relation = (id: string, target: string, type = 'hyperlink') =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const sheet = (content: string) => `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${content}</worksheet>`;
  const relations = (content: string) => `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId8"/><sheet name="2" sheetId="2" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId7', 'worksheets/sheet1.xml', 'worksheet') +
        relation('rId8', '/xl/worksheets/sheet2.xml', 'worksheet'),
    ),
    'xl/worksheets/sheet1.xml': sheet(
      `<sheetData>${rows.join('')}</sheetData><hyperlinks>${links.join('')}</hyperlinks>`,
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      relation('rId1', A) +
        relation('rId2', DATA.replace('&', '&amp;')) +
        relation('rId3', 'https://a.example/'),
    ),
    'xl/worksheets/sheet2.xml': sheet('<sheetData/>'),
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  return new Uint8Array(bytes).buffer;
}

test('a map link behind a text cell is read, and other links are not', async () => {
  const [empty, rows] = (await readWorkbook(workbook())) ?? [];
  expect(empty).toEqual([]);
  expect(rows).toEqual([
    ['klient', null, 'link'],
    ['Firma A', null, `Opinia ${A}`],
    ['Firma B', null, `Opinia ${DATA}#dalej`],
    ['Firma C', null, A],
  ]);
  const { list, table } = readSheets([[], rows ?? []], 'reviews');
  expect(list.links.map(({ url }) => url)).toEqual([A, `${DATA}#dalej`, A]);
  expect(table?.linkColumns).toEqual([2]);
});

test('the address of a formula is read in place of its words, also one that is joined of texts', async () => {
  const joined =
    'HYPERLINK(&quot;https://maps.app.goo.gl/&quot;&amp;&quot;ZmyslonyA&quot;,&quot;Opinia&quot;)';
  const cells = [`HYPERLINK(&quot;${A}&quot;,&quot;Opinia&quot;)`, joined].map(
    (formula, at) => `<c r="${'BC'[at]}5" t="str"><f>${formula}</f><v>Opinia</v></c>`,
  );
  const [, rows] = (await readWorkbook(workbook(text('A5', 'Firma D') + cells.join('')))) ?? [];
  expect(rows?.at(-1)).toEqual(['Firma D', `Opinia ${A}`, `Opinia ${A}`]);
});

test('a workbook of this program is read as it was written', async () => {
  const columns = [{ header: 'Link', form: 'link' as const, value: (link: string) => link }];
  const bytes = await (await workbookBlob([filledSheet({ name: 'Arkusz', columns }, [[A]])])).arrayBuffer();
  expect(await readWorkbook(bytes)).toEqual([[['Link'], [A]]]);
});

test('a small file whose directory names gigabytes of content is too large, and is not unpacked', async () => {
  const bytes = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(1_000) });
  // The size of the content stands at byte 24 of an entry of the directory.
  const entry = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(entry + 24, 3_000_000_000, true);
  expect(await readWorkbook(new Uint8Array(bytes).buffer)).toBeNull();
});

for (const [what, cells] of [
  ['a cell at the far end', text('A1', 'link') + text('XFD1048576', 'x')],
  ['a text of megabytes', text('A1', 'x'.repeat(1_100_000))],
] as const)
  test(`a small workbook with ${what} is too large, before its cells are made`, async () => {
    expect(await readWorkbook(workbook(cells))).toBeNull();
  });

import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { sheetText } from '../../clients/core/export/sheet-text.js';
import type { CellValue, Column } from '../../clients/core/export/table.js';

// A workbook with one sheet, written row by row: the libraries at hand hold it whole, in several copies.
// Format: ECMA-376 (SpreadsheetML), in a ZIP file with data descriptors (APPNOTE 4.4.4, bit 3).

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FIXED_PARTS: readonly (readonly [name: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="place-lookup" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

/** Writes a workbook of at most 1,048,576 rows, the headings included. */
export async function* xlsxParts<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const zip = createZip();
  for (const [name, text] of FIXED_PARTS) yield* zip.add(name, [XML + text]);
  yield* zip.add('xl/worksheets/sheet1.xml', sheet(columns, batches));
  yield zip.end();
}

async function* sheet<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const freeze =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${XML}<worksheet xmlns="${MAIN}">${freeze}<sheetData>`;
  yield row(columns.map(({ header }) => header));
  for await (const rows of batches) {
    yield rows.map((one) => row(columns.map((column) => column.value(one)))).join('');
  }
  yield '</sheetData></worksheet>';
}

function row(cells: readonly CellValue[]): string {
  return `<row>${cells.map(cell).join('')}</row>`;
}

/** Texts are text cells: a formula in a review is never evaluated, and a CID keeps its digits. */
function cell(value: CellValue): string {
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value !== 'string' || value === '') return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(sheetText(value))}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}

interface Part {
  readonly name: Buffer;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const VERSION = 20;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** The first day of this format. */
const DATE = 0x0021;

function createZip() {
  const parts: Part[] = [];
  let offset = 0;
  const header = (signature: number, fields: readonly (readonly [bytes: 2 | 4, value: number])[]) => {
    const buffer = Buffer.alloc(4 + fields.reduce((sum, [bytes]) => sum + bytes, 0));
    let at = buffer.writeUInt32LE(signature, 0);
    for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
    return buffer;
  };
  const common = ({ name, checksum, packed, size }: Omit<Part, 'offset'>) =>
    [
      ...([
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DATE],
      ] as const),
      ...([
        [4, checksum],
        [4, packed],
        [4, size],
        [2, name.length],
        [2, 0],
      ] as const),
    ] as const;

  const add = async function* (partName: string, texts: Iterable<string> | AsyncIterable<string>) {
    const name = Buffer.from(partName);
    const begin = offset;
    const local = header(0x04034b50, common({ name, checksum: 0, packed: 0, size: 0 }));
    yield Buffer.concat([local, name]);
    let checksum = 0;
    let size = 0;
    let packed = 0;
    const bytes = async function* () {
      for await (const text of texts) {
        const buffer = Buffer.from(text);
        checksum = crc32(buffer, checksum);
        size += buffer.length;
        yield buffer;
      }
    };
    const source = Readable.from(bytes(), { objectMode: false });
    const deflate = createDeflateRaw();
    source.once('error', (error) => deflate.destroy(error));
    for await (const chunk of source.pipe(deflate)) {
      packed += chunk.length;
      yield chunk as Buffer;
    }
    yield header(0x08074b50, [
      [4, checksum],
      [4, packed],
      [4, size],
    ]);
    offset += local.length + name.length + packed + 16;
    parts.push({ name, checksum, packed, size, offset: begin });
  };

  const end = () => {
    const entries = parts.map((part) => {
      const rest = [
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, part.offset],
      ] as const;
      return Buffer.concat([header(0x02014b50, [[2, VERSION], ...common(part), ...rest]), part.name]);
    });
    const directory = Buffer.concat(entries);
    const fields = [
      [2, 0],
      [2, 0],
      [2, parts.length],
      [2, parts.length],
    ] as const;
    return Buffer.concat([
      directory,
      header(0x06054b50, [...fields, [4, directory.length], [4, offset], [2, 0]]),
    ]);
  };
  return { add, end };
}

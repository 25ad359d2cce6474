import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { addressIn, MOST_LINKS_IN_SHEET, TIME_FORMAT, timeIn } from './cell-forms.js';
import { sheetText } from './sheet-text.js';
import type { CellValue, Column, ColumnForm } from './table.js';

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
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA}.worksheet+xml"/></Types>`,
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
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
  ],
];

/** Writes a workbook of at most 1,048,576 rows, the headings included. */
export async function* xlsxParts<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const zip = createZip();
  for (const [name, text] of FIXED_PARTS) yield* zip.add(name, [XML + text]);
  const links: SheetLink[] = [];
  yield* zip.add('xl/worksheets/sheet1.xml', sheet(columns, batches, links));
  yield* zip.add('xl/worksheets/_rels/sheet1.xml.rels', relations(links));
  yield zip.end();
}

/** A link of the sheet, and the cell that opens it. */
interface SheetLink {
  readonly place: string;
  readonly address: string;
}

/** Characters of all addresses: they are kept until the sheet is written. Texts of further links cannot be clicked. */
const MAX_ADDRESS_CHARACTERS = 16_000_000;
/** Links that are written in one step. */
const LINKS_AT_ONCE = 500;

async function* sheet<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  links: SheetLink[],
): AsyncGenerator<string> {
  const freeze =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${freeze}<sheetData>`;
  yield row(
    1,
    columns.map(({ header }, index) => cell(`${columnName(index)}1`, header)),
  );
  let number = 1;
  let characters = 0;
  const oneRow = (one: Row) => {
    number += 1;
    const cells = columns.map((column, index) => {
      const value = column.value(one);
      const place = `${columnName(index)}${number}`;
      const address = typeof value === 'string' ? addressIn(value, column.form) : null;
      const isKept = links.length < MOST_LINKS_IN_SHEET && characters < MAX_ADDRESS_CHARACTERS;
      if (address !== null && isKept) {
        links.push({ place, address });
        characters += address.length;
      }
      return cell(place, value, column.form);
    });
    return row(number, cells);
  };
  for await (const rows of batches) yield rows.map(oneRow).join('');
  yield `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${number}"/>`;
  const clickable = ({ place }: SheetLink, id: string) => `<hyperlink ref="${place}" r:id="${id}"/>`;
  if (links.length > 0) {
    yield '<hyperlinks>';
    yield* linkTexts(links, clickable);
    yield '</hyperlinks>';
  }
  yield '</worksheet>';
}

/** The texts of all links, some in each. */
function* linkTexts(links: readonly SheetLink[], text: (link: SheetLink, id: string) => string) {
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
    const some = links.slice(at, at + LINKS_AT_ONCE);
    yield some.map((link, index) => text(link, `rId${at + index + 1}`)).join('');
  }
}

/** Where the links of the sheet lead. */
function* relations(links: readonly SheetLink[]): Generator<string> {
  yield `${XML}<Relationships xmlns="${PACKAGE}/relationships">`;
  yield* linkTexts(
    links,
    ({ address }, id) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/hyperlink" Target="${escaped(address).replaceAll('"', '&quot;')}" TargetMode="External"/>`,
  );
  yield '</Relationships>';
}

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

function row(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** Texts are text cells: a formula in a review is never evaluated, and a CID keeps its digits. */
const DAY_MS = 86_400_000;
/** Day 0 of a workbook. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** `place`: `A1`; some readers need it. */
function cell(place: string, value: CellValue, form?: ColumnForm): string {
  const begin = `<c r="${place}"`;
  const time = typeof value === 'string' ? timeIn(value, form) : null;
  if (time !== null) {
    return `${begin} s="${time.format === TIME_FORMAT ? 2 : 1}"><v>${(time.at.getTime() - FIRST_DAY) / DAY_MS}</v></c>`;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return `${begin}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${begin} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value !== 'string' || value === '') return `${begin}/>`;
  const style = addressIn(value, form) === null ? '' : ' s="3"';
  return `${begin} t="inlineStr"${style}><is><t xml:space="preserve">${escaped(sheetText(value))}</t></is></c>`;
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

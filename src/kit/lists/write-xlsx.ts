import { Zip, ZipPassThrough } from 'fflate';
import { type CellValue, type Column, type ColumnForm, wallClock } from './table.js';

// Writes a workbook row by row, without holding the whole table. Runs in browsers and Node.js.
// Format: ECMA-376 (SpreadsheetML), in a ZIP file.

interface Sheet<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /**
   * `table`, the default: a line for each row, and filter buttons. `document`: a table to read and print, with long
   * texts in several lines, on landscape pages. `notes`: a document without filter buttons.
   */
  readonly layout?: Layout;
}

type Layout = 'table' | 'document' | 'notes';

interface FilledSheet {
  readonly name: string;
  readonly layout: Layout;
  /** Its rows are known only when the other sheets have been written. Its place among the sheets stays. */
  readonly isWrittenLast?: true;
  /** The XML of the sheet; adds its links to `links`. */
  texts(links: SheetLink[]): AsyncGenerator<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;
/** Called after each step: it may wait. */
type Turn = () => Promise<void>;
/** Rows, some at a time. */
type Batches<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of `cellXfs` in the styles below. */
const TABLE_STYLES = { plain: 0, day: 1, time: 2, link: 3, heading: 4 } as const;
/** Cells begin at the top and wrap their texts; days have the short form of the reader's country. */
const DOCUMENT_STYLES = { plain: 5, day: 6, time: 2, link: 7, heading: 8 } as const;
type Style = keyof typeof TABLE_STYLES;
type Styles = Readonly<Record<Style, number>>;

const WRAPPED = 'applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>';

function fixedParts(sheets: readonly FilledSheet[]): Readonly<Record<string, string>> {
  const each = (text: (number: number, sheet: FilledSheet) => string) =>
    sheets.map((sheet, index) => text(index + 1, sheet)).join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${MEDIA}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((number, { name }) => `<sheet name="${escaped(nameOf(name))}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets>${printTitles(sheets)}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    // Name and size are explicit: otherwise programs choose different fonts for cells, headings and links.
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf fontId="1" xfId="0" applyFont="1"/><xf fontId="2" xfId="0" applyFont="1"/><xf xfId="0" ${WRAPPED}<xf numFmtId="14" xfId="0" applyNumberFormat="1" ${WRAPPED}<xf fontId="1" xfId="0" applyFont="1" ${WRAPPED}<xf fontId="2" xfId="0" applyFont="1" ${WRAPPED}</cellXfs></styleSheet>`,
  };
}

/** Repeats the headings of documents on each printed page. */
function printTitles(sheets: readonly FilledSheet[]): string {
  const names = sheets.flatMap(({ name, layout }, index) => {
    const quoted = escaped(nameOf(name)).replaceAll("'", "''");
    return layout === 'table'
      ? []
      : [`<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${quoted}'!$1:$1</definedName>`];
  });
  return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
}

/** A whole workbook as one file. */
export async function workbookBlob(sheets: readonly FilledSheet[], turn?: Turn): Promise<Blob> {
  const parts: Bytes[] = [];
  for await (const part of workbookParts(sheets, turn)) parts.push(part);
  return new Blob(parts, { type: `${MEDIA}.sheet` });
}

/** A sheet with its rows, for a workbook of several sheets. */
export function filledSheet<Row>(
  { name, columns, layout = 'table' }: Sheet<Row>,
  batches: Batches<Row>,
): FilledSheet {
  return { name, layout, texts: (links) => sheetTexts(columns, layout, batches, links) };
}

type ZipEntry = readonly [name: string, texts: Iterable<string> | AsyncIterable<string>];

function* filesOf(sheets: readonly FilledSheet[]): Generator<ZipEntry> {
  for (const [name, text] of Object.entries(fixedParts(sheets))) yield [name, [XML + text]];
  const numbered = [...sheets.entries()];
  const isLast = ([, sheet]: (typeof numbered)[number]) => sheet.isWrittenLast === true;
  for (const [index, sheet] of [...numbered.filter((one) => !isLast(one)), ...numbered.filter(isLast)]) {
    const name = `sheet${index + 1}.xml`;
    const links: SheetLink[] = [];
    yield [`xl/worksheets/${name}`, sheet.texts(links)];
    yield [`xl/worksheets/_rels/${name}.rels`, relationTexts(links)];
  }
}

/** Excel's maximum number of characters in the name of a sheet. */
const MAX_NAME_CHARACTERS = 31;

const nameOf = (sheet: string): string => sheet.replace(/[[\]/\\:*?]/g, ' ').slice(0, MAX_NAME_CHARACTERS);

/** A link of the sheet, and the cell that opens it. */
interface SheetLink {
  readonly ref: string;
  readonly address: string;
}

/** Maximum clickable links of a sheet: Excel reports a sheet with more links as damaged. */
const MAX_SHEET_LINKS = 65_530;
/** Maximum characters of all addresses, which stay in memory until the sheet is written. Further links become texts. */
const MAX_ADDRESS_CHARACTERS = 16_000_000;
/** Rows, or links, per step of writing. */
const STEP = 50;

async function* sheetTexts<Row>(
  columns: readonly Column<Row>[],
  layout: Layout,
  batches: Batches<Row>,
  links: SheetLink[],
): AsyncGenerator<string> {
  const styles = layout === 'table' ? TABLE_STYLES : DOCUMENT_STYLES;
  let number = 1;
  let characters = 0;
  const cellAt = (value: CellValue, column: number) => {
    const ref = `${columnName(column)}${number}`;
    const form = columns[column]?.form;
    const address = typeof value === 'string' ? addressIn(value, form) : null;
    if (address !== null && links.length < MAX_SHEET_LINKS && characters < MAX_ADDRESS_CHARACTERS) {
      links.push({ ref, address });
      characters += address.length;
    }
    return cell(ref, value, form, styles, address === null ? 'plain' : 'link');
  };
  /** The part before the rows. `first`: the rows that decide the width of the columns. */
  const begin = (first: readonly (readonly CellValue[])[]) => {
    const widths = columns.map(({ header, width: wanted }, index) => {
      const lengths = [header, ...first.map((row) => row[index] ?? '')].map((value) =>
        value instanceof Date ? 16 : String(value).length,
      );
      const width = wanted ?? Math.min(MAX_COLUMN_WIDTH, Math.max(...lengths) + 2);
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    });
    const headings = columns.map(({ header }, index) =>
      cell(`${columnName(index)}1`, header, undefined, styles, 'heading'),
    );
    const fit = layout === 'table' ? '' : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
    return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${fit}${FROZEN}<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
  };
  const row = (values: readonly CellValue[]) => {
    number += 1;
    const height = layout === 'table' ? '' : ` ht="${heightOf(values, columns)}"`;
    return `<row r="${number}"${height}>${values.map(cellAt).join('')}</row>`;
  };
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += STEP) {
      const values = rows.slice(at, at + STEP).map((one) => columns.map((column) => column.value(one)));
      if (number === 1) yield begin(values);
      yield values.map(row).join('');
    }
  }
  if (number === 1) yield begin([]);
  yield '</sheetData>';
  if (layout !== 'notes') yield `<autoFilter ref="A1:${columnName(columns.length - 1)}${number}"/>`;
  if (links.length > 0) {
    yield '<hyperlinks>';
    yield* linkTexts(links, ({ ref }, id) => `<hyperlink ref="${ref}" r:id="${id}"/>`);
    yield '</hyperlinks>';
  }
  if (layout !== 'table') yield PRINTED;
  yield '</worksheet>';
}

const LINE_POINTS = 15;
/** Excel's maximum height of a row. */
const MAX_ROW_POINTS = 409;

/** The height for the wrapped texts of a row, in points: LibreOffice gives rows without a height a single line. */
function heightOf<Row>(values: readonly CellValue[], columns: readonly Column<Row>[]): number {
  const lines = values.map((value, index) => {
    const width = columns[index]?.width ?? MAX_COLUMN_WIDTH;
    const parts = typeof value === 'string' ? value.split('\n') : [''];
    return parts.reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / width)), 0);
  });
  return Math.min(MAX_ROW_POINTS, LINE_POINTS * Math.max(...lines));
}

/** Landscape A4 pages, as many as the rows need, with page numbers. */
const PRINTED =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>';

/** The headings stay in view. */
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const MAX_COLUMN_WIDTH = 60;

/** Yields the XML of all links, several links at a time. */
function* linkTexts(links: readonly SheetLink[], text: (link: SheetLink, id: string) => string) {
  for (let at = 0; at < links.length; at += STEP) {
    const some = links.slice(at, at + STEP);
    yield some.map((link, index) => text(link, `rId${at + index + 1}`)).join('');
  }
}

function* relationTexts(links: readonly SheetLink[]): Generator<string> {
  yield `${XML}<Relationships xmlns="${PACKAGE}/relationships">`;
  const relation = ({ address }: SheetLink, id: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/hyperlink" Target="${escaped(address)}" TargetMode="External"/>`;
  yield* linkTexts(links, relation);
  yield '</Relationships>';
}

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

const DAY_MS = 86_400_000;
/** Day 0 of a workbook. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** `ref`: the address of the cell, for example `A1`; some readers need it. */
function cell(ref: string, value: CellValue, form: ColumnForm | undefined, styles: Styles, style: Style) {
  const time = timeIn(value, form);
  const number = styles[time?.style ?? style];
  const begin = `<c r="${ref}"${number === 0 ? '' : ` s="${number}"`}`;
  if (time !== null) return `${begin}><v>${(time.at - FIRST_DAY) / DAY_MS}</v></c>`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${begin}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${begin} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value !== 'string' || value === '') return `${begin}/>`;
  return `${begin} t="inlineStr"><is><t xml:space="preserve">${escaped(cellText(value))}</t></is></c>`;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/;

/**
 * The date of a cell: `at` is the local time written as UTC, because a workbook has no time zones. Null if the cell is
 * not a date, or if its column does not hold dates.
 */
function timeIn(value: CellValue, form: ColumnForm | undefined) {
  const text = value instanceof Date ? wallClock(value) : form === 'time' || form === 'own' ? value : null;
  const [, day, clock] = TIME.exec(typeof text === 'string' ? text : '') ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${clock ?? '00:00:00'}Z`);
  // Refuse days that do not exist, such as 30 February, and days before March 1900, which Excel counts differently.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day) || day < '1900-03-01') return null;
  const style: Style = clock === undefined ? 'day' : 'time';
  return { at: at.getTime(), style };
}

/** Excel's maximum length of an address. */
const MAX_ADDRESS = 2_079;

/** The address that a click on the text opens; null if the text or its column is not a link. */
function addressIn(text: string, form: ColumnForm | undefined): string | null {
  if (form !== 'link' && form !== 'own') return null;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const { href } = new URL(text);
  return href.length > MAX_ADDRESS ? null : href;
}

const MAX_CELL_CHARACTERS = 32_767;
/** Characters of a longer text, before the mark with the number of characters that are left out. */
const MAX_CUT_CELL = 32_700;

/**
 * The text of a cell, cut to the length that Excel allows. Excel reads `_x0041_` as the character with this number
 * (ECMA-376 part 1, 22.9.2.19), so an underscore that would begin such a number is escaped in the same way.
 */
function cellText(text: string): string {
  const isLong = text.length > MAX_CELL_CHARACTERS;
  const value = isLong ? `${text.slice(0, MAX_CUT_CELL)}… [+${text.length - MAX_CUT_CELL}]` : text;
  return value.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}

/** The earliest date that ZIP knows: equal tables give equal files. */
const FILE_DATE = new Date(1980, 0, 1);

/**
 * Writes a workbook part by part; a sheet has at most 1,048,576 rows, including the headings. The headings stay in view
 * and have filter buttons. Texts are text cells: a formula in a review is never evaluated, and a CID keeps its digits.
 * Columns with a `form` have sortable dates and clickable links.
 */
export async function* workbookParts(sheets: readonly FilledSheet[], turn?: Turn): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder();
  const ready: Bytes[] = [];
  const zip = new Zip((_error, bytes) => ready.push(bytes as Bytes));
  for (const [name, texts] of filesOf(sheets)) {
    const part = Object.assign(new ZipPassThrough(name), { compression: 8, mtime: FILE_DATE });
    zip.add(part);
    // `push` counts the content for its checksum and size; the file gets the deflated bytes instead.
    const write = part.ondata;
    part.ondata = () => undefined;
    // Browsers and Node.js deflate in another thread; a library would block this thread.
    const { readable, writable } = new CompressionStream('deflate-raw');
    const writer = writable.getWriter();
    const reading = readable.pipeTo(
      new WritableStream<Bytes>({ write: (bytes) => write(null, bytes, false) }),
    );
    // Awaited at the end. An earlier failure also fails a write, so ignore it here.
    reading.catch(() => undefined);
    try {
      for await (const text of texts) {
        const bytes: Bytes = encoder.encode(text);
        part.push(bytes);
        // Every write is awaited: Node.js would take 16,384 chunks before it makes a pipe wait.
        await writer.write(bytes);
        yield* ready.splice(0);
        await turn?.();
      }
      part.push(new Uint8Array(), true);
      await writer.close();
      await reading;
      write(null, new Uint8Array(), true);
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
  }
  zip.end();
  yield* ready;
}

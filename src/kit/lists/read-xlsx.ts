import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { MAX_WORKBOOK } from './file-content.js';
import { isMapLink, linksIn } from './links-in-lists.js';
import { MAX_COLUMNS, type OwnCell, utcClock } from './table.js';

/** Maximum bytes of an unpacked workbook. A workbook is a ZIP file: a small file may unpack to any size. */
const MAX_CONTENT = 200_000_000;
/** Maximum cells of a sheet: a single cell far away makes as many of them as a sheet that is full. */
const MAX_CELLS = 60_000_000;
/** Maximum characters between two tags; Excel's own maximum is 32,767 for a cell. */
const MAX_CELL = 1_000_000;

/**
 * The rows of every sheet of an `.xlsx` workbook, in their order; null when it is too large. If a click on a text
 * ("Opinia") leads to the map, also by a formula, the address is added after the text. @throws when the file is not a workbook
 */
export async function readWorkbook(content: ArrayBuffer): Promise<OwnCell[][][] | null> {
  const bytes = new Uint8Array(content);
  let size = 0;
  const files = unzipSync(bytes, {
    // As the directory of the ZIP file states it: no more than this size is unpacked.
    filter: ({ name, originalSize }) => {
      size += originalSize;
      return size <= MAX_CONTENT && /^xl\/(?:workbook|sharedStrings|worksheets\/.*)\.xml$|\.rels$/.test(name);
    },
  });
  if (bytes.length > MAX_WORKBOOK || size > MAX_CONTENT || Object.values(files).some(isTooLarge)) return null;
  const links = addressesIn(files);
  const sheets = await readXlsxFile(content);
  return sheets.map(({ data }, sheet) => {
    const rows = data.map((row) => row.map(cellOf));
    for (const [cell, address] of links[sheet] ?? []) addAddress(rows, cell, address);
    return rows;
  });
}

/** True for a part that would fill the memory, or take minutes to read, although its file is small. */
function isTooLarge(file: Uint8Array): boolean {
  const text = strFromU8(file);
  let [rows, columns] = [0, 0];
  for (const [, cell = ''] of text.matchAll(/\sr="([A-Z]{1,3}\d{1,7})"/g)) {
    const { row, column } = positionOf(cell);
    [rows, columns] = [Math.max(rows, row + 1), Math.max(columns, column + 1)];
  }
  let before = 0;
  for (let at = 0; at >= 0; at = text.indexOf('<', at + 1)) {
    if (at - before > MAX_CELL) return true;
    before = at;
  }
  return rows * columns > MAX_CELLS;
}

/** Row and column of a cell such as `B2` or `$B$2`, from 0; column -1 = the text does not name a cell. */
function positionOf(cell: string): { readonly row: number; readonly column: number } {
  const [, letters = '', number = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(cell) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(number) - 1, column };
}

function addAddress(rows: OwnCell[][], cell: string, target: string): void {
  const at = positionOf(cell);
  const row = rows[at.row];
  const address = target.startsWith('=') ? addressOfFormula(target, rows) : target;
  if (row === undefined || at.column < 0 || at.column >= MAX_COLUMNS || !isMapLink(address)) return;
  while (row.length < at.column) row.push(null);
  const text = String(row[at.column] ?? '');
  if (linksIn(text).length === 0) row[at.column] = `${text} ${address}`.trim();
}

const PART = String.raw`(?:"(?:[^"]|"")*"|\$?[A-Z]{1,3}\$?\d{1,7})`;
const PARTS = new RegExp(String.raw`^=\s*HYPERLINK\s*\(\s*(${PART}(?:\s*&\s*${PART})*)\s*[,;)]`, 'i');

/** The address of `=HYPERLINK(…)`: texts and cells, joined with `&`; empty for any other formula. */
function addressOfFormula(formula: string, rows: readonly (readonly OwnCell[])[]): string {
  const parts = PARTS.exec(formula)?.[1]?.match(new RegExp(PART, 'gi')) ?? [];
  const partText = (part: string) => {
    const { row, column } = positionOf(part);
    return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : (rows[row]?.[column] ?? '');
  };
  return parts.map(partText).join('');
}

/** A date as its text: the library reads local times as UTC. */
function cellOf(value: unknown): OwnCell {
  if (value instanceof Date)
    return (
      utcClock(value)
        ?.replace(/T00:00:00Z$|Z$/, '')
        .replace('T', ' ') ?? null
    );
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * The addresses of clickable cells, by sheet in the order of the workbook, then by cell (`B2`). read-excel-file does
 * not read them. Format: ECMA-376, part 1, 18.3.1.47, and part 2, 9.3 (relationships).
 */
function addressesIn(files: Readonly<Record<string, Uint8Array>>): ReadonlyMap<string, string>[] {
  const targets = targetsIn(files, 'xl/_rels/workbook.xml.rels');
  return elementsIn(files['xl/workbook.xml'], 'sheet').map((sheet) => {
    const path = `xl/${targets.get(sheet['r:id'] ?? '')}`.replace(/^xl\/\//, '');
    const name = path.lastIndexOf('/') + 1;
    const addresses = targetsIn(files, `${path.slice(0, name)}_rels/${path.slice(name)}.rels`);
    const formulas = formulasIn(files[path]);
    const links = elementsIn(files[path], 'hyperlink').flatMap(({ ref = '', location, ...link }) => {
      const address = addresses.get(link['r:id'] ?? '');
      // The part of the address after "#" is a separate attribute.
      const whole = address === undefined || !location ? address : `${address}#${location}`;
      return whole === undefined ? [] : [[ref.split(':')[0] ?? '', whole] as const];
    });
    return new Map([...formulas, ...links]);
  });
}

/** The formulas `=HYPERLINK(…)` of a sheet, by cell. */
function formulasIn(file: Uint8Array = new Uint8Array()): (readonly [string, string])[] {
  const cells = strFromU8(file).matchAll(
    /<(?:\w{1,9}:)?c\s([^<>]*)>\s{0,99}<(?:\w{1,9}:)?f(?:\s[^<>]*)?>([^<>]*)</g,
  );
  return Array.from(cells).flatMap(([, attributes = '', formula = '']) => {
    const [, cell = ''] = /(?:^|\s)r="([A-Z]{1,3}\d{1,7})"/.exec(attributes) ?? [];
    return /^\s{0,9}HYPERLINK/i.test(formula) ? [[cell, `=${unescaped(formula)}`] as const] : [];
  });
}

function targetsIn(files: Readonly<Record<string, Uint8Array>>, path: string): ReadonlyMap<string, string> {
  const relations = elementsIn(files[path], 'Relationship');
  return new Map(relations.map(({ Id = '', Target = '' }) => [Id, Target]));
}

/** The attributes of every element of this name. */
function elementsIn(file: Uint8Array | undefined, name: string): Readonly<Record<string, string>>[] {
  const elements = strFromU8(file ?? new Uint8Array()).matchAll(
    new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g'),
  );
  return Array.from(elements, ([, text = '']) => {
    const attributes = text.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    return Object.fromEntries(
      Array.from(attributes, ([, key, double, single]) => [key, unescaped(double ?? single ?? '')]),
    );
  });
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => signs[name] ?? '');
}

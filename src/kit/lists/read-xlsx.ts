import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { isMapLink, linksIn } from './links-in-lists.js';
import type { OwnCell } from './read-list.js';

/** Maximum bytes of an unpacked workbook. A workbook is a ZIP file: a small file may unpack to any size. */
const MAX_CONTENT = 200_000_000;

/**
 * The rows of every sheet of an `.xlsx` workbook, in their order; null when it is too large. If a click on a text
 * ("Opinia") leads to the map, also by a formula, the address is added after the text. @throws when the file is not a workbook
 */
export async function readWorkbook(content: ArrayBuffer): Promise<OwnCell[][][] | null> {
  const bytes = new Uint8Array(content);
  if (contentSize(bytes) > MAX_CONTENT) return null;
  const links = addressesIn(bytes);
  const sheets = await readXlsxFile(content);
  return sheets.map(({ data }, sheet) => {
    const rows = data.map((row) => row.map(cellOf));
    for (const [cell, address] of links[sheet] ?? []) addAddress(rows, cell, address);
    return rows;
  });
}

/** The unpacked size that the directory of the ZIP file states, in bytes. Not more than this size is unpacked. */
function contentSize(bytes: Uint8Array): number {
  let size = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  return size;
}

/** Row and column of a cell such as `B2` or `$B$2`, from 0; column -1 = the text is no cell. */
function positionOf(cell: string): { readonly row: number; readonly column: number } {
  const [, letters = '', number = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(cell) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(number) - 1, column };
}

/** Maximum columns of a sheet. */
const MAX_COLUMNS = 16_384;

function addAddress(rows: OwnCell[][], cell: string, target: string): void {
  const at = positionOf(cell);
  const row = rows[at.row];
  const address = target.startsWith('=') ? addressOfFormula(target, rows) : target;
  if (row === undefined || at.column < 0 || at.column >= MAX_COLUMNS || !isMapLink(address)) return;
  while (row.length < at.column) row.push(null);
  const text = String(row[at.column] ?? '');
  if (linksIn(text).length === 0) row[at.column] = `${text} ${address}`.trim();
}

/** The address of `=HYPERLINK(…)`: texts and cells, joined with `&`; empty for any other formula. */
function addressOfFormula(formula: string, rows: readonly (readonly OwnCell[])[]): string {
  let rest = formula.replace(/^=\s{0,9}HYPERLINK\s{0,9}\(/i, '');
  let address = '';
  for (;;) {
    const [part = '', text, cell] =
      /^\s{0,9}(?:"((?:[^"]|"")*)"|(\$?[A-Z]{1,3}\$?\d{1,7}))\s{0,9}/.exec(rest) ?? [];
    if (part === '') return '';
    const { row, column } = positionOf(cell ?? '');
    address += text === undefined ? String(rows[row]?.[column] ?? '') : text.replaceAll('""', '"');
    rest = rest.slice(part.length);
    if (/^[,;)]/.test(rest)) return address;
    if (!rest.startsWith('&')) return '';
    rest = rest.slice(1);
  }
}

function cellOf(value: unknown): OwnCell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : timeText(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

/** Writes a date that the library has read: it reads local times as UTC. */
function timeText(date: Date): string {
  const [day = '', clock = ''] = date.toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}

/**
 * The addresses of clickable cells, by sheet in the order of the workbook, then by cell (`B2`). read-excel-file does
 * not read them. Format: ECMA-376, part 1, 18.3.1.47, and part 2, 9.3 (relationships).
 */
function addressesIn(bytes: Uint8Array): ReadonlyMap<string, string>[] {
  const small = unzipSync(bytes, {
    filter: ({ name }) => name.endsWith('.rels') || name === 'xl/workbook.xml',
  });
  const targets = targetsIn(small, 'xl/_rels/workbook.xml.rels');
  const sheets = elementsIn(small['xl/workbook.xml'], 'sheet').map((sheet) => {
    const target = targets.get(sheet['r:id'] ?? '') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const name = path.lastIndexOf('/') + 1;
    const relations = `${path.slice(0, name)}_rels/${path.slice(name)}.rels`;
    return { path, addresses: targetsIn(small, relations) };
  });
  const paths = new Set(sheets.map(({ path }) => path));
  const files = unzipSync(bytes, { filter: ({ name }) => paths.has(name) });
  return sheets.map(({ path, addresses }) => {
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
function formulasIn(file: Uint8Array | undefined): (readonly [string, string])[] {
  const text = file === undefined ? '' : strFromU8(file);
  const cells = text.matchAll(/<(?:\w{1,9}:)?c\s([^<>]*)>\s{0,99}<(?:\w{1,9}:)?f(?:\s[^<>]*)?>([^<>]*)</g);
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
  const text = file === undefined ? '' : strFromU8(file);
  const elements = text.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g'));
  return Array.from(elements, ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(
        attributes.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, key, double, single]) => [key, unescaped(double ?? single ?? '')],
      ),
    ),
  );
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => signs[name] ?? '');
}

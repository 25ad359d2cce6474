import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { isMapLink, linksIn } from './links.js';
import type { OwnCell } from './read-list.js';

/** Maximum bytes of an unpacked workbook. A workbook is a ZIP file: a small file may unpack to any size. */
const MAX_CONTENT = 200_000_000;

/**
 * The rows of every sheet of an `.xlsx` workbook, in their order; null when it is too large. If a click on a text
 * ("Opinia") leads to the map, the address is added after the text. @throws when the file is not a workbook
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

function addAddress(rows: OwnCell[][], cell: string, address: string): void {
  const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  const row = rows[Number(number) - 1];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const text = row?.[column];
  if (row === undefined || typeof text !== 'string' || !isMapLink(address)) return;
  if (linksIn(text).length === 0) row[column] = `${text} ${address}`;
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
  const linked = new Set(sheets.filter(({ addresses }) => addresses.size > 0).map(({ path }) => path));
  const files = unzipSync(bytes, { filter: ({ name }) => linked.has(name) });
  return sheets.map(({ path, addresses }) => {
    const links = elementsIn(files[path], 'hyperlink').flatMap(({ ref = '', location, ...link }) => {
      const address = addresses.get(link['r:id'] ?? '');
      // The part of the address after "#" is a separate attribute.
      const whole = address === undefined || !location ? address : `${address}#${location}`;
      return whole === undefined ? [] : [[ref.split(':')[0] ?? '', whole] as const];
    });
    return new Map(links);
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

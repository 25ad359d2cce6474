import type { OwnCell } from './table.js';

// Reads JSON as a table: one row for each object of an array, or for each line (NDJSON).

/** True for a text that is meant as JSON, valid or not. A link of Markdown begins with `[` too. */
export function isMeantAsJson(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"]|\d{15,20}\s*[,\]]|\]\s*$))/.test(text.slice(0, 1_000));
}

/** Numbers outside of texts that are too long to be exact, such as CIDs. */
const LONG_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.-])\d{16,}(?![\d.eE])/g;
/** Maximum number of names, and of levels of objects. */
const [MOST_NAMES, MOST_LEVELS] = [500, 100];
/** Ids and links that an entry holds are joined in one cell up to so many characters. */
const MOST_INNER = 1_000;

type Row = ReadonlyMap<string, OwnCell>;
type Cells = Iterable<readonly [name: string, cell: unknown]>;
export type JsonRows = NonNullable<ReturnType<typeof readJson>>;

/**
 * Reads the rows of JSON; null = it is none. `headings`: names with their path, `properties/url`; null = rows of arrays
 * or texts. `isEntry`: whether the value of a name is certainly an entry of the list.
 */
export function readJson(text: string, isEntry: (name: string, cell: OwnCell) => boolean) {
  const value = isMeantAsJson(text) ? (parsed(text) ?? linesOf(text)) : null;
  if (value === null) return null;
  const isPlain = (one: unknown) => (Array.isArray(one) ? !one.some(isObject) : !isObject(one));
  if (Array.isArray(value) && value.every(isPlain))
    return { headings: null, rows: value.map((one: unknown) => [one].flat().map(cellOf)) };
  const isSure = (row: Cells) => [...row].some(([name, cell]) => isEntry(name, cellOf(cell)));
  const rows = rowsOf(value, isSure, 0, Array.isArray(value));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, MOST_NAMES);
  return { headings: names, rows: rows.map((row) => names.map((name) => row.get(name) ?? null)) };
}

function parsed(text: string): unknown {
  const exact = (part: string) => (part.startsWith('"') ? part : `"${part}"`);
  try {
    return JSON.parse(text.replace(LONG_NUMBERS, exact));
  } catch {
    return null;
  }
}

/** The values of lines of JSON; null if a line is not JSON. */
function linesOf(text: string): unknown[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const values = lines.map((line) => parsed(line.replace(/,\s*$/, '')));
  return values.includes(null) ? null : values;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function cellOf(value: unknown): OwnCell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * The rows of a value. An object of an array is a row, unless only the arrays in it have entries; another object is a
 * row unless its arrays have entries: `{"features": […]}`.
 */
function rowsOf(value: unknown, isSure: (row: Cells) => boolean, level: number, isElement: boolean): Row[] {
  if (level <= MOST_LEVELS && Array.isArray(value) && (!isElement || value.some(isObject)))
    return value.flatMap((one) => rowsOf(one, isSure, level + 1, true));
  if (!isObject(value) || level > MOST_LEVELS) return [new Map([['value', cellOf(value)]])];
  const values = Object.values(value);
  const shapeOf = (one: unknown) => (isObject(one) && !Array.isArray(one) ? Object.keys(one).join() : '');
  const [shape = '', ...others] = new Set(values.map(shapeOf));
  if (values.length > 1 && others.length === 0 && shape !== '') {
    // Objects of one shape are rows, `{"Bar": {"id": …}, …}`, or columns, `{"name": {"0": …, "1": …}, …}`.
    const columns = Object.entries<Readonly<Record<string, unknown>>>(Object(value));
    const rowAt = (at: string) => Object.fromEntries(columns.map(([name, cells]) => [name, cells[at]]));
    const rows = /^\d+(?:,\d+)*$/.test(shape) ? shape.split(',').map(rowAt) : values;
    return rowsOf(rows, isSure, level, false);
  }
  const row = new Map<string, OwnCell>();
  const arrays: (readonly [path: string, array: readonly unknown[], isInner: boolean])[] = [];
  /** Collects an object's values with their path, and its arrays. Inside an entry, only a certain value is an entry. */
  const collect = (object: Readonly<Record<string, unknown>>, path: string, depth: number) => {
    const isEntry = path !== '' && isSure(Object.entries(object));
    for (const [name, one] of Object.entries(object)) {
      if (Array.isArray(one) && (one.some(isObject) || !isElement))
        arrays.push([path + name, one, isEntry && !one.some((cell) => isSure(Object.entries(Object(cell))))]);
      else if (Array.isArray(one)) row.set(path + name, one.map(cellOf).join(', '));
      else if (!isObject(one)) row.set(path + name, cellOf(one));
      else if (depth < MOST_LEVELS) collect(one, `${path}${name}/`, depth + 1);
    }
  };
  collect(value, '', level);
  const isOwn = isElement && isSure(row);
  const inside = arrays.flatMap(([path, one, isInner]) => {
    const found = rowsOf(one, isSure, level + 1, isOwn || isInner);
    if (!isOwn && !isInner) return found;
    // They stay in columns of their own: whoever reads the list says that it leaves them out.
    for (const [name, cell] of found.flatMap((inner) => [...inner])) {
      const at = `${path}/${name}`;
      const all = row.has(at) ? `${row.get(at)} ${cell}` : cell;
      if ((!row.has(at) || String(all).length < MOST_INNER) && isSure([[name, all]])) row.set(at, all);
    }
    return [];
  });
  if (inside.some(isSure)) return isSure(row) ? [row, ...inside] : inside;
  return !isElement && !isSure(row) && inside.length > 0 ? inside : [row];
}

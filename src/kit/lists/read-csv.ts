// Reads CSV (RFC 4180), and tables pasted from a spreadsheet, in linear time.

/** Maximum lines of a row: an unclosed quote must not swallow the rest of the list. */
const MAX_ROW_LINES = 20;

/** A first line that tells Excel the delimiter: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([^"])"?[^\S\r\n]*(?:[\r\n]|$)/i;

/** The delimiter that the first line of a text names for Excel; null = the line does not name one. */
export const delimiterLine = (text: string): string | null => DELIMITER_LINE.exec(text)?.[1] ?? null;

/**
 * The rows of a text, with the number of their first line, from 1. Line breaks inside quotes belong to their cell.
 * Unpaired quotes, such as in `12"` or `"Bar "Zmyślony" i syn"`, belong to the text of their cell: a row with such quotes
 * ends with its line. Quotes of different cells may pair by chance, such as in `"Bar;link;12"`: the number of cells in
 * the first row shows this.
 */
export function csvRows(text: string, delimiter: string) {
  const lines = text.split(/\r\n|\r|\n/);
  /** Number of cells in the first row with several cells. */
  let width: number | null = null;
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  for (let at = delimiterLine(text) === null ? 0 : 1; at < lines.length; ) {
    const line = lines[at] ?? '';
    const single = readRow(line, delimiter);
    const joined = single.isOpen ? linesOfRow(lines, at) : [];
    const whole = readRow(joined.join('\n'), delimiter);
    const isJoined =
      joined.length > 0 && whole.isStrict && !pairsByChance(whole.cells, joined, delimiter, width);
    const isSplit = !single.isOpen && pairsByChance(single.cells, [line], delimiter, width);
    const cells: readonly string[] = isJoined ? whole.cells : isSplit ? line.split(delimiter) : single.cells;
    rows.push({ line: at + 1, cells });
    if (cells.length > 1) width ??= cells.length;
    at += isJoined ? joined.length : 1;
  }
  return rows;
}

/** The lines of the row whose first line opens a quote, up to the line that closes it; empty = no line does. */
function linesOfRow(lines: readonly string[], at: number): readonly string[] {
  const next = lines.slice(at + 1, at + MAX_ROW_LINES);
  const last = next.findIndex((line) => line.split('"').length % 2 === 0);
  return last < 0 ? [] : lines.slice(at, at + last + 2);
}

/** True if the row has as many cells as the table only when its quotes are read as text. */
function pairsByChance(
  cells: readonly string[],
  lines: readonly string[],
  delimiter: string,
  width: number | null,
): boolean {
  if (width === null) return false;
  const isPasted = delimiter === '\t';
  // A spreadsheet puts quotes around a copied cell with a line break, but hardly ever around a cell with a tab.
  const isMeant =
    lines.length > 1
      ? !isPasted && cells.length === width
      : cells.length === width || (!isPasted && cells.length > 1);
  return !isMeant && lines.every((text) => text.split(delimiter).length === width);
}

const LINK = /^\s*https?:\/\//i;
/** Maximum number of cells that belong to one link. */
const MOST_CELLS = 8;

/**
 * Rejoins links that were split at `&amp;`, at the commas of their coordinates (`@52.2,21.0,17z`), or of their words in a
 * row that is wider than the headings. `width`: the number of headings; null = not known.
 */
export function withWholeLinks(
  cells: readonly string[],
  delimiter: string,
  width: number | null = null,
): readonly string[] {
  if (!cells.some((cell) => LINK.test(cell))) return cells;
  const whole: string[] = [];
  let spare = width === null ? 0 : cells.length - width;
  for (let at = 0; at < cells.length; ) {
    let cell = cells[at] ?? '';
    let next = at + 1;
    while (LINK.test(cell) && next <= at + MOST_CELLS && goesOn(cell, delimiter, cells[next], spare > 0)) {
      cell += `${delimiter}${cells[next]}`;
      next += 1;
      spare -= 1;
    }
    whole.push(cell);
    at = next;
  }
  return whole;
}

/** True if the cell behind a comma belongs to the link. `isSpare`: the row has more cells than the table. */
function goesOn(link: string, delimiter: string, cell: string | undefined, isSpare: boolean): boolean {
  if (cell === undefined) return false;
  if (delimiter !== ',') return delimiter === ';' && /&(?:amp|#38|#x26)$/i.test(link);
  const isNumber = /^-?\d[\d.]*[a-z]?(?:\/|$)/.test(cell);
  const isPoint = /(?:@|=|\/(?:search|place)\/)-?\d+\.\d+(?:,-?[\d.]+)*$/.test(link);
  return (isNumber && isPoint) || (isSpare && /[?&](?:q|query|daddr)=[^&#?]+$/.test(link));
}

/** A cell `=HYPERLINK(…)` without quotes around it: the signs between its arguments do not end the cell. */
const FORMULA = /=\s?(?:HYPERLINK|HIPERŁĄCZE)\([^"()]*(?:"[^"]*"[^"()]*)*\)/iy;

function readRow(text: string, delimiter: string) {
  if (!text.includes('"')) return { cells: text.split(delimiter), isStrict: true, isOpen: false };
  const cells: string[] = [];
  /** Every quote begins or ends a cell, or is doubled inside a cell in quotes. */
  let isStrict = true;
  /** The text is strict up to its last cell, whose closing quote is missing. */
  let isOpen = false;
  let hasQuotedCells = true;
  for (let at = 0; at <= text.length; ) {
    if (hasQuotedCells && text.charAt(at) === '"') {
      const quoted = readQuoted(text, at + 1, delimiter);
      if (quoted.end >= 0) {
        isStrict &&= !quoted.hasStray;
        const cell = text.slice(at + 1, quoted.end);
        cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
        at = quoted.next + 1;
        continue;
      }
      isOpen = isStrict && !quoted.hasStray;
      // Do not search again: a search for the closing quote of every further cell would take quadratic time.
      hasQuotedCells = false;
    }
    FORMULA.lastIndex = at;
    const isFormula = text.charAt(at) === '=' && FORMULA.test(text);
    const found = text.indexOf(delimiter, isFormula ? FORMULA.lastIndex : at);
    const cell = found < 0 ? text.slice(at) : text.slice(at, found);
    isStrict &&= isFormula || !cell.includes('"');
    cells.push(cell);
    if (found < 0) break;
    at = found + 1;
  }
  return { cells, isStrict, isOpen };
}

/**
 * Finds the quote that ends a cell: after it, apart from spaces, comes a delimiter or the end. `end` is its index, -1 =
 * the quote is missing; `next` is the index of the delimiter or of the end. Other single quotes are stray.
 */
function readQuoted(text: string, from: number, delimiter: string) {
  let hasStray = false;
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charAt(at + 1) === '"') {
      at += 1;
      continue;
    }
    let next = at + 1;
    while (text.charAt(next) === ' ' && delimiter !== ' ') next += 1;
    if (next === text.length || text.charAt(next) === delimiter) return { end: at, next, hasStray };
    hasStray = true;
  }
  return { end: -1, next: -1, hasStray };
}

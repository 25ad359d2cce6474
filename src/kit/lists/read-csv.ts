// Reads CSV (RFC 4180), and tables pasted from a spreadsheet, line by line, in linear time.

/** A line of a text, without its end. */
export interface TextLine {
  /** Counts from 1. */
  readonly number: number;
  /** The beginning of the line if the line is too long. */
  readonly text: string;
  readonly isTooLong: boolean;
}

/**
 * One row: the number of its first line, the text of its lines, and its cells. A line that is too long has no cells.
 */
export interface CsvRow extends TextLine {
  readonly cells: readonly string[];
  /** The sign between its cells. */
  readonly delimiter: string;
}

interface CsvReader {
  /** Takes the next lines. Returns the rows that are complete with them. */
  add(lines: readonly TextLine[]): CsvRow[];
  /** Returns the rows that are left after the last line. */
  end(): CsvRow[];
}

/** Maximum lines of a row: an unclosed quote must not swallow the rest of the list. */
const MAX_ROW_LINES = 20;

/** A first line that tells Excel the delimiter: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([^"])"?[^\S\r\n]*(?:[\r\n]|$)/i;

/** The delimiter that the first line of a text names for Excel; null = the line does not name one. */
export function delimiterLine(text: string): string | null {
  return DELIMITER_LINE.exec(text)?.[1] ?? null;
}

/**
 * Line breaks inside quotes belong to their cell. Unpaired quotes, such as in `12"` or `"Bar "Zmyślony" i syn"`, belong
 * to the text of their cell: a row with such quotes ends with its line. Quotes of different cells may pair by chance,
 * such as in `"Bar;link;12"`: the reader detects this by comparing the number of cells with the first row.
 * @param delimiter null = the first line that is not empty decides: `;`, tab or comma
 */
export function createCsvReader(delimiter: string | null): CsvReader {
  let known = delimiter;
  /** Number of cells in the first row with several cells. */
  let width: number | null = null;
  let rows: CsvRow[] = [];
  /** Lines of a row that has not ended: so far it has an odd number of quotes. */
  let open: TextLine[] = [];
  let hasOddQuotes = false;

  const read = (text: string) => readRow(text, known ?? delimiterOf(text));
  /** True if the number of cells is right only when the quotes are read as text. */
  const pairsByChance = ({ cells, delimiter: sign }: ReadRow, lines: readonly TextLine[]) => {
    if (width === null) return false;
    const isPasted = sign === '\t';
    // A spreadsheet puts quotes around a copied cell with a line break, but hardly ever around a cell with a tab.
    const isMeant =
      lines.length > 1
        ? !isPasted && cells.length === width
        : cells.length === width || (!isPasted && cells.length > 1);
    return !isMeant && lines.every(({ text }) => text.split(sign).length === width);
  };
  const push = ({ number, isTooLong }: TextLine, text: string, { cells, delimiter: sign }: ReadRow) => {
    if (text.trim() !== '') known ??= sign;
    if (cells.length > 1) width ??= cells.length;
    rows.push({ number, text, isTooLong, cells, delimiter: sign });
  };
  /** Makes the first open line a row by itself, and reads the other open lines again. */
  const split = () => {
    const [first, ...others] = open;
    open = [];
    hasOddQuotes = false;
    if (first !== undefined) push(first, first.text, read(first.text));
    others.forEach(add);
  };
  const splitAll = () => {
    while (open.length > 0) split();
  };
  const add = (line: TextLine): void => {
    const { number, text, isTooLong } = line;
    const mark = number === 1 ? delimiterLine(text) : null;
    if (mark !== null) {
      known = mark;
    } else if (isTooLong) {
      splitAll();
      rows.push({ number, text, isTooLong, cells: [], delimiter: known ?? ',' });
    } else if (open.length === 0) {
      const found = read(text);
      hasOddQuotes = found.isOpen;
      if (found.isOpen) open.push(line);
      else if (pairsByChance(found, [line]))
        push(line, text, { ...found, cells: text.split(found.delimiter) });
      else push(line, text, found);
    } else {
      open.push(line);
      if (countQuotes(text) % 2 === 1) hasOddQuotes = !hasOddQuotes;
      if (!hasOddQuotes) join();
      else if (open.length === MAX_ROW_LINES) split();
    }
  };
  /** Joins the open lines to one row, unless their quotes are stray or pair by chance. */
  const join = () => {
    const text = open.map((line) => line.text).join('\n');
    const found = read(text);
    const [first] = open;
    if (first === undefined || !found.isStrict || pairsByChance(found, open)) return split();
    open = [];
    push(first, text, found);
  };
  const taken = () => {
    const complete = rows;
    rows = [];
    return complete;
  };
  return {
    add: (lines) => {
      lines.forEach(add);
      return taken();
    },
    end: () => {
      splitAll();
      return taken();
    },
  };
}

/** The rows of a whole text, with line ends of any kind. */
export function csvRows(text: string, delimiter: string | null): CsvRow[] {
  const reader = createCsvReader(delimiter);
  const lines = text.split(/\r\n|\r|\n/);
  const rows = reader.add(lines.map((line, at) => ({ number: at + 1, text: line, isTooLong: false })));
  return [...rows, ...reader.end()];
}

const LINK = /^\s*https?:\/\//i;
/** Maximum number of cells that belong to one link. */
const MAX_LINK_CELLS = 8;

/**
 * Rejoins links that were split at the commas of their coordinates (`@52.2,21.0,17z`), or of their words in a row that
 * is wider than the headings. `width`: the number of headings; null = not known.
 */
export function withWholeLinks(
  cells: readonly string[],
  delimiter: string,
  width: number | null = null,
): readonly string[] {
  if (delimiter !== ',' || !cells.some((cell) => LINK.test(cell))) return cells;
  const whole: string[] = [];
  let spare = width === null ? 0 : cells.length - width;
  for (let at = 0; at < cells.length; ) {
    let cell = cells[at] ?? '';
    let next = at + 1;
    while (LINK.test(cell) && next <= at + MAX_LINK_CELLS && goesOn(cell, cells[next], spare > 0)) {
      cell += `,${cells[next]}`;
      next += 1;
      spare -= 1;
    }
    whole.push(cell);
    at = next;
  }
  return whole;
}

/** True if the cell behind a comma belongs to the link. `isSpare`: the row has more cells than the table. */
function goesOn(link: string, cell: string | undefined, isSpare: boolean): boolean {
  if (cell === undefined) return false;
  const isNumber = /^-?\d[\d.]*[a-z]?(?:\/|$)/.test(cell);
  const isPoint = /(?:@|=|\/(?:search|place)\/)-?\d+\.\d+(?:,-?[\d.]+)*$/.test(link);
  return (isNumber && isPoint) || (isSpare && /[?&](?:q|query|daddr)=[^&#]+$/.test(link));
}

function delimiterOf(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  return [';', '\t'].find((sign) => unquoted.includes(sign)) ?? ',';
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

interface ReadRow {
  readonly cells: string[];
  readonly delimiter: string;
  /** Every quote begins or ends a cell, or is doubled inside a cell in quotes. */
  readonly isStrict: boolean;
  /** The text is strict up to its last cell, whose closing quote is missing. */
  readonly isOpen: boolean;
}

/** A cell `=HYPERLINK(…)` without quotes around it: the signs between its arguments do not end the cell. */
const FORMULA = /=\s?(?:HYPERLINK|HIPERŁĄCZE)\((?:"[^"]*"|[^"()])*\)/iy;

function readRow(text: string, delimiter: string): ReadRow {
  if (!text.includes('"')) return { cells: text.split(delimiter), delimiter, isStrict: true, isOpen: false };
  const cells: string[] = [];
  let isStrict = true;
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
  return { cells, delimiter, isStrict, isOpen };
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

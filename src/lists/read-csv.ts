// Reads CSV (RFC 4180), and tables pasted from a spreadsheet, line by line, in time that grows with their length alone.

/** A line of a text, without its end. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** The beginning of the line if the line is too long. */
  readonly text: string;
  readonly isTooLong: boolean;
}

/** One row: the number of its first line, the text of its lines, and its cells. A line that is too long has no cells. */
export interface CsvRow extends TextLine {
  readonly cells: readonly string[];
  /** The sign between its cells. */
  readonly delimiter: string;
}

export interface CsvReader {
  /** Takes the next lines. Returns the rows that are complete with them. */
  add(lines: readonly TextLine[]): CsvRow[];
  /** Returns the rows that are left after the last line. */
  end(): CsvRow[];
}

/** A row has at most so many lines. A quote that is never closed must not swallow the rest of the list. */
const MAX_ROW_LINES = 20;

/** A first line that tells Excel the delimiter: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([^"])"?\s*$/i;

/**
 * Line breaks inside quotes belong to their cell. Quotes that are not paired, such as in `12"` or `"Bar "Zmyślony" i syn"`,
 * belong to the text of their cell: a row with such quotes ends with its line. Quotes of different cells that pair by
 * chance, such as in `"Bar;link;12"`, are told by the number of cells: the first row says how many a row has.
 * @param delimiter null = the first line that is not empty decides: `;`, tab or comma
 */
export function createCsvReader(delimiter: string | null): CsvReader {
  let known = delimiter;
  /** Cells of the first row that has several. */
  let width: number | null = null;
  let rows: CsvRow[] = [];
  /** Lines of a row that ends within quotes so far. Then the number of its quotes is odd. */
  let open: TextLine[] = [];
  let hasOddQuotes = false;

  const read = (text: string) => readRow(text, known ?? delimiterOf(text));
  /** True when each line has as many cells as a row should have, but not with its quotes. */
  const pairsByChance = ({ cells, delimiter: sign }: ReadRow, lines: readonly TextLine[]) => {
    if (width === null) return false;
    const isPasted = sign === '\t';
    // A cell that is copied from a spreadsheet has quotes around a line break, hardly ever around a tab.
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
  /** The first open line becomes a row by itself. The others are read again. */
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
    const mark = number === 1 ? DELIMITER_LINE.exec(text)?.[1] : undefined;
    if (mark !== undefined) {
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
  /** The open lines become one row, unless their quotes show that they were not meant as one. */
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
/** Cells that may belong to the coordinates of a link; more of them are no coordinates. */
const MAX_COORDINATE_CELLS = 8;

/** The cells of a row. A link without quotes may have lost its coordinates (`@52.2,21.0,17z`) to the next cells. */
export function withWholeLinks(cells: readonly string[], delimiter: string): readonly string[] {
  if (delimiter !== ',' || !cells.some((cell) => LINK.test(cell))) return cells;
  const whole: string[] = [];
  for (let at = 0; at < cells.length; ) {
    let cell = cells[at] ?? '';
    let next = at + 1;
    while (LINK.test(cell) && next <= at + MAX_COORDINATE_CELLS && isCoordinate(cell, cells[next])) {
      cell += `,${cells[next]}`;
      next += 1;
    }
    whole.push(cell);
    at = next;
  }
  return whole;
}

function isCoordinate(link: string, cell: string | undefined): boolean {
  return (
    cell !== undefined && /^-?\d[\d.]*[a-z]?(?:\/|$)/.test(cell) && /@-?\d+\.\d+(?:,-?[\d.]+)*$/.test(link)
  );
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
  /** The text is strict up to its last cell, whose quotes do not end. */
  readonly isOpen: boolean;
}

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
      // Searched once: the search for the end of each further cell would make the time quadratic.
      hasQuotedCells = false;
    }
    const found = text.indexOf(delimiter, at);
    const cell = found < 0 ? text.slice(at) : text.slice(at, found);
    isStrict &&= !cell.includes('"');
    cells.push(cell);
    if (found < 0) break;
    at = found + 1;
  }
  return { cells, delimiter, isStrict, isOpen };
}

/**
 * Finds the quote that ends a cell: the next thing behind it, apart from spaces, is a delimiter or the end. `end` is its
 * index, -1 = there is none; `next` is the index of what follows. Other single quotes are stray.
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

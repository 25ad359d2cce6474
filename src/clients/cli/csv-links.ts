import Papa from 'papaparse';
import { isLinkLike, unquoted } from './cells.js';
import { cutsNoLink, linksBeforeCommas } from './link-ends.js';

/**
 * The first column of lines that are a CSV; null when they are plain lines. Links may hold semicolons and commas of
 * their own, so one of them somewhere makes no CSV: headings do, or the same number of columns in every row, or
 * that no link would be cut. A tab is in no link.
 * @param isNamedCsv whether the name of the file says that it is a CSV: then rows may differ in length
 */
export function firstColumn(lines: readonly string[], isNamedCsv: boolean): string[] | null {
  if (lines.some((line) => line.trim().includes('\t'))) return columnOf(rowsOf(lines, '\t'));
  const links = linksBeforeCommas(lines, isNamedCsv);
  if (links !== null) return links;
  for (const delimiter of [';', ','] as const) {
    const rows = rowsOf(lines, delimiter);
    if (isTable(rows, lines, delimiter, isNamedCsv)) return columnOf(rows);
  }
  return null;
}

function isTable(
  rows: readonly (readonly string[])[],
  lines: readonly string[],
  delimiter: ';' | ',',
  isNamedCsv: boolean,
): boolean {
  const [first = []] = rows;
  if (!rows.some(({ length }) => length > 1)) return false;
  if (lines.every((line) => cutsNoLink(line, delimiter))) return true;
  if (isNamedCsv && lines.every((line) => !line.includes(delimiter) || cutsNoLink(line, delimiter)))
    return true;
  const hasHeadings = first.length > 1 && !isLinkLike(first[0] ?? '');
  const isEven = rows.every(({ length }) => length === first.length);
  // Every full link holds the same few commas: for them even rows alone prove nothing.
  if (delimiter === ',') return hasHeadings && isEven;
  return hasHeadings || (isEven && rows.length > 1) || (isNamedCsv && first.length > 1);
}

/** A quote out of place would make one cell of all the rows behind it: then quotes mean nothing. */
function rowsOf(lines: readonly string[], delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(lines.join('\n'), { delimiter });
  return errors.some(({ type }) => type === 'Quotes') ? lines.map((line) => line.split(delimiter)) : data;
}

function columnOf(rows: readonly (readonly string[])[]): string[] {
  return rows.map(([first = '']) => unquoted(first));
}

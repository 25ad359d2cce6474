import Papa from 'papaparse';
import { SHORT_HOSTS } from '../identifiers/provider-hosts.js';

/**
 * The first column of lines that are a CSV; null when they are plain lines. Links may hold semicolons and commas of
 * their own, so one of them somewhere makes no CSV: headings do, or the same number of columns in every row, or
 * that no link would be cut. A tab is in no link.
 * @param isNamedCsv whether the name of the file says that it is a CSV: then rows may differ in length
 */
export function firstColumn(lines: readonly string[], isNamedCsv: boolean): string[] | null {
  if (lines.some((line) => line.trim().includes('\t'))) return columnOf(rowsOf(lines, '\t'));
  for (const delimiter of [';', ','] as const) {
    const rows = rowsOf(lines, delimiter);
    if (isTable(rows, lines, delimiter, isNamedCsv)) return columnOf(rows);
  }
  return null;
}

/** True for what may be a link, false for a heading. */
export function isLinkLike(text: string): boolean {
  return /[./]/.test(text);
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

/** True where the first cell ends for certain: in quotes, or a short link, which holds neither `;` nor `,`. */
function cutsNoLink(line: string, delimiter: ';' | ','): boolean {
  if (/^"[^"]*"/.test(line)) return true;
  const [first = '', ...more] = line.split(delimiter);
  return more.length > 0 && URL.canParse(first) && SHORT_HOSTS.has(new URL(first).hostname);
}

/** A quote out of place would make one cell of all the rows behind it: then quotes mean nothing. */
function rowsOf(lines: readonly string[], delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(lines.join('\n'), { delimiter });
  return errors.some(({ type }) => type === 'Quotes') ? lines.map((line) => line.split(delimiter)) : data;
}

function columnOf(rows: readonly (readonly string[])[]): string[] {
  return rows.map(([first = '']) => unquoted(first));
}

/** A cell or a line without the quotes around it. */
export function unquoted(text: string): string {
  return text.trim().replace(/^"([^"]*)"$/, '$1');
}

import { isPlaceName } from '../../../kit/lists/list-rules.js';
import type { OwnList } from '../../../kit/lists/read-list.js';
import type { OwnCell } from '../../../kit/lists/table.js';
import type { ListSource } from '../../../kit/ui/input/source.js';
import { CLIENT_HEADING } from '../values.js';

/** A place or a review to watch, or the name of a place, with what its row of the list says of it. */
export interface Subject {
  readonly subject: string;
  readonly label?: string;
  readonly client?: string;
  readonly note?: string;
}

/** Headings of the columns for the name and the note of a watch. */
const LABEL = /^\s*(?:etykiet|nazw|firm|label|name|company)/i;
const NOTE = /^\s*(?:uwag|notat|komentarz|note|comment|remark)/i;

export const isName = ({ subject }: Subject) => isPlaceName(subject);

/** The places and reviews of a list, each once, with what their rows say of them. */
export function subjectsOf({ list, table }: OwnList): Subject[] {
  const columnOf = (heading: RegExp) =>
    table?.headings?.findIndex((text, column) => heading.test(text) && !table.linkColumns.includes(column)) ??
    -1;
  const columns = [
    ['label', columnOf(LABEL)],
    ['client', columnOf(CLIENT_HEADING)],
    ['note', columnOf(NOTE)],
  ] as const;
  const rows = new Map((table?.rows ?? []).flatMap(({ cells, links }) => links.map((link) => [link, cells])));
  return list.links.flatMap(({ url, first }, index) => {
    if (first !== index) return [];
    const own = columns.map(([field, column]) => [field, String(rows.get(index)?.[column] ?? '').trim()]);
    return [{ subject: url, ...Object.fromEntries(own.filter(([, text]) => text !== '')) }];
  });
}

/** A list without the rows whose places were all added, with its columns, to be read as before. */
export function restOf(source: ListSource, { list, table }: OwnList, added: ReadonlySet<string>): ListSource {
  const { links, skipped } = list;
  const isLeft = (at: number) => !added.has(links[links[at]?.first ?? at]?.url ?? '');
  const lines = source.kind === 'text' ? source.text.split(/\r\n|\r|\n/) : [];
  const own = links.flatMap(({ url, first }, at) => (first === at && isLeft(at) ? [url] : []));
  if (table === null)
    return { kind: 'text', text: [...own, ...skipped.map((at) => lines[at - 1])].join('\n'), name: null };
  const left = table.rows.filter((row) => row.links.length === 0 || row.links.some(isLeft));
  if (left.length === 0) return { kind: 'text', text: '', name: null };
  const { headings, linkColumns, width } = table;
  const rows = [...(headings === null ? [] : [headings]), ...left.map(({ cells }) => cells)];
  const [column = 0, ...more] = linkColumns;
  const choices = { column: more.length > 0 ? '*' : column, headings: headings === null ? 0 : 1 } as const;
  // A number that lost its last digits stays a number: as a text it would be another CID.
  if (source.kind === 'sheet' || rows.flat().some((cell) => typeof cell === 'number'))
    return { kind: 'sheet', rows, name: source.name ?? '', ...choices };
  const quoted = (cell: OwnCell) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
  const text = rows.map((cells) => cells.map(width > 1 ? quoted : String).join('\t')).join('\n');
  return { kind: 'text', text, name: null, ...choices };
}

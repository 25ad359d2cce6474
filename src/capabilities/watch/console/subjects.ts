import type { OwnList } from '../../../kit/lists/read-list.js';
import { CLIENT_HEADING } from '../values.js';

/** A place or a review to watch, or the name of a place, with what its row of the list says of it. */
export interface Subject {
  readonly subject: string;
  readonly label?: string;
  readonly client?: string;
  readonly note?: string;
}

/** A link, a Place ID, a feature id or a CID; anything else is the name of a place. */
const SUBJECT = /^(?:ChIJ\S+|0x\S+|\d{10,20}|(?:cid|place_id):\s*\S+|\S[^\s/]*\/\S+)$/i;
/** Headings of the columns for the name and the note of a watch. */
const LABEL = /^\s*(?:etykiet|nazw|firm|label|name|company)/i;
const NOTE = /^\s*(?:uwag|notat|komentarz|note|comment|remark)/i;
const FIELDS = ['subject', 'label', 'client', 'note'] as const;

export const isName = ({ subject }: Subject) => !SUBJECT.test(subject);

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

/** The rows as a text that `subjectsOf` reads. `headings`: of the fields, with tabs between them. */
export function textOf(rows: readonly Subject[], headings: string): string {
  if (rows.every(({ subject, ...more }) => Object.keys(more).length === 0))
    return rows.map(({ subject }) => subject).join('\n');
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  return [headings, ...rows.map((row) => FIELDS.map((field) => cell(row[field])).join('\t'))].join('\n');
}

import type { OwnList } from '../../../kit/lists/read-list.js';
import { CLIENT_HEADING } from '../values.js';

/** A place or a review to watch, with the name and the note in its row of the list. */
interface Subject {
  readonly subject: string;
  readonly label?: string;
  readonly note?: string;
  readonly client?: string;
}

/** A link, a Place ID, a feature id or a CID; anything else is the name of a place. */
const SUBJECT = /^(?:ChIJ\S+|0x\S+|\d{10,20}|(?:cid|place_id):\s*\S+|\S[^\s/]*\/\S+)$/i;
/** Headings of the columns for the name and the note of a watch. */
const LABEL = /^\s*(?:etykiet|nazw|firm|label|name|company)/i;
const NOTE = /^\s*(?:uwag|notat|komentarz|note|comment|remark)/i;

export const isName = (text: string) => !SUBJECT.test(text);

/** The places and reviews of a list, each once, with name and note of their rows. Leaves names out. */
export function subjectsOf({ list, table }: OwnList): Subject[] {
  const columnOf = (heading: RegExp) =>
    table?.headings?.findIndex((text, column) => heading.test(text) && !table.linkColumns.includes(column)) ??
    -1;
  const [label, note, client] = [columnOf(LABEL), columnOf(NOTE), columnOf(CLIENT_HEADING)];
  const rows = new Map((table?.rows ?? []).flatMap(({ cells, links }) => links.map((link) => [link, cells])));
  return list.links.flatMap(({ url, first }, index) => {
    if (first !== index || isName(url)) return [];
    const cellOf = (column: number) => String(rows.get(index)?.[column] ?? '').trim();
    return [
      {
        subject: url,
        ...(cellOf(label) !== '' && { label: cellOf(label) }),
        ...(cellOf(note) !== '' && { note: cellOf(note) }),
        ...(cellOf(client) !== '' && { client: cellOf(client) }),
      },
    ];
  });
}

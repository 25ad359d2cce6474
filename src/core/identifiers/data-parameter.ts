import { cleanName, percentDecoded } from './input-text.js';
import { decodeBase64Url, textOf } from './protobuf.js';

/** One value of a map link's `data=` or `pb=`: `path` is its field numbers from the outside in, "4.3.1". */
export interface DataField {
  readonly path: string;
  /** `s` text, `z` base64url text, `d` number and so on. Groups (`m`) are not listed. */
  readonly type: string;
  /** Percent-decoded, `+` kept. */
  readonly value: string;
}

const MAX_DEPTH = 32;
const DATA = /^data(?:=|%3d)/i;

export interface DataParameter {
  readonly fields: readonly DataField[];
  /** False when a group announces more items than follow it: the link was cut. */
  readonly isWhole: boolean;
}

/**
 * Splits `!4m2!3m1!1s0x..:0x..` into its values. A group `!<n>m<count>` spans the next `count` items, nested items
 * included (as several public projects found). A count that is too high spans all remaining items.
 */
export function parseDataParameter(data: string): DataParameter {
  const plain = data.includes('!') ? data : (percentDecoded(data) ?? data);
  const open: { number: string; left: number }[] = [];
  const fields: DataField[] = [];
  for (const item of plain.split('!').slice(1)) {
    const [, number, type, value] = /^(\d{1,4})([a-z])(.*)$/s.exec(item) ?? [];
    if (number === undefined || type === undefined || value === undefined) continue;
    while (open.at(-1)?.left === 0) open.pop();
    for (const group of open) group.left -= 1;
    if (type === 'm') {
      const left = Number(value) || 0;
      if (open.length < MAX_DEPTH) open.push({ number, left });
    } else {
      const path = [...open.map((group) => group.number), number].join('.');
      fields.push({ path, type, value: percentDecoded(value) ?? value });
    }
  }
  return { fields, isWhole: open.every(({ left }) => left === 0) };
}

/** True for the path segment of a map link that holds its data. */
export function isDataSegment(segment: string): boolean {
  return DATA.test(segment);
}

/** The data parameter in a map link's path; null if the path has no data. */
export function pathData(path: readonly string[]): DataParameter | null {
  const segment = path.find(isDataSegment);
  return segment === undefined ? null : parseDataParameter(segment.replace(DATA, ''));
}

/** The values of the data parameter in a map link's path; empty if the path has no data. */
export function dataFields(path: readonly string[]): readonly DataField[] {
  return pathData(path)?.fields ?? [];
}

/** The text of a value: `s` is encoded as in a query, `z` is base64url of UTF-8. Null for other types. */
export function textOfField(field: DataField): string | null {
  if (field.type !== 's' && field.type !== 'z') return null;
  const raw =
    field.type === 'z'
      ? textOf(decodeBase64Url(field.value.replaceAll('=', '')) ?? new Uint8Array())
      : field.value.replaceAll('+', ' ').replaceAll('*21', '!').replaceAll('*2A', '*');
  return cleanName(raw) || null;
}

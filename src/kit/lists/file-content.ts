import { decodeText } from './decode.js';
import { isMeantAsJson, readJson } from './json-list.js';

// What a file of a list is, by its content. Its name says nothing: a page of HTML is often called `.xls`.

/** Maximum bytes of a workbook. */
export const MAX_WORKBOOK = 30_000_000;

/** Binary files, by their first bytes; ZIP files also by the names in their directory, which is at the end. */
const BINARY = [
  [/^PK\p{Cc}{2}.{26}mimetypeapplication\/vnd\.oasis/su, 'openDocument'],
  [/^PK\p{Cc}{2}.*xl\/work/su, 'workbook'],
  [/^PK\p{Cc}{2}.*word\/doc/su, 'document'],
  [/^PK\p{Cc}{2}/u, 'archive'],
  [/^ÐÏ\p{Cc}à/u, 'oldWorkbook'],
  [/^(?:%PDF|%!PS|\{\\rtf)/, 'document'],
] as const;

const MARKUP = [
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:kml:)?kml\b/i, 'kml'],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype (?:html|netscape)|html|head|body|table|meta|style|script|div|span|p|[ou]l|d[lt]|t[rdh]|b|i|strong|em|h\d|center|font|section|nav|form|img)\b|^MIME-Version:|^From: <Saved by/i,
    'html',
  ],
  [/^<\?xml|^<(?!(?:a|br)\b)[a-z][\w.:-]*(?:\s[\w:-]+=["'][^<>]*)?>/i, 'xml'],
] as const;

/** A saved link (`.url`, `.desktop`): of its lines, only those with its address count. */
const SHORTCUT = /^\s*\[(?:InternetShortcut|Desktop Entry|\{[\da-f-]+\})/i;

/** Why a file is refused; the texts are `refused.…` in the texts of lists. `damaged`: a workbook that cannot be read. */
export type RefusedFile =
  | Exclude<(typeof BINARY)[number][1], 'workbook'>
  | (typeof MARKUP)[number][1]
  | 'brokenJson'
  | 'damaged'
  | 'notText'
  | 'tooLarge';

/** Bytes of the end of a file, for the directory of a ZIP file. */
const DIRECTORY_BYTES = 65_536;

/** The kind of a file, and its text. */
export function contentOfFile(bytes: Uint8Array) {
  const [start, end] = [bytes.subarray(0, 99), bytes.subarray(-DIRECTORY_BYTES)];
  const known = firstIn(BINARY, [start, end].map((part) => new TextDecoder('latin1').decode(part)).join(''));
  if (known === 'workbook') return { kind: known } as const;
  const text = known === undefined ? decodeText(bytes) : null;
  if (text === null) return { kind: 'refused', why: known ?? 'notText' } as const;
  if (SHORTCUT.test(text))
    return { kind: 'text', text: text.match(/^(?:BASE)?URL=.*/gim)?.join('\n') ?? '' } as const;
  const isBroken = () => isMeantAsJson(text) && readJson(text, () => false) === null;
  const why = firstIn(MARKUP, text.slice(0, 2_000).trimStart()) ?? (isBroken() ? 'brokenJson' : undefined);
  return why === undefined ? ({ kind: 'text', text } as const) : ({ kind: 'refused', why } as const);
}

function firstIn<T>(table: readonly (readonly [RegExp, T])[], text: string): T | undefined {
  return table.find(([mark]) => mark.test(text))?.[1];
}

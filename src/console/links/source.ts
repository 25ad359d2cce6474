import { type OwnCell, type OwnList, ownListOfSheet, ownListOfText } from '../../lists/own-table.js';
import { textOfFile } from '../../lists/text-file.js';

/** Where a list of links comes from. `name`: that of its file; null for what was typed or pasted. */
export type ListSource =
  | { readonly kind: 'text'; readonly text: string; readonly name: string | null }
  | { readonly kind: 'sheet'; readonly rows: readonly (readonly OwnCell[])[]; readonly name: string };

export const NO_SOURCE: ListSource = { kind: 'text', text: '', name: null };

/** Characters of text, and bytes of a workbook. */
const LARGEST_FILE = 5_000_000;

/** The list with its columns. */
export function parseSource(source: ListSource): OwnList {
  return source.kind === 'text' ? ownListOfText(source.text) : ownListOfSheet(source.rows);
}

/** Reads a text, a CSV or a workbook; null for anything else, and for a file that is too large. */
export async function sourceOfFile(file: File): Promise<ListSource | null> {
  if (file.size > LARGEST_FILE) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isWorkbook(bytes)) {
    const text = textOfFile(bytes);
    return text === null ? null : { kind: 'text', text, name: file.name };
  }
  try {
    const { readWorkbookRows } = await import('../../lists/workbook-rows.js');
    const sheets = await readWorkbookRows(bytes.buffer);
    // Other sheets hold notes, or nothing.
    const rows = sheets.find((sheet) => ownListOfSheet(sheet).list.links.length > 0) ?? sheets[0] ?? [];
    return { kind: 'sheet', rows, name: file.name };
  } catch {
    return null;
  }
}

/** True for a ZIP file, as every workbook is. */
function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

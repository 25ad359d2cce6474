import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import {
  isWorkbook,
  type Listed,
  type OwnCell,
  type OwnList,
  readSheets,
  readText,
  textOfFile,
} from '../../lists/read-list.js';
import { settledText } from '../state/ui-signals.js';

/** The column that the user chose, from 0; `*` = all columns with links. */
type ChosenColumn = number | '*';

/** Where a list comes from. `name`: name of its file; null for a list that was typed or pasted. */
export type ListSource = (
  | { readonly kind: 'text'; readonly text: string; readonly name: string | null }
  | { readonly kind: 'sheet'; readonly rows: readonly (readonly OwnCell[])[]; readonly name: string }
) & {
  /** Absent: the column with the links is found by its content. */
  readonly column?: ChosenColumn;
  /** Number of the row with the headings, from 1; 0 = none. Absent: the headings are found. */
  readonly headings?: number;
};

export const NO_SOURCE: ListSource = { kind: 'text', text: '', name: null };

/** Parses the list with its columns. If the chosen column or headings no longer exist, both are found. */
export function parseSource(source: ListSource, listed: Listed = 'reviews'): OwnList {
  const read = (column: ChosenColumn | null, headings: number | null) =>
    source.kind === 'text'
      ? readText(source.text, listed, column, headings)
      : readSheets([source.rows], listed, column, headings);
  const own = read(source.column ?? null, source.headings ?? null);
  const isChosen = source.column !== undefined || source.headings !== undefined;
  return own.table === null && isChosen ? read(null, null) : own;
}

/** Maximum bytes of a workbook. */
const MAX_WORKBOOK = 30_000_000;

/** Reads a text, a CSV or a workbook; null for any other file, and for a file that is too large. */
async function sourceOfFile(file: File, listed: Listed, maxBytes: number): Promise<ListSource | null> {
  if (file.size > maxBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isWorkbook(bytes)) {
    const text = textOfFile(bytes);
    return text === null ? null : { kind: 'text', text, name: file.name };
  }
  if (file.size > MAX_WORKBOOK) return null;
  try {
    const { readWorkbook } = await import('../../lists/read-xlsx.js');
    const sheets = await readWorkbook(bytes.buffer);
    if (sheets === null) return null;
    // Use the first sheet with links: other sheets may hold notes, or be empty.
    const rows = sheets.find((sheet) => readSheets([sheet], listed).list.links.length > 0) ?? sheets[0] ?? [];
    return { kind: 'sheet', rows, name: file.name };
  } catch {
    return null;
  }
}

interface ListInputOptions {
  readonly listed: ReadonlySignal<Listed>;
  readonly maxBytes: number;
  /** Whether a text file replaces the text; otherwise it is added to the text. */
  readonly keepsTextFiles: boolean;
}

export type ListInput = ReturnType<typeof createListInput>;

/** A list that is typed, pasted, or read from a file. */
export function createListInput({ listed, maxBytes, keepsTextFiles }: ListInputOptions) {
  const text = signal('');
  const textName = signal<string | null>(null);
  /** A file that replaces the text; null = the text is used. */
  const file = signal<ListSource | null>(null);
  /** The column that the user chose; null = the column is found by its content. */
  const column = signal<ChosenColumn | null>(null);
  /** The row of the headings that the user chose, from 1; 0 = none, null = the headings are found. */
  const headings = signal<number | null>(null);
  const settled = settledText(text);
  const sourceWith = (typed: string): ListSource => ({
    ...(file.value ?? { kind: 'text', text: typed, name: typed.trim() === '' ? null : textName.value }),
    ...(column.value !== null && { column: column.value }),
    ...(headings.value !== null && { headings: headings.value }),
  });
  const settledSource = computed(() => sourceWith(settled.value.value));
  const show = ({ column: chosen, headings: row, ...next }: ListSource) => {
    const isText = next.kind === 'text' && !keepsTextFiles;
    file.value = isText ? null : next;
    text.value = isText ? next.text : '';
    textName.value = next.name;
    column.value = chosen ?? null;
    headings.value = row ?? null;
  };
  // Reset the choices when the list changes.
  effect(() => {
    if (text.value !== '' || file.value !== null) return;
    column.value = null;
    headings.value = null;
  });
  return {
    text,
    file,
    column,
    headings,
    isEmpty: computed(() => text.value === '' && file.value === null),
    source: computed(() => sourceWith(text.value)),
    /** The source without what the user still types into a long text. */
    settledSource,
    /** The list with its columns. While the user types a long text, it is the list at the last pause in typing. */
    own: computed(() => parseSource(settledSource.value, listed.value)),
    show,
    clear: () => {
      file.value = null;
      text.value = '';
      textName.value = null;
    },
    /** Reads a file. False if it cannot be read, or is too large. */
    take: async (chosen: File): Promise<boolean> => {
      const taken = await sourceOfFile(chosen, listed.value, maxBytes);
      if (taken === null) return false;
      const before = file.value === null ? text.value.trimEnd() : '';
      if (taken.kind === 'sheet' || keepsTextFiles || before === '') show(taken);
      else show({ kind: 'text', text: `${before}\n${taken.text}`, name: textName.value });
      return true;
    },
    /** Includes the text typed since the last pause. */
    settle: settled.settle,
  };
}

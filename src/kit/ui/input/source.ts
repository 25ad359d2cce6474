import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Language } from '../../../core/published/language.js';
import { contentOfFile, MAX_WORKBOOK, type RefusedFile } from '../../lists/file-content.js';
import { type Listed, type OwnList, readSheets, readText, sheetWithList } from '../../lists/read-list.js';
import type { OwnCell } from '../../lists/table.js';
import { listTexts } from '../../lists/texts.js';
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

/** Reads a text, a CSV, JSON or a workbook; the reason for any other file. */
async function sourceOfFile(file: File, listed: Listed, maxBytes: number): Promise<ListSource | RefusedFile> {
  if (file.size > maxBytes) return 'tooLarge';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = contentOfFile(bytes);
  if (content.kind === 'refused') return content.why;
  if (content.kind === 'text') return { kind: 'text', text: content.text, name: file.name };
  try {
    const { readWorkbook } = await import('../../lists/read-xlsx.js');
    const sheets = await readWorkbook(bytes.buffer);
    if (sheets === null) return 'tooLarge';
    return { kind: 'sheet', rows: sheets[sheetWithList(sheets, listed)] ?? [], name: file.name };
  } catch {
    return 'damaged';
  }
}

/** Says why a file is not read. */
type Refusal = (language: Language) => string;

/** Null for a list with entries; a list that has nothing but rounded CIDs is refused. `most`: megabytes of a text. */
function refusalOf(
  taken: ListSource | RefusedFile,
  file: string,
  listed: Listed,
  most: number,
): Refusal | null {
  if (typeof taken === 'string')
    return (language) =>
      listTexts(language)(`refused.${taken}`, {
        file,
        most,
        workbook: Math.min(most, MAX_WORKBOOK / 1_000_000),
      });
  const { list, rounded } = parseSource(taken, listed);
  const lines = rounded.slice(0, 10).join(', ');
  return list.links.length > 0 || rounded.length === 0
    ? null
    : (language) => listTexts(language)('refused.rounded', { file, lines });
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
  const refusal = signal<Refusal | null>(null);
  const settled = settledText(text);
  const sourceWith = (typed: string): ListSource => ({
    ...(file.value ?? { kind: 'text', text: typed, name: typed.trim() === '' ? null : textName.value }),
    ...(column.value !== null && { column: column.value }),
    ...(headings.value !== null && { headings: headings.value }),
  });
  const settledSource = computed(() => sourceWith(settled.value.value));
  const show = ({ column: chosen, headings: row, ...next }: ListSource) => {
    const isText = next.kind === 'text' && (!keepsTextFiles || next.name === null);
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
    /** Why the last file was not read; null = it was read. */
    refusal,
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
      refusal.value = null;
    },
    /** Reads a file, or says why it cannot be read. */
    take: async (chosen: File): Promise<void> => {
      const taken = await sourceOfFile(chosen, listed.value, maxBytes);
      refusal.value = refusalOf(taken, chosen.name, listed.value, Math.floor(maxBytes / 1_000_000));
      if (typeof taken === 'string' || refusal.value !== null) return;
      const before = file.value === null ? text.value.trimEnd() : '';
      if (taken.kind === 'sheet' || keepsTextFiles || before === '') show(taken);
      else show({ kind: 'text', text: `${before}\n${taken.text}`, name: textName.value });
    },
    /** Includes the text typed since the last pause. */
    settle: settled.settle,
  };
}

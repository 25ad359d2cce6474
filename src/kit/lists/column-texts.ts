import type { Language } from '../../core/published/language.js';
import { columnName } from './own-columns.js';
import type { ColumnReason, LinkList, OwnTable } from './read-list.js';

// Says which columns of a list are read, and why: in the preview of the console and on the command line.

const REASONS: Readonly<Record<ColumnReason, readonly [pl: string, en: string]>> = {
  chosen: ['bo jest wybrana', 'because it is chosen'],
  links: ['bo ma linki albo identyfikatory', 'because it has links or identifiers'],
  heading: ['bo tak mówi jej nagłówek', 'because its heading says so'],
  names: ['bo ma nazwy firm', 'because it has names of businesses'],
  texts: ['bo jako pierwsza ma same teksty', 'because it is the first one with texts'],
};

/** The columns that are read, and the reason: "kolumna „Nazwa firmy”, bo …". */
export function columnsRead(table: OwnTable, language: Language): string {
  const [polish, english] = REASONS[table.why];
  const names = named(table.linkColumns, table, language);
  const isOne = table.linkColumns.length === 1;
  if (language === 'pl') return `${isOne ? 'kolumna' : 'kolumny'} ${names}, ${polish}`;
  return `${isOne ? 'column' : 'columns'} ${names}, ${english}`;
}

/** Sentences on the other columns: columns that a search also uses, and columns that name the same places. */
export function otherColumns(table: OwnTable, { links }: LinkList, language: Language): string[] {
  const { addressColumns, sameColumns } = table;
  const say = (columns: readonly number[], pl: string, en: string) =>
    columns.length === 0 ? [] : [`${language === 'pl' ? pl : en}: ${named(columns, table, language)}.`];
  return [
    ...say(
      links.some(({ query }) => query !== undefined) ? addressColumns : [],
      'Wyszukiwanie używa też kolumn',
      'The search also uses the columns',
    ),
    ...say(sameColumns, 'Te same miejsca są też w kolumnach', 'The same places are also in the columns'),
  ];
}

function named(columns: readonly number[], { headings }: OwnTable, language: Language): string {
  const names = columns.map((column) => columnName(headings, column, language));
  return language === 'pl' ? `„${names.join('”, „')}”` : `"${names.join('", "')}"`;
}

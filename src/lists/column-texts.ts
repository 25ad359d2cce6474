import type { Language } from '../contract/language.js';
import { columnName } from './own-columns.js';
import type { ColumnReason, LinkList, OwnTable } from './read-list.js';

// Says which columns of a list are read, and why: in the preview of the console and on the command line.

const REASONS: Readonly<Record<Language, Readonly<Record<ColumnReason, string>>>> = {
  pl: {
    chosen: 'bo jest wybrana',
    links: 'bo ma linki albo identyfikatory',
    heading: 'bo ma nagłówek kolumny z nazwami',
    names: 'bo ma nazwy firm',
    texts: 'bo jako pierwsza ma same teksty',
  },
  en: {
    chosen: 'because it is chosen',
    links: 'because it has links or identifiers',
    heading: 'because it has a heading of names',
    names: 'because it has names of businesses',
    texts: 'because it is the first one with texts',
  },
};

/** The columns that are read, and the reason: "kolumna „Nazwa firmy”, bo …". */
export function columnsRead({ headings, linkColumns, why }: OwnTable, language: Language): string {
  const names = quoted(linkColumns, headings, language);
  const isOne = linkColumns.length === 1;
  const noun = language === 'pl' ? (isOne ? 'kolumna' : 'kolumny') : isOne ? 'column' : 'columns';
  return `${noun} ${names}, ${REASONS[language][why]}`;
}

/** Sentences on the other columns: columns that a search also uses, and columns that name the same places. */
export function otherColumns(
  { headings, addressColumns, sameColumns }: OwnTable,
  { links }: LinkList,
  language: Language,
): string[] {
  const addresses = links.some(({ query }) => query !== undefined) ? addressColumns : [];
  const said: string[] = [];
  const name = (columns: readonly number[]) => quoted(columns, headings, language);
  if (addresses.length > 0)
    said.push(
      language === 'pl'
        ? `Wyszukiwanie używa też kolumn: ${name(addresses)}.`
        : `The search also uses the columns: ${name(addresses)}.`,
    );
  if (sameColumns.length > 0)
    said.push(
      language === 'pl'
        ? `Te same miejsca są też w kolumnach: ${name(sameColumns)}. Każde miejsce jest na liście raz.`
        : `The same places are also in the columns ${name(sameColumns)}. The list has each place once.`,
    );
  return said;
}

function quoted(columns: readonly number[], headings: OwnTable['headings'], language: Language): string {
  const [open, close] = language === 'pl' ? ['„', '”'] : ['"', '"'];
  return columns.map((column) => `${open}${columnName(headings, column, language)}${close}`).join(', ');
}

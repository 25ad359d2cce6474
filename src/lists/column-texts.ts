import type { Language } from '../contract/language.js';
import { columnName } from './own-columns.js';
import type { ColumnReason, LinkList, OwnTable } from './read-list.js';

// Says which columns of a list are read, and why: in the preview of the console and on the command line.

const REASONS: Readonly<Record<Language, Readonly<Record<ColumnReason, string>>>> = {
  pl: {
    chosen: 'bo jest wybrana',
    links: 'bo ma linki albo identyfikatory',
    heading: 'bo tak mówi jej nagłówek',
    names: 'bo ma nazwy',
    texts: 'bo ma teksty',
  },
  en: {
    chosen: 'as chosen',
    links: 'with links or ids',
    heading: 'by its heading',
    names: 'with names',
    texts: 'with texts',
  },
};

/** The columns that are read, and the reason: "kolumna „Nazwa firmy”, bo …". */
export function columnsRead({ headings, linkColumns, why }: OwnTable, language: Language): string {
  const names = quoted(linkColumns, headings, language);
  const noun = language === 'pl' ? 'kolumna' : 'column';
  return `${noun} ${names}, ${REASONS[language][why]}`;
}

/** Sentences on the other columns: columns that a search also uses, and columns that name the same places. */
export function otherColumns(
  { headings, addressColumns, sameColumns }: OwnTable,
  { links }: LinkList,
  language: Language,
): string[] {
  const name = (columns: readonly number[]) => quoted(columns, headings, language);
  const pl = language === 'pl';
  const isUsed = links.some(({ query }) => query !== undefined);
  return [
    isUsed && (pl ? 'Wyszukiwanie używa też kolumn: ' : 'The search also uses: ') + name(addressColumns),
    sameColumns.length > 0 &&
      (pl ? 'Te same miejsca są też w kolumnach: ' : 'The same places are in: ') + name(sameColumns),
  ].flatMap((text) => (text === false ? [] : `${text}.`));
}

function quoted(columns: readonly number[], headings: OwnTable['headings'], language: Language): string {
  const [open, close] = language === 'pl' ? ['„', '”'] : ['"', '"'];
  return columns.map((column) => `${open}${columnName(headings, column, language)}${close}`).join(', ');
}

import type { Language } from '../../core/published/language.js';
import { isPlaceName } from './list-rules.js';
import type { LinkList, OwnTable } from './read-list.js';
import { listTexts } from './texts.js';

// Says which columns of a list are read, and why: in the preview of the console and on the command line.

/** The heading of a column, or a name with its number. */
export function columnName(headings: readonly string[] | null, index: number, language: Language): string {
  return headings?.[index] || listTexts(language)('column.unnamed', { number: index + 1 });
}

/** The columns that are read, and the reason: "kolumna „Nazwa firmy”, bo …". */
export function columnsRead(table: OwnTable, language: Language): string {
  const t = listTexts(language);
  const names = namesOf(table.linkColumns, table, language);
  const why = t(`why.${table.why}`);
  return t(table.linkColumns.length === 1 ? 'columnRead' : 'columnsRead', { names, why });
}

/** Sentences on the other columns: names in place of links, columns that a search also uses, columns with the same places. */
export function otherColumns(table: OwnTable, { links }: LinkList, language: Language): string[] {
  const t = listTexts(language);
  const searched = links.some(({ query }) => query !== undefined) ? table.addressColumns : [];
  const say = (key: 'columnsSearched' | 'columnsSame', columns: readonly number[]) =>
    columns.length === 0 ? [] : [t(key, { names: namesOf(columns, table, language) })];
  const named = links.filter(({ url }) => isPlaceName(url)).length;
  const values = { names: namesOf(table.nameColumns, table, language), named, sure: links.length - named };
  return [
    ...(table.nameColumns.length > 0 && named > 0 ? [t('columnsNamed', values)] : []),
    ...say('columnsSearched', searched),
    ...say('columnsSame', table.sameColumns),
  ];
}

/** The columns whose links are not read, with the number of their links. */
export function passedOver({ headings, passedOver: all }: OwnTable, language: Language): string {
  const textOf = ([at, links]: readonly [number, number]) =>
    listTexts(language)('passedColumn', { name: columnName(headings, at, language), links });
  return [...all].map(textOf).join(', ');
}

function namesOf(columns: readonly number[], { headings }: OwnTable, language: Language): string {
  const t = listTexts(language);
  return columns.map((column) => t('quoted', { name: columnName(headings, column, language) })).join(', ');
}

import type { Language } from '../../core/published/language.js';
import type { LinkList, OwnTable } from './read-list.js';
import type { Column, OwnCell } from './table.js';
import { listTexts } from './texts.js';

// The user's own columns beside the results.

/** The user's own columns, to the left of the results. `cellsOf`: null = the row has no own cells. */
export function ownColumns<Row>(
  { headings, width }: Pick<OwnTable, 'headings' | 'width'>,
  language: Language,
  cellsOf: (row: Row) => readonly OwnCell[] | null,
): Column<Row>[] {
  return Array.from({ length: width }, (_, index) => ({
    header: columnName(headings, index, language),
    form: 'own' as const,
    value: (row) => cellsOf(row)?.[index] ?? null,
  }));
}

/** The heading of a column, or a name with its number. */
export function columnName(headings: readonly string[] | null, index: number, language: Language): string {
  return headings?.[index] || listTexts(language)('column.unnamed', { number: index + 1 });
}

/** A row before its result is known: the user's cells, and the index of its link; null = the row has no link. */
interface Slot {
  readonly own: readonly OwnCell[] | null;
  readonly link: number | null;
}

/** The rows of the exported table, in the order of the list. A row with several links appears once for each link. */
export function slotsOf({ links }: LinkList, table: OwnTable | null): Slot[] {
  if (table === null) return links.map((_, link) => ({ own: null, link }));
  return table.rows.flatMap(({ cells, links: own }): Slot[] =>
    own.length === 0 ? [{ own: cells, link: null }] : own.map((link) => ({ own: cells, link })),
  );
}

import type { Language } from '../../core/published/language.js';
import type { LinkList, OwnTable } from './read-list.js';
import type { Column, OwnCell } from './table.js';
import { listTexts } from './texts.js';
import { type ErrorText, type VerdictRow, verdictColumns } from './verdict-columns.js';

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

/** A row of the exported table: the user's own cells and the result of the row's link. */
export interface ResultRow {
  /** Null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  /** Null for a row without a link, and for a link that was not checked. */
  readonly verdict: VerdictRow | null;
}

/** A row before its result is known: the user's cells, and the index of its link; null = the row has no link. */
export interface Slot {
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

/**
 * The user's columns, then the columns of the results, without the number, and without the link if the user's columns
 * have it. `errorText`: see `verdictColumns`.
 */
export function resultColumns(
  list: LinkList,
  table: OwnTable | null,
  language: Language,
  errorText: ErrorText,
): Column<ResultRow>[] {
  const all = verdictColumns(language, errorText).map(
    ({ value, ...column }): Column<ResultRow> => ({
      ...column,
      value: ({ verdict }) => (verdict === null ? null : value(verdict)),
    }),
  );
  if (table === null) return all;
  const results = all.slice(isLinkInCell(list, table) ? 2 : 1);
  return [...ownColumns(table, language, (row: ResultRow) => row.own), ...results];
}

/** True if the list has one link column, and its cells hold only the link. */
export function isLinkInCell({ links }: LinkList, { rows, linkColumns }: OwnTable): boolean {
  const [column = 0] = linkColumns;
  const isLink = (cells: readonly OwnCell[]) => (link: number, at: number) =>
    at === 0 && links[link]?.url === cells[column];
  return linkColumns.length === 1 && rows.every(({ cells, links: own }) => own.every(isLink(cells)));
}

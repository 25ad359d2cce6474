import { notePlaceName } from '../../clients/place-names.js';
import type { Slot } from '../../lists/own-columns.js';
import type { OwnCell } from '../../lists/read-list.js';
import { fits, type LinkCounts, type LinkFilter, type LinkRow, verdictOf } from './rows.js';

/** A row of the table. */
export interface TableRow {
  /** Place in the table, from 0. */
  readonly index: number;
  /** The user's own cells; null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  /** Null for a row of the user's without a link. */
  readonly link: LinkRow | null;
  /** The row with the same link before this one; null for none. */
  readonly repeats: number | null;
}

/** The rows of the table, in the order of the list. */
export function tableRows(slots: readonly Slot[], links: readonly LinkRow[]): TableRow[] {
  const positions = new Map<number, number>();
  return slots.map(({ own, link }, index) => {
    const row = link === null ? null : (links[link] ?? null);
    if (row === null) return { index, own, link: null, repeats: null };
    const first = positions.get(row.first) ?? index;
    positions.set(row.first, first);
    return { index, own, link: row, repeats: first === index ? null : first };
  });
}

/** The rows that a filter shows. */
export function fittingRows(rows: readonly TableRow[], filter: LinkFilter): readonly TableRow[] {
  return filter === 'all' ? rows : rows.filter(({ link }) => link !== null && fits(link, filter));
}

/** How many rows each filter shows. */
export function fittingCounts(rows: readonly TableRow[]): LinkCounts {
  const count = (filter: LinkFilter) => fittingRows(rows, filter).length;
  return {
    all: rows.length,
    visible: count('visible'),
    hidden: count('hidden'),
    failed: count('failed'),
    waiting: count('waiting'),
    changed: count('changed'),
  };
}

/** The names of the places of the reviews that were read, by Place ID. */
export function placeNamesOf(links: readonly LinkRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const link of links) {
    const verdict = verdictOf(link);
    if (verdict !== null) notePlaceName(names, verdict);
  }
  return names;
}

import type { Failure } from '../../../core/published/failure.js';
import type { Language } from '../../../core/published/language.js';
import { reasonText } from '../../../core/texts/outcomes.js';
import { notePlaceName } from '../../client/check-links.js';
import type { Verdict } from '../../lists/checked-links.js';
import type { Slot } from '../../lists/own-columns.js';
import type { OwnCell } from '../../lists/read-list.js';
import { checkTime, instantOf } from '../../lists/table.js';
import {
  type Comparison,
  compare,
  type History,
  historyBefore,
  historyOf,
  joined,
  type Sighting,
  sightingIn,
} from './history.js';

export type LinkResult = { readonly verdict: Verdict } | { readonly failure: Failure };

/** One link of the list; `result` is null until it is known. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: LinkResult | null;
  /** True for a link without a result that is checked again. */
  readonly retried: boolean;
  /** The checks of this review in all lists of this browser. It may hold the check of `result`. */
  readonly history: History;
}

type LinkKind = 'visible' | 'hidden' | 'failed' | 'waiting';
export type LinkFilter = 'all' | LinkKind | 'changed';

/** The kind of a row: visible or hidden by its verdict, failed without a verdict, waiting before its check. */
export function kindOf(row: LinkRow): LinkKind {
  if (row.result === null) return 'waiting';
  if ('failure' in row.result) return 'failed';
  return row.result.verdict.is_visible ? 'visible' : 'hidden';
}

/** The verdict of a row; null without a verdict. */
export function verdictOf({ result }: Pick<LinkRow, 'result'>): Verdict | null {
  return result !== null && 'verdict' in result ? result.verdict : null;
}

/** Whether a filter shows a row. A failed row stays under its filter while it is checked again. */
function fits({ link, comparison }: TableRow, filter: LinkFilter): boolean {
  if (filter === 'all') return true;
  if (link === null) return false;
  if (filter === 'changed') return isChanged(comparison);
  const kind = kindOf(link);
  return kind === filter || (filter === 'failed' && kind === 'waiting' && link.retried);
}

function isChanged(comparison: Comparison | null): boolean {
  return comparison !== null && comparison.change !== null;
}

export function countsOf(rows: readonly LinkRow[]): Readonly<Record<'all' | LinkKind, number>> {
  const counts = { all: rows.length, visible: 0, hidden: 0, failed: 0, waiting: 0 };
  for (const row of rows) counts[kindOf(row)] += 1;
  return counts;
}

/** Prepares a row for another check: its verdict becomes a part of its history. */
export function asEarlier(row: LinkRow): LinkRow {
  return { ...row, history: wholeHistory(row), result: null, retried: false };
}

/** The history of a row with its own verdict. */
export function wholeHistory({ history, result }: Pick<LinkRow, 'history' | 'result'>): History {
  const verdict = verdictOf({ result });
  return verdict === null ? history : joined(history, historyOf(verdict));
}

/** The earlier sighting of a review that this check did not read; null if this check read the review. */
export function sightingBefore(row: LinkRow): Sighting | null {
  const verdict = verdictOf(row);
  if (verdict?.review != null) return null;
  return sightingIn(verdict === null ? row.history : historyBefore(row.history, verdict));
}

/** The number of some verdicts, and when (`checkTime`) the first and the last were found. */
interface TimeSpan {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

function spanOf(times: readonly string[]): TimeSpan | null {
  let [first, last] = [times[0], times[0]];
  for (const time of times) {
    if (first !== undefined && instantOf(time) < instantOf(first)) first = time;
    if (last !== undefined && instantOf(time) > instantOf(last)) last = time;
  }
  return first === undefined || last === undefined ? null : { count: times.length, first, last };
}

/** When the verdicts of the rows were found. The verdicts may come from several checks. Null without verdicts. */
export function foundBetween(rows: readonly LinkRow[]): TimeSpan | null {
  return spanOf(
    rows.flatMap((row) => {
      const verdict = verdictOf(row);
      return verdict === null ? [] : [checkTime(verdict)];
    }),
  );
}

/**
 * How many reviews were compared with earlier checks, how many have changed, and since when: the oldest check that was
 * compared of each review. Null if no review has a result both now and before.
 */
export function comparedOf(rows: readonly TableRow[]): (TimeSpan & { readonly changed: number }) | null {
  const compared = rows.filter(
    ({ link, repeats, comparison }) =>
      link !== null && repeats === null && verdictOf(link) !== null && comparison !== null,
  );
  const span = spanOf(compared.flatMap(({ comparison }) => comparison?.oldest ?? []));
  if (span === null) return null;
  return { ...span, changed: compared.filter(({ comparison }) => isChanged(comparison)).length };
}

export interface TableRow {
  /** Position in the table, from 0. */
  readonly index: number;
  /** The user's own cells; null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  /** Null for a row of the user's list without a link. */
  readonly link: LinkRow | null;
  /** Index of an earlier row with the same link; null if the link is new. */
  readonly repeats: number | null;
  /** The comparison with earlier checks; null without earlier checks. */
  readonly comparison: Comparison | null;
}

/**
 * The rows of the table, in the order of the list. `since`: the time since which the rows are compared, milliseconds
 * since 1970.
 */
export function tableRows(slots: readonly Slot[], links: readonly LinkRow[], since: number): TableRow[] {
  const positions = new Map<number, number>();
  return slots.map(({ own, link }, index) => {
    const row = link === null ? null : (links[link] ?? null);
    if (row === null) return { index, own, link: null, repeats: null, comparison: null };
    const first = positions.get(row.first) ?? index;
    positions.set(row.first, first);
    const comparison = compare(row.history, verdictOf(row), since);
    return { index, own, link: row, repeats: first === index ? null : first, comparison };
  });
}

/** The rows that a filter shows. */
export function fittingRows(rows: readonly TableRow[], filter: LinkFilter): readonly TableRow[] {
  return filter === 'all' ? rows : rows.filter((row) => fits(row, filter));
}

export function fittingCounts(rows: readonly TableRow[]): Readonly<Record<LinkFilter, number>> {
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

const RANKS = ['changed', 'hidden', 'failed', 'waiting', 'visible'] as const;

/** The rows that need attention first: changed, not visible, without a result, visible; then rows without a link. */
export function byAttention(rows: readonly TableRow[]): readonly TableRow[] {
  return [...RANKS, null].flatMap((rank) => rows.filter((row) => rankOf(row) === rank));
}

function rankOf({ link, comparison }: TableRow): (typeof RANKS)[number] | null {
  if (link === null) return null;
  return isChanged(comparison) ? 'changed' : kindOf(link);
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

/** The reason of a verdict, with a capital letter. */
export function reasonTitle(language: Language, reason: Verdict['visibility_reason']): string {
  const text = reasonText(language, reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The reasons that this version explains; a newer service may have others. */
export const REASONS = [
  'visible',
  'no_rating_section',
  'no_business_card',
  'no_business_data',
  'no_rating',
] as const;

import type { Failure } from '../../../core/published/failure.js';
import type { Language } from '../../../core/published/language.js';
import { reasonText } from '../../../core/texts/outcomes.js';
import { notePlaceName } from '../../client/check-links.js';
import type { CheckedReview, Verdict } from '../../lists/checked-links.js';
import type { Slot } from '../../lists/own-columns.js';
import type { OwnCell } from '../../lists/table.js';

export type LinkResult = { readonly verdict: Verdict } | { readonly failure: Failure };

/** A review as an earlier check saw it. */
interface Sighting {
  readonly review: CheckedReview;
  /** `YYYY-MM-DD HH:MM:SS`, as the service wrote it. */
  readonly checkedAt: string;
}

/** One link of the list; `result` is null until it is known. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: LinkResult | null;
  /** True for a link without a result that is checked again. */
  readonly retried: boolean;
  /** The review as an earlier check of this list saw it; null when no check saw it. */
  readonly seen: Sighting | null;
}

type LinkKind = 'visible' | 'hidden' | 'unclear' | 'failed' | 'waiting';
export type LinkFilter = 'all' | LinkKind;

/**
 * The kind of a row: visible or hidden by its verdict, unclear if the page of the link had no place (the link may be
 * incomplete), failed without a verdict, waiting before its check.
 */
export function kindOf(row: Pick<LinkRow, 'result'>): LinkKind {
  if (row.result === null) return 'waiting';
  if ('failure' in row.result) return 'failed';
  const { is_visible: isVisible, visibility_reason: reason } = row.result.verdict;
  if (isVisible) return 'visible';
  return reason === 'no_business_data' ? 'unclear' : 'hidden';
}

/** The verdict of a row; null without a verdict. */
export function verdictOf({ result }: Pick<LinkRow, 'result'>): Verdict | null {
  return result !== null && 'verdict' in result ? result.verdict : null;
}

/** Whether a filter shows a row. A failed row stays under its filter while it is checked again. */
function fits({ link }: TableRow, filter: LinkFilter): boolean {
  if (filter === 'all') return true;
  if (link === null) return false;
  const kind = kindOf(link);
  return kind === filter || (filter === 'failed' && kind === 'waiting' && link.retried);
}

export function countsOf(rows: readonly LinkRow[]): Readonly<Record<'all' | LinkKind, number>> {
  const counts = { all: rows.length, visible: 0, hidden: 0, unclear: 0, failed: 0, waiting: 0 };
  for (const row of rows) counts[kindOf(row)] += 1;
  return counts;
}

/** Prepares a row for another check: the row keeps the review that its verdict saw. */
export function asEarlier(row: LinkRow): LinkRow {
  const { review, checked_at: checkedAt } = verdictOf(row) ?? {};
  const seen = review == null || checkedAt === undefined ? row.seen : { review, checkedAt };
  return { ...row, seen, result: null, retried: false };
}

/** The earlier sighting of a review that this check did not read; null if this check read the review. */
export function sightingBefore(row: LinkRow): Sighting | null {
  return verdictOf(row)?.review == null ? row.seen : null;
}

/** When the first and the last verdict of the rows were found, in the time zone of the service. Null without verdicts. */
export function foundBetween(
  rows: readonly LinkRow[],
): { readonly first: string; readonly last: string } | null {
  const verdicts = rows
    .flatMap((row) => verdictOf(row) ?? [])
    // The local time of one hour in autumn comes twice.
    .toSorted((one, other) => Date.parse(one.checked_at_utc) - Date.parse(other.checked_at_utc));
  const [first, last] = [verdicts[0], verdicts.at(-1)];
  return first === undefined || last === undefined
    ? null
    : { first: first.checked_at, last: last.checked_at };
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

export function fittingRows(rows: readonly TableRow[], filter: LinkFilter): readonly TableRow[] {
  return filter === 'all' ? rows : rows.filter((row) => fits(row, filter));
}

export function fittingCounts(rows: readonly TableRow[]): Readonly<Record<LinkFilter, number>> {
  const count = (filter: LinkFilter) => fittingRows(rows, filter).length;
  return {
    all: rows.length,
    visible: count('visible'),
    hidden: count('hidden'),
    unclear: count('unclear'),
    failed: count('failed'),
    waiting: count('waiting'),
  };
}

const RANKS = ['hidden', 'unclear', 'failed', 'waiting', 'visible'] as const;

/** The rows that need attention first: not visible, doubtful, without a result, visible; then rows without a link. */
export function byAttention(rows: readonly TableRow[]): readonly TableRow[] {
  return [...RANKS, null].flatMap((rank) =>
    rows.filter(({ link }) => (link === null ? null : kindOf(link)) === rank),
  );
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

import { notePlaceName } from '../../clients/check-links.js';
import type { Failure } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import type { CheckedReview, Verdict } from '../../contract/lines.js';
import { reasonText } from '../../contract/texts/outcomes.js';
import type { Slot } from '../../lists/own-columns.js';
import type { OwnCell } from '../../lists/read-list.js';
import { changeOf } from './change.js';

export type LinkResult = { readonly verdict: Verdict } | { readonly failure: Failure };

/** A review as seen by an earlier check in this browser. */
export interface Sighting {
  readonly review: CheckedReview;
  /** `YYYY-MM-DD HH:MM:SS`, as the service wrote it. */
  readonly checkedAt: string;
}

/** The results of earlier checks in this browser. */
export interface Earlier {
  /** The last verdict of the same list before this check; null when no check had a verdict. */
  readonly verdict: Verdict | null;
  /** The last sighting of the review, in any list; null when it was never seen. */
  readonly seen: Sighting | null;
}

export const NOTHING_EARLIER: Earlier = { verdict: null, seen: null };

/** One link of the list; `result` is null until it is known. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: LinkResult | null;
  /** True for a link without a result that is checked again. */
  readonly retried: boolean;
  readonly earlier: Earlier;
}

type LinkKind = 'visible' | 'hidden' | 'failed' | 'waiting';
export type LinkFilter = 'all' | LinkKind | 'changed';

type LinkCounts = Readonly<Record<LinkFilter, number>>;

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
export function fits(row: LinkRow, filter: LinkFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'changed') return isChanged(row);
  const kind = kindOf(row);
  return kind === filter || (filter === 'failed' && kind === 'waiting' && row.retried);
}

function isChanged(row: LinkRow): boolean {
  return changeOf(row.earlier.verdict, verdictOf(row)) !== null;
}

export function countsOf(rows: readonly LinkRow[]): LinkCounts {
  const counts = { all: rows.length, visible: 0, hidden: 0, failed: 0, waiting: 0, changed: 0 };
  for (const row of rows) {
    counts[kindOf(row)] += 1;
    if (isChanged(row)) counts.changed += 1;
  }
  return counts;
}

/** Prepares a row for another check: its verdict becomes the earlier verdict. */
export function asEarlier(row: LinkRow): LinkRow {
  const verdict = verdictOf(row);
  const earlier = verdict === null ? row.earlier : { verdict, seen: sightingOf(verdict) ?? row.earlier.seen };
  return { ...row, earlier, result: null, retried: false };
}

/** The review in a verdict; null when the verdict has no review. */
export function sightingOf({ review, checked_at: checkedAt }: Verdict): Sighting | null {
  return review == null ? null : { review, checkedAt };
}

/** The earlier sighting of a review that this check did not read; null if this check read the review. */
export function sightingBefore(row: LinkRow): Sighting | null {
  return verdictOf(row)?.review == null ? row.earlier.seen : null;
}

/** The number of some verdicts, and when the first and the last were found, `YYYY-MM-DD HH:MM:SS`. */
interface TimeSpan {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

function spanOf(times: readonly string[]): TimeSpan | null {
  const [first, ...others] = times.toSorted();
  return first === undefined ? null : { count: times.length, first, last: others.at(-1) ?? first };
}

/** When the verdicts of the rows were found. The verdicts may come from several checks. Null without verdicts. */
export function foundBetween(rows: readonly LinkRow[]): TimeSpan | null {
  return spanOf(rows.flatMap((row) => verdictOf(row)?.checked_at ?? []));
}

/** The earlier verdicts of the reviews with a verdict both now and before; null if there are none. */
export function comparedOf(rows: readonly LinkRow[]): TimeSpan | null {
  const compared = rows.filter((row) => verdictOf(row) !== null);
  return spanOf(compared.flatMap(({ earlier }) => earlier.verdict?.checked_at ?? []));
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

/** The rows that a filter shows. */
export function fittingRows(rows: readonly TableRow[], filter: LinkFilter): readonly TableRow[] {
  return filter === 'all' ? rows : rows.filter(({ link }) => link !== null && fits(link, filter));
}

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

/** The reason of a verdict, with a capital letter. */
export function reasonTitle(language: Language, reason: Verdict['visibility_reason']): string {
  const text = reasonText(language, reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

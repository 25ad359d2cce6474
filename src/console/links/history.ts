import type { CheckedReview, Verdict } from '../../contract/lines.js';
import { type Change, changeOf } from './change.js';

/** Checks of a review, one after the other, between which no change is known. */
export interface Version {
  /** The verdict that says most about the review. */
  readonly verdict: Verdict;
  /** When the checks ended, `YYYY-MM-DD HH:MM:SS`, the first check first. */
  readonly checks: readonly string[];
}

/** The versions of one review, from all lists, the oldest first. Checks without a verdict are not part of it. */
export type History = readonly Version[];

/** Maximum versions of a review, and checks of a version, that the browser keeps. */
const MAX_VERSIONS = 50;
const MAX_CHECKS = 50;

/** The history that a verdict begins. */
export function historyOf(verdict: Verdict): History {
  return [{ verdict, checks: [verdict.checked_at] }];
}

/** Joins histories of one review. A check that several of them hold counts once. */
export function joined(...histories: readonly History[]): History {
  const checks = histories
    .flat()
    .flatMap((version) => version.checks.map((at) => ({ at, verdict: version.verdict })))
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const versions: { verdict: Verdict; checks: string[] }[] = [];
  for (const { at, verdict } of checks) {
    const last = versions.at(-1);
    if (last === undefined || !isSame(last.verdict, verdict)) versions.push({ verdict, checks: [at] });
    else {
      // A page without the record of the review says less about it.
      const saysLess = verdict.review?.date == null && last.verdict.review != null;
      if (!saysLess) last.verdict = verdict;
      if (last.checks.at(-1) !== at) last.checks.push(at);
      if (last.checks.length > MAX_CHECKS) last.checks.splice(1, 1);
    }
  }
  return versions.slice(-MAX_VERSIONS);
}

function isSame(before: Verdict, now: Verdict): boolean {
  return (
    before.is_visible === now.is_visible &&
    before.visibility_reason === now.visibility_reason &&
    changeOf(before, now) === null
  );
}

/** The part of a history before a moment. */
export function historyBefore(history: History, moment: string): History {
  return history
    .map(({ verdict, checks }) => ({ verdict, checks: checks.filter((at) => at < moment) }))
    .filter(({ checks }) => checks.length > 0);
}

/** A review as an earlier check saw it. */
export interface Sighting {
  readonly review: CheckedReview;
  /** `YYYY-MM-DD HH:MM:SS`, as the service wrote it. */
  readonly checkedAt: string;
}

/** The last sighting of the review; null when no check has seen it. */
export function sightingIn(history: History): Sighting | null {
  const { review, checked_at: checkedAt } =
    history.findLast(({ verdict }) => verdict.review != null)?.verdict ?? {};
  return review == null || checkedAt === undefined ? null : { review, checkedAt };
}

/** Compares with the last check only. Later than every check. */
export const LAST_CHECK = '9999';
/** Compares with every check. Earlier than every check. */
export const ALL_CHECKS = '';

/** The result of a check beside the results of earlier checks. */
export interface Comparison {
  /** The earlier result from which the review has changed, or else the last one. */
  readonly before: Version;
  /** The time of the oldest check that was compared. */
  readonly oldest: string;
  /** Null if no change is known. */
  readonly change: Change | null;
}

/**
 * Compares a verdict with what the checks of a span found: the last check up to `since`, and all checks after it.
 * Any of them that saw the review makes a review that is not visible a change. Null without earlier checks.
 */
export function compare(history: History, now: Verdict | null, since: string): Comparison | null {
  const earlier = now === null ? history : historyBefore(history, now.checked_at);
  const begin = earlier.findLastIndex(({ checks: [first = ''] }) => first <= since);
  const span = earlier.slice(Math.max(0, begin));
  const [first] = span;
  const last = span.at(-1);
  if (first === undefined || last === undefined) return null;
  const oldest = first.checks.findLast((at) => at <= since) ?? first.checks[0] ?? '';
  const otherwise = span.findLast(({ verdict }) => verdict.is_visible !== now?.is_visible);
  const edited = span.find(({ verdict }) => changeOf(verdict, now) !== null);
  const from = now === null ? undefined : (otherwise ?? edited);
  return { before: from ?? last, oldest, change: changeOf(from?.verdict ?? null, now) };
}

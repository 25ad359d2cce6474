import type { CheckedReview, Verdict } from '../../lists/checked-links.js';
import { checkTime, instantOf } from '../../lists/table.js';
import type { Texts } from '../texts.js';

/** Checks of a review, one after the other, between which no change is known. */
export interface Version {
  /** The verdict that says most about the review. */
  readonly verdict: Verdict;
  /** When the checks ended (`checkTime`), the first check first. */
  readonly checks: readonly string[];
}

/** The versions of one review, from all lists, the oldest first. Checks without a verdict are not part of it. */
export type History = readonly Version[];

/** Maximum versions of a review, and checks of a version, that the browser keeps. */
const MAX_VERSIONS = 50;
const MAX_CHECKS = 50;

/** The history that a verdict begins. */
export function historyOf(verdict: Verdict): History {
  return [{ verdict, checks: [checkTime(verdict)] }];
}

/** Joins histories of one review. A check that several of them hold counts once. */
export function joined(...histories: readonly History[]): History {
  const checks = histories
    .flat()
    .flatMap((version) => version.checks.map((at) => ({ at, verdict: version.verdict })))
    .sort((a, b) => instantOf(a.at) - instantOf(b.at));
  const versions: { verdict: Verdict; checks: string[] }[] = [];
  for (const { at, verdict } of checks) {
    const last = versions.at(-1);
    if (last === undefined || !isSame(last.verdict, verdict)) versions.push({ verdict, checks: [at] });
    else {
      // A page without the record of the review says less about it.
      const saysLess = verdict.review?.date == null && last.verdict.review != null;
      if (!saysLess) last.verdict = verdict;
      if (!isSameTime(last.checks.at(-1), at)) last.checks.push(at);
      if (last.checks.length > MAX_CHECKS) last.checks.splice(1, 1);
    }
  }
  return versions.slice(-MAX_VERSIONS);
}

/** Earlier versions of the console kept the time of a check without UTC. */
function isSameTime(before: string | undefined, now: string): boolean {
  return before !== undefined && (before.startsWith(now) || now.startsWith(before));
}

function isSame(before: Verdict, now: Verdict): boolean {
  return (
    before.is_visible === now.is_visible &&
    before.visibility_reason === now.visibility_reason &&
    changeOf(before, now) === null
  );
}

/** The part of a history before a check. */
export function historyBefore(history: History, now: Verdict): History {
  const moment = instantOf(checkTime(now));
  return history
    .map(({ verdict, checks }) => ({ verdict, checks: checks.filter((at) => instantOf(at) < moment) }))
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
export const LAST_CHECK = Number.POSITIVE_INFINITY;
/** Compares with every check. Earlier than every check. */
export const ALL_CHECKS = Number.NEGATIVE_INFINITY;

/** The result of a check beside the results of earlier checks. */
export interface Comparison {
  /** The earlier result from which the review has changed, else the last earlier result. */
  readonly before: Version;
  /** The `checkTime` of the oldest check that was compared. */
  readonly oldest: string;
  /** Null if no change is known. */
  readonly change: Change | null;
}

/**
 * Compares a verdict with the results of earlier checks: the last check up to `since` (milliseconds since 1970), and
 * all checks after it. If any of these checks saw the review and the review is not visible now, that is a change. Null
 * without earlier checks.
 */
export function compare(history: History, now: Verdict | null, since: number): Comparison | null {
  const earlier = now === null ? history : historyBefore(history, now);
  const begin = earlier.findLastIndex(({ checks: [first = ''] }) => instantOf(first) <= since);
  const span = earlier.slice(Math.max(0, begin));
  const [first] = span;
  const last = span.at(-1);
  if (first === undefined || last === undefined) return null;
  const oldest = first.checks.findLast((at) => instantOf(at) <= since) ?? first.checks[0] ?? '';
  const otherwise = span.findLast(({ verdict }) => verdict.is_visible !== now?.is_visible);
  const edited = span.find(({ verdict }) => changeOf(verdict, now) !== null);
  const from = now === null ? undefined : (otherwise ?? edited);
  return { before: from ?? last, oldest, change: changeOf(from?.verdict ?? null, now) };
}

/** The author's changes to a review. */
interface Edit {
  /** Stars before and now; null when they are equal, or one value is unknown. */
  readonly stars: readonly [number, number] | null;
  readonly isTextChanged: boolean;
}

/** The difference from the earlier check. */
export type Change =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'back' }
  | ({ readonly kind: 'edited' } & Edit);

/**
 * Compares two verdicts on the same review; null when no change is known. A check without a verdict says nothing about
 * the review, so it is never a change.
 */
export function changeOf(before: Verdict | null, now: Verdict | null): Change | null {
  if (before === null || now === null) return null;
  if (before.is_visible && !now.is_visible) return { kind: 'hidden' };
  if (!before.is_visible && now.is_visible) return { kind: 'back' };
  if (before.review == null || now.review == null) return null;
  const edit = editOf(before.review, now.review);
  return edit === null ? null : { kind: 'edited', ...edit };
}

function editOf(before: CheckedReview, now: CheckedReview): Edit | null {
  const stars =
    before.stars !== null && now.stars !== null && before.stars !== now.stars
      ? ([before.stars, now.stars] as const)
      : null;
  const isTextChanged = textOf(before) !== null && textOf(now) !== null && textOf(before) !== textOf(now);
  return stars !== null || isTextChanged || isEditedSince(before, now) ? { stars, isTextChanged } : null;
}

/** True when the record of the review says that the review was edited between the checks. */
function isEditedSince(before: CheckedReview, now: CheckedReview): boolean {
  if (now.is_edited !== true || before.is_edited === null) return false;
  return before.edited_date !== now.edited_date;
}

/**
 * The text to compare. Only records have a date, and only their texts are compared: a page without the record may show
 * a translation, or the text in another shape.
 */
function textOf({ date, text_excerpt: text }: CheckedReview): string | null {
  return date === null || text === null ? null : text.replace(/\s+/g, ' ').trim();
}

/** Describes the change in words. */
export function changeText({ t, links: texts }: Texts, change: Change): string {
  if (change.kind !== 'edited') return t(`links.changes.${change.kind}`);
  return texts.edited(change.stars, change.isTextChanged);
}

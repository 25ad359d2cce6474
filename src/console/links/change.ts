import type { CheckedReview, Verdict } from '../../contract/lines.js';
import type { Texts } from '../texts.js';

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
export function changeText({ links: texts }: Texts, change: Change): string {
  if (change.kind !== 'edited') return texts.changes[change.kind];
  return texts.edited(change.stars, change.isTextChanged);
}

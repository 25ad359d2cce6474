import type { ReviewRow } from '../../lists/review-columns.js';

type Dated = Pick<ReviewRow, 'date_unix' | 'edited_unix'>;

/** When the review got its present stars and text, Unix time in seconds; null when the time is unknown. */
export function lastChange({ edited_unix, date_unix }: Dated): number | null {
  return edited_unix ?? date_unix;
}

/** The word before the relative date of an edited review. reviews.md §4 */
const EDITED = /^\s*(?:edytowano|edited)\b/i;

/** True for a review that was changed after its publication. */
export function isEdited({ edited_unix, date_text }: Pick<ReviewRow, 'edited_unix' | 'date_text'>): boolean {
  return edited_unix !== undefined || EDITED.test(date_text ?? '');
}

/** The limit of the mark for authors with few reviews. */
const MAX_FEW_REVIEWS = 2;

/** False when the number of the author's reviews is unknown. */
export function hasFewReviews({ author_total_reviews: written }: ReviewRow): boolean {
  return written !== null && written <= MAX_FEW_REVIEWS;
}

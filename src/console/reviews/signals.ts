import type { ReviewRow } from '../../lists/review-columns.js';
import type { Texts } from '../texts/pl.js';

/** A characteristic of a review that helps to judge it, as the specification lists them. */
export interface ReviewSignal {
  readonly kind: 'new-account' | 'guide' | 'photos' | 'likes' | 'reply';
  readonly text: string;
}

/** Authors with at most this many reviews may be new accounts. */
const FEW_REVIEWS = 2;

/** False when the number of the author's reviews is unknown. */
export function mayBeNewAccount({ author_total_reviews: written }: ReviewRow): boolean {
  return written !== null && written <= FEW_REVIEWS;
}

/** What stands out about a review and its author, in words. */
export function signalsOf(review: ReviewRow, { reviews: texts }: Texts): ReviewSignal[] {
  const { author_total_reviews: written, photos_count, likes_count } = review;
  const found: (ReviewSignal | false)[] = [
    mayBeNewAccount(review) && { kind: 'new-account', text: texts.newAccount(written ?? 0) },
    review.author_is_local_guide && { kind: 'guide', text: texts.guide(review.author_local_guide_level) },
    photos_count !== null && photos_count > 0 && { kind: 'photos', text: texts.photos(photos_count) },
    likes_count !== null && likes_count > 0 && { kind: 'likes', text: texts.likes(likes_count) },
    review.has_owner_response && { kind: 'reply', text: texts.replied },
  ];
  return found.filter((signal) => signal !== false);
}

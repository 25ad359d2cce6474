import type { z } from 'zod';
import type { placeReviewsLine } from '../../../http/contract/place-reviews.js';
import type { Failure } from '../api/failure.js';
import type { Texts } from '../texts/pl.js';

export type ReviewsLine = z.infer<typeof placeReviewsLine>;
export type Summary = Extract<ReviewsLine, { type: 'summary' }>;
export type StopReason = Summary['stop_reason'];

/** How the reading of a list came to its end. */
export type Ending =
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Whether all reviews are there, in one plain sentence. */
export function sayEnding(texts: Texts, ending: Ending, read: number, total: number | null): string {
  if (ending.kind === 'stopped') return texts.reviews.stopped(read, total);
  if (ending.kind === 'failed') return texts.reviews.broken(read, total);
  const { summary } = ending;
  const { complete, reviews_count: count, reviews_read: own, total_reviews: counted } = summary;
  if (complete && count === 0) return texts.reviews.none;
  // Nothing is filtered here: what is returned beyond what was counted is not part of the place's number.
  const beside = count > own ? texts.reviews.beside(count - own) : '';
  if (complete) return texts.reviews.complete(own) + beside;
  // Without a count nobody knows whether the list ended early.
  const isOver = counted === null && summary.stop_reason === 'provider_limit';
  const reason = isOver ? 'end' : summary.stop_reason;
  if (own === 0 && counted === null) return texts.reviews.incomplete(count, null, reason);
  return texts.reviews.incomplete(own, counted, reason) + beside;
}

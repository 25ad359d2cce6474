import type { z } from 'zod';
import type { placeReviewsLine } from '../../http/contract/place-reviews.js';
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
  if (summary.complete && summary.reviews_read === 0) return texts.reviews.none;
  if (summary.complete) return texts.reviews.complete(summary.reviews_read);
  return texts.reviews.incomplete(summary.reviews_read, summary.total_reviews, summary.stop_reason);
}

import type { z } from 'zod';
import type { notice } from './notices.js';
import type { placeReviewsLine } from './place-reviews-answer.js';
import type { bulkVisibilityLine } from './review-answer.js';

/** A line of a review list. */
export type ReviewsLine = z.infer<typeof placeReviewsLine>;
/** The last line of a review list. */
export type ReviewsSummary = Extract<ReviewsLine, { type: 'summary' }>;
export type StopReason = ReviewsSummary['stop_reason'];

/** A notice of the map provider about a place and its reviews. */
export type Notice = z.infer<typeof notice>;

/** A line of a bulk check. */
export type BulkLine = z.infer<typeof bulkVisibilityLine>;
export type Verdict = Extract<BulkLine, { type: 'result' }>;
/** A visible review in a bulk check. */
export type CheckedReview = NonNullable<Verdict['review']>;
export type VisibilityReason = Verdict['visibility_reason'];

/** How far a list is that is answered in the background. */
export type JobState = 'waiting' | 'running' | 'finished' | 'cancelled' | 'deleted';

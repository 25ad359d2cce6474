import type { z } from 'zod';
import type { placeReviewsLine } from '../../http/contract/place-reviews.js';
import type { bulkVisibilityLine } from '../../http/contract/review.js';

/** A line of a review list. */
export type ReviewsLine = z.infer<typeof placeReviewsLine>;
/** The last line of a review list. */
export type ReviewsSummary = Extract<ReviewsLine, { type: 'summary' }>;
export type StopReason = ReviewsSummary['stop_reason'];

/** A line of a bulk check. */
export type BulkLine = z.infer<typeof bulkVisibilityLine>;
export type Verdict = Extract<BulkLine, { type: 'result' }>;
export type VisibilityReason = Verdict['visibility_reason'];

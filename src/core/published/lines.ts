import type { z } from 'zod';
import type { notice } from './notices.js';
import type { placeReviewsLine } from './place-reviews-answer.js';
import type { visibilityReason } from './review-answer.js';

export type ReviewsLine = z.infer<typeof placeReviewsLine>;
/** The last line of a review list. */
export type ReviewsSummary = Extract<ReviewsLine, { type: 'summary' }>;
export type StopReason = ReviewsSummary['stop_reason'];

/** A notice of the map provider about a place and its reviews. */
export type Notice = z.infer<typeof notice>;

export type VisibilityReason = z.infer<typeof visibilityReason>;

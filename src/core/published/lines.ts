import type { z } from 'zod';
import type { jobData, jobLine } from '../../capabilities/jobs/published.js';
import type { streamFailure } from './error-body.js';
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

/** A job and its progress. */
export type Job = z.infer<typeof jobData>;
export type JobType = Job['type'];
export type JobState = Job['state'];
/** A line of a job's results. */
export type JobLine = Exclude<z.infer<typeof jobLine>, z.infer<typeof streamFailure>>;
/** The last line of the results of a job that has ended. */
export type JobSummary = Extract<JobLine, { type: 'summary' }>;
/** The result of one link. */
export type JobRow = Exclude<JobLine, { type: 'progress' | 'summary' }>;

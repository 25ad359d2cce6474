import type { ReviewInspector } from '../../services/inspect-review.js';
import type { Handler } from '../answer.js';
import { presentReviewDetails } from '../contract/review.js';

/** GET /review-details: everything about one review. */
export function reviewDetails(inspector: ReviewInspector, timeZone: string): Handler<{ url: string }> {
  return async ({ url }, { scope }) => {
    const inspection = await inspector.details(url, scope);
    return { data: presentReviewDetails(url, inspection, { at: Date.now(), timeZone }) };
  };
}

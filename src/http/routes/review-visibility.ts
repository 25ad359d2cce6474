import type { ReviewInspector } from '../../services/inspect-review.js';
import type { Handler } from '../answer.js';
import { presentVisibility } from '../contract/review.js';

/** GET /review-visibility: only whether a review is visible. */
export function reviewVisibility(inspector: ReviewInspector, timeZone: string): Handler<{ url: string }> {
  return async ({ url }, { scope }) => {
    const verdict = await inspector.visibility(url, scope);
    return { data: presentVisibility(url, verdict, { at: Date.now(), timeZone }) };
  };
}

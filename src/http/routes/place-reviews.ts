import type { ReviewLister } from '../../services/list-reviews.js';
import type { ReviewsRequest } from '../../services/read-reviews.js';
import type { Handler } from '../answer.js';
import { presentReviewsEvent, presentSummary } from '../contract/place-reviews.js';
import { presentReview } from '../contract/review-record.js';

/** GET /place-reviews: a place's reviews, whole or line by line. */
export function placeReviews(lister: ReviewLister): Handler<ReviewsRequest> {
  return async (request, { scope, lines }) => {
    if (lines !== null) {
      return lines(async (write) => {
        const summary = await lister.list(request, scope, (event) => write(presentReviewsEvent(event)));
        await write({ type: 'summary', ...presentSummary(summary) });
      });
    }
    const reviews: ReturnType<typeof presentReview>[] = [];
    const summary = await lister.list(request, scope, (event) => {
      if (event.kind === 'review') reviews.push(presentReview(event.review));
    });
    return { data: { ...presentSummary(summary), reviews } };
  };
}

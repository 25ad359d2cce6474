import type { Review } from '../provider/review.js';
import type { EmitReviews, ReviewsRequest } from './list-reviews.js';

/** Reviews in one page of this API; the provider itself sends them ten at a time. */
export const REVIEWS_PER_PAGE = 200;

/** Counts reviews, drops repeats, filters by stars and hands the rest on. */
export interface ReviewCollector {
  /** True while another review fits into the pages asked for. */
  hasRoom(): boolean;
  has(id: string): boolean;
  /** Takes one review, unless it is a repeat or there is no room. */
  add(review: Review): Promise<void>;
  /** Pages begun so far. */
  pages(): number;
  readonly counts: { readonly read: number; readonly returned: number };
  /** Ids of everything read. */
  ids(): string[];
}

export function createReviewCollector(request: ReviewsRequest, emit: EmitReviews): ReviewCollector {
  const seen = new Set<string>();
  const counts = { read: 0, returned: 0 };
  const limit = request.maxPages * REVIEWS_PER_PAGE;
  const hasRoom = () => counts.read < limit;
  return {
    hasRoom,
    has: (id) => seen.has(id),
    add: async (review) => {
      if (seen.has(review.id) || !hasRoom()) return;
      seen.add(review.id);
      counts.read += 1;
      if (passes(review, request)) {
        counts.returned += 1;
        await emit({ kind: 'review', review });
      }
    },
    pages: () => Math.ceil(counts.read / REVIEWS_PER_PAGE),
    counts,
    ids: () => [...seen],
  };
}

/** A review without stars of its own passes only when no star filter is set. */
function passes({ stars }: Review, { minStars, maxStars }: ReviewsRequest): boolean {
  if (minStars === null && maxStars === null) return true;
  return stars !== null && stars >= (minStars ?? 1) && stars <= (maxStars ?? 5);
}

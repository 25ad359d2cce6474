import { extractReview } from '../provider/extractors/review.js';
import type { Review } from '../provider/review.js';
import type { EmitReviews, ReviewsRequest } from './list-reviews.js';

/** Reviews in one page of this API; the provider itself sends them ten at a time. */
export const REVIEWS_PER_PAGE = 200;

/** What came of a list so far. */
export interface ListTally {
  /** Reviews read, those of partners included, each counted once. */
  readonly read: number;
  /** Those that are known to be the provider's own: the only ones a place's count covers. reviews.md §3. */
  readonly own: number;
  /** Reviews that passed the star filter. */
  readonly returned: number;
  /** Records without an id or a place: reviews that were not read. */
  readonly unread: number;
}

/** Judges records, drops repeats and other places' reviews, filters by stars and hands the rest on. */
export interface ReviewCollector {
  /** True while another review fits into the pages asked for. */
  hasRoom(): boolean;
  /** Takes records in order; false when the pages asked for were full before all of them were in. */
  takeRecords(records: readonly unknown[]): Promise<boolean>;
  /** The same for reviews as shown on the page, which do not name their place. */
  takeShown(reviews: readonly (Review | null)[]): Promise<boolean>;
  /** Pages begun so far. */
  pages(): number;
  readonly counts: ListTally;
  /** Reviews of other places that were dropped, each counted once. */
  foreign(): number;
  /** Ids of everything seen, other places' reviews included. */
  ids(): string[];
  /** The first few reviews that are the provider's own, have stars, and name their page in their record. */
  samples(): readonly Review[];
}

const SAMPLES = 3;

/** `cid`: of the place that was asked for; null when it has none, then no record can be of it. */
export function createReviewCollector(
  request: ReviewsRequest,
  cid: string | null,
  emit: EmitReviews,
): ReviewCollector {
  const seen = new Set<string>();
  const foreign = new Set<string>();
  const samples: Review[] = [];
  const counts = { read: 0, own: 0, returned: 0, unread: 0 };
  const limit = request.maxPages * REVIEWS_PER_PAGE;
  const hasRoom = () => counts.read < limit;

  const add = async (review: Review): Promise<void> => {
    seen.add(review.id);
    counts.read += 1;
    if (review.isPartner === false) counts.own += 1;
    if (!passes(review, request)) return;
    counts.returned += 1;
    await emit({ kind: 'review', review });
  };
  /** False when there is no room for it. */
  const take = async (review: Review): Promise<boolean> => {
    if (seen.has(review.id) || foreign.has(review.id)) return true;
    if (!hasRoom()) return false;
    await add(review);
    return true;
  };

  return {
    hasRoom,
    takeRecords: async (records) => {
      for (const review of records.map(extractReview)) {
        if (review === null || review.placeCid === null) counts.unread += 1;
        else if (review.placeCid !== cid) foreign.add(review.id);
        else {
          const isNew = !seen.has(review.id);
          if (!(await take(review))) return false;
          if (isNew && samples.length < SAMPLES && isSample(review)) samples.push(review);
        }
      }
      return true;
    },
    takeShown: async (reviews) => {
      for (const review of reviews) {
        if (review !== null && !(await take(review))) return false;
      }
      return true;
    },
    pages: () => Math.ceil(counts.read / REVIEWS_PER_PAGE),
    counts,
    foreign: () => foreign.size,
    ids: () => [...seen, ...foreign],
    samples: () => samples,
  };
}

function isSample({ isPartner, stars, url }: Review): boolean {
  return isPartner === false && stars !== null && url !== null;
}

/** A review without stars of its own passes only when no star filter is set. */
function passes({ stars }: Review, { minStars, maxStars }: ReviewsRequest): boolean {
  if (minStars === null && maxStars === null) return true;
  return stars !== null && stars >= (minStars ?? 1) && stars <= (maxStars ?? 5);
}

import type { StarCounts } from '../place.js';

/** Rating, count and histogram of a place's reviews, from one source. */
interface ReviewStatistics {
  readonly rating: number | null;
  readonly reviewCount: number | null;
  readonly stars: StarCounts | null;
}

const NO_STARS: StarCounts = [0, 0, 0, 0, 0];

/**
 * Combines several sources, best first, into consistent statistics. If a source's star counts sum to its own review
 * count, count and stars come from that source. Otherwise each value comes from the first source that has it, and
 * star counts that contradict the count are dropped: unknown is better than wrong.
 */
export function reconcileStatistics(sources: readonly ReviewStatistics[]): ReviewStatistics {
  const rating = firstKnown(sources.map((source) => source.rating));
  const whole = sources.find((source) => source.stars !== null && source.reviewCount === sum(source.stars));
  if (whole !== undefined) return checked({ rating, reviewCount: whole.reviewCount, stars: whole.stars });

  const stars = firstKnown(sources.map((source) => source.stars));
  const reviewCount = firstKnown(sources.map((source) => source.reviewCount));
  if (reviewCount === 0) return checked({ rating, reviewCount, stars: stars ?? NO_STARS });
  // The sum of the histogram is the count (places.md §6), so the histogram alone gives it.
  if (reviewCount === null && stars !== null) return checked({ rating, reviewCount: sum(stars), stars });
  return { rating, reviewCount, stars: stars !== null && sum(stars) === reviewCount ? stars : null };
}

/** A rating or stars beside a count of 0 are a contradiction: the counts are unknown. */
function checked(statistics: ReviewStatistics): ReviewStatistics {
  const { rating, reviewCount, stars } = statistics;
  const contradicts = reviewCount === 0 && (rating !== null || (stars !== null && sum(stars) > 0));
  return contradicts ? { rating, reviewCount: null, stars: null } : statistics;
}

function firstKnown<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}

const sum = (stars: StarCounts): number => stars.reduce((total, count) => total + count, 0);

import { lastChange } from './last-change.js';

/** One month of reviews. */
export interface Month {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  /** Reviews with their last change in this month, with and without stars; null if unknown. */
  readonly count: number | null;
  /** Mean of the stars; null without stars. */
  readonly average: number | null;
}

interface Dated {
  /** Unix time in seconds. */
  readonly date_unix: number | null;
  readonly edited_unix?: number | undefined;
  readonly stars: number | null;
}

/**
 * Statistics for every month from the first review to the last, by the last change, in the local time zone. A month without a review has
 * the count 0 if the list is complete (`isWhole`), otherwise null. Reviews without a date are left out.
 */
export function monthStatistics(reviews: readonly Dated[], isWhole: boolean): Month[] {
  const sums = new Map<number, { count: number; rated: number; stars: number }>();
  for (const review of reviews) {
    const { stars } = review;
    const at = lastChange(review);
    if (at === null) continue;
    const date = new Date(at * 1000);
    const index = date.getFullYear() * 12 + date.getMonth();
    const sum = sums.get(index) ?? { count: 0, rated: 0, stars: 0 };
    sum.count += 1;
    if (stars !== null) {
      sum.rated += 1;
      sum.stars += stars;
    }
    sums.set(index, sum);
  }
  if (sums.size === 0) return [];
  const first = Math.min(...sums.keys());
  const last = Math.max(...sums.keys());
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    const sum = sums.get(index);
    return {
      year: Math.floor(index / 12),
      month: index % 12,
      count: sum?.count ?? (isWhole ? 0 : null),
      average: sum === undefined || sum.rated === 0 ? null : sum.stars / sum.rated,
    };
  });
}

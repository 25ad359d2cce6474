import { isByDate } from '../../core/reviews/list-order.js';
import type { ReviewRow } from '../../kit/lists/review-columns.js';
import { dayOf } from '../../kit/lists/table.js';
import { lastChange } from '../../kit/ui/state/arrange.js';

/** The fields of a review that the statistics use. */
type Dated = Pick<ReviewRow, 'date_unix' | 'edited_unix' | 'stars'>;

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

/**
 * Statistics for every month from the first review to the last, by the last change, in the reader's time zone. A month
 * without reviews has the count 0 if the list is complete (`isWhole`) and all its reviews have a date, otherwise null.
 */
export function monthStatistics(reviews: readonly Dated[], isWhole: boolean): Month[] {
  const sums = new Map<number, { count: number; rated: number; stars: number }>();
  const none = isWhole && reviews.every((review) => lastChange(review) !== null) ? 0 : null;
  for (const review of reviews) {
    const { stars } = review;
    const at = lastChange(review);
    if (at === null) continue;
    const [year, month] = dayOf(new Date(at * 1000)).split('-');
    const index = Number(year) * 12 + Number(month) - 1;
    const sum = sums.get(index) ?? { count: 0, rated: 0, stars: 0 };
    sum.count += 1;
    sum.rated += Number(stars !== null);
    sum.stars += stars ?? 0;
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
      count: sum?.count ?? none,
      average: sum === undefined || sum.rated === 0 ? null : sum.stars / sum.rated,
    };
  });
}

/** Number of reviews and mean of their stars in a period. */
export interface Figures {
  /** Null when the list does not cover the period. */
  readonly count: number | null;
  /** Null without stars, and when the list does not cover the period. */
  readonly average: number | null;
}

/** The last `days` days, and as many days before them. */
interface Period {
  readonly days: number;
  readonly last: Figures;
  readonly before: Figures;
}

const DAY = 86_400;
const UNKNOWN: Figures = { count: null, average: null };

/**
 * The figures of the 30 and 90 days before `now` (Unix time in seconds), by the last change of each review. `reviews`
 * in the order read. An incomplete list covers the time since its oldest review, if it was read newest first.
 */
export function periodFigures(reviews: readonly Dated[], isWhole: boolean, now: number): Period[] {
  const since = coveredSince(reviews, isWhole);
  const figures = (from: number, to: number): Figures => {
    if (from < since) return UNKNOWN;
    const within = reviews.filter((review) => {
      const at = lastChange(review);
      return at !== null && at > from && at <= to;
    });
    const stars = within.map((review) => review.stars).filter((value) => value !== null);
    const sum = stars.reduce((total, value) => total + value, 0);
    return { count: within.length, average: stars.length === 0 ? null : sum / stars.length };
  };
  return [30, 90].map((days) => {
    const begin = now - days * DAY;
    return { days, last: figures(begin, now), before: figures(begin - days * DAY, begin) };
  });
}

/** The time since which the list holds every review. A review without a date may belong to any time. */
function coveredSince(reviews: readonly Dated[], isWhole: boolean): number {
  const times = reviews.map(lastChange);
  if (times.includes(null)) return Number.POSITIVE_INFINITY;
  if (isWhole) return Number.NEGATIVE_INFINITY;
  const known = times.filter((time) => time !== null);
  const isFalling = known.every((time, index) => index === 0 || time <= (known[index - 1] ?? time));
  const stars = reviews.flatMap((review) => review.stars ?? []);
  return isFalling && isByDate(known, stars, null) ? Math.min(...known) : Number.POSITIVE_INFINITY;
}

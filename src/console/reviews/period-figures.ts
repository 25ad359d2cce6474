import type { ReviewRow } from '../../lists/review-columns.js';
import { lastChange } from './last-change.js';

/** Number of reviews and mean of their stars in a period. */
export interface Figures {
  /** Null when the list does not cover the period. */
  readonly count: number | null;
  /** Null without stars, and when the list does not cover the period. */
  readonly average: number | null;
}

/** The last `days` days, and as many days before them. */
export interface Period {
  readonly days: number;
  readonly last: Figures;
  readonly before: Figures;
}

type Dated = Pick<ReviewRow, 'date_unix' | 'edited_unix' | 'stars'>;

const DAY = 86_400;
const UNKNOWN: Figures = { count: null, average: null };

/**
 * The figures of 30 and 90 days before `now` (Unix time in seconds), by the last change of each review. A list that was
 * cut short covers the time since its oldest review, if it was read newest first. `reviews` are in the order read.
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

/** The list holds every review since this moment. A review without a date may belong anywhere. */
function coveredSince(reviews: readonly Dated[], isWhole: boolean): number {
  const times = reviews.map(lastChange);
  if (times.includes(null)) return Number.POSITIVE_INFINITY;
  if (isWhole) return Number.NEGATIVE_INFINITY;
  const known = times.filter((time) => time !== null);
  const isNewestFirst = known.every((time, index) => index === 0 || time <= (known[index - 1] ?? time));
  return isNewestFirst ? (known.at(-1) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

import type { RawReviewView } from '../pages/page-state.js';
import { valueAt } from '../wire/path-table.js';
import type { ReviewPageData } from '../wire/review-page-data.js';
import { readReviewRecord } from '../wire/review-record.js';

/** The published verdicts, from the lowest rung of the ladder to the top. */
export type VisibilityReason =
  | 'no_business_data'
  | 'no_business_card'
  | 'no_rating_section'
  | 'no_rating'
  | 'visible';

/** The raw state of a single review's page. */
export interface RawReviewPage {
  /** The page's own data answer; null when none came. */
  readonly data: ReviewPageData | null;
  /** What is rendered; null before anything was captured. */
  readonly view: RawReviewView | null;
  /** The review asked for; null when the link names its author instead. */
  readonly reviewId: string | null;
}

/** The ladder: the first rung that is missing is the verdict. Judges a page that has come to rest. */
export function judgeReview(raw: RawReviewPage): VisibilityReason {
  if (showsReview(raw)) return 'visible';
  const { view, data } = raw;
  if (view?.saysGone) return 'no_rating_section';
  const hasData = data !== null && (data.featureId !== null || data.record != null);
  if (!hasData && !view?.hasCard) return 'no_business_data';
  if (!view?.hasCard) return 'no_business_card';
  return view.hasSection ? 'no_rating' : 'no_rating_section';
}

/**
 * True when the review is there beyond doubt: its own record with a rating came with the data, or the page
 * shows the place card and stars. Says so before the page has come to rest.
 */
export function showsReview({ data, view, reviewId }: RawReviewPage): boolean {
  if (data !== null && isRatedRecord(data.record, reviewId)) return true;
  return view?.hasCard === true && view.hasSection && hasStars(view.stars) && !view.saysGone;
}

function isRatedRecord(record: unknown, reviewId: string | null): boolean {
  const read = readReviewRecord(record);
  if (read === null || (reviewId !== null && read.id !== reviewId)) return false;
  // Reviews of partners have a score instead of stars.
  return read.stars !== null || typeof valueAt(record, [2, 8, 1]) === 'number';
}

/** "4 gwiazdki", or a hotel's "4/5". */
function hasStars(label: string | null): boolean {
  return /^\s*\d/.test(label ?? '');
}

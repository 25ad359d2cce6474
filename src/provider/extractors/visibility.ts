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

/** The form of a normal answer, taken from a review that was seen in full. */
export interface AnswerShape {
  /** Top-level slots of the data answer. */
  readonly slots: number;
  /** Where else than in its record the review's id stands in the data, as paths such as "9.0". */
  readonly dataEchoes: readonly string[];
  /** The same in the document's embedded state. */
  readonly documentEchoes: readonly string[];
}

/** The raw state of a single review's page. */
export interface RawReviewPage {
  /** The page's own data answer, with a record only if it is the one asked for; null when none came. */
  readonly data: ReviewPageData | null;
  /** What is rendered; null before anything was captured. */
  readonly view: RawReviewView | null;
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
export function showsReview({ data, view }: RawReviewPage): boolean {
  if (data !== null && isRated(data.record)) return true;
  return view?.hasCard === true && view.hasSection && isRating(view.stars);
}

/** Signs of a review on a page that, rung by rung, would be called not visible: no ground for a verdict. */
export function contradicts(raw: RawReviewPage): boolean {
  const { data, view } = raw;
  if (showsReview(raw)) return false;
  const hasUnreadableStars = view?.stars != null && !isRating(view.stars);
  const hasStarsWithoutCard = view?.stars != null && !view.hasCard;
  const hasUnshownRecord = data?.record != null && !view?.hasSection;
  return hasUnreadableStars || hasStarsWithoutCard || hasUnshownRecord;
}

/** True for the record of the review, or author, a link names; a link that names neither takes any. */
export function isOwnRecord(
  record: unknown,
  { reviewId, authorId }: { readonly reviewId: string | null; readonly authorId: string | null },
): boolean {
  const read = readReviewRecord(record);
  if (read === null) return false;
  if (reviewId !== null) return read.id === reviewId;
  return authorId === null || read.author.id === authorId;
}

function isRated(record: unknown): boolean {
  const read = readReviewRecord(record);
  // Reviews of partners have a score instead of stars.
  return read !== null && (read.stars !== null || typeof valueAt(record, [2, 8, 1]) === 'number');
}

/** Stars, or the score of a hotel or partner: "4,5/5", "8/10". */
function isRating(label: string | null): boolean {
  return starsOf(label) !== null || /^\s*\d{1,2}(?:[.,]\d)?\s*\/\s*(?:5|10)\s*$/.test(label ?? '');
}

/** "4 gwiazdki", "Ocena: 4 gwiazdki", or a hotel's "4/5". */
function starsOf(label: string | null): number | null {
  const stars = /(?<![\d.,])([1-5])(?:[.,]0)?(?![\d.,]*\d)/.exec(
    (label ?? '').replace(/\/\s*(?:5|10)\s*$/, ''),
  )?.[1];
  return stars === undefined ? null : Number(stars);
}

/** What the page itself says of a review, without its record. */
export interface ShownReview {
  readonly author: string | null;
  readonly text: string | null;
  readonly stars: number | null;
}

export function shownReview(view: RawReviewView): ShownReview {
  return { author: view.author?.trim() || null, text: view.text?.trim() || null, stars: starsOf(view.stars) };
}

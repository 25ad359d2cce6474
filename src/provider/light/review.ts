import { extractReview } from '../extractors/review.js';
import { type RawReviewPage, showsReview } from '../extractors/visibility.js';
import type { ReviewPageTarget } from '../pages/review-page.js';
import { dataLink, REVIEW_DATA } from '../wire/data-link.js';
import { readReviewPageData } from '../wire/review-page-data.js';
import { type AskPlainly, type PlainReading, plainBody } from './plain-page.js';

/**
 * Reads a visible review without rendering its page: the document, and the data request it names. No answer unless
 * the review's own record came with a rating, and the place with its full id: whether a review is gone only a
 * rendered page tells. `onEmptySlot` is called when a whole answer about the place had no record. reviews.md §6.
 */
export async function readReviewPlainly(
  ask: AskPlainly,
  target: ReviewPageTarget,
  onEmptySlot: () => void,
): Promise<PlainReading<RawReviewPage>> {
  const html = await plainBody(ask, target.url);
  const link = html === null ? null : dataLink(html, target.url, REVIEW_DATA);
  const body = link === null ? null : await plainBody(ask, link);
  const data = body === null ? null : readReviewPageData(body, target.cid);
  if (data === null) return null;
  if (data.namesPlace && data.record == null) onEmptySlot();
  const raw = { identity: target, data, view: null };
  const isReadable = extractReview(data.record) !== null;
  return isReadable && data.featureId !== null && showsReview(raw) ? raw : undefined;
}

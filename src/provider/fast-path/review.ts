import { extractReview } from '../extractors/review.js';
import { type RawReviewPage, showsReview } from '../extractors/visibility.js';
import type { ReviewPageTarget } from '../pages/review-page.js';
import { dataLink, REVIEW_DATA } from '../wire/data-link.js';
import { readReviewPageData } from '../wire/review-page-data.js';
import { type FastPathReading, type FetchPage, fetchBody } from './fetched-page.js';

/**
 * Reads a visible review without rendering its page: the document, and the data request it names. No result unless
 * the data holds the record of the review with a rating, and the full id of the place: only a rendered page shows
 * whether a review is gone. `onEmptySlot` is called when a whole answer about the place had no record. reviews.md §6.
 */
export async function fetchReview(
  fetchPage: FetchPage,
  target: ReviewPageTarget,
  onEmptySlot: () => void,
): Promise<FastPathReading<RawReviewPage>> {
  const html = await fetchBody(fetchPage, target.url);
  const link = html === null ? null : dataLink(html, target.url, REVIEW_DATA);
  const body = link === null ? null : await fetchBody(fetchPage, link);
  const data = body === null ? null : readReviewPageData(body, target.cid);
  if (data === null) return null;
  if (data.namesPlace && data.record == null) onEmptySlot();
  const raw = { identity: target, data, view: null };
  const isReadable = extractReview(data.record) !== null;
  return isReadable && data.featureId !== null && showsReview(raw) ? raw : undefined;
}

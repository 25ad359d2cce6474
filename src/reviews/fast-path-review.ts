import {
  answered,
  type FastPathReading,
  UNDECIDED,
  UNUSABLE,
} from '../provider/fast-path/fast-path-reading.js';
import { type FetchPage, fetchBody } from '../provider/fast-path/fetched-page.js';
import { dataLink } from '../provider/wire/data-link.js';
import { extractReview } from './extractors/review.js';
import { type RawReviewPage, showsReview } from './extractors/visibility.js';
import type { ReviewPageTarget } from './review-page.js';
import { readReviewPageData } from './wire/review-page-data.js';

/**
 * Reads a visible review without rendering its page: the document, and the data request it names. No answer unless
 * the data holds the record of the review with a rating, and the full id of the place: only a rendered page shows
 * whether a review is gone. reviews.md §6.
 */
export async function fetchReview(
  fetchPage: FetchPage,
  target: ReviewPageTarget,
): Promise<FastPathReading<RawReviewPage>> {
  const html = await fetchBody(fetchPage, target.url);
  const link = html === null ? null : dataLink(html, target.url, 'review');
  const body = link === null ? null : await fetchBody(fetchPage, link);
  const data = body === null ? null : readReviewPageData(body, target.cid);
  if (data === null) return UNUSABLE;
  const raw = { identity: target, data, view: null };
  const isReadable = extractReview(data.record) !== null;
  return isReadable && data.featureId !== null && showsReview(raw) ? answered(raw) : UNDECIDED;
}

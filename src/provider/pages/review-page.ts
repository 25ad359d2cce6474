import type { Page } from 'playwright';
import { AppError } from '../../errors.js';
import {
  judgeReview,
  type RawReviewPage,
  showsReview,
  type VisibilityReason,
} from '../extractors/visibility.js';
import { readReviewPageData } from '../wire/review-page-data.js';
import { visit } from './place-page.js';
import { providerFault } from './walls.js';
import type { PageView, WatchOptions } from './watch.js';

/** A single review's page and the verdict it gives. */
export interface ReviewPageReading {
  readonly reason: VisibilityReason;
  readonly raw: RawReviewPage;
}

export interface ReviewPageTarget {
  readonly url: string;
  readonly reviewId: string | null;
}

const DATA_REQUEST = '/maps/timeline/_rpc/pc';

/**
 * Loads a review's page no further than its verdict needs. A page that got no data, in whole or in part, gives
 * no verdict: AppErrors `provider_blocked`, `provider_unavailable`.
 */
export function checkReviewPage(
  page: Page,
  target: ReviewPageTarget,
  options: WatchOptions,
): Promise<ReviewPageReading> {
  return visit(page, target.url, { ...options, surface: 'review' }, (view) => {
    const raw = rawReviewPage(view, target);
    if (showsReview(raw)) return { reason: 'visible', raw };
    return verdictAtRest(view, raw);
  });
}

/** The same, but a visible review is waited for until the page shows it: data and page tell more together. */
export function readReviewPage(
  page: Page,
  target: ReviewPageTarget,
  options: WatchOptions,
): Promise<ReviewPageReading> {
  return visit(page, target.url, { ...options, surface: 'review' }, (view) => {
    const raw = rawReviewPage(view, target);
    const isWhole = raw.data !== null && raw.view?.hasSection === true && raw.view.hasCard;
    if (showsReview(raw) && (isWhole || view.settled)) return { reason: 'visible', raw };
    return verdictAtRest(view, raw);
  });
}

/** Undefined while the page may still change. */
function verdictAtRest(view: PageView, raw: RawReviewPage): ReviewPageReading | undefined {
  const isGone = raw.view?.saysGone === true && raw.data !== null;
  if (!isGone && !view.settled) return undefined;
  if (raw.view?.saysServerError) throw providerFault('the page shows a server error');
  const { failures, documents } = view.seen;
  if (failures.length > 0) throw providerFault(`data requests failed: ${failures.join(', ')}`);
  const announced = documents.at(-1)?.html?.includes(DATA_REQUEST) ?? false;
  if (raw.data === null && announced) throw providerFault('the review data did not come whole');
  if (view.state?.panel != null) {
    if (raw.reviewId !== null) throw providerFault('a place page came in place of the review');
    throw new AppError('invalid_request', 'The link leads to a place, not to a review.');
  }
  return { reason: judgeReview(raw), raw };
}

function rawReviewPage({ seen, state }: PageView, { reviewId }: ReviewPageTarget): RawReviewPage {
  const body = seen.reviews.at(-1);
  return {
    data: body === undefined ? null : readReviewPageData(body),
    view: state?.review ?? null,
    reviewId,
  };
}

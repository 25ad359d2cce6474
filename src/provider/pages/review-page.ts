import type { Page } from 'playwright';
import { AppError } from '../../errors.js';
import { parseReviewUrl } from '../../identifiers/review-url.js';
import {
  contradicts,
  isOwnRecord,
  judgeReview,
  type RawReviewPage,
  showsReview,
  type VisibilityReason,
} from '../extractors/visibility.js';
import { REVIEW_DATA } from '../wire/data-link.js';
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
  /** Of the author, in links that name no review id. */
  readonly authorId: string | null;
  /** CID of the place, decimal; null when the link does not hold it. */
  readonly cid: string | null;
}

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
    if (view.state?.panel == null && showsReview(raw)) return { reason: 'visible', raw };
    return verdictAtRest(view, raw, target);
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
    const isReviewPage = view.state?.panel == null;
    if (isReviewPage && showsReview(raw) && (isWhole || view.settled)) return { reason: 'visible', raw };
    return verdictAtRest(view, raw, target);
  });
}

/**
 * The verdict of a page that will not change any more; undefined while it may. "Not visible" is said only on
 * evidence: a review's page that answered normally. Anything else is a fault of the provider, not a verdict.
 */
function verdictAtRest(
  view: PageView,
  raw: RawReviewPage,
  target: ReviewPageTarget,
): ReviewPageReading | undefined {
  const isGone = raw.view?.saysGone === true && raw.data !== null;
  if (!isGone && !view.settled) return undefined;
  assertReviewPage(view, target);
  if (raw.view?.saysServerError) throw providerFault('the page shows a server error');
  const { failures, documents, reviews } = view.seen;
  if (failures.length > 0) throw providerFault(`data requests failed: ${failures.join(', ')}`);
  const expectsData = reviews.length > 0 || documents.at(-1)?.html?.includes(REVIEW_DATA);
  if (raw.data === null && expectsData) throw providerFault('the review data did not come whole');
  if (contradicts(raw)) throw providerFault('the page and its data contradict each other');
  const reason = judgeReview(raw);
  if (reason === 'no_business_data' && raw.data === null)
    throw providerFault('the page brought no data at all');
  return { reason, raw };
}

/** A page that is not (any longer) the page of a review says nothing about it. */
function assertReviewPage({ seen, state }: PageView, { reviewId, authorId }: ReviewPageTarget): void {
  const document = seen.documents.at(-1);
  const isReview =
    document !== undefined && URL.canParse(document.url) && parseReviewUrl(new URL(document.url)) !== null;
  if (isReview && document.status === 200 && state?.panel == null) return;
  if (state?.panel != null && reviewId === null && authorId === null) {
    throw new AppError('invalid_request', 'The link leads to a place, not to a review.');
  }
  throw providerFault('another page came in place of the review');
}

function rawReviewPage({ seen, state }: PageView, target: ReviewPageTarget): RawReviewPage {
  const answers = seen.reviews
    .map((body) => readReviewPageData(body, target.cid))
    .filter((data) => data !== null);
  const own = answers.findLast((data) => isOwnRecord(data.record, target));
  const last = answers.at(-1) ?? null;
  const data = own ?? (last === null ? null : { ...last, record: null });
  return { data, view: state?.review ?? null };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type AppError, isAppError } from '../errors.js';
import { extractReview } from '../provider/extractors/review.js';
import { extractCard } from '../provider/extractors/review-card.js';
import { captureUnknownCards } from '../provider/pages/review-cards.js';
import { LARGEST_BATCH, type ListEnd, readReviewList } from '../provider/pages/review-list.js';
import type { ReviewsPage } from '../provider/pages/reviews-page.js';
import { throttled } from '../provider/pages/walls.js';
import type { Review } from '../provider/review.js';
import { race, type Scope } from '../scope.js';
import { REVIEWS_PER_PAGE, type ReviewCollector } from './review-collector.js';
import { judgeListEnd, type StopReason } from './review-stop.js';

interface ReadOptions {
  readonly scope: Scope;
  readonly settleMs: number;
  /** Between two pages of this API, in milliseconds. */
  readonly pageDelayMs: number;
  /** Told after each page of this API. */
  readonly onPage: (page: number, read: number) => void | Promise<void>;
  /** Told of a wall in place of the list; gives the error back with the time to wait. */
  readonly onRefused: (wall: AppError) => AppError;
}

/**
 * Reads the reviews of an opened place page into the collector, until the list ends, the pages asked for are
 * full, or something stops it. Once a review has been read nothing throws but the client leaving.
 */
export async function readReviews(
  page: Page,
  opened: ReviewsPage,
  collector: ReviewCollector,
  options: ReadOptions,
): Promise<StopReason> {
  const total = opened.reading.place.reviewCount;
  try {
    const end = await readList(page, opened, collector, options);
    if (end === 'max_pages') return total !== null && collector.counts.read >= total ? 'end' : end;
    const refusal = end.kind === 'wall' ? options.onRefused(throttled(end.cause)) : null;
    if (end.kind === 'unsorted') await collectAll(collector, opened.inlineRecords.map(extractReview));
    await collectUnreadCards(page, collector, options.scope);
    const { read } = collector.counts;
    if (refusal !== null && read === 0) throw refusal;
    const reason = judgeListEnd(end, read, total);
    if (read % REVIEWS_PER_PAGE > 0) await options.onPage(collector.pages(), read);
    return reason;
  } catch (error) {
    if (collector.counts.read === 0 || isAppError(error, 'client_gone')) throw error;
    options.scope.log.warn({ err: error, read: collector.counts.read }, 'a review list was cut short');
    return isAppError(error, 'deadline_exceeded') ? 'deadline' : 'interrupted';
  }
}

async function readList(
  page: Page,
  { reviewsTab, reading, inlineRecords }: ReviewsPage,
  collector: ReviewCollector,
  { scope, settleMs, pageDelayMs, onPage }: ReadOptions,
): Promise<ListEnd | 'max_pages'> {
  const total = reading.place.reviewCount;
  const isShort = total !== null && total <= inlineRecords.length;
  // Not across the end of a page of this API: there the list pauses, or ends.
  const wantsMore = () => REVIEWS_PER_PAGE - (collector.counts.read % REVIEWS_PER_PAGE) > LARGEST_BATCH;
  const batches = readReviewList(page, { reviewsTab, isShort }, { scope, settleMs, wantsMore });
  try {
    for (let pages = 0; ; ) {
      const { value, done } = await batches.next();
      if (done) return value;
      const fitted = await collectAll(collector, value.records.map(extractReview));
      const { read } = collector.counts;
      const isPageFull = Math.floor(read / REVIEWS_PER_PAGE) > pages;
      if (isPageFull) {
        pages = collector.pages();
        await onPage(pages, read);
      }
      if (!collector.hasRoom() && (value.hasNext || !fitted)) return 'max_pages';
      if (isPageFull && value.hasNext) await race(scope.signal, sleep(pageDelayMs));
    }
  } finally {
    await batches.return({ kind: 'end' });
  }
}

/** False when the pages asked for were full before all of them were in. */
async function collectAll(collector: ReviewCollector, reviews: readonly (Review | null)[]): Promise<boolean> {
  for (const review of reviews) {
    if (review === null || collector.has(review.id)) continue;
    if (!collector.hasRoom()) return false;
    await collector.add(review);
  }
  return true;
}

/**
 * The cross-check and the fallback: what the page shows and no answer held. On a healthy page there is
 * nothing of the kind.
 */
async function collectUnreadCards(page: Page, collector: ReviewCollector, scope: Scope): Promise<void> {
  const cards = await race(scope.signal, captureUnknownCards(page, collector.ids()));
  if (cards.length === 0) return;
  scope.log.warn({ cards: cards.length }, 'cards without a record: taken from the page as shown');
  await collectAll(collector, cards.map(extractCard));
}

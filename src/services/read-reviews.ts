import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type AppError, isAppError } from '../errors.js';
import { extractCard } from '../provider/extractors/review-card.js';
import { pageFeatureId } from '../provider/extractors/subject.js';
import { type DriftKind, throttled } from '../provider/pages/block-pages.js';
import { captureUnknownCards } from '../provider/pages/review-cards.js';
import { LARGEST_BATCH, type ListEnd, readReviewList } from '../provider/pages/review-list.js';
import { type ReviewsPage, withLaterTroubles } from '../provider/pages/reviews-page.js';
import { race, type Scope } from '../scope.js';
import { REVIEWS_PER_PAGE, type ReviewCollector } from './review-collector.js';
import { judgeListEnd, type StopReason } from './review-stop.js';

interface ReadOptions {
  readonly scope: Scope;
  readonly settleMs: number;
  /** Between two pages of this API, in milliseconds. */
  readonly pageDelayMs: number;
  /** Called after each page of this API with the reviews read that the place's count covers. */
  readonly onPage: (page: number, read: number) => void | Promise<void>;
  /** Called with a block page in place of the list; gives the error back with the time to wait. */
  readonly onRefused: (blocked: AppError) => AppError;
  /** Called when an answer or its records had an unknown form. */
  readonly onDrift: (kind: DriftKind, where: string) => void;
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
  const { counts } = collector;
  try {
    const end = await readList(page, opened, collector, options);
    const isFull = end === 'max_pages';
    const refusal = !isFull && end.kind === 'block_page' ? options.onRefused(throttled(end.cause)) : null;
    if (!isFull && end.kind === 'drift') options.onDrift('list_frame', end.what);
    if (!isFull && end.kind === 'unsorted') await collector.takeRecords(opened.inlineRecords);
    if (!isFull) await takeUnreadCards(page, opened, collector, options.scope);
    if (counts.unread > 0) options.onDrift('list_record', `${counts.unread} records without id or place`);
    if (refusal !== null && counts.read === 0) throw refusal;
    const seen = isFull ? opened : await race(options.scope.signal, withLaterTroubles(page, opened));
    const { isLimited, hasMoreThanInline, troubles, reading } = seen;
    const reason = judgeListEnd(end, {
      ...counts,
      isLimited,
      hasMoreThanInline,
      total: reading.place.reviewCount,
      hadTrouble: troubles.length > 0,
    });
    if (!isFull && counts.read % REVIEWS_PER_PAGE > 0) await options.onPage(collector.pages(), counts.own);
    return reason;
  } catch (error) {
    if (counts.read === 0 || isAppError(error, 'client_gone')) throw error;
    options.scope.log.warn({ err: error, read: counts.read }, 'a review list was cut short');
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
  const { counts } = collector;
  const isShort = total !== null && total <= inlineRecords.length;
  // Not across the end of a page of this API: there the list pauses, or ends.
  const wantsMore = () => REVIEWS_PER_PAGE - (counts.read % REVIEWS_PER_PAGE) > LARGEST_BATCH;
  const batches = readReviewList(page, { reviewsTab, isShort }, { scope, settleMs, wantsMore });
  try {
    for (let pages = 0; ; ) {
      const { value, done } = await batches.next();
      if (done) return value;
      const fitted = await collector.takeRecords(value.records);
      const isPageFull = Math.floor(counts.read / REVIEWS_PER_PAGE) > pages;
      if (isPageFull) {
        pages = collector.pages();
        await onPage(pages, counts.own);
      }
      // When all reviews that the place counts are read, the next batch shows whether there are more.
      const mayBeOver = total !== null && counts.own >= total;
      if (!fitted || (!collector.hasRoom() && value.hasNext && !mayBeOver)) return 'max_pages';
      if (isPageFull && value.hasNext) await race(scope.signal, sleep(pageDelayMs));
    }
  } finally {
    await batches.return({ kind: 'end' });
  }
}

/**
 * The cross-check and the fallback: what the page shows and no answer held. On a healthy page there is nothing of
 * the kind. Cards do not name their place: they count only while the page and its list are those of the place.
 */
async function takeUnreadCards(
  page: Page,
  { reading }: ReviewsPage,
  collector: ReviewCollector,
  scope: Scope,
): Promise<void> {
  const cards = await race(scope.signal, captureUnknownCards(page, collector.ids()));
  if (cards.length === 0) return;
  const shownPlace = pageFeatureId({ url: page.url(), html: null });
  const isOther = shownPlace !== null && shownPlace !== reading.place.featureId;
  if (isOther || collector.foreign() > 0) {
    scope.log.warn({ cards: cards.length }, 'cards without a record, maybe of another place: left out');
    return;
  }
  scope.log.warn({ cards: cards.length }, 'cards without a record: taken from the page as shown');
  await collector.takeShown(cards.map(extractCard));
}

import type { Page } from 'playwright';
import { race } from '../../scope.js';
import { SELECTORS } from '../selectors.js';
import type { ReviewsBatch } from '../wire/reviews-batch.js';
import { type FeedItem, listenToReviews, type ReviewsFeed } from './reviews-feed.js';
import { scrollForMore } from './scroll.js';
import type { WatchOptions } from './watch.js';

/**
 * How a list ended. `end`: the provider says there is no more. `empty`: a batch came without a single
 * record although more had been promised. `stalled`: the page does not ask on, however it is scrolled.
 * `unsorted`: the page offers no sort order, so it was never asked for a list. `failed`: a request of the
 * page was refused or not answered.
 */
export type ListEnd =
  | { readonly kind: 'end' | 'empty' | 'stalled' | 'unsorted' }
  | { readonly kind: 'failed'; readonly status: number };

/** A list is over only after this many scrolls and this long without a request. reviews.md §4. */
const NUDGES = 4;
const NUDGE_EVERY_MS = 1_000;
const MENU_TIMEOUT_MS = 10_000;
/** Longest wait for the cards of an answered batch; a batch that comes twice adds none. */
const RENDER_TIMEOUT_MS = 1_000;
/** Cards and the gaps between them: several screens. */
const KEPT_IN_VIEW = 60;

/**
 * Reads the reviews of a place page that is open in the tab: chooses the reviews tab and the order "newest",
 * which makes the page fetch the list from its head (reviews.md §1), then scrolls as soon as a batch has
 * arrived. Yields the page's own answers; nothing is asked for by us.
 */
export async function* readReviewList(
  page: Page,
  reviewsTab: number,
  options: WatchOptions,
): AsyncGenerator<ReviewsBatch, ListEnd> {
  const { signal } = options.scope;
  const feed = listenToReviews(page);
  try {
    if (!(await race(signal, chooseNewest(page, reviewsTab, options.settleMs)))) return { kind: 'unsorted' };
    let cards = 0;
    for (let nudges = 0; nudges <= NUDGES; ) {
      const item = await nextItem(feed, signal);
      if (item === null) {
        nudges += 1;
        cards = await race(signal, scroll(page, cards, true));
        continue;
      }
      if ('failedStatus' in item) return { kind: 'failed', status: item.failedStatus };
      nudges = 0;
      const { batch } = item;
      if (batch.records.length === 0) return { kind: 'empty' };
      yield batch;
      if (!batch.hasNext) return { kind: 'end' };
      cards = await race(signal, scroll(page, cards, false));
    }
    return { kind: 'stalled' };
  } finally {
    feed.dispose();
  }
}

/** False when the page shows reviews but no way to sort them: a list too short for it. */
async function chooseNewest(page: Page, reviewsTab: number, settleMs: number): Promise<boolean> {
  await page.locator(SELECTORS.tab).nth(reviewsTab).dispatchEvent('click');
  const sort = page.locator(SELECTORS.sortButton).first();
  const shown = page.locator(`${SELECTORS.reviewCard}, ${SELECTORS.sortButton}`).first();
  await shown.waitFor({ state: 'attached', timeout: MENU_TIMEOUT_MS });
  const sortable = await sort.waitFor({ state: 'attached', timeout: settleMs }).then(
    () => true,
    () => false,
  );
  if (!sortable) return false;
  await sort.dispatchEvent('click');
  const newest = page.locator(SELECTORS.sortNewest).first();
  await newest.waitFor({ state: 'attached', timeout: MENU_TIMEOUT_MS });
  await newest.dispatchEvent('click');
  return true;
}

/** Null when the page has asked for nothing for a while; a slow answer is waited for. */
async function nextItem(feed: ReviewsFeed, signal: AbortSignal): Promise<FeedItem | null> {
  for (;;) {
    const item = await race(signal, feed.next(NUDGE_EVERY_MS));
    if (item !== null || !feed.isBusy()) return item;
  }
}

async function scroll(page: Page, cards: number, nudge: boolean): Promise<number> {
  return page.evaluate(scrollForMore, {
    cardSelector: SELECTORS.reviewCard,
    cards,
    nudge,
    renderTimeoutMs: RENDER_TIMEOUT_MS,
    keptInView: KEPT_IN_VIEW,
  });
}

import type { Locator, Page } from 'playwright';
import { race } from '../../scope.js';
import { SELECTORS } from '../selectors.js';
import type { ReviewsBatch } from '../wire/reviews-batch.js';
import { type FeedItem, listenToReviews, type ReviewsFeed } from './reviews-feed.js';
import { type ScrollInput, scrollForMore } from './scroll.js';
import type { WatchOptions } from './watch.js';

/**
 * How a list ended. `end`: the provider says there is no more. `empty`: a batch came without a single
 * record although more had been promised. `stalled`: the page does not ask on, however it is scrolled.
 * `unsorted`: the page offers no sort order, so it was never asked for a list. `failed`: a request of the
 * page was refused or not answered. `wall`: the provider met the page's request with a wall (places.md §4).
 */
export type ListEnd =
  | { readonly kind: 'end' | 'empty' | 'stalled' | 'unsorted' }
  | { readonly kind: 'wall'; readonly cause: string }
  | { readonly kind: 'failed'; readonly status: number };

/** Where the list is and what is known of it. */
export interface ReviewListPlace {
  /** Index of the tab with the reviews. */
  readonly reviewsTab: number;
  /** All reviews are inlined with the place: the page may offer no sort menu. */
  readonly isShort: boolean;
}

export interface ListOptions extends WatchOptions {
  /** Whether the batch after the next one is wanted as soon as the page can have it. */
  readonly wantsMore: () => boolean;
}

/** The provider sends ten reviews at a time. reviews.md §1; twice that for one that sends more. */
export const LARGEST_BATCH = 20;

/** A list is over only after this many scrolls and this long without a request. reviews.md §4. */
const NUDGES = 4;
const NUDGE_EVERY_MS = 1_000;
const MENU_TIMEOUT_MS = 10_000;
/** Longest wait for one batch that is under way. */
const BATCH_TIMEOUT_MS = 60_000;
/** Longest wait for the cards of an answered batch; a batch that comes twice adds none. */
const RENDER_TIMEOUT_MS = 1_000;
/** Longest wait for a batch to come and be drawn without our being told. */
const AHEAD_TIMEOUT_MS = 2_000;
/** Cards and the gaps between them: several screens. */
const KEPT_IN_VIEW = 60;

/**
 * Reads the reviews of a place page that is open in the tab: chooses the reviews tab and the order "newest",
 * which makes the page fetch the list from its head (reviews.md §1), then scrolls as soon as a batch has
 * arrived, a batch ahead of what was yielded where that is wanted. Yields the page's own answers; nothing is
 * asked for by us.
 */
export async function* readReviewList(
  page: Page,
  list: ReviewListPlace,
  options: ListOptions,
): AsyncGenerator<ReviewsBatch, ListEnd> {
  const { signal } = options.scope;
  const newest = await race(signal, openSortMenu(page, list, options.settleMs));
  if (newest === null) return { kind: 'unsorted' };
  // Not before: opening the tab may itself ask for a list, in another order.
  const feed = listenToReviews(page);
  try {
    await race(signal, newest.dispatchEvent('click'));
    let cards = 0;
    // Told of a batch only when its body has been read, the page would stand still meanwhile.
    let ahead: Promise<number> | null = null;
    for (let nudges = 0; nudges <= NUDGES; ) {
      const item = await nextItem(feed, signal);
      if (item === null) {
        nudges += 1;
        cards = await race(signal, scroll(page, { cards, nudge: true, ahead: false }));
        continue;
      }
      if ('wall' in item) return { kind: 'wall', cause: item.wall };
      if ('failedStatus' in item) return { kind: 'failed', status: item.failedStatus };
      nudges = 0;
      const { batch } = item;
      if (batch.records.length === 0) return { kind: 'empty' };
      yield batch;
      if (!batch.hasNext) return { kind: 'end' };
      const scrolledAt = ahead === null ? cards : await race(signal, ahead);
      const isDone = scrolledAt > cards;
      cards = isDone ? scrolledAt : await race(signal, scroll(page, { cards, nudge: false, ahead: false }));
      ahead = options.wantsMore() ? scroll(page, { cards, nudge: false, ahead: true }) : null;
      ahead?.catch(() => undefined);
    }
    return { kind: 'stalled' };
  } finally {
    feed.dispose();
  }
}

/**
 * Opens the reviews tab and its sort menu: the item "newest", or null when the page offers none, as for a list
 * too short to sort.
 */
async function openSortMenu(page: Page, list: ReviewListPlace, settleMs: number): Promise<Locator | null> {
  await page.locator(SELECTORS.tab).nth(list.reviewsTab).dispatchEvent('click');
  const sort = page.locator(SELECTORS.sortButton).first();
  const shown = page.locator(`${SELECTORS.reviewCard}, ${SELECTORS.sortButton}`).first();
  await shown.waitFor({ state: 'attached', timeout: MENU_TIMEOUT_MS });
  if (!(await appears(sort, list.isShort ? settleMs : MENU_TIMEOUT_MS))) return null;
  await sort.dispatchEvent('click');
  const newest = page.locator(SELECTORS.sortNewest).first();
  return (await appears(newest, MENU_TIMEOUT_MS)) ? newest : null;
}

function appears(part: Locator, timeout: number): Promise<boolean> {
  return part.waitFor({ state: 'attached', timeout }).then(
    () => true,
    () => false,
  );
}

/** Null when the page has asked for nothing for a while; a slow answer is waited for, but not for ever. */
async function nextItem(feed: ReviewsFeed, signal: AbortSignal): Promise<FeedItem | null> {
  const giveUpAt = performance.now() + BATCH_TIMEOUT_MS;
  for (;;) {
    const item = await race(signal, feed.next(NUDGE_EVERY_MS));
    if (item !== null || !feed.isBusy()) return item;
    if (performance.now() > giveUpAt) return { failedStatus: 0 };
  }
}

function scroll(page: Page, how: Pick<ScrollInput, 'cards' | 'nudge' | 'ahead'>): Promise<number> {
  return page.evaluate(scrollForMore, {
    ...how,
    cardSelector: SELECTORS.reviewCard,
    renderTimeoutMs: how.ahead ? AHEAD_TIMEOUT_MS : RENDER_TIMEOUT_MS,
    keptInView: KEPT_IN_VIEW,
  });
}

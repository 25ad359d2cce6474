import { errors, type Locator, type Page } from 'playwright';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import type { RuleSet } from '../provider/rules/built-in.js';
import { currentRules } from '../provider/rules/current.js';
import { race } from '../runtime/scope.js';
import { type FeedItem, listenToReviews, type ReviewsFeed } from './reviews-feed.js';
import type { ReviewsBatch } from './wire/reviews-batch.js';

/**
 * How a list ended. `end`: the batch with the last reviews says that there is no more. `flagged`: an answer without
 * a record and with the mark of the end, which a blocked or expired request gets as well. `empty`: an answer
 * without a record and without that mark. `stalled`: the page does not ask on, however it is scrolled. `unsorted`:
 * the page offers no sort order, so it was never asked for a list. `failed`: a request of the page was refused or
 * not answered. `drift`: it was answered in an unknown form. `block_page`: it was answered with a block page (places.md §4).
 */
export type ListEnd =
  | { readonly kind: 'end' | 'flagged' | 'empty' | 'stalled' | 'unsorted' }
  | { readonly kind: 'drift'; readonly what: string }
  | { readonly kind: 'block_page'; readonly cause: string }
  | { readonly kind: 'failed'; readonly status: number };

/** Where the list is and what is known of it. */
export interface ReviewListPlace {
  /** Index of the tab with the reviews; -1 = their list is open already. */
  readonly reviewsTab: number;
  /** All reviews are inlined with the place: the page may offer no sort menu. */
  readonly isShort: boolean;
}

export interface ListOptions extends NavigationOptions {
  /** Whether the batch after the next one is wanted as soon as the page can have it. */
  readonly wantsMore: () => boolean;
}

/** What a tab of reviews holds that the place counts none of. */
export type TabContent = 'reviews' | 'nothing' | 'trouble';

/** The provider sends ten reviews at a time. reviews.md §1; twice that for one that sends more. */
export const LARGEST_BATCH = 20;

/** A list is over only after this many scrolls without a request. reviews.md §4. */
const NUDGES = 4;
const MENU_TIMEOUT_MS = 10_000;
/** Longest wait for one batch that is under way. */
const BATCH_TIMEOUT_MS = 60_000;
/** Waits that depend on how quick the page is, as parts of the time in which a page counts as settled. */
const WAITS = {
  /** Without a request before the list is scrolled up and down. */
  nudge: 2 / 3,
  /** For reviews in a tab that should hold none. */
  look: 2,
  /** For the cards of an answered batch; a batch that comes twice adds none. */
  render: 2 / 3,
  /** For a batch to arrive and be drawn without a notification. */
  ahead: 4 / 3,
} as const;
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
  const { settleMs, scope } = options;
  const { signal } = scope;
  // The list is read with the rules it was begun with.
  const rules = currentRules();
  const reviewCards = rules.selectors.reviewCard.join(', ');
  const scroll = (how: Pick<ScrollInput, 'cards' | 'nudge' | 'ahead'>) =>
    scrollList(page, reviewCards, settleMs, how);
  const newest = await race(signal, openSortMenu(page, list, settleMs, rules));
  if ('kind' in newest) return newest;
  // Not before: opening the tab may itself ask for a list, in another order.
  const feed = listenToReviews(page, rules);
  try {
    await race(signal, newest.item.dispatchEvent('click'));
    let cards = 0;
    // Waiting for the body of each batch would stop the scrolling meanwhile.
    let ahead: Promise<number> | null = null;
    for (let nudges = 0; nudges <= NUDGES; ) {
      const item = await nextItem(feed, settleMs * WAITS.nudge, signal);
      if (item === null) {
        nudges += 1;
        cards = await race(signal, scroll({ cards, nudge: true, ahead: false }));
        continue;
      }
      if (item.kind === 'drift')
        await race(signal, untilDrawn(page.locator(reviewCards).nth(cards), settleMs));
      if (item.kind === 'empty') return { kind: item.saysEnd ? 'flagged' : 'empty' };
      if (item.kind !== 'batch') return item;
      nudges = 0;
      const { batch } = item;
      yield batch;
      if (!batch.hasNext) return { kind: 'end' };
      const scrolledAt = ahead === null ? cards : await race(signal, ahead);
      const isDone = scrolledAt > cards;
      cards = isDone ? scrolledAt : await race(signal, scroll({ cards, nudge: false, ahead: false }));
      ahead = options.wantsMore() ? scroll({ cards, nudge: false, ahead: true }) : null;
      ahead?.catch(() => undefined);
    }
    return { kind: 'stalled' };
  } finally {
    feed.dispose();
  }
}

/** Opens the reviews tab of a place that counts none and looks for any. Some pages ask for reviews only once the tab is open. */
export async function lookForReviews(
  page: Page,
  reviewsTab: number,
  { scope: { signal }, settleMs }: NavigationOptions,
): Promise<TabContent> {
  const rules = currentRules();
  const feed = listenToReviews(page, rules);
  try {
    await race(signal, tabsOf(page, rules).nth(reviewsTab).dispatchEvent('click'));
    const shown = cardOrMenu(page, rules);
    if (await race(signal, appears(shown, settleMs * WAITS.look))) return 'reviews';
    if (feed.isBusy()) return 'trouble';
    const item = await race(signal, feed.next(0));
    if (item === null || (item.kind === 'empty' && item.saysEnd)) return 'nothing';
    return item.kind === 'batch' ? 'reviews' : 'trouble';
  } finally {
    feed.dispose();
  }
}

/** True when a list of reviews is open on the page, or opens within a moment, without anything being chosen. */
export function showsReviewList(
  page: Page,
  { scope: { signal }, settleMs }: NavigationOptions,
): Promise<boolean> {
  return race(signal, appears(cardOrMenu(page, currentRules()), settleMs * WAITS.look));
}

/**
 * Opens the reviews tab and its sort menu: the item "newest", or how the list ended when there is none, as for a
 * list too short to sort, or one of which nothing is drawn.
 */
async function openSortMenu(
  page: Page,
  list: ReviewListPlace,
  settleMs: number,
  rules: RuleSet,
): Promise<{ readonly item: Locator } | ListEnd> {
  const { sortButton, sortNewest } = rules.selectors;
  if (list.reviewsTab >= 0) await tabsOf(page, rules).nth(list.reviewsTab).dispatchEvent('click');
  const sort = page.locator(sortButton.join(', ')).first();
  if (!(await appears(cardOrMenu(page, rules), MENU_TIMEOUT_MS))) return { kind: 'stalled' };
  if (!(await appears(sort, list.isShort ? settleMs : MENU_TIMEOUT_MS))) return { kind: 'unsorted' };
  await (await preferred(page, sortButton)).dispatchEvent('click');
  const newest = page.locator(sortNewest.join(', ')).first();
  if (!(await appears(newest, MENU_TIMEOUT_MS))) return { kind: 'unsorted' };
  return { item: await preferred(page, sortNewest) };
}

/** Any entry counts, as where the index of the tab comes from. */
function tabsOf(page: Page, { selectors }: RuleSet): Locator {
  return page.locator(selectors.tab.join(', '));
}

/** What shows that the tab with the reviews is open. */
function cardOrMenu(page: Page, { selectors }: RuleSet): Locator {
  return page.locator([...selectors.reviewCard, ...selectors.sortButton].join(', ')).first();
}

/** The first part that the first entry finds that finds any. */
async function preferred(page: Page, entries: readonly string[]): Promise<Locator> {
  for (const entry of entries.slice(0, -1)) {
    const part = page.locator(entry).first();
    if ((await part.count()) > 0) return part;
  }
  return page.locator(entries.at(-1) ?? '').first();
}

async function appears(part: Locator, timeout: number): Promise<boolean> {
  try {
    await part.waitFor({ state: 'attached', timeout });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** The page may draw what the parser cannot read. */
async function untilDrawn(card: Locator, settleMs: number): Promise<void> {
  await appears(card, settleMs * WAITS.render);
}

/** Null when the page has asked for nothing for a while; a slow answer is waited for, but not for ever. */
async function nextItem(feed: ReviewsFeed, quietMs: number, signal: AbortSignal): Promise<FeedItem | null> {
  const giveUpAt = performance.now() + BATCH_TIMEOUT_MS;
  for (;;) {
    const item = await race(signal, feed.next(quietMs));
    if (item !== null || !feed.isBusy()) return item;
    if (performance.now() > giveUpAt) return { kind: 'failed', status: 0 };
  }
}

function scrollList(
  page: Page,
  cardSelector: string,
  settleMs: number,
  how: Pick<ScrollInput, 'cards' | 'nudge' | 'ahead'>,
): Promise<number> {
  return page.evaluate(scrollForMore, {
    ...how,
    cardSelector,
    renderTimeoutMs: settleMs * (how.ahead ? WAITS.ahead : WAITS.render),
    keptInView: KEPT_IN_VIEW,
  });
}

/** What the page function is given: it runs inside the page and can close over nothing. */
interface ScrollInput {
  readonly cardSelector: string;
  /** Cards that were there after the last scroll. */
  readonly cards: number;
  /** Move up a little first: some lists notice only a movement. */
  readonly nudge: boolean;
  /** Longest wait for new cards, in milliseconds. */
  readonly renderTimeoutMs: number;
  /** The batch is still to come: without new cards nothing is scrolled. */
  readonly ahead: boolean;
  /** Elements at the end of the list that stay drawn. */
  readonly keptInView: number;
}

/**
 * Waits until the last batch has been drawn, then scrolls its list to the end, which makes the page ask for
 * the next one. Resolves with the number of cards; `ahead` with the same as before when none came. Runs inside
 * the browser; one evaluate a batch.
 */
export function scrollForMore(input: ScrollInput): Promise<number> {
  const { cardSelector, cards, nudge, renderTimeoutMs, keptInView, ahead } = input;
  /** What holds all cards, as children or inside of children; null without two cards. */
  const listOf = (): Element | null => {
    let part = document.querySelector(cardSelector);
    const holdsCard = (child: Element) =>
      child.matches(cardSelector) || child.querySelector(cardSelector) !== null;
    for (let parent = part?.parentElement ?? null; parent !== null; parent = parent.parentElement) {
      const first = part;
      if ([...parent.children].some((child) => child !== first && holdsCard(child))) return parent;
      part = parent;
    }
    return null;
  };

  /** Among the children of the list where they stand there: a search of all that is in thousands of cards takes 15 ms. */
  const shown = (): number => {
    const children = [...(listOf()?.children ?? [])].filter((child) => child.matches(cardSelector)).length;
    return children > 1 ? children : document.querySelectorAll(cardSelector).length;
  };

  const scroller = (): Element => {
    let element = document.querySelector(cardSelector)?.parentElement ?? null;
    while (element !== null) {
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
      if (scrolls && element.scrollHeight > element.clientHeight) return element;
      element = element.parentElement;
    }
    return document.scrollingElement ?? document.documentElement;
  };

  /**
   * Takes cards far above the view out of the layout, or each batch costs more than the one before and
   * thousands of reviews take minutes. They stay in the document.
   */
  const foldOld = () => {
    let sibling = listOf()?.lastElementChild ?? null;
    for (let kept = 0; kept < keptInView && sibling !== null; kept += 1)
      sibling = sibling.previousElementSibling;
    while (sibling instanceof HTMLElement && sibling.style.display !== 'none') {
      sibling.style.display = 'none';
      sibling = sibling.previousElementSibling;
    }
  };

  const toEnd = () => {
    const list = scroller();
    foldOld();
    list.scrollTop = list.scrollHeight;
    return shown();
  };

  return new Promise((resolve) => {
    if (nudge) {
      scroller().scrollTop -= 400;
      requestAnimationFrame(() => resolve(toEnd()));
      return;
    }
    if (shown() > cards) {
      resolve(toEnd());
      return;
    }
    const finish = (scrolls: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      if (!scrolls) {
        resolve(cards);
        return;
      }
      toEnd();
      // The first new card is not the batch: by the next frame the rest is there, and no further one can be.
      requestAnimationFrame(() => resolve(toEnd()));
    };
    const observer = new MutationObserver(() => {
      if (shown() > cards) finish(true);
    });
    const timer = setTimeout(() => finish(!ahead), renderTimeoutMs);
    observer.observe(document.body, { subtree: true, childList: true });
  });
}

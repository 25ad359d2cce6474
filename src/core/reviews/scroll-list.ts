import type { Locator, Page } from 'playwright';
import { errors } from '../browser/playwright.js';
import type { Place } from '../places/place.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import { RULES } from '../provider/rules/built-in.js';
import { race } from '../runtime/scope.js';
import type { ListEnd, PlaceReviewsPage, TabFinding } from './list-end.js';
import { type FeedItem, listenToReviews, type ReviewsFeed } from './reviews-feed.js';
import type { ReviewsBatch } from './wire/reviews-batch.js';

/** The page of the list. `reviewsTab`: -1 = its list is open already. */
type ListedPage = Pick<PlaceReviewsPage, 'reviewsTab' | 'inlineRecords'> & {
  readonly reading: { readonly place: Pick<Place, 'reviewCount'> };
};

interface ListOptions extends NavigationOptions {
  /** True if the batch after the next should be requested as soon as possible. */
  readonly wantsMore: () => boolean;
}

/** Twice the ten reviews of one answer, in case the provider sends more. reviews.md §1 */
export const MAX_BATCH = 20;

/** The number of scrolls without a request after which a list is over. reviews.md §4. */
const NUDGES = 4;
const MENU_TIMEOUT_MS = 10_000;
/** Longest wait for one requested batch. */
const BATCH_TIMEOUT_MS = 60_000;
/** Waits that depend on the page's speed, as fractions of `settleMs`. */
const WAITS = {
  /** The time without a request before the list is scrolled up and down. */
  nudge: 2 / 3,
  /** The wait for reviews in a tab that should be empty. */
  look: 2,
  /** The wait for the cards of an answered batch; a repeated batch adds no cards. */
  render: 2 / 3,
  /** The wait for a batch to arrive and be drawn without an event. */
  ahead: 4 / 3,
} as const;
/** Cards and the gaps between them that stay drawn: several screens. */
const KEPT_IN_VIEW = 60;

const { selectors, words } = RULES;
const CARDS = selectors.reviewCard.join(', ');
/** The tabs. Any entry counts, as in the capture that gives the index of the tab. */
const TABS = selectors.tab.join(', ');
/** The elements that show that the reviews tab is open. */
const LIST_SIGNS = [...selectors.reviewCard, ...selectors.sortButton].join(', ');
const ELSEWHERE = selectors.notOfPlace.flatMap((part) => [part, `${part} *`]).join(', ');
/** The words by which the page of a place says that it has no reviews. Reviews and other places may say them, too. */
const WORDS_OF_NONE = words.noReviews
  .map((text) => `[role="main"] :text-is("${text}"):visible:not(${ELSEWHERE})`)
  .join(', ');

/**
 * Reads the reviews of a place page that is open in the tab: chooses the reviews tab and the order "newest", which
 * makes the page fetch the list from its head (reviews.md §1), then scrolls as soon as a batch has arrived, one batch
 * ahead if `wantsMore`. Yields the page's own answers; the service itself sends no requests.
 */
export async function* readReviewList(
  page: Page,
  list: ListedPage,
  options: ListOptions,
): AsyncGenerator<ReviewsBatch, ListEnd> {
  const { settleMs, scope } = options;
  const { signal } = scope;
  const scroll = (how: Pick<ScrollInput, 'cards' | 'nudge' | 'ahead'>) =>
    page.evaluate(scrollForMore, {
      ...how,
      cardSelector: CARDS,
      renderTimeoutMs: settleMs * (how.ahead ? WAITS.ahead : WAITS.render),
      keptInView: KEPT_IN_VIEW,
    });
  const newest = await race(signal, openSortMenu(page, list, settleMs));
  if ('kind' in newest) return newest;
  // Listens only now: opening the tab may itself request a list, in another order.
  using feed = listenToReviews(page);
  await race(signal, newest.item.dispatchEvent('click'));
  let cards = 0;
  // The scroll for the batch after the next; it runs while the next batch is read. 0 = not started.
  let ahead = Promise.resolve(0);
  for (let nudges = 0; nudges <= NUDGES; ) {
    const item = await nextItem(feed, settleMs * WAITS.nudge, signal);
    if (item === null) {
      nudges += 1;
      // The next batch has its scroll already if the look-ahead found its cards: they are not late.
      const known = Math.max(cards, await race(signal, ahead));
      const found = await race(signal, scroll({ cards: known, nudge: true, ahead: false }));
      if (known === cards) cards = found;
      continue;
    }
    // The page may draw cards of a batch that the parser cannot read.
    if (item.kind === 'drift')
      await race(signal, appears(page.locator(CARDS).nth(cards), settleMs * WAITS.render));
    if (item.kind === 'empty') return { kind: item.saysEnd ? 'flagged' : 'empty' };
    if (item.kind !== 'batch') return item;
    nudges = 0;
    const { batch } = item;
    yield batch;
    if (!batch.hasNext) return { kind: 'end' };
    const scrolledAt = await race(signal, ahead);
    cards =
      scrolledAt > cards ? scrolledAt : await race(signal, scroll({ cards, nudge: false, ahead: false }));
    ahead = options.wantsMore() ? scroll({ cards, nudge: false, ahead: true }) : Promise.resolve(0);
    ahead.catch(() => undefined);
  }
  return { kind: 'stalled' };
}

/** Reads at most `count` batches of a list. `end`: null = the list has more. */
export async function readFirstBatches(
  page: Page,
  list: ListedPage,
  options: NavigationOptions,
  count: number,
): Promise<{ readonly batches: readonly ReviewsBatch[]; readonly end: ListEnd | null }> {
  const reading = readReviewList(page, list, { ...options, wantsMore: () => false });
  const batches: ReviewsBatch[] = [];
  try {
    while (batches.length < count) {
      const { value, done } = await reading.next();
      if (done) return { batches, end: value };
      batches.push(value);
    }
    return { batches, end: null };
  } finally {
    await reading.return({ kind: 'end' });
  }
}

/**
 * Opens the reviews tab of a place that states no count and looks for reviews. Some pages request reviews only once
 * the tab is open.
 */
export async function lookForReviews(
  page: Page,
  reviewsTab: number,
  { scope: { signal }, settleMs }: NavigationOptions,
): Promise<TabFinding> {
  using feed = listenToReviews(page);
  await race(signal, page.locator(TABS).nth(reviewsTab).dispatchEvent('click'));
  const said = page.locator(WORDS_OF_NONE).first();
  const either = page.locator(`${LIST_SIGNS}, ${WORDS_OF_NONE}`).first();
  const isShown = await race(signal, appears(either, settleMs * WAITS.look));
  // The words may be drawn before the reviews.
  if (isShown && (await race(signal, appears(page.locator(LIST_SIGNS).first(), settleMs)))) return 'list';
  if (feed.isBusy()) return 'unclear';
  const item = await race(signal, feed.next(0));
  if (item?.kind === 'batch') return 'list';
  const isSaid = isShown && (item === null || item.kind === 'empty') && (await said.count()) > 0;
  return isSaid ? 'none' : 'unclear';
}

/** True if a list of reviews is open on the page, or opens within a moment without any action. */
export function showsReviewList(
  page: Page,
  { scope: { signal }, settleMs }: NavigationOptions,
): Promise<boolean> {
  return race(signal, appears(page.locator(LIST_SIGNS).first(), settleMs * WAITS.look));
}

/**
 * Opens the reviews tab and its sort menu: returns the item "newest", or how the list ended if the item is missing,
 * as for a list that is too short to sort or shows no cards.
 */
async function openSortMenu(
  page: Page,
  list: ListedPage,
  settleMs: number,
): Promise<{ readonly item: Locator } | ListEnd> {
  const { sortButton, sortNewest } = selectors;
  // All reviews are inlined with the place: the page may offer no sort menu.
  const isShort = (list.reading.place.reviewCount ?? Number.POSITIVE_INFINITY) <= list.inlineRecords.length;
  if (list.reviewsTab >= 0) await page.locator(TABS).nth(list.reviewsTab).dispatchEvent('click');
  const sort = page.locator(sortButton.join(', ')).first();
  if (!(await appears(page.locator(LIST_SIGNS).first(), MENU_TIMEOUT_MS))) return { kind: 'stalled' };
  if (!(await appears(sort, isShort ? settleMs : MENU_TIMEOUT_MS))) return { kind: 'unsorted' };
  await (await preferred(page, sortButton)).dispatchEvent('click');
  const newest = page.locator(sortNewest.join(', ')).first();
  if (!(await appears(newest, MENU_TIMEOUT_MS))) return { kind: 'unsorted' };
  return { item: await preferred(page, sortNewest) };
}

/** The first element of the first entry that finds any element. */
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

/** The next item; null when the page requests nothing for a while. A slow answer has up to `BATCH_TIMEOUT_MS`. */
async function nextItem(feed: ReviewsFeed, quietMs: number, signal: AbortSignal): Promise<FeedItem | null> {
  const giveUpAt = performance.now() + BATCH_TIMEOUT_MS;
  for (;;) {
    const item = await race(signal, feed.next(quietMs));
    if (item !== null || !feed.isBusy()) return item;
    if (performance.now() > giveUpAt) return { kind: 'failed', status: 0 };
  }
}

/** The argument of the page function: it runs inside the page and cannot use variables of this module. */
interface ScrollInput {
  readonly cardSelector: string;
  /** The number of cards after the last scroll. */
  readonly cards: number;
  /** Move up a little first, if no cards came: some lists react only to a movement. */
  readonly nudge: boolean;
  /** Longest wait for new cards, in milliseconds. */
  readonly renderTimeoutMs: number;
  /** True if the batch has not arrived yet: without new cards the list is not scrolled. */
  readonly ahead: boolean;
  /** Elements at the end of the list that stay drawn. */
  readonly keptInView: number;
}

/**
 * Waits until the last batch has been drawn, then scrolls its list to the end, which makes the page request the next
 * batch. Resolves with the number of cards; with `ahead`, with the unchanged number if no cards came. Runs inside the
 * browser; one evaluate a batch.
 */
export function scrollForMore(input: ScrollInput): Promise<number> {
  const { cardSelector, cards, nudge, renderTimeoutMs, keptInView, ahead } = input;
  /** The element that holds all cards, as children or inside children; null with fewer than two cards. */
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

  /** Counts the list's children if they are the cards: a search through thousands of cards takes 15 ms. */
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
   * Removes cards far above the view from the layout; otherwise each batch costs more than the batch before, and
   * thousands of reviews take minutes. The cards stay in the document.
   */
  const hideOldCards = () => {
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
    hideOldCards();
    list.scrollTop = list.scrollHeight;
    return shown();
  };

  return new Promise((resolve) => {
    if (shown() > cards) {
      // After a nudge these are late cards: another scroll would request a batch before its turn.
      resolve(nudge ? shown() : toEnd());
      return;
    }
    if (nudge) {
      scroller().scrollTop -= 400;
      requestAnimationFrame(() => resolve(shown() > cards ? shown() : toEnd()));
      return;
    }
    const finish = (scrolls: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      if (!scrolls) return resolve(cards);
      toEnd();
      // The first new card is not the whole batch: by the next frame the rest of the batch is drawn, and no further
      // batch can be.
      requestAnimationFrame(() => resolve(toEnd()));
    };
    const observer = new MutationObserver(() => {
      if (shown() > cards) finish(true);
    });
    const timer = setTimeout(() => finish(!ahead), renderTimeoutMs);
    observer.observe(document.body, { subtree: true, childList: true });
  });
}

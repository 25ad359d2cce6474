/** What the page function is given: it runs inside the page and can close over nothing. */
export interface ScrollInput {
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

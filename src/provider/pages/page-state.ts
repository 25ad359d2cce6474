import { NO_REVIEWS_TEXTS, SELECTORS } from '../selectors.js';

/** A place panel as shown: the texts and labels of its parts, untouched. Null = the part is not there. */
export interface RawPanel {
  readonly name: string;
  readonly category: string | null;
  readonly addressLabel: string | null;
  readonly rating: string | null;
  readonly reviewCountLabel: string | null;
  readonly histogramLabels: readonly string[];
  /** The page says in words that there are no reviews. */
  readonly saysNoReviews: boolean;
}

/** One card of a result list. */
export interface RawCard {
  readonly href: string;
  readonly sponsored: boolean;
}

/** Everything decisive that a rendered page shows. Plain data. */
export interface RawPageState {
  readonly panel: RawPanel | null;
  /** Null = no result list on the page. */
  readonly cards: readonly RawCard[] | null;
  readonly limitedView: boolean;
  /** The form of the unusual-traffic page. */
  readonly wall: boolean;
  /** A cookie consent form that can be declined. */
  readonly consent: boolean;
}

/** What the page function is given: it runs inside the page and can close over nothing. */
export interface CaptureInput {
  readonly selectors: typeof SELECTORS;
  readonly noReviewsTexts: typeof NO_REVIEWS_TEXTS;
  /** The state already known, as JSON; null = answer at once. */
  readonly known: string | null;
}

/** The argument for `nextPageState`. */
export function captureInput(known: RawPageState | null): CaptureInput {
  return {
    selectors: SELECTORS,
    noReviewsTexts: NO_REVIEWS_TEXTS,
    known: known === null ? null : JSON.stringify(known),
  };
}

/**
 * Resolves with the state of the page as soon as it differs from the known one. Runs inside the browser (or
 * any DOM): it uses its argument and `document` only. One evaluate a change, and no polling.
 */
export function nextPageState({ selectors, noReviewsTexts, known }: CaptureInput): Promise<RawPageState> {
  const textOf = (root: ParentNode, selector: string) => root.querySelector(selector)?.textContent ?? null;
  const labelOf = (root: ParentNode, selector: string) =>
    root.querySelector(selector)?.getAttribute('aria-label') ?? null;

  const capturePanel = (): RawPanel | null => {
    const title = document.querySelector(selectors.panelTitle);
    const name = title?.textContent?.trim() ?? '';
    if (name === '') return null;
    const root: ParentNode = title?.closest('[role="main"]') ?? document;
    const ratingParts = [...(root.querySelector(selectors.ratingBlock)?.querySelectorAll('*') ?? [])];
    const saysNone = (part: Element) => noReviewsTexts.some((words) => part.textContent?.trim() === words);
    return {
      name,
      category: textOf(root, selectors.category),
      addressLabel: labelOf(root, selectors.address),
      rating: textOf(root, selectors.rating),
      reviewCountLabel: labelOf(root, selectors.reviewCount),
      histogramLabels: [...root.querySelectorAll(selectors.histogramRow)].map(
        (row) => row.getAttribute('aria-label') ?? '',
      ),
      saysNoReviews: ratingParts.some(saysNone),
    };
  };

  const captureCards = (): RawCard[] | null => {
    const feed = document.querySelector(selectors.feed);
    if (feed === null) return null;
    return [...feed.querySelectorAll(selectors.card)].map((card) => ({
      href: card.querySelector(selectors.cardLink)?.getAttribute('href') ?? '',
      sponsored: card.querySelector(selectors.sponsored) !== null,
    }));
  };

  const has = (selector: string) => document.querySelector(selector) !== null;
  const capture = (): RawPageState => ({
    panel: capturePanel(),
    cards: captureCards(),
    limitedView: has(selectors.limitedView),
    wall: has(selectors.captchaForm),
    consent: has(selectors.consentReject),
  });

  return new Promise((resolve) => {
    const first = capture();
    if (JSON.stringify(first) !== known) return resolve(first);
    let scheduled = false;
    const observer = new MutationObserver(() => {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(() => {
        scheduled = false;
        const state = capture();
        if (JSON.stringify(state) === known) return;
        observer.disconnect();
        resolve(state);
      });
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-label', 'jslog', 'role', 'href'],
    });
  });
}

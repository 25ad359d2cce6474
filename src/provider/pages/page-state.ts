import {
  NO_REVIEWS_TEXTS,
  PLACE_DETAILS_TEXTS,
  REVIEW_GONE_TEXTS,
  REVIEWS_TAB_LABELS,
  SELECTORS,
  SERVER_ERROR_TEXTS,
} from '../selectors.js';

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
  /** Index of the tab with the reviews among the tabs; -1 = there is none. */
  readonly reviewsTab: number;
}

/** One card of a result list. */
export interface RawCard {
  readonly href: string;
  readonly sponsored: boolean;
}

/** The page of a single review as shown. */
export interface RawReviewView {
  /** The card of the reviewed place. */
  readonly hasCard: boolean;
  /** Where the card leads. */
  readonly placeHref: string | null;
  /** Anything of the part that holds stars, date and the Like/Share row. */
  readonly hasSection: boolean;
  /** Label of the stars, or a hotel's "5/5". */
  readonly stars: string | null;
  readonly saysGone: boolean;
  readonly saysServerError: boolean;
  readonly author: string | null;
  readonly text: string | null;
}

/** Everything decisive that a rendered page shows. Plain data. */
export interface RawPageState {
  readonly panel: RawPanel | null;
  /** Null = no result list on the page. */
  readonly cards: readonly RawCard[] | null;
  /** Null unless the page is watched for a single review. */
  readonly review: RawReviewView | null;
  readonly limitedView: boolean;
  /** The form of the unusual-traffic page. */
  readonly wall: boolean;
  /** A cookie consent form that can be declined. */
  readonly consent: boolean;
}

export type Surface = 'place' | 'review';

/** What the page function is given: it runs inside the page and can close over nothing. */
export interface CaptureInput {
  readonly selectors: typeof SELECTORS;
  readonly noReviewsTexts: typeof NO_REVIEWS_TEXTS;
  readonly reviewsTabLabels: typeof REVIEWS_TAB_LABELS;
  readonly placeDetailsTexts: typeof PLACE_DETAILS_TEXTS;
  readonly reviewGoneTexts: typeof REVIEW_GONE_TEXTS;
  readonly serverErrorTexts: typeof SERVER_ERROR_TEXTS;
  /** What the page is watched for. */
  readonly surface: Surface;
  /** The state already known, as JSON; null = answer at once. */
  readonly known: string | null;
}

/** The argument for `nextPageState`. */
export function captureInput(known: RawPageState | null, surface: Surface = 'place'): CaptureInput {
  return {
    selectors: SELECTORS,
    noReviewsTexts: NO_REVIEWS_TEXTS,
    reviewsTabLabels: REVIEWS_TAB_LABELS,
    placeDetailsTexts: PLACE_DETAILS_TEXTS,
    reviewGoneTexts: REVIEW_GONE_TEXTS,
    serverErrorTexts: SERVER_ERROR_TEXTS,
    surface,
    known: known === null ? null : JSON.stringify(known),
  };
}

/**
 * Resolves with the state of the page as soon as it differs from the known one. Runs inside the browser (or
 * any DOM): it uses its argument and `document` only. One evaluate a change, and no polling.
 */
export function nextPageState(input: CaptureInput): Promise<RawPageState> {
  const { selectors, noReviewsTexts, reviewsTabLabels, known, surface } = input;
  const textOf = (root: ParentNode, selector: string) => root.querySelector(selector)?.textContent ?? null;
  const labelOf = (root: ParentNode, selector: string) =>
    root.querySelector(selector)?.getAttribute('aria-label') ?? null;

  const capturePanel = (): RawPanel | null => {
    const title = document.querySelector(selectors.panelTitle);
    const name = title?.textContent?.trim() ?? '';
    if (name === '') return null;
    const root: ParentNode = title?.closest('[role="main"]') ?? document;
    const ratingParts = [...(root.querySelector(selectors.ratingBlock)?.querySelectorAll('*') ?? [])];
    // The label repeats the place's name, which may itself hold the word.
    const isReviewsTab = (tab: Element) => {
      const label = (tab.getAttribute('aria-label') ?? '').replace(name, '');
      return reviewsTabLabels.some((word) => tab.textContent?.trim() === word || label.includes(word));
    };
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
      reviewsTab: [...document.querySelectorAll(selectors.tab)].findIndex(isReviewsTab),
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

  const captureReview = (): RawReviewView => {
    const main = document.querySelector('[role="main"]');
    const text = (main?.textContent ?? '').toLowerCase();
    const holds = (whole: string, words: readonly string[]) =>
      words.some((word) => whole.includes(word.toLowerCase()));
    const link = main?.querySelector(selectors.placeLink) ?? null;
    const parts = [...(main?.querySelectorAll('a, button') ?? [])];
    const isDetailsLink = (part: Element) =>
      holds((part.textContent ?? '').toLowerCase(), input.placeDetailsTexts);
    const alerts = [...document.querySelectorAll('[role="alert"], [aria-live]')].map(
      (part) => part.textContent,
    );
    // Without a side panel the words may stand anywhere on the page.
    const loose = main === null ? document.body?.innerText : '';
    const hasSection = main !== null && main.querySelector(selectors.ratingSection) !== null;
    // A review may itself quote the words.
    const saysGone = !hasSection && holds(text, input.reviewGoneTexts);
    return {
      hasCard: link !== null || saysGone || parts.some(isDetailsLink),
      placeHref: link?.getAttribute('href') ?? null,
      hasSection,
      stars: main === null ? null : (labelOf(main, selectors.cardStars) ?? textOf(main, selectors.cardScore)),
      saysGone,
      saysServerError: holds([...alerts, loose].join('\n').toLowerCase(), input.serverErrorTexts),
      author: main === null ? null : textOf(main, selectors.cardAuthor),
      text: main === null ? null : textOf(main, selectors.cardText),
    };
  };

  const has = (selector: string) => document.querySelector(selector) !== null;
  const capture = (): RawPageState => ({
    panel: capturePanel(),
    cards: captureCards(),
    review: surface === 'review' ? captureReview() : null,
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

import type { RawCard, RawPageState, RawPanel, RawReviewPart, RawReviewView, Surface } from '../raw-state.js';
import {
  ERROR_TEXTS,
  NO_REVIEWS_TEXTS,
  NOT_FOUND_TEXTS,
  PLACE_DETAILS_TEXTS,
  REVIEW_GONE_TEXTS,
  REVIEWS_TAB_LABELS,
  SELECTORS,
} from '../selectors.js';

/** What the page function is given: it runs inside the page and can close over nothing. */
export interface CaptureInput {
  readonly selectors: typeof SELECTORS;
  readonly noReviewsTexts: typeof NO_REVIEWS_TEXTS;
  readonly reviewsTabLabels: typeof REVIEWS_TAB_LABELS;
  readonly placeDetailsTexts: typeof PLACE_DETAILS_TEXTS;
  readonly reviewGoneTexts: typeof REVIEW_GONE_TEXTS;
  readonly errorTexts: typeof ERROR_TEXTS;
  readonly notFoundTexts: typeof NOT_FOUND_TEXTS;
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
    errorTexts: ERROR_TEXTS,
    notFoundTexts: NOT_FOUND_TEXTS,
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
  const holds = (whole: string, words: readonly string[]) =>
    words.some((word) => whole.toLowerCase().includes(word.toLowerCase()));
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

  /** Parts outside `except` only. */
  const capturePart = (root: ParentNode, id: string | null, except: readonly Element[]): RawReviewPart => {
    const isIn = (part: Element) => !except.some((other) => other.contains(part));
    const all = (selector: string) => [...root.querySelectorAll(selector)].filter(isIn);
    const [stars] = all(selectors.cardStars);
    const [score] = all(selectors.cardScore);
    const links = all('[data-href*="/contrib/"], a[href*="/contrib/"]').map(
      (link) => link.getAttribute('data-href') ?? link.getAttribute('href') ?? '',
    );
    const labels = all('[role="img"][aria-label]').map((part) => part.getAttribute('aria-label') ?? '');
    const scores = all('span').map((part) => (part.childElementCount === 0 ? (part.textContent ?? '') : ''));
    return {
      id,
      authorIds: [...new Set(links.flatMap((link) => /\/contrib\/(\d+)/.exec(link)?.[1] ?? []))],
      hasSection: all(selectors.ratingSection).length > 0,
      stars: stars?.getAttribute('aria-label') ?? score?.textContent ?? null,
      starLabels: [
        ...labels.filter(
          (label) => label.length < 60 && /(?:^|[^\d.,])[1-5](?:[.,]0)?(?![\d.,]*\d)/.test(label),
        ),
        ...scores.filter((text) => /^\s*\d{1,2}(?:[.,]\d)?\/(?:5|10)\s*$/.test(text)),
      ],
      author: all(selectors.cardAuthor)[0]?.textContent ?? null,
      text: all(selectors.cardText)[0]?.textContent ?? null,
    };
  };

  /** The first text of the box that holds the link to the place; a heading in it comes first. */
  const captureHeading = (
    main: Element,
    link: Element,
    outside: (part: Element) => boolean,
  ): string | null => {
    const own = link.textContent?.trim() ?? '';
    if (own !== '' && !holds(own, input.placeDetailsTexts)) return own;
    let box = link.parentElement;
    while (box !== null && box !== main && (box.textContent ?? '').trim() === own) box = box.parentElement;
    const parts = [
      ...(box ?? main).querySelectorAll('h1, h2, h3, [role="heading"], [class*="fontHeadline"], *'),
    ];
    const texts = parts.filter((part) => !part.contains(link) && !link.contains(part) && outside(part));
    const isHeading = (part: Element) =>
      part.matches('h1, h2, h3, [role="heading"], [class*="fontHeadline"]');
    const ordered = [...texts.filter(isHeading), ...texts.filter((part) => part.childElementCount === 0)];
    return ordered.map((part) => part.textContent?.trim() ?? '').find((text) => text !== '') ?? null;
  };

  const captureReview = (reviewId: string | null): RawReviewView => {
    const main = document.querySelector('[role="main"]');
    const root = main ?? document.body ?? document.documentElement;
    const cards = [...root.querySelectorAll('[data-review-id]')].filter(
      (card) => card.parentElement?.closest('[data-review-id]') == null,
    );
    const outside = (part: Element) => !cards.some((card) => card.contains(part));
    const link = [...(main?.querySelectorAll(selectors.placeLink) ?? [])].find(outside) ?? null;
    const details = [...(main?.querySelectorAll('a, button') ?? [])]
      .filter(outside)
      .find((part) => holds(part.textContent ?? '', input.placeDetailsTexts));
    const anchor = link ?? details ?? null;
    // A review may itself quote the words. Without a side panel they may stand anywhere on the page.
    const whole = main === null ? (document.body?.innerText ?? '') : (main.textContent ?? '');
    const text = cards.reduce((rest, card) => rest.replace(card.textContent ?? '', ''), whole);
    const html = reviewId === null ? '' : root.innerHTML.replace(/(?:!|%21)\d{1,3}s[\w-]+/g, '');
    return {
      hasCard: anchor !== null,
      placeHref: link?.getAttribute('href') ?? null,
      cardHeading: main === null || anchor === null ? null : captureHeading(main, anchor, outside),
      cards: cards.map((card) => capturePart(card, card.getAttribute('data-review-id'), [])),
      loose: capturePart(root, null, cards),
      saysGone: holds(text, input.reviewGoneTexts),
      mentionsReview: main !== null && reviewId !== null && html.includes(reviewId),
    };
  };

  /** What stays known of a document when it is no longer shown. */
  const remember = (): { errorMessage: boolean; limitedView: boolean } => {
    const key = Symbol.for('place-lookup');
    const store = document as unknown as Record<symbol, { errorMessage: boolean; limitedView: boolean }>;
    const present = store[key];
    if (present !== undefined) return present;
    const memory = { errorMessage: false, limitedView: false };
    store[key] = memory;
    const look = (node: Node) => {
      const part = node instanceof Element ? node : node.parentElement;
      if (part === null || part.matches('script, style, noscript, template')) return;
      if (part.matches(selectors.limitedView) || part.querySelector(selectors.limitedView) !== null)
        memory.limitedView = true;
      const text = part.textContent ?? '';
      const isMessage = text.length < LONGEST_MESSAGE && part.closest('[data-review-id]') === null;
      if (isMessage && holds(text, input.errorTexts)) memory.errorMessage = true;
      const alert = part.closest('[role="alert"]') ?? part.querySelector('[role="alert"]');
      if (alert !== null && (alert.textContent ?? '').trim() !== '') memory.errorMessage = true;
    };
    const LONGEST_MESSAGE = 1_000;
    for (const part of document.querySelectorAll(`[role="alert"], [aria-live], ${selectors.limitedView}`))
      look(part);
    if (
      document.querySelector('[role="main"]') === null &&
      holds(document.body?.innerText ?? '', input.errorTexts)
    )
      memory.errorMessage = true;
    const recorder = new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === 'childList') for (const node of addedNodes) look(node);
        else look(target);
      }
    });
    recorder.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['jslog', 'role', 'hidden', 'style', 'class'],
    });
    return memory;
  };

  // innerText lays the page out: only where the words are at all, shown or not.
  const saysNotFound = () =>
    holds(document.body?.textContent ?? '', input.notFoundTexts) &&
    holds(document.body?.innerText ?? '', input.notFoundTexts);

  const has = (selector: string) => document.querySelector(selector) !== null;
  const memory = remember();
  const capture = (): RawPageState => ({
    panel: capturePanel(),
    cards: captureCards(),
    review: surface === 'place' ? null : captureReview(surface.reviewId),
    limitedView: memory.limitedView || has(selectors.limitedView),
    errorMessage: memory.errorMessage,
    saysNotFound: surface === 'place' && saysNotFound(),
    blockPage: has(selectors.captchaForm),
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
      attributeFilter: ['aria-label', 'jslog', 'role', 'href', 'data-review-id'],
    });
  });
}

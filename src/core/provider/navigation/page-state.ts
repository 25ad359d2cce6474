import type { Page } from 'playwright';
import { CONTRIBUTOR_ID, CONTRIBUTOR_LINK, PLACE_LINK } from '../page-marks.js';
import type { RawCard, RawPageState, RawPanel, RawReviewPart, RawReviewView, Surface } from '../raw-state.js';
import { RULES } from '../rules/built-in.js';

/** Captures of the page's state, one at a time. */
export function createPageCaptures(page: Page, surface: Surface) {
  let state: RawPageState | null = null;
  /** The unchanged last capture; the page compares itself with it. */
  let known: RawPageState | null = null;
  let underWay: Promise<RawPageState | null> | null = null;
  let hasEnded = false;
  let limitedView = false;
  let errorMessage = false;

  /** Drops the last capture; the next capture starts with the current page. */
  const forget = (): void => {
    state = null;
    known = null;
    underWay = null;
    hasEnded = false;
  };
  const begin = (): Promise<RawPageState | null> => {
    const capture = page.evaluate(nextPageState, captureInput(known, surface)).catch(() => null);
    void capture.then(() => {
      if (underWay === capture) hasEnded = true;
    });
    return capture;
  };

  return {
    /** The result of the last capture; null before the first capture, and after the document went away. */
    state: () => state,
    /** The running capture; starts a capture if none runs. Null = the document went away before it could answer. */
    next: (): Promise<RawPageState | null> => {
      underWay ??= begin();
      return underWay;
    },
    /** True if a capture has ended and was not taken: the page differs from `state`. */
    isBehind: () => hasEnded,
    /** Takes the result of `next`. */
    take: (captured: RawPageState | null): void => {
      forget();
      if (captured === null) return;
      known = captured;
      // The consent page is not the requested page.
      limitedView ||= !captured.consent && captured.limitedView;
      errorMessage ||= !captured.consent && captured.errorMessage;
      // The limited view and the error message stay known when another document replaces the page.
      state = { ...captured, limitedView, errorMessage };
    },
    forget,
  };
}

const MARKS = { CONTRIBUTOR_LINK, CONTRIBUTOR_ID, PLACE_LINK };

/**
 * The argument of `nextPageState`, which runs inside the page and cannot use variables of this module. `known`: the
 * state already known, as JSON; null = answer at once.
 */
export function captureInput(known: RawPageState | null, surface: Surface = 'place') {
  const { selectors, words } = RULES;
  return { selectors, words, surface, marks: MARKS, known: known === null ? null : JSON.stringify(known) };
}

/**
 * Resolves with the state of the page as soon as it differs from `known`. Runs inside the browser (or any DOM): it uses
 * its argument and `document` only. One `evaluate` per change, without polling.
 */
export function nextPageState(input: ReturnType<typeof captureInput>): Promise<RawPageState> {
  const { selectors, words, marks, known, surface } = input;
  const includesAny = (folded: string, texts: readonly string[]) =>
    texts.some((word) => folded.includes(word.toLowerCase()));
  const holds = (whole: string, texts: readonly string[]) => includesAny(whole.toLowerCase(), texts);
  const everyChange = { subtree: true, childList: true, characterData: true, attributes: true };
  type ListName = keyof typeof selectors;
  /** A selector that matches any entry of a list, to check whether an element exists. */
  const any = (name: ListName) => selectors[name].join(', ');

  /**
   * Reads the entries of a list in order: the first value that looks right, else the first value. If the provider now
   * uses the selector of an entry for another element, the next entry still counts.
   */
  const valueIn = <T>(
    root: ParentNode,
    name: ListName,
    read: (part: Element) => T | null,
    looksRight: (value: T) => boolean,
  ): T | null => {
    let first: T | null = null;
    for (const entry of selectors[name]) {
      const part = root.querySelector(entry);
      const value = part === null ? null : read(part);
      if (value === null) continue;
      first ??= value;
      if (looksRight(value)) return value;
    }
    return first;
  };
  const text = (part: Element) => part.textContent;
  const label = (part: Element) => part.getAttribute('aria-label');
  const isFilled = (value: string) => value.trim() !== '';
  // `checkVisibility` is missing in some DOMs.
  const isShown = (part: Element) => part.checkVisibility?.() ?? true;

  const capturePanel = (): RawPanel | null => {
    const title = valueIn(
      document,
      'panelTitle',
      (part) => part,
      (part) => isFilled(text(part) ?? ''),
    );
    const name = title?.textContent?.trim() ?? '';
    if (name === '') return null;
    const root: ParentNode = title?.closest('[role="main"]') ?? document;
    const blocks = selectors.ratingBlock.map((entry) => root.querySelector(entry));
    const ratingParts = [...(blocks.find((block) => block !== null)?.querySelectorAll('*') ?? [])];
    const isNone = (part: Element) => words.noReviews.includes(part.textContent?.trim() ?? '');
    const saysNone = (part: Element) =>
      part.childElementCount === 0 &&
      isNone(part) &&
      part.closest(any('notOfPlace')) === null &&
      isShown(part);
    // The label repeats the place's name, which may contain the word itself.
    const isNamed = (tab: Element, word: string) =>
      tab.textContent?.trim() === word || (label(tab) ?? '').replace(name, '').includes(word);
    const tabs = [...document.querySelectorAll(any('tab'))];
    const tabWord = words.reviewsTab.find((word) => tabs.some((tab) => isNamed(tab, word)));
    const rowsOf = selectors.histogramRow.map((entry) =>
      [...root.querySelectorAll(entry)].map((row) => label(row) ?? ''),
    );
    const isHistogram = (labels: string[]) => labels.length === 5 && labels.every((row) => /\d/.test(row));
    const rating = valueIn(root, 'rating', text, (value) => /[1-5]/.test(value));
    // A label with a positive number comes before a label without a positive number.
    const reviewCountLabel = valueIn(root, 'reviewCount', label, (value) => /[1-9]/.test(value));
    // Beside a figure, the same words elsewhere are about something else.
    const hasFigure = rating !== null || reviewCountLabel !== null || rowsOf.some(({ length }) => length > 0);
    return {
      name,
      category: valueIn(root, 'category', text, isFilled),
      addressLabel: valueIn(root, 'address', label, isFilled),
      rating,
      reviewCountLabel,
      histogramLabels: rowsOf.find(isHistogram) ?? rowsOf.find((labels) => labels.length > 0) ?? [],
      saysNoReviews:
        ratingParts.some(isNone) || (!hasFigure && [...root.querySelectorAll('*')].some(saysNone)),
      reviewsTab: tabs.findIndex((tab) => tabWord !== undefined && isNamed(tab, tabWord)),
    };
  };

  const captureCards = (): RawCard[] | null => {
    const feeds = [...document.querySelectorAll(any('feed'))];
    if (feeds.length === 0) return null;
    const cards = new Set(feeds.flatMap((feed) => [...feed.querySelectorAll(any('card'))]));
    const href = (link: Element) => link.getAttribute('href');
    return [...cards].map((card) => ({
      href: valueIn(card, 'cardLink', href, isFilled) ?? '',
      sponsored: card.querySelector(any('sponsored')) !== null,
    }));
  };

  /** Captures only parts outside `except`. */
  const capturePart = (root: ParentNode, id: string | null, except: readonly Element[]): RawReviewPart => {
    const isIn = (part: Element) => !except.some((other) => other.contains(part));
    const all = (selector: string) => [...root.querySelectorAll(selector)].filter(isIn);
    /** The first value that any entry finds, in the order of the entries. */
    const first = (name: ListName, read: (part: Element) => string | null) =>
      selectors[name].flatMap((entry) => all(entry).map(read)).find((value) => value !== null) ?? null;
    const links = all(marks.CONTRIBUTOR_LINK).map(
      (link) => link.getAttribute('data-href') ?? link.getAttribute('href') ?? '',
    );
    const labels = all('[role="img"][aria-label]').map((part) => part.getAttribute('aria-label') ?? '');
    const saysMore = (part: Element) => words.more.includes(part.textContent?.trim() ?? '');
    const isFolded = [...all(any('cardMore')), ...all('button').filter(saysMore)].some(
      (button) => button.getAttribute('aria-expanded') !== 'true',
    );
    const scores = all('span').map((part) => (part.childElementCount === 0 ? (part.textContent ?? '') : ''));
    return {
      id,
      authorIds: [...new Set(links.flatMap((link) => marks.CONTRIBUTOR_ID.exec(link)?.[1] ?? []))],
      hasSection: all(any('ratingSection')).length > 0,
      stars: first('cardStars', label) ?? first('cardScore', text),
      starLabels: [
        ...labels.filter(
          (value) => value.length < 60 && /(?:^|[^\d.,])[1-5](?:[.,]0)?(?![\d.,]*\d)/.test(value),
        ),
        ...scores.filter((value) => /^\s*\d{1,2}(?:[.,]\d)?\/(?:5|10)\s*$/.test(value)),
      ],
      author: first('cardAuthor', text),
      text: isFolded ? null : first('cardText', text),
    };
  };

  /** The first text of the box that holds the link to the place; a heading in the box comes first. */
  const captureHeading = (
    main: Element,
    link: Element,
    outside: (part: Element) => boolean,
  ): string | null => {
    const own = link.textContent?.trim() ?? '';
    if (own !== '' && !holds(own, words.placeDetails)) return own;
    let box = link.parentElement;
    while (box !== null && box !== main && (box.textContent ?? '').trim() === own) box = box.parentElement;
    const parts = [
      ...(box ?? main).querySelectorAll('h1, h2, h3, [role="heading"], [class*="fontHeadline"], *'),
    ];
    const texts = parts.filter((part) => !part.contains(link) && !link.contains(part) && outside(part));
    const isHeading = (part: Element) =>
      part.matches('h1, h2, h3, [role="heading"], [class*="fontHeadline"]');
    const ordered = [...texts.filter(isHeading), ...texts.filter((part) => part.childElementCount === 0)];
    return ordered.map((part) => part.textContent?.trim() ?? '').find(isFilled) ?? null;
  };

  const captureReview = (reviewId: string | null): RawReviewView => {
    const main = document.querySelector('[role="main"]');
    const root = main ?? document.body ?? document.documentElement;
    const cards = [...root.querySelectorAll('[data-review-id]')].filter(
      (card) => card.parentElement?.closest('[data-review-id]') == null,
    );
    const outside = (part: Element) => !cards.some((card) => card.contains(part));
    const links = selectors.placeLink.flatMap((entry) =>
      [...(main?.querySelectorAll(entry) ?? [])].filter(outside),
    );
    // A link that leads to a place comes first: the place may contradict the verdict.
    const leadsToPlace = (part: Element) => part.matches(marks.PLACE_LINK);
    const link = links.find(leadsToPlace) ?? links[0] ?? null;
    const details = [...(main?.querySelectorAll('a, button') ?? [])]
      .filter(outside)
      .find((part) => holds(part.textContent ?? '', words.placeDetails));
    const anchor = link ?? details ?? null;
    // A review may quote the words itself. Without a side panel the words may stand anywhere on the page.
    const whole = main === null ? (document.body?.innerText ?? '') : (main.textContent ?? '');
    const shown = cards.reduce((rest, card) => rest.replace(card.textContent ?? '', ''), whole);
    const html = reviewId === null ? '' : root.innerHTML.replace(/(?:!|%21)\d{1,3}s[\w-]+/g, '');
    return {
      hasCard: anchor !== null,
      placeHref: link?.getAttribute('href') ?? null,
      cardHeading: main === null || anchor === null ? null : captureHeading(main, anchor, outside),
      cards: cards.map((card) => capturePart(card, card.getAttribute('data-review-id'), [])),
      loose: capturePart(root, null, cards),
      saysGone: holds(shown, words.reviewGone),
      mentionsReview: main !== null && reviewId !== null && html.includes(reviewId),
    };
  };

  /** Whether this document has shown an error message or the limited view at any time since the first capture. */
  const remember = (): { errorMessage: boolean; limitedView: boolean } => {
    const key = Symbol.for('place-lookup');
    const store = document as unknown as Record<symbol, { errorMessage: boolean; limitedView: boolean }>;
    const present = store[key];
    if (present !== undefined) return present;
    const memory = { errorMessage: false, limitedView: false };
    const limitedView = any('limitedView');
    store[key] = memory;
    const look = (node: Node) => {
      const part = node instanceof Element ? node : node.parentElement;
      if (part === null || part.matches('script, style, noscript, template')) return;
      if (part.matches(limitedView) || part.querySelector(limitedView) !== null) memory.limitedView = true;
      const said = part.textContent ?? '';
      const isMessage = said.length < MAX_MESSAGE_LENGTH && part.closest('[data-review-id]') === null;
      if (isMessage && holds(said, words.error)) memory.errorMessage = true;
      const alert = part.closest('[role="alert"]') ?? part.querySelector('[role="alert"]');
      if (alert !== null && (alert.textContent ?? '').trim() !== '') memory.errorMessage = true;
    };
    const MAX_MESSAGE_LENGTH = 1_000;
    for (const part of document.querySelectorAll(`[role="alert"], [aria-live], ${limitedView}`)) look(part);
    if (
      document.querySelector('[role="main"]') === null &&
      holds(document.body?.innerText ?? '', words.error)
    )
      memory.errorMessage = true;
    const recorder = new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === 'childList') for (const node of addedNodes) look(node);
        else look(target);
      }
    });
    recorder.observe(document, {
      ...everyChange,
      attributeFilter: ['jslog', 'role', 'hidden', 'style', 'class'],
    });
    return memory;
  };

  // `innerText` needs a layout, so it is read only if the text contains the words at all.
  const saysNotFound = (folded: string) =>
    includesAny(folded, words.notFound) && holds(document.body?.innerText ?? '', words.notFound);
  /** Full pages hold hidden copies of the words, and a review may quote them. places.md §9 */
  const saysLimited = (folded: string) => {
    if (!includesAny(folded, words.limitedView)) return false;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const part = texts.currentNode.parentElement;
      if (part === null || !holds(texts.currentNode.nodeValue ?? '', words.limitedView)) continue;
      const isShown = part.getClientRects().length > 0 && getComputedStyle(part).visibility === 'visible';
      if (isShown && part.closest('[data-review-id]') === null) return true;
    }
    return false;
  };

  const captureNotices = (): string[] => {
    const parts = [...document.querySelectorAll(any('notice'))].slice(0, MAX_NOTICES).filter(isShown);
    return parts.map((part) => (text(part) ?? '').slice(0, MAX_NOTICE_TEXT)).filter(isFilled);
  };
  const captureReviewIds = (): string[] => {
    const parts = [...document.querySelectorAll('[data-review-id]')].slice(0, MAX_REVIEW_IDS);
    return [...new Set(parts.map((part) => part.getAttribute('data-review-id') ?? ''))].filter(isFilled);
  };
  /** More than the elements of the reviews that a page shows before its list is opened. */
  const MAX_REVIEW_IDS = 200;
  const MAX_NOTICES = 20;
  const MAX_NOTICE_TEXT = 1_000;

  const has = (name: ListName) => document.querySelector(any(name)) !== null;
  const memory = remember();
  const capture = (): RawPageState => {
    const folded = (document.body?.textContent ?? '').toLowerCase();
    memory.limitedView ||= has('limitedView') || saysLimited(folded);
    return {
      panel: capturePanel(),
      cards: captureCards(),
      review: surface === 'place' ? null : captureReview(surface.reviewId),
      reviewIds: surface === 'place' ? captureReviewIds() : [],
      notices: surface === 'place' ? captureNotices() : [],
      limitedView: memory.limitedView,
      errorMessage: memory.errorMessage,
      saysNotFound: surface === 'place' && saysNotFound(folded),
      blockPage: has('captchaForm'),
      consent: has('consentReject'),
    };
  };

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
      ...everyChange,
      attributeFilter: ['aria-label', 'jslog', 'role', 'href', 'data-review-id'],
    });
  });
}

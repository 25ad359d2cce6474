import type { Page } from 'playwright';
import type { RawReviewCard } from '../provider/raw-state.js';
import { RULES, type RuleSet } from '../provider/rules/built-in.js';
import type { ShownTexts } from './extractors/cut-text.js';

interface CardsInput {
  readonly selectors: RuleSet['selectors'];
  readonly words: RuleSet['words'];
  /** The id of the only review to read; its card is awaited. `''` = the review of the page. Null = all cards. */
  readonly only: string | null;
  readonly known: readonly string[];
  /** Longest wait for the card to be drawn, and for its texts to unfold, in milliseconds. */
  readonly waitMs: number;
}

const ALL = { selectors: RULES.selectors, words: RULES.words, only: null, known: [], waitMs: 0 } as const;

/** The cards on the page whose review ids are not `known`, with long texts unfolded. One evaluate. */
export function captureUnknownCards(page: Page, known: readonly string[]): Promise<RawReviewCard[]> {
  return page.evaluate(cardsOnPage, { ...ALL, known });
}

/**
 * The texts of one review on the page, unfolded by the page's own button (reviews.md §4); `reviewId` null = the
 * review that the page is about. Waits up to `waitMs` for the card, and as long for its texts. One evaluate.
 */
export async function captureTexts(page: Page, reviewId: string | null, waitMs: number): Promise<ShownTexts> {
  const [card] = await page.evaluate(cardsOnPage, { ...ALL, only: reviewId ?? '', waitMs });
  if (card === undefined) return { text: null, reply: null };
  return { text: card.cutOff ? null : card.text, reply: card.reply?.text ?? null };
}

/** Runs inside the browser (or any DOM): uses its argument and `document` only. */
async function cardsOnPage(input: CardsInput): Promise<RawReviewCard[]> {
  const { selectors, words, only, known, waitMs } = input;
  type ListName = keyof typeof selectors;
  type Read<T> = (root: Element, entry: string) => T | null;
  const any = (name: ListName) => selectors[name].join(', ');
  const idOf = (card: Element) => card.getAttribute('data-review-id') ?? '';

  /** Resolves once `holds` returns true, or after `waitMs`. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(() => {
        if (holds()) finish();
      });
      const timer = setTimeout(finish, waitMs);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      if (holds()) finish();
    });

  const chosenCards = (): Element[] => {
    if (only === null) {
      const seen = new Set(known);
      const isNew = (card: Element) => !seen.has(idOf(card)) && seen.add(idOf(card)).size > 0;
      return [...document.querySelectorAll(any('reviewCard'))].filter(isNew);
    }
    // Buttons inside a card repeat the attribute.
    const marked = [...document.querySelectorAll('[data-review-id]')];
    const main = document.querySelector('[role="main"]');
    const loose = only === '' && marked.length === 0 && main !== null ? [main] : [];
    return [...marked.filter((card) => only === '' || idOf(card) === only), ...loose].slice(0, 1);
  };

  /** The buttons of folded texts: by their structure, or by their words beside the text. */
  const folds = (root: Element): Element[] => {
    const boxes = [...root.querySelectorAll(any('cardText'))].map((text) => text.parentElement ?? text);
    const isWord = (part: Element) =>
      part.childElementCount === 0 &&
      !part.matches(any('cardText')) &&
      words.more.includes(part.textContent?.trim() ?? '');
    const said = boxes.flatMap((box) => [...box.querySelectorAll('*')].filter(isWord));
    const buttons = [
      ...root.querySelectorAll(any('cardMore')),
      ...said.map((part) => part.closest('button') ?? part),
    ];
    return [...new Set(buttons)].filter((button) => button.getAttribute('aria-expanded') !== 'true');
  };
  const isInReply = (part: Element) => part.closest(any('cardReply')) !== null;

  if (only !== null) await until(() => chosenCards().length > 0);
  const cards = chosenCards();
  for (const fold of cards.flatMap(folds)) if (fold instanceof HTMLElement) fold.click();
  await until(() => cards.every((card) => folds(card).length === 0));
  return cards.map((card) => {
    /** The value of the first selector that finds a value. */
    const find = <T>(root: Element, name: ListName, read: Read<T>): T | null => {
      for (const entry of selectors[name]) {
        const value = read(root, entry);
        if (value !== null) return value;
      }
      return null;
    };
    const textOf = (root: Element, name: ListName) =>
      find(root, name, (within, entry) => within.querySelector(entry)?.textContent ?? null);
    const attributeOf = (root: Element, name: ListName, attribute: string) =>
      find(root, name, (within, entry) => within.querySelector(entry)?.getAttribute(attribute) ?? null);
    const photos = find(card, 'cardPhoto', (within, entry) => {
      const found = [...within.querySelectorAll(entry)];
      return found.length > 0 ? found : null;
    });
    const reply = find(card, 'cardReply', (within, entry) => within.querySelector(entry));
    return {
      id: idOf(card),
      author: textOf(card, 'cardAuthor'),
      profileUrl: attributeOf(card, 'cardProfile', 'data-href'),
      avatarUrl: attributeOf(card, 'cardAvatar', 'src'),
      authorLine: textOf(card, 'cardAuthorLine'),
      starsLabel: attributeOf(card, 'cardStars', 'aria-label'),
      score: textOf(card, 'cardScore'),
      dateText: textOf(card, 'cardDate'),
      text: textOf(card, 'cardText'),
      cutOff: folds(card).some((fold) => !isInReply(fold)),
      photos: (photos ?? []).map(
        (photo) => (photo instanceof HTMLElement ? photo.style.backgroundImage : '') ?? '',
      ),
      reply:
        reply === null
          ? null
          : {
              text: folds(card).some(isInReply) ? null : textOf(reply, 'cardReplyText'),
              dateText: textOf(reply, 'cardReplyDate'),
            },
      likes: textOf(card, 'cardLikes'),
    };
  });
}

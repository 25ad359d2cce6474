import type { Page } from 'playwright';
import { cardsPresence } from '../extractors/presence.js';
import type { NotePresence } from '../presence.js';
import type { RawReviewCard } from '../raw-state.js';
import { SELECTORS } from '../selectors.js';

interface CardsInput {
  readonly selectors: typeof SELECTORS;
  readonly known: readonly string[];
  /** At most so many. */
  readonly limit: number;
}

/** The cards the page shows whose review ids are not `known`, long texts unfolded. One evaluate. */
export function captureUnknownCards(page: Page, known: readonly string[]): Promise<RawReviewCard[]> {
  return page.evaluate(unknownCards, { selectors: SELECTORS, known, limit: Number.MAX_SAFE_INTEGER });
}

const SAMPLE = 3;

/** Reports a sample of the cards: they are read only where records cannot be, and must be readable then. */
export async function noteFirstCards(page: Page, note: NotePresence): Promise<void> {
  const cards = await page.evaluate(unknownCards, { selectors: SELECTORS, known: [], limit: SAMPLE });
  note('card', cardsPresence(cards));
}

/** Runs inside the browser (or any DOM): uses its argument and `document` only. */
export async function unknownCards({ selectors, known, limit }: CardsInput): Promise<RawReviewCard[]> {
  const seen = new Set(known);
  const shown = [...document.querySelectorAll(selectors.reviewCard)].filter((card) => {
    const id = card.getAttribute('data-review-id') ?? '';
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
  const cards = shown.slice(0, limit);
  for (const card of cards) {
    for (const more of card.querySelectorAll(selectors.cardMore))
      if (more instanceof HTMLElement) more.click();
  }
  if (cards.length > 0) await new Promise((resolve) => setTimeout(resolve, 0));
  const textOf = (root: Element, selector: string) => root.querySelector(selector)?.textContent ?? null;
  const attributeOf = (root: Element, selector: string, name: string) =>
    root.querySelector(selector)?.getAttribute(name) ?? null;
  return cards.map((card) => {
    const reply = card.querySelector(selectors.cardReply);
    return {
      id: card.getAttribute('data-review-id') ?? '',
      author: textOf(card, selectors.cardAuthor),
      profileUrl: attributeOf(card, selectors.cardProfile, 'data-href'),
      avatarUrl: attributeOf(card, selectors.cardAvatar, 'src'),
      authorLine: textOf(card, selectors.cardAuthorLine),
      starsLabel: attributeOf(card, selectors.cardStars, 'aria-label'),
      score: textOf(card, selectors.cardScore),
      dateText: textOf(card, selectors.cardDate),
      text: textOf(card, selectors.cardText),
      cutOff: card.querySelector(selectors.cardMore) !== null,
      photos: [...card.querySelectorAll(selectors.cardPhoto)].map(
        (photo) => (photo instanceof HTMLElement ? photo.style.backgroundImage : '') ?? '',
      ),
      reply:
        reply === null
          ? null
          : {
              text: textOf(reply, selectors.cardReplyText),
              dateText: textOf(reply, selectors.cardReplyDate),
            },
      likes: textOf(card, selectors.cardLikes),
    };
  });
}

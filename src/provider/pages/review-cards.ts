import type { Page } from 'playwright';
import { cardsPresence } from '../extractors/presence.js';
import type { NotePresence } from '../presence.js';
import type { RawReviewCard } from '../raw-state.js';
import type { RuleSet } from '../rules/built-in.js';
import { currentRules } from '../rules/current.js';

interface CardsInput {
  readonly selectors: RuleSet['selectors'];
  readonly known: readonly string[];
  /** At most so many. */
  readonly limit: number;
}

/** The cards the page shows whose review ids are not `known`, long texts unfolded. One evaluate. */
export function captureUnknownCards(page: Page, known: readonly string[]): Promise<RawReviewCard[]> {
  const { selectors } = currentRules();
  return page.evaluate(unknownCards, { selectors, known, limit: Number.MAX_SAFE_INTEGER });
}

const SAMPLE = 3;

/** Reports a sample of the cards: they are read only where records cannot be, and must be readable then. */
export async function noteFirstCards(page: Page, note: NotePresence): Promise<void> {
  const sample = { selectors: currentRules().selectors, known: [], limit: SAMPLE };
  note('card', cardsPresence(await page.evaluate(unknownCards, sample)));
}

/** Runs inside the browser (or any DOM): uses its argument and `document` only. */
export async function unknownCards({ selectors, known, limit }: CardsInput): Promise<RawReviewCard[]> {
  type ListName = keyof typeof selectors;
  const any = (name: ListName) => selectors[name].join(', ');
  const seen = new Set(known);
  const shown = [...document.querySelectorAll(any('reviewCard'))].filter((card) => {
    const id = card.getAttribute('data-review-id') ?? '';
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
  const cards = shown.slice(0, limit);
  for (const card of cards) {
    for (const more of card.querySelectorAll(any('cardMore'))) if (more instanceof HTMLElement) more.click();
  }
  if (cards.length > 0) await new Promise((resolve) => setTimeout(resolve, 0));
  return cards.map((card) => {
    const matched: Record<string, string> = {};
    /** What the first entry finds that finds anything. */
    const find = <T>(
      root: Element,
      name: ListName,
      read: (root: Element, entry: string) => T | null,
    ): T | null => {
      for (const entry of selectors[name]) {
        const value = read(root, entry);
        if (value === null) continue;
        matched[`selectors.${name}`] = entry;
        return value;
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
    const own = selectors.reviewCard.find((entry) => card.matches(entry));
    if (own !== undefined) matched['selectors.reviewCard'] = own;
    const reply = find(card, 'cardReply', (within, entry) => within.querySelector(entry));
    return {
      id: card.getAttribute('data-review-id') ?? '',
      author: textOf(card, 'cardAuthor'),
      profileUrl: attributeOf(card, 'cardProfile', 'data-href'),
      avatarUrl: attributeOf(card, 'cardAvatar', 'src'),
      authorLine: textOf(card, 'cardAuthorLine'),
      starsLabel: attributeOf(card, 'cardStars', 'aria-label'),
      score: textOf(card, 'cardScore'),
      dateText: textOf(card, 'cardDate'),
      text: textOf(card, 'cardText'),
      cutOff: card.querySelector(any('cardMore')) !== null,
      photos: (photos ?? []).map(
        (photo) => (photo instanceof HTMLElement ? photo.style.backgroundImage : '') ?? '',
      ),
      reply:
        reply === null
          ? null
          : { text: textOf(reply, 'cardReplyText'), dateText: textOf(reply, 'cardReplyDate') },
      likes: textOf(card, 'cardLikes'),
      matched,
    };
  });
}

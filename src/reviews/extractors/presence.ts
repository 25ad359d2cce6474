import type { FoundFields } from '../../provider/presence.js';
import type { RawReviewCard } from '../../provider/raw-state.js';
import { recordOrigins } from './review.js';
import { cardOrigins } from './review-card.js';

/** The tracked fields of records: fields that most reviews have, and fields that verdicts rely on. */
const OF_RECORDS = [
  ...['id', 'placeCid', 'stars', 'score', 'publishedAt', 'dateText', 'url', 'source', 'language'],
  ...['author.id', 'author.name', 'author.totalReviews'],
] as const;

/** The fields in the records of one answer; found = any record holds the field. Empty without records. */
export function recordsPresence(records: readonly unknown[]): FoundFields {
  const { score = null, stars = null, ...fields } = anyOf(records.map(recordOrigins), OF_RECORDS);
  // Partners' reviews have a score in place of stars.
  return records.length === 0 ? {} : { ...fields, stars: stars ?? score };
}

const OF_CARDS = ['id', 'stars', 'dateText', 'author.name', 'author.id'] as const;

/** The fields on the first cards of a list; found = any card holds the field. A list that was read has cards. */
export function cardsPresence(cards: readonly RawReviewCard[]): FoundFields {
  return cards.length === 0 ? { id: false } : anyOf(cards.map(cardOrigins), OF_CARDS);
}

function anyOf(read: readonly FoundFields[], fields: readonly string[]): FoundFields {
  const first = (field: string) => read.find((origins) => origins[field] != null)?.[field] ?? null;
  return Object.fromEntries(fields.map((field) => [field, first(field)]));
}

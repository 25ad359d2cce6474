import type { RawReviewCard } from '../pages/review-cards.js';
import type { Review, ReviewPhoto } from '../review.js';
import { photoOf, reportUrlOf } from './review.js';

/**
 * A card as a review, for lists whose records could not be read. What only the record holds (the exact date,
 * the language, the link, a guide's level) is null. Digits are parsed, never words.
 */
export function extractCard(card: RawReviewCard): Review | null {
  if (card.id === '') return null;
  const line = readAuthorLine(card.authorLine);
  const text = card.text?.trim() ?? '';
  return {
    id: card.id,
    stars: starsOf(card),
    text: card.cutOff ? null : text,
    dateText: trimmed(card.dateText),
    publishedAt: null,
    language: null,
    url: null,
    reportUrl: reportUrlOf(card.id),
    author: {
      name: trimmed(card.author),
      id: /\/contrib\/(\d+)/.exec(card.profileUrl ?? '')?.[1] ?? null,
      profileUrl: card.profileUrl,
      avatarUrl: card.avatarUrl,
      ...line,
      localGuideLevel: null,
      badgeText: trimmed(card.authorLine),
    },
    photos: card.photos.map(photoOfStyle).filter((photo) => photo !== null),
    ownerReply: card.reply && { text: trimmed(card.reply.text), dateText: trimmed(card.reply.dateText) },
    likes: numberIn(card.likes) ?? 0,
  };
}

/** "Lokalny przewodnik · 41 opinii · 125 zdjęć": parts with digits are reviews, then photos; one without is the guide. */
function readAuthorLine(line: string | null) {
  const parts = (line ?? '').split('·').map((part) => part.trim());
  const numbers = parts.map(numberIn).filter((value) => value !== null);
  const isLocalGuide = parts.length > 1 && numberIn(parts[0] ?? '') === null;
  const [totalReviews = null, totalPhotos = null] = numbers;
  return { totalReviews, totalPhotos: totalPhotos ?? (totalReviews === null ? null : 0), isLocalGuide };
}

/** "4 gwiazdki" or, for hotels, "4/5". */
function starsOf(card: RawReviewCard): number | null {
  const text = card.starsLabel ?? /^\s*([1-5])\/5\s*$/.exec(card.score ?? '')?.[1] ?? '';
  const stars = Number(/^\s*([1-5])(?!\d)/.exec(text)?.[1]);
  return Number.isInteger(stars) ? stars : null;
}

function photoOfStyle(style: string): ReviewPhoto | null {
  const url = /url\("?(https:[^")]+)"?\)/.exec(style)?.[1];
  return url === undefined ? null : photoOf(url);
}

function numberIn(text: string | null): number | null {
  const digits = (text ?? '').replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

function trimmed(text: string | null): string | null {
  const value = text?.trim() ?? '';
  return value === '' ? null : value;
}

import { countOf, trimmed } from '../../places/extractors/count-label.js';
import { CONTRIBUTOR_ID } from '../../provider/page-marks.js';
import type { RawReviewCard } from '../../provider/raw-state.js';
import { url } from '../../provider/wire/value-types.js';
import type { Review, ReviewPhoto } from '../review.js';
import { photoCountOf, photoOf, reportUrlOf } from './extract-review.js';

/**
 * Reads a card as a review, for lists whose records could not be read. Fields that only the record holds (the exact
 * date, the language, the link, a guide's level) are null. The function parses digits, not words.
 */
export function extractCard(card: RawReviewCard): Review | null {
  if (card.id === '') return null;
  const line = readAuthorLine(card.authorLine);
  const text = card.text?.trim() ?? '';
  const photos = card.photos.map(photoOfStyle).filter((photo) => photo !== null);
  const stars = cardStars(card);
  const authorId = CONTRIBUTOR_ID.exec(card.profileUrl ?? '')?.[1] ?? null;
  return {
    id: card.id,
    placeCid: null,
    // A card does not name its source. Only the provider's own reviews have both stars and an account. reviews.md §3.
    isPartner: stars !== null && authorId !== null ? false : null,
    stars,
    text: card.cutOff ? null : text,
    cut: null,
    dateText: trimmed(card.dateText),
    publishedAt: null,
    editedAt: null,
    isEdited: null,
    language: null,
    url: null,
    reportUrl: reportUrlOf(card.id),
    author: {
      name: trimmed(card.author),
      id: authorId,
      profileUrl: linkOf(card.profileUrl),
      avatarUrl: linkOf(card.avatarUrl),
      ...line,
      localGuideLevel: null,
      badgeText: trimmed(card.authorLine),
    },
    photoCount: photoCountOf(photos, card.photos),
    photos,
    ownerReply: card.reply && {
      text: trimmed(card.reply.text),
      cut: null,
      dateText: trimmed(card.reply.dateText),
    },
    hasNoReply: false,
    // A card without likes shows no number; "1,2 tys." is a number, but not an exact number.
    likes: hasDigit(card.likes ?? '') ? countOf(card.likes) : 0,
  };
}

/**
 * Reads "Lokalny przewodnik · 41 opinii · 125 zdjęć": parts with digits are reviews, then photos; a part before them
 * without digits is the guide. If the line begins with words and digits, these may be a guide's level ("Level 5 Local
 * Guide"): then all fields are unknown.
 */
function readAuthorLine(line: string | null) {
  const parts = (line ?? '').split('·');
  const [reviews, photos] = parts.filter(hasDigit);
  if (reviews === undefined || (reviews === parts[0] && !/^\s*\d/.test(reviews)))
    return { totalReviews: null, totalPhotos: null, isLocalGuide: null };
  return {
    totalReviews: countOf(reviews),
    totalPhotos: photos === undefined ? 0 : countOf(photos),
    isLocalGuide: reviews !== parts[0],
  };
}

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

/** "4 gwiazdki" or, for hotels, "4/5". */
function cardStars(card: RawReviewCard): number | null {
  const text = card.starsLabel ?? /^\s*([1-5])\/5\s*$/.exec(card.score ?? '')?.[1] ?? '';
  const stars = Number(/^\s*([1-5])(?!\d)/.exec(text)?.[1]);
  return Number.isInteger(stars) ? stars : null;
}

function photoOfStyle(style: string): ReviewPhoto | null {
  const link = linkOf(/url\("?(https:[^")]+)/.exec(style)?.[1] ?? null);
  return link === null ? null : photoOf(link);
}

const linkOf = (text: string | null): string | null => url.safeParse(text).data ?? null;

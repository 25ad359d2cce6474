import { isFalling } from '../../core/reviews/list-order.js';
import type { Known, SeenList, SeenReview } from './known.js';
import { isSamePlace } from './place-state.js';
import type { Row } from './schema.js';

// Which reviews need a proof of their own. The list only nominates; the proof decides.

interface Look {
  /** When the list was read, in milliseconds since 1970. */
  readonly at: number;
  /** Null = no list was read. */
  readonly list: SeenList | null;
  /** The reviews of the list, in its order. */
  readonly reviews: readonly Pick<SeenReview, 'id' | 'publishedAt' | 'editedAt'>[];
  /** The provider is proven to show no such place. */
  readonly isGone: boolean;
}

export interface Nominated {
  readonly review: Row<'review'>;
  /** The list went past the date of the review without it, or is complete, or the place is gone. */
  readonly isPassed: boolean;
}

/** A review is nominated if this many lists did not show it, whatever they cover. */
const UNSEEN_LISTS = 3;
/** Checks come a little sooner or later than their interval. */
const EARLY = 0.75;
/** The longest time between two proofs of a review is this many intervals. */
const MAX_WAIT = 64;
/** Of the reviews that are missed for the first time, this many times the usual number of proofs is made at once… */
const FIRST_TIMES = 5;
/** …or half of them, up to this many times the usual number. */
const MAX_TIMES = 30;

/**
 * The reviews that a check did not see and that need a proof of their own, in the order of their turns: reviews that
 * became missing last come first, then reviews whose last proof is the oldest. A review that its own page showed, but
 * no list since then, waits 1, 2, 4 … intervals. A list whose reviews the provider withholds nominates nothing.
 */
export function nominate({ watch, place, reviews: known }: Known, look: Look): Nominated[] {
  const { at, list, isGone } = look;
  const isOfPlace = isSamePlace(place?.placeId ?? null, list?.placeId ?? null);
  if (watch.kind !== 'place' || (!isGone && !(isOfPlace && isRead(list)))) return [];
  const seen = new Set(look.reviews.map(({ id }) => id));
  const reach = isGone || list?.complete === true ? Number.NEGATIVE_INFINITY : reachOf(look);
  const unseenSince = place?.looks.at(1 - UNSEEN_LISTS) ?? Number.NEGATIVE_INFINITY;
  const interval = watch.interval_minutes * 60_000;
  const isPassed = ({ published_at: published }: Row<'review'>) =>
    reach === Number.NEGATIVE_INFINITY || (reach !== null && (published ?? 0) > reach);
  const isDue = ({ proofs, last_proof_at: last }: Row<'review'>) =>
    proofs === 0 ||
    Math.abs(at - (last ?? 0)) >= interval * (Math.min(MAX_WAIT, 2 ** (proofs - 1)) - 1 + EARLY);
  const isNominated = (review: Row<'review'>) => {
    if (review.status === 'missing') return true;
    const isOutside = !isPassed(review);
    // A list that was read would show it again.
    if (review.status === 'not_visible') return (isOutside || (list?.unread ?? 0) > 0) && isDue(review);
    const seenAt = review.last_seen_at ?? 0;
    // A time in the future was written before the clock was set back.
    const isUnseen = seenAt < unseenSince || seenAt > at;
    return (!isOutside || isUnseen) && isDue(review);
  };
  return [...known.values()]
    .filter((review) => !seen.has(review.review_id) && isNominated(review))
    .map((review) => ({ review, isPassed: isPassed(review) }))
    .sort((one, other) => turnOf(one, at) - turnOf(other, at));
}

/** Whether a list was read, at least in part. */
export function isRead(list: SeenList | null): boolean {
  return list !== null && list.stopReason !== 'withheld' && (list.complete || list.read > 0);
}

/** The reviews of which a check makes proofs. `usual`: how many proofs a check makes. */
export function chosen(nominated: readonly Nominated[], usual: number): Row<'review'>[] {
  const fresh = nominated.filter(isFresh).length;
  const half = Math.min(Math.ceil(fresh / 2), usual * MAX_TIMES);
  const count = Math.max(usual, Math.min(fresh, usual * FIRST_TIMES), half);
  return nominated.slice(0, count).map(({ review }) => review);
}

/** Whether no proof of a passed review was tried since it is missing. */
function isFresh({ review, isPassed }: Nominated): boolean {
  const { status, proofs, first_missed_at: missed, last_proof_at: tried } = review;
  return isPassed && status !== 'not_visible' && proofs === 0 && (tried ?? 0) < (missed ?? 1);
}

/** The lower, the sooner is the turn. Times of fresh reviews are negative: the newest come first. */
function turnOf(one: Nominated, at: number): number {
  const { first_missed_at: missed, last_proof_at: tried } = one.review;
  return isFresh(one) ? -(missed ?? at) : (tried ?? 0);
}

/**
 * The date down to which a list was read that is sorted by date, in seconds since 1970; null = another order: five reviews
 * may fall by chance, and a limited view shows no list. An edited review may stand where its last change belongs.
 */
function reachOf({ list, reviews }: Look): number | null {
  const dated = reviews.filter(({ publishedAt }) => publishedAt !== null);
  const first = dated.map((one) => one.publishedAt ?? 0);
  const last = dated.map((one) => one.editedAt ?? one.publishedAt ?? 0);
  const isSorted = isFalling(first, 0) || isFalling(last, 0);
  return isSorted && list?.stopReason !== 'limited_view' ? (last.at(-1) ?? null) : null;
}

import { AppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { ReviewsPage } from '../provider/pages/reviews-page.js';

/**
 * What one visit of a place page came to. `list`: there are reviews to read. `none`: the page answered normally and
 * in full, and there are no reviews. `no_place`: no such place. `unlisted`: nothing can be said.
 */
export type Finding = 'list' | 'none' | 'no_place' | 'unlisted';

/** `cid`: the CID the place must have when nothing else is known of it; null = it is known already. */
export function findingOf(opened: ReviewsPage | null, cid: string | null): Finding {
  if (opened === null) return 'no_place';
  const { reading, reviewsTab, inlineRecords, doubts } = opened;
  const { featureId, reviewCount } = reading.place;
  if (cid !== null && cidOfFeature(featureId) !== cid) return 'no_place';
  if (doubts.length === 0 && (reviewCount === null || reviewCount === 0)) return 'none';
  const expectsReviews = reviewCount !== 0 || inlineRecords.length > 0;
  return reviewsTab >= 0 && expectsReviews ? 'list' : 'unlisted';
}

/** True when a reload in the same tab may show more: the first load of a new context may be cut (places.md §6, §9). */
export function isWorthReloading(opened: ReviewsPage | null, cid: string | null): boolean {
  const finding = findingOf(opened, cid);
  if (finding === 'unlisted' || finding === 'no_place') return true;
  return opened?.reading.place.reviewCount === null;
}

/** The better of two loads in one tab; what raised doubts in the first is not forgotten. */
export function betterLoad(
  first: ReviewsPage | null,
  second: ReviewsPage | null,
  cid: string | null,
): ReviewsPage | null {
  if (first === null || second === null) {
    const only = first ?? second;
    return only && { ...only, doubts: [...only.doubts, 'one of two loads showed no such place'] };
  }
  if (findingOf(first, cid) === 'list' && findingOf(second, cid) !== 'list') return first;
  return { ...second, doubts: [...first.doubts, ...second.doubts] };
}

/** A page that neither counts reviews nor says that it has none can be distinguished from a limited view by a control only. */
export function saysNone({ reading }: ReviewsPage): boolean {
  return reading.place.reviewCount === 0;
}

/** The error for a place whose reviews are not listed and not known to be none. */
export function noList(doubts: readonly string[]): AppError {
  return new AppError(
    'provider_unavailable',
    'The map provider shows no list of reviews of this place at the moment. Try again later.',
    { cause: doubts.join('; ') || 'two visits do not agree', retryAfterSeconds: 30 },
  );
}

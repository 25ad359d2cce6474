import type { FeatureId } from '../identifiers/feature-id.js';
import type { Coordinates } from '../identifiers/place-marks.js';
import type { ReviewIdentity } from '../identifiers/review-url.js';

export type ProviderUrls = ReturnType<typeof createProviderUrls>;

/** The language and the region that the provider is asked for, its own `hl` and `gl` parameters. */
export const LOCALE = { language: 'pl', region: 'pl' } as const;

const BASE = 'https://www.google.com';

/** A link to a place, made from its CID: places.md §2. */
export const placeLink = (cid: string) => `${BASE}/maps?cid=${cid}`;

/** A link to a review, made from its id and the CID of its place: reviews.md §5. */
export function reviewLink(reviewId: string, placeCid: string): string {
  return `${BASE}/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${reviewId}!2m1!1s${halfFeature(placeCid)}`;
}

/**
 * Every address that a proof loads of a review: of its own id, else of its author, at its place. Nothing else makes an
 * address differ (verdicts.md, rule 5). Null = an id is not known.
 */
export function reviewAddress({ reviewId, authorId, cid }: ReviewIdentity): string | null {
  if (cid === null) return null;
  if (reviewId !== null) return reviewLink(reviewId, cid);
  if (authorId === null) return null;
  return `${BASE}/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${authorId}!2s${halfFeature(cid)}`;
}

export interface ReviewPageTarget extends ReviewIdentity {
  readonly url: string;
}

/** The page of a review or of a control, by its ids alone; null = an id that its address needs is not known. */
export function reviewTarget(ids: ReviewIdentity, urls: ProviderUrls): ReviewPageTarget | null {
  const { reviewId, authorId, cid } = ids;
  const address = reviewAddress(ids);
  const author = reviewId === null ? authorId : null;
  return address === null ? null : { reviewId, authorId: author, cid, url: urls.review(address) };
}

/** The feature id of a place of which only the CID is known. */
export function halfFeature(cid: string): string {
  return `0x0:0x${BigInt(cid).toString(16)}`;
}

/** Builds the provider's real URLs, as in places.md §2. */
export function createProviderUrls() {
  const locale = `hl=${LOCALE.language}&gl=${LOCALE.region}`;
  return {
    place: (placeId: string) => `${BASE}/maps/place/?q=place_id:${placeId}&${locale}`,
    /** The list of a place's reviews, opened directly. */
    reviews: (featureId: FeatureId) => `${BASE}/maps/place//data=!4m4!3m3!1s${featureId}!9m1!1b1?${locale}`,
    cid: (cid: string) => `${placeLink(cid)}&${locale}`,
    /** The address of a review's page; `page` has no query. */
    review: (page: string) => `${page}?${locale}`,
    /** `near` prefers places around that point. */
    search: (text: string, near: Coordinates | null) =>
      near === null
        ? `${BASE}/maps/search/?api=1&query=${encodeURIComponent(text)}&${locale}`
        : `${BASE}/maps/search/${encodeURIComponent(text)}/@${near.lat.toFixed(6)},${near.lng.toFixed(6)},17z?${locale}`,
  };
}

import type { FeatureId } from '../identifiers/feature-id.js';
import type { Coordinates } from '../identifiers/place-marks.js';

/** The provider's interface language and region, as its own `hl` and `gl` parameters. */
export interface ProviderLocale {
  readonly language: string;
  readonly region: string;
}

/** Builds the provider's real URLs, as in places.md §2. */
export interface ProviderUrls {
  place(placeId: string): string;
  cid(cid: string): string;
  /** The list of a place's reviews, opened directly. */
  reviews(featureId: FeatureId): string;
  /** `near` prefers places around that point. */
  search(text: string, near: Coordinates | null): string;
  /** The address of a review's page; `page` has no query. */
  review(page: string): string;
}

const BASE = 'https://www.google.com';

export function createProviderUrls({ language, region }: ProviderLocale): ProviderUrls {
  const locale = `hl=${language}&gl=${region}`;
  return {
    place: (placeId) => `${BASE}/maps/place/?q=place_id:${placeId}&${locale}`,
    reviews: (featureId) => `${BASE}/maps/place//data=!4m4!3m3!1s${featureId}!9m1!1b1?${locale}`,
    cid: (cid) => `${BASE}/maps?cid=${cid}&${locale}`,
    review: (page) => `${page}?${locale}`,
    search: (text, near) =>
      near === null
        ? `${BASE}/maps/search/?api=1&query=${encodeURIComponent(text)}&${locale}`
        : `${BASE}/maps/search/${encodeURIComponent(text)}/@${near.lat.toFixed(6)},${near.lng.toFixed(6)},17z?${locale}`,
  };
}

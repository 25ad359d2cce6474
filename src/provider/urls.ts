import type { FeatureId } from '../identifiers/feature-id.js';
import type { Coordinates } from '../identifiers/place-marks.js';

/** The provider's interface language and region, as its own `hl` and `gl` parameters. */
export interface ProviderLocale {
  readonly language: string;
  readonly region: string;
}

/** Builds the provider's true URLs. Forms: places.md §2. */
export interface ProviderUrls {
  place(placeId: string): string;
  cid(cid: string): string;
  /** The list of a place's reviews, opened directly. */
  reviews(featureId: FeatureId): string;
  /** `near` asks for the places around that point first. */
  search(text: string, near: Coordinates | null): string;
  /** A review's page, given without a query. */
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

import type { NoticeKind } from '../contract/notices.js';
import type { PlaceFacts, PlaceText } from '../contract/place-fields.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import type { PlaceMarks, SearchCandidate } from '../identifiers/place-marks.js';
import type { Origins } from '../provider/origins.js';

/** How many reviews gave one to five stars, ascending: [1 star, …, 5 stars]. */
export type StarCounts = readonly [number, number, number, number, number];

/** What is known about a place: its texts, and the following. Null = the provider's page did not say. */
export interface Place extends Pick<PlaceFacts, PlaceText> {
  /** Lower-case `0x<hi>:0x<lo>`, not zero-padded. */
  readonly featureId: FeatureId;
  /** 1 to 5. */
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** Their sum equals `reviewCount` whenever both are known. */
  readonly stars: StarCounts | null;
}

/** What the provider says about a place or its reviews. places.md §10 */
export interface Notice {
  readonly kind: NoticeKind;
  /** The words of the provider on one line; empty where it sets a flag and says nothing. */
  readonly text: string;
  /** How many reviews the provider counts, both ends included; null = it names no number, or no upper end. */
  readonly min: number | null;
  readonly max: number | null;
}

/** A place as one page load gave it. */
export interface PlaceReading {
  readonly place: Place;
  /** Names of the fields that are null. */
  readonly missing: readonly string[];
  /** Empty = none was seen, which proves nothing: a limited view shows none. */
  readonly notices: readonly Notice[];
  /** True when review statistics are missing although the provider may hold them: limited view or truncation. */
  readonly degraded: boolean;
  /** It rests on the page's own data, not on what is shown alone. */
  readonly fromPayload: boolean;
  /** What distinguishes it from other places of its name. */
  readonly marks: PlaceMarks;
  /** The page bore the marker of a limited view. places.md §9. */
  readonly limitedView: boolean;
  /** Payloads of other places that came with the page and were dropped. */
  readonly foreignPayloads: number;
  /** Where each field of `place` was found. A feature id that only an address names was found nowhere. */
  readonly origins: Origins;
  /** All places of the search answer it was found in; absent where there was none. Not part of what is kept. */
  readonly candidates?: readonly SearchCandidate[] | undefined;
}

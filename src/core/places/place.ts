import type { FeatureId } from '../identifiers/feature-id.js';
import type { PlaceMarks, SearchCandidate } from '../identifiers/place-marks.js';
import type { NoticeKind } from '../published/notices.js';
import type { PlaceFacts, PlaceText } from '../published/place-fields.js';

/** How many reviews gave one to five stars, ascending: [1 star, …, 5 stars]. */
export type StarCounts = readonly [number, number, number, number, number];

/** The known facts about a place: its texts, and the following fields. Null = the provider's page did not show it. */
export interface Place extends Pick<PlaceFacts, PlaceText> {
  /** Lower-case `0x<hi>:0x<lo>`, not zero-padded. */
  readonly featureId: FeatureId;
  /** 1 to 5. */
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** Their sum equals `reviewCount` whenever both are known. */
  readonly stars: StarCounts | null;
}

/** A notice of the provider about a place or its reviews. places.md §10 */
export interface Notice {
  readonly kind: NoticeKind;
  /** The provider's words on one line; empty if the provider only sets a flag. */
  readonly text: string;
  /** The number of reviews in the notice, both ends included; null = the notice names no number, or no upper end. */
  readonly min: number | null;
  readonly max: number | null;
}

export interface SeenNotice extends Notice {
  /** When a page showed it, in milliseconds since 1970. */
  readonly seenAt: number;
}

/** What was read of a place. */
export interface PlaceReading {
  readonly place: Place;
  /** Names of the fields that are null. */
  readonly missing: readonly string[];
  /** Empty proves nothing: a limited view shows no notices. */
  readonly notices: readonly SeenNotice[];
  /** True when review statistics are missing although the provider may hold them: limited view or truncation. */
  readonly degraded: boolean;
  /** True if the place comes from the page's own data, not from the rendered panel alone. */
  readonly fromPayload: boolean;
  /** Marks that distinguish the place from others of the same name. */
  readonly marks: PlaceMarks;
  /** The page had the marker of a limited view. places.md §9. */
  readonly limitedView: boolean;
  /** The number of dropped payloads of other places. */
  readonly foreignPayloads: number;
  /** The records of the reviews that came with the place. Answers and caches do not keep them. */
  readonly inlineRecords: readonly unknown[];
  /** The ids of these reviews, and of their authors. Caches do not keep them. */
  readonly reviewIds: readonly string[];
  /** All places of the search answer that contained the place; absent without a search, and in an answer. */
  readonly candidates?: readonly SearchCandidate[] | undefined;
}

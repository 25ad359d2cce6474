import type { Notice } from '../../core/places/place.js';
import type { VisibilityReason } from '../../core/published/lines.js';
import type { ReviewsSummary } from '../../core/reviews/list-reviews.js';
import type { PlaceState, SeenPlace } from './place-state.js';
import type { Row } from './schema.js';

// What is known about a subject before a check, and what a check found.

/** A review that a check saw. Null = unknown. */
export interface SeenReview {
  readonly id: string;
  /** The link of the review, without its query. */
  readonly url: string | null;
  readonly authorKey: string | null;
  /** True if the place's count certainly includes the review: then a complete list holds it. */
  readonly isOwn: boolean;
  readonly stars: number | null;
  /** "" = the review has no text. */
  readonly text: string | null;
  readonly photos: number | null;
  /** Null = the review has no reply; undefined = unknown. */
  readonly reply: string | null | undefined;
  readonly author: string | null;
  readonly dateText: string | null;
  /** Seconds since 1970. */
  readonly publishedAt: number | null;
  /** When the author changed the review last, in seconds since 1970; null = never, or unknown. */
  readonly editedAt: number | null;
}

/** How the reading of a list ended. `total`: the place's own count. */
export type SeenList = Omit<ReviewsSummary, 'returned' | 'pagesFetched' | 'notices'>;

/** What one check of a subject found. */
export interface CheckResult {
  /** When the check ended, in milliseconds since 1970. */
  readonly at: number;
  readonly loads: number;
  /** Error code of a step that failed, or why a verdict does not count; null = every step was answered. */
  readonly trouble: string | null;
  /** True if the provider was proven to show no such place. */
  readonly isGone?: boolean;
  /** Null = the place was not read. */
  readonly place: SeenPlace | null;
  /** Null = no list was read. */
  readonly list: SeenList | null;
  /** The reviews of the list, in its order, or the watched review. */
  readonly reviews: readonly SeenReview[];
  /** Notices of the place of a single review; absent = the notices of `place`. */
  readonly notices?: readonly Notice[];
  /** Verdicts of single reviews, by review id; null = the review was checked without a verdict. */
  readonly verdicts: ReadonlyMap<string, VisibilityReason | null>;
  /** Reviews of `verdicts` as their own pages show them. */
  readonly pages?: readonly SeenReview[];
}

/** What is known about a subject before a check. */
export interface Known {
  readonly watch: Row<'watch'>;
  readonly place: PlaceState | null;
  readonly reviews: ReadonlyMap<string, Row<'review'>>;
  /** The newest time of the reviews that retention deleted; null = it deleted none. */
  readonly deletedUntil: number | null;
}

import type { PathTable } from '../rule-set.js';

/** `P`'s fields in the answer of /maps/preview/place. places.md §6, recorded in 5 of 5 payloads. */
export const placePayload = {
  featureId: [[10]],
  name: [[11]],
  address: [[39]],
  addressLines: [[2]],
  mid: [[89]],
  lat: [[9, 2]],
  lng: [[9, 3]],
  category: [[13, 0]],
  rating: [[4, 7]],
  reviewCount: [[4, 8]],
  /** Ascending: one star first. */
  stars: [[175, 3]],
  /** 1 for a place that is closed for good. Reported by one project; null in all recordings, all of open places. */
  closedFlag: [[23]],
  /**
   * In words whether it is open, or closed for good or for a time; [203, 1, 8, 0] is the short form. Reported; all
   * recorded for places that are open or open again.
   */
  openingStatus: [
    [203, 1, 4, 0],
    [203, 1, 8, 0],
    [34, 4, 4],
  ],
  /** The same as a number, in all languages. */
  openingCode: [[203, 1, 2]],
  /** What the provider says about the place's reviews. places.md §10 */
  notices: [[241, 0]],
} as const satisfies PathTable;

/** One of `P`'s notices. places.md §10 */
export const placeNotice = {
  kind: [[0]],
  detail: [[1, 0]],
  title: [[1, 1]],
  short: [[1, 3]],
} as const satisfies PathTable;

/** In `P`: what people wrote, snippets of reviews, the owner's description and reviews. places.md §6, §10 */
export const writtenByPeople = {
  texts: [[31], [154], [175]],
} as const satisfies PathTable;

/** Where `P` itself stands in that answer, and in `P` the first records of its reviews. places.md §6. */
export const placeAnswer = {
  place: [[6]],
} as const satisfies PathTable;

/** In `P`: the first review records, each in a list of its own, and the token of those that follow. places.md §6. */
export const inlineReviews = {
  list: [[175, 9, 0, 0]],
  /** In an item of the list. */
  record: [[0]],
  token: [[175, 9, 0, 6]],
  /** Three short reviews, also where the list is absent: author at [8], stars at [9], id at [10]. They are not read. */
  snippets: [[31, 1]],
} as const satisfies PathTable;

/** `S`, the state in the document. places.md §5. The name beside the feature id may be the query: it is never read. */
export const embeddedState = {
  featureId: [[5, 3, 2, 0]],
  mid: [[5, 3, 2, 15]],
  lat: [[5, 3, 2, 7, 2]],
  lng: [[5, 3, 2, 7, 3]],
  /** What holds guarded bodies, itself or in the arrays in it. */
  bodies: [[3]],
} as const satisfies PathTable;

/**
 * Guarded bodies in `S[3]`, or in any array it holds: [6] (V1: the place payload), [5] (V2: an echo of the request,
 * no place) and [2] (a search answer). places.md §5, §7. All entries are tried.
 */
export const inlineBodies = {
  place: [[6], [5]],
  search: [[2]],
} as const satisfies PathTable;

/** One result is a place array with the paths of the place payload. places.md §7. */
export const searchResult = {
  featureId: [[10]],
  name: [[11]],
  address: [[39]],
  rating: [[4, 7]],
  mid: [[89]],
  lat: [[9, 2]],
  lng: [[9, 3]],
} as const satisfies PathTable;

/** Where results stand: 2025 `D[64][i][1]` (advertisements have no [1]). places.md §7. */
export const searchSince2025 = {
  list: [[64]],
  place: [[1]],
} as const satisfies PathTable;

/** And `D[0][1][i][14]`, i >= 1, with slot 64 null: in 2024, and still in July 2026. */
export const searchBefore2025 = {
  list: [[0, 1]],
  place: [[14]],
} as const satisfies PathTable;

import type { PathTable } from '../rule-set.js';

/** `r`, one review record. reviews.md §3, 24 real records of 2026. */
export const reviewRecord = {
  id: [[0]],
  placeCidHex: [[1, 0]],
  createdUs: [[1, 2]],
  /** Of the last change; equal when the review was not edited. */
  editedUs: [[1, 3]],
  dateText: [[1, 6]],
  source: [[1, 13, 0]],
  stars: [[2, 0, 0]],
  /** What holds the stars: something there without stars that can be read is a contradiction, never "no stars". */
  starsPart: [[2, 0]],
  /** Of a partner's review, in a scale of its own. */
  score: [[2, 8, 1]],
  language: [[2, 14, 0]],
  /** Absent = the review has no text; what is there and cannot be read is unknown. The same for photos and likes. */
  text: [[2, 15, 0, 0]],
  photos: [[2, 2]],
  likes: [
    [4, 6, 1, 0, 1],
    [4, 1],
  ],
  ownerReplyMark: [[3, 1]],
  ownerReplyDateText: [[3, 3]],
  ownerReplyText: [[3, 14, 0, 0]],
  url: [[4, 3, 0]],
  reportUrl: [[4, 4, 0]],
  /** The author: records since 2024-10, and those of 2023 to mid-2024. */
  authorSince2024: [[1, 4, 5]],
  authorBefore2024: [[1, 4, 0]],
} as const satisfies PathTable;

/** In one picture of a record. */
export const reviewPhoto = {
  url: [[1, 6, 0]],
} as const satisfies PathTable;

/** In `authorSince2024`. */
export const authorSince2024 = {
  name: [[0]],
  avatarUrl: [[1]],
  profileUrl: [[2, 0]],
  id: [[3]],
  totalReviews: [[5]],
  totalPhotos: [[6]],
  isLocalGuide: [[8, 0]],
  localGuideLevel: [[8, 1]],
  badgeText: [[10, 0]],
} as const satisfies PathTable;

/** In `authorBefore2024`. */
export const authorBefore2024 = {
  name: [[4]],
  avatarUrl: [[3]],
  profileUrl: [[5]],
  id: [[13]],
  totalReviews: [[1]],
  totalPhotos: [[2]],
  isLocalGuide: [[0, 2]],
  localGuideLevel: [[0, 0]],
  badgeText: [[12, 0]],
} as const satisfies PathTable;

/** An entry of a reviews answer, `["wrb.fr", id, payload, …]`. reviews.md §2. */
export const reviewsFrame = {
  id: [[1]],
  payload: [[2]],
} as const satisfies PathTable;

/** Its payload `[null, token, [[r], …], null, null, end]`. reviews.md §2. */
export const reviewsPayload = {
  token: [[1]],
  records: [[2]],
  /** In an item of the records. */
  record: [[0]],
  end: [[5]],
} as const satisfies PathTable;

/** The answer to the data request of a single review's page. reviews.md §6. */
export const reviewAnswer = {
  record: [[7]],
} as const satisfies PathTable;

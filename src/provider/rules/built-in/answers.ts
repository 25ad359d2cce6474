import type { TextTable } from '../rule-set.js';

/** The names the provider gives the request for a batch of reviews, in its address and in the answer. reviews.md §2. */
export const frameIds = {
  reviews: ['qv9Egd', '/MapsUgcPostService.ListUgcPosts'],
} as const satisfies TextTable;

/** Data requests of a page: a path, and where that is not enough `?name=value` of its query. places.md §5, §7, reviews.md §1, §6. */
export const requests = {
  place: ['/maps/preview/place'],
  search: ['/search?tbm=map'],
  review: ['/maps/timeline/_rpc/pc'],
  /** The only live request that carries reviews. It is never sent by us. Other calls use it as well. */
  reviews: ['/data/batchexecute'],
} as const satisfies TextTable;

/** Texts that surround data. */
export const marks = {
  /** The guard the provider puts before JSON so that it cannot be run as a script. places.md §5, §6. */
  jsonGuard: [")]}'"],
  /** What stands before and after the state in a document. places.md §5, 18 of 18 recordings. */
  stateStart: ['window.APP_INITIALIZATION_STATE='],
  stateEnd: [';window.APP_FLAGS='],
} as const satisfies TextTable;

import type { ListState } from './store.js';

/** How much of a list was read. */
export interface Coverage {
  readonly read: number;
  /** The place's own number of reviews; null when it is unknown, or no more than what was read. */
  readonly total: number | null;
}

/** Null when the whole list was read. */
export function coverageOf({ read: received, total, ending }: ListState): Coverage | null {
  const summary = ending?.kind === 'summary' ? ending.summary : null;
  if (summary?.complete === true) return null;
  const known = summary?.total_reviews ?? total;
  // Compared with the place's number are only the reviews that it covers.
  const read = summary?.total_reviews == null ? received : summary.reviews_read;
  return { read, total: known !== null && known > read ? known : null };
}

import type { ListState } from './store.js';

/** How much of a list was read. */
export interface Coverage {
  readonly read: number;
  /** The number of reviews the place gives; null when it is unknown or not larger than `read`. */
  readonly total: number | null;
}

/** Null when the whole list was read. */
export function coverageOf({ read: received, total, ending }: ListState): Coverage | null {
  const summary = ending?.kind === 'summary' ? ending.summary : null;
  if (summary?.complete === true) return null;
  const known = summary?.total_reviews ?? total;
  // The number of the place does not count reviews of partners.
  const read = summary?.total_reviews == null ? received : summary.reviews_read;
  return { read, total: known !== null && known > read ? known : null };
}

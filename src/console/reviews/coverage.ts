import type { Reading } from './store.js';

/** How much of a list was read. */
export interface Coverage {
  readonly read: number;
  /** The place's own number of reviews; null when it is unknown, or no more than what was read. */
  readonly total: number | null;
}

/** Null when the whole list was read. */
export function coverageOf({ read, total, ending }: Reading): Coverage | null {
  const summary = ending?.kind === 'summary' ? ending.summary : null;
  if (summary?.complete === true) return null;
  const known = summary?.total_reviews ?? total;
  return { read, total: known !== null && known > read ? known : null };
}

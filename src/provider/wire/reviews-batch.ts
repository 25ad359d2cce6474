import { parseGuarded } from './envelope.js';
import { jsonArraysIn } from './json-arrays.js';
import { valueAt } from './path-table.js';

/** One answer of the page's own reviews request. */
export interface ReviewsBatch {
  /** Raw records, in the list's order. */
  readonly records: readonly unknown[];
  /** More can be asked for. */
  readonly hasNext: boolean;
}

/** Both names the provider gives the request. reviews.md §2. */
const RPC_IDS: ReadonlySet<unknown> = new Set(['qv9Egd', '/MapsUgcPostService.ListUgcPosts']);

/**
 * Reads the frames of a reviews answer; null when none of them is one. A blocked or expired request is
 * answered 200 with an empty batch, as is the genuine end: only the place's own count tells them apart.
 */
export function readReviewsBatch(body: string): ReviewsBatch | null {
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  const own = entries.filter((item) => RPC_IDS.has(valueAt(item, [1])));
  if (own.length === 0) return null;
  const payloads = own.map((entry) => {
    const packed = valueAt(entry, [2]);
    return typeof packed === 'string' ? parseGuarded(packed) : null;
  });
  return {
    records: payloads.flatMap((payload) => {
      const records = valueAt(payload, [2]);
      return Array.isArray(records) ? records.map((item) => valueAt(item, [0])) : [];
    }),
    hasNext: typeof valueAt(payloads.at(-1), [1]) === 'string',
  };
}

/** The first records of a place, inlined with its payload `P`. places.md §6. */
export function inlineReviewRecords(place: readonly unknown[]): readonly unknown[] {
  const items = valueAt(place, [175, 9, 0, 0]);
  return Array.isArray(items) ? items.map((item) => valueAt(item, [0])) : [];
}

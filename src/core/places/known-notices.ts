import { LRUCache } from 'lru-cache';
import { mergeNotices } from './extractors/extract-notices.js';
import type { SeenNotice } from './place.js';

const MAX_PLACES = 2_000;
const REMEMBERED_MS = 24 * 3_600_000;

export type KnownNotices = ReturnType<typeof createKnownNotices>;

/**
 * The notices of places that this process read recently: the page of a single review shows no notices. `now`:
 * milliseconds since 1970, by the system clock: the monotonic clock stands still while the machine sleeps.
 */
export function createKnownNotices(now: () => number = Date.now) {
  const places = new LRUCache<string, readonly SeenNotice[]>({ max: MAX_PLACES });
  /** The last notice of each kind within 24 hours, the latest page first. An empty list proves nothing. */
  const of = (cid: string | null): readonly SeenNotice[] =>
    (cid === null ? [] : (places.get(cid) ?? [])).filter(({ seenAt }) => now() - seenAt < REMEMBERED_MS);
  return {
    of,
    /** Remembers the notices that a page just showed. `cid`: decimal, null = unknown. */
    note: (cid: string | null, seen: readonly SeenNotice[]): void => {
      if (cid !== null && seen.length > 0) places.set(cid, mergeNotices(seen, of(cid)));
    },
  };
}

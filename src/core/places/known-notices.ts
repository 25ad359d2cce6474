import { LRUCache } from 'lru-cache';
import { mergeNotices } from './extractors/extract-notices.js';
import type { Notice, PlaceReading } from './place.js';

export interface SeenNotice extends Notice {
  /** Milliseconds since 1970. A reading from a cache keeps the time of its page. */
  readonly seenAt: number;
}

/** A reading whose notices say when they were seen. */
export interface DatedReading extends Omit<PlaceReading, 'notices' | 'candidates' | 'inlineRecords'> {
  readonly notices: readonly SeenNotice[];
}

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
    /** Remembers the notices that a page just showed and returns them with the time. `cid`: decimal, null = unknown. */
    note: (cid: string | null, notices: readonly Notice[]): readonly SeenNotice[] => {
      const seen = notices.map((notice) => ({ ...notice, seenAt: now() }));
      if (cid !== null && seen.length > 0) places.set(cid, mergeNotices(seen, of(cid)));
      return seen;
    },
  };
}

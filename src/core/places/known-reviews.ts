import { LRUCache } from 'lru-cache';
import { AppError, isAppError, NO_RESULTS, PROVIDER_UNAVAILABLE } from '../errors.js';
import type { ReviewIdentity } from '../identifiers/review-url.js';
import { message } from '../texts/messages.js';

interface ReadReview {
  readonly id: string;
  readonly author: { readonly id: string | null };
  readonly placeCid: string | null;
  readonly publishedAt: number | null;
}

/** The last sighting of a review by any part of the service. */
interface Seen extends Pick<ReviewIdentity, 'reviewId' | 'cid'> {
  /** By the monotonic clock, in milliseconds; negative infinity = a later list of its place passed it. */
  readonly at: number;
  /** When it was first published, in seconds since 1970; null = unknown. */
  readonly date: number | null;
}

/** Each review has two keys. */
const MAX_KEYS = 50_000;
const MAX_PLACES = 10_000;
const REMEMBERED_MS = 24 * 3_600_000;
/** How long a sighting forbids a negative answer, in milliseconds. */
const FORBIDS_MS = 3_600_000;

export type KnownReviews = ReturnType<typeof createKnownReviews>;

/** The reviews that this process saw within 24 hours (docs/provider/verdicts.md, rule 3). */
export function createKnownReviews() {
  /** By the id of the review, and by author and place. */
  const seen = new LRUCache<string, Seen>({
    ...{ max: MAX_KEYS, ttl: REMEMBERED_MS },
    dispose: (one, _key, reason) => {
      if (reason !== 'evict' || one.cid === null || one.at + FORBIDS_MS < performance.now()) return;
      const { at, date } = crowdedOut.get(one.cid) ?? one;
      const oldest = date === null || one.date === null ? null : Math.min(date, one.date);
      crowdedOut.set(one.cid, { at: Math.max(at, one.at), date: oldest });
    },
  });
  /** By CID: the last sighting of the reviews that made room for others, and the oldest of their dates. */
  const crowdedOut = new LRUCache<string, Pick<Seen, 'at' | 'date'>>({ max: MAX_PLACES, ttl: FORBIDS_MS });
  /** `date`: when the review was first published, in seconds since 1970; null = unknown. */
  const note = (identity: ReviewIdentity, date: number | null = null): void => {
    const { reviewId, cid } = identity;
    for (const key of keysOf(identity)) {
      const before = seen.get(key);
      const known = { reviewId: reviewId ?? before?.reviewId ?? null, date: date ?? before?.date ?? null };
      seen.set(key, { ...known, cid, at: performance.now() });
    }
  };
  /** The sighting that forbids a negative answer, and for how long it does; null = none. */
  const last = (
    identity: ReviewIdentity,
  ): { readonly date: number | null; readonly leftMs: number } | null => {
    const all = keysOf(identity).flatMap((key) => seen.get(key) ?? []);
    const [newest = crowdedOut.get(identity.cid ?? '')] = all.sort((one, other) => other.at - one.at);
    const leftMs = newest === undefined ? 0 : newest.at + FORBIDS_MS - performance.now();
    return newest === undefined || leftMs <= 0 ? null : { date: newest.date, leftMs };
  };
  return {
    note,
    last,
    noteReview: ({ id, author, placeCid, publishedAt }: ReadReview): void =>
      note({ reviewId: id, authorId: author.id, cid: placeCid }, publishedAt),
    /** The own id of a review that was seen within 24 hours; null = unknown. */
    reviewIdOf: (authorId: string, cid: string): string | null =>
      seen.get(`${authorId} ${cid}`)?.reviewId ?? null,
    /**
     * Ends the sightings before a list of their place that has read past their dates without them. `begunAt`: by the
     * monotonic clock. `reach`: the date down to which the list was read, in seconds since 1970; negative infinity =
     * the whole list.
     */
    notePassed: (cid: string, begunAt: number, reach: number): void => {
      const isPast = (date: number | null) => reach === Number.NEGATIVE_INFINITY || (date ?? reach) > reach;
      for (const [key, one] of [...seen])
        if (one.cid === cid && one.at < begunAt && isPast(one.date))
          seen.set(key, { ...one, at: Number.NEGATIVE_INFINITY });
      const others = crowdedOut.get(cid);
      if (others !== undefined && others.at < begunAt && isPast(others.date)) crowdedOut.delete(cid);
    },
    /**
     * Lists the place of a review that was seen in the last hour, down to its date, and throws unless the list ended
     * the sighting. @throws AppError any 503 code
     */
    assertNotSeenLately: async (
      identity: ReviewIdentity,
      readList: (cid: string, since: number) => Promise<unknown>,
    ): Promise<void> => {
      const date = last(identity)?.date ?? null;
      if (date !== null && identity.cid !== null)
        await readList(identity.cid, date).catch((error: unknown) => {
          // The place has no list: the sighting holds.
          if (!isAppError(error, NO_RESULTS)) throw error;
        });
      const still = last(identity);
      if (still === null) return;
      const retryAfterSeconds = Math.ceil(still.leftMs / 1_000);
      throw new AppError(PROVIDER_UNAVAILABLE, message('seenLately'), { retryAfterSeconds });
    },
    forget: (author: string): void => {
      for (const [key, { reviewId }] of [...seen])
        if (key.startsWith(`${author} `)) for (const one of [key, reviewId ?? key]) seen.delete(one);
    },
  };
}

function keysOf({ reviewId, authorId, cid }: ReviewIdentity): string[] {
  const byAuthor = authorId === null || cid === null ? [] : [`${authorId} ${cid}`];
  return reviewId === null ? byAuthor : [reviewId, ...byAuthor];
}

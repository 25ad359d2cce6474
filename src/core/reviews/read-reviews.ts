import type { Page } from 'playwright';
import { type AppError, CLIENT_GONE, DEADLINE_EXCEEDED, isAppError, providerBlocked } from '../errors.js';
import { pageFeatureId } from '../places/extractors/subject.js';
import type { DriftKind } from '../provider/faults.js';
import type { StopReason } from '../published/lines.js';
import { race, type Scope } from '../runtime/scope.js';
import { extractReview } from './extractors/extract-review.js';
import { extractCard } from './extractors/review-card.js';
import {
  hasEnough,
  judgeListEnd,
  type ListTally,
  type PlaceReviewsPage,
  type ReadingEnd,
} from './list-end.js';
import { isByDate, isFalling } from './list-order.js';
import { withReviewsTab } from './place-reviews-page.js';
import type { Review } from './review.js';
import { captureUnknownCards } from './review-cards.js';
import { MAX_BATCH, readReviewList } from './scroll-list.js';

export interface ReviewsRequest {
  /** `ChIJ…` or `0x…:0x…` as received. */
  readonly placeRef: string;
  readonly maxPages: number;
  readonly minStars: number | null;
  readonly maxStars: number | null;
  /** Only reviews written or changed since this moment, in seconds since 1970; null = all. */
  readonly since: number | null;
}

export type ReviewsEvent =
  | { readonly kind: 'review'; readonly review: Review }
  | {
      readonly kind: 'progress';
      readonly page: number;
      /** The provider's own reviews that were read: `total` counts only these. */
      readonly read: number;
      /** The place's own count; null when its page does not say. */
      readonly total: number | null;
    };

export type EmitReviews = (event: ReviewsEvent) => void | Promise<void>;

interface ReadOptions {
  readonly scope: Scope;
  readonly settleMs: number;
  /** Between two pages of this API, in milliseconds. */
  readonly pageDelayMs: number;
  /** Called after each page of this API; `read` counts the reviews read so far that the place's own count covers. */
  readonly onPage: (page: number, read: number) => void | Promise<void>;
  /** Called when a block page replaces the list; returns the error with the time to wait. */
  readonly onRefused: (blocked: AppError) => AppError;
  readonly onDrift: (kind: DriftKind, where: string) => void;
}

/**
 * Reads the reviews of an opened place page into the collector, until the list ends, the requested pages are full, or
 * an error stops it; `seen`: the page with its tab open. Once a review was read, only an abort by the client throws.
 */
export async function readReviews(
  page: Page,
  opened: PlaceReviewsPage,
  collector: ReviewCollector,
  options: ReadOptions,
): Promise<{ readonly reason: StopReason; readonly seen: PlaceReviewsPage }> {
  const { counts } = collector;
  try {
    const end = await readList(page, opened, collector, options);
    const refusal =
      end.kind === 'block_page' ? options.onRefused(providerBlocked({ cause: end.cause })) : null;
    if (end.kind === 'drift') options.onDrift('list_frame', end.what);
    const isFull = hasEnough(end);
    const isUnsorted = collector.isUnsorted();
    if (end.kind === 'unsorted' || (!isFull && isUnsorted)) await collector.takeRecords(opened.inlineRecords);
    if (!isFull) await takeUnreadCards(page, opened, collector, options);
    if (counts.unread > 0) options.onDrift('list_record', `${counts.unread} records without id or place`);
    if (refusal !== null && counts.read === 0) throw refusal;
    const seen = await race(options.scope.signal, withReviewsTab(page, opened));
    const reason = judgeListEnd(end, { ...counts, ...seen, isUnsorted });
    if (!isFull && counts.read % REVIEWS_PER_PAGE > 0) await options.onPage(collector.pages(), counts.own);
    return { reason, seen };
  } catch (error) {
    if (counts.read === 0 || isAppError(error, CLIENT_GONE)) throw error;
    options.scope.log.warn({ err: error, read: counts.read }, 'a review list was cut short');
    return { reason: isAppError(error, DEADLINE_EXCEEDED) ? 'deadline' : 'interrupted', seen: opened };
  }
}

async function readList(
  page: Page,
  opened: PlaceReviewsPage,
  collector: ReviewCollector,
  { scope, settleMs, pageDelayMs, onPage }: ReadOptions,
): Promise<ReadingEnd> {
  const { inlineRecords, reading } = opened;
  const total = reading.place.reviewCount;
  const { counts } = collector;
  // False near the end of a page of this API: there the list pauses, or ends.
  const wantsMore = () => REVIEWS_PER_PAGE - (counts.read % REVIEWS_PER_PAGE) > MAX_BATCH;
  const batches = readReviewList(page, opened, { scope, settleMs, wantsMore });
  try {
    for (let pages = 0; ; ) {
      const { value, done } = await batches.next();
      if (done) return value;
      const fitted = await collector.takeRecords(value.records);
      const isPageFull = Math.floor(counts.read / REVIEWS_PER_PAGE) > pages;
      if (isPageFull) {
        pages = collector.pages();
        await onPage(pages, counts.own);
      }
      if (collector.isPast(value.records, inlineRecords)) return { kind: 'since' };
      // When all reviews that the place counts are read, the next batch shows whether more exist.
      const mayBeOver = total !== null && counts.own >= total;
      if (!fitted || (!collector.hasRoom() && value.hasNext && !mayBeOver)) return { kind: 'max_pages' };
      if (isPageFull && value.hasNext)
        await race(scope.signal, new Promise((resolve) => setTimeout(resolve, pageDelayMs)));
    }
  } finally {
    await batches.return({ kind: 'end' });
  }
}

/**
 * Takes reviews that the page shows although no answer held them: a cross-check of the answers, and the fallback if
 * they cannot be read. A healthy page has no such review. Cards do not name their place: they count only while the page
 * and its list belong to the place.
 */
async function takeUnreadCards(
  page: Page,
  { reading }: PlaceReviewsPage,
  collector: ReviewCollector,
  { scope, onDrift }: ReadOptions,
): Promise<void> {
  const cards = await race(scope.signal, captureUnknownCards(page, collector.ids()));
  if (cards.length === 0) return;
  onDrift('list_card', `${cards.length} cards without a record`);
  const shownPlace = pageFeatureId({ url: page.url(), embedded: null });
  const isOther = shownPlace !== null && shownPlace !== reading.place.featureId;
  if (isOther || collector.foreign() > 0) {
    scope.log.warn({ cards: cards.length }, 'cards without a record, maybe of another place: left out');
    return;
  }
  scope.log.warn({ cards: cards.length }, 'cards without a record: taken from the page as shown');
  await collector.takeShown(cards.map(extractCard));
}

/** Reviews in one page of this API; the provider itself sends them ten at a time. */
const REVIEWS_PER_PAGE = 200;

export type ReviewCollector = ReturnType<typeof createReviewCollector>;
const SAMPLES = 3;

/**
 * Judges records, drops repeats and other places' reviews, filters by stars and date and hands the rest on. `cid`: the CID of
 * the requested place; null when it has no CID, then no record can belong to it. `note` receives all reviews read.
 * `starCounts`: how many reviews of the place have one to five stars; null = unknown.
 */
export function createReviewCollector(
  request: ReviewsRequest,
  cid: string | null,
  emit: EmitReviews,
  note: (review: Review) => void = () => undefined,
  starCounts: readonly number[] | null = null,
) {
  const [seen, authors, foreign] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const samples: Review[] = [];
  /** Dates and stars of the place's reviews in the order of the list. */
  const listed = { dates: [] as number[], stars: [] as number[] };
  let lastDate = Number.POSITIVE_INFINITY;
  const counts = { read: 0, own: 0, returned: 0, unread: 0 };
  const limit = request.maxPages * REVIEWS_PER_PAGE;
  /** True while another review fits into the requested pages. */
  const hasRoom = () => counts.read < limit;

  const add = async (review: Review): Promise<void> => {
    seen.add(review.id);
    authors.add(review.author.id ?? '');
    note(review);
    counts.read += 1;
    if (review.isPartner === false) counts.own += 1;
    if (!passes(review, request)) return;
    counts.returned += 1;
    await emit({ kind: 'review', review });
  };
  /** False when the review does not fit. */
  const take = async (review: Review): Promise<boolean> => {
    if (seen.has(review.id) || foreign.has(review.id)) return true;
    if (!hasRoom()) return false;
    await add(review);
    return true;
  };

  const reviewOf = createRecordReader();
  const datesOf = (reviews: readonly (Review | null)[]) =>
    reviews.flatMap((review) => (review?.placeCid === cid ? (latestDate(review) ?? []) : []));
  /** The dates of the reviews that came with the page of the place and are still unread. */
  const missedIn = (inlined: readonly unknown[]) =>
    datesOf(inlined.map(reviewOf).filter((review) => review !== null && !seen.has(review.id)));
  const isSorted = () => isByDate(listed.dates, listed.stars, starCounts);
  const isUnsorted = () => request.since !== null && !isFalling(listed.dates);

  return {
    hasRoom,
    isUnsorted,
    /** Takes records in order; false when the requested pages were full before all records were in. */
    takeRecords: async (records: readonly unknown[]): Promise<boolean> => {
      const reviews = records.map(reviewOf);
      for (const review of reviews) {
        if (review === null || review.placeCid === null) counts.unread += 1;
        else if (review.placeCid !== cid) foreign.add(review.id);
        else {
          const isNew = !seen.has(review.id);
          if (!(await take(review))) return false;
          if (isNew) listed.dates.push(...datesOf([review]));
          if (isNew && review.stars !== null) listed.stars.push(review.stars);
          const isSample = review.isPartner === false && review.stars !== null && review.url !== null;
          if (isNew && isSample && samples.length < SAMPLES) samples.push(review);
        }
      }
      const last = datesOf(reviews);
      if (last.length > 0) lastDate = Math.max(...last);
      return true;
    },
    /** Takes shown reviews, which name no place: one of each author (reviews.md §4). False as for `takeRecords`. */
    takeShown: async (reviews: readonly (Review | null)[]): Promise<boolean> => {
      for (const review of reviews)
        if (review !== null && !authors.has(review.author.id ?? '-') && !(await take(review))) return false;
      return true;
    },
    /**
     * Whether a list has passed the day that the request asks for: what was read shows that it is sorted by date, all
     * dated reviews of its last batch are older than that day, and no newer review that came with the page of the place
     * (`inlined`) is still unread. One older review alone may stand out of order.
     */
    isPast: (batch: readonly unknown[], inlined: readonly unknown[]): boolean => {
      const { since } = request;
      if (since === null || !isSorted()) return false;
      const batchDates = datesOf(batch.map(reviewOf));
      return batchDates.length > 0 && [...batchDates, ...missedIn(inlined)].every((at) => at < since);
    },
    /** The date down to which a sorted list was read without trouble, in seconds since 1970; infinity = not known. */
    reach: (reason: StopReason, inlined: readonly unknown[], troubles: readonly string[]): number => {
      if (reason === 'end') return Number.NEGATIVE_INFINITY;
      const isRead = ['since', 'max_pages'].includes(reason) && counts.unread === 0 && troubles.length === 0;
      const hasAll = isSorted() && missedIn(inlined).every((at) => at <= lastDate);
      return isRead && hasAll ? lastDate : Number.POSITIVE_INFINITY;
    },
    pages: () => Math.ceil(counts.read / REVIEWS_PER_PAGE),
    counts: counts as ListTally,
    /** Reviews of other places that were dropped, each counted once. */
    foreign: () => foreign.size,
    /** Ids of all reviews seen, including reviews of other places. */
    ids: () => [...seen, ...foreign],
    /** The first few of the provider's own reviews with stars whose record names their page. */
    samples: (): readonly Review[] => samples,
  };
}

/** Reads each record once: a list since a day asks for its records again. */
function createRecordReader() {
  const read = new WeakMap<object, Review | null>();
  return (record: unknown): Review | null => {
    if (typeof record !== 'object' || record === null) return null;
    if (!read.has(record)) read.set(record, extractReview(record));
    return read.get(record) ?? null;
  };
}

/** When a review was written or last changed, in seconds since 1970; null = unknown. */
const latestDate = (review: Review | null): number | null => review?.editedAt ?? review?.publishedAt ?? null;

/** A review with unknown stars or date may be asked for; only reviews of partners have no stars. */
function passes(review: Review, { minStars, maxStars, since }: ReviewsRequest): boolean {
  const { stars, isPartner } = review;
  if (since !== null && (latestDate(review) ?? since) < since) return false;
  if (minStars === null && maxStars === null) return true;
  return stars === null ? !isPartner : stars >= (minStars ?? 1) && stars <= (maxStars ?? 5);
}

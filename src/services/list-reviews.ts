import { AppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import { extractReview } from '../provider/extractors/review.js';
import { openReviewsPage, type ReviewsPage } from '../provider/pages/reviews-page.js';
import type { Review } from '../provider/review.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import { readReviews } from './read-reviews.js';
import { knownPlace } from './resolve-query.js';
import { createReviewCollector } from './review-collector.js';
import { isComplete, type StopReason } from './review-stop.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

export interface ReviewsRequest {
  /** `ChIJ…` or `0x…:0x…` as received. */
  readonly placeRef: string;
  readonly maxPages: number;
  readonly minStars: number | null;
  readonly maxStars: number | null;
}

export interface ReviewsSummary {
  readonly placeId: string;
  /** Reviews that passed the star filter. */
  readonly returned: number;
  /** Reviews read, each counted once. */
  readonly read: number;
  /** The place's own count; null when its page does not say. */
  readonly total: number | null;
  readonly pagesFetched: number;
  /** Every review the place counts was read. */
  readonly complete: boolean;
  readonly stopReason: StopReason;
}

export type ReviewsEvent =
  | { readonly kind: 'review'; readonly review: Review }
  | {
      readonly kind: 'progress';
      readonly page: number;
      readonly read: number;
      readonly total: number | null;
    };

export type EmitReviews = (event: ReviewsEvent) => void | Promise<void>;

/** Lists a place's reviews, newest first. */
export interface ReviewLister {
  /**
   * Hands every review on as it is read and resolves with what the list amounts to. A list cut short is no
   * error once something was read. @throws AppError `invalid_request`, `no_results`, any 503 code
   */
  list(request: ReviewsRequest, scope: Scope, emit: EmitReviews): Promise<ReviewsSummary>;
}

interface ListerOptions {
  readonly visits: ProviderVisits;
  readonly urls: ProviderUrls;
  readonly settleMs: number;
  readonly timeoutMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

/** Kept back from the deadline so that what was read can still be answered. */
const ANSWER_RESERVE_MS = 1_000;
const HEAVY_LIST = 500;

export function createReviewLister({
  visits,
  urls,
  settleMs,
  timeoutMs,
  pageDelayMs,
}: ListerOptions): ReviewLister {
  const open = ({ load }: Visit, url: string, scope: Scope) =>
    load(
      scope,
      (page, options) => openReviewsPage(page, url, options),
      (opened) => opened !== null && lacksList(opened),
    );

  /** A page without a list is loaded again in the same tab; then the caller tries a fresh context. */
  const openWithList = async (visit: Visit, url: string, scope: Scope): Promise<ReviewsPage | null> => {
    const first = await open(visit, url, scope);
    if (first !== null && !lacksList(first)) return first;
    const second = await open(visit, url, scope);
    const isBetter = second !== null && (first === null || !lacksList(second));
    return isBetter ? second : first;
  };

  /** The page is borrowed in the request's scope and read in a shorter one, which leaves time to answer. */
  const list = async (
    request: ReviewsRequest,
    whole: Scope,
    scope: Scope,
    emit: EmitReviews,
  ): Promise<ReviewsSummary> => {
    const { url, cid } = placeLookup(request.placeRef, urls);
    const collector = createReviewCollector(request, emit);

    const attempt = (isLast: boolean) =>
      visits.withPage(whole, async (visit): Promise<{ opened: ReviewsPage; reason: StopReason } | null> => {
        const opened = await openWithList(visit, url, scope);
        const isAsked =
          cid === null || (opened !== null && cidOfFeature(opened.reading.place.featureId) === cid);
        if (opened === null || !isAsked) {
          throw new AppError('no_results', 'The map provider shows no such place.');
        }
        const total = opened.reading.place.reviewCount;
        if (total === 0) return { opened, reason: 'end' };
        if (lacksList(opened)) {
          visit.retire();
          if (!isLast) return null;
          for (const record of opened.inlineRecords) {
            const review = extractReview(record);
            if (review !== null) await collector.add(review);
          }
          return { opened, reason: 'limited_view' };
        }
        const onPage = (page: number, read: number) => emit({ kind: 'progress', page, read, total });
        const reason = await readReviews(visit.page, opened, collector, {
          scope,
          settleMs,
          pageDelayMs,
          onPage,
          onRefused: visit.refused,
        });
        // A page that has held thousands of cards gives their memory back only with its context.
        const isHeavy = collector.counts.read > HEAVY_LIST;
        if (isHeavy || reason === 'interrupted' || reason === 'deadline') visit.retire();
        return { opened, reason };
      });

    const result = (await attempt(false)) ?? (await attempt(true));
    if (result === null) throw new AppError('no_results', 'The map provider shows no such place.');
    const { opened, reason } = result;
    const { place } = opened.reading;
    const { read, returned } = collector.counts;
    scope.timings.missing = opened.reading.missing;
    return {
      placeId: knownPlace(place.featureId)?.placeId ?? request.placeRef,
      returned,
      read,
      total: place.reviewCount,
      pagesFetched: collector.pages(),
      complete: isComplete(reason, read, place.reviewCount),
      stopReason: reason,
    };
  };

  return {
    list: async (request, scope, emit) => {
      const inner = startInnerScope(scope, timeoutMs - ANSWER_RESERVE_MS);
      try {
        return await list(request, scope, inner, emit);
      } finally {
        inner.dispose();
      }
    },
  };
}

function lacksList({ reviewsTab, reading }: ReviewsPage): boolean {
  return reviewsTab < 0 && reading.place.reviewCount !== 0;
}

/** Where the place is, and the CID it must have when nothing else is known of it. */
function placeLookup(placeRef: string, urls: ProviderUrls): { url: string; cid: string | null } {
  const { placeId, featureId } = parsePlaceRef(placeRef);
  const known = featureId === null ? null : knownPlace(featureId);
  if (known !== null) return { url: urls.place(known.placeId), cid: null };
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid !== null) return { url: urls.cid(cid), cid };
  return { url: urls.place(placeId ?? placeRef), cid: null };
}

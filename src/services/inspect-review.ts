import { AppError, isAppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { parseReviewUrl, type ReviewLink } from '../identifiers/review-url.js';
import type { Metrics } from '../metrics.js';
import { extractReview } from '../provider/extractors/review.js';
import { type ShownReview, shownReview, type VisibilityReason } from '../provider/extractors/visibility.js';
import { readReviewPlainly } from '../provider/light/review.js';
import {
  checkReviewPage,
  type ReviewPageReading,
  type ReviewPageTarget,
  readReviewPage,
} from '../provider/pages/review-page.js';
import type { Review } from '../provider/review.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../scope.js';
import type { ReviewLinkResolver } from './resolve-review-link.js';
import type { SingleFlight } from './single-flight.js';
import type { ProviderVisits } from './visit-provider.js';

/** Whether a review is visible, and what was read when it is. */
export interface Inspection {
  readonly reason: VisibilityReason;
  /** Null unless the review is visible and its record came with the page. */
  readonly review: Review | null;
  /** What the page shows of a visible review whose record did not come; else null. */
  readonly shown: ShownReview | null;
  readonly placeName: string | null;
  /** Of the reviewed place, in full; null when the page does not hold it. */
  readonly featureId: FeatureId | null;
}

/** Inspects single reviews by their links. */
export interface ReviewInspector {
  /** Everything about the review. @throws AppError `invalid_request`, `no_results`, any 503 code */
  details(link: string, scope: Scope): Promise<Inspection>;
  /** Only the verdict, with the least work that decides it. */
  visibility(link: string, scope: Scope): Promise<VisibilityReason>;
}

interface InspectorOptions {
  readonly visits: ProviderVisits;
  readonly resolve: ReviewLinkResolver;
  readonly urls: ProviderUrls;
  readonly flights: SingleFlight;
  readonly metrics: Metrics;
}

type Load = typeof checkReviewPage;

export function createReviewInspector({
  visits,
  resolve,
  urls,
  flights,
  metrics,
}: InspectorOptions): ReviewInspector {
  const targetOf = ({ url, reviewId, authorId, featureId }: ReviewLink): ReviewPageTarget => {
    const cid = featureId === null ? null : cidOfFeature(featureId);
    return { url: urls.review(url), reviewId, authorId, cid };
  };

  /** The first load may be spared by plain requests, which only ever say "visible". */
  const loadOnce = async (
    load: Load,
    target: ReviewPageTarget,
    scope: Scope,
    isFirst: boolean,
  ): Promise<ReviewPageReading> =>
    visits.withPage(scope, async (visit) => {
      const isReviewPage = parseReviewUrl(new URL(target.url)) !== null;
      const plain =
        isFirst && isReviewPage
          ? await visit.tryPlainly('review', scope, (ask) => readReviewPlainly(ask, target))
          : null;
      if (plain !== null) return plain;
      const once = () => visit.load(scope, (page, options) => load(page, target, options));
      const reading = await once().catch((error) => {
        // A page without data may be a moment's trouble: once more in the same tab, then it is the answer.
        if (!isAppError(error, 'provider_unavailable')) throw error;
        return once();
      });
      // Whatever made a review look gone must not reach the load that confirms it.
      if (reading.reason !== 'visible') visit.retire();
      return reading;
    });

  /**
   * "Not visible" is said only when two loads in different contexts agree on it; if they do not, a third
   * decides for one of them. A load without a verdict (wall, throttling, fault) ends the whole with its error.
   */
  const confirmed = async (load: Load, link: ReviewLink, scope: Scope): Promise<ReviewPageReading> => {
    const target = targetOf(link);
    const first = await loadOnce(load, target, scope, true);
    if (first.reason === 'visible') return first;
    const second = await loadOnce(load, target, scope, false);
    if (second.reason === first.reason) return second;
    const third = await loadOnce(load, target, scope, false);
    const verdicts = [first, second, third].map((reading) => reading.reason);
    scope.log.warn({ verdicts }, 'loads of one review disagree');
    if (third.reason === 'visible' || third.reason === first.reason || third.reason === second.reason)
      return third;
    throw new AppError('provider_unavailable', 'Three loads of this review disagree. Try again later.', {
      cause: verdicts.join(', '),
      retryAfterSeconds: 30,
    });
  };

  const inspect = async (load: Load, kind: string, url: string, scope: Scope): Promise<ReviewPageReading> => {
    const link = await resolve(url, scope);
    const reading = await flights.run(`${kind} ${link.url}`, scope, (inner) => confirmed(load, link, inner));
    metrics.verdict(reading.reason);
    return reading;
  };

  return {
    visibility: async (url, scope) => (await inspect(checkReviewPage, 'check', url, scope)).reason,
    details: async (url, scope) => {
      const reading = await inspect(readReviewPage, 'review', url, scope);
      return inspectionOf(reading);
    },
  };
}

function inspectionOf({ reason, raw }: ReviewPageReading): Inspection {
  if (reason !== 'visible') return { reason, review: null, shown: null, placeName: null, featureId: null };
  const { data, view } = raw;
  const review = extractReview(data?.record);
  return {
    reason,
    review,
    shown: review === null && view !== null ? shownReview(view) : null,
    placeName: data?.placeName ?? null,
    featureId: data?.featureId ?? null,
  };
}

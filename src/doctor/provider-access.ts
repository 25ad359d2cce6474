import type { PlaceSubject } from '../controls/controls.js';
import { createControls } from '../controls/controls.js';
import type { PlainClient } from '../egress/plain-client.js';
import { createFetchedPlaces } from '../places/fetched-places.js';
import { createKnownNotices } from '../places/known-notices.js';
import type { FastPlaceReader, PlaceReader } from '../places/place-reader.js';
import { createRenderedPlaces } from '../places/rendered-places.js';
import { createQueryResolver, type QueryResolver } from '../places/resolve-query.js';
import {
  createReviewLinkResolver,
  createShareLinkResolver,
  type ShareLinkFollower,
} from '../places/share-links.js';
import { createLimitedViews } from '../provider/limited-views.js';
import type { ProviderUrls } from '../provider/urls.js';
import {
  type ControlCandidates,
  createControlCandidates,
  type ReviewSubject,
} from '../reviews/control-candidates.js';
import type { AnswerShape } from '../reviews/extractors/review-evidence.js';
import { createReviewInspector, type ReviewInspector } from '../reviews/inspect-review.js';
import { createReviewReader, type ReviewReader } from '../reviews/review-reader.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { Breaker } from '../traffic/breaker.js';
import { createFastPath, createFastPathSwitch } from '../traffic/fast-path.js';
import type { RequestIdentity } from '../traffic/fetch-page.js';
import type { LoadQueue } from '../traffic/load-queue.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { createSingleFlight } from '../traffic/single-flight.js';
import { countedFastPath, countedLoads, type LoadBudget } from './load-budget.js';
import { createPageObserver, type PageObserver } from './page-observer.js';

/** What a run shares with the rest of the service: the limits, the pool and the way out. */
export interface DoctorProvider {
  readonly loads: PageLoads;
  readonly queue: LoadQueue;
  readonly breaker: Breaker;
  readonly client: PlainClient;
  readonly identity: RequestIdentity;
  readonly follow: ShareLinkFollower;
  readonly urls: ProviderUrls;
  /** A review seen in full is a control for the service as well. */
  readonly remember: ControlCandidates['remember'];
  readonly fastPathMode: 'auto' | 'off';
  readonly settleMs: number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The readers of one run: those of the service, without its caches, over loads that are counted. */
export interface RunReaders {
  readonly loads: PageLoads;
  readonly observer: PageObserver;
  readonly resolve: QueryResolver;
  readonly fast: FastPlaceReader;
  readonly rendered: PlaceReader;
  readonly reviews: ReviewReader;
  readonly inspector: ReviewInspector;
  /** Takes the review that is the only control of this run. */
  readonly remember: ControlCandidates['remember'];
  /** How the last attempt of the HTTP fast path ended; null = none was made. */
  readonly fastPathOutcome: () => string | null;
}

const FLIGHT_MS = 60_000;

export function openRunReaders(provider: DoctorProvider, budget: LoadBudget, scope: Scope): RunReaders {
  const { urls, metrics, follow } = provider;
  /** What the same few places hold says nothing about what is usual; pages are noted by their loads. */
  const unnoted = () => undefined;
  const observer = createPageObserver();
  const loads = countedLoads(provider.loads, budget, observer);
  let outcome: string | null = null;
  const fastPath = countedFastPath(
    createFastPath({
      ...provider,
      attempts: createFastPathSwitch(provider.fastPathMode, 0),
      metrics: {
        fastPathAttempt: (ended) => {
          outcome = ended;
          metrics.fastPathAttempt(ended);
        },
      },
    }),
    budget,
  );
  const reviews = createReviewReader(loads, fastPath, urls, unnoted);
  const flights = createSingleFlight(FLIGHT_MS);
  const resolve = createQueryResolver(urls, createShareLinkResolver(follow));
  const resolveReview = createReviewLinkResolver(follow);
  const notices = createKnownNotices();
  const candidates = createControlCandidates({
    reader: reviews,
    loads,
    resolveReview,
    resolve,
    urls,
    reviewLinks: [],
    placeRefs: [],
    notices,
  });
  const of = {
    flights,
    metrics: { controlCheck: () => undefined },
    // The state of the service is logged by its own controls.
    log: scope.log.child({}, { level: 'silent' }),
  };
  const placeControls = createControls<PlaceSubject, string>({
    ...of,
    kind: 'place',
    candidates: candidates.places,
    keyOf: ({ path }) => path,
  });
  return {
    loads,
    observer,
    resolve,
    fast: createFetchedPlaces(fastPath, urls, unnoted),
    rendered: createRenderedPlaces({
      loads,
      limitedViews: createLimitedViews({ rememberMs: FLIGHT_MS, onChange: () => undefined }),
      controls: { place: placeControls, search: placeControls },
      metrics,
    }),
    reviews,
    remember: candidates.remember,
    inspector: createReviewInspector({
      reader: reviews,
      controls: createControls<ReviewSubject, AnswerShape>({
        ...of,
        kind: 'review',
        candidates: candidates.reviews,
        keyOf: () => 'review',
      }),
      remember: candidates.remember,
      resolve: resolveReview,
      urls,
      flights,
      metrics: { verdict: () => undefined, drift: metrics.drift },
      note: unnoted,
      notices,
    }),
    fastPathOutcome: () => outcome,
  };
}

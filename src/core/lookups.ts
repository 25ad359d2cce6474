import type { PagePool } from './browser/pool.js';
import type { Config } from './config/config.js';
import { WELL_KNOWN_PLACES } from './config/parsers.js';
import type { PlainClient } from './egress/plain-client.js';
import { createFetchedPlaces } from './places/fetched-places.js';
import { createPlaceFinder } from './places/find-place.js';
import { createKnownNotices } from './places/known-notices.js';
import { createKnownReviews } from './places/known-reviews.js';
import { createProbe } from './places/probe.js';
import { createRenderedPlaces } from './places/rendered-places.js';
import { createQueryResolver } from './places/resolve-query.js';
import {
  createReviewLinkResolver,
  createShareLinkFollower,
  createShareLinkResolver,
  type ShareLinkFollower,
  type ShareLinkPatience,
} from './places/share-links.js';
import { createProviderUrls, halfFeature, type ProviderUrls } from './provider/urls.js';
import type { ProviderAccess } from './provider-access.js';
import { ControlCandidates, createCandidateMemory, forgetCandidates } from './reviews/control-candidates.js';
import type { AnswerShape } from './reviews/extractors/absence-signs.js';
import { extractReview } from './reviews/extractors/extract-review.js';
import { ReviewInspector } from './reviews/inspect-review.js';
import { LIST_TIMEOUT_MS, listReviews, type ReviewLister } from './reviews/list-reviews.js';
import { Controls, createControlMemory, type PlaceSubject } from './reviews/proof/controls.js';
import { createReviewReader } from './reviews/review-reader.js';
import type { ReviewSubject } from './reviews/subject-search.js';
import type { Logger } from './runtime/logger.js';
import type { Metrics } from './runtime/metrics.js';
import { createBreaker, NO_BREAKER } from './traffic/breaker.js';
import { createFastPath, createFastPathSwitch, type FastPath } from './traffic/fast-path.js';
import { LoadQueue } from './traffic/load-queue.js';
import { createPageLoads, type PageLoads } from './traffic/page-loads.js';
import { createProviderRateLimit } from './traffic/provider-rate-limit.js';
import { createSingleFlight, type SingleFlight } from './traffic/single-flight.js';
import { createTimedCache } from './traffic/timed-cache.js';

/** How long a page must stay still to count as settled, in milliseconds; a page that draws slowly, twice. */
export const SETTLE_MS = 1_500;

/** The use cases of the service, independent of HTTP. */
export type UseCases = ReturnType<typeof createUseCases>;

interface UseCaseOptions extends Pick<ProviderAccess, 'plainClient' | 'identity'> {
  readonly pool: Pick<PagePool, 'stats' | 'onFree' | 'take'>;
  readonly pictures: { readonly pool: Pick<PagePool, 'take'> };
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly settleMs: number;
  readonly fastPathPauseMs: number;
  /** False: every page is rendered. Only tests and the bench set it. */
  readonly usesFastPath?: boolean;
  /** Maximum time of a list of reviews, in milliseconds. Only tests set it. */
  readonly listTimeoutMs?: number;
  readonly shareLinks: ShareLinkPatience;
  /** Loads that may wait when every page is taken; only tests set it. */
  readonly queueLimit?: number | undefined;
}

/**
 * Composes the use cases: the way to the provider, what is remembered for negative answers, and the lookups on top. All
 * of them share one load queue, one breaker and one pool.
 */
export function createUseCases(options: UseCaseOptions) {
  const { config, metrics, log, settleMs, plainClient, listTimeoutMs = LIST_TIMEOUT_MS } = options;
  const { queue, ...way } = openWay(options);
  const memory = createVerdictMemory(log);
  const fastPath = way.fastPathWith(options.fastPathPauseMs, metrics);
  const follow = way.followWith(plainClient);
  const own = { ...way, config, metrics, log, settleMs, listTimeoutMs, fastPath, follow, memory };
  const lookups = openLookups(own);
  return {
    ...lookups,
    breaker: way.breaker,
    /** For lookups of a capability's own. */
    parts: {
      ...own,
      remember: lookups.remember,
      /** Opens lookups with other parts than the service uses; by default with a memory of their own. */
      lookupsWith: ({ memory = createVerdictMemory(log), ...parts }: Partial<LookupServices>) =>
        openLookups({ ...own, ...parts, memory }),
    },
    /** Forgets the reviews of an author that this process remembers as controls. */
    forgetControls: (authorId: string) => {
      forgetCandidates(memory.candidates, memory.review.skipped, authorId);
      memory.known.forget(authorId);
    },
    /** Loads that wait for the provider rate limiter or for a page. */
    queueLength: () => queue.waiting(),
  };
}

/** Opens the way to the provider: who may load next, in pages or by plain requests. */
function openWay(options: UseCaseOptions) {
  const { config, pool, pictures, plainClient: client, identity, metrics, log, settleMs } = options;
  const { shareLinks, usesFastPath = true, queueLimit } = options;
  const queue = new LoadQueue({
    pool,
    pages: config.BROWSER_CONTEXTS,
    queueLimit,
    rateLimit: createProviderRateLimit(config.PROVIDER_LOADS_PER_MINUTE),
    metrics,
  });
  const urls = createProviderUrls();
  const loading = { pool, queue, metrics, settleMs };
  const breaker = createBreaker({
    cooldownMs: config.BREAKER_COOLDOWN_MS,
    probe: createProbe(
      createPageLoads({ ...loading, breaker: NO_BREAKER }),
      urls,
      [...config.CONTROL_PLACES, ...WELL_KNOWN_PLACES],
      config.REQUEST_TIMEOUT_MS,
      log,
    ),
    onChange: (state, cooldownMs) =>
      log.warn({ breaker: state, cooldownMs }, 'the breaker toward the provider changed'),
  });
  return {
    queue,
    urls,
    breaker,
    loads: createPageLoads({ ...loading, breaker }),
    pictureLoads: createPageLoads({ ...loading, pool: pictures.pool, breaker }),
    /** The HTTP fast path. `pauseMs`: how long a kind that keeps failing is not tried. */
    fastPathWith: (pauseMs: number, counting: Pick<Metrics, 'fastPathAttempt'>): FastPath =>
      usesFastPath
        ? createFastPath({
            queue,
            breaker,
            client,
            identity,
            attempts: createFastPathSwitch(pauseMs),
            metrics: counting,
          })
        : NO_FAST_PATH,
    /** Follows share links. Its loads never open the breaker: a client chooses where a link leads. */
    followWith: (client: PlainClient) =>
      createShareLinkFollower({
        client,
        breaker,
        loads: createPageLoads({ ...loading, breaker: { ...breaker, begin: NO_BREAKER.begin } }),
        ...shareLinks,
      }),
  };
}

/** Lookups that render every page. */
export const NO_FAST_PATH: FastPath = { read: async () => null };

/** Settings of lookups that answer from no cache. */
export const NO_CACHE = { IDENTIFIER_CACHE_SECONDS: 0, DETAILS_CACHE_SECONDS: 0 } as const;

/** A list of at most 200 reviews, without a filter. */
const NEWEST = { maxPages: 1, minStars: null, maxStars: null } as const;

/** What lookups remember for negative answers: the state and the candidates of their controls, and notices. */
type VerdictMemory = ReturnType<typeof createVerdictMemory>;

function createVerdictMemory(log: Logger) {
  return {
    review: createControlMemory('review', log),
    place: createControlMemory('place', log),
    search: createControlMemory('search', log),
    candidates: createCandidateMemory(),
    notices: createKnownNotices(),
    known: createKnownReviews(),
  };
}

interface LookupServices extends Pick<UseCaseOptions, 'config' | 'metrics' | 'log' | 'settleMs'> {
  readonly listTimeoutMs: number;
  readonly loads: PageLoads;
  readonly fastPath: FastPath;
  readonly follow: ShareLinkFollower;
  readonly urls: ProviderUrls;
  readonly memory: VerdictMemory;
}

/** Makes the lookups on top of page loads and the HTTP fast path, with their own caches and controls. */
function openLookups(options: LookupServices) {
  const { config, metrics, log, settleMs, loads, fastPath, follow, urls, memory } = options;
  const { notices, known } = memory;
  const flights = createSingleFlight(config.REQUEST_TIMEOUT_MS);
  const resolveReview = createReviewLinkResolver(follow);
  const reader = createReviewReader(loads, fastPath, urls);
  const resolve = createQueryResolver(urls, createShareLinkResolver(follow));
  const candidates = new ControlCandidates({
    reader,
    loads,
    resolveReview,
    resolve,
    urls,
    reviewLinks: config.CONTROL_REVIEWS,
    placeRefs: config.CONTROL_PLACES,
    notices,
    known,
    memory: memory.candidates,
  });
  const controls = createControls(options, flights, candidates);
  const fast = createFetchedPlaces(fastPath, urls);
  const rendered = createRenderedPlaces({ loads, controls, metrics, log });
  const finder = createPlaceFinder({
    resolve,
    fast,
    rendered,
    urls,
    flights,
    rememberPlace: (featureId) => candidates.rememberPlace(featureId),
    noteRecords: (records) => {
      for (const review of records.flatMap((record) => extractReview(record) ?? [])) known.noteReview(review);
    },
    notices,
    identifiers: createTimedCache(config.IDENTIFIER_CACHE_SECONDS),
    details: createTimedCache(config.DETAILS_CACHE_SECONDS),
  });
  const listing = {
    loads,
    urls,
    controls: controls.place,
    candidates,
    known,
    metrics,
    notices,
    settleMs,
    timeoutMs: options.listTimeoutMs,
    pageDelayMs: config.REVIEWS_PAGE_DELAY_MS,
  };
  const reviews: ReviewLister = {
    list: (request, scope, emit) => listReviews(listing, request, scope, emit),
  };
  const inspector = new ReviewInspector({
    reader,
    controls: controls.review,
    candidates,
    known,
    readList: (cid, since, scope) =>
      reviews.list({ ...NEWEST, placeRef: halfFeature(cid), since }, scope, () => undefined),
    resolve: resolveReview,
    urls,
    flights,
    metrics,
    notices,
  });
  return {
    loads,
    resolve,
    resolveReview,
    fast,
    rendered,
    reader,
    remember: candidates.remember.bind(candidates),
    /** Whether negative answers can be given: suspended if any controls are, else as the controls of reviews say. */
    verdicts: () =>
      [controls.place, controls.search].some((other) => other.state() === 'suspended')
        ? 'suspended'
        : controls.review.state(),
    inspector,
    finder,
    reviews,
  };
}

/** The controls that prove negative answers about reviews and about places. */
function createControls(
  { memory, metrics, log }: LookupServices,
  flights: SingleFlight,
  candidates: ControlCandidates,
) {
  const placeControls = (kind: 'place' | 'search') =>
    new Controls<PlaceSubject, string>({
      kind,
      memory: memory[kind],
      flights,
      candidates: (about) => candidates.places(about),
      formOf: ({ path }) => path,
      placeOf: ({ cid }) => cid,
      metrics,
      log,
    });
  return {
    review: new Controls<ReviewSubject, AnswerShape>({
      kind: 'review',
      memory: memory.review,
      flights,
      candidates: (about, scope) => candidates.placePageThenReviews(about, scope),
      formOf: ({ reviewId }) => (reviewId === null ? 'author' : 'review'),
      placeOf: ({ cid }) => cid,
      onTried: (subject, tried) => subject.noteControl(tried),
      metrics,
      log,
    }),
    place: placeControls('place'),
    search: placeControls('search'),
  };
}

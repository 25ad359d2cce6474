import { AppError, NO_RESULTS } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { PlaceRef } from '../identifiers/classify.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import {
  compareMarks,
  type SearchCandidate,
  type SearchedPlace,
  severalFrom,
} from '../identifiers/place-marks.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import type { SingleFlight } from '../traffic/single-flight.js';
import type { TimedCache } from '../traffic/timed-cache.js';
import { mergeNotices, withoutWithheldCount } from './extractors/extract-notices.js';
import type { FetchedPlaces } from './fetched-places.js';
import type { KnownNotices } from './known-notices.js';
import type { PlaceReading } from './place.js';
import type { RenderedPlaces } from './rendered-places.js';
import {
  type KnownPlace,
  knownPlace,
  lookupOfRef,
  type QueryResolver,
  type Resolution,
  type Source,
} from './resolve-query.js';

/** Whether an answer came from a cache, and its age. `none` = the answer needed no lookup. */
export interface CacheUse {
  readonly outcome: 'hit' | 'miss' | 'none';
  readonly ageSeconds: number;
}

/** How a place was found. A cache keeps it, and each answer from the cache names its own source and age. */
export interface Found extends KnownPlace {
  /** `search_result`: found by its name alone, so it may differ from the place that a link names. */
  readonly source: Source;
  readonly cache: CacheUse;
  /** The results of the search if this place is the first of several; otherwise empty. */
  readonly candidates: readonly SearchCandidate[];
}

/** Of its own, because the lookups that only identify a place read nothing. */
export interface FoundDetails extends Found {
  /** As it is published: a withheld count is null. A cache keeps this object and gives it again. */
  readonly reading: PlaceReading;
}

export interface LookupOptions {
  /** True = ask the provider even if a cache holds the answer. */
  readonly fresh: boolean;
}

interface FinderOptions {
  readonly resolve: QueryResolver;
  /** The HTTP fast path is asked first, then the rendered pages. */
  readonly fast: FetchedPlaces;
  readonly rendered: RenderedPlaces;
  readonly urls: ProviderUrls;
  readonly flights: SingleFlight;
  /** Remembers a place that was shown with reviews: the service can read it as a control. */
  readonly rememberPlace: (featureId: FeatureId) => void;
  /** Notes the reviews that came with a place: they were seen. */
  readonly noteRecords: (records: readonly unknown[]) => void;
  readonly identifiers: TimedCache<Found>;
  readonly details: TimedCache<PlaceReading>;
  readonly notices: KnownNotices;
}

const NOT_NEEDED: CacheUse = { outcome: 'none', ageSeconds: 0 };
const MISS: CacheUse = { outcome: 'miss', ageSeconds: 0 };

export type PlaceFinder = ReturnType<typeof createPlaceFinder>;

/** Finds places by a name, link or identifier, and reads them. */
export function createPlaceFinder(options: FinderOptions) {
  const { resolve, fast, rendered, urls, flights, rememberPlace, noteRecords } = options;
  const { identifiers, details, notices } = options;

  /** Identifies the place that a query names. @throws AppError `invalid_request`, `no_results`, any 503 code */
  const find = async (query: string, scope: Scope, { fresh }: LookupOptions): Promise<Found> => {
    const resolution = await resolve(query, scope);
    const known = knownBefore(resolution, fresh);
    if (known !== null) return known;
    const { key, page } = resolution;
    const identify = async (inner: Scope) =>
      (await fast.identify(page, inner)) ?? rendered.identify(page, inner);
    const place = await flights.run(`identify ${key}`, scope, identify);
    return remember(place, resolution);
  };

  const readDetails = async (
    resolution: Resolution,
    scope: Scope,
    { fresh }: LookupOptions,
  ): Promise<FoundDetails> => {
    const known = knownBefore(resolution, fresh);
    const remembered = known === null || fresh ? null : details.get(known.placeId);
    if (known !== null && remembered !== null) {
      const { value: reading, ageSeconds } = remembered;
      scope.timings.missing = reading.missing;
      return { ...known, featureId: reading.place.featureId, reading, cache: hit(ageSeconds) };
    }

    const isResolved = known === null || resolution.known !== null;
    const asked = isResolved ? resolution : { ...lookupOfRef(known, urls), source: 'place_id' as const };
    const readPage = async (inner: Scope) =>
      (await fast.read(asked.page, inner)) ?? rendered.read(asked.page, inner);
    const shown = await flights.run(`read ${asked.key}`, scope, readPage);
    if (shown === null) throw notFound();
    const cid = cidOfFeature(shown.place.featureId);
    notices.note(cid, shown.notices);
    noteRecords(shown.inlineRecords);
    // A notice counts for a day: see `finished` in reviews/list-reviews.ts.
    const place = withoutWithheldCount(shown.place, mergeNotices(shown.notices, notices.of(cid)));
    const reading = { ...shown, place, inlineRecords: [], candidates: undefined };
    const found = remember({ ...place, marks: shown.marks, candidates: shown.candidates }, asked);
    if (!reading.degraded && place.reviewCount) rememberPlace(place.featureId);
    if (!reading.degraded) details.set(found.placeId, { ...reading, reviewIds: [] });
    scope.timings.missing = reading.missing;
    const { source, candidates } = known ?? found;
    return { ...found, source, candidates, reading };
  };

  /** Identifies the place that a query names, and reads its page. */
  const findDetails = async (query: string, scope: Scope, how: LookupOptions): Promise<FoundDetails> =>
    readDetails(await resolve(query, scope), scope, how);

  /** Reads the page of a place by its identifier. */
  const detailsOf = async (ref: PlaceRef, scope: Scope, how: LookupOptions): Promise<FoundDetails> =>
    readDetails({ ...lookupOfRef(ref, urls), source: 'place_id' }, scope, how);

  /** The place that a query names by arithmetic, or that an earlier lookup of the query found. */
  const knownBefore = ({ known, key, source }: Resolution, fresh: boolean): Found | null => {
    if (known !== null) return { ...known, source, cache: NOT_NEEDED, candidates: [] };
    const remembered = fresh ? null : identifiers.get(key);
    if (remembered === null) return null;
    const { value: found, ageSeconds } = remembered;
    const itsSource = found.source === 'search_result' ? found.source : source;
    return { ...found, source: itsSource, cache: hit(ageSeconds) };
  };
  const remember = (place: SearchedPlace | null, resolution: Resolution): Found => {
    const found = identified(place, resolution);
    identifiers.set(resolution.key, found);
    return found;
  };

  return { find, findDetails, detailsOf };
}

/**
 * Checks that the found place is the requested place. If a link names a place by its name and by marks, the search
 * must have found that place (verdicts.md, rule 9); marks that cannot be compared count as not found.
 */
function identified(place: SearchedPlace | null, { page, source }: Resolution): Found {
  const known = requirePlace(place?.featureId ?? null, page.kind === 'cid' ? page.cid : null);
  const found = { ...known, source, cache: MISS, candidates: [] };
  if (page.kind !== 'search' || place === null) return found;
  if (page.wanted !== null && compareMarks(page.wanted.marks, place.marks) === 'same') return found;
  const candidates = severalFrom(known.featureId, place.candidates ?? []);
  return { ...found, source: 'search_result', candidates };
}

/** A CID lookup must end at a place with exactly that CID. */
function requirePlace(featureId: FeatureId | null, cid: string | null): KnownPlace {
  const found = featureId === null ? null : knownPlace(featureId);
  if (found === null) throw notFound();
  if (cid !== null && cidOfFeature(found.featureId) !== cid)
    throw new AppError(NO_RESULTS, message('cidOfAnotherPlace'));
  return found;
}

const hit = (ageSeconds: number): CacheUse => ({ outcome: 'hit', ageSeconds });

const notFound = (): AppError => new AppError(NO_RESULTS, message('noPlaceForQuery'));

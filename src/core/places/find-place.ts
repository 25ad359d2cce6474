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
import type { DatedReading, KnownNotices } from './known-notices.js';
import type { PlaceReading } from './place.js';
import type { RenderedPlaces } from './rendered-places.js';
import {
  type KnownPlace,
  knownPlace,
  type LookupPage,
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

export interface FoundPlace extends KnownPlace {
  readonly source: Source;
  readonly cache: CacheUse;
  /** The results of the search if this place is the first of several; otherwise empty. */
  readonly candidates: readonly SearchCandidate[];
}

export interface FoundDetails extends FoundPlace {
  /** As it is published: a withheld count is null. A cache keeps this object and gives it again. */
  readonly reading: DatedReading;
}

export interface LookupOptions {
  /** True = ask the provider even if a cache holds the answer. */
  readonly fresh: boolean;
}

/** The cached result of a lookup. */
interface RememberedPlace extends KnownPlace {
  /** The place was found by its name alone: it is the first result and may differ from the place that a link names. */
  readonly byNameAlone: boolean;
  readonly candidates: readonly SearchCandidate[];
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
  readonly identifiers: TimedCache<RememberedPlace>;
  readonly details: TimedCache<DatedReading>;
  readonly notices: KnownNotices;
}

const NOT_NEEDED: CacheUse = { outcome: 'none', ageSeconds: 0 };
const MISS: CacheUse = { outcome: 'miss', ageSeconds: 0 };

export type PlaceFinder = ReturnType<typeof createPlaceFinder>;

/** Finds places by a name, link or identifier, and reads them. */
export function createPlaceFinder(options: FinderOptions) {
  const { resolve, fast, rendered, urls, flights, rememberPlace, noteRecords } = options;
  const { identifiers, details, notices } = options;

  const identify = async (page: LookupPage, scope: Scope): Promise<SearchedPlace | null> =>
    (await fast.identify(page, scope)) ?? rendered.identify(page, scope);
  const readPage = async (page: LookupPage, scope: Scope): Promise<PlaceReading | null> =>
    (await fast.read(page, scope)) ?? rendered.read(page, scope);

  /** Identifies the place that a query names. @throws AppError `invalid_request`, `no_results`, any 503 code */
  const find = async (query: string, scope: Scope, { fresh }: LookupOptions): Promise<FoundPlace> => {
    const resolution = await resolve(query, scope);
    if (resolution.known !== null)
      return { ...resolution.known, source: resolution.source, cache: NOT_NEEDED, candidates: [] };
    const { key, page, source } = resolution;
    const remembered = fresh ? null : identifiers.get(key);
    if (remembered !== null) return foundAs(remembered.value, source, hit(remembered.ageSeconds));
    const place = await flights.run(`identify ${key}`, scope, (inner) => identify(page, inner));
    const found = identified(place, page);
    identifiers.set(key, found);
    return foundAs(found, source, MISS);
  };

  const readDetails = async (
    resolution: Resolution,
    scope: Scope,
    { fresh }: LookupOptions,
  ): Promise<FoundDetails> => {
    const known = knownBefore(resolution, fresh);
    const source = known?.byNameAlone === true ? 'search_result' : resolution.source;
    const remembered = known === null || fresh ? null : details.get(known.placeId);
    const candidates = known?.candidates ?? [];
    if (known !== null && remembered !== null) {
      const { value: reading, ageSeconds } = remembered;
      scope.timings.missing = reading.missing;
      const { placeId } = known;
      return {
        featureId: reading.place.featureId,
        placeId,
        reading,
        source,
        cache: hit(ageSeconds),
        candidates,
      };
    }

    const isResolved = known === null || resolution.known !== null;
    const { key, page } = isResolved ? resolution : lookupOfRef(known, urls);
    const found = await flights.run(`read ${key}`, scope, (inner) => readPage(page, inner));
    if (found === null) throw notFound();
    const cid = cidOfFeature(found.place.featureId);
    const seen = notices.note(cid, found.notices);
    const { candidates: listed, inlineRecords, ...all } = { ...found, notices: seen };
    noteRecords(inlineRecords);
    // A notice counts for a day: see `finished` in reviews/list-reviews.ts.
    const reading = { ...all, place: withoutWithheldCount(all.place, mergeNotices(seen, notices.of(cid))) };
    const searched = { ...reading.place, marks: reading.marks, candidates: listed };
    const place = identified(searched, page);
    const { featureId, placeId, byNameAlone } = place;
    if (!reading.degraded && reading.place.reviewCount) rememberPlace(reading.place.featureId);
    identifiers.set(key, place);
    if (!reading.degraded) details.set(placeId, { ...reading, reviewIds: [] });
    scope.timings.missing = reading.missing;
    return {
      ...{ featureId, placeId, reading },
      source: byNameAlone ? 'search_result' : source,
      cache: MISS,
      candidates: known === null ? place.candidates : candidates,
    };
  };

  /** Identifies the place that a query names, and reads its page. */
  const findDetails = async (query: string, scope: Scope, how: LookupOptions): Promise<FoundDetails> =>
    readDetails(await resolve(query, scope), scope, how);

  /** Reads the page of a place by its identifier. */
  const detailsOf = async (ref: PlaceRef, scope: Scope, how: LookupOptions): Promise<FoundDetails> =>
    readDetails({ ...lookupOfRef(ref, urls), source: 'place_id' }, scope, how);

  /** The place that a query names by arithmetic, or that an earlier lookup of the query found. */
  const knownBefore = (resolution: Resolution, fresh: boolean): RememberedPlace | null => {
    if (resolution.known !== null) return { ...resolution.known, byNameAlone: false, candidates: [] };
    return fresh ? null : (identifiers.get(resolution.key)?.value ?? null);
  };

  return { find, findDetails, detailsOf };
}

function foundAs({ byNameAlone, ...place }: RememberedPlace, source: Source, cache: CacheUse): FoundPlace {
  return { ...place, source: byNameAlone ? 'search_result' : source, cache };
}

/**
 * Checks that the found place is the requested place. If a link names a place by its name and by marks, the search
 * must have found that place (verdicts.md, rule 9); marks that cannot be compared count as not found.
 */
function identified(place: SearchedPlace | null, page: LookupPage): RememberedPlace {
  const found = requirePlace(place?.featureId ?? null, page.kind === 'cid' ? page.cid : null);
  if (page.kind !== 'search' || place === null) return { ...found, byNameAlone: false, candidates: [] };
  const isNamed = page.wanted !== null && compareMarks(page.wanted.marks, place.marks) === 'same';
  if (isNamed) return { ...found, byNameAlone: false, candidates: [] };
  return { ...found, byNameAlone: true, candidates: severalFrom(found.featureId, place.candidates ?? []) };
}

/** A CID lookup must end at a place with exactly that CID. */
function requirePlace(featureId: FeatureId | null, cid: string | null): KnownPlace {
  const found = featureId === null ? null : knownPlace(featureId);
  if (found === null) throw notFound();
  if (cid !== null && cidOfFeature(found.featureId) !== cid) {
    throw new AppError(NO_RESULTS, message('cidOfAnotherPlace'));
  }
  return found;
}

const hit = (ageSeconds: number): CacheUse => ({ outcome: 'hit', ageSeconds });

const notFound = (): AppError => new AppError(NO_RESULTS, message('noPlaceForQuery'));

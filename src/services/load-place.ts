import type { Page } from 'playwright';
import { isAppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { parseMapUrl } from '../identifiers/map-url.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { type MarkedPlace, mergeMarks, NO_MARKS, type WantedPlace } from '../identifiers/place-marks.js';
import type { Metrics } from '../metrics.js';
import type { FetchPage } from '../provider/fast-path/fetched-page.js';
import { fetchPlace, fetchSearch } from '../provider/fast-path/place.js';
import { ForeignPayloads } from '../provider/pages/block-pages.js';
import { openPlace, openPlaceId } from '../provider/pages/place-page.js';
import { searchPlace, searchPlaceId } from '../provider/pages/search-page.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import type { PlaceReading } from '../provider/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import type { LimitedViews } from './limited-views.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

/** A provider page to look a place up on; a search may be for one place of several that bear the name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

/** Looks places up on the provider's pages. Null = the provider said twice, in two contexts, that there is none. */
export interface PlaceLoader {
  /** Which place it is, and no more. A search gives the wanted place, or else its first result. */
  identify(target: LookupPage, scope: Scope): Promise<MarkedPlace | null>;
  /** Everything the page says about it. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

/** Kept back from the deadline so that an incomplete answer can still be given. */
const ANSWER_RESERVE_MS = 500;

interface LoaderOptions {
  readonly visits: ProviderVisits;
  readonly urls: ProviderUrls;
  readonly limitedViews: LimitedViews;
  readonly metrics: Pick<Metrics, 'foreign'>;
}

export function createPlaceLoader({ visits, urls, limitedViews, metrics }: LoaderOptions): PlaceLoader {
  /** Plain requests first. The address of a CID names no place to them. */
  const readByFastPath = async (
    { tryFastPath }: Visit,
    target: LookupPage,
    scope: Scope,
  ): Promise<PlaceReading | null> => {
    if (target.kind === 'search') {
      const found = await identifyByFastPath({ tryFastPath }, target, scope);
      const placeId = found === null ? null : placeIdOfFeature(found.featureId);
      if (found === null || placeId === null) return null;
      const read = (fetchPage: FetchPage) => fetchPlace(fetchPage, urls.place(placeId));
      const reading = await tryFastPath('place', scope, read);
      if (reading?.place.featureId !== found.featureId) return null;
      return { ...reading, marks: mergeMarks(reading.marks, found.marks) };
    }
    if (!isPlacePage(target)) return null;
    return tryFastPath('place', scope, (fetchPage) => fetchPlace(fetchPage, target.url));
  };

  const identifyByFastPath = async (
    { tryFastPath }: Pick<Visit, 'tryFastPath'>,
    target: LookupPage,
    scope: Scope,
  ): Promise<MarkedPlace | null> => {
    if (target.kind === 'search')
      return tryFastPath('search', scope, (fetchPage) => fetchSearch(fetchPage, target.url, target.wanted));
    if (!isPlacePage(target)) return null;
    const reading = await tryFastPath('place', scope, (fetchPage) => fetchPlace(fetchPage, target.url));
    return reading === null ? null : { ...reading.place, marks: reading.marks };
  };

  /** Counts the data of other places, whether an answer came of it or not. */
  const counted = async <T>(attempt: Promise<T>, foreignOf: (result: T) => number = () => 0): Promise<T> => {
    try {
      const result = await attempt;
      noteForeign(foreignOf(result));
      return result;
    } catch (error) {
      if (isAppError(error) && error.cause instanceof ForeignPayloads) noteForeign(error.cause.count);
      throw error;
    }
  };
  const noteForeign = (count: number) => {
    if (count > 0) metrics.foreign('payload', count);
  };

  /**
   * A negative answer rests on two loads in two contexts, the first of which is retired: that there is no place,
   * and that a CID leads to another one. The second load has the last word.
   */
  const confirmed = async <T>(
    scope: Scope,
    attempt: (visit: Visit, isFirst: boolean) => Promise<T>,
    isNegative: (result: T) => boolean,
  ): Promise<T> => {
    const first = await visits.withPage(scope, async (visit) => {
      const result = await attempt(visit, true);
      if (isNegative(result)) visit.retire();
      return result;
    });
    return isNegative(first) ? visits.withPage(scope, (visit) => attempt(visit, false)) : first;
  };

  const identify = (target: LookupPage, scope: Scope) =>
    confirmed(
      scope,
      async (visit, isFirst) => {
        const plain = isFirst ? await identifyByFastPath(visit, target, scope) : null;
        if (plain !== null) return plain;
        return counted(visit.load(scope, (page, options) => identifyOn(page, target, options)));
      },
      (found) => found === null || isOtherPlace(target, found.featureId),
    );

  const readOnce = ({ load }: Visit, target: LookupPage, scope: Scope) => {
    const isLimited = (reading: PlaceReading | null) => reading?.degraded === true;
    return counted(
      load(scope, (page, options) => readOn(page, target, options), isLimited),
      (reading) => reading?.foreignPayloads ?? 0,
    );
  };

  /**
   * Limited view or truncated payload: the same tab once more (the first load set an anonymous cookie), then a
   * fresh context once (places.md §9). What still lacks stays null.
   */
  const read = async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
    const first = await confirmed(
      scope,
      async (visit, isFirst) => {
        const plain = isFirst ? await readByFastPath(visit, target, scope) : null;
        if (plain !== null) return { reading: plain, again: false };
        const reading = await readOnce(visit, target, scope);
        if (reading === null) return { reading, again: false };
        if (!reading.degraded) limitedViews.note(false);
        const isHopeless = reading.limitedView && limitedViews.isLimited();
        if (!reading.degraded || isHopeless || isOtherPlace(target, reading.place.featureId))
          return { reading, again: false };
        const reloaded = await optional(scope, (inner) => readOnce(visit, target, inner));
        const better = fuller(reading, reloaded);
        if (better.degraded) visit.retire();
        return { reading: better, again: better.degraded };
      },
      ({ reading }) => reading === null || isOtherPlace(target, reading.place.featureId),
    );
    if (!first.again || first.reading === null) return first.reading;
    const fresh = await optional(scope, (inner) =>
      visits.withPage(inner, (visit) => readOnce(visit, target, inner)),
    );
    const best = fuller(first.reading, fresh);
    if (!best.degraded) limitedViews.note(false);
    else if (first.reading.limitedView && fresh?.limitedView === true) limitedViews.note(true);
    return best;
  };

  /** A further attempt that may fail: null then, and always early enough to answer with what there is. */
  const optional = async <T>(scope: Scope, attempt: (scope: Scope) => Promise<T>): Promise<T | null> => {
    const remaining = scope.remaining() - ANSWER_RESERVE_MS;
    if (remaining <= 0) return null;
    const inner = startInnerScope(scope, remaining);
    try {
      return await attempt(inner);
    } catch (error) {
      if (scope.signal.aborted) throw error;
      scope.log.warn({ err: error }, 'a further attempt at a degraded page failed');
      return null;
    } finally {
      inner.dispose();
    }
  };

  return { identify, read };
}

async function identifyOn(
  page: Page,
  target: LookupPage,
  options: WatchOptions,
): Promise<MarkedPlace | null> {
  if (target.kind === 'search') return searchPlaceId(page, target.url, options, target.wanted);
  const featureId = await openPlaceId(page, target.url, options);
  return featureId === null ? null : { featureId, name: null, marks: NO_MARKS };
}

function readOn(page: Page, target: LookupPage, options: WatchOptions): Promise<PlaceReading | null> {
  if (target.kind === 'search') return searchPlace(page, target.url, options, target.wanted);
  return openPlace(page, target.url, options);
}

function isPlacePage({ url }: LookupPage): boolean {
  return new URL(url).pathname.startsWith('/maps/place/');
}

/** True for a place that a lookup by CID ended at although its CID is another. */
function isOtherPlace({ url }: LookupPage, featureId: FeatureId): boolean {
  const target = parseMapUrl(new URL(url));
  return 'cid' in target && target.cid !== cidOfFeature(featureId);
}

/** The reading with fewer gaps; never of another place than the first one. */
function fuller(first: PlaceReading, second: PlaceReading | null): PlaceReading {
  if (second === null || second.place.featureId !== first.place.featureId) return first;
  const better = second.missing.length < first.missing.length ? second : first;
  return { ...better, marks: mergeMarks(first.marks, second.marks) };
}

import type { Page } from 'playwright';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { type MarkedPlace, mergeMarks, NO_MARKS, type WantedPlace } from '../identifiers/place-marks.js';
import { readPlacePlainly, searchPlainly } from '../provider/light/place.js';
import type { AskPlainly } from '../provider/light/plain-page.js';
import { openPlace, openPlaceId } from '../provider/pages/place-page.js';
import { searchPlace, searchPlaceId } from '../provider/pages/search-page.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import type { PlaceReading } from '../provider/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

/** A provider page to look a place up on; a search may be for one place of several that bear the name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

/** Looks places up on the provider's pages. Null = the provider answered twice that there is none. */
export interface PlaceLoader {
  /** Which place it is, and no more. A search gives the wanted place, or else its first result. */
  identify(target: LookupPage, scope: Scope): Promise<MarkedPlace | null>;
  /** Everything the page says about it. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

/** Kept back from the deadline so that an incomplete answer can still be given. */
const ANSWER_RESERVE_MS = 500;

export function createPlaceLoader(visits: ProviderVisits, urls: ProviderUrls): PlaceLoader {
  /** Plain requests first. The address of a CID names no place to them. */
  const readPlainly = async (
    { tryPlainly }: Visit,
    target: LookupPage,
    scope: Scope,
  ): Promise<PlaceReading | null> => {
    if (target.kind === 'search') {
      const found = await identifyPlainly({ tryPlainly }, target, scope);
      const placeId = found === null ? null : placeIdOfFeature(found.featureId);
      if (found === null || placeId === null) return null;
      const read = (ask: AskPlainly) => readPlacePlainly(ask, urls.place(placeId));
      const reading = await tryPlainly('place', scope, read);
      if (reading?.place.featureId !== found.featureId) return null;
      return { ...reading, marks: mergeMarks(reading.marks, found.marks) };
    }
    if (!isPlacePage(target)) return null;
    return tryPlainly('place', scope, (ask) => readPlacePlainly(ask, target.url));
  };

  const identifyPlainly = async (
    { tryPlainly }: Pick<Visit, 'tryPlainly'>,
    target: LookupPage,
    scope: Scope,
  ): Promise<MarkedPlace | null> => {
    if (target.kind === 'search')
      return tryPlainly('search', scope, (ask) => searchPlainly(ask, target.url, target.wanted));
    if (!isPlacePage(target)) return null;
    const reading = await tryPlainly('place', scope, (ask) => readPlacePlainly(ask, target.url));
    return reading === null ? null : { ...reading.place, marks: reading.marks };
  };

  const identify = (target: LookupPage, scope: Scope) =>
    visits.withPage(scope, async (visit) => {
      const { load } = visit;
      const plain = await identifyPlainly(visit, target, scope);
      if (plain !== null) return plain;
      const once = () => load(scope, (page, options) => identifyOn(page, target, options));
      return (await once()) ?? (await once());
    });

  const readOnce = ({ load }: Visit, target: LookupPage, scope: Scope) => {
    const isLimited = (reading: PlaceReading | null) => reading?.degraded === true;
    return load(scope, (page, options) => readOn(page, target, options), isLimited);
  };

  /**
   * Limited view, truncated payload or nothing found: the same tab once more (the first load set an
   * anonymous cookie), then a fresh context once (places.md §9). What still lacks stays null.
   */
  const read = async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
    const first = await visits.withPage(scope, async (visit) => {
      const plain = await readPlainly(visit, target, scope);
      if (plain !== null) return { reading: plain, again: false };
      const reading = await readOnce(visit, target, scope);
      if (reading !== null && !reading.degraded) return { reading, again: false };
      if (reading === null) {
        const second = await readOnce(visit, target, scope);
        return { reading: second, again: second?.degraded ?? false };
      }
      const reloaded = await optional(scope, (inner) => readOnce(visit, target, inner));
      const better = fuller(reading, reloaded);
      if (better.degraded) visit.retire();
      return { reading: better, again: better.degraded };
    });
    if (!first.again || first.reading === null) return first.reading;
    const fresh = await optional(scope, (inner) =>
      visits.withPage(inner, (visit) => readOnce(visit, target, inner)),
    );
    return fuller(first.reading, fresh);
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

/** The reading with fewer gaps; never of another place than the first one. */
function fuller(first: PlaceReading, second: PlaceReading | null): PlaceReading {
  if (second === null || second.place.featureId !== first.place.featureId) return first;
  const better = second.missing.length < first.missing.length ? second : first;
  return { ...better, marks: mergeMarks(first.marks, second.marks) };
}

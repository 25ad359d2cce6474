import type { FeatureId } from '../identifiers/feature-id.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { readPlacePlainly, searchPlainly } from '../provider/light/place.js';
import type { AskPlainly } from '../provider/light/plain-page.js';
import { openPlace, openPlaceId } from '../provider/pages/place-page.js';
import { searchPlace, searchPlaceId } from '../provider/pages/search-page.js';
import type { PlaceReading } from '../provider/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

/** A provider page to look a place up on. */
export interface LookupPage {
  readonly kind: 'place' | 'search';
  readonly url: string;
}

/** Looks places up on the provider's pages. Null = the provider answered twice that there is none. */
export interface PlaceLoader {
  /** Which place it is, and no more. */
  identify(target: LookupPage, scope: Scope): Promise<FeatureId | null>;
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
      const featureId = await identifyPlainly({ tryPlainly }, target, scope);
      const placeId = featureId === null ? null : placeIdOfFeature(featureId);
      if (placeId === null) return null;
      const read = (ask: AskPlainly) => readPlacePlainly(ask, urls.place(placeId));
      const reading = await tryPlainly('place', scope, read);
      return reading?.place.featureId === featureId ? reading : null;
    }
    if (!isPlacePage(target)) return null;
    return tryPlainly('place', scope, (ask) => readPlacePlainly(ask, target.url));
  };

  const identifyPlainly = async (
    { tryPlainly }: Pick<Visit, 'tryPlainly'>,
    target: LookupPage,
    scope: Scope,
  ): Promise<FeatureId | null> => {
    if (target.kind === 'search') return tryPlainly('search', scope, (ask) => searchPlainly(ask, target.url));
    if (!isPlacePage(target)) return null;
    const reading = await tryPlainly('place', scope, (ask) => readPlacePlainly(ask, target.url));
    return reading?.place.featureId ?? null;
  };

  const identify = (target: LookupPage, scope: Scope) =>
    visits.withPage(scope, async (visit) => {
      const { load } = visit;
      const plain = await identifyPlainly(visit, target, scope);
      if (plain !== null) return plain;
      const open = target.kind === 'place' ? openPlaceId : searchPlaceId;
      const once = () => load(scope, (page, options) => open(page, target.url, options));
      return (await once()) ?? (await once());
    });

  const readOnce = ({ load }: Visit, target: LookupPage, scope: Scope) => {
    const open = target.kind === 'place' ? openPlace : searchPlace;
    const isLimited = (reading: PlaceReading | null) => reading?.degraded === true;
    return load(scope, (page, options) => open(page, target.url, options), isLimited);
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

function isPlacePage({ url }: LookupPage): boolean {
  return new URL(url).pathname.startsWith('/maps/place/');
}

/** The reading with fewer gaps; never of another place than the first one. */
function fuller(first: PlaceReading, second: PlaceReading | null): PlaceReading {
  if (second === null || second.place.featureId !== first.place.featureId) return first;
  return second.missing.length < first.missing.length ? second : first;
}

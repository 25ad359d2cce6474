import type { Page } from 'playwright';
import { isAppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { parseMapUrl } from '../identifiers/map-url.js';
import { mergeMarks, NO_MARKS, type SearchedPlace } from '../identifiers/place-marks.js';
import type { Metrics } from '../metrics.js';
import { ForeignPayloads } from '../provider/navigation/block-pages.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import { openPlace, openPlaceId } from '../provider/pages/place-page.js';
import { searchPlace, searchPlaceId } from '../provider/pages/search-page.js';
import type { PlaceReading } from '../provider/place.js';
import { type Scope, startInnerScope } from '../scope.js';
import type { LimitedViews } from './limited-views.js';
import type { PageLoads, Tab } from './page-loads.js';
import type { LookupPage, PlaceReader } from './place-reader.js';

/** Kept back from the deadline so that an incomplete answer can still be given. */
const ANSWER_RESERVE_MS = 500;

interface RenderedPlacesOptions {
  readonly loads: PageLoads;
  readonly limitedViews: LimitedViews;
  readonly metrics: Pick<Metrics, 'foreign'>;
}

/** Reads places on rendered pages. "There is none" is said only when two pages in two contexts say so. */
export function createRenderedPlaces({ loads, limitedViews, metrics }: RenderedPlacesOptions): PlaceReader {
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
  const withNegativeConfirmed = async <T>(
    scope: Scope,
    attempt: (tab: Tab) => Promise<T>,
    isNegative: (result: T) => boolean,
  ): Promise<T> => {
    const first = await loads.withTab(scope, async (tab) => {
      const result = await attempt(tab);
      if (isNegative(result)) tab.retire();
      return result;
    });
    return isNegative(first) ? loads.withTab(scope, attempt) : first;
  };

  const identify = (target: LookupPage, scope: Scope) =>
    withNegativeConfirmed(
      scope,
      ({ load }) => counted(load(scope, (page, options) => identifyOn(page, target, options))),
      (found) => found === null || isOtherPlace(target, found.featureId),
    );

  const readOnce = ({ load }: Tab, target: LookupPage, scope: Scope) => {
    const isLimited = (reading: PlaceReading | null) => reading?.degraded === true;
    return counted(
      load(scope, (page, options) => readOn(page, target, options), isLimited),
      (reading) => reading?.foreignPayloads ?? 0,
    );
  };

  /**
   * Limited view or truncated payload: the same tab once more (the first load set an anonymous cookie), then a
   * fresh context once (places.md §9). What is still missing stays null.
   */
  const read = async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
    const first = await withNegativeConfirmed(
      scope,
      async (tab) => {
        const reading = await readOnce(tab, target, scope);
        if (reading === null) return { reading, again: false };
        if (!reading.degraded) limitedViews.note(false);
        const isHopeless = reading.limitedView && limitedViews.isLimited();
        if (!reading.degraded || isHopeless || isOtherPlace(target, reading.place.featureId))
          return { reading, again: false };
        const reloaded = await optional(scope, (inner) => readOnce(tab, target, inner));
        const better = fuller(reading, reloaded);
        if (better.degraded) tab.retire();
        return { reading: better, again: better.degraded };
      },
      ({ reading }) => reading === null || isOtherPlace(target, reading.place.featureId),
    );
    if (!first.again || first.reading === null) return first.reading;
    const fresh = await optional(scope, (inner) =>
      loads.withTab(inner, (tab) => readOnce(tab, target, inner)),
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
  options: NavigationOptions,
): Promise<SearchedPlace | null> {
  if (target.kind === 'search') return searchPlaceId(page, target.url, options, target.wanted);
  const featureId = await openPlaceId(page, target.url, options);
  return featureId === null ? null : { featureId, name: null, marks: NO_MARKS };
}

function readOn(page: Page, target: LookupPage, options: NavigationOptions): Promise<PlaceReading | null> {
  if (target.kind === 'search') return searchPlace(page, target.url, options, target.wanted);
  return openPlace(page, target.url, options);
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
  const candidates = better.candidates ?? first.candidates;
  return { ...better, marks: mergeMarks(first.marks, second.marks), candidates };
}

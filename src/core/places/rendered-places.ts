import type { Page } from 'playwright';
import { isAppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { mergeMarks, NO_MARKS, type SearchedPlace } from '../identifiers/place-marks.js';
import { ForeignPayloads } from '../provider/faults.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import type { Controls, PlaceSubject } from '../reviews/proof/controls.js';
import { type Attempt, proveAbsence } from '../reviews/proof/prove-absence.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { type Scope, startInnerScope } from '../runtime/scope.js';
import type { PageLoads, Tab } from '../traffic/page-loads.js';
import { mergeNotices } from './extractors/extract-notices.js';
import { isNothing, type NothingFound } from './nothing-found.js';
import type { PlaceReading } from './place.js';
import { openPlace, openPlaceId } from './place-page.js';
import type { LookupPage } from './resolve-query.js';
import { searchPlace, searchPlaceId } from './search-page.js';

/** Reserved time before the deadline, so that an incomplete answer can still be given. */
const ANSWER_RESERVE_MS = 500;

interface RenderedPlacesOptions {
  readonly loads: PageLoads;
  readonly controls: Readonly<Record<'place' | 'search', Omit<Controls<PlaceSubject, string>, 'expectLink'>>>;
  readonly metrics: Pick<Metrics, 'foreign'>;
  readonly log: Logger;
}

export type RenderedPlaces = ReturnType<typeof createRenderedPlaces>;

/**
 * Looks places up on rendered pages; null = the provider has no such place. Answers that a place does not exist, or
 * that a CID leads to another place, need proof (docs/provider/verdicts.md, rule 6).
 */
export function createRenderedPlaces({ loads, controls, metrics, log }: RenderedPlacesOptions) {
  const limitedViews = createLimitedViews(log);

  /** Counts the data of other places, also when the attempt fails. */
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
   * Returns the place that an attempt shows, or after a proof of absence the result of the last attempt. Retires a tab
   * that showed no place.
   */
  const proven = async <T extends object>(
    target: LookupPage,
    scope: Scope,
    attempt: (tab: Tab) => Promise<T | NothingFound>,
    featureOf: (result: T) => FeatureId,
  ): Promise<T | NothingFound> => {
    const subject = { path: target.kind, cid: target.cid };
    const pathControls = subject.path === 'search' ? controls.search : controls.place;
    const trust = pathControls.trust(subject);
    const proof = await proveAbsence({
      trust,
      wordsSuffice: true,
      control: () => pathControls.after(subject, scope),
      attempt: async (): Promise<Attempt<T, T | NothingFound>> => {
        using tab = await loads.take(scope);
        const result = await attempt(tab);
        const isAbsent = isNothing(result) || isOtherPlace(target, featureOf(result));
        if (!isAbsent) return { kind: 'over', outcome: result };
        tab.retire();
        return { kind: 'absent', signs: result, saysSo: isNothing(result) && result.saysSo };
      },
    });
    if (proof.kind === 'absent') return proof.rounds.at(-1)?.signs ?? NOTHING;
    if (proof.absences > 0) trust.contradicted();
    return proof.outcome;
  };

  /** Only identifies the place. A search gives the wanted place, or else its first result. */
  const identify = async (target: LookupPage, scope: Scope): Promise<SearchedPlace | null> => {
    const found = await proven(
      target,
      scope,
      ({ load }) => counted(load(scope, (page, options) => identifyOn(page, target, options))),
      (place) => place.featureId,
    );
    return isNothing(found) ? null : found;
  };

  const readOnce = ({ load }: Tab, target: LookupPage, scope: Scope) =>
    counted(
      load(scope, (page, options) => readOn(page, target, options), isDegraded),
      (reading) => (isNothing(reading) ? 0 : reading.foreignPayloads),
    );

  /**
   * Reads all the provider's data about the place. After a limited view or truncated payload, loads the page once more
   * in the same tab (the first load set an anonymous cookie), then once in a fresh context (places.md §9). Fields that
   * are still missing stay null.
   */
  const read = async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
    const readInTab = async (tab: Tab) => {
      const reading = await readOnce(tab, target, scope);
      if (isNothing(reading)) return reading;
      if (!reading.degraded) limitedViews.note(false);
      const isHopeless = reading.limitedView && limitedViews.isLimited();
      if (!reading.degraded || isHopeless || isOtherPlace(target, reading.place.featureId))
        return { reading, again: false };
      const reloaded = await optional(scope, (inner) => readOnce(tab, target, inner));
      const better = fuller(reading, reloaded);
      if (better.degraded) tab.retire();
      return { reading: better, again: better.degraded };
    };
    const first = await proven(target, scope, readInTab, ({ reading }) => reading.place.featureId);
    if (isNothing(first)) return null;
    if (!first.again) return first.reading;
    const fresh = await optional(scope, async (inner) => {
      using tab = await loads.take(inner);
      return await readOnce(tab, target, inner);
    });
    const best = fuller(first.reading, fresh);
    const isStillLimited = fresh !== null && !isNothing(fresh) && fresh.limitedView;
    if (!best.degraded) limitedViews.note(false);
    else if (first.reading.limitedView && isStillLimited) limitedViews.note(true);
    return best;
  };

  return { identify, read };
}

/** How long a limited view is remembered, in milliseconds: about twice as long as throttling lasts. places.md §9 */
const LIMITED_VIEW_MS = 60_000;

/**
 * Remembers for a short time that the provider gives this address only limited views (places.md §9): another attempt
 * then costs loads and contexts and changes nothing.
 */
function createLimitedViews(log: Logger) {
  let until = Number.NEGATIVE_INFINITY;
  const isLimited = () => performance.now() < until;
  return {
    /** True while the provider gives only limited views: one load is enough. */
    isLimited,
    /** `true`: a reload and a fresh context were limited as well; `false`: a rendered page was shown in full. */
    note: (limited: boolean): void => {
      const change = limited ? 'limited' : 'over';
      if (limited !== isLimited()) log.warn({ limitedViews: change }, 'the state of limited views changed');
      until = limited ? performance.now() + LIMITED_VIEW_MS : Number.NEGATIVE_INFINITY;
    },
  };
}

/** Runs an optional attempt; null when it fails. It ends early enough to answer with the existing reading. */
async function optional<T>(scope: Scope, attempt: (scope: Scope) => Promise<T>): Promise<T | null> {
  const remaining = scope.remaining() - ANSWER_RESERVE_MS;
  if (remaining <= 0) return null;
  using inner = startInnerScope(scope, remaining);
  try {
    return await attempt(inner);
  } catch (error) {
    if (scope.signal.aborted) throw error;
    scope.log.warn({ err: error }, 'a further attempt at a degraded page failed');
    return null;
  }
}

async function identifyOn(
  page: Page,
  target: LookupPage,
  options: NavigationOptions,
): Promise<SearchedPlace | NothingFound> {
  if (target.kind === 'search') return searchPlaceId(page, target.url, options, target.wanted);
  const featureId = await openPlaceId(page, target.url, options);
  return isNothing(featureId) ? featureId : { featureId, name: null, marks: NO_MARKS };
}

function readOn(
  page: Page,
  target: LookupPage,
  options: NavigationOptions,
): Promise<PlaceReading | NothingFound> {
  if (target.kind === 'search') return searchPlace(page, target.url, options, target.wanted);
  return openPlace(page, target.url, options);
}

const isDegraded = (reading: PlaceReading | NothingFound) => !isNothing(reading) && reading.degraded;
const NOTHING: NothingFound = { kind: 'nothing', saysSo: false };

function isOtherPlace({ kind, cid }: LookupPage, featureId: FeatureId): boolean {
  return kind === 'cid' && cid !== cidOfFeature(featureId);
}

/** The reading with fewer missing fields; never a reading of another place than the first. */
function fuller(first: PlaceReading, second: PlaceReading | NothingFound | null): PlaceReading {
  if (second === null || isNothing(second) || second.place.featureId !== first.place.featureId) return first;
  const better = second.missing.length < first.missing.length ? second : first;
  const candidates = better.candidates ?? first.candidates;
  const notices = mergeNotices(second.notices, first.notices);
  const inlineRecords = [...first.inlineRecords, ...second.inlineRecords];
  const reviewIds = [...first.reviewIds, ...second.reviewIds];
  const marks = mergeMarks(first.marks, second.marks);
  return { ...better, notices, inlineRecords, reviewIds, marks, candidates };
}

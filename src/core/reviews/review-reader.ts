import { isAppError, PROVIDER_UNAVAILABLE } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { isNothing } from '../places/nothing-found.js';
import { openPlaceId } from '../places/place-page.js';
import { Drift } from '../provider/faults.js';
import { type FastPathReading, type FetchPage, fetchBody } from '../provider/fetched-page.js';
import type { NavigationOptions, PageView } from '../provider/navigation/navigate.js';
import type { ProviderUrls, ReviewPageTarget } from '../provider/urls.js';
import { dataLink } from '../provider/wire/embedded-state.js';
import { dataAnswer } from '../provider/wire/envelope.js';
import type { Scope } from '../runtime/scope.js';
import type { FastPath } from '../traffic/fast-path.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { type RawReviewPage, showsReview } from './extractors/visibility.js';
import { type ReviewPageReading, readReviewPage } from './review-page.js';
import { readReviewPageData } from './wire/review-page-data.js';

export type VisibleReading = Extract<ReviewPageReading, { kind: 'visible' }>;

type OnView = (view: PageView) => void;

/** The options of a navigation whose views another part of the service sees, too. */
export function alsoSeenBy(onView: OnView, options: NavigationOptions): NavigationOptions {
  const both = (view: PageView) => {
    options.onView?.(view);
    onView(view);
  };
  return { ...options, onView: both };
}

export type ReviewReader = ReturnType<typeof createReviewReader>;

/** Reads the page of a review without an account. */
export function createReviewReader(loads: PageLoads, fastPath: FastPath, urls: ProviderUrls) {
  const loadOnce = async (target: ReviewPageTarget, scope: Scope, onView: OnView) => {
    using tab = await loads.take(scope);
    const reading = await tab.load(scope, (page, options) =>
      readReviewPage(page, target, alsoSeenBy(onView, options)),
    );
    // The load that confirms an absence needs another context.
    if (reading.kind !== 'visible') tab.retire();
    return reading;
  };

  return {
    /**
     * Renders the page, each time in a context that has not shown it before. After a fault, which may be momentary, it
     * loads the page once more. A load with trouble gives no negative verdict (verdicts.md, rule 2). A page of unknown
     * shape is not loaded again. `onView` receives the views of all loads.
     */
    load: async (
      target: ReviewPageTarget,
      scope: Scope,
      onView: OnView = () => undefined,
    ): Promise<ReviewPageReading> => {
      try {
        return await loadOnce(target, scope, onView);
      } catch (error) {
        if (!isAppError(error, PROVIDER_UNAVAILABLE) || error.cause instanceof Drift) throw error;
        return loadOnce(target, scope, onView);
      }
    },
    /** Reads by the HTTP fast path, which answers only for a visible review; null = the page must be rendered. */
    fetch: async (target: ReviewPageTarget, scope: Scope): Promise<VisibleReading | null> => {
      const raw = await fastPath.read('review', scope, (fetchPage) => fetchReview(fetchPage, target));
      return raw && { kind: 'visible', raw, sighting: null };
    },
    /** The CID of the place that the page of a CID shows: another CID after a merge; null = no such place. */
    shownCid: async (cid: string, scope: Scope, onView: OnView): Promise<string | null> => {
      using tab = await loads.take(scope);
      const found = await tab.load(scope, (page, options) =>
        openPlaceId(page, urls.cid(cid), alsoSeenBy(onView, options)),
      );
      return isNothing(found) ? null : cidOfFeature(found);
    },
  };
}

/**
 * Reads a visible review without rendering its page: the document, and the data request that it names. Answers only
 * if the data holds the record of the review with a rating, and the full id of the place: only a rendered page shows
 * whether a review is gone. reviews.md §6.
 */
async function fetchReview(
  fetchPage: FetchPage,
  target: ReviewPageTarget,
): Promise<FastPathReading<RawReviewPage>> {
  const html = await fetchBody(fetchPage, target.url);
  const link = html === null ? null : dataLink(html, target.url, 'review');
  const body = link === null ? null : await fetchBody(fetchPage, link);
  const data = body === null ? null : readReviewPageData(dataAnswer(body), target.cid);
  if (data === null) return 'unusable';
  const raw = { identity: target, data, view: null };
  return data.featureId !== null && showsReview(raw) ? raw : 'undecided';
}

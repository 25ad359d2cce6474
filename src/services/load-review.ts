import { isAppError } from '../errors.js';
import { fetchReview } from '../provider/fast-path/review.js';
import { Drift } from '../provider/pages/block-pages.js';
import {
  checkReviewPage,
  type ReviewPageReading,
  type ReviewPageTarget,
  readReviewPage,
} from '../provider/pages/review-page.js';
import type { Scope } from '../scope.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

/** How much of a visible review is waited for. */
export type ReviewDepth = 'visibility' | 'details';

/** Loads the page of a review, rendered and signed out, each time in a context that has not shown it before. */
export interface ReviewLoader {
  load(target: ReviewPageTarget, depth: ReviewDepth, scope: Scope): Promise<ReviewPageReading>;
  /**
   * The same, spared by the HTTP fast path where that shows the review as `isEnough` wants it. "empty": by the
   * fast path the review has no record. That is no evidence, but a hint that two rendered loads will follow.
   */
  tryFirst(
    target: ReviewPageTarget,
    depth: ReviewDepth,
    scope: Scope,
    isEnough: (reading: VisibleReading) => boolean,
  ): Promise<ReviewPageReading | 'empty'>;
}

export type VisibleReading = Extract<ReviewPageReading, { kind: 'visible' }>;

const OPENERS = { visibility: checkReviewPage, details: readReviewPage } as const;

export function createReviewLoader(visits: ProviderVisits): ReviewLoader {
  const loadIn = async (
    visit: Visit,
    target: ReviewPageTarget,
    depth: ReviewDepth,
    scope: Scope,
  ): Promise<ReviewPageReading> => {
    const reading = await visit.load(scope, (page, options) => OPENERS[depth](page, target, options));
    // Whatever made a review look gone must not reach the load that confirms it.
    if (reading.kind === 'absent') visit.retire();
    return reading;
  };

  const loadOnce: ReviewLoader['load'] = (target, depth, scope) =>
    visits.withPage(scope, (visit) => loadIn(visit, target, depth, scope));

  /**
   * A fault may be a moment's trouble: once more, in a fresh context, since a visit with trouble in it is no ground
   * for a negative verdict (verdicts.md, rule 2). A new form of the page stays a new form.
   */
  const orAgain = async <T>(
    first: Promise<T>,
    again: () => Promise<ReviewPageReading>,
  ): Promise<T | ReviewPageReading> => {
    try {
      return await first;
    } catch (error) {
      if (!isAppError(error, 'provider_unavailable') || error.cause instanceof Drift) throw error;
      return again();
    }
  };

  return {
    load: (target, depth, scope) => {
      const load = () => loadOnce(target, depth, scope);
      return orAgain(load(), load);
    },
    tryFirst: (target, depth, scope, isEnough) => {
      const first = visits.withPage(scope, async (visit) => {
        let isEmpty = false;
        const raw = await visit.tryFastPath('review', scope, (fetchPage) =>
          fetchReview(fetchPage, target, () => {
            isEmpty = true;
          }),
        );
        const plain: VisibleReading | null = raw === null ? null : { kind: 'visible', raw, sighting: null };
        if (plain !== null && isEnough(plain)) return plain;
        return isEmpty ? ('empty' as const) : loadIn(visit, target, depth, scope);
      });
      return orAgain(first, () => loadOnce(target, depth, scope));
    },
  };
}

import { isAppError } from '../errors.js';
import { recordsPresence } from '../provider/extractors/presence.js';
import { answered, type FastPathResult } from '../provider/fast-path/fast-path-reading.js';
import { fetchReview } from '../provider/fast-path/review.js';
import { Drift } from '../provider/navigation/block-pages.js';
import {
  checkReviewPage,
  type ReviewPageReading,
  type ReviewPageTarget,
  readReviewPage,
} from '../provider/pages/review-page.js';
import type { NotePresence } from '../provider/presence.js';
import type { Scope } from '../scope.js';
import type { FastPath } from './fast-path.js';
import type { PageLoads } from './page-loads.js';

/** How much of a visible review is waited for. */
export type ReviewDepth = 'visibility' | 'details';

/** Reads the page of a review, signed out. */
export interface ReviewReader {
  /** Rendered, each time in a context that has not shown it before. */
  load(target: ReviewPageTarget, depth: ReviewDepth, scope: Scope): Promise<ReviewPageReading>;
  /** By the HTTP fast path, which answers with a visible review only. */
  fetch(target: ReviewPageTarget, scope: Scope): Promise<FastPathResult<VisibleReading>>;
}

export type VisibleReading = Extract<ReviewPageReading, { kind: 'visible' }>;

const OPENERS = { visibility: checkReviewPage, details: readReviewPage } as const;

/** `note` takes what an answer of the fast path held; pages report it themselves. */
export function createReviewReader(loads: PageLoads, fastPath: FastPath, note: NotePresence): ReviewReader {
  const loadOnce: ReviewReader['load'] = (target, depth, scope) =>
    loads.withTab(scope, async ({ load, retire }) => {
      const reading = await load(scope, (page, options) => OPENERS[depth](page, target, options));
      // Whatever made a review look gone must not reach the load that confirms it.
      if (reading.kind === 'absent') retire();
      return reading;
    });

  return {
    /**
     * A fault may be a moment's trouble: once more, in a fresh context, since a load with trouble in it is no ground
     * for a negative verdict (verdicts.md, rule 2). A new form of the page stays a new form.
     */
    load: async (target, depth, scope) => {
      try {
        return await loadOnce(target, depth, scope);
      } catch (error) {
        if (!isAppError(error, 'provider_unavailable') || error.cause instanceof Drift) throw error;
        return loadOnce(target, depth, scope);
      }
    },
    fetch: async (target, scope) => {
      const reading = await fastPath.read('review', scope, (fetchPage) => fetchReview(fetchPage, target));
      if (reading.kind === 'undecided') return reading;
      note('form', { review_answer: true });
      note('record', recordsPresence([reading.answer.data?.record]));
      return answered({ kind: 'visible', raw: reading.answer, sighting: null });
    },
  };
}

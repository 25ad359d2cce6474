import { AppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parseReviewUrl } from '../identifiers/review-url.js';
import type { Metrics } from '../metrics.js';
import type { ReviewsPage } from '../provider/pages/reviews-page.js';
import type { NotePresence } from '../provider/presence.js';
import type { RuleSet } from '../provider/rules/built-in.js';
import { currentRules } from '../provider/rules/current.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import {
  createListAttempts,
  type Finding,
  type ListAttempt,
  type ListTask,
  noList,
  saysNone,
} from './attempt-review-list.js';
import type { Controls } from './controls.js';
import type { NegativeAnswers } from './negative-answers.js';
import type { PageLoads } from './page-loads.js';
import {
  createReviewCollector,
  type EmitReviews,
  type ReviewCollector,
  type ReviewsRequest,
  type StopReason,
} from './read-reviews.js';
import { knownPlace } from './resolve-query.js';
import { assertRulesInUse } from './rules-in-use.js';

export interface ReviewsSummary {
  readonly placeId: string;
  /** Reviews that passed the star filter. */
  readonly returned: number;
  /** The provider's own reviews that were read, each counted once: `total` counts no others. */
  readonly read: number;
  /** The place's own count; null when its page does not say. */
  readonly total: number | null;
  readonly pagesFetched: number;
  /** The provider said that the list is over, and every review the place counts was read. */
  readonly complete: boolean;
  readonly stopReason: StopReason;
}

/** Lists a place's reviews, newest first. */
export interface ReviewLister {
  /**
   * Passes every review on as it is read and resolves with a summary of the list. A list that is cut short is no
   * error once something was read. @throws AppError `invalid_request`, `no_results`, any 503 code
   */
  list(request: ReviewsRequest, scope: Scope, emit: EmitReviews): Promise<ReviewsSummary>;
}

interface ListerOptions {
  readonly loads: PageLoads;
  readonly urls: ProviderUrls;
  readonly controls: Pick<Controls, 'require' | 'remember'>;
  readonly metrics: Pick<Metrics, 'drift' | 'foreign'>;
  readonly note: NotePresence;
  readonly negatives: NegativeAnswers;
  readonly settleMs: number;
  readonly timeoutMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

type Unread = Extract<ListAttempt, { kind: 'unread' }>;

/** Kept back from the deadline so that what was read can still be answered. */
const ANSWER_RESERVE_MS = 1_000;

export function createReviewLister({
  controls,
  negatives,
  timeoutMs,
  ...options
}: ListerOptions): ReviewLister {
  const attempt = createListAttempts(options);

  /** That there is no list is said only when two attempts in different contexts bear each other out. */
  const list = async (task: ListTask): Promise<ReviewsSummary> => {
    const rules = currentRules();
    const first = await attempt(task, null);
    if (first.kind === 'read') return finished(task, first.opened, first.collector, first.reason);
    const last = await attempt(task, first.finding);
    if (last.kind === 'read') return finished(task, last.opened, last.collector, last.reason);
    return withoutList(task, first, last, rules);
  };

  const withoutList = async (
    task: ListTask,
    first: Unread,
    last: Unread,
    rules: RuleSet,
  ): Promise<ReviewsSummary> => {
    const { readingScope, request, emit } = task;
    const { opened } = last;
    const agree = (finding: Finding) => first.finding === finding && last.finding === finding;
    if (agree('no_place')) {
      negatives.assertSound('no_place');
      throw new AppError('no_results', 'The map provider shows no such place.');
    }
    const doubts = [...(first.opened?.doubts ?? []), ...(opened?.doubts ?? [])];
    readingScope.log.warn(
      { findings: [first.finding, last.finding], doubts },
      'a place without a list of reviews',
    );
    if (opened === null || last.finding === 'no_place') throw noList(doubts);

    const cid = cidOfFeature(opened.reading.place.featureId);
    const collector = createReviewCollector(request, cid, emit);
    if (agree('none')) {
      // Only a control distinguishes a place without an answer about reviews from a limited view. verdicts.md, rule 6.
      const bothSayNone = [first.opened, opened].every((page) => page !== null && saysNone(page));
      if (!bothSayNone) {
        await controls.require({ cid, reviewId: null }, readingScope);
        assertRulesInUse(rules);
      }
      negatives.assertSound('no_reviews');
      return finished(task, opened, collector, 'end');
    }
    await collector.takeRecords(opened.inlineRecords);
    if (collector.foreign() > 0) options.metrics.foreign('review', collector.foreign());
    if (collector.counts.read === 0) throw noList(doubts);
    return finished(task, opened, collector, 'limited_view');
  };

  const finished = (
    { request, readingScope }: ListTask,
    { reading }: ReviewsPage,
    collector: ReviewCollector,
    ended: StopReason,
  ): ReviewsSummary => {
    // That there are no more reviews is a negative answer; those that were read are none.
    const isUnsure = ended === 'end' && collector.counts.read > 0 && !negatives.isSound('complete_list');
    const stopReason = isUnsure ? 'interrupted' : ended;
    rememberVisible(collector);
    readingScope.timings.missing = reading.missing;
    return {
      placeId: knownPlace(reading.place.featureId)?.placeId ?? request.placeRef,
      returned: collector.counts.returned,
      read: collector.counts.own,
      total: reading.place.reviewCount,
      pagesFetched: collector.pages(),
      complete: stopReason === 'end',
      stopReason,
    };
  };

  /** Reviews that are listed are known to be visible. */
  const rememberVisible = (collector: ReviewCollector) => {
    for (const { id, url, placeCid } of collector.samples()) {
      const link = url === null ? null : parseReviewUrl(new URL(url));
      if (link?.reviewId === id) controls.remember({ link: link.url, reviewId: id, cid: placeCid });
    }
  };

  return {
    list: async (request, requestScope, emit) => {
      const readingScope = startInnerScope(requestScope, timeoutMs - ANSWER_RESERVE_MS, 'list');
      try {
        return await list({ request, emit, requestScope, readingScope });
      } finally {
        readingScope.dispose();
      }
    },
  };
}

import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { Controls, PlaceSubject } from '../controls/controls.js';
import { type Attempt, proveAbsence } from '../controls/prove-absence.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parseReviewUrl } from '../identifiers/review-url.js';
import { withholdsReviews, withoutWithheldCount } from '../places/extractors/notices.js';
import type { KnownNotices, SeenNotice } from '../places/known-notices.js';
import { isNothing } from '../places/nothing-found.js';
import type { Notice } from '../places/place.js';
import { placeSubject } from '../places/rendered-places.js';
import { knownPlace } from '../places/resolve-query.js';
import type { NotePresence } from '../provider/presence.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Metrics } from '../runtime/metrics.js';
import { type Scope, startInnerScope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import {
  createListAttempts,
  type ListAttempt,
  type ListTask,
  noList,
  placeLookup,
} from './attempt-review-list.js';
import type { ControlCandidates } from './control-candidates.js';
import {
  createReviewCollector,
  type EmitReviews,
  type ReviewCollector,
  type ReviewsRequest,
  type StopReason,
} from './read-reviews.js';
import { type ReviewsPage, withNotices } from './reviews-page.js';

export interface ReviewsSummary {
  readonly placeId: string;
  /** Reviews that passed the star filter. */
  readonly returned: number;
  /** The provider's own reviews that were read, each counted once: `total` counts only these. */
  readonly read: number;
  /** The place's own count; null when its page does not state it. */
  readonly total: number | null;
  readonly pagesFetched: number;
  /** The provider stated the end of the list, and every review that the place counts was read. */
  readonly complete: boolean;
  readonly stopReason: StopReason;
  /** The provider's notices about the place and its reviews. Empty proves nothing. */
  readonly notices: readonly SeenNotice[];
}

/** Lists a place's reviews, newest first. */
export interface ReviewLister {
  /**
   * Passes each review on as soon as it is read, and resolves with a summary of the list. A list that is cut short is
   * not an error once a review was read. @throws AppError `invalid_request`, `no_results`, any 503 code
   */
  list(request: ReviewsRequest, scope: Scope, emit: EmitReviews): Promise<ReviewsSummary>;
}

interface ListerOptions {
  readonly loads: PageLoads;
  readonly urls: ProviderUrls;
  /** Controls of place pages: "no reviews" and "no such place" are answers about a place. */
  readonly controls: Controls<PlaceSubject, string>;
  /** Remembers listed reviews, and places that were shown with reviews. */
  readonly candidates: Pick<ControlCandidates, 'remember' | 'rememberPlace'>;
  readonly metrics: Pick<Metrics, 'drift' | 'foreign'>;
  readonly note: NotePresence;
  readonly notices: KnownNotices;
  readonly settleMs: number;
  readonly timeoutMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

type Read = Extract<ListAttempt, { kind: 'read' }>;
type Unread = Extract<ListAttempt, { kind: 'unread' }>;

/** The time for opening the pages of one request, for all attempts together, in milliseconds. */
const OPENING_MS = 40_000;
/** Reserved time before the deadline, so that the reviews already read can still be returned. */
const ANSWER_RESERVE_MS = 1_000;

export function createReviewLister({
  controls,
  candidates,
  notices: knownNotices,
  timeoutMs,
  ...options
}: ListerOptions): ReviewLister {
  const attempt = createListAttempts(options);

  /** The answers "no reviews" and "no such place" need proof (docs/provider/verdicts.md, rule 6). */
  const list = async (task: ListTask): Promise<ReviewsSummary> => {
    const { request, readingScope } = task;
    const unread: Unread[] = [];
    const subject = placeSubject({ kind: 'place', url: placeLookup(request.placeRef, options.urls).url });
    const proof = await proveAbsence({
      controls,
      wordsSuffice: true,
      control: () => controls.after(subject, readingScope),
      attempt: async (): Promise<Attempt<Read | null, Unread>> => {
        const before = unread.at(-1) ?? null;
        let result = await attempt(task, before);
        if (result.kind === 'unread' && result.finding === 'unclear' && before === null) {
          unread.push(result);
          result = await attempt(task, result);
        }
        if (result.kind === 'read') return { kind: 'over', outcome: result };
        unread.push(result);
        const { finding, opened } = result;
        const isClear = finding !== 'unclear' && unread.every((other) => other.finding === finding);
        if (!isClear) return { kind: 'over', outcome: null };
        return { kind: 'absent', evidence: result, saysSo: isNothing(opened) && opened.saysSo };
      },
    });
    if (proof.kind === 'absent') return withoutReviews(task, proof.rounds.at(-1)?.evidence ?? null, unread);
    const { outcome, absences } = proof;
    if (outcome === null) return inlineOnly(task, unread);
    if (absences > 0) controls.contradicted();
    return finished(task, outcome.opened, outcome.collector, outcome.reason);
  };
  /** The answer after a proof: the place does not exist, or it has no reviews. */
  const withoutReviews = (task: ListTask, last: Unread | null, all: readonly Unread[]): ReviewsSummary => {
    if (last === null || isNothing(last.opened) || last.finding === 'no_place')
      throw new AppError('no_results', message('noSuchPlace'));
    return finished(task, withNoticesOf(last.opened, all), collectorOf(task, last.opened), 'end');
  };

  /** The answer when the attempts neither showed a list nor agree on its absence. */
  const inlineOnly = async (task: ListTask, unread: readonly Unread[]): Promise<ReviewsSummary> => {
    const pages = unread.flatMap(({ opened }) => (isNothing(opened) ? [] : [opened]));
    const doubts = pages.flatMap((page) => page.doubts);
    const findings = unread.map(({ finding }) => finding);
    task.readingScope.log.warn({ findings, doubts }, 'a place without a list of reviews');
    const opened = pages.at(-1);
    if (opened === undefined || findings.at(-1) === 'no_place') throw noList(doubts);
    const collector = collectorOf(task, opened);
    await collector.takeRecords(opened.inlineRecords);
    if (collector.foreign() > 0) options.metrics.foreign('review', collector.foreign());
    if (collector.counts.read === 0) throw noList(doubts);
    return finished(task, withNoticesOf(opened, unread), collector, 'limited_view');
  };

  const collectorOf = ({ request, emit }: ListTask, { reading }: ReviewsPage): ReviewCollector =>
    createReviewCollector(request, cidOfFeature(reading.place.featureId), emit);

  const finished = (
    { request, readingScope }: ListTask,
    { reading }: ReviewsPage,
    collector: ReviewCollector,
    ended: StopReason,
  ): ReviewsSummary => {
    const notices = knownNotices.note(cidOfFeature(reading.place.featureId), reading.notices);
    const stopReason = judgeNotices(ended, notices, collector.counts.read);
    rememberVisible(collector);
    if (collector.counts.own > 0) candidates.rememberPlace(reading.place.featureId);
    readingScope.timings.missing = reading.missing;
    return {
      placeId: knownPlace(reading.place.featureId)?.placeId ?? request.placeRef,
      returned: collector.counts.returned,
      read: collector.counts.own,
      total: withoutWithheldCount(reading.place, notices).reviewCount,
      pagesFetched: collector.pages(),
      complete: stopReason === 'end',
      stopReason,
      notices,
    };
  };

  /** Remembers listed reviews: they are known to be visible. */
  const rememberVisible = (collector: ReviewCollector) => {
    for (const { id, url, placeCid, author } of collector.samples()) {
      const link = url === null ? null : parseReviewUrl(new URL(url));
      if (link?.reviewId !== id) continue;
      candidates.remember({ link: link.url, reviewId: id, authorId: author.id, cid: placeCid });
    }
  };

  return {
    list: async (request, requestScope, emit) => {
      const readingScope = startInnerScope(requestScope, timeoutMs - ANSWER_RESERVE_MS, 'list');
      try {
        return await list({ request, emit, requestScope, readingScope, opening: { leftMs: OPENING_MS } });
      } finally {
        readingScope.dispose();
      }
    },
  };
}

/** Adds the notices of all attempts: one sighting is enough. */
function withNoticesOf(opened: ReviewsPage, unread: readonly Unread[]): ReviewsPage {
  const readings = unread.flatMap((one) => (isNothing(one.opened) ? [] : [one.opened.reading]));
  return readings.reduce(withNotices, opened);
}

/**
 * Adjusts the reason to the provider's notices about the reviews. If the provider withholds reviews, a list is never
 * complete. If it accepts no new reviews, or a notice is of unknown kind, an empty list is not reported as complete.
 * `read`: reviews that were read. verdicts.md, rule 11
 */
export function judgeNotices(reason: StopReason, notices: readonly Notice[], read: number): StopReason {
  const isJudgement = reason === 'end' || reason === 'provider_limit' || reason === 'limited_view';
  if (isJudgement && withholdsReviews(notices, read)) return 'withheld';
  const isUnclear = notices.some(({ kind }) => kind === 'reviews_paused' || kind === 'other');
  return reason === 'end' && read === 0 && isUnclear ? 'provider_limit' : reason;
}

import type { Page } from 'playwright';
import { isWorthAnotherPage } from '../browser/pool.js';
import { AppError, BROWSER_UNAVAILABLE, isAppError, NO_RESULTS, PROVIDER_UNAVAILABLE } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { mergeNotices, withoutWithheldCount } from '../places/extractors/extract-notices.js';
import type { KnownNotices } from '../places/known-notices.js';
import type { KnownReviews } from '../places/known-reviews.js';
import { isNothing, type NothingFound } from '../places/nothing-found.js';
import type { SeenNotice } from '../places/place.js';
import { type LookupPage, lookupOfRef } from '../places/resolve-query.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { StopReason } from '../published/lines.js';
import type { Metrics } from '../runtime/metrics.js';
import { partPriority, race, type Scope, startInnerScope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import type { PageLoads, Tab } from '../traffic/page-loads.js';
import { type ControlCandidates, controlOfReview } from './control-candidates.js';
import { isCut, withShownTexts } from './extractors/cut-text.js';
import { type Finding, findingOf, hadLimitedView, judgeNotices, type PlaceReviewsPage } from './list-end.js';
import { openPlaceReviewsPage, withNotices } from './place-reviews-page.js';
import type { Controls, PlaceSubject } from './proof/controls.js';
import { type Attempt, proveAbsence } from './proof/prove-absence.js';
import {
  createReviewCollector,
  type EmitReviews,
  type ReviewCollector,
  type ReviewsRequest,
  readReviews,
} from './read-reviews.js';
import { captureTexts } from './review-cards.js';
import { showsReviewList } from './scroll-list.js';

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
  /** Records of the list that could not be read as reviews. */
  readonly unread: number;
  readonly stopReason: StopReason;
  /** The provider's notices about the place and its reviews. Empty proves nothing. */
  readonly notices: readonly SeenNotice[];
}

/** Maximum time of a list of reviews, in milliseconds. The answer then has the reviews read so far. */
export const LIST_TIMEOUT_MS = 300_000;

/** What the reading of a list uses. */
interface Listing {
  readonly loads: PageLoads;
  readonly urls: ProviderUrls;
  /** Controls of place pages: "no reviews" and "no such place" are answers about a place. */
  readonly controls: Omit<Controls<PlaceSubject, string>, 'state' | 'expectLink'>;
  /** Remembers listed reviews, and places that were shown with reviews. */
  readonly candidates: Pick<ControlCandidates, 'remember' | 'rememberPlace'>;
  readonly known: Pick<KnownReviews, 'noteReview' | 'notePassed'>;
  readonly metrics: Pick<Metrics, 'drift' | 'foreign'>;
  readonly notices: KnownNotices;
  readonly settleMs: number;
  readonly timeoutMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

type ListAttempt = Read | Unread;

interface Read {
  readonly kind: 'read';
  readonly opened: PlaceReviewsPage;
  readonly collector: ReviewCollector;
  readonly reason: StopReason;
}

/** An attempt that did not read a list. */
interface Unread {
  readonly kind: 'unread';
  readonly opened: PlaceReviewsPage | NothingFound;
  readonly finding: Exclude<Finding, 'list'>;
}

/** A request for a list, and the scopes it is read in. */
interface ListTask extends Listing {
  readonly request: ReviewsRequest;
  readonly emit: EmitReviews;
  /** Ends with the request, like the lease of the page. */
  readonly requestScope: Scope;
  /** Ends earlier, so that the reviews already read can still be returned. */
  readonly readingScope: Scope;
  /** The remaining time for opening pages, in milliseconds, for all attempts together. */
  readonly opening: { leftMs: number };
  /** By the monotonic clock, in milliseconds. */
  readonly begunAt: number;
}

/** The time for opening the pages of one request, for all attempts together, in milliseconds. */
const OPENING_MS = 40_000;
/** Reserved time before the deadline, so that the reviews already read can still be returned. */
const ANSWER_RESERVE_MS = 1_000;
/** The number of reviews after which a context is not used again. */
const HEAVY_LIST = 500;

/** Lists a place's reviews, newest first. */
export interface ReviewLister {
  list(request: ReviewsRequest, scope: Scope, emit: EmitReviews): Promise<ReviewsSummary>;
}

/**
 * Passes each review on as soon as it is read, and resolves with a summary of the list. A list that is cut short is not
 * an error once a review was read. @throws AppError `invalid_request`, `no_results`, any 503 code
 */
export async function listReviews(
  listing: Listing,
  request: ReviewsRequest,
  requestScope: Scope,
  emit: EmitReviews,
): Promise<ReviewsSummary> {
  const timeoutMs = listing.timeoutMs - ANSWER_RESERVE_MS;
  using readingScope = startInnerScope(requestScope, timeoutMs, partPriority(requestScope, 'list'));
  const opening = { leftMs: OPENING_MS };
  const begunAt = performance.now();
  return await readList({ ...listing, request, emit, requestScope, readingScope, opening, begunAt });
}

/**
 * Loads the page once more in the same tab if it showed no list, unless the load confirms the earlier attempt or
 * the tab has loaded a page of the place before.
 */
async function openIn(
  tab: Tab,
  place: LookupPage,
  task: ListTask,
  { before, isWarm }: { readonly before: Finding | null; readonly isWarm: boolean },
) {
  const once = () => openAt(tab, place.url, task, (opened) => findingOf(opened, place) === 'unclear');
  const first = await once();
  const confirms = before !== 'unclear' && before === findingOf(first, place);
  if (isWarm || confirms || !isWorthReloading(first, place)) return first;
  return betterLoad(first, await once(), place);
}

/** Opening has a time limit of its own: a document that is never answered must not hold up the request. */
async function openAt(
  { load }: Tab,
  url: string,
  { readingScope, opening }: ListTask,
  isLimited?: (opened: PlaceReviewsPage | NothingFound) => boolean,
) {
  using scope = startInnerScope(readingScope, opening.leftMs);
  const since = performance.now();
  try {
    return await load(scope, (page, options) => openPlaceReviewsPage(page, url, options), isLimited);
  } finally {
    opening.leftMs -= performance.now() - since;
  }
}

async function read(tab: Tab, opened: PlaceReviewsPage, task: ListTask): Promise<ListAttempt> {
  const { emit, readingScope, metrics, settleMs, pageDelayMs } = task;
  using scope = startInnerScope(readingScope, Number.POSITIVE_INFINITY);
  const collector = collectorOf(task, opened, withWholeTexts(tab.page(), emit, settleMs, scope));
  try {
    const reading = readReviews(tab.page(), opened, collector, {
      scope,
      settleMs,
      pageDelayMs,
      onPage: (page, read) => emit({ kind: 'progress', page, read, total: opened.reading.place.reviewCount }),
      onRefused: tab.refused,
      onDrift: (kind, where) => {
        metrics.drift(kind);
        readingScope.log.warn({ drift: kind, where }, 'the list of reviews has an unknown form');
      },
    });
    const { reason, seen } = await tab.during(reading).catch((error: unknown) => {
      if (!isAppError(error, BROWSER_UNAVAILABLE)) throw error;
      // The page is lost, and the reading ends at once with what it has read.
      scope.abort(error);
      return reading.catch(() => Promise.reject(error));
    });
    // A page with thousands of cards frees their memory only with its context.
    const isHeavy = collector.counts.read > HEAVY_LIST;
    if (isHeavy || reason === 'interrupted' || reason === 'deadline') tab.retire();
    return { kind: 'read', opened: seen, collector, reason };
  } finally {
    noteForeign(task, collector.foreign() + opened.foreignRecords);
  }
}

/**
 * Reads the list at the direct link to the reviews, which reportedly shows them when the overview is limited
 * (places.md §9). Null when it shows no list of this place.
 */
async function readDirectly(
  tab: Tab,
  limited: PlaceReviewsPage,
  task: ListTask,
): Promise<ListAttempt | null> {
  const { readingScope: scope, urls, settleMs } = task;
  const { featureId } = limited.reading.place;
  try {
    const opened = await openAt(tab, urls.reviews(featureId), task);
    if (isNothing(opened) || opened.reading.place.featureId !== featureId) return null;
    if (!(await tab.during(showsReviewList(tab.page(), { scope, settleMs })))) return null;
    return await read(tab, afterLimitedView(opened, limited), task);
  } catch (error) {
    if (!isAppError(error, PROVIDER_UNAVAILABLE)) throw error;
    scope.log.info({ err: error }, 'the direct link to the reviews shows no list');
    return null;
  }
}

function noteForeign({ metrics, readingScope }: ListTask, count: number): void {
  if (count === 0) return;
  metrics.foreign('review', count);
  readingScope.log.warn({ count }, 'reviews of other places came with the list: dropped');
}

/**
 * Opens the page of the place in a context of its own and reads its list. A context that did not show the list is
 * retired. `before`: an earlier attempt; null = this is the first attempt.
 */
async function attempt(task: ListTask, place: LookupPage, before: Unread | null): Promise<ListAttempt> {
  using tab = await task.loads.take(task.requestScope, task.readingScope);
  const earlierPage = before === null || isNothing(before.opened) ? null : before.opened;
  const limited = earlierPage !== null && hadLimitedView(earlierPage) ? earlierPage : null;
  const direct = limited === null ? null : await readDirectly(tab, limited, task);
  if (direct !== null) return direct;
  const earlier = { before: before?.finding ?? null, isWarm: limited !== null };
  const opened = await openIn(tab, place, task, earlier);
  const finding = findingOf(opened, place);
  if (!isNothing(opened) && finding === 'list') return await read(tab, opened, task);
  // The confirming attempt needs another context: this context may be the reason why the list is missing.
  tab.retire();
  if (!isNothing(opened)) noteForeign(task, opened.foreignRecords);
  return { kind: 'unread', opened, finding: finding === 'list' ? 'unclear' : finding };
}

/** A page that is lost before its first review is replaced once. */
async function attemptOn(task: ListTask, place: LookupPage, before: Unread | null): Promise<ListAttempt> {
  try {
    return await attempt(task, place, before);
  } catch (error) {
    if (!isWorthAnotherPage(error, task.readingScope)) throw error;
    return await attempt(task, place, before);
  }
}

/** The answers "no reviews" and "no such place" need proof (docs/provider/verdicts.md, rule 6). */
async function readList(task: ListTask): Promise<ReviewsSummary> {
  const { request, readingScope, urls, controls } = task;
  const unread: Unread[] = [];
  const { page } = lookupOfRef(parsePlaceRef(request.placeRef), urls);
  const subject = { path: page.kind, cid: page.cid };
  const trust = controls.trust(subject);
  const proof = await proveAbsence({
    trust,
    wordsSuffice: true,
    control: () => controls.after(subject, readingScope),
    attempt: async (): Promise<Attempt<Read | null, Unread>> => {
      const before = unread.at(-1) ?? null;
      let result = await attemptOn(task, page, before);
      if (result.kind === 'unread' && result.finding === 'unclear' && before === null) {
        unread.push(result);
        result = await attemptOn(task, page, result);
      }
      if (result.kind === 'read') return { kind: 'over', outcome: result };
      unread.push(result);
      const { finding, opened } = result;
      const isClear = finding !== 'unclear' && unread.every((other) => other.finding === finding);
      if (!isClear) return { kind: 'over', outcome: null };
      return { kind: 'absent', signs: result, saysSo: isNothing(opened) && opened.saysSo };
    },
  });
  if (proof.kind === 'absent') return withoutReviews(task, proof.rounds, unread);
  const { outcome, absences } = proof;
  if (outcome === null) return inlineOnly(task, unread);
  if (absences > 0) trust.contradicted();
  return finished(task, outcome.opened, outcome.collector, outcome.reason);
}

/**
 * The answer after a proof: the place does not exist, or its page shows no reviews. "No reviews" is a positive finding:
 * every page has to state the count 0, or say it in words (verdicts.md, rule 6).
 */
function withoutReviews(
  task: ListTask,
  rounds: readonly { readonly signs: Unread }[],
  all: readonly Unread[],
): ReviewsSummary {
  const last = rounds.at(-1)?.signs ?? null;
  if (last === null || isNothing(last.opened) || last.finding === 'no_place')
    throw new AppError(NO_RESULTS, message('noSuchPlace'));
  const statesNone = ({ signs: { opened } }: (typeof rounds)[number]) =>
    !isNothing(opened) && opened.reading.place.reviewCount === 0;
  const reason = rounds.every(statesNone) ? 'end' : 'not_shown';
  return finished(task, withNoticesOf(last.opened, all), collectorOf(task, last.opened), reason);
}

/** The answer when the attempts neither showed a list nor agree on its absence. */
async function inlineOnly(task: ListTask, unread: readonly Unread[]): Promise<ReviewsSummary> {
  const pages = unread.flatMap(({ opened }) => (isNothing(opened) ? [] : [opened]));
  const doubts = pages.flatMap((page) => page.doubts);
  const findings = unread.map(({ finding }) => finding);
  task.readingScope.log.warn({ findings, doubts }, 'no attempt found a list of reviews of the place');
  const opened = pages.at(-1);
  if (opened === undefined || findings.at(-1) === 'no_place') throw noList(doubts);
  const collector = collectorOf(task, opened);
  await collector.takeRecords(opened.inlineRecords);
  noteForeign(task, collector.foreign());
  if (collector.counts.read === 0) throw noList(doubts);
  return finished(task, withNoticesOf(opened, unread), collector, 'limited_view');
}

function collectorOf(
  { request, known, emit }: ListTask,
  { reading }: PlaceReviewsPage,
  emitOwn: EmitReviews = emit,
): ReviewCollector {
  const cid = cidOfFeature(reading.place.featureId);
  return createReviewCollector(request, cid, emitOwn, known.noteReview, reading.place.stars);
}

function finished(
  { request, readingScope, notices: knownNotices, candidates, known, begunAt }: ListTask,
  { reading, inlineRecords, troubles }: PlaceReviewsPage,
  collector: ReviewCollector,
  ended: StopReason,
): ReviewsSummary {
  const cid = cidOfFeature(reading.place.featureId);
  const shown = reading.notices;
  knownNotices.note(cid, shown);
  // "No reviews" is not believed where another page of the place showed a notice within the last day.
  const lately = collector.counts.read > 0 ? shown : mergeNotices(shown, knownNotices.of(cid));
  const stopReason = judgeNotices(ended, lately, collector.counts.read);
  const notices = stopReason === 'withheld' ? lately : shown;
  const { returned, own: read, unread } = collector.counts;
  if (cid !== null) known.notePassed(cid, begunAt, collector.reach(stopReason, inlineRecords, troubles));
  for (const review of collector.samples().flatMap((sample) => controlOfReview(sample) ?? []))
    candidates.remember(review);
  if (collector.counts.own > 0) candidates.rememberPlace(reading.place.featureId);
  readingScope.timings.missing = reading.missing;
  return {
    placeId: placeIdOfFeature(reading.place.featureId) ?? request.placeRef,
    ...{ returned, read, unread },
    total: withoutWithheldCount(reading.place, notices).reviewCount,
    pagesFetched: collector.pages(),
    complete: stopReason === 'end',
    stopReason,
    notices,
  };
}

/** Adds the notices of all attempts: a notice counts if any attempt saw it. */
function withNoticesOf(opened: PlaceReviewsPage, unread: readonly Unread[]): PlaceReviewsPage {
  const readings = unread.flatMap((one) => (isNothing(one.opened) ? [] : [one.opened.reading]));
  return readings.reduce(withNotices, opened);
}

/** Longest wait of one list for texts to unfold, in milliseconds; many texts may never unfold. */
const TEXTS_PATIENCE_MS = 5_000;

/** Adds the page's full texts to reviews whose records hold only the beginning, and hands them on. reviews.md §6 */
function withWholeTexts(page: Page, emit: EmitReviews, settleMs: number, { signal }: Scope): EmitReviews {
  let patienceMs = TEXTS_PATIENCE_MS;
  return async (event) => {
    if (event.kind !== 'review' || !isCut(event.review)) return emit(event);
    const since = performance.now();
    const capture = captureTexts(page, event.review.id, Math.min(settleMs, patienceMs));
    // A review that was counted is told, also without its page.
    const texts = await race(signal, capture).catch(() => ({ text: null, reply: null }));
    patienceMs = Math.max(0, patienceMs - (performance.now() - since));
    return emit({ ...event, review: withShownTexts(event.review, texts) });
  };
}

/** True when a reload in the same tab may show more: the first load of a new context may be cut (places.md §6, §9). */
function isWorthReloading(opened: PlaceReviewsPage | NothingFound, place: LookupPage): boolean {
  const finding = findingOf(opened, place);
  if (finding === 'unclear' || finding === 'no_place') return true;
  return !isNothing(opened) && opened.reading.place.reviewCount === null;
}

/** The better of two loads in one tab, with the doubts of both. */
function betterLoad(
  first: PlaceReviewsPage | NothingFound,
  second: PlaceReviewsPage | NothingFound,
  place: LookupPage,
): PlaceReviewsPage | NothingFound {
  if (isNothing(first) || isNothing(second)) {
    const only = isNothing(first) ? second : first;
    if (isNothing(only)) return only;
    return { ...only, doubts: [...only.doubts, 'one of two loads showed no such place'] };
  }
  if (findingOf(first, place) === 'list' && findingOf(second, place) !== 'list') return first;
  const merged = { ...withNotices(second, first.reading), doubts: [...first.doubts, ...second.doubts] };
  return findingOf(merged, place) === 'list' ? afterLimitedView(merged, first) : merged;
}

/** A page loaded after a limited view of the same place: while it states no count, it may still be limited. */
function afterLimitedView(opened: PlaceReviewsPage, earlier: PlaceReviewsPage): PlaceReviewsPage {
  if (!hadLimitedView(earlier) || opened.reading.place.reviewCount !== null) return opened;
  return { ...opened, troubles: [...opened.troubles, ...earlier.troubles] };
}

/** The error for a place whose page shows no list of reviews and does not prove that the place has no reviews. */
function noList(doubts: readonly string[]): AppError {
  return new AppError(PROVIDER_UNAVAILABLE, message('noListOfReviews'), {
    cause: doubts.join('; ') || 'two attempts do not agree',
    retryAfterSeconds: 30,
  });
}

import type { Page } from 'playwright';
import { AppError, isAppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import { isNothing, type NothingFound } from '../places/nothing-found.js';
import { knownPlace } from '../places/resolve-query.js';
import type { DriftKind } from '../provider/navigation/block-pages.js';
import { type NotePresence, PROVIDER_FORMS } from '../provider/presence.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Metrics } from '../runtime/metrics.js';
import { race, type Scope, startInnerScope } from '../runtime/scope.js';
import type { PageLoads, Tab } from '../traffic/page-loads.js';
import { isCut, withShownTexts } from './extractors/cut-text.js';
import {
  createReviewCollector,
  type EmitReviews,
  type ReviewCollector,
  type ReviewsRequest,
  readReviews,
  type StopReason,
} from './read-reviews.js';
import { captureTexts } from './review-cards.js';
import { lookForReviews, showsReviewList } from './review-list.js';
import { openReviewsPage, type ReviewsPage, withNotices, withReviewsTab } from './reviews-page.js';

/** The result of one attempt to read the list on the page of a place. */
export type ListAttempt =
  | {
      readonly kind: 'read';
      readonly opened: ReviewsPage;
      readonly collector: ReviewCollector;
      readonly reason: StopReason;
    }
  | {
      readonly kind: 'unread';
      readonly opened: ReviewsPage | NothingFound;
      readonly finding: Exclude<Finding, 'list'>;
    };

interface ListAttemptOptions {
  readonly loads: PageLoads;
  readonly urls: ProviderUrls;
  readonly metrics: Pick<Metrics, 'drift' | 'foreign'>;
  readonly note: NotePresence;
  readonly settleMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

/** A request for a list, and the scopes it is read in. */
export interface ListTask {
  readonly request: ReviewsRequest;
  readonly emit: EmitReviews;
  /** Ends with the request, like the lease of the page. */
  readonly requestScope: Scope;
  /** Ends earlier, so that the reviews already read can still be returned. */
  readonly readingScope: Scope;
  /** The remaining time for opening pages, in milliseconds, for all attempts together. */
  readonly opening: { leftMs: number };
}

/** An attempt that did not read a list. */
type Unread = Extract<ListAttempt, { kind: 'unread' }>;

/** Opens the page of a place for its reviews. `before`: an earlier attempt; null = this is the first attempt. */
export type AttemptReviewList = (task: ListTask, before: Unread | null) => Promise<ListAttempt>;

/** The number of reviews after which a context is not used again. */
const HEAVY_LIST = 500;

/** Each attempt uses a context of its own: a context that did not show the list is retired. */
export function createListAttempts(options: ListAttemptOptions): AttemptReviewList {
  const { loads, urls, metrics, note, settleMs, pageDelayMs } = options;

  /**
   * Loads the page once more in the same tab if it showed no list, unless the load confirms the earlier attempt or
   * the tab has loaded a page of the place before.
   */
  const openIn = async (
    { load }: Tab,
    place: PlaceLookup,
    scope: Scope,
    { before, isWarm }: { readonly before: Finding | null; readonly isWarm: boolean },
  ) => {
    const once = () =>
      load(
        scope,
        (page, options) => openReviewsPage(page, place.url, options),
        (opened) => findingOf(opened, place.cid) === 'unclear',
      );
    const first = await once();
    const confirms = before !== 'unclear' && before === findingOf(first, place.cid);
    if (isWarm || confirms || !isWorthReloading(first, place.cid)) return first;
    return betterLoad(first, await once(), place.cid);
  };

  /** Opening has a time limit of its own: a document that is never answered must not hold up the request. */
  const withinOpening = async <T>(task: ListTask, work: (scope: Scope) => Promise<T>): Promise<T> => {
    const { readingScope, opening } = task;
    const scope = startInnerScope(readingScope, opening.leftMs);
    const since = performance.now();
    try {
      return await work(scope);
    } finally {
      opening.leftMs -= performance.now() - since;
      scope.dispose();
    }
  };

  const read = async (tab: Tab, opened: ReviewsPage, task: ListTask): Promise<ListAttempt> => {
    const { request, emit, readingScope } = task;
    const total = opened.reading.place.reviewCount;
    const whole = withWholeTexts(tab.page, emit, settleMs, readingScope);
    const collector = createReviewCollector(request, cidOfFeature(opened.reading.place.featureId), whole);
    try {
      const { reason, seen } = await readReviews(tab.page, opened, collector, {
        scope: readingScope,
        settleMs,
        pageDelayMs,
        onPage: (page, counted) => emit({ kind: 'progress', page, read: counted, total }),
        onRefused: tab.refused,
        onDrift: (kind, where) => noteDrift(kind, where, readingScope),
        note,
      });
      // A page with thousands of cards frees their memory only with its context.
      const isHeavy = collector.counts.read > HEAVY_LIST;
      if (isHeavy || reason === 'interrupted' || reason === 'deadline') tab.retire();
      return { kind: 'read', opened: seen, collector, reason };
    } finally {
      noteForeign(collector.foreign() + opened.foreignRecords, readingScope);
    }
  };

  /**
   * Reads the list at the direct link to the reviews, which reportedly shows them when the overview is limited
   * (places.md §9). Null when it shows no list of this place.
   */
  const readDirectly = async (
    tab: Tab,
    limited: ReviewsPage,
    task: ListTask,
  ): Promise<ListAttempt | null> => {
    const { readingScope: scope } = task;
    const { featureId } = limited.reading.place;
    try {
      const url = urls.reviews(featureId);
      const opened = await withinOpening(task, (inner) =>
        tab.load(inner, (page, options) => openReviewsPage(page, url, options)),
      );
      if (isNothing(opened) || opened.reading.place.featureId !== featureId) return null;
      if (!(await showsReviewList(tab.page, { scope, settleMs }))) return null;
      if (opened.reading.place.reviewCount !== null) return await read(tab, opened, task);
      // Without a count, the context may still be limited.
      const troubles = [...opened.troubles, ...limited.troubles];
      return await read(tab, { ...opened, hadLimitedView: true, troubles }, task);
    } catch (error) {
      if (!isAppError(error, 'provider_unavailable')) throw error;
      scope.log.info({ err: error }, 'the direct link to the reviews shows no list');
      return null;
    }
  };

  const noteDrift = (kind: DriftKind, where: string, scope: Scope) => {
    metrics.drift(kind);
    if (PROVIDER_FORMS.some((form) => form === kind)) note('form', { [kind]: false });
    scope.log.warn({ drift: kind, where }, 'the list of reviews has an unknown form');
  };

  const noteForeign = (count: number, scope: Scope) => {
    if (count === 0) return;
    metrics.foreign('review', count);
    scope.log.warn({ count }, 'reviews of other places came with the list: dropped');
  };

  return (task, before) => {
    const { request, requestScope, readingScope } = task;
    const place = placeLookup(request.placeRef, urls);
    const attempt = async (tab: Tab): Promise<ListAttempt> => {
      const limited = limitedPage(before);
      const direct = limited === null ? null : await readDirectly(tab, limited, task);
      if (direct !== null) return direct;
      const earlier = { before: before?.finding ?? null, isWarm: limited !== null };
      let opened = await withinOpening(task, (scope) => openIn(tab, place, scope, earlier));
      let finding = findingOf(opened, place.cid);
      // Unless the page counts no reviews, the content of its reviews tab decides.
      if (
        !isNothing(opened) &&
        finding === 'none' &&
        opened.reviewsTab >= 0 &&
        opened.reading.place.reviewCount !== 0
      ) {
        const content = await lookForReviews(tab.page, opened.reviewsTab, { scope: readingScope, settleMs });
        if (content !== 'nothing') finding = content === 'reviews' ? 'list' : 'unclear';
        opened = await race(readingScope.signal, withReviewsTab(tab.page, opened));
      }
      if (!isNothing(opened) && finding === 'list') return read(tab, opened, task);
      // The confirming attempt needs another context: this context may be the reason why the list is missing.
      tab.retire();
      if (!isNothing(opened)) noteForeign(opened.foreignRecords, readingScope);
      return { kind: 'unread', opened, finding: finding === 'list' ? 'unclear' : finding };
    };
    return loads.withTab(requestScope, attempt, readingScope);
  };
}

/** The page of an earlier attempt that showed a limited view; null = no such page. */
function limitedPage(before: Unread | null): ReviewsPage | null {
  if (before === null || isNothing(before.opened) || !before.opened.hadLimitedView) return null;
  return before.opened;
}

/** Longest wait of one list for texts to unfold, in milliseconds; many texts may never unfold. */
const TEXTS_PATIENCE_MS = 5_000;

/** Adds the page's full texts to reviews whose records hold only the beginning, and hands them on. reviews.md §6 */
function withWholeTexts(page: Page, emit: EmitReviews, settleMs: number, { signal }: Scope): EmitReviews {
  let patienceMs = TEXTS_PATIENCE_MS;
  return async (event) => {
    if (event.kind !== 'review' || !isCut(event.review)) return emit(event);
    const since = performance.now();
    const texts = await race(signal, captureTexts(page, event.review.id, Math.min(settleMs, patienceMs)));
    patienceMs = Math.max(0, patienceMs - (performance.now() - since));
    return emit({ ...event, review: withShownTexts(event.review, texts) });
  };
}

export interface PlaceLookup {
  readonly url: string;
  /** The CID that the place must have if only its CID is known. */
  readonly cid: string | null;
}

/** The page of the place. */
export function placeLookup(placeRef: string, urls: ProviderUrls): PlaceLookup {
  const { placeId, featureId } = parsePlaceRef(placeRef);
  const known = featureId === null ? null : knownPlace(featureId);
  if (known !== null) return { url: urls.place(known.placeId), cid: null };
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid !== null) return { url: urls.cid(cid), cid };
  return { url: urls.place(placeId ?? placeRef), cid: null };
}

/**
 * The result of one attempt. `list`: the place has reviews to read. `none`: the page answered normally and in full,
 * and the place has no reviews. `no_place`: the place does not exist. `unclear`: the page proves nothing.
 */
export type Finding = 'list' | 'none' | 'no_place' | 'unclear';

/** `cid`: the CID that the place must have if only its CID is known; null = more than the CID is known. */
function findingOf(opened: ReviewsPage | NothingFound, cid: string | null): Finding {
  if (isNothing(opened)) return 'no_place';
  const { reading, reviewsTab, inlineRecords, doubts } = opened;
  const { featureId, reviewCount } = reading.place;
  if (cid !== null && cidOfFeature(featureId) !== cid) return 'no_place';
  if (doubts.length === 0 && (reviewCount === null || reviewCount === 0)) return 'none';
  const expectsReviews = reviewCount !== 0 || inlineRecords.length > 0;
  return reviewsTab >= 0 && expectsReviews ? 'list' : 'unclear';
}

/** True when a reload in the same tab may show more: the first load of a new context may be cut (places.md §6, §9). */
function isWorthReloading(opened: ReviewsPage | NothingFound, cid: string | null): boolean {
  const finding = findingOf(opened, cid);
  if (finding === 'unclear' || finding === 'no_place') return true;
  return !isNothing(opened) && opened.reading.place.reviewCount === null;
}

/** The better of two loads in one tab, with the doubts of both. */
function betterLoad(
  first: ReviewsPage | NothingFound,
  second: ReviewsPage | NothingFound,
  cid: string | null,
): ReviewsPage | NothingFound {
  if (isNothing(first) || isNothing(second)) {
    const only = isNothing(first) ? second : first;
    if (isNothing(only)) return only;
    return { ...only, doubts: [...only.doubts, 'one of two loads showed no such place'] };
  }
  if (findingOf(first, cid) === 'list' && findingOf(second, cid) !== 'list') return first;
  const noticed = withNotices(second, first.reading);
  return { ...noticed, doubts: [...first.doubts, ...second.doubts] };
}

/** The error for a place whose page shows no list of reviews and does not prove that it has none. */
export function noList(doubts: readonly string[]): AppError {
  return new AppError('provider_unavailable', message('noListOfReviews'), {
    cause: doubts.join('; ') || 'two attempts do not agree',
    retryAfterSeconds: 30,
  });
}

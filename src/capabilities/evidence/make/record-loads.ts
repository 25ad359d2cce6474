import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright';
import type { Core } from '../../../core/capability.js';
import type { PlainClient } from '../../../core/egress/plain-client.js';
import { DiagnosticError } from '../../../core/errors.js';
import type { ReviewIdentity, ReviewLink } from '../../../core/identifiers/review-url.js';
import { classifyReviewLink, identityOf, parseReviewUrl } from '../../../core/identifiers/review-url.js';
import { NO_CACHE, NO_FAST_PATH } from '../../../core/lookups.js';
import type { Place } from '../../../core/places/place.js';
import type { ShareLinkFollower } from '../../../core/places/share-links.js';
import { providerFault } from '../../../core/provider/faults.js';
import type { PageView } from '../../../core/provider/navigation/navigate.js';
import { captureInput, nextPageState } from '../../../core/provider/navigation/page-state.js';
import { type ProviderUrls, reviewAddress } from '../../../core/provider/urls.js';
import { extractReview } from '../../../core/reviews/extractors/extract-review.js';
import {
  judgeAbsence,
  type RawReviewPage,
  showsInFull,
} from '../../../core/reviews/extractors/visibility.js';
import type { ReviewInspector } from '../../../core/reviews/inspect-review.js';
import { openPlaceReviewsPage } from '../../../core/reviews/place-reviews-page.js';
import { type ReviewPageReading, rawReviewPage } from '../../../core/reviews/review-page.js';
import type { Scope } from '../../../core/runtime/scope.js';
import { within } from '../../../core/runtime/timeout.js';
import type { PageLoads, Tab } from '../../../core/traffic/page-loads.js';
import { type Exchange, watchExchanges } from './exchanges.js';
import { openSession, type PageSnapshot, takeSnapshot, type Uncovered } from './snapshot.js';

/** Loads that one pack may take. */
export const MAX_LOADS = 10;

/** One rendered load of a pack. */
export interface RecordedLoad {
  /** True for a load of the review that the pack is about. */
  readonly isSubject: boolean;
  /** True for a load that was made for the name of the place alone. */
  readonly isForName: boolean;
  readonly context: LoadContext;
  /** CID of the place that the review's place was merged into, as far as it was known; null = not merged. */
  readonly mergedInto: string | null;
  /** The address that was opened; null = no request was made. */
  readonly asked: string | null;
  readonly finalUrl: string;
  /** Milliseconds since 1970: the beginning of the load, and the moment when it was decided. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly exchanges: readonly Exchange[];
  /** The last view that was judged; null = the page was not seen. */
  readonly view: PageView | null;
  /** What was read, or the error of the load. */
  readonly end: { readonly reading: unknown } | { readonly error: unknown };
  readonly snapshot: PageSnapshot;
}

/** The browser context of a load. Cookies by name and host; null = the browser did not tell them in time. */
interface LoadContext {
  readonly id: string;
  readonly cookiesBefore: readonly string[] | null;
  readonly cookiesAfter: readonly string[] | null;
}

/** One request on the way from a share link to its review. */
interface Hop {
  readonly url: string;
  /** Null = it was not requested, or not answered. */
  readonly status: number | null;
}

/** The way of a pack to the provider. */
export interface EvidenceProvider {
  readonly urls: ProviderUrls;
  /** Opens an inspector that uses no caches. It shares the controls and their memory with the service. */
  readonly open: (recorder: LoadRecorder) => Pick<ReviewInspector, 'details'>;
  /** Opens the page of the place with a CID for its name alone. @throws AppError like a lookup of the place */
  readonly openPlace: (recorder: LoadRecorder, cid: string, scope: Scope) => Promise<unknown>;
}

/** Lookups in pages that draw pictures, each load handed to the recorder. */
export function recordedLookups({
  parts,
  plainClient,
}: Pick<Core, 'parts' | 'plainClient'>): EvidenceProvider {
  const { config, urls, memory, pictureLoads, followWith, lookupsWith } = parts;
  return {
    urls,
    open: (recorder) =>
      lookupsWith({
        config: { ...config, ...NO_CACHE, REQUEST_TIMEOUT_MS: recorder.timeoutMs },
        loads: recorder.loads(pictureLoads),
        fastPath: NO_FAST_PATH,
        follow: (link, scope, isFinal) =>
          recorder.follow(link, plainClient, (client) => followWith(client)(link, scope, isFinal)),
        memory,
      }).inspector,
    openPlace: async (recorder, cid, scope) => {
      using tab = await recorder.loads(pictureLoads, true).take(scope);
      return await tab.load(scope, (page, options) => openPlaceReviewsPage(page, urls.cid(cid), options));
    },
  };
}

/**
 * The pack needs more loads than it may take. This is not a failure of the provider, so it must not suspend verdicts.
 */
export class LoadsUsedUp extends DiagnosticError {
  override readonly name = 'LoadsUsedUp';
}

interface RecorderOptions {
  /** The link to the review, as given. */
  readonly link: string;
  readonly urls: ProviderUrls;
  /** The text on covered reviews; null = cover nothing. */
  readonly cover: string | null;
  /** Maximum time of one lookup, in milliseconds. */
  readonly timeoutMs: number;
}

type FollowBy = (client: PlainClient) => ReturnType<ShareLinkFollower>;

/** Records every load of one pack while its page is still open. @throws AppError when the link names no review */
export class LoadRecorder {
  readonly timeoutMs: number;
  readonly #options: RecorderOptions;
  readonly #loads: RecordedLoad[] = [];
  readonly #hops: Hop[] = [];
  #target: ReviewLink | null;
  #begun = 0;
  #mergedInto: string | null = null;

  constructor(options: RecorderOptions) {
    const given = classifyReviewLink(options.link);
    this.timeoutMs = options.timeoutMs;
    this.#options = options;
    this.#target = given.kind === 'review' ? given.link : null;
  }

  /**
   * Wraps the page loads of the service so that every load is recorded. `isForName`: the loads are for the name of the
   * place: they are marked, and do not count towards the loads of the verdict.
   */
  loads(inner: PageLoads, isForName = false): PageLoads {
    const demandLoad = () => {
      if (!isForName && this.#begun >= MAX_LOADS) throw new LoadsUsedUp(`all ${MAX_LOADS} loads are used`);
    };
    const recorded = (tab: Tab): Tab => ({
      ...tab,
      load: async (own, open, isLimited) => {
        // A load that is made once more after a page was lost is recorded, and takes none from the verdict.
        demandLoad();
        if (!isForName) this.#begun += 1;
        const recording: typeof open = (page, options) =>
          this.#recorded(page, { ...own, isForName }, (onView) => open(page, { ...options, onView }));
        return tab.load(own, recording, isLimited);
      },
    });
    return {
      take: async (scope, turnScope) => {
        // Do not wait in the queue if the loads are used up.
        demandLoad();
        return recorded(await inner.take(scope, turnScope));
      },
    };
  }
  /** Follows a share link. Records the way of the first share link, which leads to the review of the pack. */
  async follow(shared: string, client: PlainClient, followBy: FollowBy): Promise<string> {
    if (this.#target !== null) return followBy(client);
    const end = await followBy({
      ...client,
      get: async (url, options) => {
        const hop = { url, status: null };
        this.#hops.push(hop);
        const answer = await client.get(url, options);
        this.#hops.splice(this.#hops.indexOf(hop), 1, { url, status: answer.status });
        return answer;
      },
    });
    if (this.#hops.length === 0) this.#hops.push({ url: shared, status: null });
    const found = classifyReviewLink(end);
    if (found.kind === 'review') this.#target = found.link;
    return end;
  }
  /** The review's own link; null = it is not known yet. */
  target(): ReviewLink | null {
    return this.#target;
  }
  all(): readonly RecordedLoad[] {
    return this.#loads;
  }
  hops(): readonly Hop[] {
    return this.#target === null ? this.#hops : [...this.#hops, { url: this.#target.url, status: null }];
  }

  async #recorded<T>(
    page: Page,
    { signal, isForName }: { readonly signal: AbortSignal; readonly isForName: boolean },
    open: (watch: (view: PageView) => void) => Promise<T>,
  ): Promise<T> {
    const { urls, cover } = this.#options;
    const session = await openSession(page);
    const cookiesBefore = await cookieNames(page);
    const startedAt = Date.now();
    const exchanges = watchExchanges(page);
    const views: { last: PageView | null } = { last: null };
    const watch = (view: PageView) => {
      views.last = view;
    };
    const judged = await open(watch).then(
      (reading) => ({ reading }),
      (error: unknown) => ({ error }),
    );
    const endedAt = Date.now();
    exchanges.stop();
    // Nobody waits for the pack any more, or its time is over.
    if (signal.aborted) throw signal.reason;
    const view = views.last;
    const asked = view?.asked ?? exchanges.all().find(({ isDocument }) => isDocument)?.url ?? null;
    const target = this.#target;
    const isSubject =
      target !== null && asked === urls.review(reviewAddress(identityOf(target)) ?? target.url);
    const finalUrl = page.url();
    const identity = view === null ? null : askedReview(view.asked, isSubject ? this.#mergedInto : null);
    const drawn = 'reading' in judged ? await drawnState(page, view, identity, judged.reading) : null;
    const taken = await takeSnapshot(page, {
      session,
      cover,
      uncovered: isSubject && target !== null ? uncoveredIn(target, judged) : null,
      document: exchanges.document(),
    });
    const { doubt, shown } =
      'reading' in judged
        ? await secondLook(page, { view, identity, isSubject, drawn, snapshot: taken }, judged.reading)
        : { doubt: null, shown: null };
    const end = doubt === null ? judged : { error: providerFault(doubt) };
    const load: RecordedLoad = {
      isSubject,
      isForName,
      context: { id: contextId(page.context()), cookiesBefore, cookiesAfter: await cookieNames(page) },
      mergedInto: this.#mergedInto,
      asked,
      finalUrl,
      startedAt,
      endedAt,
      exchanges: exchanges.all(),
      // A review that is shown is recorded as the page showed it after its picture was taken.
      view: shown?.view ?? view,
      end: shown !== null && 'reading' in end ? { reading: shown.reading } : end,
      snapshot: taken,
    };
    this.#loads.push(load);
    if ('error' in end) throw end.error;
    const review = isSubject ? reviewReading(end.reading) : null;
    if (review?.kind === 'elsewhere') this.#mergedInto = review.cid;
    return end.reading;
  }
}

/** The review of a link, with the ids that its record adds. */
function uncoveredIn(target: ReviewLink, end: RecordedLoad['end']): Uncovered {
  const { reviewId, authorId } = identityOf(target);
  const reading = 'reading' in end ? reviewReading(end.reading) : null;
  const review = reading?.kind === 'visible' ? extractReview(reading.raw.data?.record) : null;
  return { reviewId: reviewId ?? review?.id ?? null, authorId: authorId ?? review?.author.id ?? null };
}

/** Ids of contexts, so that two loads show whether they shared their cookies. */
const contextIds = new WeakMap<BrowserContext, string>();

function contextId(context: BrowserContext): string {
  const id = contextIds.get(context) ?? randomUUID();
  contextIds.set(context, id);
  return id;
}

async function cookieNames(page: Page): Promise<readonly string[] | null> {
  const cookies = await within(ASK_AGAIN_MS, page.context().cookies()).catch(() => null);
  return cookies?.map(({ name, domain }) => `${name} ${domain}`).sort() ?? null;
}

const ASK_AGAIN_MS = 2_000;
/** How long a review that stands in the data may take until the page shows it, in milliseconds. */
const DRAW_MS = 8_000;

/** The state of a page in which it shows its review in full. */
interface ShownState {
  readonly view: PageView;
  readonly raw: RawReviewPage;
}

/**
 * Waits until a page shows its review in full, before its picture is taken: the data may come seconds before the page
 * is drawn. Null = it did not, or the reading does not show the review.
 */
async function drawnState(
  page: Page,
  view: PageView | null,
  identity: ReviewIdentity | null,
  reading: unknown,
): Promise<ShownState | null> {
  const review = reviewReading(reading);
  if (review?.kind !== 'visible' || view === null || identity === null) return null;
  const endsAt = performance.now() + DRAW_MS;
  let last = view;
  for (;;) {
    const raw = rawReviewPage(last, identity);
    if (showsInFull(raw)) return { view: last, raw };
    const input = captureInput(last.state, { reviewId: identity.reviewId });
    const leftMs = endsAt - performance.now();
    const state =
      leftMs <= 0 ? null : await within(leftMs, page.evaluate(nextPageState, input)).catch(() => null);
    if (state === null) return null;
    last = { ...last, state };
  }
}

interface Looked extends Pick<RecordedLoad, 'view' | 'isSubject' | 'snapshot'> {
  readonly identity: ReviewIdentity | null;
  /** The state before the picture, in which the page showed the review in full; null = it did not. */
  readonly drawn: ShownState | null;
}

interface SecondLook {
  /** Why the picture may contradict the verdict; null = it does not. */
  readonly doubt: string | null;
  /** The reading of a review that is shown, as the page shows it after the picture; else null. */
  readonly shown: { readonly view: PageView; readonly reading: ReviewPageReading } | null;
}

/**
 * Compares a page with its reading once more after its picture was taken. A page that shows its review must show it in
 * full before and after the picture; a page without its review must still not show it (verdicts.md, rule 15).
 */
async function secondLook(
  page: Page,
  { view, identity, isSubject, drawn, snapshot }: Looked,
  reading: unknown,
): Promise<SecondLook> {
  const review = reviewReading(reading);
  if (review === null || view === null || identity === null) return { doubt: null, shown: null };
  const isAbsent = review.kind === 'absent' && isSubject;
  // A control counts only if it was seen in full.
  const isShown = review.kind === 'visible' && (isSubject || review.sighting !== null);
  if (!isAbsent && !isShown) return { doubt: null, shown: null };
  if (isShown && drawn === null)
    return { doubt: 'the review stands in the data, and the page does not show it in full', shown: null };
  if (isShown && snapshot.picture === null)
    return { doubt: 'no picture of the review could be taken', shown: null };
  const input = captureInput(null, { reviewId: identity.reviewId });
  const state = await within(ASK_AGAIN_MS, page.evaluate(nextPageState, input)).catch(() => null);
  if (state === null) {
    const isUnknown = isShown || snapshot.picture !== null;
    return { doubt: isUnknown ? 'the page did not answer after its picture was taken' : null, shown: null };
  }
  const now = { ...view, state };
  const raw = rawReviewPage(now, identity);
  const changed = 'the page showed something else after it was judged';
  if (review.kind === 'visible') {
    if (!showsInFull(raw)) return { doubt: changed, shown: null };
    return { doubt: null, shown: { view: now, reading: { ...review, raw } } };
  }
  const absence = judgeAbsence(raw);
  const isSame = review.kind === 'absent' && 'reason' in absence && absence.reason === review.signs.reason;
  return { doubt: isSame ? null : changed, shown: null };
}

/**
 * The review that an address names; null = it names no review. `mergedInto`: CID of the place into which the place of
 * the review was merged; null = not merged.
 */
export function askedReview(address: string, mergedInto: string | null): ReviewIdentity | null {
  const link = URL.canParse(address) ? parseReviewUrl(new URL(address)) : null;
  if (link === null) return null;
  const identity = identityOf(link);
  return { ...identity, cid: mergedInto ?? identity.cid };
}

const KINDS: ReadonlySet<unknown> = new Set<ReviewPageReading['kind']>(['visible', 'absent', 'elsewhere']);

/** The reading of a review's page; null for the reading of another page. */
export function reviewReading(reading: unknown): ReviewPageReading | null {
  const isReview =
    typeof reading === 'object' && reading !== null && 'kind' in reading && KINDS.has(reading.kind);
  return isReview ? (reading as ReviewPageReading) : null;
}

/** The place that a page of a place shows; null for the reading of another page. */
export function placeReading(reading: unknown): Pick<Place, 'featureId' | 'name'> | null {
  const isPage =
    typeof reading === 'object' && reading !== null && 'reading' in reading && 'inlineRecords' in reading;
  return isPage ? (reading as { readonly reading: { readonly place: Place } }).reading.place : null;
}

import type { Page } from 'playwright';
import { DiagnosticError } from '../contract/errors.js';
import type { PlainClient } from '../egress/plain-client.js';
import type { ReviewLink } from '../identifiers/review-url.js';
import { classifyReviewLink, parseReviewUrl } from '../identifiers/review-url.js';
import type { ShareLinkFollower } from '../places/share-links.js';
import { providerFault } from '../provider/faults.js';
import type { PageView } from '../provider/navigation/navigate.js';
import { captureInput, nextPageState } from '../provider/navigation/page-state.js';
import type { ProviderUrls } from '../provider/urls.js';
import { extractReview } from '../reviews/extractors/review.js';
import { identityOf, judgeAbsence, type ReviewIdentity } from '../reviews/extractors/visibility.js';
import type { ReviewInspector } from '../reviews/inspect-review.js';
import { type ReviewPageReading, rawReviewPage } from '../reviews/review-page.js';
import { within } from '../runtime/timeout.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { type Exchange, watchExchanges } from './exchanges.js';
import { openSession, type PageSnapshot, takeSnapshot, type Uncovered } from './snapshot.js';

/** Loads that one pack may take. */
export const MAX_LOADS = 8;

/** One rendered load of a pack. */
export interface RecordedLoad {
  /** True for a load of the review that the pack is about. */
  readonly isSubject: boolean;
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

/** One request on the way from a share link to its review. */
export interface Hop {
  readonly url: string;
  /** Null = it was not requested, or not answered. */
  readonly status: number | null;
}

/** The way of a pack to the provider. */
export interface EvidenceProvider {
  readonly urls: ProviderUrls;
  /** Opens an inspector that uses no caches. It shares the controls and their memory with the service. */
  readonly open: (recorder: Pick<LoadRecorder, 'loads' | 'follow' | 'timeoutMs'>) => ReviewInspector;
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

export type LoadRecorder = ReturnType<typeof createLoadRecorder>;

/** Records every load of one pack while its page is still open. @throws AppError when the link names no review */
export function createLoadRecorder({ link, urls, cover, timeoutMs }: RecorderOptions) {
  const given = classifyReviewLink(link);
  const loads: RecordedLoad[] = [];
  const hops: Hop[] = [];
  let target: ReviewLink | null = given.kind === 'review' ? given.link : null;
  let begun = 0;
  let mergedInto: string | null = null;

  const demandLoad = () => {
    if (begun >= MAX_LOADS) throw new LoadsUsedUp(`all ${MAX_LOADS} loads are used`);
  };

  const recorded = async <T>(
    page: Page,
    { signal }: { readonly signal: AbortSignal },
    open: (watch: (view: PageView) => void) => Promise<T>,
  ): Promise<T> => {
    demandLoad();
    begun += 1;
    const session = await openSession(page);
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
    const isSubject = target !== null && asked === urls.review(target.url);
    const finalUrl = page.url();
    const taken = await takeSnapshot(page, {
      session,
      cover,
      uncovered: isSubject && target !== null ? uncoveredIn(target, judged) : null,
      document: exchanges.document(),
    });
    const load: RecordedLoad = {
      isSubject,
      mergedInto,
      asked,
      finalUrl,
      startedAt,
      endedAt,
      exchanges: exchanges.all(),
      view,
      end: judged,
      snapshot: taken,
    };
    const doubt = isSubject && 'reading' in judged ? await doubtAfter(page, load, judged.reading) : null;
    const end = doubt === null ? judged : { error: providerFault(doubt) };
    loads.push({ ...load, end });
    if ('error' in end) throw end.error;
    const review = isSubject ? reviewReading(end.reading) : null;
    if (review?.kind === 'elsewhere') mergedInto = review.cid;
    return end.reading;
  };

  return {
    timeoutMs,
    /** Wraps the page loads of the service so that every load is recorded. */
    loads: (inner: PageLoads): PageLoads => ({
      withTab: async (scope, work, turnScope) => {
        // Do not wait in the queue if the loads are used up.
        demandLoad();
        return inner.withTab(
          scope,
          (tab) =>
            work({
              ...tab,
              load: (own, open, isLimited) =>
                tab.load(
                  own,
                  (page, options) => recorded(page, own, (watch) => open(page, { ...options, watch })),
                  isLimited,
                ),
            }),
          turnScope,
        );
      },
    }),
    /** Follows a share link. Records the way of the first share link, which leads to the review of the pack. */
    follow: async (
      shared: string,
      client: PlainClient,
      followBy: (client: PlainClient) => ReturnType<ShareLinkFollower>,
    ): Promise<string> => {
      if (target !== null) return followBy(client);
      const end = await followBy({
        ...client,
        get: async (url, options) => {
          const hop = { url, status: null };
          hops.push(hop);
          const answer = await client.get(url, options);
          hops.splice(hops.indexOf(hop), 1, { url, status: answer.status });
          return answer;
        },
      });
      if (hops.length === 0) hops.push({ url: shared, status: null });
      const found = classifyReviewLink(end);
      if (found.kind === 'review') target = found.link;
      return end;
    },
    /** The review's own link; null = it is not known yet. */
    target: () => target,
    all: (): readonly RecordedLoad[] => loads,
    hops: (): readonly Hop[] => (target === null ? hops : [...hops, { url: target.url, status: null }]),
  };
}

/** The review of a link, with the ids that its record adds. */
function uncoveredIn(target: ReviewLink, end: RecordedLoad['end']): Uncovered {
  const { reviewId, authorId } = identityOf(target);
  const reading = 'reading' in end ? reviewReading(end.reading) : null;
  const review = reading?.kind === 'visible' ? extractReview(reading.raw.data?.record) : null;
  return { reviewId: reviewId ?? review?.id ?? null, authorId: authorId ?? review?.author.id ?? null };
}

const ASK_AGAIN_MS = 2_000;

/**
 * Why the picture of a page without its review may contradict the verdict: the page has changed since it was judged, or
 * it no longer answers. Null = the page still shows the same, or it no longer answers and no picture was taken.
 */
async function doubtAfter(
  page: Page,
  { view, mergedInto, snapshot }: Pick<RecordedLoad, 'view' | 'mergedInto' | 'snapshot'>,
  reading: unknown,
): Promise<string | null> {
  const absent = reviewReading(reading);
  const identity = view === null ? null : askedReview(view.asked, mergedInto);
  if (absent?.kind !== 'absent' || view === null || identity === null) return null;
  const input = captureInput(null, { reviewId: identity.reviewId });
  const state = await within(ASK_AGAIN_MS, page.evaluate(nextPageState, input)).catch(() => null);
  if (state === null) {
    return snapshot.picture === null ? null : 'the page did not answer after its picture was taken';
  }
  const now = judgeAbsence(rawReviewPage({ ...view, state }, identity));
  const isSame = 'reason' in now && now.reason === absent.evidence.reason;
  return isSame ? null : 'the page showed something else after it was judged';
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

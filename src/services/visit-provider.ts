import type { Page } from 'playwright';
import type { PageLease } from '../browser/lease.js';
import type { PagePool } from '../browser/pool.js';
import type { PlainClient } from '../egress/plain-client.js';
import { type AppError, isAppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { FastPathReading, FetchPage } from '../provider/fast-path/fetched-page.js';
import { Drift } from '../provider/pages/block-pages.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import { race, type Scope, startInnerScope } from '../scope.js';
import type { Breaker } from './breaker.js';
import type { FastPathKind, FastPathSwitch } from './fast-path-switch.js';
import { createFetchPage } from './fetch-page.js';
import type { LoadQueue } from './load-queue.js';
import { type PageSession, withPageSession } from './page-session.js';

/** Loads a page of the provider; the functions of provider/pages. */
export type OpenPage<T> = (page: Page, options: WatchOptions) => Promise<T>;

/** A page, acquired when its first load begins, and the only way to load anything into it. */
export interface Visit {
  /** What was loaded; there is none before the first load. */
  readonly page: Page;
  /** Asks for the page's context to be closed after this visit, so that the next one starts in another. */
  retire(): void;
  /**
   * Tries the HTTP fast path in place of a page load, under the same rules. Null = not tried, or not enough for
   * an answer: load the page. Throws only what a page load would not fix.
   */
  tryFastPath<T>(
    kind: FastPathKind,
    scope: Scope,
    read: (fetchPage: FetchPage) => Promise<FastPathReading<T>>,
  ): Promise<T | null>;
  /**
   * One page load: it waits in the load queue, is refused while the breaker is open, counted and timed. `isLimited`
   * detects a limited view, for the metrics only. A further load in the same tab keeps its page while it waits.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Reports a block page met by a request of the loaded page; returns the error with the time to wait. */
  refused(blocked: AppError): AppError;
}

/** The gate to the provider: all requests share its load queue, rate limiter and breaker. */
export interface ProviderVisits {
  /**
   * Acquires a page from the first load to the end of `work`; see `withPageSession`. @throws AppError
   * `provider_blocked` at once while the breaker is open, and as `LoadQueue` and `PagePool`
   */
  withPage<T>(scope: Scope, work: (visit: Visit) => Promise<T>): Promise<T>;
  /**
   * Whether two page loads could begin at once in two contexts: no load waits, two pages are free or can be
   * opened, and the provider rate limiter has two loads left. Call it without holding a page.
   */
  hasRoomForTwo(scope: Scope): boolean;
}

interface VisitOptions {
  readonly pool: PagePool;
  readonly queue: LoadQueue;
  readonly breaker: Breaker;
  readonly metrics: Metrics;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs: number;
  readonly plainClient: PlainClient;
  readonly fastPath: FastPathSwitch;
  /** For the `Accept-Language` of plain requests. */
  readonly language: string;
}

/** Proper answers that still need a page: to complete them, or to decline cookies first. */
const NEUTRAL = new Set(['undecided', 'consent']);
/** Slower plain requests save nothing, in milliseconds. */
const PLAIN_LIMIT_MS = 5_000;

export function createProviderVisits(options: VisitOptions): ProviderVisits {
  const { pool, queue, breaker, metrics, settleMs, plainClient, fastPath, language } = options;

  /** Waits for the turn of the next load, and for its page unless the session has one already. */
  const pageForLoad = (session: PageSession, scope: Scope): Promise<PageLease> => {
    breaker.assertPassable(scope);
    return queue.enter(scope, session.held() === null ? 'page' : 'held', async (queuedMs, release) => {
      breaker.assertPassable(scope);
      return session.held() ?? race(scope.signal, session.borrow(queuedMs, release));
    });
  };

  const timed = async <T>(scope: Scope, work: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    scope.timings.pageLoads += 1;
    scope.timings.lane = 'rendered';
    try {
      return await work();
    } finally {
      scope.timings.renderMs += performance.now() - since;
    }
  };

  const load = async <T>(
    session: PageSession,
    scope: Scope,
    open: OpenPage<T>,
    isLimited: (result: T) => boolean,
  ): Promise<T> => {
    const lease = await pageForLoad(session, scope);
    // Counted inside: a load that the breaker refuses is no load.
    return breaker.load(scope, async () => {
      try {
        const result = await timed(scope, () => open(lease.page, { scope, settleMs }));
        metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
        return result;
      } catch (error) {
        metrics.pageLoad(isAppError(error) ? error.code : 'failed');
        if (isAppError(error) && error.cause instanceof Drift) metrics.drift(error.cause.kind);
        throw error;
      }
    });
  };

  const attemptFastPath = async <T>(
    identity: Pick<PageLease, 'userAgent' | 'cookies'>,
    kind: FastPathKind,
    scope: Scope,
    read: (fetchPage: FetchPage) => Promise<FastPathReading<T>>,
  ): Promise<T | null> => {
    // After a pause a page load decides: an answer that is not enough, or too slow, does not show a block.
    if (breaker.state() !== 'closed') return null;
    const since = performance.now();
    const inner = startInnerScope(scope, Math.min(PLAIN_LIMIT_MS, scope.remaining()));
    let outcome = 'insufficient';
    try {
      const fetchPage = createFetchPage(identity, plainClient, language, inner, (page) => {
        outcome = page;
      });
      const result = await breaker.load(scope, () => read(fetchPage));
      if (result === undefined) outcome = 'undecided';
      if (result == null) return null;
      outcome = 'answered';
      scope.timings.lane = 'light';
      return result;
    } catch (error) {
      outcome = isAppError(error) ? error.code : 'failed';
      if (scope.signal.aborted || isAppError(error, 'provider_blocked') || !isAppError(error)) throw error;
      return null;
    } finally {
      inner.dispose();
      // A client that left says nothing about the fast path, and neither does an answer that only a page can complete.
      if (!scope.signal.aborted && !NEUTRAL.has(outcome)) fastPath.note(kind, outcome === 'answered');
      metrics.fastPathAttempt(outcome);
      scope.timings.lightMs += performance.now() - since;
    }
  };

  /** Plain requests need a page only for its cookies and headers; it is not kept for the load that may follow. */
  const tryFastPath = async <T>(
    kind: FastPathKind,
    scope: Scope,
    read: (fetchPage: FetchPage) => Promise<FastPathReading<T>>,
  ): Promise<T | null> => {
    if (!fastPath.isWorthTrying(kind)) return null;
    const identity = pool.identity();
    if (identity !== null) {
      breaker.assertPassable(scope);
      const release = await queue.enter(scope, 'plain', async (_queuedMs, giveBack) => {
        breaker.assertPassable(scope);
        scope.signal.addEventListener('abort', giveBack, { once: true });
        return giveBack;
      });
      try {
        return await attemptFastPath(identity, kind, scope, read);
      } finally {
        scope.signal.removeEventListener('abort', release);
        release();
      }
    }
    return withPageSession(pool, scope, async (session) =>
      attemptFastPath(await pageForLoad(session, scope), kind, scope, read),
    );
  };

  return {
    hasRoomForTwo: queue.hasRoomForTwo,
    withPage: async (scope, work) => {
      breaker.assertPassable(scope);
      return withPageSession(pool, scope, (session) =>
        work({
          get page() {
            return pageOf(session);
          },
          retire: () => session.held()?.retire(),
          refused: breaker.refused,
          tryFastPath,
          load: (inner, open, isLimited = () => false) => load(session, inner, open, isLimited),
        }),
      );
    },
  };
}

function pageOf(session: PageSession): Page {
  const lease = session.held();
  if (lease === null) throw new Error('no page was loaded yet');
  return lease.page;
}

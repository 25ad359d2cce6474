import type { Page } from 'playwright';
import type { PageLease, PagePool } from '../browser/pool.js';
import type { PlainClient } from '../egress/plain-client.js';
import { type AppError, isAppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { AskPlainly, PlainReading } from '../provider/light/plain-page.js';
import { Drift } from '../provider/pages/walls.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import { type Scope, startInnerScope } from '../scope.js';
import type { Breaker } from './breaker.js';
import type { LightKind, LightLane } from './light-lane.js';
import type { Pace } from './pace.js';
import { askAs } from './visit-plainly.js';

/** Loads a page of the provider; the functions of provider/pages. */
export type OpenPage<T> = (page: Page, options: WatchOptions) => Promise<T>;

/** A borrowed page, and the only way to load anything into it. */
export interface Visit extends Pick<PageLease, 'page' | 'retire'> {
  /**
   * Tries plain requests in place of a page load, under the same rules. Null = not tried, or not enough to
   * answer from: load the page. Throws only what a page load would not mend.
   */
  tryPlainly<T>(
    kind: LightKind,
    scope: Scope,
    read: (ask: AskPlainly) => Promise<PlainReading<T>>,
  ): Promise<T | null>;
  /**
   * One page load: kept at the common pace, refused while the breaker is open, counted and timed. `isLimited`
   * tells a limited view, which only the statistics care for here.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Tells of a wall met by something the loaded page asked for; gives it back with the time to wait. */
  refused(wall: AppError): AppError;
}

/** Visits the provider's pages, all requests together as one careful visitor. */
export interface ProviderVisits {
  /** Lends a page. @throws AppError `provider_blocked` at once while the breaker is open, and as `PagePool` */
  withPage<T>(scope: Scope, work: (visit: Visit) => Promise<T>): Promise<T>;
  /**
   * Whether two page loads could begin at once in two contexts: nobody waits, two pages are free or can be
   * opened, and the provider rate limiter has two loads left. Ask it without a page of one's own.
   */
  hasRoomForTwo(scope: Scope): boolean;
}

interface VisitOptions {
  readonly pool: PagePool;
  readonly pace: Pace;
  readonly breaker: Breaker;
  readonly metrics: Metrics;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs: number;
  readonly plainClient: PlainClient;
  readonly lane: LightLane;
  /** For the `Accept-Language` of plain requests. */
  readonly language: string;
}

/** What was answered as it should be, and yet takes a page: to complete it, or to decline cookies first. */
const NEUTRAL = new Set(['undecided', 'consent']);
/** Plain requests that take longer save nothing. */
const PLAIN_LIMIT_MS = 5_000;

export function createProviderVisits(options: VisitOptions): ProviderVisits {
  const { pool, pace, breaker, metrics, settleMs, plainClient, lane, language } = options;

  const waitForTurn = async (scope: Scope): Promise<void> => {
    const since = performance.now();
    try {
      await pace.take(scope.signal);
    } finally {
      const waitedMs = performance.now() - since;
      scope.timings.paceMs += waitedMs;
      metrics.paceWait(waitedMs);
    }
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
    page: Page,
    scope: Scope,
    open: OpenPage<T>,
    isLimited: (result: T) => boolean,
  ): Promise<T> => {
    breaker.assertPassable(scope);
    await waitForTurn(scope);
    // Counted within: what the breaker refuses is no load.
    return breaker.load(scope, async () => {
      try {
        const result = await timed(scope, () => open(page, { scope, settleMs }));
        metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
        return result;
      } catch (error) {
        metrics.pageLoad(isAppError(error) ? error.code : 'failed');
        if (isAppError(error) && error.cause instanceof Drift) metrics.drift(error.cause.kind);
        throw error;
      }
    });
  };

  const tryPlainly = async <T>(
    lease: PageLease,
    kind: LightKind,
    scope: Scope,
    read: (ask: AskPlainly) => Promise<PlainReading<T>>,
  ): Promise<T | null> => {
    if (!lane.isWorthTrying(kind)) return null;
    breaker.assertPassable(scope);
    await waitForTurn(scope);
    // After a pause a page load decides: an answer that is not enough, or too slow, says nothing of a wall.
    if (breaker.state() !== 'closed') return null;
    const since = performance.now();
    const inner = startInnerScope(scope, Math.min(PLAIN_LIMIT_MS, scope.remaining()));
    let outcome = 'insufficient';
    try {
      const ask = askAs(lease, plainClient, language, inner, (page) => {
        outcome = page;
      });
      const result = await breaker.load(scope, () => read(ask));
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
      // A client that left tells nothing of the lane, and neither does an answer only a page can complete.
      if (!scope.signal.aborted && !NEUTRAL.has(outcome)) lane.note(kind, outcome === 'answered');
      metrics.lightAttempt(outcome);
      scope.timings.lightMs += performance.now() - since;
    }
  };

  return {
    hasRoomForTwo: () => pool.stats().waiting === 0 && pool.stats().free >= 2 && pace.left() >= 2,
    withPage: async (scope, work) => {
      breaker.assertPassable(scope);
      return pool.withPage(scope, (lease) =>
        work({
          get page() {
            return lease.page;
          },
          retire: lease.retire,
          refused: breaker.refused,
          tryPlainly: (kind, inner, read) => tryPlainly(lease, kind, inner, read),
          load: (inner, open, isLimited = () => false) => load(lease.page, inner, open, isLimited),
        }),
      );
    },
  };
}

import type { Page } from 'playwright';
import type { PageLease, PagePool } from '../browser/pool.js';
import { type AppError, isAppError } from '../errors.js';
import { Drift, type DriftKind } from '../provider/faults.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import { deferred } from '../runtime/deferred.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { Breaker } from './breaker.js';
import type { LoadQueue } from './load-queue.js';

/** Loads a page of the provider. places/ and reviews/ implement this. */
type OpenPage<T> = (page: Page, options: NavigationOptions) => Promise<T>;

/** A page of the pool in use. Only `load` opens an address in it; reviews/ clicks and scrolls what was loaded. */
export interface Tab {
  readonly page: Page;
  /**
   * Makes one page load, counts and times it; refused while the breaker is open. The first load already has its turn.
   * Each further load waits for a turn in the load queue and keeps the page meanwhile. `isLimited` detects a limited
   * view, for the metrics only.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Has the page's context closed after this use, so that the next use starts in another context. */
  retire(): void;
  /** Reports a block page that a request of the loaded page has met. Returns the error with the time to wait. */
  refused(blocked: AppError): AppError;
}

export type PageLoads = ReturnType<typeof createPageLoads>;

interface PageLoadsOptions {
  readonly pool: Pick<PagePool, 'withPage'>;
  readonly queue: LoadQueue;
  readonly breaker: Breaker;
  readonly metrics: Pick<Metrics, 'pageLoad' | 'drift'>;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs: number;
}

/** Rendered pages of the provider: each load passes the load queue, the provider rate limiter and the breaker. */
export function createPageLoads({ pool, queue, breaker, metrics, settleMs }: PageLoadsOptions) {
  const loadInto = async <T>(
    page: Page,
    scope: Scope,
    open: OpenPage<T>,
    isLimited: (result: T) => boolean,
  ): Promise<T> => {
    const onDrift = (kind: DriftKind, where: string) => {
      metrics.drift(kind);
      scope.log.warn({ drift: kind, where }, 'an answer of the provider has an unknown shape');
    };
    try {
      const result = await timed(scope, () => open(page, { scope, settleMs, onDrift }));
      metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
      return result;
    } catch (error) {
      metrics.pageLoad(isAppError(error) ? error.code : 'failed');
      if (isAppError(error) && error.cause instanceof Drift) metrics.drift(error.cause.kind);
      throw error;
    }
  };

  /** Makes the tab for `work`. Its first load uses the turn that `withTab` waited for. */
  const createTabs = () => {
    let hasTurn = true;
    return ({ page, retire }: PageLease): Tab => ({
      page,
      retire,
      refused: breaker.refused,
      load: async (inner, open, isLimited = () => false) => {
        if (!hasTurn) {
          breaker.assertPassable();
          await queue.enter(inner, 'held', async () => undefined);
        }
        hasTurn = false;
        // Counted inside the breaker: a load that the breaker refuses is not counted.
        return breaker.load(() => loadInto(page, inner, open, isLimited));
      },
    });
  };

  return {
    /**
     * Waits for the turn of the first load and for a page, and runs `work` with the page. As in `PagePool.withPage`,
     * success gives the page back, failure closes its context, and the work begins again with another page if the page
     * or its browser is lost. After a pause of the breaker it waits for the probe first. `turnScope`: its priority and
     * deadline apply to the wait.
     * @throws AppError `provider_blocked` at once while the breaker is open; the errors of `LoadQueue` and `PagePool`
     */
    withTab: async <T>(scope: Scope, work: (tab: Tab) => Promise<T>, turnScope = scope): Promise<T> => {
      const tabOf = createTabs();
      await breaker.passable(scope);
      const { working } = await queue.enter(turnScope, 'page', async (release) => {
        breaker.assertPassable();
        const acquired = deferred<void>();
        const working = pool
          .withPage(scope, async (lease) => {
            acquired.resolve();
            const result = await work(tabOf(lease));
            // Release before the pool gets the page back and offers it to the next load.
            release();
            return result;
          })
          .finally(release);
        // The turn is used when there is a page. Without a page, `working` fails and the turn is given back.
        await Promise.race([acquired.promise, working]);
        return { working };
      });
      return working;
    },
  };
}

async function timed<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  scope.timings.pageLoads += 1;
  scope.timings.path = 'rendered';
  try {
    return await work();
  } finally {
    scope.timings.renderMs += performance.now() - since;
  }
}

import type { Page } from 'playwright';
import { isWorthAnotherPage, type PageLease, type PagePool } from '../browser/pool.js';
import { type AppError, isAppError } from '../errors.js';
import { Drift, type DriftKind } from '../provider/faults.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { Breaker } from './breaker.js';
import type { LoadQueue } from './load-queue.js';

/** Loads a page of the provider. places/ and reviews/ implement this. */
type OpenPage<T> = (page: Page, options: NavigationOptions) => Promise<T>;

/**
 * A page of the pool in use; `using` gives it back. Only `load` opens an address in it; reviews/ clicks and scrolls what
 * was loaded. Its context is used again only if its last `load` or `during` succeeded.
 */
export interface Tab extends Omit<PageLease, 'page'> {
  /** The page that was loaded last. */
  page(): Page;
  /**
   * Makes one page load, counts and times it; refused while the breaker is open. The first load already has its turn.
   * Each further load waits for a turn in the load queue and keeps the page meanwhile. If the page, its browser or
   * all connections are lost, it loads once more in another page. `isLimited` detects a limited view, for the metrics only.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Reports a block page that a request of the loaded page has met. Returns the error with the time to wait. */
  refused(blocked: AppError): AppError;
}

export type PageLoads = ReturnType<typeof createPageLoads>;

interface PageLoadsOptions {
  readonly pool: Pick<PagePool, 'take'>;
  readonly queue: LoadQueue;
  readonly breaker: Breaker;
  readonly metrics: Pick<Metrics, 'pageLoad' | 'drift'>;
  /** How long a loaded page must stay still to count as settled, in milliseconds; a page that draws slowly, twice. */
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
    // A load that the breaker refuses is not counted.
    const judged = breaker.begin();
    const since = performance.now();
    scope.timings.pageLoads += 1;
    scope.timings.path = 'rendered';
    try {
      const result = await judged(open(page, { scope, settleMs, onDrift }));
      metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
      return result;
    } catch (error) {
      metrics.pageLoad(isAppError(error) ? error.code : 'failed');
      if (isAppError(error) && error.cause instanceof Drift) metrics.drift(error.cause.kind);
      throw error;
    } finally {
      scope.timings.renderMs += performance.now() - since;
    }
  };

  return {
    /**
     * Waits for the turn of the first load and for a page. After a pause of the breaker it waits for the probe first.
     * The page goes back with the tab, or when `scope` ends. `turnScope`: its priority and deadline apply to the wait.
     * @throws AppError `provider_blocked` at once while the breaker is open; the errors of `LoadQueue` and `PagePool`
     */
    take: async (scope: Scope, turnScope = scope): Promise<Tab> => {
      await breaker.passable(scope);
      const turn = await queue.enter(turnScope, 'page', async () => {
        breaker.assertPassable();
        return pool.take(scope);
      });
      let lease = turn.taken;
      let hasTurn = true;
      const load: Tab['load'] = async (inner, open, isLimited = () => false) => {
        try {
          if (!hasTurn) breaker.assertPassable();
          if (!hasTurn) await queue.enter(inner, 'held', async () => undefined);
        } catch (error) {
          lease.retire();
          throw error;
        }
        hasTurn = false;
        return lease.during(loadInto(lease.page, inner, open, isLimited));
      };
      return {
        page: () => lease.page,
        load: async (inner, open, isLimited) => {
          try {
            return await load(inner, open, isLimited);
          } catch (error) {
            if (!isWorthAnotherPage(error, scope)) throw error;
            lease[Symbol.dispose]();
            lease = await pool.take(scope);
            return load(inner, open, isLimited);
          }
        },
        during: (work) => lease.during(work),
        retire: () => lease.retire(),
        refused: breaker.refused,
        [Symbol.dispose]: () => {
          turn[Symbol.dispose]();
          lease[Symbol.dispose]();
        },
      };
    },
  };
}

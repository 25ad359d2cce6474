import type { Page } from 'playwright';
import type { PageLease, PagePool } from '../browser/pool.js';
import { isAppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import type { Scope } from '../scope.js';
import type { Breaker } from './breaker.js';
import type { Pace } from './pace.js';

/** Loads a page of the provider; the functions of provider/pages. */
export type OpenPage<T> = (page: Page, options: WatchOptions) => Promise<T>;

/** A borrowed page, and the only way to load anything into it. */
export interface Visit extends PageLease {
  /**
   * One page load: kept at the common pace, refused while the breaker is open, counted and timed. `isLimited`
   * tells a limited view, which only the statistics care for here.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Tells that the provider refused something the loaded page asked for. */
  refused(): void;
}

/** Visits the provider's pages, all requests together as one careful visitor. */
export interface ProviderVisits {
  /** Lends a page. @throws AppError `provider_blocked` at once while the breaker is open, and as `PagePool` */
  withPage<T>(scope: Scope, work: (visit: Visit) => Promise<T>): Promise<T>;
}

interface VisitOptions {
  readonly pool: PagePool;
  readonly pace: Pace;
  readonly breaker: Breaker;
  readonly metrics: Metrics;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs: number;
}

export function createProviderVisits(options: VisitOptions): ProviderVisits {
  const { pool, pace, breaker, metrics, settleMs } = options;

  const waitForTurn = async (scope: Scope): Promise<void> => {
    const since = performance.now();
    try {
      await pace.take(scope.signal);
    } finally {
      scope.timings.waitMs += performance.now() - since;
    }
  };

  const timed = async <T>(scope: Scope, work: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    scope.timings.pageLoads += 1;
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
    breaker.assertPassable();
    await waitForTurn(scope);
    try {
      const result = await breaker.load(() => timed(scope, () => open(page, { scope, settleMs })));
      metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
      return result;
    } catch (error) {
      metrics.pageLoad(isAppError(error) ? error.code : 'failed');
      throw error;
    }
  };

  return {
    withPage: async (scope, work) => {
      breaker.assertPassable();
      return pool.withPage(scope, (lease) =>
        work({
          ...lease,
          refused: breaker.refused,
          load: (inner, open, isLimited = () => false) => load(lease.page, inner, open, isLimited),
        }),
      );
    },
  };
}

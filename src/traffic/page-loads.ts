import type { Page } from 'playwright';
import type { PageLease } from '../browser/lease.js';
import type { PagePool } from '../browser/pool.js';
import { type AppError, isAppError } from '../contract/errors.js';
import { Drift } from '../provider/navigation/block-pages.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import { type NotePresence, PROVIDER_FORMS } from '../provider/presence.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { Breaker } from './breaker.js';
import type { LoadQueue } from './load-queue.js';

/** Loads a page of the provider; the functions of places/ and reviews/. */
export type OpenPage<T> = (page: Page, options: NavigationOptions) => Promise<T>;

/** A page of the pool in use, and the only way to load anything of the provider into it. */
export interface Tab {
  readonly page: Page;
  /**
   * One page load, counted and timed; refused while the breaker is open. The first one has its turn already, a further
   * one waits for its own in the load queue and keeps the page meanwhile. `isLimited` detects a limited view, for the
   * metrics only.
   */
  load<T>(scope: Scope, open: OpenPage<T>, isLimited?: (result: T) => boolean): Promise<T>;
  /** Asks for the page's context to be closed after this use, so that the next use starts in another. */
  retire(): void;
  /** Reports a block page met by a request of the loaded page; returns the error with the time to wait. */
  refused(blocked: AppError): AppError;
}

/** Rendered pages of the provider: each load passes the load queue, the provider rate limiter and the breaker. */
export interface PageLoads {
  /**
   * Waits for the turn of the first load and for a page, and runs `work` with it; as in `PagePool.withPage`, success
   * gives the page back, failure closes its context, and when the page or its browser is lost, the work begins again
   * with another page. `turnScope`: whose priority and deadline the wait has; by default those of `scope`.
   * After a pause of the breaker it waits for the probe first.
   * @throws AppError `provider_blocked` at once while the breaker is open, and as `LoadQueue` and `PagePool`
   */
  withTab<T>(scope: Scope, work: (tab: Tab) => Promise<T>, turnScope?: Scope): Promise<T>;
}

interface PageLoadsOptions {
  readonly pool: Pick<PagePool, 'withPage'>;
  readonly queue: LoadQueue;
  readonly breaker: Breaker;
  readonly metrics: Pick<Metrics, 'pageLoad' | 'drift'>;
  /** Takes what each page held of the fields and forms the code goes by. */
  readonly note: NotePresence;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs: number;
}

export function createPageLoads({
  pool,
  queue,
  breaker,
  metrics,
  note,
  settleMs,
}: PageLoadsOptions): PageLoads {
  const loadInto = async <T>(
    page: Page,
    scope: Scope,
    open: OpenPage<T>,
    isLimited: (result: T) => boolean,
  ): Promise<T> => {
    try {
      const result = await timed(scope, () => open(page, { scope, settleMs, note }));
      metrics.pageLoad(isLimited(result) ? 'limited' : 'answered');
      return result;
    } catch (error) {
      metrics.pageLoad(isAppError(error) ? error.code : 'failed');
      if (isAppError(error) && error.cause instanceof Drift) {
        const { kind } = error.cause;
        metrics.drift(kind);
        if (PROVIDER_FORMS.some((form) => form === kind)) note('form', { [kind]: false });
      }
      throw error;
    }
  };

  /** The page as `work` sees it: its first load has the turn that `withTab` waited for. */
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
        // Counted inside: a load that the breaker refuses is no load.
        return breaker.load(() => loadInto(page, inner, open, isLimited));
      },
    });
  };

  return {
    withTab: async (scope, work, turnScope = scope) => {
      const tabOf = createTabs();
      await breaker.passable(scope);
      const { working } = await queue.enter(turnScope, 'page', async (queuedMs, release) => {
        breaker.assertPassable();
        const [acquired, noteAcquired] = signal();
        const working = pool
          .withPage(
            scope,
            async (lease) => {
              noteAcquired();
              const result = await work(tabOf(lease));
              // Released before the pool has the page again, and so before it offers the page to the next load.
              release();
              return result;
            },
            queuedMs,
          )
          .finally(release);
        // The turn is used once there is a page. Without one, `working` fails and the turn is given back.
        await Promise.race([acquired, working]);
        return { working };
      });
      return working;
    },
  };
}

/** A promise and what resolves it. */
function signal(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}

async function timed<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  scope.timings.pageLoads += 1;
  scope.timings.lane = 'rendered';
  try {
    return await work();
  } finally {
    scope.timings.renderMs += performance.now() - since;
  }
}

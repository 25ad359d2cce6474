import { createPool } from 'generic-pool';
import type { Browser, Page } from 'playwright';
import { BROWSER_UNAVAILABLE, isAppError, shuttingDown } from '../errors.js';
import type { Metrics } from '../runtime/metrics.js';
import { race, type Scope } from '../runtime/scope.js';
import { within } from '../runtime/timeout.js';
import {
  type ContextLimits,
  type ContextOptions,
  closeContext,
  lossOf,
  openContext,
  type PooledContext,
  resetContext,
} from './browser-context.js';
import type { ChromiumSupervisor } from './chromium.js';
import type { ConsentChoice } from './consent-choice.js';
import { translateDriverError } from './driver-errors.js';

/** A page in use. It is valid only inside `PagePool.withPage`. */
export interface PageLease {
  readonly page: Page;
  /** Has the context closed after this lease, so that the next lease starts in another context. */
  retire(): void;
}

export interface PoolOptions extends SlotOptions {
  readonly chromium: ChromiumSupervisor;
  readonly size: number;
  /** A context that is idle for this long, in milliseconds, is closed. */
  readonly idleMs: number;
  readonly metrics: Pick<Metrics, 'contextRecycled' | 'poolWait'>;
  readonly limits?: Partial<PoolLimits>;
}

/** Time limits in milliseconds. */
export interface PoolLimits extends ContextLimits {
  /** Wait for pages in use at shutdown. */
  readonly drainMs: number;
}

const DEFAULT_LIMITS: PoolLimits = { openMs: 10_000, resetMs: 3_000, closeMs: 5_000, drainMs: 10_000 };

export type PagePool = ReturnType<typeof createPagePool>;

/** The one pool: `size` contexts on one Chromium, opened on demand. */
export function createPagePool(options: PoolOptions) {
  const { chromium, metrics } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const slots = createSlots(chromium, options, limits);
  const pool = createPool<Slot>(slots, {
    max: options.size,
    min: 0,
    autostart: false,
    // Idle contexts are closed to free their memory; the browser stays.
    evictionRunIntervalMillis: Math.ceil(options.idleMs / 2),
    idleTimeoutMillis: options.idleMs,
    numTestsPerEvictionRun: options.size,
  });
  let closing = false;
  let onFree: () => void = () => undefined;
  let waiting = 0;
  let leased = 0;

  const free = () => options.size - pool.borrowed - pool.pending;
  const discard = (slot: Slot, reason: string) => {
    if (slot.kind === 'open' && !closing) metrics.contextRecycled(reason);
    pool.destroy(slot).catch(() => undefined);
  };

  const acquire = async (scope: Scope): Promise<OpenSlot> => {
    for (;;) {
      if (closing) throw shuttingDown();
      const pending = Promise.resolve(pool.acquire());
      const slot = await race(scope.signal, pending).catch((error) => {
        // The caller has left: the slot is returned as soon as it arrives.
        pending
          .then((late) => (late.kind === 'open' ? pool.release(late) : pool.destroy(late)))
          .then(onFree, onFree);
        throw error;
      });
      if (slot.kind === 'failed') {
        discard(slot, 'failed');
        onFree();
        throw translateDriverError(slot.error);
      }
      const flaw = slots.flawOf(slot);
      if (flaw === null) return slot;
      discard(slot, flaw);
    }
  };

  const queue = async (scope: Scope, queuedMs: number): Promise<OpenSlot> => {
    waiting += 1;
    const since = performance.now() - queuedMs;
    try {
      return await acquire(scope);
    } finally {
      waiting -= 1;
      const waitedMs = performance.now() - since;
      scope.timings.waitMs += waitedMs;
      metrics.poolWait(waitedMs);
    }
  };

  /** Replaces a worn context if no context is idle, so that the next request need not wait for it. */
  const replace = async (): Promise<void> => {
    if (closing || pool.available > 0 || pool.pending > 0) return;
    const slot = await pool.acquire();
    if (slot.kind === 'open') await pool.release(slot);
    else discard(slot, 'failed');
  };

  /** Cleaning goes on after the answer. The slot is available again after the cleaning. */
  const giveBack = async (slot: OpenSlot, isRetired: boolean): Promise<void> => {
    slot.pooled.uses += 1;
    await slots.keepChoice(slot);
    const worn = closing ? 'closing' : isRetired ? 'retired' : slots.wearOf(slot);
    if (worn !== null) {
      discard(slot, worn);
      onFree();
      return replace();
    }
    if (await slots.clean(slot)) await pool.release(slot);
    else discard(slot, 'unclean');
  };

  const runWithLease = async <T>(
    scope: Scope,
    work: (lease: PageLease) => Promise<T>,
    queuedMs: number,
  ): Promise<T> => {
    const slot = await queue(scope, queuedMs);
    leased += 1;
    let hasFailed = false;
    const loss = lossOf(slot.pooled.page);
    let isRetired = false;
    const retire = () => {
      isRetired = true;
    };
    try {
      const working = work({ page: slot.pooled.page, retire });
      return await race(scope.signal, Promise.race([loss.lost, working]));
    } catch (error) {
      hasFailed = true;
      const failure = translateDriverError(error);
      // Find out whether the browser is gone before a second attempt uses it.
      if (isAppError(failure, BROWSER_UNAVAILABLE)) {
        await race(scope.signal, chromium.check(slot.pooled.browser));
      }
      throw failure;
    } finally {
      loss.stop();
      leased -= 1;
      const isBack = hasFailed ? discard(slot, 'failed') : giveBack(slot, isRetired);
      void Promise.resolve(isBack).then(onFree, onFree);
    }
  };

  return {
    /**
     * Runs `work` with a page. Success resets and returns the page, failure closes its context. If the page or its
     * browser is lost meanwhile, the work is repeated once with another page. Callers that wait for a page are served
     * in order; the load queue decides on priorities. `queuedMs`: how long the load queue has already waited for the
     * page.
     * @throws AppError `browser_unavailable`, `shutting_down` after `close`; the scope's reason when the scope ends
     * first
     */
    withPage: async <T>(scope: Scope, work: (lease: PageLease) => Promise<T>, queuedMs = 0): Promise<T> => {
      try {
        return await runWithLease(scope, work, queuedMs);
      } catch (error) {
        if (!isAppError(error, BROWSER_UNAVAILABLE) || scope.signal.aborted) throw error;
        scope.log.warn({ err: error }, 'the page or its browser was lost: trying once more');
        return runWithLease(scope, work, 0);
      }
    },
    /** Calls `listener` whenever a page may have become free. */
    onFree: (listener: () => void) => {
      onFree = listener;
    },
    /**
     * `size`: contexts that exist. `borrowed`: pages in use. `waiting`: requests that wait for a page. `free`: pages
     * that could be acquired or opened at once; negative while more requests wait.
     */
    stats: () => ({ size: pool.size, borrowed: leased, waiting, free: free() }),
    /** Gives out no more pages and waits for the pages in use, in bounded time. */
    close: async () => {
      closing = true;
      const drained = pool.drain().then(() => pool.clear());
      await within(limits.drainMs, drained);
    },
  };
}

/**
 * generic-pool retries a rejected `create` in a tight loop (traps.md). So `create` never rejects: the pool holds
 * outcomes, and the caller throws the failure.
 */
type Slot = OpenSlot | { readonly kind: 'failed'; readonly error: unknown };
type OpenSlot = { readonly kind: 'open'; readonly pooled: PooledContext };

interface SlotOptions extends ContextOptions {
  readonly consentChoice: ConsentChoice;
  /** A context is replaced after this many leases, which limits the memory that its pages leak. */
  readonly maxUses: number;
  /** A context this old, in milliseconds, is not used again. */
  readonly maxAgeMs: number;
}

/** Creates, destroys and checks the contexts of the pool. The methods never reject. */
function createSlots(chromium: ChromiumSupervisor, options: SlotOptions, limits: ContextLimits) {
  const { consentChoice } = options;
  const openOn = async (browser: Browser) => {
    try {
      return await openContext(browser, options, limits, await consentChoice.cookies());
    } catch (error) {
      await chromium.check(browser);
      throw error;
    }
  };
  /** Why a working context has to be replaced: "uses", "age"; null = it can stay. */
  const wearOf = ({ pooled }: OpenSlot): string | null => {
    if (pooled.uses >= options.maxUses) return 'uses';
    return performance.now() - pooled.openedAt >= options.maxAgeMs ? 'age' : null;
  };
  return {
    create: async (): Promise<Slot> => {
      try {
        const browser = await chromium.acquire();
        return { kind: 'open', pooled: await openOn(browser) };
      } catch (error) {
        return { kind: 'failed', error };
      }
    },
    destroy: async (slot: Slot) => {
      if (slot.kind === 'failed' || (await closeContext(slot.pooled, limits))) return;
      await chromium.check(slot.pooled.browser);
    },
    /** Has later contexts start with the consent choice made in this context. */
    keepChoice: ({ pooled }: OpenSlot) => consentChoice.remember(pooled.context, limits.resetMs),
    /** Resets a context for the next lease. False = the context could not be cleaned: close it. */
    clean: ({ pooled }: OpenSlot) => resetContext(pooled, options, limits),
    wearOf,
    /** Why an idle context cannot be used; null = it can be used. */
    flawOf: (slot: OpenSlot) => {
      const isLost = slot.pooled.isLost() || !slot.pooled.browser.isConnected();
      return isLost ? 'lost' : wearOf(slot);
    },
  };
}

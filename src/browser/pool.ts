import { createPool } from 'generic-pool';
import type { Page } from 'playwright';
import { AppError, isAppError } from '../errors.js';
import { race, type Scope } from '../scope.js';
import type { ChromiumSupervisor } from './chromium.js';
import {
  type ContextOptions,
  closeContext,
  openContext,
  type PooledContext,
  resetContext,
} from './context.js';
import { browserGone, translateDriverError } from './driver-errors.js';
import { within } from './timeout.js';

/** A page on loan. It lives only inside `withPage`. */
export interface PageLease {
  readonly page: Page;
  /** Asks for the context to be closed after this loan, so that the next one starts in another. */
  retire(): void;
}

export interface PagePool {
  /**
   * Lends a page to `work`: success gives it back cleaned, failure closes its context. Rejects with
   * `overloaded` when the queue is full, with the scope's reason when it ends first, with
   * `browser_unavailable` when Chromium cannot be had. A browser that dies meanwhile is replaced and the
   * work done once more.
   */
  withPage<T>(scope: Scope, work: (lease: PageLease) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PoolOptions extends ContextOptions {
  readonly chromium: ChromiumSupervisor;
  readonly size: number;
  readonly queueLimit: number;
  /** A context is replaced after this many loans. */
  readonly maxUses: number;
}

/**
 * generic-pool's `create` must never reject (it would be retried in a tight loop, architecture.md), so the
 * pool holds outcomes, and the borrower throws the failure.
 */
type OpenSlot = { readonly kind: 'open'; readonly pooled: PooledContext };
type Slot = OpenSlot | { readonly kind: 'failed'; readonly error: unknown };

const CREATE_TIMEOUT_MS = 30_000;
const DRAIN_TIMEOUT_MS = 10_000;

/** The one pool: `size` contexts on one Chromium, opened on demand. */
export function createPagePool(options: PoolOptions): PagePool {
  const open = async (): Promise<Slot> => {
    try {
      const pooled = options.chromium.acquire().then((browser) => openContext(browser, options));
      const opened = await within(CREATE_TIMEOUT_MS, pooled);
      if (opened !== null) return { kind: 'open', pooled: opened };
      pooled.then(closeContext, () => undefined);
      return { kind: 'failed', error: browserGone('opening a context timed out') };
    } catch (error) {
      return { kind: 'failed', error };
    }
  };
  const pool = createPool<Slot>(
    { create: open, destroy: async (slot) => (slot.kind === 'open' ? closeContext(slot.pooled) : undefined) },
    { max: options.size, min: 0, autostart: false },
  );
  let waiting = 0;
  let lent = 0;

  const discard = (slot: Slot) => void pool.destroy(slot).catch(() => undefined);

  const acquire = async (scope: Scope): Promise<OpenSlot> => {
    for (;;) {
      const pending = Promise.resolve(pool.acquire());
      const slot = await race(scope.signal, pending).catch((error) => {
        // Nobody waits any more: whatever arrives goes straight back.
        pending
          .then((late) => (late.kind === 'open' ? pool.release(late) : pool.destroy(late)))
          .catch(() => undefined);
        throw error;
      });
      if (slot.kind === 'open' && slot.pooled.browser.isConnected()) return slot;
      discard(slot);
      if (slot.kind === 'failed') throw translateDriverError(slot.error);
    }
  };

  const queue = async (scope: Scope): Promise<OpenSlot> => {
    if (lent + waiting >= options.size + options.queueLimit) {
      throw new AppError('overloaded', 'Too many requests are waiting already. Try again shortly.', {
        retryAfterSeconds: 5,
      });
    }
    waiting += 1;
    const since = performance.now();
    try {
      return await acquire(scope);
    } finally {
      waiting -= 1;
      scope.timings.waitMs += performance.now() - since;
    }
  };

  /** Cleaning goes on after the answer; the slot is lent again when it is done. */
  const giveBack = async (slot: OpenSlot): Promise<void> => {
    slot.pooled.uses += 1;
    const clean = slot.pooled.uses < options.maxUses && (await resetContext(slot.pooled));
    if (clean) await pool.release(slot);
    else discard(slot);
  };

  const lend = async <T>(scope: Scope, work: (lease: PageLease) => Promise<T>): Promise<T> => {
    const slot = await queue(scope);
    lent += 1;
    let retired = false;
    const lease: PageLease = {
      page: slot.pooled.page,
      retire: () => {
        retired = true;
      },
    };
    try {
      return await race(scope.signal, work(lease));
    } catch (error) {
      retired = true;
      throw translateDriverError(error);
    } finally {
      lent -= 1;
      if (retired) discard(slot);
      else void giveBack(slot);
    }
  };

  return {
    withPage: async (scope, work) => {
      try {
        return await lend(scope, work);
      } catch (error) {
        if (!isAppError(error, 'browser_unavailable') || scope.signal.aborted) throw error;
        scope.log.warn({ err: error }, 'the browser went away: trying once more');
        return lend(scope, work);
      }
    },
    close: async () => {
      await within(
        DRAIN_TIMEOUT_MS,
        pool.drain().then(() => pool.clear()),
      );
    },
  };
}

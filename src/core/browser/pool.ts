import { createPool, type Pool } from 'generic-pool';
import type { Browser, Page } from 'playwright';
import { BROWSER_UNAVAILABLE, isAppError, NETWORK_CHANGED, shuttingDown } from '../errors.js';
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

/**
 * A page in use; `using` gives it back. Its context serves the next lease only if the last `during` succeeded: else,
 * and when the scope of the lease ends first, the context is closed.
 */
export interface PageLease extends Disposable {
  readonly page: Page;
  /**
   * Waits for work with the page, as long as there is the page.
   * @throws AppError `browser_unavailable` when the page or its browser is lost; the scope's reason when it ends first
   */
  during<T>(work: Promise<T>): Promise<T>;
  /** Has the context closed after this lease, so that the next lease starts in another context. */
  retire(): void;
}

interface PoolOptions extends SlotOptions {
  readonly chromium: ChromiumSupervisor;
  readonly size: number;
  /** A context that is idle for this long, in milliseconds, is closed. */
  readonly idleMs: number;
  readonly metrics: Pick<Metrics, 'contextRecycled'>;
  readonly limits?: Partial<PoolLimits>;
}

/** Time limits in milliseconds. */
interface PoolLimits extends ContextLimits {
  /** Wait for pages in use at shutdown. */
  readonly drainMs: number;
}

const DEFAULT_LIMITS: PoolLimits = { openMs: 10_000, resetMs: 3_000, closeMs: 5_000, drainMs: 10_000 };

/** The one pool: `size` contexts on one Chromium, opened on demand. */
export class PagePool {
  readonly #options: PoolOptions;
  readonly #slots: ReturnType<typeof createSlots>;
  readonly #pool: Pool<Slot>;
  #closing = false;
  #onFree: () => void = () => undefined;
  readonly #leased = new Set<() => void>();

  constructor(options: PoolOptions) {
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#options = options;
    this.#slots = createSlots(options.chromium, options, limits);
    this.#pool = createPool<Slot>(this.#slots, {
      max: options.size,
      min: 0,
      autostart: false,
      // Idle contexts are closed to free their memory; the browser stays.
      evictionRunIntervalMillis: Math.ceil(options.idleMs / 2),
      idleTimeoutMillis: options.idleMs,
      numTestsPerEvictionRun: options.size,
    });
  }

  /**
   * Leases a page. A page that cannot be opened is asked for once more. Callers that wait for a page are served in
   * order; the load queue decides on priorities. Giving back takes no time: the context is cleaned or closed afterwards.
   * @throws AppError `browser_unavailable`, `shutting_down` after `close`; the scope's reason when the scope ends first
   */
  async take(scope: Scope): Promise<PageLease> {
    const slot = await this.#acquire(scope).catch((error: unknown) => {
      if (!isWorthAnotherPage(error, scope)) throw error;
      return this.#acquire(scope);
    });
    return this.#lease(slot, scope);
  }

  /** Calls `listener` whenever a page may have become free. */
  onFree(listener: () => void): void {
    this.#onFree = listener;
  }

  /**
   * `size`: contexts that exist. `borrowed`: pages in use. `free`: pages that could be acquired or opened at once;
   * negative while more requests wait.
   */
  stats() {
    const { size, borrowed, pending } = this.#pool;
    const free = this.#options.size - borrowed - pending;
    return { size, borrowed: this.#leased.size, free };
  }

  /** Gives out no more pages and waits for the pages in use, in bounded time. */
  async close(): Promise<void> {
    this.#closing = true;
    const { drainMs } = { ...DEFAULT_LIMITS, ...this.#options.limits };
    const drained = this.#pool.drain().then(() => this.#pool.clear());
    await within(drainMs, drained);
  }

  #discard(slot: Slot, reason: string): void {
    if (slot.kind === 'open' && !this.#closing) this.#options.metrics.contextRecycled(reason);
    this.#pool.destroy(slot).catch(() => undefined);
  }

  async #acquire(scope: Scope): Promise<OpenSlot> {
    for (;;) {
      if (this.#closing) throw shuttingDown();
      const pending = Promise.resolve(this.#pool.acquire());
      const slot = await race(scope.signal, pending).catch((error) => {
        // The caller has left: the slot is returned as soon as it arrives.
        pending
          .then((late) => (late.kind === 'open' ? this.#pool.release(late) : this.#pool.destroy(late)))
          .then(this.#onFree, this.#onFree);
        throw error;
      });
      if (slot.kind === 'failed') {
        this.#discard(slot, 'failed');
        this.#onFree();
        throw translateDriverError(slot.error);
      }
      const flaw = this.#slots.flawOf(slot);
      if (flaw === null) return slot;
      this.#discard(slot, flaw);
    }
  }

  /** Replaces a worn context if no context is idle, so that the next request need not wait for it. */
  async #replace(): Promise<void> {
    if (this.#closing || this.#pool.available > 0 || this.#pool.pending > 0) return;
    const slot = await this.#pool.acquire();
    if (slot.kind === 'open') await this.#pool.release(slot);
    else this.#discard(slot, 'failed');
  }

  /** Cleaning goes on after the answer. The slot is available again after the cleaning. */
  async #giveBack(slot: OpenSlot, isRetired: boolean): Promise<void> {
    slot.pooled.uses += 1;
    await this.#slots.keepChoice(slot);
    const worn = this.#closing ? 'closing' : isRetired ? 'retired' : this.#slots.wearOf(slot);
    if (worn !== null) {
      this.#discard(slot, worn);
      this.#onFree();
      return this.#replace();
    }
    if (await this.#slots.clean(slot)) await this.#pool.release(slot);
    else this.#discard(slot, 'unclean');
  }

  #lease(slot: OpenSlot, scope: Scope): PageLease {
    const { page, browser } = slot.pooled;
    const loss = lossOf(page);
    let isSound = false;
    let isRetired = false;
    const end = (isGood: boolean) => {
      if (!this.#leased.delete(onAbort)) return;
      scope.signal.removeEventListener('abort', onAbort);
      loss.stop();
      const isBack = isGood ? this.#giveBack(slot, isRetired) : this.#discard(slot, 'failed');
      void Promise.resolve(isBack).then(this.#onFree, this.#onFree);
    };
    // Nobody is waited for: work that hangs keeps no page.
    const onAbort = () => end(false);
    this.#leased.add(onAbort);
    scope.signal.addEventListener('abort', onAbort);
    if (scope.signal.aborted) onAbort();
    return {
      page,
      retire: () => {
        isRetired = true;
      },
      during: async (work) => {
        isSound = false;
        try {
          const result = await race(scope.signal, Promise.race([loss.lost, work]));
          isSound = true;
          return result;
        } catch (error) {
          const failure = translateDriverError(error);
          // Find out whether the browser is gone before a second attempt uses it.
          if (!isAppError(failure, BROWSER_UNAVAILABLE)) throw failure;
          await race(scope.signal, this.#options.chromium.check(browser));
          throw this.#closing ? shuttingDown() : failure;
        }
      },
      [Symbol.dispose]: () => end(isSound),
    };
  }
}

/**
 * True if the page, its browser or all connections of this machine were lost, and somebody still waits for the work: it
 * is worth one more attempt.
 */
export function isWorthAnotherPage(error: unknown, { signal, log }: Pick<Scope, 'signal' | 'log'>): boolean {
  if (!isAppError(error)) return false;
  const isLost = error.kind === BROWSER_UNAVAILABLE || String(error.cause).includes(NETWORK_CHANGED);
  if (!isLost || signal.aborted) return false;
  log.warn({ err: error }, 'the page, its browser or its connections were lost: trying once more');
  return true;
}

/**
 * generic-pool retries a rejected `create` in a tight loop (docs/architecture.md#traps). So `create` never rejects: the pool holds
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
  /** Why a working context has to be replaced: "uses", "age"; null = it can stay. */
  const wearOf = ({ pooled }: OpenSlot): string | null => {
    if (pooled.uses >= options.maxUses) return 'uses';
    return performance.now() - pooled.openedAt >= options.maxAgeMs ? 'age' : null;
  };
  return {
    create: async (): Promise<Slot> => {
      let browser: Browser | null = null;
      try {
        browser = await chromium.acquire();
        const cookies = await consentChoice.cookies();
        return { kind: 'open', pooled: await openContext(browser, options, limits, cookies) };
      } catch (error) {
        if (browser !== null) await chromium.check(browser);
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

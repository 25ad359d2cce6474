import type { Browser } from 'playwright';
import type { ChromiumSupervisor } from './chromium.js';
import type { ConsentChoice } from './consent-choice.js';
import {
  type ContextLimits,
  type ContextOptions,
  closeContext,
  openContext,
  type PooledContext,
  resetContext,
} from './context.js';

/**
 * generic-pool's `create` must never reject (it would be retried in a tight loop, architecture.md), so the
 * pool holds outcomes, and the caller throws the failure.
 */
export type Slot = OpenSlot | { readonly kind: 'failed'; readonly error: unknown };
export type OpenSlot = { readonly kind: 'open'; readonly pooled: PooledContext };

export interface SlotOptions extends ContextOptions {
  readonly consentChoice: ConsentChoice;
  /** A context is replaced after this many leases, which limits what its pages leak. */
  readonly maxUses: number;
  /** A context this old, in milliseconds, is not used again. */
  readonly maxAgeMs: number;
}

/** Creates, destroys and checks the contexts of the pool. Nothing here rejects. */
export interface Slots {
  create(): Promise<Slot>;
  destroy(slot: Slot): Promise<void>;
  /** Lets the contexts opened from now on start with the consent choice made in this one. */
  keepChoice(slot: OpenSlot): Promise<void>;
  /** Resets a context for the next lease; false = it could not be cleaned, close it. */
  clean(slot: OpenSlot): Promise<boolean>;
  /** Why a context is to be replaced although it works: "uses", "age"; null = it is not. */
  wearOf(slot: OpenSlot): string | null;
  /** Why an idle context cannot be used; null = it can. */
  flawOf(slot: OpenSlot): string | null;
}

export function createSlots(
  chromium: ChromiumSupervisor,
  options: SlotOptions,
  limits: ContextLimits,
): Slots {
  const { consentChoice } = options;
  const openOn = async (browser: Browser) => {
    try {
      return await openContext(browser, options, limits, await consentChoice.cookies());
    } catch (error) {
      await chromium.check(browser);
      throw error;
    }
  };
  const wearOf = ({ pooled }: OpenSlot): string | null => {
    if (pooled.uses >= options.maxUses) return 'uses';
    return performance.now() - pooled.openedAt >= options.maxAgeMs ? 'age' : null;
  };
  return {
    create: async () => {
      try {
        const browser = await chromium.acquire();
        return { kind: 'open', pooled: await openOn(browser) };
      } catch (error) {
        return { kind: 'failed', error };
      }
    },
    destroy: async (slot) => {
      if (slot.kind === 'failed' || (await closeContext(slot.pooled, limits))) return;
      await chromium.check(slot.pooled.browser);
    },
    keepChoice: ({ pooled }) => consentChoice.remember(pooled.context, limits.resetMs),
    clean: ({ pooled }) => resetContext(pooled, options, limits),
    wearOf,
    flawOf: (slot) => {
      const isLost = slot.pooled.isLost() || !slot.pooled.browser.isConnected();
      return isLost ? 'lost' : wearOf(slot);
    },
  };
}

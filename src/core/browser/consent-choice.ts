import type { BrowserContext, Cookie } from 'playwright';
import { within } from '../runtime/timeout.js';

export type ConsentChoice = ReturnType<typeof createConsentChoice>;

/**
 * The choice that one context made on the consent page, for all later contexts and requests. `isConsentChoice`: true
 * for the cookie that records the choice.
 */
export function createConsentChoice(isConsentChoice: (cookie: Cookie) => boolean) {
  let known: readonly Cookie[] = [];
  let saving: Promise<void> = Promise.resolve();
  const save = async (context: Pick<BrowserContext, 'cookies'>, limitMs: number) => {
    const cookies = await within(limitMs, context.cookies()).catch(() => null);
    const chosen = (cookies ?? []).filter(isConsentChoice);
    if (chosen.length > 0) known = chosen;
  };
  return {
    /** The cookies a new context starts with; empty before any choice. Waits while `remember` is under way. */
    cookies: async () => {
      await saving;
      return known;
    },
    /** Saves the choice of a context, if it has made one. Gives up after `limitMs` milliseconds; never rejects. */
    remember: (context: Pick<BrowserContext, 'cookies'>, limitMs: number) => {
      const saved = save(context, limitMs);
      saving = Promise.all([saving, saved]).then(() => undefined);
      return saved;
    },
  };
}

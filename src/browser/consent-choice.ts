import type { BrowserContext, Cookie } from 'playwright';
import { within } from '../runtime/timeout.js';

/** The choice that one context made on the consent page, for all later contexts and requests. */
export interface ConsentChoice {
  /** The cookies a new context starts with; empty before any choice. Waits while `remember` is under way. */
  cookies(): Promise<readonly Cookie[]>;
  /** Saves the choice of a context, if it has made one. Gives up after `limitMs` milliseconds; never rejects. */
  remember(context: Pick<BrowserContext, 'cookies'>, limitMs: number): Promise<void>;
}

/** `isConsentChoice`: true for the cookie that records the choice. */
export function createConsentChoice(isConsentChoice: (cookie: Cookie) => boolean): ConsentChoice {
  let known: readonly Cookie[] = [];
  let takingOver: Promise<void> = Promise.resolve();
  const takeOver = async (context: Pick<BrowserContext, 'cookies'>, limitMs: number) => {
    const cookies = await within(limitMs, context.cookies()).catch(() => null);
    const chosen = (cookies ?? []).filter(isConsentChoice);
    if (chosen.length > 0) known = chosen;
  };
  return {
    cookies: async () => {
      await takingOver;
      return known;
    },
    remember: (context, limitMs) => {
      const taken = takeOver(context, limitMs);
      takingOver = Promise.all([takingOver, taken]).then(() => undefined);
      return taken;
    },
  };
}

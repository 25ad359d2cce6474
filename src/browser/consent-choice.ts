import type { BrowserContext, Cookie } from 'playwright';
import { within } from './timeout.js';

/** The choice made on the consent page in one context, for all later contexts and requests: it is made once. */
export interface ConsentChoice {
  /** What a new context starts with; empty before any choice. Waits for a choice that is being taken over. */
  cookies(): Promise<readonly Cookie[]>;
  /** Takes over what was chosen in a context, if anything was; gives up after `limitMs`, never rejects. */
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

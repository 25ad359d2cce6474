import type { BrowserContext, Cookie } from 'playwright';
import { within } from './timeout.js';

/**
 * True for the cookie that records the visitor's choice on the consent page (places.md §3). It names a decision, a
 * language and a day, not a visitor. The provider sets it by itself, too, to "not chosen yet": a value that begins
 * with a zero.
 */
export function isConsentChoice({ name, value }: Pick<Cookie, 'name' | 'value'>): boolean {
  return name === 'SOCS' && !value.startsWith('CAA');
}

/** The choice made in one context, for those opened after it: the page that asks for it is declined once. */
export interface ConsentChoice {
  /** What a new context starts with; empty before any choice. */
  cookies(): Cookie[];
  /** Takes over what was chosen in a context, if anything was; gives up after `limitMs`, never rejects. */
  learn(context: Pick<BrowserContext, 'cookies'>, limitMs: number): Promise<void>;
}

export function createConsentChoice(): ConsentChoice {
  let known: Cookie[] = [];
  return {
    cookies: () => known,
    learn: async (context, limitMs) => {
      const cookies = await within(limitMs, context.cookies()).catch(() => null);
      const chosen = (cookies ?? []).filter(isConsentChoice);
      if (chosen.length > 0) known = chosen;
    },
  };
}

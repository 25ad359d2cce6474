import type { BrowserContext, Cookie } from 'playwright';
import type { ContextOptions } from './context.js';
import { within } from './timeout.js';

/** The choice made in one context, for those opened after it: the page that asks for it is declined once. */
export interface ConsentChoice {
  /** What a new context starts with; empty before any choice. */
  cookies(): Cookie[];
  /** The same for an address, as a `Cookie` header; waits for a choice that is being taken over. */
  header(url: string): Promise<string>;
  /** Takes over what was chosen in a context, if anything was; gives up after `limitMs`, never rejects. */
  remember(context: Pick<BrowserContext, 'cookies'>, limitMs: number): Promise<void>;
}

export function createConsentChoice({
  isConsentChoice,
}: Pick<ContextOptions, 'isConsentChoice'>): ConsentChoice {
  let known: Cookie[] = [];
  let learning: Promise<void> = Promise.resolve();
  const takeOver = async (context: Pick<BrowserContext, 'cookies'>, limitMs: number) => {
    const cookies = await within(limitMs, context.cookies()).catch(() => null);
    const chosen = (cookies ?? []).filter(isConsentChoice);
    if (chosen.length > 0) known = chosen;
  };
  return {
    cookies: () => known,
    header: async (url) => {
      await learning;
      const { hostname } = new URL(url);
      const now = Date.now() / 1000;
      return known
        .filter(({ domain, expires }) => isFor(domain, hostname) && (expires === -1 || expires > now))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
    remember: (context, limitMs) => {
      const taken = takeOver(context, limitMs);
      learning = Promise.all([learning, taken]).then(() => undefined);
      return taken;
    },
  };
}

/** A domain with a dot before it takes in its subdomains. */
function isFor(domain: string, hostname: string): boolean {
  return domain.startsWith('.') ? `.${hostname}`.endsWith(domain) : hostname === domain;
}

import type { Page } from 'playwright';
import type { PooledContext } from './context.js';

/** A page on loan. It lives only inside `PagePool.withPage`. */
export interface PageLease {
  /** Whoever takes it is taken to have used it: only then is the context cleaned. */
  readonly page: Page;
  readonly userAgent: string;
  /** The context's cookies for an address, as a `Cookie` header. */
  cookies(url: string): Promise<string>;
  /** Asks for the context to be closed after this loan, so that the next one starts in another. */
  retire(): void;
}

/** What became of a context while it was on loan. */
export interface LeaseRecord {
  isUsed: boolean;
  isRetired: boolean;
}

/** Lends a context; what is done with it is noted in `record`. */
export function leaseOf({ page, context, userAgent }: PooledContext, record: LeaseRecord): PageLease {
  return {
    get page() {
      record.isUsed = true;
      return page;
    },
    userAgent,
    cookies: async (url) =>
      (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; '),
    retire: () => {
      record.isRetired = true;
    },
  };
}

import type { Page } from 'playwright';
import type { PooledContext } from './context.js';

/** A page in use. It is valid only inside `PagePool.withPage`. */
export interface PageLease {
  /** Reading this marks the context as used; used contexts are reset. */
  readonly page: Page;
  readonly userAgent: string;
  /** The context's cookies for an address, as a `Cookie` header. */
  cookies(url: string): Promise<string>;
  /** Asks for the context to be closed after this lease, so that the next one starts in another. */
  retire(): void;
}

/** What happened to a context during a lease. */
export interface LeaseRecord {
  isUsed: boolean;
  isRetired: boolean;
}

/** Makes the lease of a context; its use is noted in `record`. */
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

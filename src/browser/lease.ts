import type { Page } from 'playwright';
import type { PooledContext } from './context.js';

/** A page in use. It is valid only inside `PagePool.withPage`. */
export interface PageLease {
  readonly page: Page;
  /** Asks for the context to be closed after this lease, so that the next one starts in another. */
  retire(): void;
}

/** What was asked for during a lease. */
export interface LeaseRecord {
  isRetired: boolean;
}

/** Makes the lease of a context; what is asked for is noted in `record`. */
export function leaseOf({ page }: PooledContext, record: LeaseRecord): PageLease {
  return {
    page,
    retire: () => {
      record.isRetired = true;
    },
  };
}

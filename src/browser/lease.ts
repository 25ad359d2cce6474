import type { Page } from 'playwright';
import type { PooledContext } from './context.js';

/** A page in use. It is valid only inside `PagePool.withPage`. */
export interface PageLease {
  readonly page: Page;
  /** Has the context closed after this lease, so that the next lease starts in another context. */
  retire(): void;
}

/** The requests made through a lease. */
export interface LeaseRecord {
  isRetired: boolean;
}

/** Makes the lease of a context. Notes requests of the lease in `record`. */
export function leaseOf({ page }: PooledContext, record: LeaseRecord): PageLease {
  return {
    page,
    retire: () => {
      record.isRetired = true;
    },
  };
}

import type { PageLease } from '../browser/lease.js';
import type { PagePool } from '../browser/pool.js';
import { race, type Scope } from '../scope.js';

/** A page that is acquired when it is first needed, and kept until the work is over. */
export interface PageSession {
  /** The page if it was acquired already; null = none yet. */
  held(): PageLease | null;
  /**
   * Acquires the page, once. `queuedMs` is the time already spent waiting; `onReturned` is called when the work is
   * over and the page goes back. @throws as `PagePool`
   */
  borrow(queuedMs: number, onReturned: () => void): Promise<PageLease>;
}

/**
 * Runs work that may need a page. As in `PagePool.withPage`, success gives the page back and failure closes its
 * context; when the page or its browser is lost, the work begins again with another page.
 */
export function withPageSession<T>(
  pool: Pick<PagePool, 'withPage'>,
  scope: Scope,
  work: (session: PageSession) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let lease: PageLease | null = null;
    let borrowed: Promise<PageLease> | null = null;
    let begin: (work: Promise<T>) => void = () => undefined;
    const working = new Promise<T>((start) => {
      begin = start;
    });

    const acquire = (queuedMs: number, onReturned: () => void) => {
      // Before the pool has the page again, and so before it offers it to the next one.
      const returning = async (done: Promise<T>) => {
        const result = await done;
        onReturned();
        return result;
      };
      return new Promise<PageLease>((hand, fail) => {
        const leasing = pool.withPage(
          scope,
          (acquired) => {
            if (lease !== null) return returning(work(sessionOf(acquired)));
            lease = acquired;
            hand(acquired);
            return returning(working);
          },
          queuedMs,
        );
        leasing.catch(fail);
        leasing.then(onReturned, onReturned);
        leasing.then(resolve, reject);
      });
    };
    const session: PageSession = {
      held: () => lease,
      borrow: (queuedMs, onReturned) => {
        borrowed ??= acquire(queuedMs, onReturned);
        return borrowed;
      },
    };

    begin(race(scope.signal, work(session)));
    // Once a page is acquired, its lease settles the result: it ends after the work, or instead of it.
    working.then(
      (result) => borrowed === null && resolve(result),
      (error) => borrowed === null && reject(error),
    );
  });
}

function sessionOf(lease: PageLease): PageSession {
  return { held: () => lease, borrow: async () => lease };
}

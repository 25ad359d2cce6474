import type { PageLease } from '../browser/lease.js';
import type { PagePool } from '../browser/pool.js';
import { race, type Scope } from '../scope.js';

/** A page that is borrowed when it is first needed, and kept until the work is over. */
export interface PageSession {
  /** The page borrowed already; null = none yet. */
  held(): PageLease | null;
  /**
   * Borrows the page, once. `queuedMs` is how long one was waited for before; `onReturned` is called when the work is
   * over and the page goes back. @throws as `PagePool`
   */
  borrow(queuedMs: number, onReturned: () => void): Promise<PageLease>;
}

/**
 * Runs work that may need a page. As in `PagePool.withPage`, success gives the page back and failure closes its
 * context; when the page or its browser is lost, the work begins again, with another page in hand.
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

    const lend = (queuedMs: number, onReturned: () => void) => {
      // Before the pool has the page again, and so before it offers it to the next one.
      const returning = async (done: Promise<T>) => {
        const result = await done;
        onReturned();
        return result;
      };
      return new Promise<PageLease>((hand, fail) => {
        const lending = pool.withPage(
          scope,
          (lent) => {
            if (lease !== null) return returning(work(sessionOf(lent)));
            lease = lent;
            hand(lent);
            return returning(working);
          },
          queuedMs,
        );
        lending.catch(fail);
        lending.then(onReturned, onReturned);
        lending.then(resolve, reject);
      });
    };
    const session: PageSession = {
      held: () => lease,
      borrow: (queuedMs, onReturned) => {
        borrowed ??= lend(queuedMs, onReturned);
        return borrowed;
      },
    };

    begin(race(scope.signal, work(session)));
    // With a page on loan, the loan decides: it ends after the work, or in its place.
    working.then(
      (result) => borrowed === null && resolve(result),
      (error) => borrowed === null && reject(error),
    );
  });
}

function sessionOf(lease: PageLease): PageSession {
  return { held: () => lease, borrow: async () => lease };
}

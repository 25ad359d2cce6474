import type { PageLease, PagePool } from '../../src/core/browser/pool.js';

/** A pool without a browser, which counts its pages; what is done with them is the test's business. */
export interface CountedPool extends Omit<PagePool, 'close'> {
  /** The most pages that were ever in use at once. */
  mostLent(): number;
  /** Leases whose context must not be used again. */
  retired(): number;
  /** Takes pages away, or gives them back. */
  resize(size: number): void;
}

/** `cleaningMs` passes between the end of a lease and the next. */
export function countedPool({ size = 1, cleaningMs = 0 } = {}): CountedPool {
  let pages = size;
  let taken = 0;
  let most = 0;
  let retired = 0;
  let notify: () => void = () => undefined;
  return {
    take: async (scope) => {
      if (taken >= pages) throw new Error('a page was asked for while none was free');
      scope.signal.throwIfAborted();
      taken += 1;
      most = Math.max(most, taken);
      let isOver = false;
      const giveBack = () => {
        taken -= 1;
        notify();
      };
      return {
        // None of these tests looks at its page.
        page: {} as unknown as PageLease['page'],
        retire: () => {
          retired += 1;
        },
        during: (work) => work,
        [Symbol.dispose]: () => {
          if (isOver) return;
          isOver = true;
          if (cleaningMs === 0) giveBack();
          else setTimeout(giveBack, cleaningMs);
        },
      };
    },
    stats: () => ({ size: pages, borrowed: taken, free: pages - taken }),
    onFree: (listener) => {
      notify = listener;
    },
    mostLent: () => most,
    retired: () => retired,
    resize: (next) => {
      pages = next;
      notify();
    },
  };
}

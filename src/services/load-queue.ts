import type { PagePool } from '../browser/pool.js';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import { race, type Scope } from '../scope.js';
import type { Pace } from './pace.js';

/**
 * What is needed besides a turn at the provider rate limiter: a page; nothing, because the load has its page already
 * ("held"), or because plain requests need none ("none").
 */
export type LoadNeeds = 'page' | 'held' | 'none';

/**
 * Decides which load of the provider begins next: the one place where requests wait, for the provider rate limiter
 * and for a page at the same time. Neither is held while the other is waited for.
 */
export interface LoadQueue {
  /**
   * Calls `begin` when it is this load's turn: single requests before bulk links, then those that hold a page, then
   * in order of asking. `begin` makes the load ready; it must ask the pool for its page before it returns, and is
   * told how long one was waited for. When it fails, the turn is given back. Whoever leaves while it waits uses
   * nothing up. The deadline of a bulk link stands still while it waits.
   * @throws AppError `overloaded` at once when too many wait already; the scope's reason when it ends first
   */
  enter<T>(scope: Scope, needs: LoadNeeds, begin: (queuedMs: number) => Promise<T>): Promise<T>;
  /** Whether two loads could begin at once, each with a page of its own. */
  hasRoomForTwo(scope: Scope): boolean;
  /** Loads that wait. */
  waiting(): number;
}

interface LoadQueueOptions {
  readonly pool: Pick<PagePool, 'stats' | 'onFree'>;
  /** Pages the pool has at most. */
  readonly pages: number;
  /** Loads that may wait when every page is taken. */
  readonly queueLimit: number;
  readonly pace: Pace;
  readonly metrics: Pick<Metrics, 'paceWait' | 'poolWait'>;
}

interface Waiter {
  readonly scope: Scope;
  readonly needs: LoadNeeds;
  readonly begin: () => void;
  /** What it waited for until `at`, in milliseconds, and what for since then. */
  readonly waitedMs: { page: number; turn: number };
  at: number;
  waitsFor: 'page' | 'turn';
}

export function createLoadQueue({ pool, pages, queueLimit, pace, metrics }: LoadQueueOptions): LoadQueue {
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  const hasPage = () => pool.stats().free > 0;
  /** Turns this request may use: bulk links leave some for single requests. */
  const turnsFor = ({ priority }: Scope) => pace.left() - (priority === 'bulk' ? pace.reserve : 0);

  const next = (): Waiter | undefined => {
    const isPageFree = hasPage();
    return [...waiting]
      .filter(({ needs, scope }) => (needs !== 'page' || isPageFree) && turnsFor(scope) >= 1)
      .filter(({ scope }) => !scope.signal.aborted)
      .sort((a, b) => rankOf(a) - rankOf(b))[0];
  };

  const serve = () => {
    clearTimeout(timer);
    for (let chosen = next(); chosen !== undefined; chosen = next()) {
      waiting.delete(chosen);
      chosen.begin();
    }
    if (waiting.size === 0) return;
    const isPageFree = hasPage();
    for (const waiter of waiting) {
      account(waiter);
      waiter.waitsFor = waiter.needs === 'page' && !isPageFree ? 'page' : 'turn';
    }
    const ms = pace.untilNextMs();
    if (Number.isFinite(ms)) timer = setTimeout(serve, Math.ceil(ms));
  };
  pool.onFree(serve);

  /** A load that holds a page is never refused: its page is free only when it is over. */
  const assertRoom = ({ priority }: Scope, needs: LoadNeeds) => {
    if (needs === 'held') return;
    const ahead = [...waiting].filter(({ scope }) => priority === 'bulk' || scope.priority === 'single');
    const taken = needs === 'page' ? pages - pool.stats().free : 0;
    if (taken + ahead.length < pages + queueLimit) return;
    throw new AppError('overloaded', 'Too many requests are waiting already. Try again shortly.', {
      retryAfterSeconds: 5,
    });
  };

  /** Counts the wait for the turn. That for the page goes on in the pool, unless the load has given up. */
  const count = ({ scope, waitedMs, waitsFor }: Waiter, hasBegun: boolean) => {
    scope.timings.paceMs += waitedMs.turn;
    if (hasBegun || waitsFor === 'turn' || waitedMs.turn > 0) metrics.paceWait(waitedMs.turn);
    if (hasBegun || waitedMs.page === 0) return;
    scope.timings.waitMs += waitedMs.page;
    metrics.poolWait(waitedMs.page);
  };

  return {
    enter: async <T>(scope: Scope, needs: LoadNeeds, begin: (queuedMs: number) => Promise<T>): Promise<T> => {
      scope.signal.throwIfAborted();
      assertRoom(scope, needs);
      const resume = scope.pauseDeadline();
      let start: (begun: { readonly ready: Promise<T> }) => void = () => undefined;
      const begun = new Promise<{ readonly ready: Promise<T> }>((resolve) => {
        start = resolve;
      });
      const waiter: Waiter = {
        scope,
        needs,
        begin: () => {
          resume();
          account(waiter);
          count(waiter, true);
          const turn = pace.take();
          const ready = begin(waiter.waitedMs.page);
          ready.then(turn.begun, turn.giveBack).then(serve);
          start({ ready });
        },
        waitedMs: { page: 0, turn: 0 },
        at: performance.now(),
        waitsFor: 'turn',
      };
      waiting.add(waiter);
      serve();
      try {
        return await (await race(scope.signal, begun)).ready;
      } finally {
        if (waiting.delete(waiter)) {
          resume();
          account(waiter);
          count(waiter, false);
          serve();
        }
      }
    },
    hasRoomForTwo: (scope) => waiting.size === 0 && pool.stats().free >= 2 && turnsFor(scope) >= 2,
    waiting: () => waiting.size,
  };
}

/** Low goes first; equals in order of asking. */
function rankOf({ scope, needs }: Waiter): number {
  return (scope.priority === 'single' ? 0 : 2) + (needs === 'held' ? 0 : 1);
}

function account(waiter: Waiter): void {
  const now = performance.now();
  waiter.waitedMs[waiter.waitsFor] += now - waiter.at;
  waiter.at = now;
}

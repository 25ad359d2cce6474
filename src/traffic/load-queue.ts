import type { PagePool } from '../browser/pool.js';
import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { Metrics } from '../runtime/metrics.js';
import { PRIORITIES, type Priority, race, type Scope } from '../runtime/scope.js';
import { createClientShares } from './client-shares.js';
import type { ProviderRateLimit } from './provider-rate-limit.js';

/**
 * What a load needs besides a turn at the provider rate limiter. `page`: a page. `held`: nothing, it has its page
 * already. `plain`: one of the places for plain requests, which need no page.
 */
export type LoadNeeds = 'page' | 'held' | 'plain';

/**
 * Decides which load of the provider begins next: the one place where requests wait, for the provider rate limiter
 * and for a page at the same time. A load holds neither while it waits for the other.
 */
export interface LoadQueue {
  /**
   * Calls `begin` when it is this load's turn. Single requests go before bulk links, and those before lists; but of
   * ten turns one goes to bulk links and lists while some wait, and a list that has waited for half a minute counts as
   * a bulk link, so that each begins some day. Among these, loads that hold a page go first; then clients take turns:
   * the one that holds the fewest pages, then the one served longest ago, then in order of asking. Bulk links and lists together hold at most half of the pages; while several clients are
   * active, one holds at most all but one. The same limits apply to the places for plain requests. When `begin` fails,
   * the turn is given back. A client that leaves while it waits uses no turn. The deadline of a bulk link is paused
   * while it waits.
   * @throws AppError `overloaded` when too many wait: at once, or later in favour of another client, when this
   * client has the most loads that wait; the scope's reason when it ends first
   */
  enter<T>(scope: Scope, needs: LoadNeeds, begin: BeginLoad<T>): Promise<T>;
  /** Loads that wait. */
  waiting(): number;
  /** Those of them that wait for a page, and would wait for one also without the provider rate limiter. */
  waitingForPage(): number;
}

/**
 * Makes a load ready: it must ask the pool for its page before it returns. It receives the time waited for one, and
 * calls `release` when its page goes back, or its plain request is over; of no use to a load that had a page.
 */
export type BeginLoad<T> = (queuedMs: number, release: () => void) => Promise<T>;

interface LoadQueueOptions {
  readonly pool: Pick<PagePool, 'stats' | 'onFree'>;
  /** Pages the pool has at most. */
  readonly pages: number;
  /** Plain requests at once. */
  readonly plainSlots: number;
  /** Loads that may wait when every page is taken. */
  readonly queueLimit: number;
  readonly rateLimit: ProviderRateLimit;
  readonly metrics: Pick<Metrics, 'rateLimitWait' | 'poolWait'>;
}

interface Waiter {
  readonly scope: Scope;
  readonly needs: LoadNeeds;
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
  readonly since: number;
  /** What it waited for until `at`, in milliseconds, and what for since then. */
  readonly waitedMs: { page: number; turn: number };
  at: number;
  waitsFor: 'page' | 'turn';
}

/** Single requests that begin in a row while other work waits. */
const MAX_SINGLES_IN_A_ROW = 9;
/** How long a list waits, in milliseconds, before it counts as a bulk link. */
const LONG_WAIT_MS = 30_000;

export function createLoadQueue({
  pool,
  pages,
  plainSlots,
  queueLimit,
  rateLimit,
  metrics,
}: LoadQueueOptions): LoadQueue {
  const waiting = new Set<Waiter>();
  const shares = createClientShares({ page: pages, plain: plainSlots });
  let timer: NodeJS.Timeout | undefined;
  let singlesInARow = 0;

  const hasPage = () => pool.stats().free > 0;
  const mayHave: Record<LoadNeeds, (scope: Scope) => boolean> = {
    page: (scope) => hasPage() && shares.mayTake(scope, 'page'),
    plain: (scope) => shares.taken('plain') < plainSlots && shares.mayTake(scope, 'plain'),
    held: () => true,
  };
  /** Whether this is other work, and the next turn is for such. */
  const isDue = ({ priority }: Scope) => priority !== 'single' && singlesInARow >= MAX_SINGLES_IN_A_ROW;
  /** Turns this request may use: bulk links and lists leave some to single requests, these one to other clients. */
  const turnsFor = (scope: Scope) => {
    if (scope.priority !== 'single' && !isDue(scope)) return rateLimit.left() - rateLimit.reserve;
    return rateLimit.left() - (rateLimit.reserve > 0 && shares.leavesLastTurn(scope) ? 1 : 0);
  };

  const foremost = (hasTurn: (scope: Scope) => boolean): Waiter | undefined => {
    return [...waiting]
      .filter(({ scope }) => !scope.signal.aborted && hasTurn(scope))
      .filter(({ needs, scope }) => mayHave[needs](scope))
      .sort(
        (a, b) =>
          Number(isDue(b.scope)) - Number(isDue(a.scope)) ||
          rankOf(a) - rankOf(b) ||
          shares.compare(a.scope, b.scope),
      )[0];
  };
  const urgencyOfNext = (): Priority | null => {
    const scope = foremost(() => true)?.scope;
    if (scope === undefined) return null;
    return isDue(scope) ? 'single' : scope.priority;
  };
  const next = () => foremost((scope) => turnsFor(scope) >= 1);

  const serve = () => {
    clearTimeout(timer);
    for (const { scope } of waiting) shares.note(scope);
    for (let chosen = next(); chosen !== undefined; chosen = next()) {
      waiting.delete(chosen);
      chosen.begin();
    }
    rateLimit.request(urgencyOfNext);
    if (waiting.size === 0) return;
    for (const waiter of waiting) {
      account(waiter);
      waiter.waitsFor = waiter.needs === 'page' && !mayHave.page(waiter.scope) ? 'page' : 'turn';
    }
    const ms = rateLimit.untilNextMs();
    if (Number.isFinite(ms)) timer = setTimeout(serve, Math.ceil(ms));
  };
  pool.onFree(serve);
  rateLimit.onGranted(serve);

  /**
   * A full queue refuses a load of the site that has the most waiting in this class: the new one, or the last that
   * came. A load that holds a page is never refused: its page is free only when it is over.
   */
  const makeRoom = (scope: Scope, needs: LoadNeeds) => {
    const { priority } = scope;
    if (needs === 'held') return;
    const ahead = [...waiting].filter(({ scope }) => classOf(scope) <= PRIORITIES.indexOf(priority));
    const [all, taken] =
      needs === 'page' ? [pages, pages - pool.stats().free] : [plainSlots, shares.taken('plain')];
    if (taken + ahead.length < all + queueLimit) return;
    const refusal = new AppError('overloaded', message('tooManyWaiting'), {
      retryAfterSeconds: 5,
    });
    const alike = ahead.filter((waiter) => waiter.needs !== 'held' && waiter.scope.priority === priority);
    const loads = new Map<string | null, Waiter[]>();
    for (const waiter of alike) {
      const owner = shares.siteOf(waiter.scope);
      loads.set(owner, [...(loads.get(owner) ?? []), waiter]);
    }
    const most = [...loads.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    const own = loads.get(shares.siteOf(scope))?.length ?? 0;
    if (own + 1 >= most.length) throw refusal;
    most.at(-1)?.refuse(refusal);
  };

  /** Ends the wait of a load that does not begin. */
  const leave = (waiter: Waiter, resume: () => void) => {
    if (!waiting.delete(waiter)) return;
    resume();
    account(waiter);
    count(waiter, false);
  };

  /** Counts the wait for the turn. That for the page goes on in the pool, unless the load has given up. */
  const count = ({ scope, waitedMs, waitsFor }: Waiter, hasBegun: boolean) => {
    scope.timings.paceMs += waitedMs.turn;
    if (hasBegun || waitsFor === 'turn' || waitedMs.turn > 0) metrics.rateLimitWait(waitedMs.turn);
    if (hasBegun || waitedMs.page === 0) return;
    scope.timings.waitMs += waitedMs.page;
    metrics.poolWait(waitedMs.page);
  };

  return {
    enter: async <T>(scope: Scope, needs: LoadNeeds, begin: BeginLoad<T>): Promise<T> => {
      scope.signal.throwIfAborted();
      makeRoom(scope, needs);
      const resume = scope.pauseDeadline();
      let start: (begun: { readonly ready: Promise<T> }) => void = () => undefined;
      let fail: (error: AppError) => void = () => undefined;
      const begun = new Promise<{ readonly ready: Promise<T> }>((resolve, reject) => {
        start = resolve;
        fail = reject;
      });
      const waiter: Waiter = {
        scope,
        needs,
        begin: () => {
          resume();
          account(waiter);
          count(waiter, true);
          const turn = rateLimit.take();
          shares.serve(scope);
          const isOtherWaiting = [...waiting].some((other) => other.scope.priority !== 'single');
          singlesInARow = scope.priority === 'single' && isOtherWaiting ? singlesInARow + 1 : 0;
          const release = needs === 'held' ? () => undefined : shares.take(scope, needs);
          const ready = begin(waiter.waitedMs.page, () => {
            release();
            serve();
          });
          ready.then(turn.begun, turn.giveBack).then(serve);
          ready.catch(release);
          start({ ready });
        },
        refuse: (error) => {
          leave(waiter, resume);
          fail(error);
        },
        since: performance.now(),
        waitedMs: { page: 0, turn: 0 },
        at: performance.now(),
        waitsFor: 'turn',
      };
      waiting.add(waiter);
      shares.note(scope);
      serve();
      try {
        return await (await race(scope.signal, begun)).ready;
      } finally {
        if (waiting.has(waiter)) {
          leave(waiter, resume);
          serve();
        }
      }
    },
    waiting: () => waiting.size,
    waitingForPage: () => [...waiting].filter(({ waitsFor }) => waitsFor === 'page').length,
  };
}

/** The lowest rank goes first. */
function rankOf({ scope, needs, since }: Waiter): number {
  const isOverdue = scope.priority === 'list' && performance.now() - since >= LONG_WAIT_MS;
  const rank = isOverdue ? PRIORITIES.indexOf('bulk') : classOf(scope);
  return 2 * rank + (needs === 'held' ? 0 : 1);
}

function classOf({ priority }: Scope): number {
  return PRIORITIES.indexOf(priority);
}

function account(waiter: Waiter): void {
  const now = performance.now();
  waiter.waitedMs[waiter.waitsFor] += now - waiter.at;
  waiter.at = now;
}

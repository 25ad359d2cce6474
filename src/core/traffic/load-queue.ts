import type { PagePool } from '../browser/pool.js';
import { AppError, OVERLOADED } from '../errors.js';
import { deferred } from '../runtime/deferred.js';
import type { Metrics } from '../runtime/metrics.js';
import { PRIORITIES, type Priority, race, type Scope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import { createClientShares } from './client-shares.js';
import type { ProviderRateLimit } from './provider-rate-limit.js';

/**
 * The resource a load needs besides a turn of the provider rate limiter. `page`: a page of the pool. `held`: nothing,
 * the load already has its page. `plain`: a slot for plain requests, which need no page.
 */
export type LoadNeeds = 'page' | 'held' | 'plain';

/**
 * Prepares a load. It must ask the pool for its page before it returns. `queuedMs`: how long the load waited for a
 * page. Call `release` when the page goes back or the plain request is over; it does nothing for a load that already
 * had its page.
 */
type BeginLoad<T> = (queuedMs: number, release: () => void) => Promise<T>;

interface LoadQueueOptions {
  readonly pool: Pick<PagePool, 'stats' | 'onFree'>;
  /** Maximum number of pages of the pool. */
  readonly pages: number;
  /** Maximum number of loads by plain requests at the same time. */
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
  /** Milliseconds waited until `at`, by reason. `waitsFor` is the reason since `at`. */
  readonly waitedMs: { page: number; turn: number };
  at: number;
  waitsFor: 'page' | 'turn';
}

/** Maximum number of single requests that begin in a row while bulk links or lists wait. */
const MAX_SINGLES_IN_A_ROW = 9;
/** How long a list waits, in milliseconds, before it counts as a bulk link. */
const LONG_WAIT_MS = 30_000;

export type LoadQueue = ReturnType<typeof createLoadQueue>;

/**
 * Decides which load of the provider begins next. It is the only place where requests wait. A load waits for the
 * provider rate limiter and for a page at the same time; it holds neither while it waits for the other.
 */
export function createLoadQueue({
  pool,
  pages,
  plainSlots,
  queueLimit,
  rateLimit,
  metrics,
}: LoadQueueOptions) {
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
  /** Whether this is a bulk link or list, and the next turn goes to bulk links and lists. */
  const isDue = (scope: Scope) => hasShare(scope) && singlesInARow >= MAX_SINGLES_IN_A_ROW;
  /**
   * Turns this request may use. Bulk links and lists leave some turns to single requests; a single request may have to
   * leave one turn to other clients.
   */
  const turnsFor = (scope: Scope) => {
    if (scope.priority !== 'single' && !isDue(scope)) return rateLimit.left() - rateLimit.reserve;
    return rateLimit.left() - (rateLimit.reserve > 0 && shares.mustYieldLastTurn(scope) ? 1 : 0);
  };

  const foremost = (hasTurn: (scope: Scope) => boolean): Waiter | undefined => {
    return [...waiting]
      .filter(({ scope }) => !scope.signal.aborted && hasTurn(scope))
      .filter(({ needs, scope }) => mayHave[needs](scope))
      .sort(
        (a, b) =>
          Number(isDue(b.scope)) - Number(isDue(a.scope)) ||
          rankOf(a) - rankOf(b) ||
          shares.compare(a.scope, b.scope) ||
          Number(isFirstStage(b)) - Number(isFirstStage(a)),
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
    rateLimit.request?.(urgencyOfNext);
    if (waiting.size === 0) return;
    for (const waiter of waiting) {
      account(waiter);
      waiter.waitsFor = waiter.needs === 'page' && !mayHave.page(waiter.scope) ? 'page' : 'turn';
    }
    const ms = rateLimit.untilNextMs();
    if (Number.isFinite(ms)) timer = setTimeout(serve, Math.ceil(ms));
  };
  pool.onFree(serve);
  rateLimit.onGranted?.(serve);

  /**
   * A full queue refuses a load of the site that has the most waiting loads of this priority: the new load, or the
   * site's latest. A load that holds a page is never refused: its page becomes free only when the load is over.
   */
  const makeRoom = (scope: Scope, needs: LoadNeeds) => {
    const { priority } = scope;
    if (needs === 'held') return;
    const ahead = [...waiting].filter(({ scope }) => classOf(scope) <= PRIORITIES.indexOf(priority));
    const [all, taken] =
      needs === 'page' ? [pages, pages - pool.stats().free] : [plainSlots, shares.taken('plain')];
    if (taken + ahead.length < all + queueLimit) return;
    const refusal = new AppError(OVERLOADED, message('tooManyWaiting'), {
      retryAfterSeconds: 5,
    });
    const alike = ahead.filter((waiter) => waiter.needs !== 'held' && waiter.scope.priority === priority);
    const loads = new Map<string | null, Waiter[]>();
    for (const waiter of alike) {
      const owner = shares.siteOf(waiter.scope);
      loads.set(owner, [...(loads.get(owner) ?? []), waiter]);
    }
    const busiest = [...loads.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    const own = loads.get(shares.siteOf(scope))?.length ?? 0;
    if (own + 1 >= busiest.length) throw refusal;
    busiest.at(-1)?.refuse(refusal);
  };

  /** Ends the wait of a load that does not begin. */
  const leave = (waiter: Waiter, resume: () => void) => {
    if (!waiting.delete(waiter)) return;
    resume();
    account(waiter);
    count(waiter, false);
  };

  /** Counts the wait for the turn. The pool counts the wait for the page, unless the load has given up. */
  const count = ({ scope, waitedMs, waitsFor }: Waiter, hasBegun: boolean) => {
    scope.timings.rateLimitWaitMs += waitedMs.turn;
    if (hasBegun || waitsFor === 'turn' || waitedMs.turn > 0) metrics.rateLimitWait(waitedMs.turn);
    if (hasBegun || waitedMs.page === 0) return;
    scope.timings.waitMs += waitedMs.page;
    metrics.poolWait(waitedMs.page);
  };

  return {
    /**
     * Calls `begin` when it is this load's turn. The order:
     * - Single requests go before bulk links, bulk links before lists, lists before background work. While bulk links or lists
     *   wait, they get one turn in ten. A list that has waited for half a minute counts as a bulk link.
     * - Then loads that hold a page go first.
     * - Then clients take turns: the client that holds the fewest pages, then the client served longest ago.
     * - Then plain requests of bulk links go before their pages, then loads go in order of asking.
     * Bulk links may hold all pages: they give a page back after each load. Lists and background work together hold at most
     * half of the pages. While several clients are active, single requests and lists of one client hold at most all
     * pages but one. The same limits apply to the slots for plain requests.
     * When `begin` fails, the turn is given back. A client that leaves while it waits uses no turn. The deadline of a
     * bulk link is paused while it waits.
     * @throws AppError `overloaded` when too many loads wait: at once, or later in favour of another client if this
     * client has the most waiting loads; the scope's reason when the scope ends first
     */
    enter: async <T>(scope: Scope, needs: LoadNeeds, begin: BeginLoad<T>): Promise<T> => {
      scope.signal.throwIfAborted();
      makeRoom(scope, needs);
      const resume = scope.pauseDeadline();
      const begun = deferred<{ readonly ready: Promise<T> }>();
      const waiter: Waiter = {
        scope,
        needs,
        begin: () => {
          resume();
          account(waiter);
          count(waiter, true);
          const turn = rateLimit.take();
          shares.serve(scope);
          const isOtherWaiting = [...waiting].some((other) => hasShare(other.scope));
          singlesInARow = scope.priority === 'single' && isOtherWaiting ? singlesInARow + 1 : 0;
          const release = needs === 'held' ? () => undefined : shares.take(scope, needs);
          const ready = begin(waiter.waitedMs.page, () => {
            release();
            serve();
          });
          ready.then(turn.begun, turn.giveBack).then(serve);
          ready.catch(release);
          begun.resolve({ ready });
        },
        refuse: (error) => {
          leave(waiter, resume);
          begun.reject(error);
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
        return await (await race(scope.signal, begun.promise)).ready;
      } finally {
        if (waiting.has(waiter)) {
          leave(waiter, resume);
          serve();
        }
      }
    },
    /** Number of waiting loads. */
    waiting: () => waiting.size,
    /** Number of loads that wait for a page, and would do so even without the provider rate limiter. */
    waitingForPage: () => [...waiting].filter(({ waitsFor }) => waitsFor === 'page').length,
  };
}

/** The lowest rank goes first. */
function rankOf({ scope, needs, since }: Waiter): number {
  // Background work that holds a page must not keep it from others for long.
  const isHeld = scope.priority === 'background' && needs === 'held';
  const isOverdue = isHeld || (scope.priority === 'list' && performance.now() - since >= LONG_WAIT_MS);
  const rank = isOverdue ? PRIORITIES.indexOf('bulk') : classOf(scope);
  return 2 * rank + (needs === 'held' ? 0 : 1);
}

/**
 * True for a plain request of a bulk link: it decides most links at once, so it goes before the proofs of the client's
 * other links.
 */
function isFirstStage({ scope, needs }: Waiter): boolean {
  return scope.priority === 'bulk' && needs === 'plain';
}

/** Bulk links and lists get one turn in ten while single requests wait; background work gets none. */
function hasShare({ priority }: Scope): boolean {
  return priority === 'bulk' || priority === 'list';
}

function classOf({ priority }: Scope): number {
  return PRIORITIES.indexOf(priority);
}

/** Adds the time since `at` to the wait for the current reason. */
function account(waiter: Waiter): void {
  const now = performance.now();
  waiter.waitedMs[waiter.waitsFor] += now - waiter.at;
  waiter.at = now;
}

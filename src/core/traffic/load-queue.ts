import type { PagePool } from '../browser/pool.js';
import { AppError, OVERLOADED } from '../errors.js';
import { deferred } from '../runtime/deferred.js';
import type { Metrics } from '../runtime/metrics.js';
import { PRIORITIES, race, type Scope } from '../runtime/scope.js';
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

/**
 * Decides which load of the provider begins next. It is the only place where requests wait. A load waits for the
 * provider rate limiter and for a page at the same time; it holds neither while it waits for the other.
 */
export class LoadQueue {
  readonly #options: LoadQueueOptions;
  readonly #shares: ReturnType<typeof createClientShares>;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #singlesInARow = 0;

  constructor(options: LoadQueueOptions) {
    this.#options = options;
    this.#shares = createClientShares({ page: options.pages, plain: options.plainSlots });
    options.pool.onFree(() => this.#serve());
  }

  /**
   * Calls `begin` when it is this load's turn. The order:
   * - Single requests go before bulk links, bulk links before lists, lists before background work. While bulk links or
   *   lists wait, they get one turn in ten. A list that has waited for half a minute counts as a bulk link.
   * - Then loads that hold a page go first.
   * - Then clients take turns: the client that holds the fewest pages, then the client served longest ago.
   * - Then plain requests of bulk links go before their pages, then loads go in order of asking.
   * Bulk links may hold all pages: they give a page back after each load. Lists and background work together hold at
   * most half of the pages. While several clients are active, single requests and lists of one client hold at most all
   * pages but one. The same limits apply to the slots for plain requests.
   * When `begin` fails, the turn is given back. A client that leaves while it waits uses no turn. The deadline of a
   * bulk link is paused while it waits.
   * @throws AppError `overloaded` when too many loads wait: at once, or later in favour of another client if this
   * client has the most waiting loads; the scope's reason when the scope ends first
   */
  async enter<T>(scope: Scope, needs: LoadNeeds, begin: BeginLoad<T>): Promise<T> {
    scope.signal.throwIfAborted();
    this.#makeRoom(scope, needs);
    const resume = scope.pauseDeadline();
    const begun = deferred<{ readonly ready: Promise<T> }>();
    const waiter: Waiter = {
      scope,
      needs,
      begin: () => {
        resume();
        account(waiter);
        this.#count(waiter, true);
        const turn = this.#options.rateLimit.take();
        this.#shares.serve(scope);
        const isOtherWaiting = [...this.#waiting].some((other) => hasShare(other.scope));
        this.#singlesInARow = scope.priority === 'single' && isOtherWaiting ? this.#singlesInARow + 1 : 0;
        const release = needs === 'held' ? () => undefined : this.#shares.take(scope, needs);
        const ready = begin(waiter.waitedMs.page, () => {
          release();
          this.#serve();
        });
        ready.then(turn.begun, turn.giveBack).then(() => this.#serve());
        ready.catch(release);
        begun.resolve({ ready });
      },
      refuse: (error) => {
        this.#leave(waiter, resume);
        begun.reject(error);
      },
      since: performance.now(),
      waitedMs: { page: 0, turn: 0 },
      at: performance.now(),
      waitsFor: 'turn',
    };
    this.#waiting.add(waiter);
    this.#shares.note(scope);
    this.#serve();
    try {
      return await (await race(scope.signal, begun.promise)).ready;
    } finally {
      if (this.#waiting.has(waiter)) {
        this.#leave(waiter, resume);
        this.#serve();
      }
    }
  }

  /** Number of waiting loads. */
  waiting(): number {
    return this.#waiting.size;
  }

  /** Number of loads that wait for a page, and would do so even without the provider rate limiter. */
  waitingForPage(): number {
    return [...this.#waiting].filter(({ waitsFor }) => waitsFor === 'page').length;
  }

  #mayHave(needs: LoadNeeds, scope: Scope): boolean {
    if (needs === 'held') return true;
    const { pool, plainSlots } = this.#options;
    const isFree = needs === 'page' ? pool.stats().free > 0 : this.#shares.taken('plain') < plainSlots;
    return isFree && this.#shares.mayTake(scope, needs);
  }

  /** Whether this is a bulk link or list, and the next turn goes to bulk links and lists. */
  #isDue(scope: Scope): boolean {
    return hasShare(scope) && this.#singlesInARow >= MAX_SINGLES_IN_A_ROW;
  }

  /**
   * Turns this request may use. Bulk links and lists leave some turns to single requests; a single request may have to
   * leave one turn to other clients.
   */
  #turnsFor(scope: Scope): number {
    const { rateLimit } = this.#options;
    if (scope.priority !== 'single' && !this.#isDue(scope)) return rateLimit.left() - rateLimit.reserve;
    return rateLimit.left() - (rateLimit.reserve > 0 && this.#shares.mustYieldLastTurn(scope) ? 1 : 0);
  }

  #foremost(hasTurn: (scope: Scope) => boolean): Waiter | undefined {
    return [...this.#waiting]
      .filter(({ scope }) => !scope.signal.aborted && hasTurn(scope))
      .filter(({ needs, scope }) => this.#mayHave(needs, scope))
      .sort(
        (a, b) =>
          Number(this.#isDue(b.scope)) - Number(this.#isDue(a.scope)) ||
          rankOf(a) - rankOf(b) ||
          this.#shares.compare(a.scope, b.scope) ||
          Number(isFirstStage(b)) - Number(isFirstStage(a)),
      )[0];
  }

  #serve(): void {
    clearTimeout(this.#timer);
    for (const { scope } of this.#waiting) this.#shares.note(scope);
    const next = () => this.#foremost((scope) => this.#turnsFor(scope) >= 1);
    for (let chosen = next(); chosen !== undefined; chosen = next()) {
      this.#waiting.delete(chosen);
      chosen.begin();
    }
    const { rateLimit } = this.#options;
    if (this.#waiting.size === 0) return;
    for (const waiter of this.#waiting) {
      account(waiter);
      waiter.waitsFor = waiter.needs === 'page' && !this.#mayHave('page', waiter.scope) ? 'page' : 'turn';
    }
    const ms = rateLimit.untilNextMs();
    if (Number.isFinite(ms)) this.#timer = setTimeout(() => this.#serve(), Math.ceil(ms));
  }

  /**
   * A full queue refuses a load of the site that has the most waiting loads of this priority: the new load, or the
   * site's latest. A load that holds a page is never refused: its page becomes free only when the load is over.
   */
  #makeRoom(scope: Scope, needs: LoadNeeds): void {
    const { pool, pages, plainSlots, queueLimit } = this.#options;
    const { priority } = scope;
    if (needs === 'held') return;
    const ahead = [...this.#waiting].filter(({ scope }) => classOf(scope) <= PRIORITIES.indexOf(priority));
    const [all, taken] =
      needs === 'page' ? [pages, pages - pool.stats().free] : [plainSlots, this.#shares.taken('plain')];
    if (taken + ahead.length < all + queueLimit) return;
    const refusal = new AppError(OVERLOADED, message('tooManyWaiting'), { retryAfterSeconds: 5 });
    const alike = ahead.filter((waiter) => waiter.needs !== 'held' && waiter.scope.priority === priority);
    const loads = new Map<string | null, Waiter[]>();
    for (const waiter of alike) {
      const owner = this.#shares.siteOf(waiter.scope);
      loads.set(owner, [...(loads.get(owner) ?? []), waiter]);
    }
    const busiest = [...loads.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    const own = loads.get(this.#shares.siteOf(scope))?.length ?? 0;
    if (own + 1 >= busiest.length) throw refusal;
    busiest.at(-1)?.refuse(refusal);
  }

  /** Ends the wait of a load that does not begin. */
  #leave(waiter: Waiter, resume: () => void): void {
    if (!this.#waiting.delete(waiter)) return;
    resume();
    account(waiter);
    this.#count(waiter, false);
  }

  /** Counts the wait for the turn. The pool counts the wait for the page, unless the load has given up. */
  #count({ scope, waitedMs, waitsFor }: Waiter, hasBegun: boolean): void {
    const { metrics } = this.#options;
    scope.timings.rateLimitWaitMs += waitedMs.turn;
    if (hasBegun || waitsFor === 'turn' || waitedMs.turn > 0) metrics.rateLimitWait(waitedMs.turn);
    if (hasBegun || waitedMs.page === 0) return;
    scope.timings.waitMs += waitedMs.page;
    metrics.poolWait(waitedMs.page);
  }
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

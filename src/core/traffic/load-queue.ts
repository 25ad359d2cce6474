import { LRUCache } from 'lru-cache';
import type { PagePool } from '../browser/pool.js';
import { AppError, OVERLOADED } from '../errors.js';
import { deferred } from '../runtime/deferred.js';
import type { Metrics } from '../runtime/metrics.js';
import { PRIORITIES, type Priority, race, type Scope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import type { ProviderRateLimit } from './provider-rate-limit.js';

/**
 * The resource a load needs besides a turn of the provider rate limiter. `page`: a page of the pool. `held`: nothing,
 * the load already has its page. `plain`: a slot for plain requests, which need no page.
 */
type LoadNeeds = 'page' | 'held' | 'plain';

/** What a load takes when its turn has come: its page, or nothing. */
type Taken = Disposable | undefined;

/**
 * A turn, and what was taken for it. Dispose of it when the page goes back or the plain request is over: then the next
 * load may take its place.
 */
interface Turn<T> extends Disposable {
  readonly taken: T;
}

interface LoadQueueOptions {
  readonly pool: Pick<PagePool, 'stats' | 'onFree'>;
  readonly pages: number;
  /** Maximum number of loads by plain requests at the same time. */
  readonly plainSlots?: number | undefined;
  /** Loads that may wait when every page is taken. A test sets fewer. */
  readonly queueLimit?: number | undefined;
  readonly rateLimit: ProviderRateLimit;
  readonly metrics: Pick<Metrics, 'loadWait'>;
}

interface Waiter {
  readonly scope: Scope;
  readonly needs: LoadNeeds;
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

/** Loads by plain requests at the same time. */
export const PLAIN_SLOTS = 8;
const QUEUE_LIMIT = 100;
/** Maximum number of loads that begin in a row before the loads of lower classes that wait. */
const MAX_AHEAD_IN_A_ROW = 9;
/** Maximum number of clients whose last turn is remembered. */
const MAX_CLIENTS = 10_000;

/**
 * Decides which load of the provider begins next. It is the only place where loads wait. A load waits for the provider
 * rate limiter and for a page at the same time; it holds neither while it waits for the other.
 */
export class LoadQueue {
  readonly #options: LoadQueueOptions;
  readonly #limits: Readonly<Record<'page' | 'plain', number>>;
  readonly #waiting = new Set<Waiter>();
  /** The pages and slots in use. */
  readonly #holds = new Set<Pick<Waiter, 'scope' | 'needs'>>();
  /** The number of the last turn of each client and of each class. Turns are numbered in order. */
  readonly #lastTurns = new LRUCache<string, number>({ max: MAX_CLIENTS });
  readonly #lastTurnsOfClasses = new Map<Priority, number>();
  #turns = 0;
  #aheadInARow = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LoadQueueOptions) {
    this.#options = options;
    this.#limits = { page: options.pages, plain: options.plainSlots ?? PLAIN_SLOTS };
    options.pool.onFree(() => this.#serve());
  }

  /**
   * Waits for this load's turn and calls `take`, which must ask the pool for its page before it returns. The order:
   * - Single requests go before bulk links, bulk links before lists, lists before background work. One turn in ten goes
   *   to the lower classes that wait; these classes take turns.
   * - Within a class, loads that hold a page go first.
   * - Then clients take turns: the client that holds the fewest pages, then the client whose last turn is longest ago.
   * - Then loads go in order of asking.
   * One client holds at most all pages but one. Lists and background work together hold at most half of the pages.
   * The same limits apply to plain requests. The rate limiter's reserve is for single requests and the turn in ten.
   * When `take` fails, the turn is given back. A load that leaves while it waits uses no turn. The deadline of a bulk
   * link is paused while it waits.
   * @throws AppError `overloaded` when too many loads wait: at once, or later in favour of another client if this
   * client has the most waiting loads; the scope's reason when the scope ends first
   */
  async enter<T extends Taken>(scope: Scope, needs: LoadNeeds, take: () => Promise<T>): Promise<Turn<T>> {
    scope.signal.throwIfAborted();
    this.#makeRoom(scope, needs);
    const since = performance.now();
    const resume = scope.pauseDeadline();
    const begun = deferred<{ readonly ready: Promise<Turn<T>> }>();
    const waiter: Waiter = {
      scope,
      needs,
      begin: () => begun.resolve({ ready: this.#begin(scope, needs, take) }),
      refuse: begun.reject,
    };
    this.#waiting.add(waiter);
    this.#serve();
    try {
      const { ready } = await race(scope.signal, begun.promise)
        .catch((error: unknown) => {
          // The caller leaves in the moment of its turn: nobody else gives back what was taken.
          begun.promise
            .then(({ ready }) => ready)
            .then(
              (turn) => turn[Symbol.dispose](),
              () => undefined,
            );
          throw error;
        })
        .finally(() => {
          resume();
          if (this.#waiting.delete(waiter)) this.#serve();
        });
      return await ready;
    } finally {
      const waitedMs = performance.now() - since;
      scope.timings.waitMs += waitedMs;
      this.#options.metrics.loadWait(waitedMs);
    }
  }

  waiting(): number {
    return this.#waiting.size;
  }

  async #begin<T extends Taken>(scope: Scope, needs: LoadNeeds, take: () => Promise<T>): Promise<Turn<T>> {
    const turn = this.#options.rateLimit.take();
    const hold = { scope, needs };
    if (needs !== 'held') this.#holds.add(hold);
    const release = () => {
      if (this.#holds.delete(hold)) this.#serve();
    };
    try {
      const taken = await take();
      turn.begun();
      // Release before the pool gets the page back and offers it to the next load.
      const dispose = () => {
        release();
        taken?.[Symbol.dispose]();
      };
      return { taken, [Symbol.dispose]: dispose };
    } catch (error) {
      turn.giveBack();
      release();
      throw error;
    } finally {
      this.#serve();
    }
  }

  #serve(): void {
    clearTimeout(this.#timer);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next.waiter);
      this.#countTurn(next.waiter.scope, next.isDue);
      next.waiter.begin();
    }
    const ms = this.#options.rateLimit.untilNextMs();
    if (this.#waiting.size > 0 && Number.isFinite(ms))
      this.#timer = setTimeout(() => this.#serve(), Math.ceil(ms));
  }

  /** The load whose turn it is; undefined = no load may begin now. `isDue`: it goes before a higher class. */
  #next(): { readonly waiter: Waiter; readonly isDue: boolean } | undefined {
    const { rateLimit } = this.#options;
    const ready = [...this.#waiting].filter((one) => !one.scope.signal.aborted && this.#hasRoom(one));
    const [highest, ...lower] = PRIORITIES.filter((one) => ready.some(({ scope }) => scope.priority === one));
    if (rateLimit.left() - (highest === 'single' ? 0 : rateLimit.reserve) < 1) return undefined;
    const isDue = lower.length > 0 && this.#aheadInARow >= MAX_AHEAD_IN_A_ROW;
    const lastTurnOf = (one: Priority) => this.#lastTurnsOfClasses.get(one) ?? 0;
    const chosen = isDue ? lower.sort((a, b) => lastTurnOf(a) - lastTurnOf(b))[0] : highest;
    const waiter = ready
      .filter(({ scope }) => scope.priority === chosen)
      .sort(
        (a, b) => Number(b.needs === 'held') - Number(a.needs === 'held') || this.#compare(a.scope, b.scope),
      )[0];
    return waiter && { waiter, isDue };
  }

  /** Negative when the client of `a` goes first: it holds fewer pages, or its last turn is longer ago. */
  #compare(a: Scope, b: Scope): number {
    const heldBy = ({ client }: Scope) =>
      [...this.#holds].filter(({ scope }) => scope.client === client).length;
    const lastTurnOf = ({ client }: Scope) => this.#lastTurns.get(client ?? '') ?? 0;
    return heldBy(a) - heldBy(b) || lastTurnOf(a) - lastTurnOf(b);
  }

  /** Whether a page or slot is free for this load, and its client and class may take it. */
  #hasRoom({ scope, needs }: Waiter): boolean {
    if (needs === 'held') return true;
    const held = this.#held(needs);
    const own = held.filter(({ client }) => client === scope.client);
    if (this.#free(needs) < 1 || own.length >= Math.max(1, this.#limits[needs] - 1)) return false;
    return !isLong(scope) || held.filter(isLong).length < Math.max(1, Math.floor(this.#limits[needs] / 2));
  }

  /** For whom the pages or slots in use are held. */
  #held(needs: 'page' | 'plain'): readonly Scope[] {
    return [...this.#holds].filter((hold) => hold.needs === needs).map(({ scope }) => scope);
  }

  #free(needs: 'page' | 'plain'): number {
    return needs === 'page'
      ? this.#options.pool.stats().free
      : this.#limits.plain - this.#held('plain').length;
  }

  #countTurn({ client, priority }: Scope, isDue: boolean): void {
    this.#turns += 1;
    this.#lastTurns.set(client ?? '', this.#turns);
    this.#lastTurnsOfClasses.set(priority, this.#turns);
    const isAhead = [...this.#waiting].some(({ scope }) => rankOf(scope) > rankOf({ priority }));
    this.#aheadInARow = isAhead && !isDue ? this.#aheadInARow + 1 : 0;
  }

  /**
   * A full queue refuses a load of the client that has the most waiting loads of this priority: the new load, or the
   * client's latest. A load that holds a page is never refused: its page becomes free only when the load is over.
   */
  #makeRoom(scope: Scope, needs: LoadNeeds): void {
    if (needs === 'held') return;
    const ahead = [...this.#waiting].filter((waiter) => rankOf(waiter.scope) <= rankOf(scope));
    if (ahead.length < this.#free(needs) + (this.#options.queueLimit ?? QUEUE_LIMIT)) return;
    const alike = ahead.filter((one) => one.needs !== 'held' && one.scope.priority === scope.priority);
    const counts = new Map<string | null, number>();
    for (const { client } of alike.map((one) => one.scope)) counts.set(client, (counts.get(client) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    const refusal = new AppError(OVERLOADED, message('tooManyWaiting'), { retryAfterSeconds: 5 });
    if ((counts.get(scope.client) ?? 0) + 1 >= most) throw refusal;
    const latest = alike.filter((one) => counts.get(one.scope.client) === most).at(-1);
    if (latest !== undefined && this.#waiting.delete(latest)) latest.refuse(refusal);
  }
}

/** The class of a load: the lowest rank goes first. */
const rankOf = ({ priority }: Pick<Scope, 'priority'>): number => PRIORITIES.indexOf(priority);

/** A list holds its page for a minute or more. */
const isLong = ({ priority }: Scope): boolean => priority === 'list' || priority === 'background';

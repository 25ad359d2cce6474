import { shuttingDown } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type OwnedScope, type Scope, startScope } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';

/**
 * Work that is due in a database. Several processes may work on it: each piece is claimed for a time, by a statement
 * that the queue gives.
 */
interface DueWork<Item> {
  /** For the log. */
  readonly name: string;
  /**
   * Claims the next piece, by owner in turn; null = nothing is due. Pieces of the owners in `busy` come last: they have
   * their share of the workers. With `isKept`, these owners get nothing: the free workers are kept for others.
   * `running`: the pieces at work.
   */
  readonly claim: (
    busy: readonly string[],
    isKept: boolean,
    running: readonly Item[],
  ) => Promise<Item | null>;
  readonly ownerOf: (item: Item) => string;
  /** Starts the scope of a piece; by default, the scope of background work without an owner. */
  readonly scopeOf?: (item: Item) => OwnedScope;
  /**
   * Works on a piece until it is settled or released. If it rejects, the claim ends by itself. The scope ends when the
   * claim is lost and when the worker is closed.
   */
  readonly work: (item: Item, scope: Scope) => Promise<unknown>;
  /** Renews the claims of the pieces at work, and returns the pieces whose claim is lost. */
  readonly renew?: (items: readonly Item[]) => Promise<readonly Item[]>;
  /** Deletes what has expired, and corrects times after the clock was set back. Repeated every `sweepMs`. */
  readonly sweep?: () => Promise<unknown>;
  /** Pieces that may be at work now; by default `atOnce`. */
  readonly room?: (running: number) => number;
}

interface WorkerOptions {
  readonly atOnce: number;
  /** Free workers that owners with their share of the workers leave to others (0). */
  readonly kept?: number;
  readonly pollMs?: number;
  readonly renewMs?: number;
  readonly sweepMs?: number;
  readonly log: Logger;
}

/** Due work that no call of `wake` announces, such as work of other replicas and repetitions, waits for a look. */
const POLL_MS = 5_000;
const RENEW_MS = 5_000;
const SWEEP_MS = 30_000;
const CLOSE_MS = 3_000;
/** While others wait, the pieces of one owner take at most this part of the workers. */
const OWNERS = 4;

type Statement = 'claim' | 'sweep' | 'renew';

/** Works on what is due, several pieces at a time. A free worker claims the next piece at once. */
export class Worker<Item> {
  readonly #due: DueWork<Item>;
  readonly #options: WorkerOptions;
  readonly #running = new Map<Item, { readonly scope: OwnedScope; readonly ended: Promise<unknown> }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #renewing: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isStopped = false;
  #begun = 0;
  #drains = 0;
  #isAskedAgain = false;
  /** The statements that failed at their last attempt. */
  readonly #failing = new Set<Statement>();
  #filling: Promise<number> | null = null;
  #sweeping: Promise<unknown> | null = null;

  constructor(due: DueWork<Item>, options: WorkerOptions) {
    this.#due = due;
    this.#options = options;
  }

  /** Works from now on. `atOnce` 0 = only the sweep is repeated. A second call changes nothing. */
  start() {
    if (this.#isStarted) return;
    const { atOnce, pollMs = POLL_MS, renewMs = RENEW_MS, sweepMs = SWEEP_MS } = this.#options;
    this.#isStarted = true;
    this.#timers.push(setInterval(() => void this.sweep(), sweepMs));
    void this.sweep();
    if (atOnce === 0) return;
    this.#timers.push(setInterval(() => void this.#fill(), pollMs));
    this.#renewing = setInterval(() => void this.#renew(), renewMs);
    void this.#fill();
  }
  /** Looks for due work at once. */
  wake() {
    if (this.#isStarted && this.#options.atOnce > 0) void this.#fill();
  }
  sweep(): Promise<unknown> {
    this.#sweeping ??= this.#tried('sweep', this.#due.sweep?.()).finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }
  /** Begins the pieces that are due, and returns their number. Never rejects. */
  async tick() {
    await this.#renew();
    await this.sweep();
    return this.#fill();
  }
  /** Works until nothing is due or at work. Never rejects. */
  async drain() {
    this.#drains += 1;
    await this.sweep();
    await this.#fill();
    await this.idle();
    this.#drains -= 1;
  }
  /** Resolves when nothing is at work. */
  async idle() {
    while (this.#filling !== null || this.#running.size > 0)
      await Promise.all([this.#filling, ...[...this.#running.values()].map(({ ended }) => ended)]);
  }
  /** Whether the database failed at the last attempt. */
  isFailing(): boolean {
    return this.#failing.size > 0;
  }
  /** Begins no further piece. The claims of the pieces at work are still renewed. */
  stop() {
    this.#isStopped = true;
    this.#isStarted = false;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    if (this.#running.size === 0) clearInterval(this.#renewing);
  }
  /** Begins no further piece, and waits at most `ms` milliseconds for the pieces at work. */
  async finish(ms: number) {
    this.stop();
    await within(ms, Promise.all([this.idle(), this.#sweeping]));
  }
  /** Ends the pieces at work, in bounded time. */
  async close() {
    for (const { scope } of this.#running.values()) scope.abort(shuttingDown());
    await this.finish(CLOSE_MS);
    clearInterval(this.#renewing);
  }

  /** Owners that have their share of the workers. */
  #busy(): string[] {
    const counts = new Map<string, number>();
    for (const item of this.#running.keys()) {
      const owner = this.#due.ownerOf(item);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const share = Math.max(1, Math.floor(this.#options.atOnce / OWNERS));
    return [...counts].flatMap(([owner, count]) => (count >= share ? [owner] : []));
  }
  /** Notes whether the database can be used; logs each change once. */
  async #tried<T>(statement: Statement, work: Promise<T> | undefined) {
    const { log } = this.#options;
    try {
      const value = await work;
      if (this.#failing.delete(statement) && !this.isFailing())
        log.info({ work: this.#due.name }, 'work that is due goes on');
      return value ?? null;
    } catch (err) {
      if (!this.isFailing())
        log.warn({ err, work: this.#due.name }, 'work that is due cannot be done, and waits');
      this.#failing.add(statement);
      return null;
    }
  }
  #begin(item: Item) {
    const { log } = this.#options;
    const { name, scopeOf = () => startScope(name, log, null, 'background'), work } = this.#due;
    const scope = scopeOf(item);
    // The piece was being claimed when the worker was stopped.
    if (this.#isStopped) scope.abort(shuttingDown());
    const ended = work(item, scope)
      .catch((err: unknown) => log.warn({ err, work: name }, 'a piece of work was not settled'))
      .finally(() => {
        scope[Symbol.dispose]();
        this.#running.delete(item);
        if (this.#isStopped) this.stop();
        if (this.#isStarted || this.#drains > 0) void this.#fill();
      });
    this.#running.set(item, { scope, ended });
    this.#begun += 1;
  }
  #room(): number {
    const running = this.#running.size;
    return this.#isStopped ? 0 : (this.#due.room?.(running) ?? this.#options.atOnce - running);
  }
  /** Claims pieces until nothing is due, and again if a worker became free meanwhile. */
  async #fillAgain(): Promise<number> {
    const { kept = 0 } = this.#options;
    const before = this.#begun;
    do {
      this.#isAskedAgain = false;
      if (this.#failing.has('sweep')) await this.sweep();
      for (let free = this.#room(); free > 0; free = this.#room()) {
        const running = [...this.#running.keys()];
        const item = await this.#tried('claim', this.#due.claim(this.#busy(), free <= kept, running));
        if (item === null) break;
        this.#begin(item);
      }
    } while (this.#isAskedAgain);
    return this.#begun - before;
  }
  #fill(): Promise<number> {
    this.#isAskedAgain = true;
    this.#filling ??= this.#fillAgain().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }
  async #renew() {
    const items = [...this.#running.keys()];
    const lost = await this.#tried('renew', items.length > 0 ? this.#due.renew?.(items) : undefined);
    for (const item of lost ?? []) this.#running.get(item)?.scope.abort(shuttingDown());
  }
}

/** Repeats work that no other process has to wait for, at once and then every `everyMs` milliseconds. */
export function repeatWork(name: string, work: () => Promise<unknown>, everyMs: number, log: Logger) {
  return new Worker<never>(
    { name, claim: async () => null, ownerOf: () => '', work: async () => undefined, sweep: work },
    { atOnce: 0, sweepMs: everyMs, log },
  );
}

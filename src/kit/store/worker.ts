import type { Logger } from '../../core/runtime/logger.js';
import { within } from '../../core/runtime/timeout.js';

/**
 * Work that is due in a database. Several processes may work on it: each piece is claimed for a time, by a statement
 * that the queue gives.
 */
export interface DueWork<Item> {
  /** For the log. */
  readonly name: string;
  /**
   * Claims the next piece, by owner in turn; null = nothing is due. Pieces of the owners in `busy` come last: they have
   * their share of the workers. With `isKept`, these owners get nothing: the free workers are kept for others.
   */
  readonly claim: (busy: readonly string[], isKept: boolean) => Promise<Item | null>;
  readonly ownerOf: (item: Item) => string;
  /** Works on a piece until it is settled or released. If it rejects, the claim ends by itself. */
  readonly work: (item: Item) => Promise<unknown>;
  /** Renews the claims of the pieces at work. */
  readonly renew?: (items: readonly Item[]) => Promise<unknown>;
  /**
   * Deletes what has expired, and brings back due times that are too far away because the clock was set back. It is
   * repeated every `sweepMs`.
   */
  readonly sweep?: () => Promise<unknown>;
  /** Pieces that may be at work now; by default `atOnce`. */
  readonly room?: (running: number) => number;
}

interface WorkerOptions {
  readonly atOnce: number;
  /** Free workers that owners with their share of the workers leave to others (0). */
  readonly kept?: number;
  readonly pollMs: number;
  readonly renewMs?: number;
  readonly sweepMs?: number;
  readonly log: Logger;
}

const RENEW_MS = 5_000;
const SWEEP_MS = 30_000;
/** While others wait, the pieces of one owner take at most this part of the workers. */
const OWNERS = 4;

export type Worker = ReturnType<typeof createWorker>;

/** Works on what is due, several pieces at a time. A free worker claims the next piece at once. */
export function createWorker<Item>(due: DueWork<Item>, options: WorkerOptions) {
  const { atOnce, kept = 0, pollMs, renewMs = RENEW_MS, sweepMs = SWEEP_MS, log } = options;
  const running = new Map<Item, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isStarted = false;
  let isStopped = false;
  let begun = 0;
  let drains = 0;
  let isAskedAgain = false;
  /** The statements that failed at their last attempt. */
  const failing = new Set<'claim' | 'sweep' | 'renew'>();
  let filling: Promise<number> | null = null;
  let sweeping: Promise<unknown> | null = null;

  /** Owners that have their share of the workers. */
  const busy = (): string[] => {
    const counts = new Map<string, number>();
    for (const item of running.keys()) {
      const owner = due.ownerOf(item);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const share = Math.max(1, Math.floor(atOnce / OWNERS));
    return [...counts].flatMap(([owner, count]) => (count >= share ? [owner] : []));
  };

  /** Notes whether the database can be used; logs each change once. */
  const note = (statement: 'claim' | 'sweep' | 'renew', error: unknown) => {
    const wasFailing = failing.size > 0;
    if (error === null) failing.delete(statement);
    else failing.add(statement);
    if (failing.size > 0 === wasFailing) return;
    if (wasFailing) log.info({ work: due.name }, 'work that is due goes on');
    else log.warn({ err: error, work: due.name }, 'work that is due cannot be done, and waits');
  };
  const tried = async <T>(statement: 'claim' | 'sweep' | 'renew', work: Promise<T> | undefined) => {
    try {
      const value = await work;
      note(statement, null);
      return value ?? null;
    } catch (error) {
      note(statement, error);
      return null;
    }
  };

  const begin = (item: Item) => {
    const ended = due
      .work(item)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error, work: due.name }, 'a piece of work was not settled'),
      )
      .finally(() => {
        running.delete(item);
        if (isStarted || drains > 0) void fill();
      });
    running.set(item, ended);
    begun += 1;
  };

  const fillOnce = async (): Promise<number> => {
    const before = begun;
    if (failing.has('sweep')) await sweep();
    const room = () => (isStopped ? 0 : (due.room?.(running.size) ?? atOnce - running.size));
    for (let free = room(); free > 0; free = room()) {
      const item = await tried('claim', due.claim(busy(), free <= kept));
      if (item === null) break;
      begin(item);
    }
    return begun - before;
  };
  /** Claims pieces until nothing is due, and again if a worker became free meanwhile. */
  const fillAgain = async (): Promise<number> => {
    let count = 0;
    do {
      isAskedAgain = false;
      count += await fillOnce();
    } while (isAskedAgain);
    return count;
  };
  const fill = (): Promise<number> => {
    isAskedAgain = true;
    filling ??= fillAgain().finally(() => {
      filling = null;
    });
    return filling;
  };
  const sweep = (): Promise<unknown> => {
    sweeping ??= tried('sweep', due.sweep?.()).finally(() => {
      sweeping = null;
    });
    return sweeping;
  };
  const renew = async () => {
    const items = [...running.keys()];
    await tried('renew', items.length > 0 ? due.renew?.(items) : undefined);
  };
  const idle = async () => {
    while (filling !== null || running.size > 0) await Promise.all([filling, ...running.values()]);
  };
  const stop = () => {
    isStopped = true;
    isStarted = false;
    for (const timer of timers.splice(0)) clearInterval(timer);
  };

  return {
    /** Works from now on. `atOnce` 0 = only the sweep is repeated. A second call changes nothing. */
    start: () => {
      if (isStarted) return;
      isStarted = true;
      timers.push(setInterval(() => void sweep(), sweepMs));
      void sweep();
      if (atOnce === 0) return;
      timers.push(
        setInterval(() => void fill(), pollMs),
        setInterval(() => void renew(), renewMs),
      );
      void fill();
    },
    /** Looks for due work at once. */
    wake: () => {
      if (isStarted && atOnce > 0) void fill();
    },
    sweep,
    /** Begins the pieces that are due, and returns their number. Never rejects. */
    tick: async () => {
      await renew();
      await sweep();
      return fill();
    },
    /** Works until nothing is due or at work, and returns the number of pieces. Never rejects. */
    drain: async () => {
      const before = begun;
      drains += 1;
      await sweep();
      await fill();
      await idle();
      drains -= 1;
      return begun - before;
    },
    /** Resolves when nothing is at work. */
    idle,
    /** Whether the database failed at the last attempt. */
    isFailing: () => failing.size > 0,
    running: () => running.size,
    /** Begins no further piece. */
    stop,
    /** Waits at most `ms` milliseconds for the pieces at work. */
    close: async (ms: number) => {
      stop();
      await within(ms, Promise.all([idle(), sweeping]));
    },
  };
}

/** Repeats work that no other process has to wait for, at once and then every `everyMs` milliseconds. */
export function repeatWork(name: string, work: () => Promise<unknown>, everyMs: number, log: Logger) {
  return createWorker<never>(
    { name, claim: async () => null, ownerOf: () => '', work: async () => undefined, sweep: work },
    { atOnce: 0, pollMs: everyMs, sweepMs: everyMs, log },
  );
}

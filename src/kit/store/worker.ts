import type { Logger } from '../../runtime/logger.js';
import { within } from '../../runtime/timeout.js';

/**
 * Work that is due in a database. Several processes may work on it: each piece is claimed for a time, by a statement
 * that the queue gives.
 */
export interface DueWork<Item> {
  /** For the log. */
  readonly name: string;
  /**
   * Claims the next piece, by owner in turn; null = nothing is due. Pieces of the owners in `busy` come last: they have
   * their share of the workers.
   */
  readonly claim: (busy: readonly string[]) => Promise<Item | null>;
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
  const { atOnce, pollMs, renewMs = RENEW_MS, sweepMs = SWEEP_MS, log } = options;
  const running = new Map<Item, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isStarted = false;
  let isStopped = false;
  let isFailing = false;
  let filling: Promise<number> | null = null;
  let sweeping: Promise<void> | null = null;

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
  const note = (error: unknown) => {
    const fails = error !== null;
    if (fails !== isFailing) {
      if (fails) log.warn({ err: error, work: due.name }, 'the database cannot be used: work waits');
      else log.info({ work: due.name }, 'the database can be used again: work goes on');
    }
    isFailing = fails;
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
        if (isStarted) void fill();
      });
    running.set(item, ended);
  };

  const fillOnce = async (): Promise<number> => {
    let begun = 0;
    try {
      const room = () => (isStopped ? 0 : (due.room?.(running.size) ?? atOnce - running.size));
      while (room() > 0) {
        const item = await due.claim(busy());
        note(null);
        if (item === null) break;
        begin(item);
        begun += 1;
      }
    } catch (error) {
      note(error);
    }
    return begun;
  };
  const fill = (): Promise<number> => {
    filling ??= fillOnce().finally(() => {
      filling = null;
    });
    return filling;
  };
  const sweep = (): Promise<void> => {
    sweeping ??= Promise.resolve(due.sweep?.())
      .then(() => undefined, note)
      .finally(() => {
        sweeping = null;
      });
    return sweeping;
  };
  const renew = () => {
    const items = [...running.keys()];
    if (items.length > 0) due.renew?.(items).catch(note);
  };
  const idle = async () => {
    await filling;
    while (running.size > 0) await Promise.all(running.values());
  };
  const stop = () => {
    isStopped = true;
    isStarted = false;
    for (const timer of timers.splice(0)) clearInterval(timer);
  };

  return {
    /** Works from now on. `atOnce` 0 = only the sweep is repeated. */
    start: () => {
      isStarted = true;
      timers.push(setInterval(() => void sweep(), sweepMs));
      void sweep();
      if (atOnce === 0) return;
      timers.push(
        setInterval(() => void fill(), pollMs),
        setInterval(renew, renewMs),
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
      await sweep();
      return fill();
    },
    /** Resolves when nothing is at work. */
    idle,
    /** Whether the database failed at the last attempt. */
    isFailing: () => isFailing,
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

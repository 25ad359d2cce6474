/** Time that passes only when everything waits for it: what takes minutes is over at once, and never varies. */
export interface VirtualTime {
  /** Milliseconds since the beginning. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly action: () => void;
}

/**
 * Runs `work` with `setTimeout`, `clearTimeout` and `performance.now` replaced. All that `work` waits for has to
 * be promises and timers: when no timer is left and it is not over, it fails.
 */
export async function inVirtualTime<T>(work: (time: VirtualTime) => Promise<T>): Promise<T> {
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const timers = new Map<number, Timer>();
  let now = 0;
  let lastId = 0;
  const start = (action: () => void, ms = 0) => {
    lastId += 1;
    // As Node.js: at least a millisecond, whole ones.
    const timer = { id: lastId, at: now + Math.max(1, Math.trunc(ms)), action, unref: () => timer };
    timers.set(lastId, timer);
    return timer;
  };
  const fake = {
    setTimeout: start as unknown as typeof setTimeout,
    clearTimeout: ((timer?: Timer) => timers.delete(timer?.id ?? 0)) as unknown as typeof clearTimeout,
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  Object.assign(globalThis, fake);
  Object.defineProperty(performance, 'now', { configurable: true, value: () => now });
  try {
    let isOver = false;
    const outcome = work({
      now: () => now,
      sleep: (ms) => new Promise((resolve) => void start(resolve, ms)),
    }).finally(() => {
      isOver = true;
    });
    outcome.catch(() => undefined);
    for (await settle(); !isOver; await settle()) {
      const next = firstOf(timers);
      if (next === null) throw new Error('nothing is left to wait for, and the work is not over');
      timers.delete(next.id);
      now = Math.max(now, next.at);
      next.action();
    }
    return await outcome;
  } finally {
    Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
    Reflect.deleteProperty(performance, 'now');
  }
}

/** From now on, timers of up to `ms` milliseconds, and of at most one second less, are over at once; no others are. */
export function skipTimers(ms: number): Disposable {
  const { setTimeout: real } = globalThis;
  const skipping = (action: (...all: unknown[]) => void, wait = 0, ...all: unknown[]) =>
    real(action, wait <= ms && wait > ms - 1_000 ? 0 : wait, ...all);
  Object.assign(globalThis, { setTimeout: skipping });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout: real }) };
}

/** The timer that is due first; of several, the one that was started first. */
function firstOf(timers: ReadonlyMap<number, Timer>): Timer | null {
  let first: Timer | null = null;
  for (const timer of timers.values()) if (first === null || timer.at < first.at) first = timer;
  return first;
}

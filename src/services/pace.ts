import { race } from '../scope.js';

/** Keeps page loads at a visitor's pace. */
export interface Pace {
  /** Resolves when the next load may begin, in order of asking; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<void>;
  /** Loads that could begin at this moment; 0 while anybody waits. */
  left(): number;
}

/** What may be loaded at once after a quiet while: five seconds' worth. */
const BURSTS_PER_MINUTE = 12;

/**
 * A bucket of loads that refills evenly. rate-limiter-flexible's queue counts in fixed windows, which ends in
 * bursts at their edges, and cannot give up a place: a client that leaves would still use one up.
 * `perMinute` 0 = no limit.
 */
export function createPace(perMinute: number): Pace {
  if (perMinute === 0) {
    return { take: async (signal) => signal.throwIfAborted(), left: () => Number.POSITIVE_INFINITY };
  }
  const intervalMs = 60_000 / perMinute;
  const most = Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
  const waiting = new Set<() => void>();
  let left = most;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const refill = () => {
    const now = performance.now();
    left = Math.min(most, left + (now - countedAt) / intervalMs);
    countedAt = now;
  };
  const serve = () => {
    refill();
    for (const begin of waiting) {
      if (left < 1) break;
      left -= 1;
      waiting.delete(begin);
      begin();
    }
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(serve, Math.ceil((1 - left) * intervalMs));
  };

  return {
    left: () => {
      refill();
      return waiting.size > 0 ? 0 : Math.floor(left);
    },
    take: async (signal) => {
      signal.throwIfAborted();
      let begin: () => void = () => undefined;
      const turn = new Promise<void>((resolve) => {
        begin = resolve;
      });
      waiting.add(begin);
      serve();
      try {
        await race(signal, turn);
      } finally {
        if (waiting.delete(begin)) serve();
      }
    },
  };
}

import type { Priority } from '../runtime/scope.js';

/** The provider rate limiter: how many loads may begin. The load queue decides which one begins next. */
export interface ProviderRateLimit {
  /** Loads that may begin at this moment. */
  left(): number;
  /** Takes the turn of one load. */
  take(): Turn;
  /** Milliseconds until there is one more; Infinity when no more are kept. */
  untilNextMs(): number;
  /** Loads that bulk links leave for single requests, which then need not wait. */
  readonly reserve: number;
  /**
   * Call when no more loads can begin: `foremost` gives how urgent the load is that would begin next if it had a turn,
   * null = none would. A limiter that is shared asks for a turn then.
   */
  request(foremost: () => Priority | null): void;
  /** `serve` is called when a turn that was asked for has come. */
  onGranted(serve: () => void): void;
}

/** The turn of a load that is about to begin. */
export interface Turn {
  /** Call when the load begins. Until then fewer turns are kept: they would all be used at that moment. */
  begun(): void;
  /** Call instead when the load cannot begin. */
  giveBack(): void;
}

const BURSTS_PER_MINUTE = 12;
/** Turns are there by themselves, in time. */
const LOCAL = { request: () => undefined, onGranted: () => undefined };
const NO_LIMIT: ProviderRateLimit = {
  ...LOCAL,
  left: () => Number.POSITIVE_INFINITY,
  take: () => ({ begun: () => undefined, giveBack: () => undefined }),
  untilNextMs: () => Number.POSITIVE_INFINITY,
  reserve: 0,
};

/** Loads that may begin at once after a pause: five seconds' worth. */
export function mostTurns(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
}

/**
 * A bucket of turns that refills evenly: in no time do more loads begin than the limit allows in it, plus one bucket.
 * rate-limiter-flexible counts in fixed windows, which ends in bursts at their edges. `perMinute` 0 = no limit. `most`: turns of a full
 * bucket. `isEmpty`: it begins without any.
 */
export function createProviderRateLimit(
  perMinute: number,
  { most = mostTurns(perMinute), isEmpty = false } = {},
): ProviderRateLimit {
  if (perMinute === 0) return NO_LIMIT;
  const intervalMs = 60_000 / perMinute;
  let left = isEmpty ? 0 : most;
  let countedAt = performance.now();
  /** Turns of loads that have not begun yet. */
  let pending = 0;
  const refill = () => {
    const now = performance.now();
    left = Math.min(most - pending, left + (now - countedAt) / intervalMs);
    countedAt = now;
    return left;
  };
  return {
    ...LOCAL,
    left: () => Math.floor(refill()),
    take: () => {
      left = refill() - 1;
      pending += 1;
      return {
        begun: () => {
          refill();
          pending -= 1;
        },
        giveBack: () => {
          left = refill() + 1;
          pending -= 1;
        },
      };
    },
    untilNextMs: () => {
      const next = Math.floor(refill()) + 1;
      return next > most - pending ? Number.POSITIVE_INFINITY : (next - left) * intervalMs;
    },
    reserve: Math.floor(most / 2),
  };
}

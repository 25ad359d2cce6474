/** The provider rate limiter: how many loads may begin. The load queue decides which load begins next. */
export type ProviderRateLimit = ReturnType<typeof createProviderRateLimit>;

const BURSTS_PER_MINUTE = 12;
const NO_LIMIT = {
  left: () => Number.POSITIVE_INFINITY,
  take: () => ({ begun: () => undefined, giveBack: () => undefined }),
  untilNextMs: () => Number.POSITIVE_INFINITY,
  reserve: 0,
};

/**
 * A bucket of turns that refills evenly. In any period, at most as many loads begin as the limit allows for it, plus
 * one bucket: the turns of five seconds. `perMinute` 0 = no limit.
 */
export function createProviderRateLimit(perMinute: number) {
  if (perMinute === 0) return NO_LIMIT;
  const intervalMs = 60_000 / perMinute;
  const max = Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
  let left = max;
  let countedAt = performance.now();
  /** Turns of loads that have not begun yet. */
  let pending = 0;
  const refill = () => {
    const now = performance.now();
    left = Math.min(max - pending, left + (now - countedAt) / intervalMs);
    countedAt = now;
    return left;
  };
  return {
    /** Loads that may begin at this moment. */
    left: () => Math.floor(refill()),
    take: () => {
      left = refill() - 1;
      pending += 1;
      return {
        /** Call when the load begins. Until then fewer turns are kept: all of them could be used at that moment. */
        begun: () => {
          refill();
          pending -= 1;
        },
        /** Call instead when the load cannot begin. */
        giveBack: () => {
          left = refill() + 1;
          pending -= 1;
        },
      };
    },
    /** Milliseconds until one more load may begin; Infinity when waiting brings no further turn. */
    untilNextMs: () => {
      const next = Math.floor(refill()) + 1;
      return next > max - pending ? Number.POSITIVE_INFINITY : (next - left) * intervalMs;
    },
    /** Turns that bulk links and lists leave to single requests, which then need not wait. */
    reserve: Math.floor(max / 2),
  };
}

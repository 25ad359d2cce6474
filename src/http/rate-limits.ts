import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What a client may still do. */
export interface Allowance {
  /** Whether the points asked for were there. Those refused are not taken. */
  readonly granted: boolean;
  /** Points in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until all points are back, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /** Takes points from a client; never more than a whole window's, so that nothing is out of reach. */
  take(client: string, points: number): Promise<Allowance>;
}

/** Length of a window. It begins with a client's first request. */
export const WINDOW_SECONDS = 60;

/** Allowances kept in memory. `pointsPerMinute` 0 = none: null. */
export function createRateLimits(pointsPerMinute: number): RateLimits | null {
  if (pointsPerMinute === 0) return null;
  const limiter = new RateLimiterMemory({ points: pointsPerMinute, duration: WINDOW_SECONDS });
  return {
    take: async (client, points) => {
      const cost = Math.min(points, pointsPerMinute);
      const before = await limiter.get(client);
      const isOpen = before !== null && before.msBeforeNext > 0;
      if (isOpen && before.remainingPoints < cost) return allowance(pointsPerMinute, before, false);
      try {
        return allowance(pointsPerMinute, await limiter.consume(client, cost), true);
      } catch (refused) {
        // Another request of the client was quicker.
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return allowance(pointsPerMinute, refused, false);
      }
    },
  };
}

function allowance(limit: number, state: RateLimiterRes, granted: boolean): Allowance {
  return {
    granted,
    limit,
    remaining: state.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
  };
}

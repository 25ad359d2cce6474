import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What a request has paid. */
export interface Bill {
  /** Charges up to `points` in all. @throws AppError rate_limited; then all points are given back */
  raiseTo(points: number): Promise<void>;
  /** Gives all points back, for a request that is refused. */
  refund(): Promise<void>;
}

/** The client that pays for a request. */
export interface Payer {
  /** `key <name>` or `address <network>`. */
  readonly client: string;
  /** Whether the client is a key. Keys are configured, so there are only a few. */
  readonly isKey: boolean;
  /** A larger network whose clients also share an allowance; null = none. */
  readonly network: string | null;
}

/** The points a client has left. */
export interface Allowance {
  /** Whether there were enough points. A refused request costs none. */
  readonly granted: boolean;
  /** Points in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until all points are back, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /** Takes points from a client, at most those of one window, so that every request can be paid. */
  take(payer: Payer, points: number): Promise<Allowance>;
  /** Gives back the points of a request that is refused later. */
  giveBack(payer: Payer, points: number): Promise<Allowance>;
}

/** Length of a window, which begins with a client's first request. */
export const WINDOW_SECONDS = 60;

/** How many addresses, and how many networks, are remembered. Beyond that the least recently seen are forgotten. */
export const MAX_ADDRESSES = 10_000;

/** Internet providers often give a customer an IPv6 /48, which is 65,536 networks of /64. Together they get this many allowances. */
export const ALLOWANCES_PER_NETWORK = 4;

/** Allowances, kept in memory; null if `pointsPerMinute` is 0 (no limit). */
export function createRateLimits(pointsPerMinute: number): RateLimits | null {
  if (pointsPerMinute === 0) return null;
  const keys = createLedger(pointsPerMinute, Number.POSITIVE_INFINITY);
  const addresses = createLedger(pointsPerMinute, MAX_ADDRESSES);
  const networks = createLedger(ALLOWANCES_PER_NETWORK * pointsPerMinute, MAX_ADDRESSES);

  const both = (own: Allowance, shared: Allowance): Allowance =>
    shared.remaining < own.remaining ? { ...shared, limit: own.limit } : own;

  return {
    take: async ({ client, isKey, network }, points) => {
      const cost = Math.min(points, pointsPerMinute);
      const ledger = isKey ? keys : addresses;
      const own = await ledger.take(client, cost);
      if (network === null || !own.granted) return own;
      const shared = await networks.take(network, cost);
      if (shared.granted) return both(own, shared);
      await ledger.giveBack(client, cost);
      return { ...shared, limit: own.limit };
    },
    giveBack: async ({ client, isKey, network }, points) => {
      const cost = Math.min(points, pointsPerMinute);
      const own = await (isKey ? keys : addresses).giveBack(client, cost);
      return network === null ? own : both(own, await networks.giveBack(network, cost));
    },
  };
}

/** Points by name, of at most `most` names. */
function createLedger(limit: number, most: number) {
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const names = Number.isFinite(most)
    ? new LRUCache<string, true>({ max: most, dispose: (_, name) => void limiter.delete(name) })
    : null;
  const remember = (name: string) => {
    if (names?.get(name) === undefined) names?.set(name, true);
  };
  return {
    take: async (name: string, cost: number): Promise<Allowance> => {
      remember(name);
      const before = await limiter.get(name);
      const isOpen = before !== null && before.msBeforeNext > 0;
      if (isOpen && before.remainingPoints < cost) return allowance(limit, before, false);
      try {
        return allowance(limit, await limiter.consume(name, cost), true);
      } catch (refused) {
        // Another request of the same client took the points in between.
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return allowance(limit, refused, false);
      }
    },
    giveBack: async (name: string, cost: number): Promise<Allowance> => {
      remember(name);
      return allowance(limit, await limiter.reward(name, cost), true);
    },
  };
}

function allowance(limit: number, state: RateLimiterRes, granted: boolean): Allowance {
  return {
    granted,
    limit,
    remaining: Math.min(limit, state.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
  };
}

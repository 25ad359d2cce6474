import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import {
  type PointStore,
  type PointsTaken,
  type SharedPoints,
  SharedStateUnavailable,
} from '../traffic/shared.js';

/** The points that a request has paid. */
export interface Bill {
  /** Raises the total charge to `points`. @throws AppError rate_limited; then all points are given back */
  raiseTo(points: number): Promise<void>;
  /** Gives all points back, for a request that is refused. */
  refund(): Promise<void>;
}

/** The client that pays for a request. */
export interface Payer {
  /** `key <name>` or `address <network>`. */
  readonly client: string;
  /** Whether the client has a key. There are only a few keys, because they are configured. */
  readonly isKey: boolean;
  /** A larger network whose clients also share an allowance; null = the address belongs to no such network. */
  readonly network: string | null;
}

/** The points a client has left. */
export interface Allowance {
  /** Whether there were enough points. A refused request costs no points. */
  readonly granted: boolean;
  /** Points in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until all points are back, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /** Takes points from a client, at most the points of one window, so that the client can pay any request. */
  take(payer: Payer, points: number): Promise<Allowance>;
  /** Gives back the points of a request that was refused after it paid. */
  giveBack(payer: Payer, points: number): Promise<Allowance>;
}

/** Length of a window, which begins with a client's first request. */
export const WINDOW_SECONDS = 60;

/** Maximum number of addresses, and of networks, in memory. The least recently seen are forgotten first. */
export const MAX_ADDRESSES = 10_000;

/** Allowances that the 65,536 /64 networks of an IPv6 /48 share. Internet providers often give a customer a /48. */
const ALLOWANCES_PER_NETWORK = 4;

/**
 * Allowances, kept in memory and, if there is one, in the shared state; null if `pointsPerMinute` is 0 (no limit). If
 * the shared state is unavailable, the memory of this replica decides.
 */
export function createRateLimits(
  pointsPerMinute: number,
  shared: SharedPoints | null = null,
): RateLimits | null {
  if (pointsPerMinute === 0) return null;
  const keys = createPointWindow(pointsPerMinute, Number.POSITIVE_INFINITY, shared);
  const addresses = createPointWindow(pointsPerMinute, MAX_ADDRESSES, shared);
  const networks = createPointWindow(ALLOWANCES_PER_NETWORK * pointsPerMinute, MAX_ADDRESSES, shared);

  const lower = (own: Allowance, other: Allowance): Allowance =>
    other.remaining < own.remaining ? { ...other, limit: own.limit } : own;

  return {
    take: async ({ client, isKey, network }, points) => {
      const cost = Math.min(points, pointsPerMinute);
      const ledger = isKey ? keys : addresses;
      const own = await ledger.take(client, cost);
      if (network === null || !own.granted) return own;
      const whole = await networks.take(`network ${network}`, cost);
      if (whole.granted) return lower(own, whole);
      await ledger.giveBack(client, cost);
      return { ...whole, limit: own.limit };
    },
    giveBack: async ({ client, isKey, network }, points) => {
      const cost = Math.min(points, pointsPerMinute);
      const own = await (isKey ? keys : addresses).giveBack(client, cost);
      return network === null ? own : lower(own, await networks.giveBack(`network ${network}`, cost));
    },
  };
}

/** Points by name; keeps at most `max` names in memory. */
function createPointWindow(limit: number, max: number, createShared: SharedPoints | null) {
  const window = { points: limit, seconds: WINDOW_SECONDS };
  const local = createMemory(limit, max);
  const shared = createShared?.(window) ?? null;
  const decide = async <T>(ask: (store: PointStore) => Promise<T>): Promise<T> => {
    if (shared === null) return ask(local);
    try {
      return await ask(shared);
    } catch (error) {
      if (!(error instanceof SharedStateUnavailable)) throw error;
      return ask(local);
    }
  };
  return {
    take: async (name: string, cost: number): Promise<Allowance> => {
      const taken = await decide((store) => store.take(name, cost));
      return allowance(limit, taken, taken.granted);
    },
    giveBack: async (name: string, cost: number): Promise<Allowance> =>
      allowance(limit, await decide((store) => store.giveBack(name, cost)), true),
  };
}

function createMemory(limit: number, max: number): PointStore {
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const names = Number.isFinite(max)
    ? new LRUCache<string, true>({ max, dispose: (_, name) => void limiter.delete(name) })
    : null;
  const remember = (name: string) => {
    if (names?.get(name) === undefined) names?.set(name, true);
    return name;
  };
  const takenOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): PointsTaken => ({
    taken: consumedPoints,
    endsInMs: msBeforeNext,
  });
  const windowOf = async (name: string): Promise<RateLimiterRes | null> => {
    const state = await limiter.get(remember(name));
    return state !== null && state.msBeforeNext > 0 ? state : null;
  };
  return {
    take: async (name, points) => {
      const before = await windowOf(name);
      if (before !== null && before.remainingPoints < points) return { ...takenOf(before), granted: false };
      try {
        return { ...takenOf(await limiter.consume(name, points)), granted: true };
      } catch (refused) {
        // Another request of the same client took the points in between. Undo the count of this request.
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { ...takenOf(await limiter.reward(name, points)), granted: false };
      }
    },
    // The request may have paid in another window or store.
    giveBack: async (name, points) => {
      const before = await windowOf(name);
      if (before === null) return { taken: 0, endsInMs: null };
      const taken = Math.min(points, before.consumedPoints);
      return takenOf(taken > 0 ? await limiter.reward(name, taken) : before);
    },
  };
}

function allowance(limit: number, { taken, endsInMs }: PointsTaken, granted: boolean): Allowance {
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - taken),
    resetSeconds: endsInMs === null ? WINDOW_SECONDS : Math.max(1, Math.ceil(endsInMs / 1_000)),
  };
}

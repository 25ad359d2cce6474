import { LRUCache } from 'lru-cache';

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

export type RateLimits = NonNullable<ReturnType<typeof createRateLimits>>;

/** Length of a window, which begins with a client's first request. */
export const WINDOW_SECONDS = 60;

/** Maximum number of addresses in memory. The least recently seen are forgotten first. */
const MAX_ADDRESSES = 10_000;

interface PointWindow {
  taken: number;
  readonly endsAt: number;
}

/** Allowances, kept in memory; null if `limit` is 0 (no limit). `limit`: points in a window. */
export function createRateLimits(limit: number) {
  if (limit === 0) return null;
  const keys = new Map<string, PointWindow>();
  const addresses = new LRUCache<string, PointWindow>({ max: MAX_ADDRESSES });
  /** Takes or, below 0, gives back points. A window holds at least 0 and at most `limit` taken points. */
  const change = ({ client, isKey }: Payer, points: number): Allowance => {
    const now = Date.now();
    const windows = isKey ? keys : addresses;
    let window = windows.get(client);
    if (window === undefined || now >= window.endsAt || now + WINDOW_SECONDS * 1_000 < window.endsAt) {
      window = { taken: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
      windows.set(client, window);
    }
    const taken = window.taken + points;
    const granted = taken <= limit;
    if (granted) window.taken = Math.max(0, taken);
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
    return { granted, limit, remaining: limit - window.taken, resetSeconds };
  };
  return {
    /** Takes points from a client, at most the points of one window, so that the client can pay any request. */
    take: (payer: Payer, points: number) => change(payer, Math.min(points, limit)),
    /** Gives back the points of a request that was refused after it paid. */
    giveBack: (payer: Payer, points: number) => change(payer, -Math.min(points, limit)),
  };
}

import type { BreakerPause, JoinedBreaker } from './breaker.js';
import type { ProviderRateLimit } from './provider-rate-limit.js';

// Interfaces of the state that several processes of the service may share: the breaker, the provider rate limiter and the
// points of clients. Without such a state, a process works with its own.

/** `degraded`: the shared state cannot be used, and this process goes on by itself. */
export type SharedHealth = 'ok' | 'degraded';

/** The shared state cannot be reached, or did not answer in time: use the state of this process. */
export class SharedStateUnavailable extends Error {
  override readonly name = 'SharedStateUnavailable';

  constructor() {
    super('the shared state is not available');
  }
}

/** What a client has used of its window. */
export interface PointsTaken {
  readonly taken: number;
  /** Milliseconds until the window ends; null = no window has begun. */
  readonly endsInMs: number | null;
}

/** Points of clients, by name, in windows of a fixed length. Methods of a shared store throw SharedStateUnavailable. */
export interface PointStore {
  /** Takes points if there are enough. */
  take(name: string, points: number): Promise<PointsTaken & { readonly granted: boolean }>;
  /** Gives points back, at most those taken in the window. */
  giveBack(name: string, points: number): Promise<PointsTaken>;
}

/** Makes a store of points that all processes share. */
export type SharedPoints = (limits: { readonly points: number; readonly seconds: number }) => PointStore;

/** All that processes share. */
export interface Shared {
  readonly joinBreaker: (pause: BreakerPause) => JoinedBreaker;
  readonly rateLimit: (perMinute: number) => ProviderRateLimit;
  readonly points: SharedPoints;
  readonly health: () => SharedHealth;
  readonly close: () => void;
}

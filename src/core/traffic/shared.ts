// Interfaces of the state that several processes of the service may share: the breaker, the turns of the provider rate
// limiter and the points of clients. Without such a state, a process works with its own.

/** `degraded`: the shared state cannot be used, and this process goes on by itself. */
export type SharedHealth = 'ok' | 'degraded';

/** The shared state cannot be reached, or did not answer in time: use the state of this process. */
export class SharedStateUnavailable extends Error {
  override readonly name = 'SharedStateUnavailable';

  constructor() {
    super('the shared state is not available');
  }
}

/** The breaker that processes share. Times are relative, so that clocks of processes are never compared. */
export interface BreakerRecord {
  /** Changes with every opening and closing. */
  readonly era: number;
  /** `half_open`: the pause is over. */
  readonly state: 'closed' | 'half_open' | 'open';
  /** Milliseconds left of the pause; 0 unless the breaker is open. */
  readonly remainingMs: number;
  /** The whole pause in milliseconds; 0 when the breaker is closed. */
  readonly pauseMs: number;
}

/** The right to probe, which one process has at a time. A later right has a higher number. */
export type ProbeToken = number;

/** How a probe ended; `neutral` = the probe proves nothing. */
export type ProbeOutcome =
  | { readonly kind: 'passed' | 'neutral' }
  | { readonly kind: 'failed'; readonly pauseMs: number };

/** The right to probe of a dead process expires after this time. A running probe renews it three times in this time. */
export const PROBE_LEASE_MS = 10_000;

/** All methods can throw SharedStateUnavailable. */
export interface SharedBreaker {
  /** Null = no state is recorded. */
  read(): Promise<BreakerRecord | null>;
  /**
   * Opens the breaker for the last `remainingMs` of a pause of `pauseMs`, unless it is open already. Returns the
   * record. `era`: the latest era this process has seen.
   */
  open(era: number, remainingMs: number, pauseMs: number): Promise<BreakerRecord>;
  /** Closes the breaker, unless a process has changed it since `era`. Returns the record. */
  close(era: number): Promise<BreakerRecord>;
  /** Asks for the right to probe; null = another process has it, the pause is not over, or the breaker is closed. */
  acquire(): Promise<{ token: ProbeToken | null; record: BreakerRecord | null }>;
  /** Renews the right to probe; false = the right is lost. */
  renew(token: ProbeToken): Promise<boolean>;
  /** Releases the right to probe. The outcome counts only if it was still held: `isCurrent`. `era` as in `open`. */
  report(
    token: ProbeToken,
    era: number,
    outcome: ProbeOutcome,
  ): Promise<{ isCurrent: boolean; record: BreakerRecord | null }>;
  /** Calls `poll` regularly while the shared state can be used, and at once when it can be used again. */
  repeat(poll: () => Promise<void>): void;
}

/** `turn`: the name of the given turn. `waitMs`: the time until a turn may be given. */
export type TurnAnswer = { readonly turn: string } | { readonly waitMs: number };

/** The turns at the provider rate limiter that processes share. Methods throw SharedStateUnavailable. */
export interface SharedTurns {
  /**
   * Asks for the turn of one load, for a single request or for other work. Other work waits while a single request of
   * any process waits.
   */
  ask(isSingle: boolean): Promise<TurnAnswer>;
  /** Gives back an unused turn, unless another turn was given after it. */
  giveBack(turn: string): Promise<void>;
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
  /** About how many processes share it: the part of one process while the shared state cannot be reached. */
  readonly processes: number;
  readonly breaker: SharedBreaker;
  readonly turns: (perMinute: number) => SharedTurns;
  readonly points: SharedPoints;
  readonly health: () => SharedHealth;
  /** Calls `listener` after each change of the health. */
  readonly onChange: (listener: (health: SharedHealth) => void) => void;
  readonly close: () => void;
}

import {
  type AppError,
  DEADLINE_EXCEEDED,
  isAppError,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
  providerBlocked,
} from '../errors.js';
import { race, type Scope } from '../runtime/scope.js';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Stops all loads for a pause after the provider has answered with a block page. */
export interface Breaker {
  /** `half_open`: the pause is over; the next lookup starts a probe. */
  state(): BreakerState;
  /**
   * Call before waiting for a turn. After a pause, all callers wait for one probe.
   * @throws AppError `provider_blocked`, with the time to wait, while the breaker is open; the error of the probe when
   * it proves nothing; the scope's reason when the scope ends first
   */
  passable(scope: Pick<Scope, 'signal'>): Promise<void>;
  /** Call when the turn has come. Throws like `passable` but never waits: a load must not wait with a page. */
  assertPassable(): void;
  /**
   * Call when a load of an address that the service built itself begins; throws like `assertPassable`. Judge the load by
   * the returned function: a block page opens the breaker.
   */
  begin(): <T>(load: Promise<T>) => Promise<T>;
  /** Reports a block page that other work has met. Returns the error with the time to wait. */
  refused(blocked: AppError): AppError;
  /**
   * Reports a block page at the end of a client's link. Anybody can make a link that ends there, so a probe decides
   * whether the breaker opens. Returns the error with the time to wait; null = the provider refuses only this link.
   * @throws the scope's reason when the scope ends first
   */
  suspected(blocked: AppError, scope: Pick<Scope, 'signal'>): Promise<AppError | null>;
}

interface BreakerOptions {
  /** The first pause; 0 turns the breaker off. */
  readonly cooldownMs: number;
  /** Loads a page that the service chose itself. Does not ask this breaker. @throws AppError like every load */
  probe(): Promise<void>;
  /** Called at each opening and closing. */
  onChange?(state: BreakerState, cooldownMs: number): void;
}

const MAX_COOLDOWN_MS = 600_000;
/**
 * For this long after an answered probe, a refused link starts no further probe, so that many such links cost few
 * loads.
 */
const CLEARED_MS = 60_000;

/** Lets every load through, for probes and for recordings of single pages. */
export const NO_BREAKER: Breaker = {
  state: () => 'closed',
  passable: async () => undefined,
  assertPassable: () => undefined,
  begin: () => (load) => load,
  refused: (blocked) => blocked,
  suspected: async (blocked) => blocked,
};

/**
 * Opens for `cooldownMs` at the first block page. Each failed probe doubles the pause, up to ten minutes. A probe
 * always loads a page that the service chose, so a client's link cannot prolong a pause. There is no library behind it:
 * known libraries use the next call as their probe and do not report how long they stay open.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { cooldownMs, probe, onChange } = options;
  if (cooldownMs === 0) return NO_BREAKER;
  const pause = createPause(cooldownMs, onChange);
  const { state, era, open, close } = pause;
  /** The probe after a pause, and the probe that checks a suspicion. */
  let probing: Promise<void> | null = null;
  let confirming: Promise<void> | null = null;
  let clearedUntil = Number.NEGATIVE_INFINITY;

  const refusal = (cause?: unknown): AppError => {
    const waitMs = state() === 'closed' ? cooldownMs : pause.remainingMs();
    return providerBlocked({ cause, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  };
  const assertPassable = () => {
    if (state() !== 'closed') throw refusal('the breaker is open');
  };

  const begin = () => {
    assertPassable();
    const began = era();
    return async <T>(load: Promise<T>): Promise<T> => {
      try {
        return await load;
      } catch (error) {
        if (!isAppError(error, PROVIDER_BLOCKED)) throw error;
        if (era() === began) open();
        // The caller's error names the time to wait.
        throw refusal(error);
      }
    };
  };

  const probeAfterPause = async (): Promise<void> => {
    const began = era();
    try {
      await probe();
    } catch (error) {
      // A timeout or a fault does not show that the block is over. A failure of the service itself proves nothing.
      if (!isAppError(error, PROVIDER_BLOCKED, PROVIDER_UNAVAILABLE, DEADLINE_EXCEEDED)) throw error;
      if (era() === began) open();
      throw refusal(error);
    }
    if (era() === began) close();
  };
  const confirm = async () => {
    await begin()(probe());
    clearedUntil = performance.now() + CLEARED_MS;
  };

  return {
    state,
    passable: async ({ signal }) => {
      if (state() === 'half_open') {
        probing ??= probeAfterPause().finally(() => {
          probing = null;
        });
        await race(signal, probing);
      }
      assertPassable();
    },
    assertPassable,
    begin,
    refused: (blocked) => {
      if (state() === 'closed') open();
      return refusal(blocked);
    },
    suspected: async (blocked, { signal }) => {
      if (state() !== 'closed') return refusal(blocked);
      try {
        if (performance.now() >= clearedUntil) {
          confirming ??= confirm().finally(() => {
            confirming = null;
          });
          await race(signal, confirming);
        }
      } catch (error) {
        if (signal.aborted) throw error;
        if (isAppError(error, PROVIDER_BLOCKED)) return error;
      }
      return null;
    },
  };
}

/** The pause after a block page. */
function createPause(cooldownMs: number, onChange: BreakerOptions['onChange']) {
  let nextMs = cooldownMs;
  /** Null = closed. */
  let openUntil: number | null = null;
  let era = 0;
  return {
    state: (): BreakerState => {
      if (openUntil === null) return 'closed';
      return performance.now() < openUntil ? 'open' : 'half_open';
    },
    /** Grows with every opening and closing. The result of a load that began in an earlier era is ignored. */
    era: () => era,
    /** Milliseconds until the pause under way is over; negative after its end. */
    remainingMs: () => (openUntil ?? 0) - performance.now(),
    open: () => {
      const ms = nextMs;
      era += 1;
      openUntil = performance.now() + ms;
      nextMs = Math.min(MAX_COOLDOWN_MS, ms * 2);
      onChange?.('open', ms);
    },
    close: () => {
      era += 1;
      openUntil = null;
      nextMs = cooldownMs;
      onChange?.('closed', 0);
    },
  };
}

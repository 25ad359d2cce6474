import { AppError, isAppError } from '../errors.js';
import type { Scope } from '../scope.js';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Leaves the provider alone after it has refused a visit. */
export interface Breaker {
  /** `half_open`: the pause is over, and the next load decides. */
  state(): BreakerState;
  /**
   * Runs a lookup that may ask the provider for several things in turn. After a pause they are one probe:
   * from its first `ask` to its end nobody else is let through. `work` has to pass the scope it is given on.
   */
  errand<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Throws `provider_blocked`, with the time to wait, while this scope may ask nothing of the provider. */
  assertPassable(scope: Errand): void;
  /**
   * Runs a load that tells whether the provider is back: after a pause only one at a time, the others are
   * refused at once.
   */
  load<T>(scope: Errand, work: () => Promise<T>): Promise<T>;
  /**
   * Runs a smaller request: its refusal counts as any other, its success proves nothing. After a pause its
   * errand is the probe, and decides with the load that follows.
   */
  ask<T>(scope: Errand, work: () => Promise<T>): Promise<T>;
  /** Tells of a refusal met in the midst of other work; gives it back with the pause that follows. */
  refused(wall: AppError): AppError;
}

type Errand = Pick<Scope, 'errand'>;

interface BreakerLimits {
  /** The first pause; 0 = none is ever made. */
  readonly cooldownMs: number;
  readonly longestMs?: number;
}

const LONGEST_COOLDOWN_MS = 600_000;

const ALWAYS_CLOSED: Breaker = {
  state: () => 'closed',
  errand: (scope, work) => work(scope),
  assertPassable: () => undefined,
  load: (_scope, work) => work(),
  ask: (_scope, work) => work(),
  refused: (wall) => wall,
};

/**
 * Opens at the first wall for `cooldownMs`, twice as long after each probe that fails, ten minutes at most. No
 * library: those at hand make callers wait for the probe, or do not tell for how long they stay open.
 * `onChange` hears of every opening and closing.
 */
export function createBreaker(
  { cooldownMs, longestMs = LONGEST_COOLDOWN_MS }: BreakerLimits,
  onChange: (state: BreakerState, cooldownMs: number) => void = () => undefined,
): Breaker {
  if (cooldownMs === 0) return ALWAYS_CLOSED;
  let pauseMs = cooldownMs;
  /** Null = closed. */
  let openUntil: number | null = null;
  let isProbing = false;
  /** The errand that has asked after a pause, and may load before it ends. */
  let holder: symbol | null = null;
  /** Grows with every opening and closing: what began before says nothing about what is now. */
  let era = 0;

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed';
    return performance.now() < openUntil ? 'open' : 'half_open';
  };
  const open = () => {
    era += 1;
    holder = null;
    openUntil = performance.now() + pauseMs;
    onChange('open', pauseMs);
    pauseMs = Math.min(longestMs, pauseMs * 2);
  };
  const close = () => {
    era += 1;
    holder = null;
    openUntil = null;
    pauseMs = cooldownMs;
    onChange('closed', 0);
  };
  const refusal = (cause?: unknown): AppError => {
    const waitMs = openUntil === null ? cooldownMs : openUntil - performance.now();
    return new AppError(
      'provider_blocked',
      'The map provider limits automatic visits from this address at the moment. Wait before asking again.',
      { cause, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    );
  };
  const assertPassable = ({ errand }: Errand) => {
    const isTaken = isProbing || (holder !== null && holder !== errand);
    if (state() === 'open' || isTaken) throw refusal('the breaker is open');
  };
  const letGo = (errand: symbol) => {
    if (holder === errand) holder = null;
  };
  /** Opens when the failure is a refusal. The answer to the caller then names the pause that follows. */
  const judge = (error: unknown, began: number): unknown => {
    if (!isAppError(error, 'provider_blocked')) return error;
    if (era === began) open();
    return refusal(error);
  };

  const probe = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = era;
    isProbing = true;
    try {
      const result = await work();
      if (era === began) close();
      return result;
    } catch (error) {
      // Silence or a fault is no proof that the wall is gone; a client that left proves nothing at all.
      if (era === began && isAppError(error, 'provider_unavailable', 'deadline_exceeded')) open();
      throw judge(error, began);
    } finally {
      isProbing = false;
    }
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = era;
    try {
      return await work();
    } catch (error) {
      throw judge(error, began);
    }
  };

  return {
    state,
    errand: async (scope, work) => {
      const errand = Symbol('errand');
      try {
        return await work(asErrand(scope, errand));
      } finally {
        letGo(errand);
      }
    },
    assertPassable,
    load: async (scope, work) => {
      assertPassable(scope);
      return state() === 'closed' ? run(work) : probe(work);
    },
    ask: async (scope, work) => {
      assertPassable(scope);
      if (state() === 'closed') return run(work);
      const errand = scope.errand ?? Symbol('ask');
      holder = errand;
      try {
        return await run(work);
      } finally {
        // Without an errand nothing follows.
        if (scope.errand === null) letGo(errand);
      }
    },
    refused: (wall) => {
      if (state() === 'closed') open();
      return refusal(wall);
    },
  };
}

/** The same scope as a piece of a lookup; see `Scope.errand`. */
function asErrand(scope: Scope, errand: symbol): Scope {
  const { id, log, timings, remaining, pauseDeadline } = scope;
  return {
    id,
    log,
    get signal() {
      return scope.signal;
    },
    timings,
    errand,
    get priority() {
      return scope.priority;
    },
    get client() {
      return scope.client;
    },
    remaining,
    pauseDeadline,
  };
}

import { AppError, isAppError } from '../errors.js';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Leaves the provider alone after it has refused a visit. */
export interface Breaker {
  /** `half_open`: the pause is over, and the next load decides. */
  state(): BreakerState;
  /** Throws `provider_blocked`, with the time to wait, while nothing may be asked of the provider. */
  assertPassable(): void;
  /**
   * Runs a load that tells whether the provider is back: after a pause only one at a time, the others are
   * refused at once.
   */
  load<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a smaller request: its refusal counts as any other, its success proves nothing. */
  ask<T>(work: () => Promise<T>): Promise<T>;
  /** Tells of a refusal met in the midst of other work; gives it back with the pause that follows. */
  refused(wall: AppError): AppError;
}

interface BreakerLimits {
  /** The first pause; 0 = none is ever made. */
  readonly cooldownMs: number;
  readonly longestMs?: number;
}

const LONGEST_COOLDOWN_MS = 600_000;

const ALWAYS_CLOSED: Breaker = {
  state: () => 'closed',
  assertPassable: () => undefined,
  load: (work) => work(),
  ask: (work) => work(),
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
  /** Grows with every opening and closing: what began before says nothing about what is now. */
  let era = 0;

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed';
    return performance.now() < openUntil ? 'open' : 'half_open';
  };
  const open = () => {
    era += 1;
    openUntil = performance.now() + pauseMs;
    onChange('open', pauseMs);
    pauseMs = Math.min(longestMs, pauseMs * 2);
  };
  const close = () => {
    era += 1;
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
  const assertPassable = () => {
    if (state() === 'open' || isProbing) throw refusal('the breaker is open');
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
    assertPassable,
    load: async (work) => {
      assertPassable();
      return state() === 'closed' ? run(work) : probe(work);
    },
    ask: async (work) => {
      assertPassable();
      return run(work);
    },
    refused: (wall) => {
      if (state() === 'closed') open();
      return refusal(wall);
    },
  };
}

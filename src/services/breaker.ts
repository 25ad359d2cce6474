import { type AppError, isAppError, providerBlocked } from '../errors.js';
import type { Scope } from '../scope.js';
import type { SharedBreaker } from '../shared-state/shared-breaker.js';
import { type BreakerFleet, joinFleet } from './breaker-fleet.js';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Stops all loads for a pause after the provider has answered with a block page. */
export interface Breaker {
  /** `half_open`: the pause is over, and the next load decides. */
  state(): BreakerState;
  /**
   * Runs a lookup that may ask the provider for several things in turn. After a pause they are one probe:
   * from its first `ask` to its end all other loads are refused. `work` must pass on the scope it receives.
   */
  runOperation<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Throws `provider_blocked`, with the time to wait, while this scope may ask nothing of the provider. */
  assertPassable(scope: OperationScope): void;
  /**
   * Runs a load that proves whether the provider answers again: after a pause only one at a time, the others are
   * refused at once.
   */
  load<T>(scope: OperationScope, work: () => Promise<T>): Promise<T>;
  /**
   * Runs a smaller request: its refusal counts as any other, its success proves nothing. After a pause its
   * operation is the probe, and decides with the load that follows.
   */
  ask<T>(scope: OperationScope, work: () => Promise<T>): Promise<T>;
  /** Reports a block page met in the middle of other work; returns the error with the pause that follows. */
  refused(blocked: AppError): AppError;
}

type OperationScope = Pick<Scope, 'operation'>;

interface BreakerLimits {
  /** The first pause; 0 = none is ever made. */
  readonly cooldownMs: number;
  readonly longestMs?: number;
}

const LONGEST_COOLDOWN_MS = 600_000;

const ALWAYS_CLOSED: Breaker = {
  state: () => 'closed',
  runOperation: (scope, work) => work(scope),
  assertPassable: () => undefined,
  load: (_scope, work) => work(),
  ask: (_scope, work) => work(),
  refused: (blocked) => blocked,
};

/**
 * Opens at the first block page for `cooldownMs`, twice as long after each probe that fails, ten minutes at most. No
 * library: the known ones make callers wait for the probe, or do not report how long they stay open.
 * `onChange` is called at each opening and closing. With `shared`, all replicas of an egress group open and close
 * together, and only one of them probes; while Redis cannot be used each decides by itself.
 */
export function createBreaker(
  { cooldownMs, longestMs = LONGEST_COOLDOWN_MS }: BreakerLimits,
  onChange: (state: BreakerState, cooldownMs: number) => void = () => undefined,
  shared: SharedBreaker | null = null,
): Breaker {
  if (cooldownMs === 0) return ALWAYS_CLOSED;
  /** The next pause, and the one under way. */
  let pauseMs = cooldownMs;
  let currentMs = 0;
  /** Null = closed. */
  let openUntil: number | null = null;
  let isProbing = false;
  /** The operation that has asked after a pause, and may load before it ends. */
  let holder: symbol | null = null;
  /** Grows with every opening and closing: the result of a load of an earlier era is ignored. */
  let era = 0;

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed';
    return performance.now() < openUntil ? 'open' : 'half_open';
  };
  const open = (ms = pauseMs, leftMs = ms) => {
    era += 1;
    holder = null;
    openUntil = performance.now() + leftMs;
    currentMs = ms;
    pauseMs = Math.min(longestMs, ms * 2);
    onChange('open', ms);
  };
  const close = () => {
    era += 1;
    holder = null;
    openUntil = null;
    pauseMs = cooldownMs;
    onChange('closed', 0);
  };
  const fleet =
    shared === null
      ? null
      : joinFleet(shared, {
          state,
          remainingMs: () => (openUntil ?? 0) - performance.now(),
          pauseMs: () => currentMs,
          nextPauseMs: () => pauseMs,
          open,
          prolong: (leftMs) => {
            openUntil = Math.max(openUntil ?? 0, performance.now() + leftMs);
          },
          close,
        });
  const refusal = (cause?: unknown): AppError => {
    const waitMs = openUntil === null ? cooldownMs : openUntil - performance.now();
    return providerBlocked({ cause, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  };
  const assertPassable = ({ operation }: OperationScope) => {
    const isTaken = isProbing || (holder !== null && holder !== operation);
    if (state() === 'open' || isTaken) throw refusal('the breaker is open');
  };
  const releaseProbe = (operation: symbol) => {
    if (holder !== operation) return;
    holder = null;
    fleet?.leave();
  };
  /** Opens when the failure is a refusal. The answer to the caller then names the pause that follows. */
  const judge = (error: unknown, began: number): unknown => {
    if (!isAppError(error, 'provider_blocked')) return error;
    if (era === began) {
      open();
      fleet?.publishOpening();
    }
    return refusal(error);
  };
  /** Waits for the right to probe; false = the fleet is well again, and nothing need be probed. */
  const enterProbe = async (fleet: BreakerFleet): Promise<boolean> => {
    const mayProbe = await fleet.enter();
    if (state() === 'closed') return false;
    if (!mayProbe || state() === 'open') throw refusal('the breaker is open');
    return true;
  };
  const claim = async (fleet: BreakerFleet, operation: symbol) => {
    try {
      // What was learnt of the fleet may have begun another era.
      if (await enterProbe(fleet)) holder = operation;
    } catch (error) {
      releaseProbe(operation);
      throw error;
    }
  };
  /** Decides for all; a replica whose right to probe was given to another one decides nothing. */
  const decide = async (next: 'open' | 'closed', began: number) => {
    const isDecided = era === began && (fleet === null || (await fleet.report(next)));
    if (!isDecided || era !== began) return;
    if (next === 'open') open();
    else close();
  };

  const probe = async <T>(work: () => Promise<T>): Promise<T> => {
    isProbing = true;
    try {
      if (fleet !== null && !(await enterProbe(fleet))) return await run(work);
      const began = era;
      try {
        const result = await work();
        await decide('closed', began);
        return result;
      } catch (error) {
        // Silence or a fault is no proof that the block is over; a client that left proves nothing at all.
        if (isAppError(error, 'provider_blocked', 'provider_unavailable', 'deadline_exceeded'))
          await decide('open', began);
        throw isAppError(error, 'provider_blocked') ? refusal(error) : error;
      }
    } finally {
      isProbing = false;
      if (holder === null) fleet?.leave();
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
    runOperation: async (scope, work) => {
      const operation = Symbol('operation');
      try {
        return await work(asOperation(scope, operation));
      } finally {
        releaseProbe(operation);
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
      const operation = scope.operation ?? Symbol('ask');
      holder = operation;
      if (fleet !== null) await claim(fleet, operation);
      try {
        return await run(work);
      } finally {
        // Without an operation nothing follows.
        if (scope.operation === null) releaseProbe(operation);
      }
    },
    refused: (blocked) => {
      if (state() === 'closed') {
        open();
        fleet?.publishOpening();
      }
      return refusal(blocked);
    },
  };
}

/** The same scope as part of an operation; see `Scope.operation`. */
function asOperation(scope: Scope, operation: symbol): Scope {
  const { id, log, timings, remaining, pauseDeadline } = scope;
  return {
    id,
    log,
    get signal() {
      return scope.signal;
    },
    timings,
    operation,
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

import { AppError, isAppError, providerBlocked } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { race, type Scope } from '../runtime/scope.js';
import {
  type BreakerRecord,
  PROBE_LEASE_MS,
  type ProbeToken,
  type SharedBreaker,
} from '../shared-state/shared-breaker.js';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Stops all loads for a pause after the provider has answered with a block page. */
export interface Breaker {
  /** `half_open`: the pause is over, and the next lookup has the provider probed. */
  state(): BreakerState;
  /**
   * Call before waiting for a turn. After a pause it waits for the probe, one for all who ask.
   * @throws AppError `provider_blocked`, with the time to wait, while the breaker is open; what the probe threw when it
   * proves nothing; the scope's reason when it ends first
   */
  passable(scope: Pick<Scope, 'signal'>): Promise<void>;
  /** Call when the turn has come: the same without waiting, so that nobody waits with a page in hand. */
  assertPassable(): void;
  /** Runs a load of an address that the service made itself: a block page opens the breaker. */
  load<T>(work: () => Promise<T>): Promise<T>;
  /** Reports a block page met in the middle of other work; returns the error with the pause that follows. */
  refused(blocked: AppError): AppError;
  /**
   * Reports a block page at the end of a client's link, which anybody can make: a probe decides whether it opens the
   * breaker. Returns the error for this link. @throws the scope's reason when it ends first
   */
  suspected(blocked: AppError, scope: Pick<Scope, 'signal'>): Promise<AppError>;
}

interface BreakerOptions {
  /** The first pause; 0 = none is ever made. */
  readonly cooldownMs: number;
  readonly longestMs?: number;
  /** Loads a page that the service chose itself, without asking this breaker. @throws AppError as any load */
  probe(): Promise<void>;
  /** Called at each opening and closing. */
  onChange?(state: BreakerState, cooldownMs: number): void;
  /**
   * With it, all replicas of an egress group open and close together, and only one of them probes; while Redis cannot be
   * used each decides by itself. Null = there is one process.
   */
  readonly shared?: SharedBreaker | null;
}

const LONGEST_COOLDOWN_MS = 600_000;
/** A probe that was answered clears further links for so long: odd links cost the others no more loads than this. */
const CLEARED_MS = 60_000;
const LINK_RETRY_SECONDS = 10;

/** Lets every load through, for probes and for recordings of single pages. */
export const NO_BREAKER: Breaker = {
  state: () => 'closed',
  passable: async () => undefined,
  assertPassable: () => undefined,
  load: (work) => work(),
  refused: (blocked) => blocked,
  suspected: async (blocked) => blocked,
};

/**
 * Opens at the first block page for `cooldownMs`, twice as long after each probe that fails, ten minutes at most. A
 * probe is always a load of the service's own choice, so that no client's link can prolong a pause. No library: the
 * known ones take the next call as their probe, and do not report how long they stay open.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { cooldownMs, longestMs = LONGEST_COOLDOWN_MS, probe, onChange, shared = null } = options;
  if (cooldownMs === 0) return NO_BREAKER;
  /** The next pause, and the one under way. */
  let pauseMs = cooldownMs;
  let currentMs = 0;
  /** Null = closed. */
  let openUntil: number | null = null;
  /** The probe after a pause, and the one that a suspicion asked for. */
  let probing: Promise<void> | null = null;
  let confirming: Promise<void> | null = null;
  let clearedUntil = Number.NEGATIVE_INFINITY;
  /** Grows with every opening and closing: the result of a load of an earlier era is ignored. */
  let era = 0;

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed';
    return performance.now() < openUntil ? 'open' : 'half_open';
  };
  const open = (ms = pauseMs, leftMs = ms) => {
    era += 1;
    openUntil = performance.now() + leftMs;
    currentMs = ms;
    pauseMs = Math.min(longestMs, ms * 2);
    onChange?.('open', ms);
  };
  const close = () => {
    era += 1;
    openUntil = null;
    pauseMs = cooldownMs;
    onChange?.('closed', 0);
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
  const assertPassable = () => {
    if (state() !== 'closed') throw refusal('the breaker is open');
  };

  const load = async <T>(work: () => Promise<T>): Promise<T> => {
    assertPassable();
    const began = era;
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error, 'provider_blocked')) throw error;
      if (era === began) {
        open();
        fleet?.publishOpening();
      }
      // The answer to the caller names the pause that follows.
      throw refusal(error);
    }
  };

  /** Decides for all; a replica whose right to probe was given to another one decides nothing. */
  const decide = async (next: 'open' | 'closed', began: number) => {
    const isDecided = era === began && (fleet === null || (await fleet.report(next)));
    if (!isDecided || era !== began) return;
    if (next === 'open') open();
    else close();
  };
  const probeAfterPause = async (): Promise<void> => {
    const mayProbe = fleet === null || (await fleet.enter());
    try {
      // What was learnt of the fleet may have opened or closed this breaker.
      if (!mayProbe || state() !== 'half_open') return;
      const began = era;
      try {
        await probe();
      } catch (error) {
        // Silence or a fault is no proof that the block is over; a failure of the service's own proves nothing at all.
        if (!isAppError(error, 'provider_blocked', 'provider_unavailable', 'deadline_exceeded')) throw error;
        await decide('open', began);
        throw refusal(error);
      }
      await decide('closed', began);
    } finally {
      fleet?.leave();
    }
  };
  const confirm = async () => {
    await load(probe);
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
    load,
    refused: (blocked) => {
      if (state() === 'closed') {
        open();
        fleet?.publishOpening();
      }
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
        if (isAppError(error, 'provider_blocked')) return error;
      }
      return refusedLink(blocked);
    },
  };
}

/** The error for a client's link that is refused by itself. */
export function refusedLink(cause: AppError | string): AppError {
  return new AppError('provider_unavailable', message('shareLinkRefused'), {
    cause,
    retryAfterSeconds: LINK_RETRY_SECONDS,
  });
}

/** What the breaker of this replica lets the fleet see and change. */
interface LocalBreaker {
  state(): BreakerRecord['state'];
  /** Milliseconds until the pause under way is over. */
  remainingMs(): number;
  /** The pause under way, and the next one. */
  pauseMs(): number;
  nextPauseMs(): number;
  open(pauseMs: number, remainingMs: number): void;
  /** Lets the pause under way last at least so long from now. */
  prolong(remainingMs: number): void;
  close(): void;
}

/** Keeps the breakers of all replicas of an egress group alike. Nothing here throws. */
interface BreakerFleet {
  /** Asks for the right to probe; also true when Redis cannot be used, and each replica decides by itself. */
  enter(): Promise<boolean>;
  /** Ends the right to probe, if there is one, without a decision. */
  leave(): void;
  /** Ends it with a decision; false = it had been lost, and another replica decides. */
  report(next: 'open' | 'closed'): Promise<boolean>;
  /** Tells the fleet that this replica has opened. */
  publishOpening(): void;
}

function joinFleet(shared: SharedBreaker, local: LocalBreaker): BreakerFleet {
  /** The latest era of the record that this replica has seen. */
  let knownEra = 0;
  /** The right to probe; `alone` = Redis could not be asked. */
  let right: { readonly token: ProbeToken } | 'alone' | null = null;
  let renewal: NodeJS.Timeout | undefined;
  /** What this replica has decided by itself and the fleet does not know. */
  let untold: 'open' | 'closed' | null = null;

  const adopt = (record: BreakerRecord | null) => {
    // A lost record is no news: a pause goes on where it is remembered.
    if (record === null || record.era === knownEra) return;
    knownEra = record.era;
    if (record.state === 'closed') {
      if (local.state() !== 'closed' && untold === null) local.close();
    } else if (local.state() === 'open') local.prolong(record.remainingMs);
    else local.open(record.pauseMs, record.remainingMs);
  };
  const tell = async () => {
    const next = untold;
    if (next === 'closed') adopt(await shared.close(knownEra));
    if (next === 'open' && local.state() === 'open')
      adopt(await shared.open(knownEra, local.remainingMs(), local.pauseMs()));
    if (untold === next) untold = null;
  };
  const poll = async () => {
    if (untold !== null) return tell();
    const record = await shared.read();
    adopt(record);
    if (record !== null || local.state() !== 'open') return;
    untold = 'open';
    await tell();
  };
  shared.watch(poll);

  const takeRight = () => {
    const taken = right;
    clearInterval(renewal);
    right = null;
    return taken;
  };
  const renew = async (token: ProbeToken) => {
    const isKept = await shared.renew(token).catch(() => true);
    if (!isKept && right !== null && right !== 'alone' && right.token === token) takeRight();
  };
  const leave = () => {
    const had = takeRight();
    if (had === null || had === 'alone') return;
    shared.report(had.token, knownEra, { kind: 'neutral' }).catch(() => undefined);
  };

  return {
    enter: async () => {
      if (right !== null) return true;
      try {
        const { token, record } = await shared.acquire();
        adopt(record);
        if (token === null) return false;
        right = { token };
        renewal = setInterval(() => void renew(token), PROBE_LEASE_MS / 3);
        renewal.unref();
      } catch {
        right = 'alone';
      }
      return true;
    },
    leave,
    report: async (next) => {
      const had = takeRight();
      if (had === null) return false;
      if (had === 'alone') {
        untold = next;
        return true;
      }
      const outcome =
        next === 'closed'
          ? ({ kind: 'passed' } as const)
          : ({ kind: 'failed', pauseMs: local.nextPauseMs() } as const);
      try {
        const { isCurrent, record } = await shared.report(had.token, knownEra, outcome);
        // This replica opens or closes itself now; what somebody else has recorded meanwhile is news.
        if (isCurrent && record?.state === next) knownEra = record.era;
        else adopt(record);
        return isCurrent && record?.state === next;
      } catch {
        untold = next;
        return true;
      }
    },
    publishOpening: () => {
      leave();
      untold = 'open';
      tell().catch(() => undefined);
    },
  };
}

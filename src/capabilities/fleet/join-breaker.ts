import type { BreakerPause, JoinedBreaker } from '../../core/traffic/breaker.js';

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

/** The right to probe of a dead process expires after this time. A running probe renews it three times in this time. */
export const PROBE_LEASE_MS = 10_000;

/**
 * All methods can throw SharedStateUnavailable. One process at a time has the right to probe (`token`); a later right has
 * a higher number.
 */
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
  acquire(): Promise<{ token: number | null; record: BreakerRecord | null }>;
  /** Renews the right to probe; false = the right is lost. */
  renew(token: number): Promise<boolean>;
  /** Releases the right to probe. The outcome counts only if it was still held: `isCurrent`. `era` as in `open`. */
  report(
    token: number,
    era: number,
    outcome: { kind: 'passed' | 'neutral' } | { kind: 'failed'; pauseMs: number },
  ): Promise<{ isCurrent: boolean; record: BreakerRecord | null }>;
  /** Calls `poll` regularly while the shared state can be used, and at once when it can be used again. */
  repeat(poll: () => Promise<void>): void;
}

/** Keeps the pauses of all replicas of an egress group the same. The methods never throw. */
export function joinBreaker(shared: SharedBreaker, local: BreakerPause): JoinedBreaker {
  /** The latest era of the record that this replica has seen. */
  let knownEra = 0;
  /** The right to probe; `alone` = PostgreSQL could not be asked. */
  let right: { readonly token: number } | 'alone' | null = null;
  let renewal: NodeJS.Timeout | undefined;
  /** A decision of this replica that the other processes do not know yet. */
  let unpublished: 'open' | 'closed' | null = null;

  const adopt = (record: BreakerRecord | null) => {
    // A lost record changes nothing: replicas that remember the pause keep it.
    if (record === null || record.era === knownEra) return;
    knownEra = record.era;
    if (record.state === 'closed') {
      if (local.state() !== 'closed' && unpublished === null) local.close();
    } else if (local.state() === 'open' && (record.state !== 'open' || record.pauseMs <= local.currentMs()))
      local.prolong(record.remainingMs);
    else local.open(record.pauseMs, record.remainingMs);
  };
  const write = async () => {
    const next = unpublished;
    const began = local.era();
    if (next === 'closed') adopt(await shared.close(knownEra));
    if (next === 'open' && local.state() === 'open') {
      const pauseMs = local.currentMs();
      const record = await shared.open(knownEra, local.remainingMs(), pauseMs);
      const isOwn = record.state !== 'closed' && record.pauseMs === Math.ceil(pauseMs);
      // When the answer comes after the end of a short pause, that pause does not begin anew.
      if (isOwn && local.era() === began && local.state() !== 'open') knownEra = record.era;
      adopt(record);
    }
    // A decision made meanwhile is still to be written.
    if (unpublished === next && local.era() === began) unpublished = null;
  };
  /** One at a time: a second writing would begin the same pause once more when the first one is slow. */
  let writing: Promise<void> | null = null;
  const publish = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  };
  const poll = async () => {
    if (unpublished !== null) return publish();
    const record = await shared.read();
    adopt(record);
    if (record !== null || local.state() !== 'open') return;
    unpublished = 'open';
    await publish();
  };
  shared.repeat(poll);

  const takeRight = () => {
    const taken = right;
    clearInterval(renewal);
    right = null;
    return taken;
  };
  const renew = async (token: number) => {
    const isKept = await shared.renew(token).catch(() => true);
    if (!isKept && right !== null && right !== 'alone' && right.token === token) takeRight();
  };
  const leave = () => {
    const had = takeRight();
    if (had === null || had === 'alone') return;
    shared.report(had.token, knownEra, { kind: 'neutral' }).catch(() => undefined);
  };

  return {
    // Also true while PostgreSQL cannot be used: each replica then decides by itself.
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
    report: async (next: 'open' | 'closed') => {
      const had = takeRight();
      if (had === null) return false;
      if (had === 'alone') {
        unpublished = next;
        return true;
      }
      const pauseMs = local.nextMs();
      try {
        const { isCurrent, record } = await shared.report(
          had.token,
          knownEra,
          next === 'closed' ? { kind: 'passed' } : { kind: 'failed', pauseMs },
        );
        // This replica opens or closes itself now. Adopt a record that another replica has written meanwhile.
        if (isCurrent && record?.state === next) knownEra = record.era;
        else adopt(record);
        return isCurrent && record?.state === next;
      } catch {
        unpublished = next;
        return true;
      }
    },
    publishOpening: () => {
      leave();
      unpublished = 'open';
      publish().catch(() => undefined);
    },
  };
}

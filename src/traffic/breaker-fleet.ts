import {
  type BreakerRecord,
  PROBE_LEASE_MS,
  type ProbeToken,
  type SharedBreaker,
} from '../shared-state/shared-breaker.js';

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
export interface BreakerFleet {
  /** Asks for the right to probe; also true when Redis cannot be used, and each replica decides by itself. */
  enter(): Promise<boolean>;
  /** Ends the right to probe, if there is one, without a decision. */
  leave(): void;
  /** Ends it with a decision; false = it had been lost, and another replica decides. */
  report(next: 'open' | 'closed'): Promise<boolean>;
  /** Tells the fleet that this replica has opened. */
  publishOpening(): void;
}

export function joinFleet(shared: SharedBreaker, local: LocalBreaker): BreakerFleet {
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

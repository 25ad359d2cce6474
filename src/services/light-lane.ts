import { LRUCache } from 'lru-cache';

/** What can be asked for without rendering; each has its own luck. */
export type LightKind = 'place' | 'search' | 'review';

/** Decides whether the plain requests are worth trying. */
export interface LightLane {
  isWorthTrying(kind: LightKind): boolean;
  /** Tells how an attempt ended. */
  note(kind: LightKind, succeeded: boolean): void;
}

const FAILURES_IN_A_ROW = 5;

/** `auto` gives a kind up for `pauseMs` after five attempts in a row that rendering had to make good; 0 = never. */
export function createLightLane(mode: 'auto' | 'off', pauseMs: number): LightLane {
  if (mode === 'auto' && pauseMs === 0) return { isWorthTrying: () => true, note: () => undefined };
  if (mode === 'off') return { isWorthTrying: () => false, note: () => undefined };
  const paused = new LRUCache<LightKind, true>({ max: 10, ttl: pauseMs });
  const failures = new Map<LightKind, number>();
  return {
    isWorthTrying: (kind) => !paused.has(kind),
    note: (kind, succeeded) => {
      const inARow = succeeded ? 0 : (failures.get(kind) ?? 0) + 1;
      failures.set(kind, inARow % FAILURES_IN_A_ROW);
      if (inARow >= FAILURES_IN_A_ROW) paused.set(kind, true);
    },
  };
}

import { LRUCache } from 'lru-cache';

/** What the HTTP fast path can load. Failures are counted per kind. */
export type FastPathKind = 'place' | 'search' | 'review';

/** Decides whether the HTTP fast path is worth trying. */
export interface FastPathSwitch {
  isWorthTrying(kind: FastPathKind): boolean;
  /** Records how an attempt ended. */
  note(kind: FastPathKind, succeeded: boolean): void;
}

const FAILURES_IN_A_ROW = 5;

/** `auto` skips a kind for `pauseMs` after five failed attempts in a row; 0 = never. */
export function createFastPathSwitch(mode: 'auto' | 'off', pauseMs: number): FastPathSwitch {
  if (mode === 'auto' && pauseMs === 0) return { isWorthTrying: () => true, note: () => undefined };
  if (mode === 'off') return { isWorthTrying: () => false, note: () => undefined };
  const paused = new LRUCache<FastPathKind, true>({ max: 10, ttl: pauseMs });
  const failures = new Map<FastPathKind, number>();
  return {
    isWorthTrying: (kind) => !paused.has(kind),
    note: (kind, succeeded) => {
      const inARow = succeeded ? 0 : (failures.get(kind) ?? 0) + 1;
      failures.set(kind, inARow % FAILURES_IN_A_ROW);
      if (inARow >= FAILURES_IN_A_ROW) paused.set(kind, true);
    },
  };
}

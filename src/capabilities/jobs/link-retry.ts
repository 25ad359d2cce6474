import type { AppError, ErrorCode } from '../../core/errors.js';

/**
 * The step after a failure. `final`: the failure is the result. `wait`: the same link is asked about again soon.
 * `later`: the link is asked about again with its chunk.
 */
export type NextStep = 'final' | 'wait' | 'later';

/** The service cannot look anything up at the moment: other links would fail as well. */
const WAIT = new Set<ErrorCode>(['provider_blocked', 'overloaded', 'browser_unavailable']);
/** Only this link failed; other links may succeed. */
const LATER = new Set<ErrorCode>(['provider_unavailable', 'deadline_exceeded']);
/** An internal error may be temporary. */
const BUG_ATTEMPTS = 3;

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;

/** How often a chunk was postponed so far, and for how many milliseconds. */
export interface Postponed {
  readonly attempt: number;
  readonly forMs: number;
}

export function nextStep({ code }: AppError, { attempt, forMs }: Postponed, retryMs: number): NextStep {
  if (code === 'internal_error') return attempt + 1 < BUG_ATTEMPTS ? 'later' : 'final';
  if (!WAIT.has(code) && !LATER.has(code)) return 'final';
  if (forMs >= retryMs) return 'final';
  return WAIT.has(code) ? 'wait' : 'later';
}

/** How long a chunk waits before its next attempt, in milliseconds; `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 20));
}

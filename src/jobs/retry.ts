import type { AppError, ErrorCode } from '../contract/errors.js';

/** What follows a failure: it is the result, the same link is asked again soon, or later together with its chunk. */
export type NextStep = 'final' | 'wait' | 'later';

/** The service as a whole cannot ask at the moment: other links would fail as well. */
const WAIT = new Set<ErrorCode>(['provider_blocked', 'overloaded', 'browser_unavailable']);
/** This link failed, others may not. */
const LATER = new Set<ErrorCode>(['provider_unavailable', 'deadline_exceeded']);
/** A bug may be one of a moment. */
const BUG_ATTEMPTS = 3;

const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** How often a chunk was put off so far, and for how long, in milliseconds. */
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
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 20));
}

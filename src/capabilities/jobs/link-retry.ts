import { type AppError, INTERNAL_ERROR } from '../../core/errors.js';
import type { OpenLink } from './link-work.js';

/**
 * The step after a failure. `final`: the failure is the result. `wait`: the same link is asked about again soon.
 * `later`: the link is asked about again with its chunk.
 */
type NextStep = 'final' | 'wait' | 'later';

/** An internal error may be temporary. */
const BUG_ATTEMPTS = 3;

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;

/** `attempts`: failed attempts before this one. `forMs`: for how many milliseconds the link has failed. */
export function stepAfter(
  { kind }: AppError,
  { attempts, forMs }: Pick<OpenLink, 'attempts' | 'forMs'>,
  retryMs: number,
): NextStep {
  if (kind === INTERNAL_ERROR) return attempts + 1 < BUG_ATTEMPTS ? 'later' : 'final';
  return kind.retry === 'never' || forMs >= retryMs ? 'final' : kind.retry;
}

/** How long a chunk waits before its next attempt, in milliseconds; `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 20));
}

import { type AppError, INTERNAL_ERROR } from '../../core/errors.js';
import type { ClaimedLink } from './link-work.js';

/** An internal error may be temporary, and a claim may have ended with a process that something else ended. */
export const BUG_ATTEMPTS = 3;

/** How long a link that fails for a temporary reason is asked again: a day. Then the failure is its result. */
const RETRY_MS = 24 * 3_600_000;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;
const USUAL_PAUSE_SECONDS = 10;

/**
 * What follows a failure, in milliseconds. `waitMs`: when the link is asked again; null = the failure is its result.
 * `pauseMs`: for how long this process answers no link of this type; 0 = the failure is of this link alone.
 */
export function stepAfter(
  { kind, retryAfterSeconds }: AppError,
  { attempts, bugs, forMs }: Pick<ClaimedLink, 'attempts' | 'bugs' | 'forMs'>,
): { readonly waitMs: number | null; readonly pauseMs: number } {
  const isBug = kind === INTERNAL_ERROR;
  const isFinal = isBug ? bugs + 1 >= BUG_ATTEMPTS : kind.retry === 'never' || forMs >= RETRY_MS;
  if (isFinal) return { waitMs: null, pauseMs: 0 };
  const isPause = !isBug && kind.retry === 'wait';
  const pauseMs = isPause ? Math.min(MAX_DELAY_MS, (retryAfterSeconds ?? USUAL_PAUSE_SECONDS) * 1_000) : 0;
  const waitMs = (pauseMs || FIRST_DELAY_MS) * 2 ** Math.min(attempts, 20);
  // The waits grow: a link that fails like this each time must not hold up the others all day.
  return { waitMs: Math.min(MAX_DELAY_MS, waitMs), pauseMs };
}

import { type AppError, INTERNAL_ERROR } from '../../core/errors.js';
import type { ClaimedLink } from './link-work.js';

/** What follows a failure. */
interface NextStep {
  /** When the link is asked again, in milliseconds; null = the failure is its result. */
  readonly waitMs: number | null;
  /** For how many milliseconds this process answers no link of this type; 0 = the failure is of this link alone. */
  readonly pauseMs: number;
}

/** An internal error may be temporary. */
const BUG_ATTEMPTS = 3;

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;
const USUAL_PAUSE_SECONDS = 10;

/** `attempts`: failed attempts before this one; `bugs`: those with an internal error. `forMs`: for how many milliseconds the link has failed. */
export function stepAfter(
  { kind, retryAfterSeconds }: AppError,
  { attempts, bugs, forMs }: Pick<ClaimedLink, 'attempts' | 'bugs' | 'forMs'>,
  retryMs: number,
): NextStep {
  const isBug = kind === INTERNAL_ERROR;
  const isFinal = isBug ? bugs + 1 >= BUG_ATTEMPTS : kind.retry === 'never' || forMs >= retryMs;
  if (isFinal) return { waitMs: null, pauseMs: 0 };
  const isPause = !isBug && kind.retry === 'wait';
  const pauseMs = isPause ? Math.min(MAX_DELAY_MS, (retryAfterSeconds ?? USUAL_PAUSE_SECONDS) * 1_000) : 0;
  const waitMs = (pauseMs || FIRST_DELAY_MS) * 2 ** Math.min(attempts, 20);
  // The waits grow: a link that fails like this each time must not hold up the others all day.
  return { waitMs: Math.min(MAX_DELAY_MS, waitMs), pauseMs };
}

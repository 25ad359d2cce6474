import { type AppError, INTERNAL_ERROR } from '../../core/errors.js';
import type { ClaimedLink } from './link-work.js';

/** What follows a failure. */
interface NextStep {
  /** When the link is asked again, in milliseconds; null = the failure is its result. */
  readonly waitMs: number | null;
  /** Whether this process can look nothing up until then. */
  readonly isPause: boolean;
}

/** An internal error may be temporary. */
const BUG_ATTEMPTS = 3;

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;
const USUAL_PAUSE_SECONDS = 10;

/** `attempts`: failed attempts before this one. `forMs`: for how many milliseconds the link has failed. */
export function stepAfter(
  { kind, retryAfterSeconds }: AppError,
  { attempts, forMs }: Pick<ClaimedLink, 'attempts' | 'forMs'>,
  retryMs: number,
): NextStep {
  const isBug = kind === INTERNAL_ERROR;
  const isFinal = isBug ? attempts + 1 >= BUG_ATTEMPTS : kind.retry === 'never' || forMs >= retryMs;
  if (isFinal) return { waitMs: null, isPause: false };
  const isPause = !isBug && kind.retry === 'wait';
  const waitMs = isPause
    ? (retryAfterSeconds ?? USUAL_PAUSE_SECONDS) * 1_000
    : FIRST_DELAY_MS * 2 ** Math.min(attempts, 20);
  return { waitMs: Math.min(MAX_DELAY_MS, waitMs), isPause };
}

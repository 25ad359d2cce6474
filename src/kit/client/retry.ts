import { CORE_ERRORS } from '../../core/errors.js';
import { type Failure, RequestFailed } from '../../core/published/failure.js';

// Decides when a client repeats a request automatically, and how long it waits.

/** Maximum wait. */
const MAX_WAIT_SECONDS = 300;
const MAX_BACKOFF_SECONDS = 30;

/** True for a temporary error that does not depend on the request: the same link may get an answer a little later. */
function isRefusal(code: string): boolean {
  return CORE_ERRORS.some((kind) => kind.code === code && kind.retry === 'wait');
}

/** False when the same request would fail again. Without a status, another attempt may help. */
export function mayHelp({ status }: Failure): boolean {
  return status === null || ![400, 404, 409].includes(status);
}

/** True when the service refused the whole request temporarily. */
export function isRefused({ status }: Failure): boolean {
  return status === 429 || status === 503;
}

/**
 * Seconds before the next attempt, which counts from 1; null if another attempt is useless, or would need a longer wait
 * than the client waits.
 */
function secondsBeforeRetry(failure: Failure, attempt: number): number | null {
  const { retryAfterSeconds: asked, brokeOff, code } = failure;
  if (asked !== null) return asked > MAX_WAIT_SECONDS ? null : asked;
  // Five such pauses last longer than the first pauses of the service after a block page.
  if (isRefused(failure) || isRefusal(code)) return Math.min(MAX_WAIT_SECONDS, 5 * 2 ** (attempt - 1));
  return brokeOff || code === 'offline' ? Math.min(MAX_BACKOFF_SECONDS, 2 ** (attempt - 1)) : null;
}

/** A failed attempt, and what happens during the wait before the next one. */
interface FailedAttempt {
  readonly failure: Failure;
  /** Counts from 1. */
  readonly attempt: number;
  /** How often the request is repeated. */
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onWait?: ((seconds: number) => void) | undefined;
  /** Called when the wait begins, every second after that, and with null when it ends, also early. */
  readonly onTick?: ((secondsLeft: number | null) => void) | undefined;
}

/**
 * Waits before the next attempt.
 * @throws RequestFailed if there is no next attempt; the reason of the signal when it aborts
 */
export async function waitBeforeRetry(failed: FailedAttempt): Promise<void> {
  const { failure, attempt, retries, signal, onWait, onTick } = failed;
  const seconds = attempt > retries ? null : secondsBeforeRetry(failure, attempt);
  if (seconds === null) throw new RequestFailed(failure);
  onWait?.(seconds);
  try {
    await countDown(seconds, signal, onTick);
  } finally {
    onTick?.(null);
  }
}

/**
 * Waits. Calls `onTick` with the seconds left when the wait begins and every second after that.
 * @throws the reason of `signal` when it aborts
 */
export async function countDown(
  seconds: number,
  signal: AbortSignal,
  onTick: (secondsLeft: number) => void = () => undefined,
): Promise<void> {
  // Count by the clock: browsers rarely run the timers of a background tab.
  const until = performance.now() + seconds * 1000;
  for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now()) {
    onTick(Math.ceil(left / 1000));
    await sleep(Math.min(1000, left), signal);
  }
  signal.throwIfAborted();
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

import type { ErrorCode } from '../contract/errors.js';
import type { Failure, FailureCode } from '../contract/failure.js';

// When a client repeats a request without being asked to.

/** A client does not wait longer than this. */
const LONGEST_WAIT_SECONDS = 300;
const LONGEST_BACKOFF_SECONDS = 30;

/** Failures that do not depend on the request: any other request would have failed at that moment too. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'rate_limited',
  'overloaded',
  'browser_unavailable',
  'provider_blocked',
  'shutting_down',
  'api_disabled',
]);

/** True for an error code that is temporary: the same link may get an answer a little later. */
export function isRefusal(code: string): boolean {
  return REFUSALS.has(code);
}

/**
 * Seconds before the next attempt after a refusal without `Retry-After`; `attempt` counts from 1. Five pauses last
 * longer than the first pauses of the service after a block page.
 */
export function pauseSeconds(attempt: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** (attempt - 1));
}

/** Seconds before the next attempt after a lost connection; `attempt` counts from 1. */
export function backoffSeconds(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_SECONDS, 2 ** (attempt - 1));
}

/** Failures that the same request meets again, however often it is made. */
const FINAL: ReadonlySet<FailureCode> = new Set([
  'invalid_request',
  'no_results',
  'unknown_endpoint',
  'job_not_found',
]);

/** False when the same request would fail again. */
export function mayHelp({ code }: Failure): boolean {
  return !FINAL.has(code);
}

/** True when the service refused the whole request for the moment. */
export function isRefused({ status }: Failure): boolean {
  return status === 429 || status === 503;
}

/** Seconds before the next attempt; null when another attempt makes no sense, or only after a longer wait. */
export function secondsBeforeRetry(failure: Failure, attempt: number): number | null {
  const seconds = failure.retryAfterSeconds ?? defaultSeconds(failure, attempt);
  return seconds === null || seconds > LONGEST_WAIT_SECONDS ? null : seconds;
}

function defaultSeconds(failure: Failure, attempt: number): number | null {
  if (isRefused(failure) || isRefusal(failure.code)) return pauseSeconds(attempt);
  return failure.brokeOff || failure.code === 'offline' ? backoffSeconds(attempt) : null;
}

import { AppError, BROWSER_UNAVAILABLE, isAppError, PROVIDER_UNAVAILABLE } from '../errors.js';
import { message } from '../texts/messages.js';
import { errors } from './playwright.js';

const DRIVER_CALL =
  /^(?:page|browserContext|browser|browserType|locator|frame|cdpSession|response|request)\.\w+: /;
const GONE =
  /(?:has been closed|Target crashed|Page crashed|Browser closed|browser has disconnected|closed unexpectedly)/i;

/**
 * The only reader of Playwright's messages. Turns the error of a browser call into an AppError; returns any other
 * error, which is a bug, unchanged.
 */
export function translateDriverError(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error;
  if (GONE.test(error.message)) return browserGone(error);
  if (error instanceof errors.TimeoutError || /net::ERR_/.test(error.message)) return unreachable(error);
  return DRIVER_CALL.test(error.message) ? unreachable(error) : error;
}

function unreachable(cause: Error): AppError {
  return new AppError(PROVIDER_UNAVAILABLE, message('providerUnreachable'), { cause, retryAfterSeconds: 10 });
}

/** The error for a browser whose launch takes longer than lookups wait for it. */
export function browserStarting(): AppError {
  return new AppError(BROWSER_UNAVAILABLE, message('browserStarting'), { retryAfterSeconds: 5 });
}

/** The error for a browser that cannot start, has gone away or does not answer. */
export function browserGone(cause: unknown): AppError {
  return new AppError(BROWSER_UNAVAILABLE, message('browserUnavailable'), { cause, retryAfterSeconds: 5 });
}

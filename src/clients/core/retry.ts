import type { ErrorCode } from '../../errors.js';

// When the clients, console and command line, ask again by themselves.

/** Where an answer that asks for patience names no time; the service's own default. */
const DEFAULT_SECONDS = 10;
/** A pause longer than this is not waited for. */
export const LONGEST_WAIT_SECONDS = 300;

/** Failures that say nothing of what was asked: nothing else would have been answered at that moment. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'rate_limited',
  'overloaded',
  'browser_unavailable',
  'provider_blocked',
  'shutting_down',
  'api_disabled',
]);

/** True for a failure of the moment: the same link may well be answered a little later. */
export function isRefusal(code: string): boolean {
  return REFUSALS.has(code);
}

/** The seconds a `Retry-After` header asks to wait: a number, or a date after `now` (milliseconds since 1970). */
export function retryAfterSeconds(header: string | null, now: number): number {
  if (header === null) return DEFAULT_SECONDS;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? DEFAULT_SECONDS : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * Seconds before links are asked again that were refused without a time to wait; `attempt` counts from 1. Five of
 * them outlast the first pauses the service makes after a block page.
 */
export function pauseSeconds(attempt: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** (attempt - 1));
}

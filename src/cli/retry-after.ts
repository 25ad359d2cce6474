import { setTimeout as sleep } from 'node:timers/promises';

/** Where an answer that asks for patience names no time; the service's own default. */
const DEFAULT_SECONDS = 10;

/** The seconds a `Retry-After` header asks to wait: a number, or a date after `now` (milliseconds since 1970). */
export function retryAfterSeconds(header: string | null, now: number): number {
  if (header === null) return DEFAULT_SECONDS;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? DEFAULT_SECONDS : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Seconds before the next try after a lost connection; `attempt` counts from 1. */
export function backoffSeconds(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1));
}

/** Waits; throws the signal's reason when it aborts meanwhile. */
export async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
}

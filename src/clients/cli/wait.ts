import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds before the next try after a lost connection; `attempt` counts from 1. */
export function backoffSeconds(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1));
}

/** Waits; throws the signal's reason when it aborts meanwhile. */
export async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
}

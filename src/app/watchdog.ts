import { Worker } from 'node:worker_threads';

/** How often this thread shows that its event loop runs, and how often the worker looks, in milliseconds. */
export const BEAT_MS = 1_000;

/** What the worker of the watchdog needs. */
export interface WatchdogData {
  /** One counter, which the watched thread raises. */
  readonly beats: Int32Array;
  readonly maxSilenceMs: number;
  /** Whether the end of the process may be logged. */
  readonly isLogged: boolean;
}

/**
 * Ends the process with exit code 1 when its event loop is silent for `maxSilenceMs`, so that a supervisor starts it
 * again. A silent loop handles neither requests nor SIGTERM. A thread of its own watches the loop: no timer of the
 * silent thread would run.
 */
export function startWatchdog(maxSilenceMs: number, isLogged: boolean): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const workerData: WatchdogData = { beats, maxSilenceMs, isLogged };
  const worker = new Worker(new URL('./watchdog-worker.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  // Without a watchdog the service still answers.
  worker.on('error', () => undefined);
  worker.unref();
}

/**
 * The silence in milliseconds after one more look, which comes `elapsedMs` after the look before. A look that comes much
 * too late shows that the whole process stood still, such as on a suspended machine: that time does not count.
 */
export function silenceAfter(silenceMs: number, hasBeaten: boolean, elapsedMs: number): number {
  return hasBeaten ? 0 : silenceMs + Math.min(elapsedMs, 2 * BEAT_MS);
}

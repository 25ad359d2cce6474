import { setMaxListeners } from 'node:events';
import { AppError } from './errors.js';
import type { Logger } from './logger.js';

/** What one request learned about its own cost; written by the rooms below, read by the access log. */
export interface Timings {
  /** Milliseconds spent waiting for pages of the pool, all waits together: a bulk check has many at once. */
  waitMs: number;
  /** The same, waiting for the provider's pace. */
  paceMs: number;
  /** Milliseconds spent loading and rendering provider pages. */
  renderMs: number;
  /** Milliseconds spent turning page state into the answer. */
  extractMs: number;
  /** Provider pages loaded. */
  pageLoads: number;
  /** Milliseconds spent on plain requests in place of a page load. */
  lightMs: number;
  /** How the answer was read; null = nothing was read. */
  lane: 'light' | 'rendered' | null;
  /** Names of the fields the provider's answer did not hold. */
  missing: readonly string[];
}

/** One unit of work: its id, child log, deadline and cancellation. Passed on explicitly, never global. */
export interface Scope {
  readonly id: string;
  readonly log: Logger;
  /** Aborted at the deadline or when nobody waits for the answer any more; `reason` is an AppError. */
  readonly signal: AbortSignal;
  readonly timings: Timings;
  /** The lookup this is a piece of: what it asks the provider passes the breaker as one. Null = none. */
  readonly errand: symbol | null;
  /** Milliseconds until the deadline; Infinity without one. */
  remaining(): number;
}

/** A scope together with the controls its owner needs. */
export interface OwnedScope extends Scope {
  /** Ends the work early: everything raced against the scope rejects with `reason`. */
  abort(reason: AppError): void;
  /** Replaces the deadline: `timeoutMs` from now; null = none. */
  extend(timeoutMs: number | null): void;
  /** Stops the deadline timer. Call it when the work is over. */
  dispose(): void;
}

/** Starts a scope. `timeoutMs` null = no deadline of its own (its owner aborts it). */
export function startScope(id: string, log: Logger, timeoutMs: number | null): OwnedScope {
  const controller = new AbortController();
  // One listener for each wait at once: a bulk check has many, and none of them stays.
  setMaxListeners(0, controller.signal);
  let timer: NodeJS.Timeout | undefined;
  let endsAt = Number.POSITIVE_INFINITY;
  const extend = (ms: number | null) => {
    clearTimeout(timer);
    endsAt = ms === null ? Number.POSITIVE_INFINITY : performance.now() + ms;
    if (ms === null) return;
    timer = setTimeout(() => {
      const message = 'The answer was not ready in time. Try again later.';
      controller.abort(new AppError('deadline_exceeded', message));
    }, ms);
  };
  extend(timeoutMs);
  return {
    id,
    log,
    signal: controller.signal,
    timings: {
      waitMs: 0,
      paceMs: 0,
      renderMs: 0,
      extractMs: 0,
      pageLoads: 0,
      lightMs: 0,
      lane: null,
      missing: [],
    },
    errand: null,
    remaining: () => endsAt - performance.now(),
    abort: (reason) => controller.abort(reason),
    extend,
    dispose: () => clearTimeout(timer),
  };
}

/**
 * Starts a shorter piece of a scope's work: it ends with its parent, or after `timeoutMs` by itself. What it
 * learns about its cost is its parent's.
 */
export function startInnerScope(parent: Scope, timeoutMs: number): OwnedScope {
  const inner = startScope(parent.id, parent.log, Math.max(0, timeoutMs));
  const follow = () => inner.abort(parent.signal.reason);
  if (parent.signal.aborted) follow();
  parent.signal.addEventListener('abort', follow, { once: true });
  return {
    ...inner,
    timings: parent.timings,
    errand: parent.errand,
    dispose: () => {
      parent.signal.removeEventListener('abort', follow);
      inner.dispose();
    },
  };
}

/**
 * Waits for `work` no longer than the scope lives; rejects with the scope's reason when it ends first.
 * The work itself goes on and its late rejection is swallowed: whoever started it must end it.
 */
export function race<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
      work.catch(() => undefined);
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

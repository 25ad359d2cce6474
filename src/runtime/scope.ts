import { setMaxListeners } from 'node:events';
import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { Logger } from './logger.js';

/** The cost of one request; written by the layers below, read by the access log. */
export interface Timings {
  /** Milliseconds spent waiting for pages of the pool, all waits together: a bulk check has many at once. */
  waitMs: number;
  /** The same, waiting for the provider rate limiter. */
  paceMs: number;
  /** Milliseconds spent loading and rendering provider pages. */
  renderMs: number;
  /** Milliseconds spent turning page state into the answer. */
  extractMs: number;
  /** Provider pages loaded. */
  pageLoads: number;
  /** Milliseconds spent on the HTTP fast path. */
  lightMs: number;
  /**
   * How the answer was read: by the HTTP fast path (`light`) or rendered; null = nothing was read. `mixed`: the links
   * of a bulk check, both ways.
   */
  lane: 'light' | 'rendered' | 'mixed' | null;
  /** Names of the fields the provider's answer did not hold. */
  missing: readonly string[];
}

/** What work is done for: a single request, a link of a bulk check, or a list of reviews. */
export type Priority = 'single' | 'bulk' | 'list';

/** Priorities in the order in which work that has to wait begins. */
export const PRIORITIES: readonly Priority[] = ['single', 'bulk', 'list'];

/** One unit of work: its id, child log, deadline and cancellation. Passed on explicitly, never global. */
export interface Scope {
  readonly id: string;
  readonly log: Logger;
  /** Aborted at the deadline or when no client waits for the answer any more; `reason` is an AppError. */
  readonly signal: AbortSignal;
  readonly timings: Timings;
  /** That of shared work is the highest of those who wait for it, and changes with them. */
  readonly priority: Priority;
  /**
   * The client the work is done for: `key <name>` or `address <network>`; null = the service itself. Shared work is
   * done for a client of the highest priority among those that wait for it.
   */
  readonly client: string | null;
  /** Milliseconds until the deadline; Infinity without one. */
  remaining(): number;
  /**
   * Stops the clock of the deadline while the work waits in a queue; the function that is returned lets it go on; call it once.
   * Only the clocks of bulk links stop: a client that asks for one thing, a list as well, waits for its answer.
   */
  pauseDeadline(): () => void;
}

/** A scope together with the controls its owner needs. */
export interface OwnedScope extends Scope {
  /** Ends the work early: everything raced against the scope rejects with `reason`. */
  abort(reason: AppError): void;
  /** Sets the client the work is done for, once it is known. */
  assignTo(client: string): void;
  /** Replaces the deadline: `timeoutMs` from now; null = none. */
  extend(timeoutMs: number | null): void;
  /** Stops the deadline timer. Call it when the work is over. */
  dispose(): void;
}

/**
 * Starts a scope. `timeoutMs` null = no deadline of its own (its owner aborts it). Signal, timer, and a log given as a
 * function are made when first used: an answer that needs no waiting costs none of them.
 */
export function startScope(
  id: string,
  log: Logger | (() => Logger),
  timeoutMs: number | null,
  priority: Priority = 'single',
  client: string | null = null,
): OwnedScope {
  let owner = client;
  let logger = typeof log === 'function' ? null : log;
  let controller: AbortController | null = null;
  let endedBy: AppError | null = null;
  let timer: NodeJS.Timeout | undefined;
  let endsAt = Number.POSITIVE_INFINITY;
  let isOver = false;
  let pauses = 0;
  /** What was left when the clock stopped. */
  let frozenMs = 0;
  const abort = (reason: AppError) => {
    endedBy ??= reason;
    controller?.abort(endedBy);
  };
  const watchDeadline = () => {
    clearTimeout(timer);
    if (controller === null || isOver || pauses > 0 || endsAt === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () => abort(new AppError('deadline_exceeded', message('notReadyInTime'))),
      Math.max(0, endsAt - performance.now()),
    );
  };
  const extend = (ms: number | null) => {
    frozenMs = ms ?? Number.POSITIVE_INFINITY;
    endsAt = performance.now() + frozenMs;
    watchDeadline();
  };
  const remaining = () => (pauses > 0 ? frozenMs : endsAt - performance.now());
  const pauseDeadline = () => {
    if (priority !== 'bulk') return () => undefined;
    frozenMs = remaining();
    pauses += 1;
    watchDeadline();
    return () => {
      pauses -= 1;
      if (pauses === 0) extend(frozenMs);
    };
  };
  extend(timeoutMs);
  return {
    id,
    get log() {
      logger ??= typeof log === 'function' ? log() : log;
      return logger;
    },
    get signal() {
      if (controller === null) {
        controller = new AbortController();
        // One listener for each wait at once: a bulk check has many, and none of them stays.
        setMaxListeners(0, controller.signal);
        if (endedBy === null) watchDeadline();
        else controller.abort(endedBy);
      }
      return controller.signal;
    },
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
    priority,
    get client() {
      return owner;
    },
    remaining,
    pauseDeadline,
    abort,
    assignTo: (next) => {
      owner = next;
    },
    extend,
    dispose: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Starts a shorter piece of a scope's work: it ends with its parent, or after `timeoutMs` by itself. Its
 * cost is added to its parent's, its client is the same, and by default so is its priority.
 */
export function startInnerScope(parent: Scope, timeoutMs: number, priority?: Priority): OwnedScope {
  const inner = startScope(parent.id, parent.log, Math.max(0, timeoutMs), priority ?? parent.priority);
  const { signal } = parent;
  const follow = () => inner.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow, { once: true });
  return {
    ...inner,
    timings: parent.timings,
    get priority() {
      return priority ?? parent.priority;
    },
    get client() {
      return parent.client;
    },
    pauseDeadline: () => {
      const resume = [inner.pauseDeadline(), parent.pauseDeadline()];
      return () => {
        for (const one of resume) one();
      };
    },
    dispose: () => {
      signal.removeEventListener('abort', follow);
      inner.dispose();
    },
  };
}

/**
 * Waits for `work` no longer than the scope lives; rejects with the scope's reason when it ends first.
 * The work itself goes on and its late rejection is swallowed: its caller must end it.
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

import { setMaxListeners } from 'node:events';
import { AppError, DEADLINE_EXCEEDED } from '../errors.js';
import { message } from '../texts/messages.js';
import type { Logger } from './logger.js';

/** The cost of one request. The layers below write it, the access log reads it. */
export interface Timings {
  /** Milliseconds spent waiting for turns and pages. Waits are added up: a list of links has many at once. */
  waitMs: number;
  /** Milliseconds spent loading and rendering provider pages. */
  renderMs: number;
  /** Milliseconds spent on making the answer from the page state. */
  extractMs: number;
  /** Number of provider pages loaded. */
  pageLoads: number;
  fastPathMs: number;
  /**
   * How the answer was read: by the HTTP fast path (`fast`) or rendered; null = nothing was read. `mixed`: the links
   * of a list were read in both ways.
   */
  path: 'fast' | 'rendered' | 'mixed' | null;
  /** Names of the fields that the provider's answer lacks. */
  missing: readonly string[];
}

/**
 * The kind of request for which work is done: a single request, a link of a list (bulk), a list of reviews, or
 * background work, which takes only the loads that the others leave.
 */
export type Priority = 'single' | 'bulk' | 'list' | 'background';

/** Priorities in the order in which waiting work begins. */
export const PRIORITIES: readonly Priority[] = ['single', 'bulk', 'list', 'background'];

/** One unit of work: its id, child log, deadline and cancellation. Passed on explicitly, never global. */
export interface Scope {
  readonly id: string;
  readonly log: Logger;
  /** Aborted at the deadline or when no client waits for the answer any more; `reason` is an AppError. */
  readonly signal: AbortSignal;
  readonly timings: Timings;
  /** Shared work has the highest priority of the requests that wait for it; it changes with them. */
  readonly priority: Priority;
  /**
   * The client for which work is done: `key <name>` or `address <network>`; null = the service itself. Shared work is
   * done for a client of the highest priority that waits for it.
   */
  readonly client: string | null;
  /** Milliseconds until the deadline; Infinity without one. */
  remaining(): number;
  /**
   * Pauses the deadline while the work waits in a queue. Call the returned function once to let it go on. Only
   * deadlines of bulk links and of background work are paused: for any other request, lists included, a client waits for
   * the answer.
   */
  pauseDeadline(): () => void;
}

/** A scope with the methods for its owner. `using` stops its deadline when the work is over. */
export interface OwnedScope extends Scope, Disposable {
  /** Ends the work early: everything raced against the scope rejects with `reason`. */
  abort(reason: AppError): void;
  /** Sets the client for which work is done, once it is known. */
  assignTo(client: string): void;
  /** Replaces the deadline: `timeoutMs` from now; null = none. */
  extend(timeoutMs: number | null): void;
}

/**
 * Starts a scope. `timeoutMs` null = no deadline (its owner aborts it). Signal, timer, and a log given as a function
 * are made when first used: an answer without a wait does not pay for them.
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
  /** The remaining milliseconds when the deadline was paused. */
  let frozenMs = 0;
  const abort = (reason: AppError) => {
    endedBy ??= reason;
    controller?.abort(endedBy);
  };
  const armDeadline = () => {
    clearTimeout(timer);
    if (controller === null || isOver || pauses > 0 || endsAt === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () => abort(new AppError(DEADLINE_EXCEEDED, message('notReadyInTime'))),
      Math.max(0, endsAt - performance.now()),
    );
  };
  const extend = (ms: number | null) => {
    frozenMs = ms ?? Number.POSITIVE_INFINITY;
    endsAt = performance.now() + frozenMs;
    armDeadline();
  };
  const remaining = () => (pauses > 0 ? frozenMs : endsAt - performance.now());
  const pauseDeadline = () => {
    if (priority !== 'bulk' && priority !== 'background') return () => undefined;
    frozenMs = remaining();
    pauses += 1;
    armDeadline();
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
        // Each wait adds a listener and removes it afterwards. A list of links has many waits at once.
        setMaxListeners(0, controller.signal);
        if (endedBy === null) armDeadline();
        else controller.abort(endedBy);
      }
      return controller.signal;
    },
    timings: { waitMs: 0, renderMs: 0, extractMs: 0, pageLoads: 0, fastPathMs: 0, path: null, missing: [] },
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
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Starts a part of a scope's work. It ends with its parent, or after `timeoutMs` milliseconds. Its cost is added to its
 * parent's; it has the parent's client and, by default, its priority.
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
      const resumptions = [inner.pauseDeadline(), parent.pauseDeadline()];
      return () => {
        for (const resume of resumptions) resume();
      };
    },
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', follow);
      inner[Symbol.dispose]();
    },
  };
}

/** The priority of a part of a request: parts of background work keep the lowest. */
export function partPriority({ priority }: Pick<Scope, 'priority'>, part: Priority): Priority {
  return priority === 'background' ? priority : part;
}

/**
 * Waits for `work` until the signal aborts; then rejects with the signal's reason. The work itself goes on and its late
 * rejection is ignored: the caller must end it.
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

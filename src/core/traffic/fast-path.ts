import type { PlainClient } from '../egress/plain-client.js';
import { isAppError, PROVIDER_BLOCKED } from '../errors.js';
import type { FastPathReading, FetchPage } from '../provider/fetched-page.js';
import type { Metrics } from '../runtime/metrics.js';
import { type Scope, startInnerScope } from '../runtime/scope.js';
import type { Breaker } from './breaker.js';
import { createFetchPage, type RequestIdentity } from './fetch-page.js';
import type { LoadQueue } from './load-queue.js';

/** Kinds of readings of the HTTP fast path. Failures are counted per kind. */
type FastPathKind = 'place' | 'search' | 'review';

interface FastPathOptions {
  readonly queue: Pick<LoadQueue, 'enter'>;
  readonly breaker: Breaker;
  readonly client: PlainClient;
  readonly identity: RequestIdentity;
  readonly attempts: FastPathSwitch;
  readonly metrics: Pick<Metrics, 'fastPathAttempt'>;
}

/**
 * Outcomes that are neither success nor failure: valid answers that still need a page, to complete them or to decline
 * cookies first; and a browser that cannot start.
 */
const NEUTRAL = new Set(['undecided', 'consent', 'browser_unavailable']);
/** Maximum duration of an attempt, in milliseconds: a slower attempt saves no time. */
const LIMIT_MS = 5_000;

export type FastPath = ReturnType<typeof createFastPath>;

/** Reads the provider by plain HTTP requests, without a page of the pool, under the same rules as a page load. */
export function createFastPath(options: FastPathOptions) {
  const { queue, breaker, client, identity, attempts, metrics } = options;

  const attempt = async <T extends object>(
    kind: FastPathKind,
    scope: Scope,
    read: (fetchPage: FetchPage) => Promise<FastPathReading<T>>,
  ): Promise<T | null> => {
    const since = performance.now();
    using inner = startInnerScope(scope, Math.min(LIMIT_MS, scope.remaining()));
    let outcome = 'insufficient';
    try {
      const fetchPage = createFetchPage(identity, client, inner, (page) => {
        outcome = page;
      });
      const reading = await breaker.begin()(read(fetchPage));
      // If a consent page or a JavaScript-only page came, `outcome` already names it.
      if (reading === 'unusable') return null;
      outcome = reading === 'undecided' ? 'undecided' : 'answered';
      if (reading === 'undecided') return null;
      scope.timings.path = 'fast';
      return reading;
    } catch (error) {
      outcome = isAppError(error) ? error.code : 'failed';
      if (scope.signal.aborted || isAppError(error, PROVIDER_BLOCKED) || !isAppError(error)) throw error;
      return null;
    } finally {
      // An aborted request and a neutral outcome say nothing about the fast path.
      if (!scope.signal.aborted && !NEUTRAL.has(outcome)) attempts.note(kind, outcome === 'answered');
      metrics.fastPathAttempt(outcome);
      scope.timings.fastPathMs += performance.now() - since;
    }
  };

  return {
    /**
     * Null: the fast path was not tried or found too little for an answer; load the page. Throws only errors that a
     * page load would not avoid.
     * @throws AppError `provider_blocked`, `overloaded`; the scope's reason when the scope ends first
     */
    read: async <T extends object>(
      kind: FastPathKind,
      scope: Scope,
      read: (fetchPage: FetchPage) => Promise<FastPathReading<T>>,
    ): Promise<T | null> => {
      if (!attempts.isWorthTrying(kind)) return null;
      await breaker.passable(scope);
      using _turn = await queue.enter(scope, 'plain', async () => void breaker.assertPassable());
      return await attempt(kind, scope, read);
    },
  };
}

type FastPathSwitch = ReturnType<typeof createFastPathSwitch>;

const FAILURES_IN_A_ROW = 5;

/**
 * Decides whether the HTTP fast path is worth trying. A kind is skipped for `pauseMs` milliseconds after five failed
 * attempts in a row; `pauseMs` 0 = never.
 */
export function createFastPathSwitch(pauseMs: number) {
  const failures = new Map<FastPathKind, number>();
  const pausedUntil = new Map<FastPathKind, number>();
  return {
    isWorthTrying: (kind: FastPathKind) => performance.now() >= (pausedUntil.get(kind) ?? 0),
    /** Records how an attempt ended. */
    note: (kind: FastPathKind, succeeded: boolean) => {
      const inARow = succeeded ? 0 : (failures.get(kind) ?? 0) + 1;
      failures.set(kind, inARow % FAILURES_IN_A_ROW);
      if (inARow === FAILURES_IN_A_ROW) pausedUntil.set(kind, performance.now() + pauseMs);
    },
  };
}

import { deferred } from '../../src/core/runtime/deferred.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import {
  type OwnedScope,
  type Priority,
  type Scope,
  startInnerScope,
  startScope,
} from '../../src/core/runtime/scope.js';
import { LoadQueue } from '../../src/core/traffic/load-queue.js';
import {
  createProviderRateLimit,
  type ProviderRateLimit,
} from '../../src/core/traffic/provider-rate-limit.js';
import { countedPool } from './counted-pool.js';

const log = createLogger('silent');

/** A scope of a client; null = of none. */
export const newScope = (
  priority: Priority = 'single',
  timeoutMs = 30_000,
  client: string | null = null,
): OwnedScope => startInnerScope(startScope('test', log, null, 'single', client), timeoutMs, priority);

interface QueueOptions {
  readonly perMinute?: number;
  /** In place of one of this process. */
  readonly rateLimit?: ProviderRateLimit;
  readonly pages?: number;
  readonly queueLimit?: number;
}

/** A queue, and loads that last as long as a test wants. */
export function queueOf({
  perMinute = 0,
  rateLimit = createProviderRateLimit(perMinute),
  pages = 100,
  queueLimit = 100,
}: QueueOptions = {}) {
  const waits: number[] = [];
  const pool = countedPool({ size: pages });
  const queue = new LoadQueue({
    pool,
    pages,
    plainSlots: 2 * pages,
    queueLimit,
    rateLimit,
    metrics: { loadWait: (ms) => waits.push(ms) },
  });
  const begun: string[] = [];
  const failures: unknown[] = [];
  /** A load whose page, or whose place among the plain requests, is kept until the function that is returned is called. */
  const load = (name: string, scope: Scope, needs: Parameters<LoadQueue['enter']>[1] = 'page') => {
    const over = deferred<void>();
    const take = async () => {
      begun.push(name);
      return needs === 'page' ? pool.take(scope) : undefined;
    };
    const done = async () => {
      using _turn = await queue.enter(scope, needs, take);
      await over.promise;
    };
    done().catch((error: unknown) => failures.push(error));
    return over.resolve;
  };
  return { queue, pool, load, begun, failures, waits };
}

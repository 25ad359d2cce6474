import type { Config } from '../../config/config.js';
import { AppError, OVERLOADED, RATE_LIMITED } from '../../errors.js';
import { message } from '../../texts/messages.js';
import type { Middleware } from '../state.js';

/** The limited kinds of requests, and the message for a client that has reached its limit. */
const REFUSAL_OF_CLIENT = {
  'lists of reviews': 'listsAtOnce',
  'bulk checks': 'bulkChecksAtOnce',
  'uploads of jobs': 'uploadsAtOnce',
  'readers of results': 'resultReadersAtOnce',
  'evidence packs': 'packsAtOnce',
} as const;

interface AtOnceLimits {
  readonly what: keyof typeof REFUSAL_OF_CLIENT;
  /** The setting that limits the requests of one client; its value 0 = no limit. */
  readonly perClient: 'LISTS_PER_CLIENT' | 'BULK_PER_CLIENT' | 'JOBS_PER_KEY';
  /** The setting that limits the requests of all clients together; its value 0 = no limit. */
  readonly inTotal?: 'MAX_LISTS';
}

/** Seconds. A guess: the service does not know when one of the running requests will end. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Refuses a request while the limit of its kind is reached: `rate_limited` for the limit of the client, `overloaded`
 * for the limit of all clients. A stream counts until its last line. Place it after the guard, which identifies the
 * client. A refused request gets its points back.
 */
export function atOnce(config: Config, { what, perClient, inTotal }: AtOnceLimits): Middleware {
  const most = config[perClient];
  const total = inTotal === undefined ? 0 : config[inTotal];
  const underWay = new Map<string | null, number>();
  let all = 0;

  const refusal = (client: string | null): AppError | null => {
    const later = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (most > 0 && (underWay.get(client) ?? 0) >= most) {
      const values = { most, setting: perClient };
      return new AppError(RATE_LIMITED, message(REFUSAL_OF_CLIENT[what], values), later);
    }
    if (inTotal !== undefined && total > 0 && all >= total) {
      const values = { most: total, setting: inTotal, kind: what };
      return new AppError(OVERLOADED, message('allClientsAtOnce', values), later);
    }
    return null;
  };

  return async (ctx, next) => {
    const { client, signal } = ctx.state.scope;
    signal.throwIfAborted();
    const refused = refusal(client);
    if (refused !== null) {
      await ctx.state.bill?.refund();
      throw refused;
    }
    all += 1;
    underWay.set(client, (underWay.get(client) ?? 0) + 1);
    const leave = () => {
      all -= 1;
      const left = (underWay.get(client) ?? 0) - 1;
      if (left > 0) underWay.set(client, left);
      else underWay.delete(client);
    };
    // The scope ends with the answer at the latest.
    signal.addEventListener('abort', leave, { once: true });
    await next();
  };
}

/** Replaces the common deadline for an endpoint; `timeoutMs` null = no deadline. */
export function deadline(timeoutMs: number | null): Middleware {
  return (ctx, next) => {
    ctx.state.scope.extend(timeoutMs);
    return next();
  };
}

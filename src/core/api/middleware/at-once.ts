import { AppError, OVERLOADED, RATE_LIMITED } from '../../errors.js';
import type { Message } from '../../texts/messages.js';
import type { Middleware } from '../state.js';

/** A limit and the message for a request beyond it. */
interface Limit {
  /** 0 = no limit. */
  readonly most: number;
  readonly refusal: Message;
}

/** Requests of one kind that take long, such as lists of reviews, that one client may have under way at once. */
export const LONG_REQUESTS_PER_CLIENT = 2;

/** Seconds. A guess: the service does not know when one of the running requests will end. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Refuses a request while the limit of its kind is reached: `rate_limited` for the limit of the client, `overloaded`
 * for the limit of all clients. A stream counts until its last line. Place it after the guard, which identifies the
 * client. A refused request gets its points back.
 */
export function atOnce(perClient: Limit, inTotal?: Limit): Middleware {
  const underWay = new Map<string | null, number>();
  let all = 0;
  const isReached = (limit: Limit | undefined, now: number): limit is Limit =>
    limit !== undefined && limit.most > 0 && now >= limit.most;

  const refusal = (client: string | null): AppError | null => {
    const later = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (isReached(perClient, underWay.get(client) ?? 0))
      return new AppError(RATE_LIMITED, perClient.refusal, later);
    return isReached(inTotal, all) ? new AppError(OVERLOADED, inTotal.refusal, later) : null;
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

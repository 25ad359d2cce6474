import { AppError } from '../../contract/errors.js';
import { message } from '../../contract/messages.js';
import type { Middleware } from '../state.js';

/** What is limited, and the refusal of a client that has reached its limit. */
const REFUSAL_OF_CLIENT = {
  'lists of reviews': 'listsAtOnce',
  'bulk checks': 'bulkChecksAtOnce',
  'uploads of jobs': 'uploadsAtOnce',
  'readers of results': 'resultReadersAtOnce',
} as const;

/** How many requests of a kind may run at once; 0 = no limit. */
interface AtOnceLimits {
  readonly what: keyof typeof REFUSAL_OF_CLIENT;
  /** Of one client, and the setting of this limit. */
  readonly most: number;
  readonly setting: string;
  /** Of all clients together; by default no limit. */
  readonly total?: { readonly setting: string; readonly most: number };
}

/** A reasonable time to try again: the duration of the running requests is unknown. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Refuses a request while the limit of its kind is reached: `rate_limited` for the limit of the client, `overloaded`
 * for the limit of all clients. A stream counts until its last line. Place it after the guard, which identifies the
 * client. A refused request gets its points back.
 */
export function atOnce({ what, most, setting, total }: AtOnceLimits): Middleware {
  const underWay = new Map<string | null, number>();
  let all = 0;
  const retryAfterSeconds = RETRY_AFTER_SECONDS;

  const refusal = (client: string | null): AppError | null => {
    if (most > 0 && (underWay.get(client) ?? 0) >= most) {
      return new AppError('rate_limited', message(REFUSAL_OF_CLIENT[what], { most, setting }), {
        retryAfterSeconds,
      });
    }
    if (total !== undefined && total.most > 0 && all >= total.most) {
      return new AppError('overloaded', message('allClientsAtOnce', { ...total, kind: what }), {
        retryAfterSeconds,
      });
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

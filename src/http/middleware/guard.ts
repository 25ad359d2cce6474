import type { ApiKeys, KeyScope } from '../api-keys.js';
import { clientAddress, clientNetwork } from '../client-address.js';
import type { Payer, RateLimits } from '../rate-limits.js';
import type { AppContext, Middleware } from '../state.js';
import { authenticate, type Identity, identify } from './authenticate.js';
import { charge } from './rate-limit.js';

/**
 * Stands before an endpoint that costs so many points of a client's minute; 0 = needs the key, costs none. `scope`:
 * what the key must be meant for, by default `api`.
 */
export type Guard = (points: number, scope?: KeyScope) => Middleware;

interface GuardOptions {
  /** null = everyone may come in. */
  readonly keys: ApiKeys | null;
  /** null = as often as they like. */
  readonly limits: RateLimits | null;
}

/**
 * Lets in who may come in, as often as they may. The points of a key are its own; who has none, or a wrong
 * one, pays from those of their address before they are refused, so that guessing has its limit too.
 */
export function createGuard({ keys, limits }: GuardOptions): Guard {
  return (points, scope = 'api') =>
    async (ctx, next) => {
      const identity = identify(ctx, keys, scope);
      ctx.state.client = identity.client;
      const cost = identity.refusal === null ? points : Math.max(1, points);
      const payer = payerOf(ctx, identity);
      ctx.state.scope.assignTo(payer.client);
      if (limits !== null && cost > 0) ctx.state.bill = await charge(ctx, limits, payer, cost);
      authenticate(ctx, identity);
      await next();
    };
}

function payerOf(ctx: AppContext, { client: key, refusal }: Identity): Payer {
  if (key !== null && refusal === null) return { client: `key ${key}`, isKey: true, network: null };
  const direct = ctx.req.socket.remoteAddress ?? '';
  const client = `address ${clientAddress(ctx.ip, direct)}`;
  return { client, isKey: false, network: clientNetwork(ctx.ip, direct) };
}

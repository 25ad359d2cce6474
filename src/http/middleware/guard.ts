import type { ApiKeys } from '../api-keys.js';
import { clientAddress } from '../client-address.js';
import type { RateLimits } from '../rate-limits.js';
import type { AppContext, Middleware } from '../state.js';
import { authenticate, type Identity, identify } from './authenticate.js';
import { charge } from './rate-limit.js';

/** Stands before an endpoint that costs so many points of a client's minute; 0 = needs the key, costs none. */
export type Guard = (points: number) => Middleware;

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
  return (points) => async (ctx, next) => {
    const identity = identify(ctx, keys);
    ctx.state.client = typeof identity === 'object' ? identity.key : null;
    const isAdmitted = typeof identity === 'object' || identity === 'open';
    const cost = isAdmitted ? points : Math.max(1, points);
    if (limits !== null && cost > 0) await charge(ctx, limits, payer(ctx, identity), cost);
    authenticate(ctx, identity);
    await next();
  };
}

function payer(ctx: AppContext, identity: Identity): string {
  if (typeof identity === 'object') return `key ${identity.key}`;
  return `address ${clientAddress(ctx.ip, ctx.req.socket.remoteAddress ?? '')}`;
}

import { LRUCache } from 'lru-cache';
import type { ApiKeys, KeyScope } from '../../config/api-keys.js';
import { AppError, RATE_LIMITED, UNAUTHORIZED } from '../../errors.js';
import { type Message, message } from '../../texts/messages.js';
import { clientAddress, isNamedProxy } from '../client-address.js';
import { type Allowance, type Bill, type Payer, type RateLimits, WINDOW_SECONDS } from '../rate-limits.js';
import { ALL_CLIENTS, type AppContext, type Middleware, type Owner } from '../state.js';

/**
 * Makes the middleware in front of an endpoint. It checks the key and charges `points` of the client's allowance for a
 * minute; 0 = checks the key only. `access`: what the key must be valid for, by default `api`.
 */
export type Guard = (points: number, access?: KeyScope) => Middleware;

const MAX_PAYERS = 1_000;

interface GuardOptions {
  /** null = no key is needed. */
  readonly keys: ApiKeys | null;
  readonly limits: RateLimits | null;
  /** As `TRUST_PROXY`. */
  readonly proxies?: number | readonly string[];
  /** The header in which a named proxy says which user it has signed in; null = no proxy signs users in. */
  readonly userHeader?: string | null;
}

/**
 * Checks key and allowance. A key has its own points. A client without a key, or with a wrong one, pays from the points
 * of its address before it is refused, so that guessing keys is limited too.
 */
export function createGuard({ keys, limits, ...options }: GuardOptions): Guard {
  const { proxies = 0, userHeader = null } = options;
  // All requests of a connection come from one address, so its payer is remembered.
  const payers = new LRUCache<string, Payer>({ max: MAX_PAYERS });
  const payerAt = (ctx: AppContext): Payer => {
    const direct = ctx.req.socket.remoteAddress ?? '';
    const isForged = typeof proxies !== 'number' && !isNamedProxy(proxies, direct);
    const ip = isForged ? direct : ctx.ip;
    const addresses = `${ip} ${direct}`;
    const payer = payers.get(addresses) ?? { client: `address ${clientAddress(ip, direct)}`, isKey: false };
    payers.set(addresses, payer);
    return payer;
  };
  return (points, access = 'api') =>
    (ctx, next) => {
      const isSignedIn = userHeader !== null && isNamedProxy(proxies, ctx.req.socket.remoteAddress ?? '');
      const user = isSignedIn ? ctx.get(userHeader) : '';
      const identity = identify(ctx, keys, access, user);
      ctx.state.client = identity.client;
      ctx.state.owner = identity.owner;
      const cost = identity.refusal === null ? points : Math.max(1, points);
      const payer = keyPayer(identity) ?? payerAt(ctx);
      ctx.state.scope.assignTo(payer.client);
      const enter = () => {
        authenticate(ctx, identity);
        return next();
      };
      if (limits === null) return enter();
      return charge(ctx, limits, payer, cost).then((bill) => {
        ctx.state.bill = bill;
        return enter();
      });
    };
}

/** null = the request has no valid key for this endpoint. */
function keyPayer({ client: key, refusal }: Identity): Payer | null {
  if (key === null || refusal !== null) return null;
  return { client: `key ${key}`, isKey: true };
}

/** The client of a request, and whether it is admitted. */
interface Identity {
  /** Name of the client's key, even if the key is not valid here; null = no known key, or keys are not needed. */
  readonly client: string | null;
  /** Who owns what the client makes; without an admitted key it is not used. */
  readonly owner: Owner;
  /** Why the client is refused; null = the client is admitted. */
  readonly refusal: Message | null;
}

/** Identifies the client; refuses no request yet. A key in the query is ignored: URLs end up in logs. */
function identify(ctx: AppContext, keys: ApiKeys | null, access: KeyScope, user: string): Identity {
  const refused = (refusal: Message, client: string | null = null) => ({
    client,
    owner: ALL_CLIENTS,
    refusal,
  });
  if (keys === null) return { client: null, owner: ALL_CLIENTS, refusal: null };
  const presented = presentedKeys(ctx);
  if (presented.size > 1) return refused(message('twoKeys'));
  const [key] = presented;
  if (key === undefined && user === '') return refused(message('keyMissing'));
  const found = key === undefined ? keys.findName(user) : keys.findKey(key);
  if (found === null) return refused(key === undefined ? message('userUnknown') : message('keyInvalid'));
  const { name: client, digest } = found;
  if (found.isExpired) return refused(message('keyExpired'), client);
  if (found.scopes.has(access)) return { client, owner: { name: found.owner, digest }, refusal: null };
  return refused(message(access === 'operator' ? 'keyNotOfOperator' : 'keyOutOfScope'), client);
}

/** @throws AppError unauthorized, unless the client is admitted */
function authenticate(ctx: AppContext, { refusal }: Identity): void {
  if (refusal === null) return;
  ctx.set('WWW-Authenticate', 'Bearer');
  throw new AppError(UNAUTHORIZED, refusal);
}

/** All keys of a request, even in repeated headers, which Node.js would join or drop. The only scheme is Bearer. */
function presentedKeys(ctx: AppContext): Set<string> {
  const headers = ctx.req.headersDistinct;
  const bearers = (headers.authorization ?? []).map((value) => /^Bearer\s+(\S.*)$/i.exec(value.trim())?.[1]);
  return new Set([...(headers['x-api-key'] ?? []), ...bearers].flatMap((value) => value?.trim() || []));
}

/**
 * Charges a client for a request and sets the headers with the remaining points.
 * @throws AppError rate_limited
 */
async function charge(ctx: AppContext, limits: RateLimits, payer: Payer, points: number): Promise<Bill> {
  let paid = 0;
  const refund = async () => {
    if (paid === 0) return;
    announce(ctx, limits.giveBack(payer, paid));
    paid = 0;
  };
  const raiseTo = async (total: number) => {
    if (total <= paid) return;
    // Give back and charge the whole price in one call: each call of `take` charges at most the points of a minute.
    const before = paid;
    if (before > 0) limits.giveBack(payer, before);
    paid = 0;
    const allowance = limits.take(payer, total);
    announce(ctx, allowance);
    if (!allowance.granted) throw tooFewPoints(total, allowance);
    paid = total;
  };
  await raiseTo(points);
  return { raiseTo, refund };
}

function tooFewPoints(points: number, { limit, remaining, resetSeconds }: Allowance): AppError {
  return new AppError(
    RATE_LIMITED,
    message('pointsUsedUp', {
      cost: Math.min(points, limit),
      most: limit,
      left: remaining,
      seconds: resetSeconds,
    }),
    { retryAfterSeconds: resetSeconds },
  );
}

/** The two headers of draft-ietf-httpapi-ratelimit-headers-08 and later. */
function announce(ctx: AppContext, { limit, remaining, resetSeconds }: Allowance): void {
  ctx.set('RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  ctx.set('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
}

import { LRUCache } from 'lru-cache';
import type { ApiKeys, KeyScope } from '../../config/api-keys.js';
import { AppError } from '../../contract/errors.js';
import { message, type ServiceMessage } from '../../contract/messages.js';
import { clientAddress, clientNetwork } from '../client-address.js';
import { type Allowance, type Bill, type Payer, type RateLimits, WINDOW_SECONDS } from '../rate-limits.js';
import type { AppContext, Middleware } from '../state.js';

/**
 * Makes the middleware in front of an endpoint. It checks the key and charges `points` of the client's allowance for a
 * minute; 0 = checks the key only. `scope`: what the key must be valid for, by default `api`.
 */
export type Guard = (points: number, scope?: KeyScope) => Middleware;

const MAX_PAYERS = 1_000;

interface GuardOptions {
  /** null = no key is needed. */
  readonly keys: ApiKeys | null;
  /** null = no limits. */
  readonly limits: RateLimits | null;
}

/**
 * Checks key and allowance. A key has its own points. A client without a key, or with a wrong one, pays from the points
 * of its address before it is refused, so that guessing keys is limited too.
 */
export function createGuard({ keys, limits }: GuardOptions): Guard {
  // All requests of a connection come from one address, so its payer is remembered.
  const payers = new LRUCache<string, Payer>({ max: MAX_PAYERS });
  const payerAt = (ctx: AppContext): Payer => {
    const direct = ctx.req.socket.remoteAddress ?? '';
    const addresses = `${ctx.ip} ${direct}`;
    const payer = payers.get(addresses) ?? addressPayer(ctx.ip, direct);
    payers.set(addresses, payer);
    return payer;
  };
  return (points, scope = 'api') =>
    (ctx, next) => {
      const identity = identify(ctx, keys, scope);
      ctx.state.client = identity.client;
      const cost = identity.refusal === null ? points : Math.max(1, points);
      const payer = keyPayer(identity) ?? payerAt(ctx);
      ctx.state.scope.assignTo(payer.client);
      const enter = () => {
        authenticate(ctx, identity);
        return next();
      };
      if (limits === null || cost === 0) return enter();
      return charge(ctx, limits, payer, cost).then((bill) => {
        ctx.state.bill = bill;
        return enter();
      });
    };
}

/** null = the request has no valid key for this endpoint. */
function keyPayer({ client: key, refusal }: Identity): Payer | null {
  return key === null || refusal !== null ? null : { client: `key ${key}`, isKey: true, network: null };
}

function addressPayer(ip: string, direct: string): Payer {
  const client = `address ${clientAddress(ip, direct)}`;
  return { client, isKey: false, network: clientNetwork(ip, direct) };
}

/** The client of a request, and whether it is admitted. */
interface Identity {
  /** Name of its key, even if the key is not valid here; null = no known key, or keys are not needed. */
  readonly client: string | null;
  /** Why it is refused; null = it is admitted. */
  readonly refusal: ServiceMessage | null;
}

/** Identifies the client; refuses no request yet. A key in the query is ignored: URLs end up in logs. */
function identify(ctx: AppContext, keys: ApiKeys | null, scope: KeyScope): Identity {
  if (keys === null) return { client: null, refusal: null };
  const presented = presentedKeys(ctx);
  if (presented.size > 1) return { client: null, refusal: message('twoKeys') };
  const [key] = presented;
  if (key === undefined) return { client: null, refusal: message('keyMissing') };
  const found = keys.findKey(key);
  if (found === null) return { client: null, refusal: message('keyInvalid') };
  const client = found.name;
  if (found.isExpired) return { client, refusal: message('keyExpired') };
  if (found.scopes.has(scope)) return { client, refusal: null };
  return { client, refusal: message(scope === 'operator' ? 'keyNotOfOperator' : 'keyOutOfScope') };
}

/** @throws AppError unauthorized, unless the client is admitted */
function authenticate(ctx: AppContext, { refusal }: Identity): void {
  if (refusal === null) return;
  ctx.set('WWW-Authenticate', 'Bearer');
  throw new AppError('unauthorized', refusal);
}

/** All keys of a request, even in repeated headers, which Node.js would join or drop. Ignores schemes but Bearer. */
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
    announce(ctx, await limits.giveBack(payer, paid));
    paid = 0;
  };
  const raiseTo = async (total: number) => {
    if (total <= paid) return;
    // Give back and charge the whole price in one call: each call of `take` charges at most the points of a minute.
    const before = paid;
    if (before > 0) await limits.giveBack(payer, before);
    paid = 0;
    const allowance = await limits.take(payer, total);
    announce(ctx, allowance);
    if (!allowance.granted) throw tooFewPoints(total, allowance);
    paid = total;
  };
  await raiseTo(points);
  return { raiseTo, refund };
}

function tooFewPoints(points: number, { limit, remaining, resetSeconds }: Allowance): AppError {
  return new AppError(
    'rate_limited',
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

import { AppError } from '../../contract/errors.js';
import { message } from '../../contract/messages.js';
import { type Allowance, type Bill, type Payer, type RateLimits, WINDOW_SECONDS } from '../rate-limits.js';
import type { AppContext } from '../state.js';

/** The response headers that scripts in browsers must be allowed to read. */
export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/**
 * Charges a client for a request and sets the headers with the remaining points.
 * @throws AppError rate_limited
 */
export async function charge(
  ctx: AppContext,
  limits: RateLimits,
  payer: Payer,
  points: number,
): Promise<Bill> {
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
    if (!allowance.granted) throw refusal(total, allowance);
    paid = total;
  };
  await raiseTo(points);
  return { raiseTo, refund };
}

function refusal(points: number, { limit, remaining, resetSeconds }: Allowance): AppError {
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

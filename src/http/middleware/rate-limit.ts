import { AppError } from '../../errors.js';
import { type Allowance, type RateLimits, WINDOW_SECONDS } from '../rate-limits.js';
import type { AppContext } from '../state.js';

/** The response headers a browser's script must be allowed to read. */
export const RATE_LIMIT_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;

/**
 * Charges `client` for a request and says on the answer, whatever it will be, what is left.
 * @throws AppError rate_limited
 */
export async function charge(
  ctx: AppContext,
  limits: RateLimits,
  client: string,
  points: number,
): Promise<void> {
  const allowance = await limits.take(client, points);
  announce(ctx, allowance);
  if (allowance.granted) return;
  const { limit, resetSeconds } = allowance;
  throw new AppError(
    'rate_limited',
    `This request costs ${Math.min(points, limit)} of the ${limit} points you have in a minute, and ${allowance.remaining} are left. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** Both spellings are in use: three fields (draft-ietf-httpapi-ratelimit-headers to 06), two lists (from 08). */
function announce(ctx: AppContext, { limit, remaining, resetSeconds }: Allowance): void {
  ctx.set('RateLimit-Limit', String(limit));
  ctx.set('RateLimit-Remaining', String(remaining));
  ctx.set('RateLimit-Reset', String(resetSeconds));
  ctx.set('RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  ctx.set('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
}

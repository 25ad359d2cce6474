import cors from '@koa/cors';
import type { Middleware } from '../state.js';
import { RATE_LIMIT_HEADERS } from './rate-limit.js';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of the given origins ("*" = all) use the API. A preflight is answered here: browsers send it
 * without the key, and it costs nothing. Keys come in headers, never in cookies, so no credentials are allowed.
 */
export function crossOrigin(origins: readonly string[]): Middleware {
  const all = origins.includes('*');
  return cors({
    origin: (ctx) => {
      if (all) return '*';
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowHeaders: [
      ...['X-API-Key', 'Authorization', 'Content-Type', 'X-Request-Id', 'Cache-Control', 'Accept'],
      'Idempotency-Key',
    ],
    exposeHeaders: ['Retry-After', ...RATE_LIMIT_HEADERS, 'X-Request-Id', 'X-Cache', 'Age', 'Location'],
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false,
  });
}

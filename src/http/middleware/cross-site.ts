import { AppError } from '../../errors.js';
import type { Middleware } from '../state.js';

/** Endpoints with effects or data. The HTML pages and the OpenAPI document are the same for all clients. */
const PROTECTED = /^\/(?:api|metrics)(?:\/|$)/i;

/**
 * Refuses what another web site makes a browser ask: the site cannot read the answer, but each costs a lookup.
 * Scripts of the given origins ("*" = all) may ask; their browsers say where they come from.
 */
export function refuseCrossSite(origins: readonly string[]): Middleware {
  const isAllowed = (origin: string) => origins.includes('*') || origins.includes(origin);
  return (ctx, next) => {
    const isForeign = ctx.get('Sec-Fetch-Site').toLowerCase() === 'cross-site';
    if (isForeign && PROTECTED.test(ctx.path) && !isAllowed(ctx.get('Origin'))) {
      throw new AppError(
        'invalid_request',
        'The request comes from another web site, which may not use this service. Its operator can allow the site in CORS_ORIGINS.',
      );
    }
    return next();
  };
}

import { AppError } from '../../errors.js';
import type { Middleware } from '../state.js';

/** Paths with data. The HTML pages and the OpenAPI document are the same for all clients. */
const PROTECTED = /^\/(?:api|metrics)(?:\/|$)/i;

/**
 * Refuses requests that another web site makes a browser send: the site cannot read the answer, but each request costs a
 * lookup. Scripts of the given origins ("*" = all) are allowed; browsers send their origin.
 */
export function refuseCrossSite(origins: readonly string[]): Middleware {
  const isAllowed = (origin: string) => origins.includes('*') || origins.includes(origin);
  return (ctx, next) => {
    const isForeign = ctx.get('Sec-Fetch-Site').toLowerCase() === 'cross-site';
    if (isForeign && PROTECTED.test(ctx.path) && !isAllowed(ctx.get('Origin'))) {
      throw new AppError(
        'invalid_request',
        'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.',
      );
    }
    return next();
  };
}

import { AppError } from '../../contract/errors.js';
import type { AppContext, Middleware } from '../state.js';

/** Paths with data. The HTML pages and the OpenAPI document are the same for all clients. */
const PROTECTED = /^\/(?:api|metrics)(?:\/|$)/i;
/** Methods that change nothing: a foreign page gains nothing by them, because it cannot read the answer. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another web site makes a browser send: the site cannot read the answer, but each request costs a
 * lookup, and a POST without a JSON body needs no permission of the service (CORS). Scripts of the given origins ("*" =
 * all) are allowed; browsers send their origin.
 */
export function refuseCrossSite(origins: readonly string[]): Middleware {
  const isListed = (origin: string) => origins.includes('*') || origins.includes(origin);
  return (ctx, next) => {
    if (PROTECTED.test(ctx.path) && isForeign(ctx) && !isListed(ctx.get('Origin'))) {
      throw new AppError(
        'invalid_request',
        'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.',
      );
    }
    return next();
  };
}

/**
 * Browsers send `Sec-Fetch-Site` only over HTTPS and to loopback, and another port or subdomain is `same-site`. So what
 * changes something is also judged by its `Origin`, which browsers send with every such request.
 */
function isForeign(ctx: AppContext): boolean {
  const site = ctx.get('Sec-Fetch-Site').toLowerCase();
  if (site === 'cross-site') return true;
  // No page can forge it: it holds also where a proxy has replaced `Host`.
  if (site === 'same-origin' || READING.has(ctx.method)) return false;
  const origin = ctx.get('Origin');
  return origin !== '' && !isOwnOrigin(ctx, origin);
}

/**
 * Whether an origin has the host and port of the request: those of `X-Forwarded-Host` behind a trusted proxy, otherwise
 * of `Host`. The scheme is known only where a trusted proxy sends `X-Forwarded-Proto`. "null" is no own origin.
 */
function isOwnOrigin({ host, protocol }: AppContext, origin: string): boolean {
  const scheme = /^https?:(?=\/\/)/.exec(origin)?.[0];
  if (scheme === undefined || (protocol === 'https' && scheme === 'http:')) return false;
  // With the same scheme on both sides, a default port that is written out is left out.
  const own = `${scheme}//${host}`;
  return URL.canParse(own) && URL.canParse(origin) && new URL(own).host === new URL(origin).host;
}

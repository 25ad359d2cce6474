import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import helmet from 'koa-helmet';
import { DOCUMENT_PATH } from '../../published/paths.js';
import type { AppContext, Middleware, RequestState } from '../state.js';

/** Whether a path is that of an answer for one client: it begins like an endpoint that needs a key. */
export function clientPaths(
  endpoints: readonly { readonly path: string; readonly access: string }[],
): (path: string) => boolean {
  const keyed = endpoints.filter(({ access }) => access !== 'open');
  const beginnings = new Set(['api', ...keyed.map(({ path }) => path.split('/')[1])]);
  const pattern = new RegExp(`^/(?:${[...beginnings].join('|')})(?:/|$)`, 'i');
  return (path) => pattern.test(path);
}

/** Forbids caches to keep the answer: shared caches ignore `X-API-Key` and would give it to any client. */
export const PRIVATE = 'private, no-store';

/** The request headers that an answer depends on. */
export const DEPENDS_ON = 'X-API-Key, Authorization, Accept';

/** Sources by directive, as in Content-Security-Policy. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** The policy for data: a browser that shows the answer runs, loads and frames nothing. */
const API_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/**
 * Sets the security headers of every answer, success or error, and forbids caches to keep an answer for one client.
 * Pages set a policy of their own instead. Place it before other middleware that sets `Vary`.
 */
export function commonHeaders(belongsToClient: (path: string) => boolean): (ctx: AppContext) => void {
  const fields = Object.entries(securityHeaders());
  return ({ path, res }) => {
    for (const [name, value] of fields) res.setHeader(name, value);
    if (belongsToClient(path) && path !== DOCUMENT_PATH) {
      res.setHeader('Cache-Control', PRIVATE);
      res.setHeader('Vary', DEPENDS_ON);
    }
  };
}

/**
 * The security headers by name. helmet makes them once: they do not depend on the request. HSTS is left out: this
 * service speaks plain HTTP, where browsers ignore HSTS. HSTS binds a whole host name for a long time, so only the
 * proxy that ends TLS can set it.
 */
export function securityHeaders(policy: ContentPolicy = API_POLICY): Readonly<Record<string, string>> {
  const setHeaders: Middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...policy } },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // It sets the headers before it returns.
  void setHeaders(new Koa<RequestState>().createContext(request, response), async () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

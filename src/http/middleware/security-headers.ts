import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Middleware, RequestState } from '../state.js';

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
 * Sets the security headers of every answer. helmet makes them once: they do not depend on the request. Endpoints that
 * serve pages set them again with a policy of their own.
 */
export function securityHeaders(policy: ContentPolicy = API_POLICY): Middleware {
  const fields = Object.entries(securityHeaderFields(policy));
  return (ctx, next) => {
    for (const [name, value] of fields) ctx.res.setHeader(name, value);
    return next();
  };
}

/**
 * The security headers by name, without HSTS: this service speaks plain HTTP, where browsers ignore HSTS. HSTS binds a
 * whole host name for a long time, so only the proxy that ends TLS can set it.
 */
export function securityHeaderFields(policy: ContentPolicy = API_POLICY): Readonly<Record<string, string>> {
  return fieldsOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { ...policy } },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: false,
    }),
  );
}

/** The headers a middleware of helmet sets, by name. It sets them before it returns. */
function fieldsOf(middleware: Middleware): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  void middleware(new Koa<RequestState>().createContext(request, response), async () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

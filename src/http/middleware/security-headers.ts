import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Middleware, RequestState } from '../state.js';

/** Sources by directive, as in Content-Security-Policy. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** For answers that are data: a browser that shows one runs, loads and frames nothing. */
export const API_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/**
 * The security headers of every answer. No HSTS: this service speaks plain HTTP, where browsers ignore it, and
 * the promise binds a whole host name for long; only the proxy that ends TLS there can give it.
 */
export function securityHeaders(policy: ContentPolicy = API_POLICY): Middleware {
  return helmet({
    contentSecurityPolicy: options(policy),
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
}

/** What `securityHeaders` sets, by name, for an answer that no middleware sees. */
export function securityHeaderFields(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // helmet sets them before it returns.
  void securityHeaders()(new Koa<RequestState>().createContext(request, response), async () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Puts another policy in place of the common one, for a part that serves pages. */
export function contentPolicy(policy: ContentPolicy): Middleware {
  return helmet.contentSecurityPolicy(options(policy));
}

function options(policy: ContentPolicy) {
  return { useDefaults: false, directives: { ...policy } };
}

import { Router as KoaRouter } from '@koa/router';
import type { Next } from 'koa';
import type { Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { Middleware, RequestState, Route } from './state.js';

type RoutedContext = Parameters<ReturnType<KoaRouter<RequestState>['routes']>>[0];
type RoutedMiddleware = (ctx: RoutedContext, next: Next) => unknown;

/** Finds and calls the endpoint of a request. */
export interface Router {
  /** Finds the endpoint and keeps it in `ctx.state.route`. Place it before `routes`. */
  readonly find: Middleware;
  /** Calls the endpoint if it has this access; other requests pass. */
  routes(access: Route['access']): RoutedMiddleware;
}

/** `{name}` of a documented path is a parameter. */
const PARAMETER = /\{(\w+)\}/g;

/** A trailing slash and capital letters make another path: a reverse proxy that hides `/metrics` hides this spelling alone. */
const STRICT = { strict: true, sensitive: true } as const;

/** A router for `endpoints`; those that are not open get the guard in front of them. HEAD is answered wherever GET is. */
export function createRouter(
  endpoints: readonly Endpoint[],
  services: EndpointServices,
  guard: Guard,
): Router {
  const routers = {
    open: new KoaRouter<RequestState>(STRICT),
    api: new KoaRouter<RequestState>(STRICT),
    metrics: new KoaRouter<RequestState>(STRICT),
    operator: new KoaRouter<RequestState>(STRICT),
  };
  // By path: all methods of a path need the same key.
  const known = new Map<string, Route>();
  for (const { method, path, access, points, answer } of endpoints) {
    const guards = access === 'open' ? [] : [guard(points, access)];
    const pattern = path.replaceAll(PARAMETER, ':$1');
    routers[access][method](pattern, ...guards, ...answer(services));
    known.set(pattern, { path, access });
  }
  const find = (method: string, path: string): Route | null => {
    const layers = Object.values(routers).flatMap((router) => router.match(path, method).pathAndMethod);
    return known.get(String(layers.at(-1)?.path)) ?? null;
  };
  // Clients write the paths as they are documented: these are looked up once.
  const written = new Map<string, Route | null>();
  for (const { path } of endpoints.filter((endpoint) => endpoint.path.search(PARAMETER) === -1))
    for (const method of ['GET', 'HEAD', 'POST']) written.set(`${method} ${path}`, find(method, path));
  return {
    find: (ctx, next) => {
      const asWritten = written.get(`${ctx.method} ${ctx.path}`);
      const route = asWritten === undefined ? find(ctx.method, ctx.path) : asWritten;
      ctx.state.route = isWholePath(ctx.url, ctx.path) ? route : null;
      return next();
    },
    routes: (access) => {
      const run = routers[access].routes();
      return (ctx, next) => (ctx.state.route?.access === access ? run(ctx, next) : next());
    },
  };
}

/**
 * Whether `path` is all that stands before the query in the target of a request, which may also be a whole address.
 * Koa leaves out a fragment; a proxy may take `/metrics#x` for another path and hand it on.
 */
function isWholePath(target: string, path: string): boolean {
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '');
  return written.startsWith(path) && (written.length === path.length || written[path.length] === '?');
}

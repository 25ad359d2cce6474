import { Router as KoaRouter } from '@koa/router';
import type { Next } from 'koa';
import type { Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { Middleware, RequestState, Route } from './state.js';

/** A parameter in a documented path: `{name}`. */
const PARAMETER = /\{(\w+)\}/g;

/** Only the exact spelling of a path matches: a reverse proxy that hides `/metrics` does not hide `/Metrics/`. */
const STRICT = { strict: true, sensitive: true } as const;

/** Makes a router for `endpoints`, with the guard in front of all but the open ones. HEAD works wherever GET works. */
export function createRouter(endpoints: readonly Endpoint[], services: EndpointServices, guard: Guard) {
  const routers = {
    open: new KoaRouter<RequestState>(STRICT),
    api: new KoaRouter<RequestState>(STRICT),
    metrics: new KoaRouter<RequestState>(STRICT),
    operator: new KoaRouter<RequestState>(STRICT),
  };
  // Keyed by path: all methods of a path need the same key.
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
  // Documented paths without parameters need no router: they are found by this table.
  const written = new Map<string, Route | null>();
  for (const { path } of endpoints.filter((endpoint) => endpoint.path.search(PARAMETER) === -1))
    for (const method of ['GET', 'HEAD', 'POST']) written.set(`${method} ${path}`, find(method, path));
  const keepRoute: Middleware = (ctx, next) => {
    const asWritten = written.get(`${ctx.method} ${ctx.path}`);
    const route = asWritten === undefined ? find(ctx.method, ctx.path) : asWritten;
    ctx.state.route = isWholePath(ctx.url, ctx.path) ? route : null;
    return next();
  };
  return {
    /** Finds the endpoint of a request and keeps it in `ctx.state.route`. Place it before `routes`. */
    find: keepRoute,
    /** Calls the endpoint if it has this access; passes other requests on. */
    routes: (access: Route['access']) => {
      const run = routers[access].routes();
      return (ctx: Parameters<typeof run>[0], next: Next) =>
        ctx.state.route?.access === access ? run(ctx, next) : next();
    },
  };
}

/**
 * Whether a request target, which may be a whole URL, has exactly `path` before its query. Koa drops a fragment; a
 * proxy may take `/metrics#x` for another path and forward it.
 */
function isWholePath(target: string, path: string): boolean {
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '');
  return written.startsWith(path) && (written.length === path.length || written[path.length] === '?');
}

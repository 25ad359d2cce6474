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

/** A router for `endpoints`; those that are not open get the guard in front of them. HEAD is answered wherever GET is. */
export function createRouter(
  endpoints: readonly Endpoint[],
  services: EndpointServices,
  guard: Guard,
): Router {
  const routers = {
    open: new KoaRouter<RequestState>(),
    api: new KoaRouter<RequestState>(),
    metrics: new KoaRouter<RequestState>(),
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
      ctx.state.route = asWritten === undefined ? find(ctx.method, ctx.path) : asWritten;
      return next();
    },
    routes: (access) => {
      const run = routers[access].routes();
      return (ctx, next) => (ctx.state.route?.access === access ? run(ctx, next) : next());
    },
  };
}

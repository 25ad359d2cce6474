import { Router as KoaRouter } from '@koa/router';
import type { Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { Middleware, RequestState, Route } from './state.js';

/** Finds and calls the endpoint of a request. */
export interface Router {
  /** Finds the endpoint and keeps it in `ctx.state.route`. Place it before `routes`. */
  readonly find: Middleware;
  /** Calls the endpoint if it has this access; other requests pass. */
  routes(access: Route['access']): ReturnType<KoaRouter<RequestState>['routes']>;
}

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
  const known = new Map<string, Route>();
  for (const { method, path, access, points, answer } of endpoints) {
    const guards = access === 'open' ? [] : [guard(points, access)];
    routers[access][method](path, ...guards, ...answer(services));
    known.set(path, { path, access });
  }
  return {
    find: (ctx, next) => {
      const layers = Object.values(routers).flatMap(
        (router) => router.match(ctx.path, ctx.method).pathAndMethod,
      );
      ctx.state.route = known.get(String(layers.at(-1)?.path)) ?? null;
      return next();
    },
    routes: (access) => routers[access].routes(),
  };
}

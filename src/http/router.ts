import compose from 'koa-compose';
import type { Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { Middleware, Route } from './state.js';

/** Finds and calls the endpoint of a request. */
export interface Router {
  /** Finds the endpoint and keeps it in `ctx.state.route`. Place it before `routes`. */
  readonly find: Middleware;
  /** Calls the endpoint if it has this access; other requests pass. */
  routes(access: Route['access']): Middleware;
}

/**
 * A router for `endpoints`; those that are not open get the guard in front of them. Every path is fixed, so a request
 * takes one look into a table. HEAD is answered wherever GET is. Upper and lower case, and one slash at the end of the
 * path, make no difference.
 */
export function createRouter(
  endpoints: readonly Endpoint[],
  services: EndpointServices,
  guard: Guard,
): Router {
  const table = new Map<string, Route>();
  for (const { method, path, access, points, answer } of endpoints) {
    const guards = access === 'open' ? [] : [guard(points, access)];
    const route: Route = { path, access, run: compose([...guards, ...answer(services)]) };
    for (const name of method === 'get' ? ['GET', 'HEAD'] : ['POST']) table.set(`${name} ${path}`, route);
  }
  return {
    find: (ctx, next) => {
      const { method, path } = ctx;
      ctx.state.route =
        table.get(`${method} ${path}`) ??
        table.get(`${method} ${path.toLowerCase().replace(/\/$/, '')}`) ??
        null;
      return next();
    },
    routes: (access) => (ctx, next) => {
      const { route } = ctx.state;
      return route?.access === access ? route.run(ctx, next) : next();
    },
  };
}

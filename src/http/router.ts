import { Router } from '@koa/router';
import type { Access, Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { RequestState } from './state.js';

/** The routes of the `endpoints` with this access. Those that are not open have the guard in front of them. */
export function createRouter(
  endpoints: readonly Endpoint[],
  access: Access,
  services: EndpointServices,
  guard: Guard,
): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const endpoint of endpoints) {
    if (endpoint.access !== access) continue;
    const { method, path, points, answer } = endpoint;
    const guards = access === 'open' ? [] : [guard(points, access)];
    router[method](path, ...guards, ...answer(services));
  }
  return router;
}

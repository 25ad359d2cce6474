import { Router as KoaRouter } from '@koa/router';
import type { CoreServices, Endpoint } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import { knownParameters } from './middleware/known-parameters.js';
import type { AppContext, RequestState, Route } from './state.js';

/** A parameter in a documented path: `{name}`. */
const PARAMETER = /\{(\w+)\}/g;

/** Only the exact spelling of a path matches: a reverse proxy that hides `/metrics` may not hide `/Metrics/`. */
const STRICT = { strict: true, sensitive: true } as const;

/**
 * Makes the router for `endpoints`. The guard is in front of every endpoint but the open ones. HEAD works wherever GET
 * works. `find` returns the endpoint of a request, null if there is none; `answer` runs that endpoint.
 */
export function createRouter(endpoints: readonly Endpoint[], services: CoreServices, guard: Guard) {
  const router = new KoaRouter<RequestState>(STRICT);
  // Keyed by path: all methods of a path need the same key.
  const declared = new Map<string, Route>();
  for (const endpoint of endpoints) {
    const { method, path, access, points, answer } = endpoint;
    const guards = access === 'open' ? [] : [guard(points, access)];
    const pattern = path.replaceAll(PARAMETER, ':$1');
    router[method](pattern, ...guards, knownParameters(endpoint), ...answer(services, undefined));
    declared.set(pattern, { path, access });
  }
  const search = (method: string, path: string): Route | null =>
    declared.get(String(router.match(path, method).pathAndMethod.at(-1)?.path)) ?? null;
  const run = router.routes();
  // Documented paths without parameters are found by this table, without the patterns of the router.
  const written = new Map<string, Route | null>();
  for (const { path } of endpoints.filter((endpoint) => endpoint.path.search(PARAMETER) === -1))
    for (const method of ['GET', 'HEAD', 'POST']) written.set(`${method} ${path}`, search(method, path));
  return {
    find: ({ method, path, url }: Pick<AppContext, 'method' | 'path' | 'url'>): Route | null => {
      const route = written.get(`${method} ${path}`) ?? search(method, path);
      return isWholePath(url, path) ? route : null;
    },
    answer: (ctx: AppContext) => run(ctx as Parameters<typeof run>[0], async () => undefined),
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

import type { Endpoint, EndpointServices } from './endpoints/endpoint.js';
import type { Guard } from './middleware/guard.js';
import type { AppContext, Middleware, Route } from './state.js';

/** A part of a documented path that is a parameter: `{name}`. */
const PARAMETER = /^\{(\w+)\}$/;

/** The endpoint of a request, and the parameters in the path of the request. */
export interface Routed {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Makes the search for the endpoint of a request; null = there is none. The guard is in front of every endpoint but the
 * open ones. HEAD works wherever GET works. Only the exact spelling of a path matches: a reverse proxy that hides
 * `/metrics` does not hide `/Metrics/`.
 */
export function createRouter(endpoints: readonly Endpoint[], services: EndpointServices, guard: Guard) {
  const fixed = new Map<string, Routed>();
  const patterns: { readonly parts: readonly string[]; readonly route: Route }[] = [];
  for (const { method, path, access, points, answer } of endpoints) {
    const guards = access === 'open' ? [] : [guard(points, access)];
    const route = { path, access, answer: inTurn([...guards, ...answer(services)]) };
    const target = `${method.toUpperCase()} ${path}`;
    if (path.includes('{')) patterns.push({ parts: target.split('/'), route });
    else fixed.set(target, { route, parameters: {} });
  }
  return ({ method, path, url }: Pick<AppContext, 'method' | 'path' | 'url'>): Routed | null => {
    if (!isWholePath(url, path)) return null;
    const target = `${method === 'HEAD' ? 'GET' : method} ${path}`;
    const written = fixed.get(target);
    if (written !== undefined) return written;
    const parts = target.split('/');
    for (const { parts: pattern, route } of patterns) {
      const parameters = parametersIn(parts, pattern);
      if (parameters !== null) return { route, parameters };
    }
    return null;
  };
}

/** Runs the middleware of an endpoint; each calls the next. */
function inTurn([first, ...others]: readonly Middleware[]): (ctx: AppContext) => unknown {
  if (first === undefined) return () => undefined;
  const rest = inTurn(others);
  return (ctx) => first(ctx, async () => rest(ctx));
}

/** The parameters of a path, by name; null if the path does not match. A parameter is never empty. */
function parametersIn(parts: readonly string[], pattern: readonly string[]): Record<string, string> | null {
  if (parts.length !== pattern.length) return null;
  const found: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = PARAMETER.exec(pattern[at] ?? '')?.[1];
    if (name === undefined ? part !== pattern[at] : part === '') return null;
    if (name !== undefined) found[name] = decoded(part);
  }
  return found;
}

/** A text that is not validly encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a request target, which may be a whole URL, has exactly `path` before its query. Koa drops a fragment; a
 * proxy may take `/metrics#x` for another path and forward it.
 */
function isWholePath(target: string, path: string): boolean {
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '');
  return written.startsWith(path) && (written.length === path.length || written[path.length] === '?');
}

import type Koa from 'koa';
import type { CacheUse } from '../places/find-place.js';
import type { OwnedScope } from '../runtime/scope.js';
import type { Bill } from './rate-limits.js';
import type { ClientWatch } from './stalled-client.js';

/** An endpoint as the router found it. */
export interface Route {
  /** Its path as declared, never the address of a request. */
  readonly path: string;
  /** The key it needs; `open` = it needs no key. */
  readonly access: 'open' | 'api' | 'metrics' | 'operator';
}

/** The state that the middleware of one request share. */
export interface RequestState extends Koa.DefaultState {
  readonly scope: OwnedScope;
  /** Closes the connection of a client that stops reading. */
  readonly clientWatch: ClientWatch;
  /** The endpoint of the request, even if the request is refused before it; null = unknown path. */
  readonly route: Route | null;
  /** How the caches served this answer; null if caches were not involved. */
  cache: CacheUse | null;
  /** Name of the key of the request, even if it has expired; null = keys are not needed, or the key is unknown. */
  client: string | null;
  /** Makes the token of a watch's feed for the key of the request; null = the request has no key. */
  feedToken: ((watchId: string) => string) | null;
  /** The points that the request has paid; null = there is no limit. */
  bill: Bill | null;
  /** Error code of the answer; null on success. */
  failure: string | null;
}

export type AppContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

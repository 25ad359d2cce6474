import type Koa from 'koa';
import type { CacheUse } from '../places/find-place.js';
import type { OwnedScope } from '../runtime/scope.js';
import type { Bill } from './rate-limits.js';
import type { ReaderWatch } from './stalled-reader.js';

/** An endpoint as the router found it. */
export interface Route {
  /** Its path as declared, never the address of a request. */
  readonly path: string;
  /** The key it needs; `open` = none. */
  readonly access: 'open' | 'api' | 'metrics' | 'operator';
}

/** What the middleware of one request pass on to each other. */
export interface RequestState extends Koa.DefaultState {
  readonly scope: OwnedScope;
  /** Closes the connection of a client that stops reading. */
  readonly reader: ReaderWatch;
  /** The endpoint of the request, also of one that is refused before it is called; null = none. */
  route: Route | null;
  /** How the caches served this answer; null where none is involved. */
  cache: CacheUse | null;
  /** Name of the key sent with the request, also of an expired one; null = none was needed, or none is known. */
  client: string | null;
  /** What the request has paid of its client's points; null = it costs none, or there is no limit. */
  bill: Bill | null;
  /** Error code of the answer; null on success. */
  failure: string | null;
}

export type AppContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

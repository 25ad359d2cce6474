import type Koa from 'koa';
import { EVERYBODY } from '../config/api-keys.js';
import type { CacheUse } from '../places/find-place.js';
import type { OwnedScope } from '../runtime/scope.js';
import type { Bill } from './rate-limits.js';
import type { StallLimit } from './stalled-client.js';

/** An endpoint as the router found it. */
export interface Route {
  /** Its path as declared, never the address of a request. */
  readonly path: string;
  /** The key it needs; `open` = it needs no key. */
  readonly access: 'open' | 'api' | 'metrics' | 'operator';
}

/** Who owns what a request makes. */
export interface Owner {
  /** `key <name>`, `team <team>`, or `everybody` where no keys are configured. */
  readonly name: string;
  /** SHA-256 of the key that acts for the owner; "" = no key is needed. */
  readonly digest: string;
}

/** Where no keys are configured, everything belongs to everybody. */
export const ALL_CLIENTS: Owner = { name: EVERYBODY, digest: '' };

/** The state that the middleware of one request share. */
export interface RequestState extends Koa.DefaultState {
  readonly scope: OwnedScope;
  /** Closes the connection of a client that stops reading. */
  readonly stall: StallLimit;
  /** The endpoint of the request, even if the request is refused before it; null = unknown path. */
  readonly route: Route | null;
  /** How the caches served this answer; null if caches were not involved. */
  cache: CacheUse | null;
  /** Name of the key of the request, even if it has expired; null = keys are not needed, or the key is unknown. */
  client: string | null;
  /** Who owns what the request makes, and whose things it sees. */
  owner: Owner;
  /** The points that the request has paid; null = there is no limit. */
  bill: Bill | null;
  /** Error code of the answer; null on success. */
  failure: string | null;
}

export type AppContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

/** The path parameters that the router has stored in the context. */
export function parametersOf(ctx: AppContext): Readonly<Record<string, string>> {
  return (ctx as { params?: Record<string, string> }).params ?? {};
}

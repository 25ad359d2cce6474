import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.js';
import { AppError, excerpt, INVALID_REQUEST } from '../../errors.js';
import { HEALTH_PATHS } from '../../published/paths.js';
import { message } from '../../texts/messages.js';
import { isLoopback } from '../client-address.js';
import type { Description } from '../endpoints/endpoint.js';
import type { AppContext, Middleware } from '../state.js';

/** Methods that change nothing. Another web site gains nothing by them, because it cannot read the answer. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another web site makes a browser send. The site cannot read the answer, but each request costs
 * a lookup, and a POST without a JSON body needs no permission of the service (CORS). Scripts of the given origins
 * ("*" = all) are allowed; browsers send the origin of a script.
 */
export function crossSiteCheck(
  origins: readonly string[],
  belongsToClient: (path: string) => boolean,
): (ctx: AppContext) => void {
  const isListed = (origin: string) => origins.includes('*') || origins.includes(origin);
  return (ctx) => {
    if (belongsToClient(ctx.path) && isForeign(ctx) && !isListed(ctx.get('Origin'))) {
      throw new AppError(INVALID_REQUEST, message('foreignOrigin'));
    }
  };
}

/**
 * Browsers send `Sec-Fetch-Site` only over HTTPS and to loopback, and another port or subdomain is `same-site`. So a
 * request that changes something is also judged by its `Origin`, which browsers always send with it.
 */
function isForeign(ctx: AppContext): boolean {
  const site = ctx.get('Sec-Fetch-Site').toLowerCase();
  if (site === 'cross-site') return true;
  // Pages cannot forge `Sec-Fetch-Site`. It is right even if a proxy has replaced `Host`.
  if (site === 'same-origin' || READING.has(ctx.method)) return false;
  const origin = ctx.get('Origin');
  return origin !== '' && !isOwnOrigin(ctx, origin);
}

/**
 * Whether an origin has the host and port of the request: of `X-Forwarded-Host` behind a trusted proxy, otherwise of
 * `Host`. The scheme is known only if a trusted proxy sends `X-Forwarded-Proto`. False for the origin "null".
 */
function isOwnOrigin({ host, protocol }: AppContext, origin: string): boolean {
  const scheme = /^https?:(?=\/\/)/.exec(origin)?.[0];
  if (scheme === undefined || (protocol === 'https' && scheme === 'http:')) return false;
  // Parsing both with the same scheme drops an explicit default port on either side.
  const own = `${scheme}//${host}`;
  return URL.canParse(own) && URL.canParse(origin) && new URL(own).host === new URL(origin).host;
}

const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of the given origins ("*" = all) use the API. It answers preflights itself: browsers send them without
 * the key, and they cost no points. Keys come in headers, never in cookies, so credentials are not allowed.
 */
export function crossOrigin(
  origins: readonly string[],
  endpoints: readonly Pick<Description, 'scriptHeaders' | 'requestHeaders'>[],
): Middleware {
  const all = origins.includes('*');
  return cors({
    origin: (ctx) => {
      if (all) return '*';
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      ...['X-API-Key', 'Authorization', 'Content-Type', 'X-Request-Id', 'Cache-Control', 'Accept'],
      ...endpoints.flatMap(({ requestHeaders = {}, scriptHeaders = [] }) => [
        ...Object.keys(requestHeaders),
        ...scriptHeaders,
      ]),
    ],
    exposeHeaders: [
      ...['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'X-Cache', 'Age'],
      'Location',
    ],
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false,
  });
}

/**
 * The accepted hosts besides loopback; null = any host. Without `ALLOWED_HOSTS`, a service that listens on loopback
 * accepts only loopback names, unless a reverse proxy in front forwards other names.
 */
export function allowedHosts(settings: Pick<Config, 'HOST' | 'TRUST_PROXY' | 'ALLOWED_HOSTS'>) {
  const { HOST, TRUST_PROXY, ALLOWED_HOSTS } = settings;
  if (ALLOWED_HOSTS.length > 0) return ALLOWED_HOSTS.includes('*') ? null : ALLOWED_HOSTS;
  return TRUST_PROXY === 0 && isLoopback(HOST.toLowerCase()) ? [] : null;
}

/** Paths that probes request under any host name or address. The answers contain no client data. */
const PROBED: ReadonlySet<string> = new Set([HEALTH_PATHS.alive, HEALTH_PATHS.ready]);
/** Number of accepted host texts to remember. Each is at most as long as the headers of a request. */
const MAX_KNOWN = 100;
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:[\]]+?)\.?(?::\d{0,5})?$/i;

interface HostOptions {
  /** Names and addresses besides the loopback ones. */
  readonly allowed: readonly string[];
  /** Whether `X-Forwarded-Host` comes from a proxy in front. */
  readonly isProxied: boolean;
}

/**
 * Refuses requests for a host name that does not belong to this service. The owner of a web site can let its name
 * resolve to this machine (DNS rebinding). For a browser the site then has the origin of the service and could use and
 * read it, but its requests carry the name of the site. Loopback names and addresses are always accepted: a web site
 * cannot have them.
 */
export function knownHost({ allowed, isProxied }: HostOptions): Middleware {
  const names = new Set(allowed);
  // Clients send the same few hosts again and again.
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  const isKnown = (written: string) => {
    if (known.get(written) !== undefined) return true;
    const host = nameOf(written);
    if (host === null || !(names.has(host) || isLoopback(host))) return false;
    known.set(written, true);
    return true;
  };
  return (ctx, next) => {
    if (PROBED.has(ctx.path)) return next();
    for (const written of hostsOf(ctx.req, isProxied)) {
      if (isKnown(written)) continue;
      throw new AppError(INVALID_REQUEST, message('foreignHost', { host: excerpt(written) }));
    }
    return next();
  };
}

/**
 * All hosts that a request names. A page can add a forged host, but cannot remove the true one. Only programs other
 * than browsers send requests without a host.
 */
function hostsOf({ rawHeaders, url = '' }: IncomingMessage, isProxied: boolean): string[] {
  const hosts: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    const isHost = name === 'host' || (isProxied && name === 'x-forwarded-host');
    if (isHost) hosts.push(...(rawHeaders[at + 1] ?? '').split(','));
  }
  // The absolute form: GET http://host/path
  const target = url.startsWith('/')
    ? undefined
    : /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1];
  if (target !== undefined) hosts.push(target);
  return hosts.map((text) => text.trim()).filter(Boolean);
}

/** The host in lower case, without port, brackets or final dot; null if the text is not a host. */
function nameOf(written: string): string | null {
  const name = HOST_AND_PORT.exec(written)?.[1];
  return name === undefined ? null : name.replace(/^\[|\]$/g, '').toLowerCase();
}

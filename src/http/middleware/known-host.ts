import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { AppError, excerpt } from '../../contract/errors.js';
import { HEALTH_PATHS } from '../../contract/paths.js';
import { isLoopback } from '../exposure.js';
import type { Middleware } from '../state.js';

/** Probes request these under any host name or address; their answers contain no client data. */
const PROBED: ReadonlySet<string> = new Set([HEALTH_PATHS.alive, HEALTH_PATHS.ready]);
/** Texts of hosts that are remembered as known; each is at most as long as the headers of a request. */
const MOST_KNOWN = 100;
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:[\]]+?)\.?(?::\d{0,5})?$/i;

interface HostOptions {
  /** Names and addresses besides those of loopback. */
  readonly allowed: readonly string[];
  /** Whether `X-Forwarded-Host` comes from a proxy in front. */
  readonly isProxied: boolean;
}

/**
 * Refuses requests for a host name that is not this service's. The owner of a web site can let its name resolve to
 * this machine (DNS rebinding). For a browser the site then has the same origin as the service and could use and read
 * it, but its requests carry the name of the site. Loopback names and addresses are always answered: no such site has
 * them.
 */
export function knownHost({ allowed, isProxied }: HostOptions): Middleware {
  const names = new Set(allowed);
  // Clients send the same few hosts over and over.
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });
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
      throw new AppError(
        'invalid_request',
        `This service does not answer to the host "${excerpt(written)}". The operator can allow it in ALLOWED_HOSTS.`,
      );
    }
    return next();
  };
}

/** Every host a request names. A forged one can only be added to a true one. A request may name none: no browser sends that. */
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

/** Lower case, without port, brackets or the dot of the root; null for what is no host. */
function nameOf(written: string): string | null {
  const name = HOST_AND_PORT.exec(written)?.[1];
  return name === undefined ? null : name.replace(/^\[|\]$/g, '').toLowerCase();
}

import { AppError, excerpt } from '../../errors.js';
import { HEALTH_PATHS } from '../contract/paths.js';
import { isLoopback } from '../exposure.js';
import type { AppContext, Middleware } from '../state.js';

/** Requested by probes under any host name or address; their answers hold no client data. */
const PROBED: ReadonlySet<string> = new Set([HEALTH_PATHS.alive, HEALTH_PATHS.ready]);
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:[\]]+?)\.?(?::\d{0,5})?$/i;

interface HostOptions {
  /** Names and addresses besides those of loopback. */
  readonly allowed: readonly string[];
  /** Whether `X-Forwarded-Host` comes from a proxy in front. */
  readonly isProxied: boolean;
}

/**
 * Refuses requests for a host this service is not. A web site whose name its owner lets resolve to this machine
 * (DNS rebinding) is of one origin with the service for the browser, and could otherwise use and read it; but its
 * requests carry its own name. Loopback names and addresses are always answered: no such site has them.
 */
export function knownHost({ allowed, isProxied }: HostOptions): Middleware {
  const names = new Set(allowed);
  const isKnown = (host: string) => names.has(host) || isLoopback(host);
  return (ctx, next) => {
    if (PROBED.has(ctx.path)) return next();
    for (const written of hostsOf(ctx, isProxied)) {
      const host = nameOf(written);
      if (host !== null && isKnown(host)) continue;
      throw new AppError(
        'invalid_request',
        `This service does not answer to the host "${excerpt(written)}". Its operator can allow it in ALLOWED_HOSTS.`,
      );
    }
    return next();
  };
}

/**
 * Every host a request names: one that is forged stands beside a true one at most. A request may name none: no
 * browser sends such.
 */
function hostsOf({ req }: AppContext, isProxied: boolean): string[] {
  const { host = [], 'x-forwarded-host': forwarded = [] } = req.headersDistinct;
  const target = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(req.url ?? '')?.[1];
  const all = [...host, ...(isProxied ? forwarded : [])].flatMap((value) => value.split(','));
  return [...all, ...(target === undefined ? [] : [target])].map((text) => text.trim()).filter(Boolean);
}

/** Lower case, without port, brackets or the dot of the root; null for what is no host. */
function nameOf(written: string): string | null {
  const name = HOST_AND_PORT.exec(written)?.[1];
  return name === undefined ? null : name.replace(/^\[|\]$/g, '').toLowerCase();
}

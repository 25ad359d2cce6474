import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../runtime/logger.js';

/** Whether a host, in lower case and without brackets, is a loopback name or address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback';
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

/** Logs a warning if `address` is not loopback. Call it for a service without keys. */
export function warnIfExposed(address: string, log: Pick<Logger, 'warn'>): void {
  if (isLoopback(address)) return;
  log.warn(
    { address },
    'no API keys are configured: anyone who can reach this address can use the service; see API_KEYS and REQUIRE_KEYS',
  );
}

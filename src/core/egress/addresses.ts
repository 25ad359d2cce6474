import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Every address of a host name; rejects when the name does not resolve. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The resolver's answer holds an address outside the public internet. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

// ipaddr.js calls every address without a known range "unicast", also ::127.0.0.1 and other unassigned space.
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** True for a public unicast IPv4 or IPv6 address in its usual spelling; false for anything else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}

/** True for an address literal of this machine: 127.0.0.0/8 or ::1. False for names, also for `localhost`. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/**
 * All addresses of `hostname`. All of them must be public: a name that mixes public and private addresses is an attack
 * or a mistake, and is not the provider.
 * @throws PrivateAddressError; the errors of `resolve`
 */
export async function resolvePublic(hostname: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(`${hostname} resolves to an address that is not public`);
  }
  return addresses;
}

import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a host, in lower case and without brackets, is a loopback name or address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback';
}

/** Whether a connection comes from a proxy that `TRUST_PROXY` names by its address or network. */
export function isNamedProxy(proxies: number | readonly string[], direct: string): boolean {
  if (typeof proxies === 'number' || isIP(direct) === 0) return false;
  const address = ipaddr.process(direct);
  return proxies.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(
      text.includes('/') ? text : `${text}/${isIPv4(text) ? 32 : 128}`,
    );
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/** A household or server has an IPv6 /64 network of its own and can change its address within that network at will. */
const IPV6_NETWORK_BITS = 64;

/**
 * Identifies a client without a key: its IPv4 address, or the /64 network of its IPv6 address.
 * @param forwarded the address given by the trusted proxies, maybe with a port; ignored if it is not an address
 * @param direct the other end of the connection
 */
export function clientAddress(forwarded: string, direct: string): string {
  return networkOf(addressOf(forwarded, direct)) ?? 'unknown';
}

/**
 * Whether a request was sent on this machine: the connection and every address in `X-Forwarded-For` must be loopback,
 * even if no trusted proxy set the header. A proxy on this machine that does not add the header looks like a client.
 */
export function isOnThisMachine(direct: string, forwarded: string): boolean {
  const named = forwarded.split(',').map((part) => withoutPort(part.trim()));
  return [direct, ...named.filter((address) => address !== '')].every(isLoopback);
}

function addressOf(forwarded: string, direct: string): string {
  const said = withoutPort(forwarded.trim());
  return isIP(said) === 0 ? direct : said;
}

/** Returns an IPv4 address as it is, and the network of an IPv6 address; null for any other text. */
function networkOf(text: string): string | null {
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${text}/${IPV6_NETWORK_BITS}`).toString();
}

/** Some proxies write `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

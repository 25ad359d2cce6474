import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One household or server has a /64 of IPv6 to itself, and may change its address within it at will. */
const IPV6_NETWORK_BITS = 64;

/**
 * What stands for a client without a key: its IPv4 address, or the /64 network of its IPv6 address.
 * @param forwarded what the trusted proxies say, perhaps with a port; of no use unless it is an address
 * @param direct the other end of the connection
 */
export function clientAddress(forwarded: string, direct: string): string {
  return groupOf(withoutPort(forwarded.trim())) ?? groupOf(direct) ?? 'unknown';
}

function groupOf(text: string): string | null {
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${text}/${IPV6_NETWORK_BITS}`).toString();
}

/** Some proxies write `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

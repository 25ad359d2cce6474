const PROTOCOLS: readonly string[] = [
  'http:',
  'https:',
  'socks:',
  'socks4:',
  'socks4a:',
  'socks5:',
  'socks5h:',
];
const SOCKS_PORT = '1080';

/**
 * The upstream proxy's address as proxy-chain wants it. `socks…://` without a port means 1080.
 * @throws Error when it is not the address of an http, https or socks proxy; user name and password stay out
 *   of the message
 */
export function upstreamProxyUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !PROTOCOLS.includes(url.protocol) || url.hostname === '') {
    throw new Error('UPSTREAM_PROXY must be an address like http://host:port or socks5://host:port');
  }
  if (url.protocol.startsWith('socks') && url.port === '') url.port = SOCKS_PORT;
  return url.href;
}

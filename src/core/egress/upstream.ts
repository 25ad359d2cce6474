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

/** Whether this is a usable address of an upstream proxy. Checks the text only. */
export function isUpstreamProxy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  // A user name with a colon cannot be sent: proxy-chain would fail at every connection.
  return PROTOCOLS.includes(protocol) && hostname !== '' && port !== '0' && !/:|%3a/i.test(username);
}

/**
 * The upstream proxy's address in the shape that proxy-chain takes. `socks…://` without a port means 1080.
 * @throws Error when it is not the address of an http, https or socks proxy; the message has no user name and no
 * password
 */
export function upstreamProxyUrl(address: string): string {
  if (!isUpstreamProxy(address)) {
    throw new Error('UPSTREAM_PROXY must be an address like http://host:port or socks5://host:port');
  }
  const url = new URL(address);
  if (url.protocol.startsWith('socks') && url.port === '') url.port = SOCKS_PORT;
  return url.href;
}

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import type { Egress } from './proxy.js';

/** The result of a TLS handshake. */
interface HandshakeResult {
  /** Whether the certificate is valid for the host, by the certificates that this machine trusts. */
  readonly isTrusted: boolean;
  /** For example `TLSv1.3`. */
  readonly protocol: string;
  /** End of the certificate, in milliseconds since 1970. */
  readonly validUntil: number;
}

/** Makes a TLS handshake with a host of the provider and sends no request. Rejects when the host cannot be reached. */
type Handshake = (hostname: string, signal: AbortSignal) => Promise<HandshakeResult>;

const TIMEOUT_MS = 15_000;

/** Makes handshakes through the egress proxy, like every request. */
export function createHandshake({
  url,
  login: { username, password },
}: Pick<Egress, 'url' | 'login'>): Handshake {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async (hostname, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const tunnel = await openTunnel(url, `${hostname}:443`, authorization, limited);
    try {
      return await shakeHands(tunnel, hostname, limited);
    } finally {
      tunnel.destroy();
    }
  };
}

async function openTunnel(
  proxy: string,
  target: string,
  authorization: string,
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname, port } = new URL(proxy);
  const asked = request({
    host: hostname,
    port,
    method: 'CONNECT',
    path: target,
    headers: { 'Proxy-Authorization': authorization, Host: target },
    agent: false,
    signal,
  }).end();
  // `once` listens for errors only while it waits.
  asked.on('error', () => undefined);
  const [{ statusCode }, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket];
  if (statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the egress proxy answered ${statusCode}`);
}

async function shakeHands(socket: Socket, servername: string, signal: AbortSignal): Promise<HandshakeResult> {
  // An invalid certificate does not end the handshake, because nothing is sent over this connection.
  const secured = connect({ socket, servername, rejectUnauthorized: false });
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect', { signal });
  return {
    isTrusted: secured.authorized,
    protocol: secured.getProtocol() ?? 'unknown',
    validUntil: Date.parse(secured.getPeerCertificate().valid_to),
  };
}

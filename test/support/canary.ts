import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { type Browser, chromium, expect } from '@playwright/test';
import { generate } from 'selfsigned';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test as base } from './service.js';
import { chromiumForTests } from './stand-in-browser.js';

/** One connection or datagram that reached the canary, and everything that came with it. */
interface Hit {
  readonly by: 'tcp' | 'udp';
  readonly received: Buffer[];
}

/**
 * A server nobody may ever reach: the aim of attacks. It answers well, so that an attack that gets through
 * shows all it can do, and keeps every connection, datagram and byte.
 */
export interface Canary extends AsyncDisposable {
  /** TCP: HTTP and HTTPS on one port. */
  readonly port: number;
  readonly udpPort: number;
  readonly hits: readonly Hit[];
  /** `<method> <path>` of every request and `STUN`, `TURN` or `QUIC`, each once, sorted. */
  seen(): string[];
}

/** Starts a canary on loopback. */
export async function startCanary(): Promise<Canary> {
  const hits: Hit[] = [];
  const asked = new Set<string>();
  const sockets = new Set<Socket>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    note(request);
    request.resume();
    const { type, body } = lure(pathOf(request));
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  };
  const note = (request: IncomingMessage) => void asked.add(`${request.method} ${pathOf(request)}`);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'canary.test' }], {
    keyType: 'ec',
  });
  const plain = createServer(answer);
  const secure = createTlsServer({ key, cert }, answer);
  for (const server of [plain, secure]) {
    server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      note(request);
      socket.destroy();
    });
  }
  await Promise.all([plain, secure].map(listen));
  const front = createTcpServer((client) => {
    const hit: Hit = { by: 'tcp', received: [] };
    hits.push(hit);
    track(sockets, client);
    client.on('data', (chunk) => hit.received.push(chunk));
    client.once('data', (first) => {
      // A TLS handshake starts with 22; HTTP with a letter.
      const inner = track(sockets, connect(portOf(first[0] === 22 ? secure : plain), '127.0.0.1'));
      inner.write(first);
      client.pipe(inner).pipe(client);
      client.once('close', () => inner.destroy());
      inner.once('close', () => client.destroy());
    });
  });
  await listen(front);
  const udp = createSocket('udp4').on('message', (datagram) =>
    hits.push({ by: 'udp', received: [datagram] }),
  );
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));

  return {
    port: portOf(front),
    udpPort: udp.address().port,
    hits,
    seen: () => [...new Set([...asked, ...hits.flatMap(protocolOf)])].sort(),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([closeServer(front), closeServer(plain), closeServer(secure), closeUdp(udp)]);
    },
  };
}

/**
 * A Chromium with nothing between it and the canary, to see that an attack is one: the provider's hosts are
 * the stand-in, every name under .example is the canary, addresses are what they are.
 */
export function launchUnguarded(standIn: StandIn, canary: Canary): Promise<Browser> {
  const provider = ['*.google.com', 'goo.gl'].map((name) => `MAP ${name} ${standIn.address}`);
  return chromium.launch({
    executablePath: chromiumForTests(),
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      `--host-resolver-rules=${provider.join(',')},MAP *.example 127.0.0.1:${canary.port}`,
    ],
  });
}

/** What lets the attacker go furthest: a script where a script is asked for, else a page. */
function lure(path: string): { type: string; body: string } {
  if (path.startsWith('/js-')) return { type: 'text/javascript', body: 'void 0;' };
  if (path.startsWith('/css-')) return { type: 'text/css', body: ':root { --reached: 1 }' };
  if (path.startsWith('/events-')) return { type: 'text/event-stream', body: 'data: 1\n\n' };
  return { type: 'text/html', body: '<!doctype html><title>canary</title>' };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/[?#].*$/s, '');
}

/** What a hit is when it is no HTTP. A STUN message carries its magic cookie at byte 4. */
function protocolOf({ by, received: [first] }: Hit): string[] {
  const isStun = first !== undefined && first.length >= 8 && first.readUInt32BE(4) === 0x2112a442;
  if (by === 'tcp') return isStun ? ['TURN'] : [];
  return [isStun ? 'STUN' : 'QUIC'];
}

function track(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function closeUdp(socket: UdpSocket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

/** Deadline of the service under attack, in milliseconds. */
export const DEADLINE_MS = 15_000;
/** Pages that the service under attack loads at once for one client: most of their time is waiting. */
export const AT_ONCE = 8;

/** Hosts of the provider that the stand-in may be asked for. */
const PROVIDER =
  /^(?:(?:www\.|maps\.|consent\.)?google\.(?:com|pl)|(?:www|maps|ssl)\.gstatic\.com|apis\.google\.com|maps\.app\.goo\.gl|goo\.gl|g\.page|share\.google|g\.co)$/;

/** Tests of one service under attack: after each, nothing has reached the canary or left the list. */
export const test = base.extend<{ unharmed: undefined }>({
  // One page stays for other clients.
  serviceEnv: { REQUEST_TIMEOUT_MS: `${DEADLINE_MS}`, BROWSER_CONTEXTS: `${AT_ONCE + 1}` },
  serviceTuning: { listTimeoutMs: DEADLINE_MS },
  unharmed: [
    async ({ canary, standIn }, use) => {
      await use(undefined);
      expect([canary.seen(), canary.hits], 'nothing reached the canary').toEqual([[], []]);
      const strangers = standIn.requests.map(({ host }) => host).filter((host) => !PROVIDER.test(host));
      expect(strangers, 'nothing was asked of a host off the list').toEqual([]);
    },
    { auto: true },
  ],
});

import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { generate } from 'selfsigned';
import type { ResolvedAddress } from '../../../src/core/egress/addresses.js';
import { type Egress, startEgress } from '../../../src/core/egress/proxy.js';
import { test as base, expect } from '../../support/test.js';

export { expect };

const certificate = generate([{ name: 'commonName', value: 'stand-in.test' }], {
  keyType: 'ec',
  algorithm: 'sha256',
});

/** A server on 127.0.0.1: its port, its connections so far, and `host/path` of every request it saw. */
export interface Stand {
  port: number;
  connections(): number;
  readonly hits: string[];
}

export interface LogLine {
  level: number;
  msg: string;
  host?: string;
}

export interface Bench {
  /** Runs at the end of the test, last first. */
  defer(end: () => unknown): void;
  https(listener: RequestListener): Promise<Stand>;
  http(listener: RequestListener): Promise<Stand>;
  /** A bare TCP server. */
  listen(server: Server): Promise<Stand>;
  /** An egress proxy and what it logged; `override` null unless given. */
  egress(options?: Partial<Parameters<typeof startEgress>[0]>): Promise<Egress & { lines: LogLine[] }>;
}

/** Playwright's `test` with servers that end with the test. */
export const test = base.extend<{ bench: Bench }>({
  bench: async ({}, use) => {
    const ends: (() => unknown)[] = [];
    const listen = async (server: Server, hits: string[] = []): Promise<Stand> => {
      const sockets = new Set<Socket>();
      let connections = 0;
      server.on('connection', (socket) => {
        connections += 1;
        sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ends.push(() => {
        for (const socket of sockets) socket.destroy();
        return new Promise((resolve) => server.close(resolve));
      });
      return { port: (server.address() as AddressInfo).port, connections: () => connections, hits };
    };
    const recorded = (listener: RequestListener) => {
      const hits: string[] = [];
      const listening: RequestListener = (request, response) => {
        hits.push(`${request.headers.host}${request.url}`);
        return listener(request, response);
      };
      return { hits, listening };
    };
    await use({
      defer: (end) => ends.push(end),
      listen,
      https: async (listener) => {
        const { hits, listening } = recorded(listener);
        const pems = await certificate;
        return listen(createHttpsServer({ key: pems.private, cert: pems.cert }, listening), hits);
      },
      http: async (listener) => {
        const { hits, listening } = recorded(listener);
        return listen(createHttpServer(listening), hits);
      },
      egress: async (options = {}) => {
        const lines: LogLine[] = [];
        const sink = new Writable({
          write: (line, _encoding, done) => {
            lines.push(JSON.parse(String(line)));
            done();
          },
        });
        const log = pino({ level: 'debug' }, sink);
        const egress = await startEgress({ override: null, upstreamProxy: null, log, ...options });
        ends.push(egress.close);
        return { ...egress, lines };
      },
    });
    for (const end of ends.reverse()) await end();
  },
});

export interface RawAnswer {
  /** 0 when the proxy closed without an answer. */
  status: number;
  socket: Socket;
}

/** What a client presents to the proxy. */
export function basic({ username, password }: Pick<Egress['login'], 'username' | 'password'>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * Sends `requestLine` to the proxy as it stands and reads the head of the answer. `authorization`: null = none.
 */
export function sendRaw(
  { url, login }: Pick<Egress, 'url' | 'login'>,
  requestLine: string,
  authorization: string | null = basic(login),
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let head = '';
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) {
        socket.off('data', onData);
        resolve({ status: Number(head.split(' ')[1]), socket });
      }
    };
    socket.on('data', onData);
    socket.on('close', () => resolve({ status: 0, socket }));
    socket.on('error', reject);
    const header = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
    socket.write(`${requestLine} HTTP/1.1\r\nHost: irrelevant.test\r\n${header}\r\n`);
  });
}

/** A resolver that gives its answers in turn, the last one for ever, and counts the questions. */
export function resolver(...answers: string[][]) {
  const asked: string[] = [];
  const resolve = async (hostname: string): Promise<ResolvedAddress[]> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { asked, resolve };
}

import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { mock } from 'node:test';
import {
  connectionLimits,
  limitConnections,
  warnOfFewFiles,
} from '../../../src/core/api/connection-limits.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type HttpSetup, startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

// Connections that a client opens and does not use take files from everybody. With 160 files, clients may have 40
// connections, and one address 10.

interface World {
  readonly lines: { readonly msg: string; readonly [field: string]: unknown }[];
  /** Opens idle connections one after the other; says of each whether the service has kept it. */
  idle(count: number, from?: string): Promise<boolean[]>;
  /** The status of a request of an address; null = the connection was closed. */
  ask(from: string): Promise<number | null>;
  /** Closes the connections that are open. */
  closeAll(): Promise<void>;
  mcp(from: string): Promise<{ readonly status: number; readonly text: string }>;
}

async function withFiles(options: HttpSetup, use: (world: World) => Promise<void>) {
  const lines: World['lines'] = [];
  const log = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) });
  const http = await startHttp({ log, maxOpenFiles: 160, ...options });
  const sockets: Socket[] = [];
  /** The service answers a malformed line at once: a connection that gets no answer was closed. */
  const isServed = async (from: string) => (await ask(from)) !== null;
  const ask = (from: string) =>
    http.ask('/healthz', { from }).then(
      ({ status }) => status,
      () => null,
    );
  const idle = async (count: number, from = '127.0.0.1') => {
    const kept: boolean[] = [];
    for (let at = 0; at < count; at += 1) {
      const socket = connect({ port: http.port, host: '127.0.0.1', localAddress: from });
      sockets.push(socket);
      kept.push(
        await new Promise<boolean>((resolve) => {
          socket.once('close', () => resolve(false)).on('error', () => undefined);
          // An answer shows that the connection is served; the connection stays open.
          socket.once('data', () => resolve(true));
          socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
        }),
      );
    }
    return kept;
  };
  try {
    await use({
      ...{ lines, idle, ask },
      closeAll: async () => {
        for (const socket of sockets) socket.destroy();
        await expect.poll(() => http.connections()).toBe(0);
      },
      mcp: (from) =>
        http.ask('/mcp', {
          ...{ from, method: 'POST' },
          headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name: 'convert_id', arguments: { place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8' } },
          }),
        }),
    });
    expect(await isServed('127.0.0.99')).toBe(true);
  } finally {
    for (const socket of sockets) socket.destroy();
    await http.close();
  }
}

const kept = (answers: readonly boolean[]) => answers.filter(Boolean).length;

test('an address has a quarter of the connections; another address is served beside it', async () => {
  await withFiles({}, async ({ idle, ask, lines }) => {
    expect(kept(await idle(25))).toBe(10);
    expect(await ask('127.0.0.1')).toBeNull();
    expect(await ask('127.0.0.2')).toBe(200);
    // One line a minute: the first one names the first connection.
    expect(lines).toMatchObject([
      {
        ...{ level: 40, connections: 1, limit: 10 },
        msg: 'new connections were closed: their address has as many open as one address may have',
      },
    ]);
  });
});

test('an address gets new connections when it has closed others', async () => {
  await withFiles({}, async ({ idle, closeAll }) => {
    for (let round = 0; round < 3; round += 1) {
      expect(kept(await idle(12))).toBe(10);
      await closeAll();
    }
  });
});

test('connections beyond the limit of all are closed, with one line in the log', async () => {
  await withFiles({}, async ({ idle, closeAll, lines }) => {
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'])
      expect(kept(await idle(10, from))).toBe(10);
    expect(kept(await idle(5, '127.0.0.5'))).toBe(0);
    expect(lines).toMatchObject([
      {
        ...{ level: 40, connections: 1, limit: 40 },
        msg: 'new connections were closed: clients have as many open as the limit of open files allows',
      },
    ]);
    await closeAll();
    expect(kept(await idle(1, '127.0.0.5'))).toBe(1);
    await closeAll();
  });
});

test('the log has at most one line a minute, with the number of connections', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const server = new Server();
    const counts: unknown[] = [];
    const log = { warn: ({ connections }: { connections: number }) => void counts.push(connections) };
    limitConnections(server, { all: 40, ofAddress: null }, log as never);
    const drop = (count: number) => {
      for (let at = 0; at < count; at += 1) server.emit('drop');
    };
    drop(5);
    expect(counts).toEqual([1]);
    mock.timers.tick(59_999);
    expect(counts).toEqual([1]);
    mock.timers.tick(1);
    expect(counts).toEqual([1, 4]);
    drop(3);
    mock.timers.tick(60_000);
    expect(counts).toEqual([1, 4, 3]);
    mock.timers.tick(600_000);
    drop(1);
    expect(counts).toEqual([1, 4, 3, 1]);
    drop(2);
    server.emit('close');
    mock.timers.tick(600_000);
    expect(counts).toEqual([1, 4, 3, 1]);
  } finally {
    mock.timers.reset();
  }
});

test('behind a reverse proxy, all connections may come from one address', async () => {
  await withFiles({ TRUST_PROXY: 1 }, async ({ idle, closeAll }) => {
    expect(kept(await idle(45))).toBe(40);
    await closeAll();
  });
});

test('a connection of the service to itself does not count', async () => {
  await withFiles({}, async ({ idle, mcp }) => {
    expect(kept(await idle(9))).toBe(9);
    const { status, text } = await mcp('127.0.0.1');
    expect([status, text]).toEqual([200, expect.stringContaining('4565666864068316694')]);
  });
});

test('without a known limit of open files, connections are not limited', async () => {
  await withFiles({ maxOpenFiles: null }, async ({ idle, lines }) => {
    expect(kept(await idle(60))).toBe(60);
    expect(lines).toEqual([]);
  });
});

test('the service keeps the files that its contexts need', () => {
  const uses = { contexts: 4, isProxied: false };
  expect(connectionLimits({ ...uses, maxOpenFiles: 1_048_576 })).toEqual({
    all: 1_048_064,
    ofAddress: 262_016,
  });
  expect(connectionLimits({ ...uses, maxOpenFiles: 1_024 })).toEqual({ all: 512, ofAddress: 128 });
  expect(connectionLimits({ ...uses, maxOpenFiles: 512 })).toEqual({ all: 128, ofAddress: 32 });
});

test('the start warns of a limit that leaves few connections', () => {
  const warned: unknown[] = [];
  const log = { warn: (...parts: unknown[]) => void warned.push(parts[1]) } as never;
  for (const maxOpenFiles of [20_000, 768, 767]) warnOfFewFiles({ maxOpenFiles, contexts: 4 }, log);
  expect(warned).toEqual([
    expect.stringMatching(/^The limit of open files is 767, and the service needs at least 768: raise it \(/),
  ]);
});

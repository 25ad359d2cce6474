import { createServer } from 'node:net';
import { createHandshake } from '../../../src/core/egress/handshake.js';
import { expect, test } from './servers.js';

const HOST = 'www.google.com';
const { signal } = new AbortController();

test('a handshake reports protocol and certificate, and sends no request', async ({ bench }) => {
  const provider = await bench.https((_request, response) => response.end());
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const met = await createHandshake(egress)(HOST, signal);
  expect(met).toMatchObject({ isTrusted: false, protocol: 'TLSv1.3' });
  expect(met.validUntil).toBeGreaterThan(Date.now());
  expect(provider.hits).toEqual([]);
});

test('a handshake rejects when the proxy refuses, the host hangs up, or the time is over', async ({
  bench,
}) => {
  const rude = await bench.listen(createServer((socket) => socket.destroy()));
  const silent = await bench.listen(createServer());
  const handshakeTo = async (port: number) =>
    createHandshake(await bench.egress({ override: { host: '127.0.0.1', port } }));
  await expect((await handshakeTo(rude.port))('example.com', signal)).rejects.toThrow('answered 403');
  await expect((await handshakeTo(rude.port))(HOST, signal)).rejects.toThrow();
  await expect((await handshakeTo(silent.port))(HOST, AbortSignal.timeout(100))).rejects.toThrow();
});

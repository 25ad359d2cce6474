import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { type Bench, expect, sendRaw, test } from './servers.js';

/** A tunnel through a proxy to a server that says nothing; `far`: its end at the server. */
async function openTunnel(bench: Bench) {
  const silent = createServer({ allowHalfOpen: true });
  const accepted = once(silent, 'connection');
  const { port } = await bench.listen(silent);
  const egress = await bench.egress({ override: { host: '127.0.0.1', port } });
  const { socket, status } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const [far] = (await accepted) as [Socket];
  expect([status, far.readableEnded]).toEqual([200, false]);
  return { egress, socket, far };
}

test('close ends open tunnels at both ends', async ({ bench }) => {
  const { egress, socket, far } = await openTunnel(bench);
  const ends = Promise.all([once(socket, 'close'), once(far.resume(), 'end')]);
  expect(socket.destroyed).toBe(false);
  await egress.close();
  await ends;
  expect([socket.destroyed, far.readableEnded]).toEqual([true, true]);
});

test('close ends attempts under way', async ({ bench }) => {
  const begun = deferred<void>();
  const resolve = () => {
    begun.resolve();
    return new Promise<never>(() => undefined);
  };
  const egress = await bench.egress({ resolve });
  const waiting = sendRaw(egress, 'CONNECT www.google.com:443').catch(() => ({ status: 0 }));
  await begun.promise;
  await egress.close();
  expect((await waiting).status).toBe(0);
  await expect.poll(() => egress.lines).toMatchObject([{ err: { message: 'The client went away' } }]);
});

test('close does not wait for a connection without a request', async ({ bench }) => {
  const egress = await bench.egress();
  const idle = connect(Number(new URL(egress.url).port), '127.0.0.1');
  const ended = new Promise((resolve) => idle.on('error', () => undefined).on('close', resolve));
  await once(idle, 'connect');
  expect(idle.destroyed).toBe(false);
  await egress.close();
  await ended;
  expect([idle.destroyed, idle.bytesRead]).toEqual([true, 0]);
});

test('the connection to the host ends when the client leaves', async ({ bench }) => {
  const { socket, far } = await openTunnel(bench);
  const farEnd = once(far.resume(), 'end');
  socket.destroy();
  await farEnd;
  expect([far.readableEnded, far.bytesRead]).toEqual([true, 0]);
});

test('a client that half-closes its connection ends the tunnel', async ({ bench }) => {
  const { socket } = await openTunnel(bench);
  const ended = Promise.all([once(socket.resume(), 'end'), once(socket, 'close')]);
  expect(socket.readableEnded).toBe(false);
  socket.end();
  await ended;
  expect([socket.readableEnded, socket.destroyed]).toEqual([true, true]);
});

test('a host that resets ends the client', async ({ bench }) => {
  const { socket, far } = await openTunnel(bench);
  far.once('data', () => far.resetAndDestroy());
  const bytesOfAnswer = socket.bytesRead;
  const end = once(socket.resume(), 'close');
  socket.write('hello');
  await end;
  expect([socket.destroyed, socket.bytesRead]).toEqual([true, bytesOfAnswer]);
});

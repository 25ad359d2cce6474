import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { deferred, expect, sendRaw, test } from './servers.js';

test('close ends open tunnels at both ends', async ({ bench }) => {
  const silent = createServer({ allowHalfOpen: true });
  const target = await bench.listen(silent);
  const accepted = once(silent, 'connection');
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket, status } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const [far] = await accepted;
  const ends = Promise.all([once(socket, 'close'), once(far.resume(), 'end')]);
  expect([status, socket.destroyed, far.readableEnded]).toEqual([200, false, false]);
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
  const silent = createServer({ allowHalfOpen: true });
  const target = await bench.listen(silent);
  const accepted = once(silent, 'connection');
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket, status } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const [far] = await accepted;
  const farEnd = once(far.resume(), 'end');
  expect([status, far.readableEnded]).toEqual([200, false]);
  socket.destroy();
  await farEnd;
  expect([far.readableEnded, far.bytesRead]).toEqual([true, 0]);
});

test('a client that half-closes its connection ends the tunnel', async ({ bench }) => {
  const target = await bench.listen(createServer({ allowHalfOpen: true }));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket, status } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const ended = Promise.all([once(socket.resume(), 'end'), once(socket, 'close')]);
  expect([status, socket.readableEnded]).toEqual([200, false]);
  socket.end();
  await ended;
  expect([socket.readableEnded, socket.destroyed]).toEqual([true, true]);
});

test('a host that resets ends the client', async ({ bench }) => {
  const target = await bench.listen(
    createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket, status } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const bytesOfAnswer = socket.bytesRead;
  socket.resume();
  const end = once(socket, 'close');
  expect([status, socket.destroyed]).toEqual([200, false]);
  socket.write('hello');
  await end;
  expect([socket.destroyed, socket.bytesRead]).toEqual([true, bytesOfAnswer]);
});

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { deferred, expect, sendRaw, test } from './servers.js';

test('close ends open tunnels at both ends', async ({ bench }) => {
  const silent = createServer({ allowHalfOpen: true });
  const target = await bench.listen(silent);
  const accepted = once(silent, 'connection');
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const [far] = await accepted;
  const ends = [once(socket, 'close'), once(far.resume(), 'end')];
  await egress.close();
  await Promise.all(ends);
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

test('close does not wait for a connection that asked nothing', async ({ bench }) => {
  const egress = await bench.egress();
  const idle = connect(Number(new URL(egress.url).port), '127.0.0.1');
  const ended = new Promise((resolve) => idle.on('error', () => undefined).on('close', resolve));
  await once(idle, 'connect');
  await egress.close();
  await ended;
});

test('a client that leaves takes the connection to the host with it', async ({ bench }) => {
  const silent = createServer({ allowHalfOpen: true });
  const target = await bench.listen(silent);
  const accepted = once(silent, 'connection');
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const [far] = await accepted;
  const farEnd = once(far.resume(), 'end');
  socket.destroy();
  await farEnd;
});

test('a client that only half-closes ends the tunnel as well', async ({ bench }) => {
  const target = await bench.listen(createServer({ allowHalfOpen: true }));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket } = await sendRaw(egress, 'CONNECT www.google.com:443');
  const ended = once(socket.resume(), 'end');
  socket.end();
  await ended;
});

test('a host that resets ends the client', async ({ bench }) => {
  const target = await bench.listen(
    createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const { socket } = await sendRaw(egress, 'CONNECT www.google.com:443');
  socket.resume();
  const end = once(socket, 'close');
  socket.write('hello');
  await end;
});

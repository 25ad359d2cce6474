import { createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ProxyAgent, request } from 'undici';
import { basic, expect, resolver, sendRaw, test } from './servers.js';

test('an allowed host passes end to end with undici', async ({ bench }) => {
  const provider = await bench.https((_request, response) => response.end('the answer'));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const dispatcher = new ProxyAgent({
    uri: egress.url,
    token: basic(egress.login),
    requestTls: { rejectUnauthorized: false },
  });
  bench.defer(() => dispatcher.destroy());
  const { statusCode, body } = await request('https://www.google.com/maps', { dispatcher });
  expect([statusCode, await body.text()]).toEqual([200, 'the answer']);
  expect(provider.hits).toEqual(['www.google.com/maps']);
});

test('an allowed host passes a raw CONNECT; upper case is the same host', async ({ bench }) => {
  const provider = await bench.https((_request, response) => response.end('x'.repeat(3_000_000)));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const { status, socket } = await sendRaw(egress, 'CONNECT WWW.Google.com:443');
  expect(status).toBe(200);
  const tls = connectTls({ socket, servername: 'www.google.com', rejectUnauthorized: false });
  tls.write('GET /big HTTP/1.1\r\nHost: www.google.com\r\nConnection: close\r\n\r\n');
  let received = 0;
  for await (const chunk of tls) received += chunk.length;
  expect(received).toBeGreaterThan(3_000_000);
});

test('an override is announced loudly and asks no resolver', async ({ bench }) => {
  const target = await bench.listen(createServer());
  const { asked, resolve } = resolver(['8.8.8.8']);
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port }, resolve });
  expect((await sendRaw(egress, 'CONNECT maps.app.goo.gl:443')).status).toBe(200);
  expect(asked).toEqual([]);
  expect(egress.lines).toMatchObject([{ level: 40, msg: expect.stringContaining('EGRESS OVERRIDE') }]);
});

test('an override to an address that is not loopback is refused at the start', async ({ bench }) => {
  for (const host of ['10.0.0.1', '0.0.0.0', '8.8.8.8', 'localhost', 'example.com', '::ffff:127.0.0.1', '']) {
    await expect(bench.egress({ override: { host, port: 443 } }), host).rejects.toThrow('loopback');
  }
});

test('targets off the list are refused, and the canary is never reached', async ({ bench }) => {
  const canary = await bench.http((_request, response) => response.end('reached'));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: canary.port } });
  for (const line of [
    'CONNECT example.com:443',
    'CONNECT www.google.com:80',
    `CONNECT www.google.com:${canary.port}`,
    `CONNECT 127.0.0.1:${canary.port}`,
    'CONNECT 127.0.0.1:443',
    'CONNECT 2130706433:443',
    'CONNECT 0x7f000001:443',
    'CONNECT [::1]:443',
    'CONNECT [::ffff:127.0.0.1]:443',
    'CONNECT 169.254.169.254:443',
    `CONNECT localhost:${canary.port}`,
    'CONNECT localhost:443',
    'CONNECT www.google.com.:443',
    'CONNECT user:secret@www.google.com:443',
    'CONNECT www.google.com:443@example.com:443',
    'CONNECT www.google.com:443/path',
    'CONNECT www.google.com%2e:443',
    'CONNECT www.google.com.example.com:443',
    `GET http://127.0.0.1:${canary.port}/secret?q=1`,
    'GET http://www.google.com/maps',
    'GET http://www.google.com:443/maps',
    'POST http://www.google.com/maps',
  ]) {
    expect((await sendRaw(egress, line)).status, line).toBe(403);
  }
  for (const line of [
    'CONNECT www.google.com',
    'CONNECT example.com:443#www.google.com:443',
    'GET https://www.google.com/maps',
    'GET /maps',
    'GET file:///etc/passwd',
  ]) {
    expect((await sendRaw(egress, line)).status, line).toBe(400);
  }
  expect([canary.connections(), canary.hits]).toEqual([0, []]);
});

test("a refusal is logged once a minute, then at debug level, with the host only where it is the provider's", async ({
  bench,
}) => {
  const egress = await bench.egress();
  await sendRaw(egress, 'GET http://gabinet-sekretna.test/private/path?token=secret');
  await sendRaw(egress, 'GET http://gabinet-sekretna.test/private/path?token=secret');
  await sendRaw(egress, 'CONNECT dr-sekretna.xn--krakw-3ta.pl:443');
  await sendRaw(egress, 'CONNECT fonts.gstatic.com:443');
  await sendRaw(egress, 'CONNECT google.com.sekretna.example:443');
  await sendRaw(egress, 'CONNECT 10.0.0.1:443');
  expect(egress.lines).toMatchObject([
    { level: 40, host: '*.test' },
    { level: 20, host: '*.test' },
    { level: 40, host: '*.pl' },
    { level: 40, host: 'fonts.gstatic.com' },
    { level: 40, host: '*.example' },
    { level: 40, host: '10.0.0.1' },
  ]);
  expect(JSON.stringify(egress.lines)).not.toMatch(/private|token|secret|sekretna/);
});

test('an unresolvable name is answered 502', async ({ bench }) => {
  const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
  const egress = await bench.egress({ resolve });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBe(502);
  expect(egress.lines).toMatchObject([{ level: 20, host: 'www.google.com' }]);
});

test('a refused connection is answered 502', async ({ bench }) => {
  const closed = createServer();
  const { port } = await bench.listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port } });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBe(502);
});

test('an attempt that hangs is answered 502 at the time limit', async ({ bench }) => {
  const egress = await bench.egress({ resolve: () => new Promise(() => undefined), connectTimeoutMs: 50 });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBe(502);
  expect(egress.lines).toMatchObject([{ level: 20, err: { message: 'No connection within 50 ms' } }]);
});

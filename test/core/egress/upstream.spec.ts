import { createServer } from 'node:net';
import { Server as UpstreamProxy } from 'proxy-chain';
import { ProxyAgent, request } from 'undici';
import { basic, expect, resolver, sendRaw, test } from './servers.js';

test('an upstream proxy gets the checked target, and no target off the list', async ({ bench }) => {
  const provider = await bench.https((_request, response) => response.end('through two proxies'));
  const asked: string[] = [];
  const upstream = new UpstreamProxy({
    host: '127.0.0.1',
    port: 0,
    prepareRequestFunction: ({ request: connectRequest, username, password }) => {
      asked.push(`${username}:${password} ${connectRequest.url}`);
      connectRequest.url = `127.0.0.1:${provider.port}`;
      return {};
    },
  });
  await upstream.listen();
  bench.defer(() => upstream.close(true));
  const { asked: resolved, resolve } = resolver(['127.0.0.1']);
  const upstreamProxy = `http://jan:tajne@127.0.0.1:${upstream.port}`;
  const egress = await bench.egress({ upstreamProxy, resolve });
  const dispatcher = new ProxyAgent({
    uri: egress.url,
    token: basic(egress.login),
    requestTls: { rejectUnauthorized: false },
  });
  bench.defer(() => dispatcher.destroy());
  const { body } = await request('https://www.google.com/maps', { dispatcher });
  expect(await body.text()).toBe('through two proxies');
  expect((await sendRaw(egress, 'CONNECT example.com:443')).status).toBe(403);
  expect((await sendRaw(egress, 'CONNECT WWW.Google.com:0443')).status).toBe(200);
  expect(asked).toEqual(['jan:tajne www.google.com:443', 'jan:tajne www.google.com:443']);
  expect(resolved).toEqual([]);
});

test('an upstream proxy that never answers is given up', async ({ bench }) => {
  const silent = await bench.listen(createServer());
  const egress = await bench.egress({
    upstreamProxy: `http://127.0.0.1:${silent.port}`,
    connectTimeoutMs: 50,
  });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBe(0);
  expect(silent.connections()).toBe(1);
});

test('a socks upstream gets a SOCKS greeting', async ({ bench }) => {
  const greetings: number[] = [];
  const socks = await bench.listen(
    createServer((socket) =>
      socket.once('data', (greeting) => {
        greetings.push(greeting[0] ?? -1);
        socket.destroy();
      }),
    ),
  );
  const egress = await bench.egress({ upstreamProxy: `socks5://127.0.0.1:${socks.port}` });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBeGreaterThanOrEqual(500);
  expect(greetings).toEqual([5]);
});

test('an unusable upstream proxy is refused at the start, without its password', async ({ bench }) => {
  for (const upstreamProxy of ['ftp://jan:tajne@127.0.0.1', 'jan:tajne@127.0.0.1:8080', 'nonsense', '']) {
    const failure = await bench.egress({ upstreamProxy }).catch((error: Error) => error.message);
    expect(failure, upstreamProxy).toContain('UPSTREAM_PROXY must be');
    expect(failure).not.toContain('tajne');
  }
});

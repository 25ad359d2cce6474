import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { createPlainClient } from '../../../src/core/egress/plain-client.js';
import { AppError, CLIENT_GONE, DEADLINE_EXCEEDED } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { madeUp } from '../../support/made-up.js';
import { type Bench, expect, resolver, test } from './servers.js';

const live = () => new AbortController().signal;

/** A client whose every request reaches `listener`. */
async function clientTo(bench: Bench, listener: RequestListener, insecure = true) {
  const provider = await bench.https(listener);
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const client = createPlainClient(egress, { insecure });
  bench.defer(() => client.close());
  return { client, provider };
}

test('sends its own user agent unless the headers name another', async ({ bench }) => {
  const { client } = await clientTo(bench, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`${request.headers['user-agent']} ${request.headers['accept-language']} Łódź`);
  });
  const headers = { 'accept-language': 'pl' };
  expect(await client.get('https://www.google.com/maps', { signal: live(), headers })).toEqual({
    status: 200,
    location: null,
    contentType: 'text/html; charset=utf-8',
    setCookies: [],
    body: 'place-lookup/1.0 pl Łódź',
  });
  const asBrowser = { headers: { ...headers, 'user-agent': 'a browser' }, limitBytes: 9, signal: live() };
  const { body } = await client.get('https://www.google.com/maps', asBrowser);
  expect(body).toBe('a browser');
});

test('reports a redirect and does not follow it', async ({ bench }) => {
  const { client, provider } = await clientTo(bench, (_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });
  const response = await client.get('https://goo.gl/maps/abc', { signal: live() });
  expect(response).toMatchObject({ status: 302, location: '/elsewhere', body: '' });
  expect(provider.hits).toEqual(['goo.gl/maps/abc']);
});

test('a redirect whose body never ends is reported at once', async ({ bench }) => {
  const { client } = await clientTo(bench, (_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).write('drip');
  });
  expect((await client.get('https://goo.gl/maps/abc', { signal: live() })).status).toBe(302);
});

test('reads 128 KiB of a body that never ends, and hangs up', async ({ bench }) => {
  let hungUp: Promise<unknown> = Promise.resolve();
  const { client } = await clientTo(bench, (_request, response) => {
    hungUp = once(response, 'close');
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(50_000)));
    };
    response.on('drain', more);
    more();
  });
  const { body } = await client.get('https://www.google.com/maps', { signal: live() });
  expect(body).toBe('x'.repeat(128 * 1024));
  await hungUp;
});

test('an untrusted certificate is refused unless insecure', async ({ bench }) => {
  const { client, provider } = await clientTo(bench, (_request, response) => response.end(), false);
  const failure = await client.get('https://www.google.com/', { signal: live() }).catch((error) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({
    code: 'provider_unavailable',
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  expect(provider.hits).toEqual([]);
});

test('an address off the list is refused before anything is sent', async ({ bench }) => {
  const { client, provider } = await clientTo(bench, (_request, response) => response.end());
  for (const [url, host] of [
    ['https://example.com/', 'example.com'],
    ['https://169.254.169.254/latest', '169.254.169.254'],
    ['https://localhost/', 'localhost'],
    ['https://www.google.com:8443/', 'www.google.com'],
    ['https://jan@www.google.com/', 'www.google.com'],
    ['http://www.google.com/', 'www.google.com'],
    ['file:///etc/passwd', 'an address without a host.'],
  ] as const) {
    await expect(client.get(url, { signal: live() }), url).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`The link leads to ${host}`),
    });
  }
  expect(provider.connections()).toBe(0);
});

test('a host that resolves to a private address is unreachable', async ({ bench }) => {
  const egress = await bench.egress({ resolve: resolver(['127.0.0.1']).resolve });
  const client = createPlainClient(egress, { insecure: true });
  bench.defer(() => client.close());
  const failure = client.get('https://www.google.com/', { signal: live() });
  await expect(failure).rejects.toMatchObject({ code: 'provider_unavailable', cause: expect.any(Error) });
});

test('a broken answer is a provider failure', async ({ bench }) => {
  const { client } = await clientTo(bench, (request) => request.socket.destroy());
  const failure = client.get('https://www.google.com/', { signal: live() });
  await expect(failure).rejects.toMatchObject({ code: 'provider_unavailable', cause: expect.any(Error) });
});

for (const [name, listener] of [
  ['never answers', () => undefined],
  ['stops in the middle of the body', (_request, response) => response.write('begun')],
] as [string, RequestListener][]) {
  test(`the signal ends a request to a server that ${name}`, async ({ bench }) => {
    const controller = new AbortController();
    const reached = deferred<{ hungUp: Promise<unknown> }>();
    const { client } = await clientTo(bench, (request, response) => {
      listener(request, response);
      reached.resolve({ hungUp: once(response, 'close') });
    });
    const answer = client.get('https://www.google.com/', { signal: controller.signal });
    const { hungUp } = await reached.promise;
    const reason = new AppError(DEADLINE_EXCEEDED, madeUp('Too late.'));
    controller.abort(reason);
    expect(await answer.catch((error) => error)).toBe(reason);
    await hungUp;
  });
}

test('the signal ends a request whose TLS handshake hangs', async ({ bench }) => {
  const silent = createServer();
  const accepted = once(silent, 'connection');
  const { port } = await bench.listen(silent);
  const egress = await bench.egress({ override: { host: '127.0.0.1', port } });
  const client = createPlainClient(egress, { insecure: true });
  bench.defer(() => client.close());
  const controller = new AbortController();
  const answer = client.get('https://www.google.com/', { signal: controller.signal });
  await accepted;
  const reason = new AppError(CLIENT_GONE, madeUp('Nobody waits.'));
  controller.abort(reason);
  expect(await answer.catch((error) => error)).toBe(reason);
});

test('an aborted signal sends no request', async ({ bench }) => {
  const { client, provider } = await clientTo(bench, (_request, response) => response.end());
  const reason = new AppError(DEADLINE_EXCEEDED, madeUp('Too late.'));
  const answer = client.get('https://www.google.com/', { signal: AbortSignal.abort(reason) });
  expect(await answer.catch((error) => error)).toBe(reason);
  expect(provider.connections()).toBe(0);
});

test('close ends the requests under way', async ({ bench }) => {
  const reached = deferred<void>();
  const { client } = await clientTo(bench, () => reached.resolve());
  const answer = client.get('https://www.google.com/', { signal: live() }).catch((error) => error);
  await reached.promise;
  await client.close();
  expect(await answer).toMatchObject({ code: 'provider_unavailable' });
});

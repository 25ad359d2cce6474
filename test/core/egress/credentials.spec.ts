import { createServer } from 'node:net';
import { createPlainClient } from '../../../src/core/egress/plain-client.js';
import { basic, expect, resolver, sendRaw, test } from './servers.js';

// The proxy serves the process that started it, and nobody else on the machine.

const ALLOWED = 'CONNECT www.google.com:443';

test('a client without the credentials of this process gets 407, and nothing is connected', async ({
  bench,
}) => {
  const provider = await bench.listen(createServer());
  const override = { host: '127.0.0.1', port: provider.port };
  const egress = await bench.egress({ override });
  const other = await bench.egress({ override });
  const { username, password } = egress.login;
  for (const authorization of [
    null,
    basic({ username, password: '' }),
    basic({ username: '', password }),
    basic({ username, password: `${password}x` }),
    basic({ username: `${username}:`, password }),
    basic({ username: password, password: username }),
    basic(other.login),
  ]) {
    for (const line of [
      ALLOWED,
      'CONNECT example.com:443',
      `GET ${egress.login.url}`,
      'GET http://spy.test/',
    ]) {
      expect((await sendRaw(egress, line, authorization)).status, `${line} ${authorization}`).toBe(407);
    }
  }
  for (const authorization of ['Bearer x', `Digest ${password}`, 'Basic']) {
    expect([400, 407]).toContain((await sendRaw(egress, ALLOWED, authorization)).status);
  }
  expect(provider.connections()).toBe(0);
  expect(egress.lines.filter(({ msg }) => !msg.startsWith('EGRESS OVERRIDE'))).toEqual([]);
  expect((await sendRaw(egress, ALLOWED)).status).toBe(200);
});

test('a client without credentials causes no name to be resolved', async ({ bench }) => {
  const { asked, resolve } = resolver(['8.8.8.8']);
  const egress = await bench.egress({ resolve });
  expect((await sendRaw(egress, ALLOWED, null)).status).toBe(407);
  expect(asked).toEqual([]);
});

test('every process has credentials of its own, which its address does not show', async ({ bench }) => {
  const [one, two] = [await bench.egress(), await bench.egress()];
  expect(one.login.password).not.toBe(two.login.password);
  expect(one.login.password).toMatch(/^[\w-]{43}$/);
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a client can check its credentials without a connection', async ({ bench }) => {
  const egress = await bench.egress();
  expect((await sendRaw(egress, `GET ${egress.login.url}`)).status).toBe(204);
  expect((await sendRaw(egress, `CONNECT ${new URL(egress.login.url).hostname}:443`)).status).toBe(403);
});

test('the plain client sends the credentials, and wrong credentials are provider_unavailable', async ({
  bench,
}) => {
  const provider = await bench.https((_request, response) => response.end('the answer'));
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const { signal } = new AbortController();
  const client = createPlainClient(egress, { insecure: true });
  bench.defer(() => client.close());
  expect((await client.get('https://www.google.com/', { signal })).body).toBe('the answer');
  const login = { ...egress.login, password: 'wrong' };
  const stranger = createPlainClient({ url: egress.url, login }, { insecure: true });
  bench.defer(() => stranger.close());
  await expect(stranger.get('https://www.google.com/', { signal })).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
  expect(provider.hits).toEqual(['www.google.com/']);
});

test('only the login for pictures reaches hosts of fonts and photographs', async ({ bench }) => {
  const target = await bench.listen(createServer());
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: target.port } });
  const statusOf = async (host: string, login: typeof egress.login) =>
    (await sendRaw(egress, `CONNECT ${host}:443`, basic(login))).status;
  for (const host of ['fonts.gstatic.com', 'lh3.googleusercontent.com']) {
    expect(await statusOf(host, egress.login)).toBe(403);
    expect(await statusOf(host, egress.pictureLogin)).toBe(200);
  }
  expect(await statusOf('www.google.com', egress.pictureLogin)).toBe(200);
  for (const host of ['example.com', 'lh3.googleusercontent.com.example.com', 'drive.googleusercontent.com'])
    expect(await statusOf(host, egress.pictureLogin)).toBe(403);
});

import { loadReloadableKeys } from '../../src/app/configured-keys.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { pointsLeft, startHttp } from '../support/http-only.js';
import { readConfig } from '../support/read-config.js';
import { expect, test } from '../support/test.js';
import { apiKeys, FARM, SHOP } from './test-keys.js';

// AUTH_PROXY_HEADER: a reverse proxy signs users in. The proxy has the address 127.0.0.1, every other client 127.0.0.2.

const OTHER = '127.0.0.2';
const SIGN_IN = { AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8'] };

test('a user whom the proxy has signed in has the rights and points of the key of that name', async () => {
  await using http = await startHttp({ ...SIGN_IN, apiKeys, RATE_LIMIT_PER_MINUTE: 9 });
  const as = (user: string, path = '/api/info') => http.ask(path, { headers: { 'remote-user': user } });
  expect(await as('shop')).toMatchObject({ status: 200, headers: { ratelimit: pointsLeft(8) } });
  expect(await as('farm')).toMatchObject({ status: 200, headers: { ratelimit: pointsLeft(8) } });
  const key = { 'X-API-Key': SHOP.key };
  expect((await http.ask('/api/info', { headers: key })).headers.ratelimit).toEqual(pointsLeft(7));
  expect((await as('shop', '/metrics')).status, 'the key has no scope for metrics').toBe(401);
  expect((await as('ops', '/metrics')).status).toBe(200);
  // A key in the request goes before the user of the proxy.
  const both = await http.ask('/api/info', { headers: { 'remote-user': 'shop', 'X-API-Key': FARM.key } });
  expect(both.headers.ratelimit).toEqual(pointsLeft(7));
  const unknown = await as('nobody');
  expect(unknown.status).toBe(401);
  expect(JSON.parse(unknown.text).error).toMatchObject({ code: 'unauthorized', reason: 'user_unknown' });
  for (const header of ['', 'shop, farm', 'SHOP']) expect((await as(header)).status, header).toBe(401);
  const twice = await http.ask('/api/info', { headers: { 'remote-user': ['shop', 'shop'] } });
  expect(twice.status, 'the header of the client beside that of the proxy').toBe(401);
});

test('a client that reaches the port without the proxy cannot forge the header, whatever else it sends', async () => {
  await using http = await startHttp({ ...SIGN_IN, apiKeys });
  for (const more of [
    {},
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-For': '127.0.0.1, 127.0.0.1', Forwarded: 'for=127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { 'Remote-User': 'ops' },
  ])
    for (const path of ['/api/info', '/metrics']) {
      const answer = await http.ask(path, { from: OTHER, headers: { 'remote-user': 'shop', ...more } });
      expect(answer.status, JSON.stringify(more)).toBe(401);
      expect(JSON.parse(answer.text).error.reason).toBe('key_missing');
    }
});

test('a client that reaches the port without the named proxy pays as its own address', async () => {
  await using http = await startHttp({ TRUST_PROXY: ['127.0.0.1'], RATE_LIMIT_PER_MINUTE: 2 });
  const asked = async (from: string, address: string) =>
    (await http.ask('/api/info', { from, headers: { 'X-Forwarded-For': address } })).status;
  for (const [address, status] of [
    ['203.0.113.1', 200],
    ['203.0.113.2', 200],
    ['203.0.113.3', 429],
  ] as const)
    expect(await asked(OTHER, address)).toBe(status);
  expect(await asked('127.0.0.1', '203.0.113.3')).toBe(200);
});

test('the header is ignored where TRUST_PROXY is a number, or where no header is named', async () => {
  await using http = await startHttp({ AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: 1, apiKeys });
  expect((await http.ask('/api/info', { headers: { 'remote-user': 'shop' } })).status).toBe(401);
});

test('the service does not start with a header but without addresses of the proxy, or without keys', async () => {
  const load = async (env: Record<string, string>) => {
    const { keys, close } = await loadReloadableKeys(readConfig(env), createLogger('silent'));
    close();
    return keys;
  };
  const header = { AUTH_PROXY_HEADER: 'Remote-User' };
  for (const env of [
    header,
    { ...header, API_KEYS: SHOP.entry },
    { ...header, API_KEYS: SHOP.entry, TRUST_PROXY: '1' },
    { ...header, TRUST_PROXY: '127.0.0.1' },
  ])
    await expect(load(env)).rejects.toThrow('AUTH_PROXY_HEADER needs');
  await expect(
    load({ ...header, API_KEYS: SHOP.entry, TRUST_PROXY: '::1, 10.0.0.0/8' }),
  ).resolves.not.toBeNull();
  for (const name of ['X-API-Key', 'authorization', 'a b'])
    expect(() => readConfig({ AUTH_PROXY_HEADER: name })).toThrow('must be');
});

import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { ENDPOINTS } from '../../src/installed.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { apiKeys, FARM, SHOP } from './test-keys.js';

// Which requests need a key, and which keys are accepted.

const STRANGER = createApiKey('shop').key;

/** Every endpoint below /api, so that a new one is not forgotten. */
const API_REQUESTS = ENDPOINTS.filter(({ access }) => access === 'api').flatMap(({ method, path }) =>
  (method === 'get' ? ['HEAD', 'GET'] : [method.toUpperCase()]).map((name) => [name, path] as const),
);

test('every endpoint below /api, /metrics and unknown paths need a key', async () => {
  await using http = await startHttp({ apiKeys });
  expect(API_REQUESTS.length).toBeGreaterThan(40);
  for (const [method, path] of [
    ...API_REQUESTS,
    ['GET', '/metrics'] as const,
    ['GET', '/api/nothing'] as const,
    ['PUT', '/api'] as const,
  ]) {
    const name = `${method} ${path}`;
    for (const headers of [{}, { 'X-API-Key': STRANGER }]) {
      const { status, headers: answered, text } = await http.ask(path, { method, headers });
      expect(status, name).toBe(401);
      expect(answered['www-authenticate'], name).toBe('Bearer');
      if (method === 'HEAD') continue;
      expect(JSON.parse(text), name).toEqual({
        status: 'error',
        error: {
          code: 'unauthorized',
          message: expect.stringContaining('X-API-Key: <key>'),
          reason: headers['X-API-Key'] === undefined ? 'key_missing' : 'key_invalid',
          values: {},
          request_id: answered['x-request-id'],
        },
      });
    }
    // With several keys, the metrics need a key with their scope.
    if (path === '/metrics') continue;
    const admitted = await http.ask(path, { method, headers: { 'X-API-Key': SHOP.key } });
    expect(admitted.status, name).not.toBe(401);
  }
});

const OPS = createApiKey('ops', { isOperator: true });
const GRAPHS = createApiKey('graphs');
const ofAllKinds = parseApiKeys([
  { name: 'API_KEYS', text: `${SHOP.entry},${OPS.entry},${GRAPHS.entry}::metrics` },
]);
/** No key, an unknown key, a key, one of an operator, and one for metrics; the doctor of these tests fails. */
const WHO = [null, STRANGER, SHOP.key, OPS.key, GRAPHS.key];
const RIGHTS: readonly (readonly [string, readonly number[]])[] = [
  ['/api/info', [401, 401, 200, 200, 401]],
  ['/api/nothing', [401, 401, 404, 404, 401]],
  ['/api/doctor', [401, 401, 401, 500, 401]],
  ['/api/doctor?quick=true', [401, 401, 401, 500, 401]],
  ['/api/doctor?last=true', [401, 401, 401, 200, 401]],
  // The metrics name all clients.
  ['/metrics', [401, 401, 401, 200, 200]],
  ['/healthz', [200, 200, 200, 200, 200]],
  ['/readyz', [200, 200, 200, 200, 200]],
  ['/elsewhere', [404, 404, 404, 404, 404]],
];

for (const [path, expected] of RIGHTS)
  test(`${path} is answered by the rights of the key`, async () => {
    await using http = await startHttp({ apiKeys: ofAllKinds, RATE_LIMIT_PER_MINUTE: 100 });
    const asked = (key: string | null) =>
      http.ask(path, { headers: key === null ? {} : { 'X-API-Key': key } });
    const answers = await Promise.all(WHO.map(asked));
    expect(answers.map(({ status }) => status)).toEqual(expected);
    if (!path.startsWith('/api/doctor')) return;
    expect(JSON.parse(answers[2]?.text ?? '').error.message).toContain('needs the key of an operator');
  });

test('without configured keys every endpoint is open, whatever key is sent', async () => {
  await using http = await startHttp({});
  for (const path of ['/api/info', '/metrics', '/api/doctor?last=true'])
    expect((await http.ask(path, { headers: { 'X-API-Key': STRANGER } })).status, path).toBe(200);
});

const right = SHOP.key;
const PRESENTED: readonly [string, Record<string, string | string[]>, number][] = [
  ['X-API-Key', { 'x-api-key': right }, 200],
  ['Bearer', { Authorization: `Bearer ${right}` }, 200],
  ['bearer in another spelling', { Authorization: `bearer   ${right}` }, 200],
  ['both headers with one key', { 'X-API-Key': right, Authorization: `Bearer ${right}` }, 200],
  ['a proxy that adds Basic', { 'X-API-Key': right, Authorization: 'Basic c2hvcDp4' }, 200],
  ['one key, sent twice', { 'X-API-Key': [right, right] }, 200],
  ['two headers that contradict', { 'X-API-Key': right, Authorization: `Bearer ${FARM.key}` }, 401],
  ['a right and a wrong key', { 'X-API-Key': [right, STRANGER] }, 401],
  [
    'a wrong Authorization behind a right one',
    { Authorization: [`Bearer ${right}`, `Bearer ${STRANGER}`] },
    401,
  ],
  ['two keys in one header', { 'X-API-Key': `${right}, ${FARM.key}` }, 401],
  ['the beginning of a key', { 'X-API-Key': right.slice(0, -1) }, 401],
  ['a key and more', { 'X-API-Key': `${right}x` }, 401],
  ['another case', { 'X-API-Key': right.toUpperCase() }, 401],
  ['the entry', { 'X-API-Key': SHOP.entry }, 401],
  ['the hash', { 'X-API-Key': SHOP.entry.slice(5) }, 401],
  ['an empty header', { 'X-API-Key': '' }, 401],
  ['Bearer without a key', { Authorization: 'Bearer' }, 401],
  ['Basic', { Authorization: `Basic ${Buffer.from(`shop:${right}`).toString('base64')}` }, 401],
  ['the bare key as Authorization', { Authorization: right }, 401],
  ['15 KB', { 'X-API-Key': 'x'.repeat(15_000) }, 401],
  ['a cookie', { Cookie: `X-API-Key=${right}` }, 401],
];

for (const [how, headers, expected] of PRESENTED)
  test(`${how} as a key: ${expected}`, async () => {
    await using http = await startHttp({ apiKeys });
    expect((await http.ask('/api/info', { headers })).status).toBe(expected);
  });

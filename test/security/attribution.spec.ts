import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { READY_SERVICES, startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';

// Log and metrics name the key of a request, and never show it.

const SHOP = createApiKey('shop');
const FARM = createApiKey('farm.2');
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: `${SHOP.entry},${FARM.entry}::api+metrics` }]);
const STRANGER = createApiKey('shop').key;

test('the access line and a counter name the key of a request', async () => {
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  await using http = await startHttp({ log, metrics, apiKeys, RATE_LIMIT_PER_MINUTE: 3 });
  for (const [path, headers] of [
    ['/api/info', { 'X-API-Key': SHOP.key }],
    ['/api/search', { Authorization: `Bearer ${FARM.key}` }],
    ['/api/nothing', { 'X-API-Key': SHOP.key }],
    ['/api/place-reviews?placeid=x', { 'X-API-Key': SHOP.key }],
    ['/metrics', { 'X-API-Key': FARM.key }],
    ['/api/info', { 'X-API-Key': STRANGER }],
    ['/api/info', {}],
    ['/healthz', { 'X-API-Key': SHOP.key }],
  ] as const) {
    await http.ask(path, { headers });
  }
  const accessLines = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await expect.poll(() => accessLines().length).toBe(8);
  expect(accessLines().map(({ client, status }) => [client, status])).toEqual([
    ['shop', 200],
    ['farm.2', 400],
    ['shop', 404],
    ['shop', 429],
    ['farm.2', 200],
    [null, 401],
    [null, 401],
    [null, 200],
  ]);
  const { text } = await metrics.render();
  expect(text.split('\n').filter((line) => line.startsWith('place_lookup_client_requests_total{'))).toEqual([
    'place_lookup_client_requests_total{client="shop",route="/api/info",code=""} 1',
    'place_lookup_client_requests_total{client="farm.2",route="/api/search",code="invalid_request"} 1',
    'place_lookup_client_requests_total{client="shop",route="none",code="unknown_endpoint"} 1',
    'place_lookup_client_requests_total{client="shop",route="/api/place-reviews",code="rate_limited"} 1',
    'place_lookup_client_requests_total{client="farm.2",route="/metrics",code=""} 1',
  ]);
  for (const { key, entry } of [SHOP, FARM]) {
    for (const secret of [key, entry.split(':')[1] ?? ''])
      expect(lines.join('') + text).not.toContain(secret);
  }
});

// What becomes of several ways: test/core/traffic/single-flight.spec.ts.
test('the access line says in which way an answer was read', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const find: typeof READY_SERVICES.finder.find = (query, scope, ...more) => {
    scope.timings.path = 'fast';
    return READY_SERVICES.finder.find(query, scope, ...more);
  };
  await using http = await startHttp({ log, finder: { ...READY_SERVICES.finder, find } });
  for (const path of ['/api/info', '/api/search?query=ChIJJz6dChxbFkcRFk6Qq9KBXD8']) await http.ask(path);
  const read = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await expect.poll(() => read().map(({ lookupPath }) => lookupPath)).toEqual([null, 'fast']);
});

test('a malformed request has no client in the log', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  await using http = await startHttp({ log, apiKeys });
  await http.ask('/api/info', { headers: { Expect: 'miracles', 'X-API-Key': SHOP.key } });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request', client: null, status: 400 },
  ]);
});

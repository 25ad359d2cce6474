import { ENDPOINTS } from '../../src/installed.js';
import {
  type HttpOnly,
  type HttpSetup,
  type RawAnswer,
  READY_SERVICES,
  startHttp,
} from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { apiKeys, SHOP } from './test-keys.js';

// An answer belongs to the client that asked: no intermediate cache keeps it, and it reveals nothing about other clients.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Every endpoint below /api, so that a new one is not forgotten. */
const API_REQUESTS = ENDPOINTS.filter(({ access }) => access === 'api' || access === 'operator').flatMap(
  ({ method, path }) =>
    (method === 'get' ? ['HEAD', 'GET'] : [method.toUpperCase()]).map((name) => [name, path] as const),
);

/** Successes, whole and line by line. */
const SUCCESSES: readonly [string, Parameters<HttpOnly['ask']>[1]][] = [
  ['/api/info', {}],
  [`/api/search?query=${PLACE_ID}`, {}],
  [`/api/place-reviews?placeid=${PLACE_ID}`, {}],
  [`/api/place-reviews?placeid=${PLACE_ID}`, { headers: { Accept: 'application/x-ndjson' } }],
  ['/api/review-visibility?url=https://maps.app.goo.gl/RevVisible', {}],
  ['/api/review-visibility', { method: 'POST', body: '{"urls":["https://maps.app.goo.gl/RevVisible"]}' }],
  ['/api/convert', { method: 'POST', body: `{"place_id":"${PLACE_ID}"}` }],
];

for (const [what, options] of [
  ['with keys', { apiKeys }],
  ['without keys', {}],
] as const)
  test(`every answer of the API is for its client alone, ${what}`, async () => {
    await using http = await startHttp(options);
    for (const [path, asking = {}] of SUCCESSES) {
      const headers = { ...asking.headers, ...(asking.body && JSON_BODY), 'X-API-Key': SHOP.key };
      const answer = await http.ask(path, { ...asking, headers });
      expect(answer.status, path).toBe(200);
      expectPrivate(answer, path);
    }
    const others = [
      ['GET', '/metrics'],
      ['GET', '/api/nothing'],
      ['PUT', '/API/x'],
    ] as const;
    for (const [method, path] of [...API_REQUESTS, ...others])
      expectPrivate(await http.ask(path, { method }), `${method} ${path}`);
  });

test('shared caches may keep the OpenAPI document', async () => {
  await using http = await startHttp({ apiKeys });
  const { status, headers } = await http.ask('/api/openapi.json');
  expect([status, headers['cache-control'], headers.vary]).toEqual([200, 'no-cache', undefined]);
});

test('Vary names the key headers beside the origin', async () => {
  await using http = await startHttp({ CORS_ORIGINS: ['https://app.example'] });
  const { headers } = await http.ask('/api/info', { headers: { Origin: 'https://app.example' } });
  expect(namesIn(headers.vary)).toEqual(['accept', 'authorization', 'origin', 'x-api-key']);
});

test('X-Cache and Age tell of earlier queries, but not of the queries of other keys', async () => {
  const cache = { outcome: 'hit', ageSeconds: 7 } as const;
  const { finder } = READY_SERVICES;
  const cached: HttpSetup['finder'] = {
    ...finder,
    find: async (...asked) => ({ ...(await finder.find(...asked)), cache }),
  };
  for (const [options, told] of [
    [{}, ['hit', '7']],
    [{ apiKeys }, [undefined, undefined]],
  ] as const) {
    await using http = await startHttp({ ...options, finder: cached });
    const { status, headers } = await http.ask(`/api/search?query=${PLACE_ID}`, {
      headers: { 'X-API-Key': SHOP.key },
    });
    expect([status, headers['x-cache'], headers.age]).toEqual([200, ...told]);
  }
});

function expectPrivate({ headers }: RawAnswer, what: string): void {
  expect(headers['cache-control'], what).toBe('private, no-store');
  expect(namesIn(headers.vary), what).toEqual(expect.arrayContaining(['authorization', 'x-api-key']));
}

function namesIn(vary = ''): string[] {
  return vary.toLowerCase().split(/,\s*/).sort();
}

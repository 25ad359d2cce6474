import { expect } from '@playwright/test';
import { createApiKey, parseApiKeys } from '../../src/config/api-keys.js';
import { ENDPOINTS } from '../../src/http/endpoints/list.js';
import type { HttpOptions } from '../../src/http/server.js';
import {
  type HttpOnly,
  type HttpSetup,
  type RawAnswer,
  READY_SERVICES,
  startHttp,
} from '../support/http-only.js';
import { test } from '../support/service.js';

// An answer belongs to the client that asked: no intermediate cache keeps it, and it reveals nothing about other clients.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SHOP = createApiKey('shop');
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: SHOP.entry }]);
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

const OPTIONS: readonly [string, HttpSetup][] = [
  ['with keys', { apiKeys }],
  ['without keys', {}],
];

for (const [how, options] of OPTIONS) {
  test(`${how}: every answer of the API says that it is for this client alone`, async () => {
    const http = await startHttp(options);
    try {
      for (const [path, asking = {}] of SUCCESSES) {
        const headers = { ...asking.headers, ...(asking.body && JSON_BODY), 'X-API-Key': SHOP.key };
        const answer = await http.ask(path, { ...asking, headers });
        expect(answer.status, path).toBe(200);
        expectPrivate(answer, path);
      }
      for (const [method, path] of [
        ...API_REQUESTS,
        ['GET', '/metrics'],
        ['GET', '/api/nothing'],
        ['PUT', '/API/x'],
      ]) {
        expectPrivate(await http.ask(path ?? '', { method: method ?? '' }), `${method} ${path}`);
      }
    } finally {
      await http.close();
    }
  });
}

test('what is the same for everybody may be kept', async () => {
  const http = await startHttp({ apiKeys });
  try {
    const { status, headers } = await http.ask('/api/openapi.json');
    expect([status, headers['cache-control'], headers.vary]).toEqual([200, 'no-cache', undefined]);
  } finally {
    await http.close();
  }
});

test('Vary names the keys beside the origin', async () => {
  const http = await startHttp({ CORS_ORIGINS: ['https://app.example'] });
  try {
    const { headers } = await http.ask('/api/info', { headers: { Origin: 'https://app.example' } });
    expect(namesIn(headers.vary)).toEqual(['accept', 'authorization', 'origin', 'x-api-key']);
  } finally {
    await http.close();
  }
});

for (const [how, options] of OPTIONS) {
  const isTold = options.apiKeys === undefined;
  test(`${how}: X-Cache and Age ${isTold ? 'report earlier queries' : 'are not sent: they reveal other clients'}`, async () => {
    const find = READY_SERVICES.finder.find;
    const cache = { outcome: 'hit', ageSeconds: 7 } as const;
    const finder: HttpOptions['finder'] = {
      ...READY_SERVICES.finder,
      find: async (...asked) => ({ ...(await find(...asked)), cache }),
    };
    const http = await startHttp({ ...options, finder });
    try {
      const { status, headers } = await http.ask(`/api/search?query=${PLACE_ID}`, {
        headers: { 'X-API-Key': SHOP.key },
      });
      expect(status).toBe(200);
      expect([headers['x-cache'], headers.age]).toEqual(isTold ? ['hit', '7'] : [undefined, undefined]);
    } finally {
      await http.close();
    }
  });
}

function expectPrivate({ headers }: RawAnswer, what: string): void {
  expect(headers['cache-control'], what).toBe('private, no-store');
  expect(namesIn(headers.vary), what).toEqual(expect.arrayContaining(['authorization', 'x-api-key']));
}

function namesIn(vary = ''): string[] {
  return vary.toLowerCase().split(/,\s*/).sort();
}

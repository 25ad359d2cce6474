import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import Koa from 'koa';
import { startStandIn } from '../../fixtures/provider/server.js';
import { createApiKey, parseApiKeys } from '../../src/http/api-keys.js';
import { ENDPOINTS } from '../../src/http/endpoints/list.js';
import { contentPolicy, securityHeaders } from '../../src/http/middleware/security-headers.js';
import { createRateLimits } from '../../src/http/rate-limits.js';
import type { HttpOptions } from '../../src/http/server.js';
import { type HttpOnly, pointsLeft, secondsToReset, startHttp } from '../support/http-only.js';
import { startService } from '../support/service.js';

// Who may use the service, how often, from where, and what a browser is told about it.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const REVIEWS = `/api/place-reviews?placeid=${PLACE_ID}`;
const APP = 'https://app.example';
const SHOP = createApiKey('shop');
const FARM = createApiKey('farm');
const STRANGER = createApiKey('shop').key;
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: `${SHOP.entry}\n${FARM.entry}` }]);

/** Every endpoint below /api, so that a new one is not forgotten. */
const API_REQUESTS = ENDPOINTS.filter(({ access }) => access === 'api').flatMap(({ method, path }) =>
  (method === 'get' ? ['HEAD', 'GET'] : ['POST']).map((name) => [name, path] as const),
);

function onHttp(options: Partial<HttpOptions>, use: (http: HttpOnly) => Promise<void>) {
  return async () => {
    const http = await startHttp(options);
    try {
      await use(http);
    } finally {
      await http.close();
    }
  };
}

test('the settings reach the service', async () => {
  const standIn = await startStandIn();
  const service = await startService(standIn, {
    API_KEYS: SHOP.entry,
    RATE_LIMIT_PER_MINUTE: '5',
    TRUST_PROXY: 'true',
    CORS_ORIGINS: `${APP}, https://other.example`,
  });
  try {
    for (const [address, left] of [
      ['203.0.113.1', 4],
      ['9.9.9.9, 203.0.113.1', 3],
      ['203.0.113.2', 4],
    ] as const) {
      const { status, headers } = await service.get('/api/info', { 'X-Forwarded-For': address, Origin: APP });
      expect(status).toBe(401);
      expect(headers.get('RateLimit')).toEqual(pointsLeft(left));
      expect(headers.get('Access-Control-Allow-Origin')).toBe(APP);
    }
    expect((await service.get('/api/info', { 'X-API-Key': SHOP.key })).status).toBe(200);
  } finally {
    await service.close();
    await standIn.close();
  }
});

test('the endpoints are seen', () => {
  expect(API_REQUESTS.length).toBeGreaterThanOrEqual(9);
});

for (const [method, path] of [
  ...API_REQUESTS,
  ['GET', '/metrics'],
  ['GET', '/api/nothing'],
  ['PUT', '/api'],
]) {
  test(
    `${method} ${path} needs a key`,
    onHttp({ apiKeys }, async ({ ask }) => {
      for (const headers of [{}, { 'X-API-Key': STRANGER }]) {
        const { status, headers: answered, text } = await ask(path ?? '', { method: method ?? '', headers });
        expect(status).toBe(401);
        expect(answered['www-authenticate']).toBe('Bearer');
        if (method === 'HEAD') continue;
        expect(JSON.parse(text)).toEqual({
          status: 'error',
          error: {
            code: 'unauthorized',
            message: expect.stringContaining('X-API-Key: <key>'),
            request_id: answered['x-request-id'],
          },
        });
      }
      const admitted = await ask(path ?? '', { method: method ?? '', headers: { 'X-API-Key': SHOP.key } });
      expect(admitted.status).not.toBe(401);
    }),
  );
}

test(
  'health needs no key, a wrong one does not matter, and what lies outside /api is simply not there',
  onHttp({ apiKeys }, async ({ ask }) => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz', { headers: { 'X-API-Key': STRANGER } })).status).toBe(200);
    expect((await ask('/elsewhere')).status).toBe(404);
  }),
);

test(
  'without keys everything is open, whatever is sent',
  onHttp({}, async ({ ask }) => {
    expect((await ask('/api/info', { headers: { 'X-API-Key': STRANGER } })).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
  }),
);

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

for (const [how, headers, expected] of PRESENTED) {
  test(
    `${expected} for ${how}`,
    onHttp({ apiKeys }, async ({ ask }) => {
      expect((await ask('/api/info', { headers })).status).toBe(expected);
    }),
  );
}

test(
  'a key in the query is none',
  onHttp({ apiKeys }, async ({ ask }) => {
    for (const name of ['key', 'api_key', 'apikey', 'X-API-Key', 'access_token']) {
      expect((await ask(`/api/info?${name}=${right}`)).status).toBe(401);
    }
  }),
);

test(
  'every limited answer, also an error, names the points left in the two RateLimit headers',
  onHttp({ rateLimitPerMinute: 30, apiKeys }, async ({ ask }) => {
    const headers = { 'X-API-Key': right };
    const json = { ...headers, 'Content-Type': 'application/json' };
    let left = 30;
    for (const [path, status, cost, asking] of [
      ['/api/info', 200, 1, { headers }],
      ['/api/search', 400, 1, { headers }],
      ['/api/nothing', 404, 1, { headers }],
      [`/api/search?query=${PLACE_ID}`, 200, 1, { headers }],
      [REVIEWS, 200, 10, { headers }],
      ['/api/review-visibility', 400, 10, { method: 'POST', headers: json, body: '{}' }],
    ] as const) {
      const answer = await ask(path, asking);
      left -= cost;
      expect(answer.status).toBe(status);
      const reset = secondsToReset(answer);
      expect(reset).toBeGreaterThan(50);
      expect(reset).toBeLessThanOrEqual(60);
      expect(answer.headers).toMatchObject({
        'ratelimit-policy': '"default";q=30;w=60',
        ratelimit: `"default";r=${left};t=${reset}`,
      });
      const names = Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'));
      expect(names.sort()).toEqual(['ratelimit', 'ratelimit-policy']);
    }
    const refused = await ask('/api/info');
    expect(refused).toMatchObject({ status: 401, headers: { ratelimit: pointsLeft(29) } });
    for (const path of ['/healthz', '/elsewhere', '/metrics']) {
      expect((await ask(path, { headers })).headers).not.toHaveProperty('ratelimit');
    }
  }),
);

test(
  'when the points are used up: 429 and when to come back; a request refused takes none',
  onHttp({ rateLimitPerMinute: 13 }, async ({ ask }) => {
    expect((await ask(REVIEWS)).status).toBe(200);
    const refused = await ask(REVIEWS);
    expect(refused).toMatchObject({ status: 429, headers: { ratelimit: pointsLeft(3) } });
    expect(JSON.parse(refused.text).error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/costs 10 of the 13 points .* 3 are left/),
    });
    expect(refused.headers['retry-after']).toBe(String(secondsToReset(refused)));
    for (const status of [200, 200, 200, 429, 429]) expect((await ask('/api/info')).status).toBe(status);
    expect((await ask('/healthz')).status).toBe(200);
  }),
);

test(
  'a small allowance puts no endpoint out of reach',
  onHttp({ rateLimitPerMinute: 4 }, async ({ ask }) => {
    expect(await ask(REVIEWS)).toMatchObject({ status: 200, headers: { ratelimit: pointsLeft(0) } });
    expect((await ask(REVIEWS)).status).toBe(429);
  }),
);

test(
  'many requests at once get no more than the allowance',
  onHttp({ rateLimitPerMinute: 7 }, async ({ ask }) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/api/info')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  }),
);

test('the points come back after a minute, not before', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  try {
    const limits = createRateLimits(2);
    const someone = { client: 'someone', isKey: false, network: null };
    const take = async () => (await limits?.take(someone, 1))?.granted;
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
    mock.timers.tick(59_000);
    expect(await limits?.take(someone, 1)).toEqual({
      granted: false,
      limit: 2,
      remaining: 0,
      resetSeconds: 1,
    });
    mock.timers.tick(1_001);
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  } finally {
    mock.timers.reset();
  }
});

test(
  '0 = no limit and no headers of one',
  onHttp({ rateLimitPerMinute: 0 }, async ({ ask }) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/api/info')));
    expect(answers.every(({ status, headers }) => status === 200 && !('ratelimit' in headers))).toBe(true);
  }),
);

test(
  'every key has points of its own, wherever it comes from; so has every address without one',
  onHttp({ rateLimitPerMinute: 2, apiKeys }, async ({ ask }) => {
    const shop = { headers: { 'X-API-Key': SHOP.key } };
    expect((await ask('/api/info', shop)).status).toBe(200);
    expect((await ask('/api/info', { ...shop, from: '127.0.0.2' })).status).toBe(200);
    expect((await ask('/api/info', { ...shop, from: '127.0.0.3' })).status).toBe(429);
    expect((await ask('/api/info', { headers: { 'X-API-Key': FARM.key } })).status).toBe(200);
    for (const status of [401, 401, 429]) expect((await ask('/api/info')).status).toBe(status);
    expect((await ask('/api/info', { from: '127.0.0.2' })).status).toBe(401);
  }),
);

for (const path of ['/api/info', '/metrics', '/api/nothing']) {
  test(
    `guessing keys at ${path} is limited, and locks out no client with a valid key`,
    onHttp({ rateLimitPerMinute: 3, apiKeys }, async ({ ask }) => {
      const guess = () => ask(path, { headers: { 'X-API-Key': createApiKey('x').key } });
      for (const status of [401, 401, 401, 429, 429]) expect((await guess()).status).toBe(status);
      expect((await ask('/api/info', { headers: { 'X-API-Key': right } })).status).toBe(200);
    }),
  );
}

/** The addresses the outermost proxy and those behind it wrote, and whether they share the first one's points. */
const FORWARDED: readonly [number, string, readonly [string, boolean][]][] = [
  [
    0,
    'forwarded addresses do not count at all',
    [
      ['203.0.113.1', true],
      ['203.0.113.2', true],
      ['198.51.100.7, 203.0.113.3', true],
      ['2001:db8::1', true],
    ],
  ],
  [
    1,
    'behind one proxy the last address counts, whatever stands before it',
    [
      ['203.0.113.1', true],
      ['9.9.9.9, 203.0.113.1', true],
      ['8.8.8.8, 7.7.7.7,203.0.113.1', true],
      ['203.0.113.1:50123', true],
      ['::ffff:203.0.113.1', true],
      ['203.0.113.1, 203.0.113.2', false],
    ],
  ],
  [
    2,
    'behind two proxies the last but one counts',
    [
      ['203.0.113.1, 10.0.0.9', true],
      ['9.9.9.9, 203.0.113.1, 10.0.0.8', true],
      ['203.0.113.1, 203.0.113.2, 10.0.0.9', false],
    ],
  ],
  [
    1,
    'a /64 of IPv6 is one client',
    [
      ['2001:db8:1:2::1', true],
      ['2001:db8:1:2:ffff:ffff:ffff:ffff', true],
      ['[2001:0DB8:1:2::7]:443', true],
      ['2001:db8:1:3::1', false],
    ],
  ],
  [
    1,
    'what is no address does not count: that of the connection does',
    [
      ['unknown', true],
      ['0x7f.1', true],
      ['203.0.113.999', true],
      ['', true],
      ['127.0.0.1', true],
    ],
  ],
];

for (const [proxies, what, chains] of FORWARDED) {
  test(
    `TRUST_PROXY=${proxies}: ${what}`,
    onHttp({ rateLimitPerMinute: chains.length, proxies }, async ({ ask }) => {
      const left: string[] = [];
      const expected: unknown[] = [];
      let shared = chains.length;
      for (const [chain, isSame] of chains) {
        const { headers } = await ask('/api/info', { headers: { 'X-Forwarded-For': chain } });
        left.push(headers.ratelimit ?? '');
        if (isSame) shared -= 1;
        expected.push(pointsLeft(isSame ? shared : chains.length - 1));
      }
      expect(left).toEqual(expected);
    }),
  );
}

test(
  'an address forged by repeating or misspelling the header gives nothing either',
  onHttp({ rateLimitPerMinute: 5, proxies: 1 }, async ({ ask }) => {
    const left: string[] = [];
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.1' },
      { 'X-Forwarded-For': ['9.9.9.9', '203.0.113.1'] },
      { 'X-Forwarded-For': '203.0.113.1', Forwarded: 'for=9.9.9.9' },
      { 'X-Forwarded-For': '203.0.113.1', 'X-Real-IP': '9.9.9.9', 'CF-Connecting-IP': '9.9.9.9' },
    ]) {
      left.push((await ask('/api/info', { headers })).headers.ratelimit ?? '');
    }
    expect(left).toEqual([4, 3, 2, 1].map(pointsLeft));
  }),
);

for (const [path, status] of [
  ['/api/info', 200],
  ['/api/search', 400],
  ['/elsewhere', 404],
  ['/healthz', 200],
] as const) {
  test(
    `a browser that shows ${path} runs, frames and guesses nothing`,
    onHttp({}, async ({ ask }) => {
      const answer = await ask(path);
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-security-policy':
          "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      for (const name of ['strict-transport-security', 'x-powered-by', 'server']) {
        expect(answer.headers).not.toHaveProperty(name);
      }
    }),
  );
}

test('a part that serves pages has a content policy of its own, and keeps the other headers', async () => {
  const app = new Koa().use(securityHeaders()).use(contentPolicy({ 'default-src': ["'self'"] }));
  app.use((ctx) => {
    ctx.body = 'a page';
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}/`);
    expect(headers.get('content-security-policy')).toBe("default-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  } finally {
    server.close();
  }
});

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    Origin: APP,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key,content-type',
  },
};

test(
  'other origins are not let in unless configured',
  onHttp({}, async ({ ask }) => {
    for (const asking of [PREFLIGHT, { headers: { Origin: APP } }]) {
      const { status, headers } = await ask('/api/info', asking);
      expect(status).toBe('method' in asking ? 404 : 200);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }),
);

test(
  'a configured origin may ask with a key and read what it needs; its preflight needs none and costs nothing',
  onHttp({ corsOrigins: [APP], apiKeys, rateLimitPerMinute: 2 }, async ({ ask }) => {
    for (let round = 0; round < 5; round += 1) {
      const { status, headers } = await ask('/api/convert', PREFLIGHT);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(APP);
      expect(headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
      for (const name of [
        'X-API-Key',
        'Authorization',
        'Content-Type',
        'X-Request-Id',
        'Cache-Control',
        'Accept',
      ]) {
        expect(headers['access-control-allow-headers']?.split(',')).toContain(name);
      }
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const refused = await ask('/api/info', { headers: { Origin: APP } });
    expect(refused).toMatchObject({
      status: 401,
      headers: { 'access-control-allow-origin': APP, ratelimit: pointsLeft(1) },
    });
    const { headers } = await ask('/api/info', { headers: { Origin: APP, 'X-API-Key': right } });
    expect(headers.vary).toContain('Origin');
    expect(headers['access-control-expose-headers']?.split(',').sort()).toEqual([
      'Age',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Cache',
      'X-Request-Id',
    ]);
  }),
);

for (const origin of [
  'https://app.example.evil.test',
  'http://app.example',
  'https://app.example:8443',
  'null',
]) {
  test(
    `${origin} is not the configured origin`,
    onHttp({ corsOrigins: [APP] }, async ({ ask }) => {
      const preflight = { ...PREFLIGHT, headers: { ...PREFLIGHT.headers, Origin: origin } };
      expect((await ask('/api/info', preflight)).headers).not.toHaveProperty('access-control-allow-origin');
      const { headers } = await ask('/api/info', { headers: { Origin: origin } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }),
  );
}

test(
  '* lets every origin in, without credentials',
  onHttp({ corsOrigins: ['*'] }, async ({ ask }) => {
    const { headers } = await ask('/api/info', { headers: { Origin: 'https://any.example' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }),
);

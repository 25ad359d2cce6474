import { securityHeaders } from '../../src/core/api/middleware/headers.js';
import { pointsLeft, startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { apiKeys, SHOP } from './test-keys.js';

// Headers for browsers: security headers, and the origins that may read an answer (CORS).

const APP = 'https://app.example';

test('every answer has headers that keep a browser from running scripts, framing it and guessing its type', async () => {
  await using http = await startHttp({});
  for (const [path, status] of [
    ['/api/info', 200],
    ['/api/search', 400],
    ['/elsewhere', 404],
    ['/healthz', 200],
  ] as const) {
    const answer = await http.ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers, path).toMatchObject({
      'content-security-policy':
        "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    for (const name of ['strict-transport-security', 'x-powered-by', 'server'])
      expect(answer.headers, path).not.toHaveProperty(name);
  }
});

test('the security headers are those of helmet 8, without HSTS', () => {
  expect(securityHeaders()).toEqual({
    'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
});

test('pages have their own content policy and the other security headers', () => {
  expect(securityHeaders("default-src 'self'")).toEqual({
    ...securityHeaders(),
    'content-security-policy': "default-src 'self'",
  });
});

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    Origin: APP,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key,content-type',
  },
};

test('without CORS_ORIGINS no origin gets a permission', async () => {
  await using http = await startHttp({});
  for (const asking of [PREFLIGHT, { headers: { Origin: APP } }]) {
    const { status, headers } = await http.ask('/api/info', asking);
    expect(status).toBe('method' in asking ? 404 : 200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a configured origin may send a key and read the response headers; its preflight needs no key and no points', async () => {
  await using http = await startHttp({ CORS_ORIGINS: [APP], apiKeys, RATE_LIMIT_PER_MINUTE: 2 });
  for (let round = 0; round < 3; round += 1) {
    const { status, headers } = await http.ask('/api/convert', PREFLIGHT);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(APP);
    expect(headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    expect(headers['access-control-max-age']).toBe('600');
    expect(headers['access-control-allow-headers']?.split(',')).toEqual(
      expect.arrayContaining(['X-API-Key', 'Authorization', 'Content-Type', 'Cache-Control', 'Accept']),
    );
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
  const refused = await http.ask('/api/info', { headers: { Origin: APP } });
  expect(refused).toMatchObject({
    status: 401,
    headers: { 'access-control-allow-origin': APP, ratelimit: pointsLeft(1) },
  });
  const { headers } = await http.ask('/api/info', { headers: { Origin: APP, 'X-API-Key': SHOP.key } });
  expect(headers.vary).toContain('Origin');
  expect(headers['access-control-expose-headers']?.split(',').sort()).toEqual([
    'Age',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Cache',
    'X-Request-Id',
  ]);
});

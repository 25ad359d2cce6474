import { mock } from 'node:test';
import { DOCTOR_LOADS } from '../../src/capabilities/doctor/published.js';
import { createRateLimits } from '../../src/core/api/rate-limits.js';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { pointsLeft, secondsToReset, startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { apiKeys, FARM, OPS, SHOP } from './test-keys.js';

// The points of a client: their number, the cost of requests, and the address that pays behind proxies.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const REVIEWS = `/api/place-reviews?placeid=${PLACE_ID}`;

test.afterEach(() => mock.timers.reset());

test('every limited answer, also an error, names the points left in the two RateLimit headers', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 30, apiKeys });
  const headers = { 'X-API-Key': SHOP.key };
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
    const answer = await http.ask(path, asking);
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
  const refused = await http.ask('/api/info');
  expect(refused).toMatchObject({ status: 401, headers: { ratelimit: pointsLeft(29) } });
  // With several keys, the metrics need a key with their scope.
  for (const [path, key] of [
    ['/healthz', SHOP.key],
    ['/elsewhere', SHOP.key],
    ['/metrics', OPS.key],
  ] as const) {
    expect((await http.ask(path, { headers: { 'X-API-Key': key } })).headers).not.toHaveProperty('ratelimit');
  }
});

test('the doctor costs as many points as it may load pages', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 20 });
  const left = async (path: string) => (await http.ask(path)).headers.ratelimit;
  expect(await left('/api/doctor?last=true')).toEqual(pointsLeft(19));
  expect(await left('/api/doctor?quick=true')).toEqual(pointsLeft(19 - DOCTOR_LOADS.quick));
  expect(await left('/api/doctor')).toEqual(pointsLeft(19 - DOCTOR_LOADS.quick - DOCTOR_LOADS.full));
});

test('a request without points left gets 429 with the time to come back, and costs nothing', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 13 });
  expect((await http.ask(REVIEWS)).status).toBe(200);
  const refused = await http.ask(REVIEWS);
  expect(refused).toMatchObject({ status: 429, headers: { ratelimit: pointsLeft(3) } });
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/costs 10 of your 13 points .* 3 points are left/),
  });
  expect(refused.headers['retry-after']).toBe(String(secondsToReset(refused)));
  for (const status of [200, 200, 200, 429, 429]) expect((await http.ask('/api/info')).status).toBe(status);
  expect((await http.ask('/healthz')).status).toBe(200);
});

test('a request that costs more than the allowance of a minute is answered for the whole allowance', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 4 });
  expect(await http.ask(REVIEWS)).toMatchObject({ status: 200, headers: { ratelimit: pointsLeft(0) } });
  expect((await http.ask(REVIEWS)).status).toBe(429);
});

test('parallel requests get no more than the allowance', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 7 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => http.ask('/api/info')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
});

test('a clock that is set back does not keep a client without points', () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 29) });
  const limits = createRateLimits(1);
  const someone = { client: 'someone', isKey: false };
  expect(limits?.take(someone, 1).granted).toBe(true);
  expect(limits?.take(someone, 1).granted).toBe(false);
  mock.timers.setTime(Date.UTC(2026, 10, 28));
  expect(limits?.take(someone, 1)).toMatchObject({ granted: true, resetSeconds: 60 });
});

test('the points come back after a minute, not before', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const limits = createRateLimits(2);
  const someone = { client: 'someone', isKey: false };
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
});

test('with RATE_LIMIT_PER_MINUTE=0 there is no limit and no RateLimit header', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 0 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => http.ask('/api/info')));
  expect(answers.every(({ status, headers }) => status === 200 && !('ratelimit' in headers))).toBe(true);
});

test('every key has points of its own, wherever it comes from; so has every address without one', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 2, apiKeys });
  const shop = { headers: { 'X-API-Key': SHOP.key } };
  expect((await http.ask('/api/info', shop)).status).toBe(200);
  expect((await http.ask('/api/info', { ...shop, from: '127.0.0.2' })).status).toBe(200);
  expect((await http.ask('/api/info', { ...shop, from: '127.0.0.3' })).status).toBe(429);
  expect((await http.ask('/api/info', { headers: { 'X-API-Key': FARM.key } })).status).toBe(200);
  for (const status of [401, 401, 429]) expect((await http.ask('/api/info')).status).toBe(status);
  expect((await http.ask('/api/info', { from: '127.0.0.2' })).status).toBe(401);
});

for (const path of ['/api/info', '/metrics', '/api/nothing'])
  test(`guessing keys is limited at ${path}, and does not lock out a client with a valid key`, async () => {
    await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 3, apiKeys });
    const guess = () => http.ask(path, { headers: { 'X-API-Key': createApiKey('x').key } });
    for (const status of [401, 401, 401, 429, 429]) expect((await guess()).status).toBe(status);
    expect((await http.ask('/api/info', { headers: { 'X-API-Key': SHOP.key } })).status).toBe(200);
  });

/** Values of X-Forwarded-For, and whether each of them shares the points of the first value. */
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

for (const [proxies, what, chains] of FORWARDED)
  test(`TRUST_PROXY=${proxies} decides which forwarded address pays: ${what}`, async () => {
    await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: chains.length, TRUST_PROXY: proxies });
    let shared = chains.length;
    for (const [chain, isSame] of chains) {
      if (isSame) shared -= 1;
      const { headers } = await http.ask('/api/info', { headers: { 'X-Forwarded-For': chain } });
      const left = isSame ? shared : chains.length - 1;
      expect(headers.ratelimit, chain).toEqual(pointsLeft(left));
    }
  });

test('a repeated or another forwarding header does not change the address that pays', async () => {
  await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 5, TRUST_PROXY: 1 });
  const left: string[] = [];
  for (const headers of [
    { 'X-Forwarded-For': '203.0.113.1' },
    { 'X-Forwarded-For': ['9.9.9.9', '203.0.113.1'] },
    { 'X-Forwarded-For': '203.0.113.1', Forwarded: 'for=9.9.9.9' },
    { 'X-Forwarded-For': '203.0.113.1', 'X-Real-IP': '9.9.9.9', 'CF-Connecting-IP': '9.9.9.9' },
  ]) {
    left.push((await http.ask('/api/info', { headers })).headers.ratelimit ?? '');
  }
  expect(left).toEqual([4, 3, 2, 1].map(pointsLeft));
});

import { createRateLimits } from '../../src/core/api/rate-limits.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import {
  type HttpOnly,
  type HttpSetup,
  pointsLeft,
  READY_SERVICES,
  startHttp,
} from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { apiKeys, FARM, MILL, SHOP } from './test-keys.js';

// Limits of one client at once and in a minute.

const REVIEWS = '/api/place-reviews?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const as = ({ key }: { readonly key: string }) => ({ headers: { 'X-API-Key': key } });
const linksOf = (count: number) => ({
  method: 'POST',
  body: JSON.stringify({ urls: Array.from({ length: count }, (_, index) => `https://x.example/${index}`) }),
});
const bulk = (http: HttpOnly, key: { readonly key: string }, links = 1) =>
  http.ask('/api/review-visibility', {
    ...linksOf(links),
    headers: { ...as(key).headers, 'Content-Type': 'application/json' },
  });

/** The service, on which lists and bulk checks last until `finish` is called; `underWay` counts them. */
async function slowService(options: HttpSetup = {}) {
  const over = deferred<void>();
  let underWay = 0;
  const slowly = async () => {
    underWay += 1;
    await over.promise;
  };
  const http = await startHttp({
    apiKeys,
    reviews: { list: (...args) => slowly().then(() => READY_SERVICES.reviews.list(...args)) },
    bulk: (...args) => slowly().then(() => READY_SERVICES.bulk(...args)),
    ...options,
  });
  const finish = () => over.resolve();
  const close = () => {
    finish();
    return http.close();
  };
  return { http, finish, underWay: () => underWay, [Symbol.asyncDispose]: close };
}

for (const [verb, what, ask] of [
  ['read', 'lists of reviews', (http, key) => http.ask(REVIEWS, as(key))],
  ['run', 'bulk checks', (http, key) => bulk(http, key)],
] as const satisfies [
  string,
  string,
  (http: HttpOnly, key: { readonly key: string }) => Promise<unknown>,
][]) {
  test(`more than two ${what} of a client are refused, cost nothing, and are answered afterwards`, async () => {
    await using slow = await slowService({ RATE_LIMIT_PER_MINUTE: 60 });
    const { http, finish, underWay } = slow;
    const first = [ask(http, SHOP), ask(http, SHOP)];
    await expect.poll(underWay).toBe(2);
    const refused = await ask(http, SHOP);
    expect(refused).toMatchObject({
      status: 429,
      headers: { ratelimit: pointsLeft(40), 'retry-after': '10' },
    });
    expect(JSON.parse(refused.text).error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining(`One client may ${verb} at most 2 ${what} at once.`),
    });
    const other = ask(http, FARM);
    await expect.poll(underWay, 'another client is let in').toBe(3);
    finish();
    for (const { status } of await Promise.all([...first, other])) expect(status).toBe(200);
    await expect.poll(async () => (await ask(http, SHOP)).status).toBe(200);
  });
}

test('a fourth list of all clients together is refused as overloaded, and costs nothing', async () => {
  await using slow = await slowService({ RATE_LIMIT_PER_MINUTE: 60 });
  const { http, finish, underWay } = slow;
  const first = [SHOP, SHOP, FARM].map((key) => http.ask(REVIEWS, as(key)));
  await expect.poll(underWay).toBe(3);
  const refused = await http.ask(REVIEWS, as(MILL));
  expect(refused).toMatchObject({
    status: 503,
    headers: { ratelimit: pointsLeft(60), 'retry-after': '10' },
  });
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'overloaded',
    message: expect.stringContaining('At most 3 lists of reviews of all clients together'),
  });
  finish();
  await Promise.all(first);
});

test('the lists of a client that leaves do not count any more', async () => {
  await using slow = await slowService();
  const { http, underWay } = slow;
  const left = [REVIEWS, REVIEWS].map((path) => http.ask(path, as(SHOP)).catch(() => 'left'));
  await expect.poll(underWay).toBe(2);
  expect((await http.ask(REVIEWS, as(SHOP))).status).toBe(429);
  for (const socket of http.sockets) socket.destroy();
  expect(await Promise.all(left)).toEqual(['left', 'left']);
  const next = http.ask(REVIEWS, as(SHOP)).catch(() => undefined);
  await expect.poll(underWay).toBe(3);
  for (const socket of http.sockets) socket.destroy();
  await next;
});

test('a bulk check costs a point for ten links, at least ten points and at most the points of a minute', async () => {
  for (const [links, left] of [
    [1, 50],
    [100, 50],
    [101, 49],
    [1_000, 0],
  ] as const) {
    const http = await startHttp({ apiKeys, RATE_LIMIT_PER_MINUTE: 60 });
    const { status, headers } = await bulk(http, SHOP, links);
    expect([status, headers.ratelimit], `${links} links`).toEqual([200, pointsLeft(left)]);
    await http.close();
  }
});

test('a bulk check that costs more points than are left is refused when its links are known, and costs nothing', async () => {
  await using http = await startHttp({ apiKeys, RATE_LIMIT_PER_MINUTE: 60 });
  await bulk(http, SHOP, 250);
  const refused = await bulk(http, SHOP, 400);
  expect(refused).toMatchObject({ status: 429, headers: { ratelimit: pointsLeft(35) } });
  expect(JSON.parse(refused.text).error.message).toContain('costs 40 of your 60 points');
  expect((await bulk(http, SHOP, 350)).headers.ratelimit).toEqual(pointsLeft(0));
});

// What the queue of loads makes of it: test/core/traffic/fair-turns.spec.ts.
test('the work of a request is done for its key, and without keys for its address', async () => {
  const clients: (string | null)[] = [];
  const { finder } = READY_SERVICES;
  const find: typeof finder.find = (query, scope, ...more) => {
    clients.push(scope.client);
    return finder.find(query, scope, ...more);
  };
  const path = '/api/search?query=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  await using http = await startHttp({ apiKeys, finder: { ...finder, find } });
  for (const key of [SHOP, FARM]) expect((await http.ask(path, as(key))).status).toBe(200);
  await using open = await startHttp({ finder: { ...finder, find } });
  expect((await open.ask(path)).status).toBe(200);
  expect(clients).toEqual(['key shop', 'key farm', expect.stringMatching(/^address 127/)]);
});

test('the limiter remembers a bounded number of addresses, and no flood of them makes it forget a key', async () => {
  const limits = createRateLimits(5);
  const take = (client: string, isKey = false) => limits?.take({ client, isKey }, 3);
  expect(await take('key shop', true)).toMatchObject({ granted: true });
  expect(await take('address first')).toMatchObject({ granted: true });
  expect(await take('address first')).toMatchObject({ granted: false });
  for (let index = 0; index < 10_000; index += 1) await take(`address ${index}`);
  expect(await take('address first'), 'forgotten').toMatchObject({ granted: true });
  expect(await take('key shop', true), 'not forgotten').toMatchObject({ granted: false });
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { warnIfExposed } from '../../src/app/configured-keys.js';
import { allowedHosts } from '../../src/core/api/middleware/browsers.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { type RawAnswer, startHttp } from '../support/http-only.js';
import { readConfig } from '../support/read-config.js';
import { test } from '../support/service.js';
import { apiKeys, SHOP } from './test-keys.js';

// Requests that another web site makes a browser send to this service.

const APP = 'https://app.example';

test('HOST, TRUST_PROXY and ALLOWED_HOSTS decide which hosts are answered', () => {
  const hosts = (env: Record<string, string>) => allowedHosts(readConfig(env));
  expect(hosts({})).toEqual([]);
  expect(hosts({ HOST: '::1' })).toEqual([]);
  expect(hosts({ HOST: 'LOCALHOST' })).toEqual([]);
  expect(hosts({ HOST: '0.0.0.0' })).toBeNull();
  expect(hosts({ HOST: '192.168.1.5' })).toBeNull();
  expect(hosts({ TRUST_PROXY: '1' })).toBeNull();
  expect(hosts({ ALLOWED_HOSTS: '*' })).toBeNull();
  const named = ['places.example', '10.0.0.5', '2001:db8::1'];
  const ALLOWED_HOSTS = 'Places.Example, 10.0.0.5 [2001:db8::1]';
  for (const env of [{}, { HOST: '0.0.0.0' }, { TRUST_PROXY: '2' }]) {
    expect(hosts({ ...env, ALLOWED_HOSTS })).toEqual(named);
  }
});

const HOSTS: readonly {
  readonly allowed: readonly string[];
  readonly answered: readonly string[];
  readonly refused: readonly string[];
}[] = [
  {
    allowed: [],
    answered: [
      ...'localhost localhost:3000 LOCALHOST:3000 app.localhost localhost. 127.0.0.1:3000 127.8.9.1'.split(
        ' ',
      ),
      ...['[::1]:3000', '[::ffff:127.0.0.1]', ''],
    ],
    refused:
      `rebound.example:3000 localhost.evil.example evil-localhost 127.0.0.1.evil.example 0.0.0.0:3000 10.0.0.5
      192.168.1.5 [::] 2130706433 0x7f.1 localhost@evil.example`.split(/\s+/),
  },
  {
    allowed: ['places.example', '10.0.0.5', '2001:db8::1'],
    answered:
      'places.example PLACES.example:443 places.example. 10.0.0.5:3000 [2001:db8::1]:3000 localhost:3000'.split(
        ' ',
      ),
    refused: [
      ...'other.example x.places.example places.example.evil.example 10.0.0.6 :3000'.split(' '),
      ...['a b', 'places.example,other.example'],
    ],
  },
];

const PATHS = ['/api/info', '/', '/docs', '/metrics', '/api/openapi.json', '/nothing'];

for (const { allowed, answered, refused } of HOSTS) {
  test(`ALLOWED_HOSTS "${allowed}": these hosts and loopback are answered; all others are answered on probes only`, async () => {
    await using http = await startHttp({ ALLOWED_HOSTS: [...allowed] });
    const asking = async (path: string, host: string) => {
      const { status, text } = await http.ask(path, { headers: { Host: host } });
      return status === 400 ? (JSON.parse(text).error as { message: string }).message : 'answered';
    };
    for (const host of answered) expect(await asking('/api/info', host), host).toBe('answered');
    for (const host of refused) expect(await asking('/api/info', host), host).toContain('ALLOWED_HOSTS');
    const [known = '', foreign = ''] = [answered[0], refused[0]];
    for (const path of PATHS) {
      expect(await asking(path, known), path).toBe('answered');
      expect(await asking(path, foreign), path).toContain('ALLOWED_HOSTS');
    }
    for (const path of ['/healthz', '/readyz']) expect(await asking(path, foreign), path).toBe('answered');
  });
}

test('a request with two Host headers is answered only if both are known', async () => {
  await using http = await startHttp({ ALLOWED_HOSTS: [] });
  for (const [hosts, status] of [
    [['localhost', '127.0.0.1'], 200],
    [['localhost', 'rebound.example'], 400],
    [['rebound.example', 'localhost'], 400],
  ] as const) {
    const lines = hosts.map((host) => `Host: ${host}`);
    const request = ['GET /api/info HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n');
    const socket = connect(http.port, '127.0.0.1', () => socket.write(request));
    expect(await text(socket)).toContain(`HTTP/1.1 ${status} `);
  }
});

test('a refused host costs no points, needs no key, and gets no permission for scripts', async () => {
  await using http = await startHttp({
    ALLOWED_HOSTS: [],
    CORS_ORIGINS: [APP],
    RATE_LIMIT_PER_MINUTE: 1,
    apiKeys,
  });
  const foreign = { Host: 'rebound.example', Origin: APP, 'X-API-Key': SHOP.key };
  for (let round = 0; round < 3; round += 1) {
    const { status, headers } = await http.ask('/api/info', { headers: foreign });
    expect(status).toBe(400);
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
  expect((await http.ask('/api/info', { headers: { 'X-API-Key': SHOP.key } })).status).toBe(200);
});

test('behind a proxy, the forwarded host must be known as well as the host', async () => {
  await using http = await startHttp({ ALLOWED_HOSTS: ['places.example'], TRUST_PROXY: 1 });
  const statusOf = async (headers: Record<string, string>) =>
    (await http.ask('/api/info', { headers })).status;
  expect(await statusOf({ Host: '127.0.0.1:3000', 'X-Forwarded-Host': 'places.example' })).toBe(200);
  expect(await statusOf({ Host: 'places.example' })).toBe(200);
  expect(await statusOf({ Host: '127.0.0.1:3000', 'X-Forwarded-Host': 'rebound.example' })).toBe(400);
  expect(await statusOf({ Host: 'rebound.example', 'X-Forwarded-Host': 'places.example' })).toBe(400);
  expect(await statusOf({ Host: 'places.example', 'X-Forwarded-Host': 'a.example, places.example' })).toBe(
    400,
  );
});

test('the host of a whole URL in the request line must be known', async () => {
  await using http = await startHttp({ ALLOWED_HOSTS: [] });
  const host = { Host: 'localhost' };
  expect((await http.ask('http://rebound.example/api/info', { headers: host })).status).toBe(400);
  expect((await http.ask('http://localhost:3000/api/info', { headers: host })).status).toBe(200);
});

const FOREIGN = { 'Sec-Fetch-Site': 'cross-site' };
const POST = { method: 'POST', body: '{"cid":"1"}' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Refused as a request of another web site; it costs no points. */
function expectForeign({ status, headers, text }: RawAnswer, what: string): void {
  expect(status, what).toBe(400);
  expect(JSON.parse(text).error, what).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('CORS_ORIGINS'),
  });
  expect(headers, what).not.toHaveProperty('ratelimit');
}

const ASKED_FROM_ELSEWHERE = [
  ['a script', '/api/info', { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'cors', Origin: APP } }, 400],
  ['an image', '/api/info', { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'no-cors' } }, 400],
  [
    'a link to the API',
    '/api/search?query=x',
    { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'navigate' } },
    400,
  ],
  ['a form', '/api/convert', { ...POST, headers: { ...FOREIGN, 'Content-Type': 'text/plain' } }, 400],
  ['a script that posts', '/api/convert', { ...POST, headers: { ...FOREIGN, ...JSON_TYPE } }, 400],
  ['an unknown endpoint', '/api/nothing', { headers: FOREIGN }, 400],
  ['the numbers', '/metrics', { headers: FOREIGN }, 400],
  ['a link to the console', '/', { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'navigate' } }, 200],
  ['a link to the documentation', '/docs', { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'navigate' } }, 200],
  ['the document', '/api/openapi.json', { headers: FOREIGN }, 200],
  ['a broken link', '/elsewhere', { headers: { ...FOREIGN, 'Sec-Fetch-Mode': 'navigate' } }, 404],
  ['a probe', '/healthz', { headers: FOREIGN }, 200],
  ['its own pages', '/api/info', { headers: { 'Sec-Fetch-Site': 'same-origin' } }, 200],
  ['the address bar', '/api/info', { headers: { 'Sec-Fetch-Site': 'none' } }, 200],
  ['no browser', '/api/info', {}, 200],
] as const;

for (const [what, path, asking, status] of ASKED_FROM_ELSEWHERE)
  test(`without CORS_ORIGINS, asked by ${what}: ${status}`, async () => {
    await using http = await startHttp({ RATE_LIMIT_PER_MINUTE: 100 });
    const answer = await http.ask(path, asking);
    if (status === 400) expectForeign(answer, what);
    else expect(answer.status).toBe(status);
  });

test('requests of another site are answered if they come from an origin of CORS_ORIGINS', async () => {
  await using http = await startHttp({ CORS_ORIGINS: [APP] });
  const statusOf = async (headers: Record<string, string>) =>
    (await http.ask('/api/info', { headers: { ...FOREIGN, ...headers } })).status;
  expect(await statusOf({ Origin: APP })).toBe(200);
  expect(await statusOf({ Origin: 'https://evil.example' })).toBe(400);
  expect(await statusOf({})).toBe(400);
  const alike =
    'https://app.example.evil https://app.example:8443 http://app.example https://x.app.example null';
  for (const Origin of alike.split(' ')) {
    expect(await statusOf({ Origin }), Origin).toBe(400);
    // Browsers send no `Sec-Fetch-Site` over plain HTTP: the answer stays unreadable for the site.
    const { status, headers } = await http.ask('/api/info', { headers: { Origin } });
    expect(status, Origin).toBe(200);
    const asking = { Origin, 'Access-Control-Request-Method': 'POST' };
    const refused = await http.ask('/api/info', { method: 'OPTIONS', headers: asking });
    for (const allowed of [headers, refused.headers])
      expect(allowed, Origin).not.toHaveProperty('access-control-allow-origin');
  }
  const preflight = { ...FOREIGN, Origin: APP, 'Access-Control-Request-Method': 'GET' };
  expect((await http.ask('/api/info', { method: 'OPTIONS', headers: preflight })).status).toBe(204);
});

test('with CORS_ORIGINS=* requests of every site are answered, without credentials', async () => {
  await using http = await startHttp({ CORS_ORIGINS: ['*'] });
  const answer = await http.ask('/api/info', { headers: { ...FOREIGN, Origin: 'https://any.example' } });
  expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});

const textPost = (headers: Record<string, string>) => ({
  method: 'POST',
  body: 'https://maps.app.goo.gl/RevVisible',
  headers: { 'Content-Type': 'text/plain', ...headers },
});

const SITE = 'Sec-Fetch-Site';
/** Headers of requests that change something: of programs, own pages and listed origins. */
const OWN: readonly Record<string, string>[] = [
  {},
  { Host: '192.168.1.5:3000', Origin: 'http://192.168.1.5:3000' },
  { Host: 'places.example', Origin: 'https://places.example' },
  { Host: 'places.example:443', Origin: 'https://places.example' },
  { Host: 'Places.Example:8443', Origin: 'https://places.example:8443' },
  { Host: '[2001:DB8:0:0::1]:3000', Origin: 'http://[2001:db8::1]:3000' },
  // A reverse proxy may replace the host; the browser knows better.
  { Host: '127.0.0.1:3000', Origin: 'https://places.example', [SITE]: 'same-origin' },
  { Origin: APP },
  { Origin: APP, [SITE]: 'cross-site' },
];
/** The same of other sites, also of another host, port or scheme of this site, and of no site at all. */
const OTHERS: readonly Record<string, string>[] = [
  { Host: 'places.example', Origin: 'https://evil.example' },
  { Origin: 'https://evil.example', [SITE]: 'same-site' },
  { Host: 'places.example', Origin: 'https://x.places.example', [SITE]: 'same-site' },
  { Host: 'localhost:3000', Origin: 'http://localhost:8080', [SITE]: 'same-site' },
  { Host: 'places.example', Origin: 'https://places.example:8443' },
  { Host: 'places.example:443', Origin: 'http://places.example' },
  { Host: '127.0.0.1:3000', Origin: 'http://localhost:3000' },
  { Origin: 'null' },
  { Origin: 'file://' },
  { Host: 'places.example', Origin: 'chrome-extension://places.example' },
  { Host: 'places.example', Origin: 'https://places.example, https://evil.example' },
  { Host: 'places.example', Origin: 'places.example' },
  // Only a trusted proxy may name another host.
  { Host: '127.0.0.1:3000', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' },
];

test('POST, PUT and DELETE are answered for the own pages and listed origins, and refused for others', async () => {
  await using http = await startHttp({ CORS_ORIGINS: [APP], RATE_LIMIT_PER_MINUTE: 1_000 });
  const path = '/api/jobs?type=review-visibility';
  for (const headers of OWN)
    expect((await http.ask(path, textPost(headers))).status, JSON.stringify(headers)).not.toBe(400);
  for (const headers of OTHERS) {
    expectForeign(await http.ask(path, textPost(headers)), JSON.stringify(headers));
    // Another site gains nothing by a GET whose answer it cannot read.
    expect((await http.ask('/api/info', { headers })).status, JSON.stringify(headers)).toBe(200);
  }
  const headers = { Origin: 'https://evil.example' };
  for (const [method, other] of [
    ['DELETE', '/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60'],
    ['PUT', '/api/nothing'],
  ] as const)
    expectForeign(await http.ask(other, { method, headers }), other);
});

test('behind a proxy, the origin of the service is the origin of the forwarded host', async () => {
  await using http = await startHttp({ TRUST_PROXY: 1 });
  const isRefused = async (headers: Record<string, string>) =>
    (await http.ask('/api/jobs?type=review-visibility', textPost(headers))).status === 400;
  const [Host, forwarded] = ['127.0.0.1:3000', 'places.example'];
  const proxied = { Host, 'X-Forwarded-Host': forwarded };
  expect(await isRefused({ ...proxied, Origin: 'https://places.example' })).toBe(false);
  expect(await isRefused({ Host: forwarded, Origin: 'https://places.example' })).toBe(false);
  expect(await isRefused({ ...proxied, Origin: 'https://evil.example' })).toBe(true);
  expect(await isRefused({ ...proxied, Origin: 'http://127.0.0.1:3000' })).toBe(true);
  // A page that was changed on its way over plain HTTP does not speak for the page behind TLS.
  const plain = { Host: forwarded, Origin: 'http://places.example' };
  expect(await isRefused({ ...plain, 'X-Forwarded-Proto': 'http' })).toBe(false);
  expect(await isRefused({ ...plain, 'X-Forwarded-Proto': 'https' })).toBe(true);
});

test('an open service warns unless only this machine reaches it', () => {
  for (const [address, isExposed] of [
    ['0.0.0.0', true],
    ['::', true],
    ['192.168.1.5', true],
    ['127.0.0.1', false],
    ['::1', false],
  ] as const) {
    const lines: string[] = [];
    warnIfExposed(address, createLogger('warn', { write: (line: string) => void lines.push(line) }));
    const warning = { level: 40, address, msg: expect.stringContaining('no API keys are configured') };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(isExposed ? [warning] : []);
  }
});

test('the settings of access reach the service', async ({ start }) => {
  const lines: string[] = [];
  const env = {
    ...{ HOST: '0.0.0.0', ALLOWED_HOSTS: 'places.example', LOG_LEVEL: 'warn', TRUST_PROXY: 'true' },
    ...{ RATE_LIMIT_PER_MINUTE: '5', CORS_ORIGINS: `${APP}, https://other.example` },
  };
  const service = await start(env, { write: (line) => void lines.push(line) }, { hasBrowser: false });
  expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(
    expect.stringContaining('no API keys are configured'),
  );
  const { port } = new URL(service.url);
  const sent = (host: string, address: string) =>
    [
      ...['GET /api/info HTTP/1.1', `Host: ${host}`, `X-Forwarded-For: 9.9.9.9, ${address}`],
      ...[`Origin: ${APP}`, 'Connection: close', '', ''],
    ].join('\r\n');
  for (const [host, address, answer] of [
    ['places.example', '203.0.113.1', [200, 4, APP]],
    ['127.0.0.1', '203.0.113.1', [200, 3, APP]],
    ['127.0.0.1', '203.0.113.2', [200, 4, APP]],
    ['rebound.example', '203.0.113.1', [400, Number.NaN, undefined]],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent(host, address)));
    const received = await text(socket);
    const [status, left] = [/^HTTP\/1.1 (\d+)/, /RateLimit: .*r=(\d+)/].map(
      (part) => part.exec(received)?.[1],
    );
    const origin = /Access-Control-Allow-Origin: (\S+)/.exec(received)?.[1];
    expect([Number(status), Number(left), origin], host).toEqual(answer);
  }
});

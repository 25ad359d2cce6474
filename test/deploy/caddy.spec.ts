import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKeys } from '../security/test-keys.js';
import { freePort } from '../support/free-port.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';

// The real Caddy with deploy/Caddyfile, and with the recipe for sign-in of docs/deployment.md.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

test.skip(spawnSync('caddy', ['version']).error !== undefined, 'needs caddy: npm run setup -- --for-tests');

let ending: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const end of ending.toReversed()) await end();
  ending = [];
});

/** Starts Caddy on a configuration that listens on `port`; resolves when it answers. */
async function startCaddy(config: string, port: number): Promise<void> {
  const folder = test.info().outputPath('caddy');
  const file = test.info().outputPath('Caddyfile');
  writeFileSync(file, config);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy: ChildProcess = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  caddy.stderr?.on('data', (part) => {
    said += part;
  });
  const ended = once(caddy, 'exit');
  ending.push(async () => {
    caddy.kill();
    await ended;
  });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => said,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

interface Replica {
  readonly server: Server;
  readonly host: string;
  readonly asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  isReady: boolean;
  /** It ends the connection in the middle of an answer. */
  isBreaking: boolean;
}

async function startReplica(name: string): Promise<Replica> {
  const asked: Replica['asked'] = [];
  const replica = { asked, isReady: true, isBreaking: false };
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.writeHead(replica.isReady ? 200 : 503).end();
      return;
    }
    asked.push({ url: request.url ?? '', headers: request.headers });
    if (replica.isBreaking) {
      request.socket.end('HTTP/1.1 200');
      return;
    }
    response.writeHead(replica.isReady ? 200 : 503, { 'X-Replica': name }).end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(async () => server.listening && new Promise((resolve) => server.close(resolve)));
  return Object.assign(replica, { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

test('deploy/Caddyfile balances, hides metrics, replaces forwarded headers and passes on who is not ready', async () => {
  const replicas = [await startReplica('one'), await startReplica('two'), await startReplica('three')];
  const [one, two, three] = replicas as [Replica, Replica, Replica];
  const port = await freePort();
  const config = read('deploy/Caddyfile')
    .replace(/^:3000 \{$/m, `http://127.0.0.1:${port} {`)
    .replace('replica-1:3000 replica-2:3000 replica-3:3000', replicas.map(({ host }) => host).join(' '))
    .replace('any-replica:3000', one.host);
  expect(config.match(/replica-\d:3000 replica|any-replica:/)).toBeNull();
  await startCaddy(config, port);
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const count = () => replicas.map(({ asked }) => asked.length);

  const before = count();
  const forged = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' };
  for (let n = 0; n < 30; n += 1) expect((await get('/api/info?n=1', forged)).status).toBe(200);
  expect(replicas.flatMap(({ asked }) => asked).at(-1)?.headers['x-forwarded-for']).toBe('127.0.0.1');
  for (const [index, all] of count().entries()) expect(all - (before[index] ?? 0)).toBeGreaterThan(0);

  const metrics = await get('/metrics');
  expect({ status: metrics.status, text: await metrics.text() }).toMatchObject({
    status: 404,
    text: expect.stringContaining('Ask each replica'),
  });

  // A replica that cannot be reached: another one answers.
  await new Promise((resolve) => three.server.close(resolve).closeAllConnections());
  for (let n = 0; n < 9; n += 1) expect((await get('/api/info')).status).toBe(200);

  // A request that has reached a replica is not repeated.
  one.isBreaking = true;
  two.isBreaking = true;
  const reached = count().reduce((sum, all) => sum + all, 0);
  for (let n = 0; n < 4; n += 1) expect((await get('/api/info')).status).toBe(502);
  expect(count().reduce((sum, all) => sum + all, 0) - reached).toBe(4);
  one.isBreaking = false;
  two.isBreaking = false;

  // No replica is ready: the client gets the answer of a replica, not of Caddy.
  one.isReady = false;
  two.isReady = false;
  const answering = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/api/info')));
    return new Set(answers.map(({ headers }) => headers.get('x-replica')));
  };
  await expect.poll(answering, { timeout: 60_000 }).toEqual(new Set(['one']));
  expect((await get('/api/info')).status).toBe(503);
});

test('the recipe of docs/deployment.md: Caddy signs users in, and the service believes only Caddy', async () => {
  const http = await startHttp({
    apiKeys,
    AUTH_PROXY_HEADER: 'Remote-User',
    TRUST_PROXY: ['127.0.0.1'],
  });
  ending.push(http.close);
  const port = await freePort();
  const recipe = /^```caddyfile\n(.*?)^```$/ms.exec(read('docs/deployment.md'))?.[1] ?? '';
  const { stdout: hash } = spawnSync('caddy', ['hash-password', '--plaintext', 'geheim'], {
    encoding: 'utf8',
  });
  const config = recipe
    .replace('places.example {', `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:3000', `127.0.0.1:${http.port}`)
    .replace(/^(\s+)anna \S+$/m, (_, gap) => `${gap}shop ${hash.trim()}\n${gap}nobody ${hash.trim()}`);
  await startCaddy(`{\n admin off\n auto_https off\n}\n${config}`, port);
  const get = async (user: string | null, headers = {}) => {
    const login = user === null ? {} : { Authorization: `Basic ${btoa(`${user}:geheim`)}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/info`, { headers: { ...login, ...headers } });
    return { status: answer.status, asks: answer.headers.get('www-authenticate'), text: await answer.text() };
  };
  expect(await get(null)).toMatchObject({ status: 401, asks: expect.stringContaining('Basic') });
  expect(await get('shop')).toMatchObject({ status: 200 });
  expect(await get('nobody')).toMatchObject({ status: 401, text: expect.stringContaining('user_unknown') });
  expect(await get('nobody', { 'Remote-User': 'shop' }), 'Caddy replaces the header').toMatchObject({
    status: 401,
  });
  expect(await get(null, { 'Remote-User': 'shop' })).toMatchObject({ status: 401 });
  const direct = await http.ask('/api/info', { from: '127.0.0.2', headers: { 'Remote-User': 'shop' } });
  expect(direct.status, 'past Caddy').toBe(401);
});

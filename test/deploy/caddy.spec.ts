import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKeys } from '../security/test-keys.js';
import { freePort } from '../support/free-port.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';

// The real Caddy with the recipe for sign-in of docs/deployment.md.

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

test('the recipe of docs/deployment.md: Caddy signs users in, and the service believes only Caddy', async () => {
  const http = await startHttp({ apiKeys, AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: ['127.0.0.1'] });
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

import { writeFileSync } from 'node:fs';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { NO_PROCESS_LIST, ownBrowsers } from '../support/chromium-processes.js';
import { type MainProcess, spawnMain } from '../support/service-process.js';
import { test as base, expect } from '../support/test.js';

// The start of the built service, as a process of its own: reasons why it fails, and signals that do not end it.
// SIGHUP without a file of keys: data-folder.spec.ts.

const test = base.extend<{
  /** Spawns the service with Node.js running `preload` first; it is ended after the test, whatever happens. */
  spawned: (env: Record<string, string>, preload?: string) => MainProcess;
}>({
  spawned: async ({}, use) => {
    const all: MainProcess[] = [];
    await use((env, preload = '') => {
      const code = `data:text/javascript,${encodeURIComponent(preload)}`;
      const main = spawnMain({ EGRESS_OVERRIDE: '127.0.0.1:9', ...env }, ['--import', code]);
      all.push(main);
      return main;
    });
    for (const { child, ended } of all) {
      child.kill('SIGKILL');
      await ended;
    }
  },
});

const FAILS = `
  import { Server } from 'node:net';
  Server.prototype.listen = () => { throw new Error('a made-up failure'); };
`;

/** Holds the first server that listens, the egress proxy, until a line comes in. */
const HOLDS = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    Server.prototype.listen = listen;
    console.log('{"msg":"the start is held"}');
    process.stdin.once('data', () => { process.stdin.unref(); listen.apply(this, args); });
    return this;
  };
`;

/** Sends SIGTERM as soon as the service handles it. */
const IMPATIENT = `
  process.on('newListener', (name) => {
    if (name === 'SIGTERM') setImmediate(() => process.kill(process.pid, 'SIGTERM'));
  });
`;

test('an unexpected failure is one line on standard error, whole in the log', async ({ spawned }) => {
  const main = spawned({}, FAILS);
  expect(await main.ended).toBe(1);
  expect(main.stderr()).toBe('The service could not start: a made-up failure\n');
  const fatal = main.log.filter(({ level }) => level === 60);
  expect(fatal).toMatchObject([
    { msg: 'the service could not start', err: { message: 'a made-up failure' } },
  ]);
});

test('prints a problem that the operator can fix without a stack', async ({ spawned }) => {
  for (const [env, line] of [
    [{ UPSTREAM_PROXY: 'socks5://' }, '  UPSTREAM_PROXY: must be the address of'],
    [{ CHROMIUM_PATH: '/nowhere/chromium' }, 'CHROMIUM_PATH is "/nowhere/chromium"'],
    // Found after the service is loaded, like missing keys and an address that is taken.
    [{ API_KEYS_FILE: '/nowhere/keys' }, 'API_KEYS_FILE'],
  ] as const) {
    const main = spawned({ LOG_LEVEL: 'silent', ...env });
    expect(await main.ended).toBe(1);
    expect(main.stderr()).toContain(line);
    expect(main.stderr()).not.toMatch(/^ +at /m);
    expect(main.log).toEqual([]);
  }
});

test('SIGTERM while the service is being loaded ends it in order', async ({ spawned }) => {
  const main = spawned({}, IMPATIENT);
  expect(await main.ended).toBe(0);
  // Newer Node.js loads in one go, and may hear of the signal only when the service runs.
  const hasRun = said(main).some((msg) => msg?.startsWith('place-lookup serves'));
  expect(said(main).includes('ended in order')).toBe(hasRun);
  expect(said(main).filter((msg) => msg?.startsWith('chromium'))).toEqual([]);
});

test('SIGINT during the start ends it in order, without a Chromium', async ({ spawned }) => {
  test.skip(NO_PROCESS_LIST !== false, NO_PROCESS_LIST || '');
  const main = spawned({}, HOLDS);
  await isHeld(main);
  const { pid = 0 } = main.child;
  main.child.kill('SIGINT');
  expect(await main.ended).toBe(0);
  expect(said(main)).not.toContain('chromium started');
  expect(ownBrowsers(pid)).toEqual([]);
});

test('SIGUSR2 switches the API on and off; SIGHUP reads the keys again', async ({ spawned }, info) => {
  const API_KEYS_FILE = info.outputPath('keys');
  const [first, second] = [createApiKey('first'), createApiKey('second')];
  writeFileSync(API_KEYS_FILE, first.entry);
  const main = spawned({ API_ENABLED: 'false', API_KEYS_FILE }, HOLDS);
  await isHeld(main);
  // During the start: it switches on the API that would start switched off.
  main.child.kill('SIGUSR2');
  main.child.stdin?.write('\n');
  await expect.poll(() => said(main)).toContain('the API is switched on');
  const url = /http:\S+(?=\/api\/)/.exec(said(main).find((msg) => msg?.includes(' serves on ')) ?? '')?.[0];
  const statusWith = async ({ key }: { readonly key: string }) =>
    (await fetch(`${url}/api/info`, { headers: { 'X-API-Key': key } })).status;
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 401]);
  main.child.kill('SIGUSR2');
  await expect.poll(() => statusWith(first)).toBe(503);
  const off = await fetch(`${url}/api/convert`, { method: 'POST', body: '{}' });
  expect(await off.json()).toMatchObject({ error: { code: 'api_disabled' } });
  expect(Number(off.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  main.child.kill('SIGUSR2');
  await expect.poll(() => statusWith(first)).toBe(200);
  // A line may arrive after the answer.
  const switches = () => said(main).filter((msg) => msg?.startsWith('the API is'));
  await expect.poll(switches).toEqual(['on', 'off', 'on'].map((state) => `the API is switched ${state}`));

  writeFileSync(API_KEYS_FILE, second.entry);
  main.child.kill('SIGHUP');
  await expect.poll(() => statusWith(second)).toBe(200);
  expect(await statusWith(first)).toBe(401);
  const errors = () => main.log.filter(({ level }) => level === 50);
  expect(errors()).toEqual([]);
  writeFileSync(API_KEYS_FILE, second.key);
  main.child.kill('SIGHUP');
  const problem = expect.stringContaining('entry 1 (line 1)');
  await expect.poll(errors).toEqual([expect.objectContaining({ problem })]);
  expect(await statusWith(second)).toBe(200);
  expect(JSON.stringify(main.log)).not.toContain('plk_');
  main.child.kill('SIGTERM');
  expect(await main.ended).toBe(0);
});

const said = ({ log }: MainProcess) => log.map(({ msg }) => msg);

async function isHeld(main: MainProcess): Promise<void> {
  await expect.poll(() => said(main)).toContain('the start is held');
}

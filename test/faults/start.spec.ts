import { NO_PROCESS_LIST, ownBrowsers } from '../support/chromium-processes.js';
import { type MainProcess, spawnMain } from '../support/service-process.js';
import { test as base, expect } from '../support/test.js';

// The built service as a process of its own, up to the moment it serves: why it does not, and signals meanwhile.

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

/** The first server to listen, that of the way out, does so when a line comes in. */
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

/** SIGTERM as soon as anybody hears it. */
const IMPATIENT = `
  process.on('newListener', (name) => {
    if (name === 'SIGTERM') setImmediate(() => process.kill(process.pid, 'SIGTERM'));
  });
`;

test('an unexpected failure is printed on standard error in one line, and in full in the log', async ({
  spawned,
}) => {
  const main = spawned({}, FAILS);
  expect(await main.ended).toBe(1);
  expect(main.stderr()).toBe('The service could not start: a made-up failure\n');
  const fatal = main.log.filter(({ level }) => level === 60);
  expect(fatal).toMatchObject([
    { msg: 'the service could not start', err: { message: 'a made-up failure' } },
  ]);
});

test('a silent log does not silence the reason why the service does not start', async ({ spawned }) => {
  const main = spawned({ LOG_LEVEL: 'silent' }, FAILS);
  expect(await main.ended).toBe(1);
  expect(main.stderr()).toBe('The service could not start: a made-up failure\n');
  expect(main.log).toEqual([]);
});

for (const [what, env, line] of [
  ['a setting', { UPSTREAM_PROXY: 'socks5://' }, '  UPSTREAM_PROXY: must be the address of'],
  ['the Chromium', { CHROMIUM_PATH: '/nowhere/chromium' }, 'CHROMIUM_PATH is "/nowhere/chromium"'],
  ['missing keys', { REQUIRE_KEYS: 'true' }, 'REQUIRE_KEYS is true, but no keys are configured'],
  ['the address', { HOST: 'fe80::1' }, 'Cannot listen on fe80::1:0: '],
] as const) {
  test(`prints a problem the operator can fix without a stack: ${what}`, async ({ spawned }) => {
    const main = spawned({ LOG_LEVEL: 'error', ...env });
    expect(await main.ended).toBe(1);
    expect(main.stderr()).toContain(line);
    expect(main.stderr()).not.toMatch(/^ +at /m);
    expect(main.log).toEqual([]);
  });
}

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

test('SIGUSR2 during the start switches off what will be', async ({ spawned }) => {
  const main = spawned({}, HOLDS);
  await isHeld(main);
  main.child.kill('SIGUSR2');
  main.child.stdin?.write('\n');
  await expect.poll(() => said(main)).toContain('the API is switched off');
  const url = /http:\S+/.exec(said(main).find((msg) => msg?.startsWith('place-lookup serves on')) ?? '')?.[0];
  expect((await fetch(`${url}info`)).status).toBe(503);
  main.child.kill('SIGUSR2');
  await expect.poll(async () => (await fetch(`${url}info`)).status).toBe(200);
  main.child.kill('SIGTERM');
  expect(await main.ended).toBe(0);
});

const said = ({ log }: MainProcess) => log.map(({ msg }) => msg);

async function isHeld(main: MainProcess): Promise<void> {
  await expect.poll(() => said(main)).toContain('the start is held');
}

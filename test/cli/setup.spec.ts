import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readlink, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from '../support/free-port.js';
import { test as base } from './cli-test.js';

const SETUP = fileURLToPath(new URL('../../setup.mjs', import.meta.url));

/** Packages of programs for tests, with a file of each. */
const PROGRAMS = [
  ['postgresql', '/usr/lib/postgresql'],
  ['prometheus', '/usr/bin/promtool'],
  ['php-cli', '/usr/bin/php'],
  ['php-curl', '/var/lib/dpkg/info/php-curl.list'],
  ['caddy', '/usr/bin/caddy'],
] as const;

/** Packages of a lock file, without the project itself. */
type Locked = Readonly<Record<string, object>>;

/** Makes a checkout whose build only says that it ran; its folder. */
const test = base.extend<{ checkout: (packages?: Locked) => Promise<string> }>({
  checkout: async ({}, use, info) => {
    await use(async (packages = {}) => {
      const folder = info.outputPath('checkout');
      const dependencies = Object.fromEntries(
        Object.keys(packages).map((path) => [path.replace('node_modules/', ''), '1.0.0']),
      );
      const project = { name: 'invented', version: '1.0.0', dependencies };
      const lock = { ...project, lockfileVersion: 3, requires: true, packages: { '': project, ...packages } };
      const scripts = { build: 'mkdir -p dist && echo compiled' };
      await mkdir(join(folder, 'src'), { recursive: true });
      await copyFile(SETUP, join(folder, 'setup.mjs'));
      await writeFile(join(folder, 'tsconfig.json'), '{}');
      await writeFile(join(folder, 'package.json'), JSON.stringify({ ...project, scripts }));
      await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
      return folder;
    });
  },
});

/** Starts the set-up as `npm run --silent` does. */
function spawnSetup(folder: string, env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['setup.mjs', '--no-browser'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, '.npm') },
      ...{ npm_config_loglevel: 'silent', npm_config_fetch_retries: '0', ...env },
    },
  });
}

async function runSetup(folder: string, env?: NodeJS.ProcessEnv) {
  const child = spawnSetup(folder, env);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code: code as number | null };
}

test('set-up uses standard error only, runs no script, takes over an old lock', async ({ checkout }) => {
  const folder = await checkout();
  const marker = join(folder, 'script-ran');
  const scripts = { build: 'mkdir -p dist && echo compiled', postinstall: `touch '${marker}'` };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'invented', version: '1.0.0', scripts }),
  );
  const killed = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(killed, 'exit');
  const lock = join(folder, '.setup-lock');
  await symlink(String(killed.pid), lock);
  const { stdout, stderr, code } = await runSetup(folder);
  for (const said of ['installing the packages', 'compiled', 'setup: ready (without a browser)'])
    expect(stderr).toContain(said);
  expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
  expect(existsSync(marker)).toBe(false);
  await expect(readlink(lock)).rejects.toThrow('ENOENT');
});

test("a failed installation shows npm's own error, also under npm run --silent", async ({ checkout }) => {
  const resolved = `http://127.0.0.1:${await freePort()}/nothing-1.0.0.tgz`;
  const folder = await checkout({ 'node_modules/nothing': { version: '1.0.0', resolved } });
  const { stdout, stderr, code } = await runSetup(folder);
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr.indexOf('ECONNREFUSED')).toBeLessThan(stderr.indexOf('npm ci failed'));
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

/** Resolves when the set-up says this. */
async function untilSaid(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  let said = '';
  for await (const part of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(part);
    if (said.includes(words)) return;
  }
  throw new Error(`the set-up ended without saying "${words}": ${said}`);
}

test('one set-up of a checkout works at a time; the lock is in the checkout', async ({ checkout }) => {
  const folder = await checkout();
  const lock = join(folder, '.setup-lock');
  await symlink(String(process.pid), lock);
  const child = spawnSetup(folder, { TMPDIR: join(folder, 'none') });
  const ended = once(child, 'exit');
  await untilSaid(child, `waiting for the set-up of process ${process.pid}`);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  child.stderr.resume();
  await unlink(lock);
  expect(await ended).toEqual([0, null]);
  await expect(readlink(lock)).rejects.toThrow('ENOENT');
  expect(existsSync(join(folder, 'dist'))).toBe(true);
});

test('on a fresh system, only apt-get for a fixed list runs with sudo', async ({ checkout }) => {
  // A checkout that lacks only Chromium, which can be downloaded, and its libraries.
  const folder = await checkout();
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text, { mode: 0o755 });
  };
  // Each program notes its call. apt-get knows no names of Debian 13; libraries make Chromium start.
  for (const [name, does] of Object.entries({
    'apt-get':
      'case "$*" in *t64*) exit 100;; *libnss3*) touch "$HOME/libraries";; *emoji*) touch "$HOME/emoji";; esac',
    // The machine gets a font with emoji when it is installed.
    'fc-list': '[ ! -e "$HOME/emoji" ] || echo "Noto Color Emoji"',
    sudo: '[ "$2" = true ] || { shift; exec "$@"; }',
  }))
    await write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >> "$HOME/calls"\n${does}\n`);
  await write('node_modules/.package-lock.json', '{"packages":{}}');
  await write(
    'node_modules/playwright/cli.js',
    `const { appendFileSync, copyFileSync } = require('node:fs');
     appendFileSync(process.env.HOME + '/calls', 'playwright ' + process.argv.slice(2).join(' ') + '\\n');
     copyFileSync(process.env.HOME + '/downloadable', process.env.HOME + '/chromium');`,
  );
  await write('downloadable', '#!/bin/sh\n[ -e "$HOME/libraries" ]\n');
  await write(
    'dist/core/browser/executable.js',
    `const path = process.env.HOME + '/chromium';
     exports.findChromium = () => (require('node:fs').existsSync(path) ? path : null);`,
  );
  const { stderr } = spawnSync(process.execPath, ['setup.mjs', '--for-tests'], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder },
    encoding: 'utf8',
  });
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
  expect(stderr).toContain('setup: ready (Chromium: ');
  expect(calls.filter((call) => call.startsWith('playwright'))).toEqual([
    'playwright install --only-shell chromium',
  ]);
  const asRoot = calls.filter((call) => call.startsWith('sudo') && call !== 'sudo -n true');
  for (const call of asRoot) expect(call).toMatch(/^sudo -n env (?:[A-Z_]+=\w+ )+apt-get /);
  const installed = calls.flatMap((call) => /^apt-get install .* (?:-o \S+ )?-- (.*)$/.exec(call)?.[1] ?? []);
  expect(installed).toEqual([
    ...PROGRAMS.filter(([, path]) => !existsSync(path)).map(([name]) => name),
    expect.stringMatching(/^(?:lib[a-z0-9.-]+t64 ){6}(?:lib[a-z0-9.-]+ )+fonts-liberation$/),
    expect.stringMatching(/^(?:lib[a-z0-9.-]+ )+fonts-liberation$/),
    'fonts-noto-color-emoji',
  ]);
  expect(stderr).not.toContain('no colour emoji font');
  const [newer = '', older] = installed.filter((names) => names.startsWith('lib'));
  expect(newer.replaceAll('t64', '')).toBe(older);
  const said = [...stderr.matchAll(/^setup: running: (.*)$/gm)].map(([, command = '']) => command);
  for (const call of calls.filter((one) => /^(?:apt-get|playwright) (?!--version)/.test(one))) {
    const command = call.replace(/^playwright/, 'node_modules/playwright/cli.js');
    const times = calls.filter((one) => one === call).length;
    expect(said.filter((one) => one.endsWith(command)).length, call).toBe(times);
  }
});

test.describe('with --no-install, the set-up', () => {
  const start = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const result = spawnSync(process.execPath, ['setup.mjs', '--no-install', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      encoding: 'utf8',
    });
    return { stderr: result.stderr, code: result.status };
  };

  test('names missing packages and "npm run setup", and installs nothing', async ({ checkout }) => {
    const folder = await checkout({ 'node_modules/nothing': { version: '1.0.0' } });
    const { stderr, code } = start(folder, ['--no-browser']);
    expect(stderr).toContain('setup: The packages of package-lock.json are not installed');
    expect(stderr).toContain('Run "npm run setup"');
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    expect(code).toBe(1);
  });

  test('names a missing Chromium, and calls neither apt nor sudo', async ({ checkout }) => {
    const folder = await checkout();
    await mkdir(join(folder, 'node_modules'));
    await writeFile(join(folder, 'node_modules', '.package-lock.json'), '{"packages":{}}');
    const called = join(folder, 'called');
    const bin = join(folder, 'bin');
    await mkdir(bin);
    for (const name of ['sudo', 'apt-get', 'npx'])
      await writeFile(join(bin, name), `#!/bin/sh\necho ${name} >> ${called}\n`, { mode: 0o755 });
    await mkdir(join(folder, 'dist', 'core', 'browser'), { recursive: true });
    await writeFile(
      join(folder, 'dist', 'core', 'browser', 'executable.js'),
      'exports.findChromium = () => null;\n',
    );
    const { stderr, code } = start(folder, [], { PATH: `${bin}:${process.env.PATH}` });
    expect(stderr).toContain('setup: No Chromium was found.');
    expect(stderr).toContain('Run "npm run setup"');
    expect(stderr).toContain('CHROMIUM_PATH');
    expect(existsSync(called)).toBe(false);
    expect(code).toBe(1);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from '../../src/app/app.js';
import { ownTemporaryFolder } from '../../src/core/browser/temporary-folder.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { builtFile } from '../support/built.js';
import {
  commandOf,
  NO_PROCESS_LIST,
  ownBrowsers,
  stillRunning,
  withHelpers,
} from '../support/chromium-processes.js';
import { never } from '../support/fake-browser.js';
import { testScope, withPage } from '../support/fake-pool.js';
import { readConfig } from '../support/read-config.js';
import { realPool } from '../support/real-pool.js';
import { testAlone as test, testEnvironment } from '../support/service.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { expect } from '../support/test.js';

// The browser's process: killed, frozen, and gone when the service has ended. Whatever else a browser leaves unanswered:
// pool-opening.spec.ts.

const DETAILS = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
/** A frozen browser uses them up; a browser that was just started must answer within `answerMs`. */
const SHORT = { openMs: 600_000, resetMs: 400, closeMs: 400, answerMs: 3_000, drainMs: 400 };

test.skip(NO_PROCESS_LIST !== false, NO_PROCESS_LIST || '');
test.beforeEach(async () => {
  // The process of a browser that was killed ends a moment later.
  await expect.poll(() => ownBrowsers(), 'a former test left a browser behind').toEqual([]);
});

test('a browser killed between document and data: the lookup is repeated', async ({ standIn, start }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' });
  expect((await service.get(DETAILS)).status).toBe(200);
  const isData = (_host: string, path: string) => path.startsWith('/maps/preview/place');
  const repair = standIn.fault({ kind: 'hang', match: isData });
  standIn.requests.length = 0;
  const answer = service.get(DETAILS);
  await expect.poll(() => standIn.requests.filter(({ path }) => isData('', path)).length).toBe(1);
  repair();
  expect(kill('SIGKILL')).toBe(1);
  expect(await answer).toMatchObject({ status: 200, body: { status: 'success' } });
  expect((await service.get(DETAILS)).status).toBe(200);
});

/** The file has the form "/autogroup-17 nice 10". */
function groupPriority(pid: number | 'self'): number {
  return Number(readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1));
}

test('the pages of a browser have a lower priority of the system than the service', async () => {
  await using real = await realPool();
  const { pool } = real;
  await withPage(pool, testScope(), async () => {
    const roots = ownBrowsers().map(({ pid }) => pid);
    const pages = withHelpers(roots).filter((pid) => commandOf(pid).includes('--type=renderer'));
    expect(pages.length).toBeGreaterThan(0);
    for (const pid of [...roots, ...pages]) {
      expect(getPriority(pid)).toBeGreaterThan(getPriority());
      // Where Linux shares processor time between sessions first, only the priority of the session counts.
      if (existsSync('/proc/self/autogroup'))
        expect(groupPriority(pid)).toBeGreaterThan(groupPriority('self'));
    }
  });
});

test('the request on a frozen browser fails, then the process of the browser is ended and replaced', {
  tag: '@time',
}, async () => {
  await using real = await realPool({ limits: SHORT });
  const { pool } = real;
  await withPage(pool, testScope(), ({ page }) => page.title());
  const [frozen] = ownBrowsers();
  expect(kill('SIGSTOP')).toBe(1);
  const since = performance.now();
  const stuck = withPage(pool, testScope(300), ({ page }) => page.title());
  await expect(stuck).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(performance.now() - since, 'the answer does not wait for the browser').toBeLessThan(SHORT.answerMs);
  expect(await withPage(pool, testScope(), ({ page }) => page.title())).toBe('');
  expect(performance.now() - since).toBeLessThan(SHORT.answerMs + 10_000);
  expect(ownBrowsers().map(({ pid }) => pid)).not.toContain(frozen?.pid);
});

test('shutdown ends in time and leaves nothing behind with a frozen browser and a page in use', {
  tag: '@time',
}, async () => {
  const { pool, close } = await realPool({ limits: SHORT });
  const lease = withPage(pool, testScope(), async ({ page }) => {
    await page.title();
    kill('SIGSTOP');
    return never();
  });
  await expect.poll(() => ownBrowsers().length).toBe(1);
  const processes = withHelpers(ownBrowsers().map(({ pid }) => pid));
  const since = performance.now();
  await Promise.all([close(), expect(lease).rejects.toMatchObject({ code: 'shutting_down' })]);
  expect(performance.now() - since).toBeLessThan(10_000);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
});

test('the service leaves no process, folder or signal handler behind', async ({ standIn }) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'unhandledRejection', 'uncaughtException'];
  const listeners = (names: readonly string[]) => names.map((name) => [name, process.listenerCount(name)]);
  const before = listeners(signals);
  // The first environment of a worker makes the folder of its tests, which goes at the end of the process.
  const config = readConfig(testEnvironment(standIn));
  // The browser of an earlier test may be about to take its own listener away: there may be fewer, not more.
  const exitsBefore = process.listenerCount('exit');
  // In this thread: the signals of a process cannot be seen from another.
  const service = await startApp({
    config,
    log: createLogger('silent'),
    executablePath: chromiumForTests(),
  });
  try {
    expect((await fetch(service.url + DETAILS)).status).toBe(200);
    const [browser, ...others] = ownBrowsers();
    expect(others).toEqual([]);
    const processes = withHelpers([browser?.pid ?? 0]);
    expect(processes.length).toBeGreaterThan(2);
    expect(existsSync(browser?.profile ?? '')).toBe(true);
    // Signals are the process's own business (main.ts), also while the browser runs.
    expect(listeners(signals)).toEqual(before);
    await service.close();
    await expect.poll(() => stillRunning(processes)).toEqual([]);
    await expect.poll(() => existsSync(browser?.profile ?? '')).toBe(false);
    expect(listeners(signals)).toEqual(before);
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(exitsBefore);
  } finally {
    await service.close();
  }
});

/** The first step of the start that concerns profiles, and an end in order. */
const NEXT_START = `
  import { readdirSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { ownTemporaryFolder } from '${pathToFileURL(builtFile('core/browser/temporary-folder.js'))}';
  console.log(JSON.stringify([await ownTemporaryFolder(console), readdirSync(tmpdir())]));`;

test('SIGKILL leaves no Chromium; the next start removes its profile', async ({ standIn, startProcess }) => {
  // Short: the path of a socket has 107 bytes at most.
  const TMPDIR = mkdtempSync(join(tmpdir(), 'profiles-'));
  const killed = await startProcess({ TMPDIR });
  const left = () =>
    readdirSync(TMPDIR)
      .filter((name) => name.startsWith('place-lookup-'))
      .toSorted();
  const [ofKilled = ''] = left();
  expect(ownBrowsers(killed.pid)[0]?.profile).toContain(join(TMPDIR, ofKilled));
  // This process is another one that runs.
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = TMPDIR;
  const own = basename(await ownTemporaryFolder(createLogger('silent')));
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  standIn.fault({ kind: 'hang', match: (_host, path) => path.startsWith('/maps/place') });
  const answer = fetch(killed.url + DETAILS).catch(() => 'cut off');
  await expect.poll(() => standIn.requests.some(({ path }) => path.startsWith('/maps/place'))).toBe(true);
  const processes = killed.processes();
  expect(processes.length).toBeGreaterThan(3);
  await killed.kill();
  expect(await answer).toBe('cut off');
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  expect(left()).toEqual([ofKilled, own].toSorted());
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', NEXT_START], {
    env: { ...process.env, TMPDIR },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const [ofNext = '', seen]: [string, string[]] = JSON.parse(stdout);
  expect(seen.toSorted()).toEqual([basename(ofNext), own].toSorted());
  expect(readdirSync(TMPDIR)).toEqual([own]);
  rmSync(TMPDIR, { recursive: true });
});

/** Sends a signal to every browser of this process; how many there were. */
function kill(signal: 'SIGKILL' | 'SIGSTOP'): number {
  const browsers = ownBrowsers();
  for (const { pid } of browsers) process.kill(pid, signal);
  return browsers.length;
}

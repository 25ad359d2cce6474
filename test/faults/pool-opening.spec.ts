import type { Browser } from 'playwright';
import { deferred } from '../../src/core/runtime/deferred.js';
import { fakeBrowser, never } from '../support/fake-browser.js';
import { fakePool, SHORT, testScope, withPage } from '../support/fake-pool.js';
import { expect, test } from '../support/test.js';

// Launching and opening with a browser that misbehaves on demand (docs/architecture.md#traps).

const nothing = async () => undefined;

test.describe('launches', () => {
  test('a launch that fails at once is not repeated in a tight loop', async () => {
    const { pool, counts } = fakePool({
      size: 2,
      launch: () => Promise.reject(new Error('no such file')),
    });
    const timer = new Promise((resolve) => setTimeout(() => resolve('the event loop lives'), 20));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => withPage(pool, testScope(), nothing)),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { code: 'browser_unavailable', retryAfterSeconds: 5 } });
    expect(counts.launches).toBe(1);
    expect(await timer).toBe('the event loop lives');
  });

  test('the pause after a failure ends, and the next launch serves', async () => {
    const fake = fakeBrowser();
    let broken = true;
    const { pool, counts } = fakePool({
      limits: { firstBackoffMs: 30 },
      launch: async () => {
        if (broken) throw new Error('no memory');
        return fake.browser;
      },
    });
    await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({ code: 'browser_unavailable' });
    broken = false;
    await expect(async () => withPage(pool, testScope(), nothing)).toPass();
    expect(counts.launches).toBe(2);
  });

  test('a launch that hangs is given up, and its browser is closed when it starts after all', async () => {
    const late = deferred<Browser>();
    const { pool } = fakePool({ launch: () => late.promise, limits: SHORT });
    await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({ code: 'browser_unavailable' });
    const fake = fakeBrowser();
    late.resolve(fake.browser);
    await expect.poll(() => fake.browser.isConnected()).toBe(false);
  });

  test('a borrower leaves at its deadline while the launch is under way; the context goes to the next', async () => {
    const launched = deferred<Browser>();
    const { pool } = fakePool({ launch: () => launched.promise });
    await expect(withPage(pool, testScope(30), nothing)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    const fake = fakeBrowser();
    launched.resolve(fake.browser);
    await withPage(pool, testScope(), nothing);
    expect(fake.contexts).toHaveLength(1);
  });

  test('a browser that starts and does not answer is closed and counts as a failed launch', async () => {
    const fake = fakeBrowser();
    fake.trouble.browserSession = never;
    const { pool, counts } = fakePool({ launch: async () => fake.browser, limits: SHORT });
    await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({ code: 'browser_unavailable' });
    expect(counts.launches).toBe(1);
    expect(fake.browser.isConnected()).toBe(false);
  });
});

test.describe('opening a context', () => {
  test('no listener for the end of the browser is left behind', async () => {
    const { pool, firstBrowser } = fakePool({ size: 2 });
    const fake = await firstBrowser();
    const before = fake.awaiters();
    const held = deferred<void>();
    const leases = [withPage(pool, testScope(), () => held.promise), withPage(pool, testScope(), nothing)];
    await expect.poll(() => fake.contexts.length).toBe(2);
    held.resolve();
    await Promise.all(leases);
    expect(fake.awaiters()).toBe(before);
  });

  test('a browser that neither opens a context nor answers is ended and replaced', async () => {
    const { pool, firstBrowser, browsers } = fakePool({ limits: SHORT });
    const fake = await firstBrowser();
    Object.assign(fake.trouble, { newContext: never, browserSession: never });
    await withPage(pool, testScope(), nothing);
    expect(browsers.map(({ browser }) => browser.isConnected())).toEqual([false, true]);
  });

  for (const call of ['newContext', 'newPage', 'pageSession'] as const) {
    test(`${call} is never answered because the browser died: a new browser is launched at once`, async () => {
      const { pool, firstBrowser, browsers } = fakePool();
      const fake = await firstBrowser();
      fake.trouble[call] = () => {
        setImmediate(fake.die);
        return never();
      };
      await withPage(pool, testScope(), nothing);
      expect({ launches: browsers.length, awaiters: fake.awaiters() }).toEqual({ launches: 2, awaiters: 0 });
    });

    test(`${call} is never answered and both browsers die: 503 at once`, async () => {
      const { pool, counts } = fakePool({
        launch: async () => {
          const fake = fakeBrowser();
          fake.trouble[call] = () => {
            setImmediate(fake.die);
            return never();
          };
          return fake.browser;
        },
      });
      await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({
        code: 'browser_unavailable',
        retryAfterSeconds: 5,
      });
      expect(counts.launches).toBe(2);
    });

    test(`${call} hangs: 503 in time, the slot is not lost, a context that arrives late is closed`, async () => {
      const { pool, firstBrowser } = fakePool({ limits: { openMs: SHORT.openMs } });
      const fake = await firstBrowser();
      const late = deferred<void>();
      fake.trouble[call] = () => late.promise;
      await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({
        code: 'browser_unavailable',
      });
      delete fake.trouble[call];
      late.resolve();
      await withPage(pool, testScope(), nothing);
      await expect.poll(() => fake.contexts.filter(({ closed }) => !closed).length).toBe(1);
    });

    test(`${call} rejects: the browser is at fault, not the provider; nothing stays half open`, async () => {
      const { pool, firstBrowser } = fakePool();
      const fake = await firstBrowser();
      fake.trouble[call] = () => Promise.reject(new Error('browser.newContext: Protocol error'));
      await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({
        code: 'browser_unavailable',
      });
      await expect.poll(() => fake.contexts.every(({ closed }) => closed)).toBe(true);
      delete fake.trouble[call];
      await withPage(pool, testScope(), nothing);
    });
  }
});

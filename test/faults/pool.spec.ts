import type { Browser } from 'playwright';
import { createConsentChoice } from '../../src/core/browser/consent-choice.js';
import { AppError, CLIENT_GONE } from '../../src/core/errors.js';
import { isConsentChoice } from '../../src/core/provider/resource-policy.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import { fakeBrowser, never } from '../support/fake-browser.js';
import { fakePool, SHORT, testScope, withPage } from '../support/fake-pool.js';
import { madeUp } from '../support/made-up.js';
import { expect, test } from '../support/test.js';

// The pool's queue, its end, and browsers that go away, with a browser that misbehaves on demand.

const nothing = async () => undefined;

test.describe('a browser that goes away', () => {
  test('between requests: the next request gets a new browser at its first attempt', async () => {
    const { pool, firstBrowser, browsers } = fakePool();
    const fake = await firstBrowser();
    let cleaned = 0;
    fake.trouble.clearCookies = async () => {
      cleaned += 1;
    };
    await withPage(pool, testScope(), nothing);
    expect(cleaned, 'a page nobody took').toBe(0);
    await withPage(pool, testScope(), async ({ page }) => page);
    await expect.poll(() => cleaned).toBe(1);
    fake.die();
    let attempts = 0;
    await withPage(pool, testScope(), async ({ page }) => {
      attempts += 1;
      await page.goto('about:blank');
    });
    expect({ attempts, launches: browsers.length }).toEqual({ attempts: 1, launches: 2 });
  });

  test('during the work: the page is lost, and the next lease gets a new browser', async () => {
    const { pool, browsers } = fakePool();
    const lost = withPage(pool, testScope(), () => {
      // Work that waits for something that no longer comes, and hears nothing of the end.
      queueMicrotask(() => browsers[0]?.die());
      return never();
    });
    await expect(lost).rejects.toMatchObject({ code: 'browser_unavailable' });
    expect(await withPage(pool, testScope(), async () => 'done')).toBe('done');
    expect(browsers).toHaveLength(2);
  });
});

test.describe('the queue', () => {
  test('a waiter that leaves frees its place at once; order is kept', async () => {
    const { pool } = fakePool();
    const held = deferred<void>();
    const served: string[] = [];
    const first = withPage(pool, testScope(), () => held.promise);
    const leaver = testScope();
    const left = withPage(pool, leaver, async () => served.push('left'));
    const second = withPage(pool, testScope(), async () => served.push('second'));
    leaver.abort(new AppError(CLIENT_GONE, madeUp('left')));
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    const third = withPage(pool, testScope(), async () => served.push('third'));
    held.resolve();
    await Promise.all([first, second, third]);
    expect(served).toEqual(['second', 'third']);
  });

  test('calls onFree when a page is free again: cleaned, closed, or given up', async () => {
    const { pool } = fakePool({ size: 2 });
    const free: number[] = [];
    pool.onFree(() => free.push(pool.stats().free));
    const held = deferred<void>();
    const [first, failing] = [withPage(pool, testScope(), () => held.promise), deferred<void>()];
    const second = withPage(pool, testScope(), () => failing.promise);
    const leaver = testScope();
    const left = withPage(pool, leaver, nothing);
    expect(pool.stats().free).toBe(-1);
    leaver.abort(new AppError(CLIENT_GONE, madeUp('left')));
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    failing.reject(new Error('made up'));
    await expect(second).rejects.toThrow('made up');
    held.resolve();
    await first;
    await expect.poll(() => free.at(-1)).toBe(2);
    // One by failure, which whoever left takes and gives back; one by success.
    expect(free.length).toBeGreaterThanOrEqual(3);
  });

  test('the consent choice made in one context is remembered', async () => {
    const choice = { name: 'SOCS', value: 'CAI', path: '/', expires: -1, domain: '.google.com' };
    const consentChoice = createConsentChoice(isConsentChoice);
    const { pool, firstBrowser } = fakePool({ consentChoice });
    (await firstBrowser()).trouble.cookies = async () => [choice, { ...choice, name: 'NID' }];
    expect(await consentChoice.cookies()).toEqual([]);
    await withPage(pool, testScope(), async ({ page }) => page);
    await expect.poll(consentChoice.cookies).toEqual([choice]);
  });
});

test.describe('the end', () => {
  test('waits for a page in use, gives out no more, and keeps nothing open', async () => {
    const { pool, browsers } = fakePool();
    const held = deferred<void>();
    const borrowed = withPage(pool, testScope(), () => held.promise);
    await expect.poll(() => browsers[0]?.contexts.length).toBe(1);
    let over = false;
    const closed = pool.close().then(() => {
      over = true;
    });
    await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject({ code: 'shutting_down' });
    expect(over).toBe(false);
    held.resolve();
    await Promise.all([borrowed, closed]);
    expect(browsers[0]?.contexts.map((context) => context.closed)).toEqual([true]);
  });

  test('ends after a time limit, and does not repeat work that the end of the browser cut off', async () => {
    const { pool, chromium, browsers } = fakePool({ limits: SHORT });
    let attempts = 0;
    const borrowed = withPage(pool, testScope(), () => {
      attempts += 1;
      return never();
    });
    await expect.poll(() => attempts).toBe(1);
    await pool.close();
    await chromium.close();
    await expect(borrowed).rejects.toMatchObject({ code: 'shutting_down' });
    expect({ attempts, launches: browsers.length }).toEqual({ attempts: 1, launches: 1 });
  });

  test('does not wait for a launch under way, which leaves no browser behind', async () => {
    const launched = deferred<Browser>();
    const { pool, chromium } = fakePool({
      launch: () => launched.promise,
      limits: { ...SHORT, launchMs: 60_000 },
    });
    const borrowed = withPage(pool, testScope(), nothing);
    await pool.close();
    await chromium.close();
    const fake = fakeBrowser();
    launched.resolve(fake.browser);
    await expect(borrowed).rejects.toBeInstanceOf(AppError);
    expect(fake.browser.isConnected()).toBe(false);
  });
});

test('gives up waiting for a long launch with a clear error, and the next lookup finds the browser', async () => {
  const launched = deferred<Browser>();
  let launches = 0;
  const { pool, chromium } = fakePool({
    launch: () => {
      launches += 1;
      return launched.promise;
    },
    limits: { startMs: 100 },
  });
  const starting = { code: 'browser_unavailable', message: expect.stringContaining('is starting') };
  await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject(starting);
  // Whoever comes later waits no longer for the same launch.
  await expect(withPage(pool, testScope(), nothing)).rejects.toMatchObject(starting);
  launched.resolve(fakeBrowser().browser);
  await expect.poll(() => withPage(pool, testScope(), async () => 'found').catch(() => null)).toBe('found');
  expect(launches).toBe(1);
  await pool.close();
  await chromium.close();
});

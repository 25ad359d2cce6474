import type { Page } from 'playwright';
import { AppError, CLIENT_GONE } from '../../src/core/errors.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import { GONE, never } from '../support/fake-browser.js';
import { fakePool, SHORT, testScope, withPage } from '../support/fake-pool.js';
import { madeUp } from '../support/made-up.js';
import { expect, test } from '../support/test.js';

// What becomes of a page after the work, with a browser that misbehaves on demand.

const nothing = async () => undefined;

test.describe('giving back', () => {
  test('closes a context whose cleaning hangs or fails: the next request gets another context', async () => {
    for (const call of ['goto', 'evaluate', 'send', 'clearCookies'] as const) {
      for (const trouble of [never, () => Promise.reject(new Error(`page.${call}: failed`))]) {
        const { pool, browsers } = fakePool({ limits: { resetMs: SHORT.resetMs } });
        const used = await withPage(pool, testScope(), async ({ page }) => {
          browsers.forEach((fake) => {
            fake.trouble[call] = once(trouble);
          });
          return page;
        });
        const next = await withPage(pool, testScope(), async ({ page }) => page);
        expect(next.context(), call).not.toBe(used.context());
        const closed = () => browsers[0]?.contexts.map((context) => context.closed);
        await expect.poll(closed, { message: call }).toEqual([true, false]);
      }
    }
  });

  for (const [how, trouble] of [
    ['hangs', never],
    ['rejects', () => Promise.reject(new Error('context.cookies: failed'))],
  ] as const) {
    test(`a context whose consent choice cannot be read (${how}) is given back, or closed, all the same`, async () => {
      const { pool, browsers, firstBrowser } = fakePool({ limits: { resetMs: SHORT.resetMs } });
      (await firstBrowser()).trouble.cookies = trouble;
      const borrow = (retires: boolean) =>
        withPage(pool, testScope(), async (lease) => {
          if (retires) lease.retire();
          return lease.page;
        });
      const first = await borrow(false);
      expect(await borrow(true)).toBe(first);
      expect(await borrow(false)).not.toBe(first);
      await expect.poll(() => browsers[0]?.contexts.map(({ closed }) => closed)).toEqual([true, false]);
    });
  }

  test('a context whose close hangs does not hold the slot, and its browser is asked for a sign of life', async () => {
    const { pool, firstBrowser } = fakePool({ limits: SHORT });
    const fake = await firstBrowser();
    fake.trouble.closeContext = never;
    let asked = 0;
    fake.trouble.browserSession = async () => {
      asked += 1;
    };
    await expect(withPage(pool, testScope(), () => Promise.reject(new Error('a bug')))).rejects.toThrow(
      'a bug',
    );
    await withPage(pool, testScope(), nothing);
    await expect.poll(() => asked).toBe(1);
    expect(fake.browser.isConnected()).toBe(true);
  });

  test('success keeps the context and its page; retire, failure and many uses replace it', async () => {
    const { pool, browsers } = fakePool({ maxUses: 3 });
    const seen: Page[] = [];
    const borrow = (retire: boolean) =>
      withPage(pool, testScope(), async (lease) => {
        seen.push(lease.page);
        if (retire) lease.retire();
      });
    const contextsSoFar = () => browsers[0]?.contexts.length;
    await borrow(false);
    await borrow(false);
    expect(seen[1]).toBe(seen[0]);
    expect(contextsSoFar()).toBe(1);
    await borrow(false);
    await borrow(false);
    expect(contextsSoFar()).toBe(2);
    await borrow(true);
    await borrow(false);
    expect(contextsSoFar()).toBe(3);
    await expect(withPage(pool, testScope(), () => Promise.reject(new Error('a bug')))).rejects.toThrow(
      'a bug',
    );
    await borrow(false);
    expect(contextsSoFar()).toBe(4);
    await expect.poll(() => browsers[0]?.contexts.filter(({ closed }) => !closed).length).toBe(1);
  });

  test('a lease that nobody gives back ends with its scope; one without success, or with work under way, is closed', async () => {
    const { pool, browsers } = fakePool();
    const scope = testScope();
    const kept = await pool.take(scope);
    const waiting = pool.take(testScope());
    expect(pool.stats()).toMatchObject({ borrowed: 1, free: -1 });
    scope.abort(new AppError(CLIENT_GONE, madeUp('left')));
    const unused = await waiting;
    await expect(kept.during(Promise.resolve())).rejects.toMatchObject({ code: 'client_gone' });
    kept[Symbol.dispose]();
    expect(pool.stats().borrowed).toBe(1);
    unused[Symbol.dispose]();
    const working = await pool.take(testScope());
    await working.during(Promise.resolve());
    void working.during(never());
    working[Symbol.dispose]();
    await withPage(pool, testScope(), nothing);
    const closed = () => browsers[0]?.contexts.map((context) => context.closed);
    await expect.poll(closed).toEqual([true, true, true, false]);
    await expect.poll(() => pool.stats()).toMatchObject({ borrowed: 0, free: 1 });
  });

  test('closes a context that was given back with a second page', async () => {
    const { pool, browsers } = fakePool();
    await withPage(pool, testScope(), async ({ page }) => void (await page.context().newPage()));
    await withPage(pool, testScope(), nothing);
    await expect.poll(() => browsers[0]?.contexts.map(({ closed }) => closed)).toEqual([true, false]);
  });

  test('late failures of abandoned work, and retired leases, cause no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const { pool } = fakePool();
      const late = deferred<void>();
      await expect(withPage(pool, testScope(20), () => late.promise)).rejects.toMatchObject({
        code: 'deadline_exceeded',
      });
      late.reject(new Error(GONE));
      const retired = withPage(pool, testScope(), async (lease) => {
        lease.retire();
        throw new Error('a bug');
      });
      await expect(retired).rejects.toThrow('a bug');
      await withPage(pool, testScope(), nothing);
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

function once(trouble: () => Promise<unknown>): () => Promise<unknown> {
  let done = false;
  return () => {
    if (done) return Promise.resolve();
    done = true;
    return trouble();
  };
}

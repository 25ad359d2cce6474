import type { Page } from 'playwright';
import { deferred } from '../../src/core/runtime/deferred.js';
import { never } from '../support/fake-browser.js';
import { testScope, withPage } from '../support/fake-pool.js';
import { type Pages, realChromium } from '../support/real-pool.js';
import { expect, test } from '../support/test.js';

// Pages that misbehave in a real Chromium. Whatever one does, the next borrower must not notice.

const SITE = 'http://pages.test';
const at = (path: string) => (lease: { readonly page: Page }) => lease.page.goto(SITE + path);
type Browser = Awaited<ReturnType<typeof realChromium>>;
type Real = ReturnType<Browser['pool']>;

/** Each test has a pool of its own. */
let browser: Browser;
test.beforeAll(async () => {
  browser = await realChromium();
});
test.afterAll(() => browser.close());

/** The next borrower gets a page that works. */
async function expectNextIsFine({ pool }: Real): Promise<void> {
  const title = await withPage(pool, testScope(), async ({ page }) => {
    await page.goto(`${SITE}/fine`);
    return page.evaluate(() => document.title);
  });
  expect(title).toBe('fine');
}

const FINE = { '/fine': '<!doctype html><title>fine</title>' };
const SPIN: Pages = { ...FINE, '/spin': '<!doctype html><title>spin</title><script>for (;;);</script>' };

test('a page that spins the processor is ended by the deadline, and its slot comes back', async () => {
  await using real = browser.pool({ pages: SPIN });
  const spinning = withPage(real.pool, testScope(700), async (lease) => {
    await lease.page.goto(`${SITE}/spin`, { waitUntil: 'commit' });
    return lease.page.title();
  });
  await expect(spinning).rejects.toMatchObject({ code: 'deadline_exceeded' });
  await expectNextIsFine(real);
});

test('a page left spinning after a success is not waited for', async () => {
  await using real = browser.pool({ pages: SPIN, limits: { resetMs: 500 } });
  await withPage(real.pool, testScope(), ({ page }) => page.goto(`${SITE}/spin`, { waitUntil: 'commit' }));
  await expectNextIsFine(real);
});

test('pages that refresh themselves for ever hold no slot, whether cleaned or closed', async () => {
  const pages = { ...FINE, '/loop': '<!doctype html><meta http-equiv="refresh" content="0">' };
  await using real = browser.pool({ pages, limits: { resetMs: 500 } });
  // Closing such a page hangs about every other time (docs/architecture.md#traps).
  for (const success of [true, true, true, true, false, true]) {
    const visit = withPage(real.pool, testScope(), async ({ page }) => {
      real.asked.length = 0;
      await page.goto(`${SITE}/loop`);
      await expect.poll(() => real.asked.length, { intervals: [20] }).toBeGreaterThan(2);
      if (!success) throw new Error('a bug');
    });
    await (success ? visit : expect(visit).rejects.toThrow('a bug'));
  }
  await expectNextIsFine(real);
});

test('dialogs do not hold a page', async () => {
  const dialogs: Pages = {
    '/alert': '<script>alert(1)</script>',
    '/questions': '<script>confirm("?"); prompt("?")</script>',
    '/alerts': '<script>setInterval(() => alert(1), 1)</script>',
    '/leaving': '<script>addEventListener("beforeunload", (e) => e.preventDefault())</script><p>text',
  };
  await using real = browser.pool({ pages: { ...FINE, ...dialogs }, limits: { resetMs: 500 } });
  for (const path of Object.keys(dialogs)) {
    await withPage(real.pool, testScope(), async (lease) => {
      await at(path)(lease);
      // A page may ask before it is left only after it was touched.
      await lease.page.mouse.click(20, 20);
    });
    await expectNextIsFine(real);
  }
});

test('a crash of one page costs its lease, and no other', async () => {
  await using real = browser.pool({ pages: FINE, size: 2 });
  const { pool } = real;
  const crashed = deferred<void>();
  const bystander = withPage(pool, testScope(), async (lease) => {
    await at('/fine')(lease);
    await crashed.promise;
    return lease.page.title();
  });
  const crashing = withPage(pool, testScope(), async (lease) => {
    await at('/fine')(lease);
    const session = await lease.page.context().newCDPSession(lease.page);
    session.send('Page.crash').catch(() => undefined);
    // Work that waits for something a dead page no longer does.
    return never();
  });
  await expect(crashing).rejects.toMatchObject({ code: 'browser_unavailable' });
  crashed.resolve();
  expect(await bystander).toBe('fine');
  await expectNextIsFine(real);
});

test('a page that crashed while it was idle is not used again', async () => {
  await using real = browser.pool();
  const { pool } = real;
  const crashed = await withPage(pool, testScope(), async ({ page }) => page);
  const gone = crashed.waitForEvent('crash');
  const session = await crashed.context().newCDPSession(crashed);
  session.send('Page.crash').catch(() => undefined);
  await gone;
  let attempts = 0;
  const title = await withPage(pool, testScope(), ({ page }) => {
    attempts += 1;
    return page.title();
  });
  expect({ title, attempts }).toEqual({ title: '', attempts: 1 });
});

test('the next visit finds the consent choice and a warm HTTP cache, and nothing else', async () => {
  const script = { headers: { 'cache-control': 'public, max-age=600', 'content-type': 'text/javascript' } };
  const cookies = ['NID=someone; Path=/', 'SOCS=CAI; Path=/', 'XSOCS=no; Path=/'];
  const pages: Pages = {
    '/app.js': { ...script, body: 'document.title = "app"' },
    '/visit': { headers: { 'set-cookie': cookies }, body: '<!doctype html><script src="/app.js"></script>' },
    '/other': '<!doctype html><script src="/app.js"></script>',
  };
  await using real = browser.pool({ pages });
  const { pool, asked } = real;
  await withPage(pool, testScope(), async ({ page }) => {
    await page.goto(`${SITE}/visit`);
    await page.evaluate(leaveTraces);
    await page.goto('http://elsewhere.test/visit');
    await page.evaluate(leaveTraces);
    await page.evaluate(() => void open('/visit'));
  });
  // A page it opened costs the context: only the next visit can show what a cleaned one holds.
  await withPage(pool, testScope(), async ({ page }) => {
    await page.goto('http://elsewhere.test/visit');
    await page.evaluate(leaveTraces);
    await page.goto(`${SITE}/visit`);
    await page.evaluate(leaveTraces);
  });
  asked.length = 0;
  await withPage(pool, testScope(), async ({ page }) => {
    for (const site of [SITE, 'http://elsewhere.test']) {
      await page.goto(`${site}/other`);
      expect(await page.evaluate(readTraces)).toEqual({ cookie: 'SOCS=CAI', stored: [null, null, 0] });
      expect(await page.title()).toBe('app');
    }
    expect(page.context().pages()).toEqual([page]);
  });
  expect(asked).toEqual(['/other', '/other']);
});

test('a fresh context starts with the consent choice of an earlier context, and with nothing else', async () => {
  const setting = (...cookies: string[]) => ({ headers: { 'set-cookie': cookies }, body: '<!doctype html>' });
  const pages: Pages = {
    '/unasked': setting('SOCS=CAAaBgiAmqnABg; Path=/'),
    '/visit': setting('NID=someone; Path=/', 'CONSENT=PENDING+987; Path=/', 'SOCS=CAI; Path=/'),
  };
  await using real = browser.pool({ pages });
  const { pool } = real;
  const visit = (path: string) =>
    withPage(pool, testScope(), async ({ page, retire }) => {
      retire();
      await page.goto(`${SITE}/nothing`);
      await page.evaluate(leaveTraces);
      await page.goto(SITE + path);
    });
  const freshTraces = () =>
    withPage(pool, testScope(), async ({ page, retire }) => {
      retire();
      await page.goto(`${SITE}/nothing`);
      return page.evaluate(readTraces);
    });
  await visit('/unasked');
  expect(await freshTraces()).toEqual({ cookie: '', stored: [null, null, 0] });
  await visit('/visit');
  expect(await freshTraces()).toEqual({ cookie: 'SOCS=CAI', stored: [null, null, 0] });
  await visit('/unasked');
  expect(await freshTraces()).toEqual({ cookie: 'SOCS=CAI', stored: [null, null, 0] });
});

test('a page that writes all the time leaves no cookie and no storage', async () => {
  const script = "setInterval(() => { document.cookie = 'NID=late'; localStorage.setItem('who', 'late') })";
  const pages = { '/busy': `<!doctype html><script>${script}</script>` };
  await using real = browser.pool({ pages });
  const { pool } = real;
  for (let visits = 0; visits < 5; visits += 1) {
    await withPage(pool, testScope(), async ({ page }) => {
      await page.goto(`${SITE}/nothing`);
      expect(await page.evaluate(readTraces)).toEqual({ cookie: '', stored: [null, null, 0] });
      await page.goto(`${SITE}/busy`);
      await page.waitForFunction(() => document.cookie !== '');
    });
  }
});

/** Runs in the page. */
async function leaveTraces(): Promise<void> {
  localStorage.setItem('who', 'me');
  sessionStorage.setItem('who', 'me');
  await new Promise((resolve) => {
    const request = indexedDB.open('who');
    request.onsuccess = () => {
      request.result.close();
      resolve(null);
    };
  });
}

/** Runs in the page. */
async function readTraces() {
  const databases = await indexedDB.databases();
  const stored = [localStorage.getItem('who'), sessionStorage.getItem('who'), databases.length];
  return { cookie: document.cookie, stored };
}

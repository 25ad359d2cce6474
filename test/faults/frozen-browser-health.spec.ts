import { startApp } from '../../src/app/app.js';
import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { NO_PROCESS_LIST, ownBrowsers, stillRunning } from '../support/chromium-processes.js';
import { fakeBrowser, never } from '../support/fake-browser.js';
import { fakePool, SHORT, testScope, withPage } from '../support/fake-pool.js';
import { readConfig } from '../support/read-config.js';
import { testAlone as test } from '../support/service.js';
import { expect } from '../support/test.js';
import { inVirtualTime } from '../support/virtual-time.js';

// Readiness with a browser that is frozen, gone, or never starts.

const NOT_READY = {
  status: 503,
  body: { status: 'not_ready', checks: { browser: 'unavailable', provider: 'ok', shutdown: false } },
};

test('a frozen browser is found by /readyz, ended by its process id and replaced', async ({ start }) => {
  test.skip(NO_PROCESS_LIST !== false, NO_PROCESS_LIST || '');
  const service = await start({}, undefined, { browserLimits: { answerMs: 5_000 } });
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
  const frozen = ownBrowsers().map(({ pid }) => pid);
  expect(frozen).toHaveLength(1);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');

  expect(await service.get('/readyz')).toMatchObject(NOT_READY);
  expect((await service.get('/healthz')).status, 'the process itself lives').toBe(200);

  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
  expect(stillRunning(frozen)).toEqual([]);
  expect(ownBrowsers()).toHaveLength(1);
  expect(await metricsOf(service.url)).toMatch(
    /_browser_launches_total 2\n[\s\S]*_browser_crashes_total 1\n/,
  );
});

test('a Chromium that cannot start stops neither the service nor arithmetic', async () => {
  const app = await startApp({
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent', EGRESS_OVERRIDE: '127.0.0.1:9', DATA_DIR: 'none' }),
    log: createLogger('silent'),
    executablePath: '/nowhere/chromium',
  });
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(app.url + path, init);
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  };
  const convert = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"place_id":"ChIJJz6dChxbFkcRFk6Qq9KBXD8"}',
  };
  try {
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    expect(await get('/api/convert', convert)).toMatchObject({ status: 200, body: { status: 'success' } });
    // A crowd: the event loop must stay alive, and the launch must not be tried again for each of them.
    const crowd = await Promise.all(
      Array.from({ length: 30 }, () => get('/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8')),
    );
    for (const answer of crowd) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'browser_unavailable' } } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    const readiness = await get('/readyz');
    expect(readiness).toMatchObject(NOT_READY);
    expect(Number(readiness.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await get('/api/convert', convert)).toMatchObject({ status: 200 });
    expect(await metricsOf(app.url)).toContain('browser_launches_total 0\n');
  } finally {
    await app.close();
  }
});

test.describe('the question', () => {
  test('is shared by all callers at the same time', async () => {
    const { chromium, firstBrowser } = fakePool();
    const fake = await firstBrowser();
    const answer = deferred<void>();
    let asked = 0;
    fake.trouble.browserSession = () => {
      asked += 1;
      return answer.promise;
    };
    const all = Array.from({ length: 20 }, () => chromium.health());
    await expect.poll(() => asked).toBe(1);
    answer.resolve();
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => 'ok'));
    expect(asked).toBe(1);
    expect(await chromium.health()).toBe('ok');
    expect(asked).toBe(2);
  });

  test('launches a browser when no browser runs, but not during the pause after a failed launch', async () => {
    let works = true;
    const { chromium, counts, browsers } = fakePool({
      launch: async () => {
        if (!works) throw new Error('no memory');
        const fake = fakeBrowser();
        browsers.push(fake);
        return fake.browser;
      },
    });
    expect(await chromium.health()).toBe('ok');
    works = false;
    browsers[0]?.die();
    expect(await chromium.health()).toBe('unavailable');
    expect(await chromium.health()).toBe('unavailable');
    expect(counts.launches).toBe(2);
  });

  test('returns "unavailable" for an error and for no answer', async () => {
    const { chromium, firstBrowser, browsers } = fakePool({ limits: SHORT });
    const fake = await firstBrowser();
    fake.trouble.browserSession = () => Promise.reject(new Error('Protocol error'));
    expect(await chromium.health()).toBe('unavailable');
    expect(fake.browser.isConnected(), 'an error is an answer').toBe(true);
    fake.trouble.browserSession = never;
    expect(await chromium.health()).toBe('unavailable');
    expect(fake.browser.isConnected(), 'silence is none').toBe(false);
    expect(await chromium.health()).toBe('ok');
    expect(browsers).toHaveLength(2);
  });
});

test.describe('a browser that nobody uses', () => {
  test('is closed, is idle and not unavailable, and is launched again when it is needed', async () => {
    const { chromium, pool, counts, firstBrowser, browsers } = fakePool({ browserIdleMs: 30 });
    const fake = await firstBrowser();
    const userAgent = await chromium.userAgent();
    await expect.poll(() => fake.browser.isConnected()).toBe(false);
    expect(await chromium.health()).toBe('idle');
    expect(await chromium.userAgent()).toBe(userAgent);
    expect(counts.launches, 'neither question launches one').toBe(1);
    await withPage(pool, testScope(), async () => undefined);
    expect(counts.launches).toBe(2);
    expect(await chromium.health()).toBe('ok');
    await new Promise((resolve) => setImmediate(resolve));
    expect(browsers[1]?.browser.isConnected(), 'it has a context').toBe(true);
  });

  test('is not closed while a page is in use, however long, or when the idle time is 0', async () => {
    const used = fakePool({ browserIdleMs: 10 });
    const held = deferred<void>();
    const work = withPage(used.pool, testScope(), () => held.promise);
    const kept = fakePool();
    await kept.firstBrowser();
    const idle = fakePool({ browserIdleMs: 40 });
    const fake = await idle.firstBrowser();
    await expect.poll(() => fake.browser.isConnected()).toBe(false);
    expect(used.browsers[0]?.browser.isConnected()).toBe(true);
    expect(kept.browsers[0]?.browser.isConnected()).toBe(true);
    held.resolve();
    await work;
  });
});

test('a browser whose launch takes longer than the time it may be unused is not closed at once', () =>
  inVirtualTime(async ({ sleep }) => {
    const fake = fakeBrowser();
    fake.trouble.newContext = () => sleep(20);
    const { pool } = fakePool({
      browserIdleMs: 300,
      launch: async () => {
        await sleep(400);
        return fake.browser;
      },
    });
    await expect(withPage(pool, testScope(), async () => 'read')).resolves.toBe('read');
  }));

test('counts a browser that ends by itself as a crash, but not a browser that the service closes', async () => {
  const metrics = createMetrics();
  const fakes = [fakeBrowser(), fakeBrowser()];
  let launches = 0;
  const chromium = new ChromiumSupervisor({
    executablePath: '/none',
    proxyUrl: 'http://127.0.0.1:9',
    log: createLogger('silent'),
    metrics,
    launch: async () => {
      const fake = fakes[launches];
      launches += 1;
      if (fake === undefined) throw new Error('too many launches');
      return fake.browser;
    },
  });
  await chromium.acquire();
  fakes[0]?.die();
  await chromium.acquire();
  await chromium.close();
  expect(fakes[1]?.browser.isConnected()).toBe(false);
  const { text } = await metrics.render();
  expect(text).toContain('browser_launches_total 2\n');
  expect(text).toContain('browser_crashes_total 1\n');
});

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

import { expect } from '@playwright/test';
import { closeContext, openContext, resetContext } from '../../src/core/browser/browser-context.js';
import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import type { ProxyLogin } from '../../src/core/browser/proxy-login.js';
import { isConsentChoice } from '../../src/core/provider/resource-policy.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { localServer } from '../support/local-server.js';
import { test } from '../support/service.js';
import { chromiumForTests } from '../support/stand-in-browser.js';

// How Chromium logs in to the egress proxy.

const LIMITS = { openMs: 10_000, resetMs: 3_000, closeMs: 5_000 };
const LOGIN: ProxyLogin = { url: 'http://login.invalid/', username: 'place-lookup', password: 'right' };
const HEADER = `Basic ${Buffer.from('place-lookup:right').toString('base64')}`;

const options = (proxyLogin: ProxyLogin) => ({
  locale: 'pl-PL',
  timeZone: 'Europe/Warsaw',
  insecure: false,
  unneededUrls: [],
  forgottenCookies: /^x$/,
  proxyLogin,
  isConsentChoice,
});

/** A proxy that asks for credentials and answers everything itself; a script may be kept for an hour. */
async function startProxy() {
  const asked: string[] = [];
  const server = await localServer((request, response) => {
    const isKnown = request.headers['proxy-authorization'] === HEADER;
    asked.push(`${isKnown ? '' : '407 '}${request.url}`);
    if (!isKnown) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="place-lookup"' }).end();
    } else if (request.url === LOGIN.url) response.writeHead(204).end();
    else if (request.url?.endsWith('.js')) {
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' };
      response.writeHead(200, headers).end('window.ready = true;');
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<script src="/a.js"></script>');
  });
  const chromium = new ChromiumSupervisor({
    executablePath: chromiumForTests(),
    proxyUrl: server.url,
    sandbox: 'off',
    log: createLogger('silent'),
  });
  const close = async () => {
    await chromium.close();
    await server.close();
  };
  return { asked, chromium, [Symbol.asyncDispose]: close };
}

test('a context logs in once and keeps its cache; wrong credentials are found when the context is opened', {
  tag: '@time',
}, async () => {
  await using proxy = await startProxy();
  const { asked, chromium } = proxy;
  const browser = await chromium.acquire();
  for (let round = 0; round < 2; round += 1) {
    asked.length = 0;
    const pooled = await openContext(browser, options(LOGIN), LIMITS, []);
    expect(pooled.page.url()).toBe('about:blank');
    expect(asked).toEqual([`407 ${LOGIN.url}`, LOGIN.url]);
    for (const path of ['one', 'two', 'three']) {
      asked.length = 0;
      await pooled.page.goto(`http://pages.test/${path}`);
      expect(await pooled.page.evaluate('window.ready')).toBe(true);
      const script = path === 'one' ? ['http://pages.test/a.js'] : [];
      expect(asked).toEqual([`http://pages.test/${path}`, ...script]);
      expect(await resetContext(pooled, options(LOGIN), LIMITS)).toBe(true);
    }
    expect(await closeContext(pooled, LIMITS)).toBe(true);
  }
  const opening = openContext(browser, options({ ...LOGIN, password: 'wrong' }), LIMITS, []);
  await expect(opening).rejects.toMatchObject({
    code: 'browser_unavailable',
    cause: 'the egress proxy did not take its credentials',
  });
  await expect.poll(() => browser.contexts().length).toBe(0);
});

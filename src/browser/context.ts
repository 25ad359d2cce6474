import type { Browser, BrowserContext, Page } from 'playwright';
import { within } from './timeout.js';

export interface ContextOptions {
  /** BCP 47, e.g. "pl-PL". */
  readonly locale: string;
  readonly timeZone: string;
  /** Certificates unchecked: only ever with EGRESS_OVERRIDE. */
  readonly insecure: boolean;
}

/** A context and the one page it lends. */
export interface PooledContext {
  readonly browser: Browser;
  readonly context: BrowserContext;
  page: Page;
  uses: number;
}

/**
 * What no answer needs: fonts, media, pictures, map tiles, logs. Blocked inside Chromium by pattern, which
 * costs nothing per request and keeps the HTTP cache, unlike Playwright's routing.
 */
const BLOCKED_URLS = [
  '*://fonts.gstatic.com/*',
  '*://fonts.googleapis.com/*',
  '*://*.googleusercontent.com/*',
  '*://*.ggpht.com/*',
  '*://play.google.com/*',
  '*/maps/vt?*',
  '*/maps/vt/*',
  '*/gen_204*',
  '*/maps/preview/log204*',
  '*.woff2*',
  '*.mp4*',
];

/** The visitor's consent choice. It names a decision, not a visitor, and is all a context keeps. */
const KEPT_COOKIES = new Set(['SOCS', 'CONSENT']);

const STEP_TIMEOUT_MS = 5_000;

/** Opens a context with its page, ready to lend. */
export async function openContext(browser: Browser, options: ContextOptions): Promise<PooledContext> {
  const context = await browser.newContext({
    locale: options.locale,
    timezoneId: options.timeZone,
    ignoreHTTPSErrors: options.insecure,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 900 },
  });
  return { browser, context, page: await openPage(context), uses: 0 };
}

/**
 * Makes a used context as good as new for an unrelated request: a new page, no storage, no cookies but the
 * consent choice. The HTTP cache stays warm. False = it could not be cleaned in time: close it.
 */
export async function resetContext(pooled: PooledContext): Promise<boolean> {
  const clean = async () => {
    const used = pooled.page;
    const [fresh] = await Promise.all([
      openPage(pooled.context),
      used.goto('about:blank', { waitUntil: 'commit' }),
    ]);
    const cookies = await pooled.context.cookies();
    await pooled.context.setStorageState({
      cookies: cookies.filter((cookie) => KEPT_COOKIES.has(cookie.name)),
      origins: [],
    });
    pooled.page = fresh;
    await used.close();
    return true;
  };
  return (await within(STEP_TIMEOUT_MS, clean()).catch(() => false)) ?? false;
}

/** Closes a context; never rejects and never waits longer than a few seconds. */
export async function closeContext({ context }: PooledContext): Promise<void> {
  await within(STEP_TIMEOUT_MS, context.close()).catch(() => undefined);
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // Pages a page opens by itself are of no use here.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: BLOCKED_URLS });
  return page;
}

import type { Browser, BrowserContext, CDPSession, Cookie, Page, Request } from 'playwright';
import { isAppError } from '../errors.js';
import { deferred } from '../runtime/deferred.js';
import { within } from '../runtime/timeout.js';
import { browserGone } from './driver-errors.js';
import { keepFresh } from './http-cache.js';
import { logIn, type ProxyLogin } from './proxy-login.js';

export interface ContextOptions {
  /** BCP 47, e.g. "pl-PL". */
  readonly locale: string;
  readonly timeZone: string;
  /** Leaves certificates unchecked; set with EGRESS_OVERRIDE only. */
  readonly insecure: boolean;
  /**
   * URLs that are never loaded, as patterns with `*`. Chromium itself blocks them. Unlike Playwright's routing, this
   * costs nothing per request and keeps the HTTP cache.
   */
  readonly unneededUrls: readonly string[];
  /** Names of the cookies that are deleted after each lease. */
  readonly forgottenCookies: RegExp;
  /** The login of the egress proxy; null = the proxy needs no login. */
  readonly proxyLogin: ProxyLogin | null;
}

/** Time limits of the steps, in milliseconds. */
export interface ContextLimits {
  readonly openMs: number;
  readonly resetMs: number;
  readonly closeMs: number;
}

/** A context and its one page. */
export interface PooledContext {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The page's DevTools session. */
  readonly session: CDPSession;
  /** `performance.now()` of its opening. */
  readonly openedAt: number;
  uses: number;
  /** Whether its page has crashed or was closed, also while the context was idle. */
  isLost(): boolean;
}

/** Data that a page can leave behind besides cookies. Session storage is cleared with local storage (measured). */
const STORAGE_TYPES =
  'local_storage,indexeddb,cache_storage,file_systems,service_workers,shared_storage,storage_buckets';

/**
 * Opens a context with its page, ready for use; it holds exactly `cookies`. Rejects with `browser_unavailable`, also
 * when it takes too long; a half-opened context is closed.
 */
export async function openContext(
  browser: Browser,
  options: ContextOptions,
  { openMs }: ContextLimits,
  cookies: readonly Cookie[],
): Promise<PooledContext> {
  const opening = browser.newContext({
    locale: options.locale,
    timezoneId: options.timeZone,
    ignoreHTTPSErrors: options.insecure,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [...cookies], origins: [] },
  });
  try {
    const ready = opening.then(async (context) => ({ context, ...(await openPage(context, options)) }));
    const opened = await within(openMs, whileConnected(browser, ready));
    if (opened === null) throw browserGone('opening a context took too long');
    return { browser, ...opened, openedAt: performance.now(), uses: 0 };
  } catch (error) {
    opening.then((context) => context.close()).catch(() => undefined);
    throw isAppError(error) ? error : browserGone(error);
  }
}

/**
 * Waits for a call as long as the browser is connected: Playwright (1.65) never answers `newPage` if the browser is
 * killed during the call. Rejects with `browser_unavailable` in that case; leaves no listener.
 */
async function whileConnected<T>(browser: Browser, call: Promise<T>): Promise<T> {
  const gone = deferred<never>();
  const onGone = () => gone.reject(browserGone('the browser went away'));
  browser.once('disconnected', onGone);
  if (!browser.isConnected()) onGone();
  try {
    return await Promise.race([call, gone.promise]);
  } finally {
    browser.off('disconnected', onGone);
  }
}

/**
 * Makes a used context as good as new for an unrelated request: an empty page, no history, no storage, no window.name,
 * no cookies but the consent choice. The HTTP cache (setStorageState would empty it) and the page's process stay warm:
 * a new page instead costs a quarter of a load (measured). False = the context could not be cleaned in time, or a page
 * that it opened is still there: close the context.
 */
export async function resetContext(
  { context, page, session }: PooledContext,
  { forgottenCookies }: ContextOptions,
  { resetMs }: ContextLimits,
): Promise<boolean> {
  let navigations = 0;
  const onRequest = (request: Request) => {
    if (request.isNavigationRequest()) navigations += 1;
  };
  const clean = async () => {
    // A page that is about to refresh itself may still do so, and would replace the page of the next use.
    page.on('request', onRequest);
    await page.goto('about:blank', { waitUntil: 'commit', timeout: 0 });
    // `window.name` outlives the document. Only after this call has the DevTools session left the former document as
    // well.
    await page.evaluate("window.name = ''");
    await Promise.all([
      session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: STORAGE_TYPES }),
      session.send('Page.resetNavigationHistory'),
      context.clearCookies({ name: forgottenCookies }),
    ]);
    await page.evaluate('0');
    return context.pages().length === 1 && navigations === 0 && page.url() === 'about:blank';
  };
  const isClean = (await within(resetMs, clean()).catch(() => false)) ?? false;
  page.off('request', onRequest);
  return isClean;
}

/** Closes a context; never rejects. False = the context has not closed in time. */
export async function closeContext({ context }: PooledContext, { closeMs }: ContextLimits): Promise<boolean> {
  const closing = context.close().then(() => true);
  return (await within(closeMs, closing).catch(() => true)) ?? false;
}

/** Reports when a page is lost: its renderer crashed, or it was closed, for instance with the browser. */
export function lossOf(page: Page) {
  let lose: (reason: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => undefined);
  const onCrash = () => lose(browserGone('the page crashed'));
  const onClose = () => lose(browserGone('the page was closed'));
  page.once('crash', onCrash);
  page.once('close', onClose);
  const stop = () => {
    page.off('crash', onCrash);
    page.off('close', onClose);
  };
  return { lost, stop };
}

async function openPage(
  context: BrowserContext,
  { unneededUrls, proxyLogin }: ContextOptions,
): Promise<Pick<PooledContext, 'page' | 'session' | 'isLost'>> {
  const page = await context.newPage();
  let lost = false;
  const lose = () => {
    lost = true;
  };
  page.once('crash', lose);
  page.once('close', lose);
  // Pages that a page opens by itself are not needed.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  const session = await context.newCDPSession(page);
  if (proxyLogin !== null) await logIn(session, proxyLogin);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: [...unneededUrls] });
  keepFresh(session);
  return { page, session, isLost: () => lost };
}

import type { Browser, BrowserContext, CDPSession, Cookie, Page, Request } from 'playwright';
import { isAppError } from '../contract/errors.js';
import { whileConnected } from './chromium-process.js';
import { browserGone } from './driver-errors.js';
import { keepFresh } from './http-cache.js';
import { logIn, type ProxyLogin } from './proxy-login.js';
import { within } from './timeout.js';

export interface ContextOptions {
  /** BCP 47, e.g. "pl-PL". */
  readonly locale: string;
  readonly timeZone: string;
  /** Certificates unchecked: only ever with EGRESS_OVERRIDE. */
  readonly insecure: boolean;
  /**
   * What is never loaded, as patterns with `*`. Blocked inside Chromium, which costs nothing per request and keeps
   * the HTTP cache, unlike Playwright's routing.
   */
  readonly unneededUrls: readonly string[];
  /** Names of the cookies that are deleted after each lease. */
  readonly forgottenCookies: RegExp;
  /** The login of the egress proxy; null = it needs none. */
  readonly proxyLogin: ProxyLogin | null;
}

/** How long each step may take, in milliseconds. */
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
  /** Its page has crashed or was closed, also while nobody used it. */
  isLost(): boolean;
}

/** What a page can leave behind besides cookies; session storage goes with local storage (measured). */
const STORAGE_TYPES =
  'local_storage,indexeddb,cache_storage,file_systems,service_workers,shared_storage,storage_buckets';

/**
 * Opens a context with its page, ready for use; it holds `cookies` and no others. Rejects with
 * `browser_unavailable`, also when it takes too long; nothing half opened stays behind.
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
    const ready = opening.then(async (context) => ({
      context,
      ...(await openPage(context, options)),
    }));
    const opened = await within(openMs, whileConnected(browser, ready));
    if (opened === null) throw browserGone('opening a context took too long');
    return { browser, ...opened, openedAt: performance.now(), uses: 0 };
  } catch (error) {
    opening.then((context) => context.close()).catch(() => undefined);
    throw isAppError(error) ? error : browserGone(error);
  }
}

/**
 * Makes a used context as good as new for an unrelated request: an empty page, no history, no storage, no
 * window.name, no cookies but the consent choice. The HTTP cache (setStorageState would empty it) and the
 * page's process stay warm: a new page instead costs a quarter of a load (measured). False = it could not be
 * cleaned in time, or a page it opened by itself is still there: close it.
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
    // A page about to refresh itself may still do so, and would overtake the next use.
    page.on('request', onRequest);
    await page.goto('about:blank', { waitUntil: 'commit', timeout: 0 });
    // It outlives the document. Only when this has run is the former document gone for the session, too.
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

/** Closes a context; never rejects. False = it had not closed in time. */
export async function closeContext({ context }: PooledContext, { closeMs }: ContextLimits): Promise<boolean> {
  const closing = context.close().then(() => true);
  return (await within(closeMs, closing).catch(() => true)) ?? false;
}

/** Reports when a page is lost: its renderer crashed, or it was closed, as all are when the browser ends. */
export function watchForLoss(page: Page) {
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
  // Pages a page opens by itself are of no use here.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  const session = await context.newCDPSession(page);
  if (proxyLogin !== null) await logIn(session, proxyLogin);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: [...unneededUrls] });
  keepFresh(session);
  return { page, session, isLost: () => lost };
}

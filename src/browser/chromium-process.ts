import type { Browser } from 'playwright';
import { z } from 'zod';
import { deferred } from '../runtime/deferred.js';
import { browserGone } from './driver-errors.js';

const processList = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/** How a browser identifies itself. */
export interface BrowserIdentity {
  /** Its process id, for ending a browser that no longer answers; null if the browser does not report it. */
  readonly pid: number | null;
  /** The user agent that its pages send. */
  readonly userAgent: string;
}

/** Asks a browser that was just launched for its identity. Rejects when it does not answer. */
export async function identify(browser: Browser): Promise<BrowserIdentity> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  const processes = await session.send('SystemInfo.getProcessInfo').catch(() => null);
  await session.detach();
  const own = processList.safeParse(processes).data?.processInfo.find(({ type }) => type === 'browser');
  return { pid: own?.id ?? null, userAgent };
}

/** Asks the running browser for its version: the smallest sign of life. Never ends when it is frozen. */
export async function askVersion(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  await session.detach();
  return product;
}

/** Resolves when the browser has gone away. */
export function disconnection(browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    browser.once('disconnected', () => resolve());
    if (!browser.isConnected()) resolve();
  });
}

/**
 * Waits for a call as long as the browser is connected: Playwright (1.65) never answers `newPage` if the browser is
 * killed during the call. Rejects with `browser_unavailable` in that case; leaves no listener.
 */
export async function whileConnected<T>(browser: Browser, call: Promise<T>): Promise<T> {
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

/** Kills a process. A process that is already gone is not an error. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

import { type Browser, chromium } from 'playwright';
import { z } from 'zod';
import type { Logger } from '../logger.js';
import { browserGone } from './driver-errors.js';
import { within } from './timeout.js';

/** How long things may take, in milliseconds. */
export interface ChromiumLimits {
  readonly launchMs: number;
  /** A simple question asked of the running browser. */
  readonly answerMs: number;
  readonly closeMs: number;
  /** The pause after a failed launch; doubled after each further one, up to `longestBackoffMs`. */
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
}

export interface ChromiumOptions {
  readonly executablePath: string;
  /** The egress proxy: Chromium's only way out. */
  readonly proxyUrl: string;
  readonly log: Logger;
  /** Replaces Playwright's launch in tests. */
  readonly launch?: (options: ChromiumOptions) => Promise<Browser>;
  readonly limits?: Partial<ChromiumLimits>;
}

/** The one Chromium of the process: launched on demand, again after it went away. */
export interface ChromiumSupervisor {
  /** The running browser. Rejects with `browser_unavailable`, at once while it backs off after a failure. */
  acquire(): Promise<Browser>;
  /**
   * Asks a browser that behaved badly for a sign of life, and ends its process when none comes: a frozen one
   * stays connected and answers nothing for ever. Afterwards `acquire` knows whether it is gone. Takes bounded
   * time and never rejects.
   */
  check(browser: Browser): Promise<void>;
  /** Ends every browser it started, in bounded time. */
  close(): Promise<void>;
}

const DEFAULT_LIMITS: ChromiumLimits = {
  launchMs: 20_000,
  answerMs: 5_000,
  closeMs: 5_000,
  firstBackoffMs: 500,
  longestBackoffMs: 30_000,
};

/** Starts nothing yet; the first `acquire` launches. Concurrent calls share one launch. */
export function superviseChromium(options: ChromiumOptions): ChromiumSupervisor {
  const { log, launch = launchChromium } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  /** Every browser that runs, with its process id where known. */
  const alive = new Map<Browser, number | null>();
  let current: Promise<Browser> | null = null;
  let failures = 0;
  let retryAt = 0;
  let closed = false;

  const start = async (): Promise<Browser> => {
    if (closed) throw browserGone('closed');
    if (performance.now() < retryAt) throw browserGone('backing off after a failed launch');
    try {
      const browser = await adopt(await launchInTime());
      failures = 0;
      return browser;
    } catch (error) {
      retryAt = performance.now() + Math.min(limits.longestBackoffMs, limits.firstBackoffMs * 2 ** failures);
      failures += 1;
      log.error({ err: error }, 'chromium could not be started');
      throw browserGone(error);
    }
  };

  const launchInTime = async (): Promise<Browser> => {
    const launching = launch(options);
    const browser = await within(limits.launchMs, launching);
    if (browser !== null) return browser;
    launching.then((late) => late.close()).catch(() => undefined);
    throw new Error('the launch took too long');
  };

  const adopt = async (browser: Browser): Promise<Browser> => {
    alive.set(browser, null);
    browser.once('disconnected', () => {
      alive.delete(browser);
      if (!closed) log.warn('chromium went away');
    });
    const told = await within(limits.answerMs, processId(browser));
    if (!browser.isConnected()) throw new Error('chromium went away while it started');
    if (told !== null) alive.set(browser, told.pid);
    if (told === null || closed) {
      void closeBrowser(browser, told?.pid ?? null);
      throw new Error(closed ? 'closed meanwhile' : 'chromium started and does not answer');
    }
    log.info({ pid: told.pid, version: browser.version() }, 'chromium started');
    return browser;
  };

  const closeBrowser = async (browser: Browser, pid: number | null): Promise<void> => {
    const done = await within(
      limits.closeMs,
      browser.close().then(() => true),
    ).catch(() => true);
    if (done === null && pid !== null) killProcess(pid);
  };

  return {
    acquire: () => {
      if (current !== null) return current;
      const starting = start();
      current = starting;
      const forget = () => {
        if (current === starting) current = null;
      };
      starting.then((browser) => {
        browser.once('disconnected', forget);
        if (!browser.isConnected()) forget();
      }, forget);
      return starting;
    },
    check: async (browser) => {
      const answered = await within(limits.answerMs, askVersion(browser)).catch(() => 'an error');
      const pid = alive.get(browser);
      if (answered !== null || pid === undefined) return;
      log.error({ pid }, 'chromium no longer answers: ending it');
      if (pid === null) void browser.close().catch(() => undefined);
      else killProcess(pid);
      await within(limits.closeMs, disconnection(browser));
    },
    close: async () => {
      closed = true;
      if (current !== null) await within(limits.closeMs, current).catch(() => null);
      await Promise.all([...alive].map(([browser, pid]) => closeBrowser(browser, pid)));
    },
  };
}

function launchChromium({ executablePath, proxyUrl, limits }: ChromiumOptions): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    timeout: limits?.launchMs ?? DEFAULT_LIMITS.launchMs,
    proxy: { server: proxyUrl },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // STUN left past the proxy until this was set (measured, architecture.md).
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      // Names are resolved by the egress proxy alone; a second lock behind the first.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--blink-settings=imagesEnabled=false',
    ],
  });
}

const processList = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/** The browser's own process id, to end it by when it no longer answers; null when it does not say. */
async function processId(browser: Browser): Promise<{ readonly pid: number | null }> {
  try {
    const session = await browser.newBrowserCDPSession();
    const answer = processList.safeParse(await session.send('SystemInfo.getProcessInfo'));
    await session.detach();
    return { pid: answer.data?.processInfo.find((entry) => entry.type === 'browser')?.id ?? null };
  } catch {
    return { pid: null };
  }
}

async function askVersion(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  await session.detach();
  return product;
}

function disconnection(browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    browser.once('disconnected', () => resolve());
    if (!browser.isConnected()) resolve();
  });
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

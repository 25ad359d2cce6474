import { type Browser, chromium } from 'playwright';
import { z } from 'zod';
import type { Logger } from '../logger.js';
import { browserGone } from './driver-errors.js';
import { within } from './timeout.js';

export interface ChromiumOptions {
  readonly executablePath: string;
  /** The egress proxy: Chromium's only way out. */
  readonly proxyUrl: string;
  readonly log: Logger;
  /** Replaces Playwright's launch in tests. */
  readonly launch?: (options: ChromiumOptions) => Promise<Browser>;
}

/** The one Chromium of the process: launched on demand, again after it went away. */
export interface ChromiumSupervisor {
  /** The running browser. Rejects with `browser_unavailable`, at once while it backs off after a failure. */
  acquire(): Promise<Browser>;
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 5_000;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

interface Running {
  readonly browser: Browser;
  readonly pid: number | null;
}

/** Starts nothing yet; the first `acquire` launches. Concurrent calls share one launch. */
export function superviseChromium(options: ChromiumOptions): ChromiumSupervisor {
  const launch = options.launch ?? launchChromium;
  let running: Promise<Running> | null = null;
  let failures = 0;
  let retryAt = 0;
  let closed = false;

  const start = async (): Promise<Running> => {
    if (closed) throw browserGone('closed');
    if (Date.now() < retryAt) throw browserGone('backing off after a failed launch');
    try {
      const browser = await launch(options);
      failures = 0;
      browser.once('disconnected', () => {
        running = null;
        if (!closed) options.log.warn('chromium went away');
      });
      const pid = await processId(browser);
      options.log.info({ pid, version: browser.version() }, 'chromium started');
      return { browser, pid };
    } catch (error) {
      failures += 1;
      retryAt = Date.now() + Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
      options.log.error({ err: error }, 'chromium could not be started');
      throw browserGone(error);
    }
  };

  return {
    acquire: async () => {
      running ??= start().catch((error) => {
        running = null;
        throw error;
      });
      return (await running).browser;
    },
    close: async () => {
      closed = true;
      const current = await running?.catch(() => null);
      if (current) await closeBrowser(current);
    },
  };
}

function launchChromium({ executablePath, proxyUrl }: ChromiumOptions): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    timeout: LAUNCH_TIMEOUT_MS,
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

/** The browser's own process id, to end it by when it no longer answers. */
async function processId(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const answer = processList.safeParse(await session.send('SystemInfo.getProcessInfo'));
  await session.detach();
  return answer.data?.processInfo.find((entry) => entry.type === 'browser')?.id ?? null;
}

async function closeBrowser({ browser, pid }: Running): Promise<void> {
  const closing = browser.close().then(() => true);
  const done = await within(CLOSE_TIMEOUT_MS, closing).catch(() => true);
  if (done === null && pid !== null) killProcess(pid);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

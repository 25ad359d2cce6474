import type { Browser } from 'playwright';
import { z } from 'zod';
import { DiagnosticError } from '../errors.js';
import type { BrowserHealth } from '../published/health.js';
import type { Logger } from '../runtime/logger.js';
import type { ChromiumInfo, Metrics } from '../runtime/metrics.js';
import { within } from '../runtime/timeout.js';
import { chromiumAge } from './chromium-age.js';
import { browserGone, browserStarting } from './driver-errors.js';
import { chromium } from './playwright.js';
import { launchSandboxed, type SandboxMode } from './sandbox.js';

/** Time limits in milliseconds. */
export interface ChromiumLimits {
  readonly launchMs: number;
  /** How long lookups wait for a launch, which goes on without them. */
  readonly startMs: number;
  /** The answer to a simple question to the running browser. */
  readonly answerMs: number;
  readonly closeMs: number;
  /** The pause after a failed launch; each further failure doubles it, up to `maxBackoffMs`. */
  readonly firstBackoffMs: number;
  readonly maxBackoffMs: number;
}

export interface ChromiumOptions {
  readonly executablePath: string;
  /** The egress proxy: Chromium's only way out. */
  readonly proxyUrl: string;
  readonly log: Logger;
  /** Default `auto`. */
  readonly sandbox?: SandboxMode;
  readonly metrics?: Pick<Metrics, 'browserLaunched' | 'browserCrashed'>;
  /** A browser without a context is closed after this many milliseconds; 0 = never. */
  readonly idleMs?: number;
  /** True: pages load pictures. Default false. */
  readonly pictures?: boolean;
  /** Replaces Playwright's launch in tests. */
  readonly launch?: (options: ChromiumOptions) => Promise<Browser>;
  readonly limits?: Partial<ChromiumLimits>;
}

export type ChromiumSupervisor = ReturnType<typeof superviseChromium>;

const DEFAULT_LIMITS: ChromiumLimits = {
  launchMs: 20_000,
  startMs: 3_000,
  answerMs: 5_000,
  closeMs: 5_000,
  firstBackoffMs: 500,
  maxBackoffMs: 30_000,
};

/** Maximum wait of a call of `health`. The browser itself has `answerMs` before it is ended. */
const HEALTH_MS = 2_000;

/**
 * The one Chromium of the process: the first `acquire` launches it, and again after it went away or was closed as idle.
 * Concurrent calls share one launch.
 */
export function superviseChromium(options: ChromiumOptions) {
  let isSandboxed: boolean | null = null;
  const onLaunched = (sandbox: boolean) => {
    isSandboxed = sandbox;
  };
  const { log, metrics, idleMs = 0, launch = chromiumLauncher(options, onLaunched) } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  /** Every running browser with its process id; null = its process id is not known. */
  const alive = new Map<Browser, number | null>();
  /** Browsers that the supervisor itself ends: their end is not a crash. */
  const ending = new WeakSet<Browser>();
  let current: Promise<Browser> | null = null;
  let asking: Promise<boolean> | null = null;
  let failures = 0;
  let retryAt = 0;
  let closed = false;
  let isIdle = false;
  /** When the last launch began. */
  let launchedAt = 0;
  let usedAt = performance.now();
  let version: string | null = null;
  let userAgent: string | null = null;
  const age = chromiumAge(options);

  const start = async (): Promise<Browser> => {
    if (closed) throw browserGone('closed');
    if (performance.now() < retryAt) throw browserGone('backing off after a failed launch');
    const since = performance.now();
    try {
      const launched = await launchInTime();
      const browser = await adopt(launched, Math.round(performance.now() - since));
      failures = 0;
      return browser;
    } catch (error) {
      retryAt = performance.now() + Math.min(limits.maxBackoffMs, limits.firstBackoffMs * 2 ** failures);
      failures += 1;
      if (!closed) log.error({ err: error }, 'chromium could not be started');
      throw browserGone(error);
    }
  };

  const launchInTime = async (): Promise<Browser> => {
    const launching = launch(options);
    const browser = await within(limits.launchMs, launching);
    if (browser !== null) return browser;
    launching.then((late) => late.close()).catch(() => undefined);
    throw new DiagnosticError('the launch took too long');
  };

  const adopt = async (browser: Browser, launchMs: number): Promise<Browser> => {
    alive.set(browser, null);
    const askedAt = performance.now();
    browser.once('disconnected', () => {
      alive.delete(browser);
      if (ending.has(browser)) return;
      metrics?.browserCrashed();
      log.warn('chromium went away');
    });
    const running = await within(limits.answerMs, identify(browser)).catch(() => null);
    if (!browser.isConnected()) throw new DiagnosticError('chromium went away while it started');
    if (running !== null) alive.set(browser, running.pid);
    if (running === null || closed) {
      void closeBrowser(browser, running?.pid ?? null);
      throw new DiagnosticError(
        closed ? 'chromium was closed while it started' : 'chromium started and does not answer',
      );
    }
    metrics?.browserLaunched();
    version = browser.version();
    userAgent = running.userAgent;
    const answerMs = Math.round(performance.now() - askedAt);
    log.info({ pid: running.pid, version, launchMs, answerMs }, 'chromium started');
    age.warnIfOld();
    return browser;
  };

  const closeBrowser = async (browser: Browser, pid: number | null): Promise<void> => {
    ending.add(browser);
    const done = await within(
      limits.closeMs,
      browser.close().then(() => true),
    ).catch(() => true);
    if (done === null && pid !== null) killProcess(pid);
  };

  const launchIfNeeded = (): Promise<Browser> => {
    usedAt = performance.now();
    if (current !== null) return current;
    isIdle = false;
    launchedAt = performance.now();
    const starting = start();
    current = starting;
    const forget = () => {
      if (current === starting) current = null;
    };
    starting.then((browser) => {
      browser.once('disconnected', forget);
      if (!browser.isConnected()) forget();
      else closeWhenIdle(browser);
    }, forget);
    return starting;
  };

  /**
   * The running browser. Rejects with `browser_unavailable`: at once while the supervisor backs off after a failure,
   * and three seconds after the beginning of a launch that is still under way.
   */
  const acquire = async (): Promise<Browser> => {
    const launching = launchIfNeeded();
    const browser = await within(Math.max(0, launchedAt + limits.startMs - performance.now()), launching);
    if (browser === null) throw browserStarting();
    return browser;
  };

  /** Closes a browser without contexts. A context stays open while it is in use, and one to two minutes longer. */
  const closeWhenIdle = (browser: Browser): void => {
    if (idleMs === 0) return;
    // The launch itself may have taken longer than `idleMs`.
    usedAt = performance.now();
    const timer = setInterval(() => {
      if (browser.contexts().length > 0) usedAt = performance.now();
      if (performance.now() - usedAt < idleMs) return;
      clearInterval(timer);
      current = null;
      isIdle = true;
      log.info('chromium is idle: closing it');
      void closeBrowser(browser, alive.get(browser) ?? null);
    }, idleMs / 10);
    timer.unref();
    browser.once('disconnected', () => clearInterval(timer));
  };

  /** True when the browser answers. Ends a browser that does not answer at all. */
  const isAlive = async (browser: Browser): Promise<boolean> => {
    const asked = identify(browser).then(() => true);
    const answered = await within(limits.answerMs, asked).catch(() => false);
    const pid = alive.get(browser);
    if (answered !== null || pid === undefined) return answered ?? false;
    log.error({ pid }, 'chromium no longer answers: ending it');
    if (pid === null) void browser.close().catch(() => undefined);
    else killProcess(pid);
    await within(limits.closeMs, disconnection(browser));
    return false;
  };

  return {
    acquire,
    /**
     * Asks a browser that behaved badly for a sign of life, and ends its process if it does not answer: a frozen
     * browser stays connected and never answers. Afterwards `acquire` knows whether the browser is gone. Takes bounded
     * time and never rejects.
     */
    check: async (browser: Browser) => void (await isAlive(browser)),
    /** The user agent of the browser. Launches a browser only if none has run yet. Rejects like `acquire`. */
    userAgent: async () => {
      if (userAgent === null) await acquire();
      return userAgent ?? '';
    },
    /** Version and age of the browser that was launched last. */
    info: (): ChromiumInfo => ({ version, ageDays: age.days() }),
    /** Whether the browser launched last has its sandbox; null = no browser was launched, or a test launched it. */
    sandboxed: () => isSandboxed,
    /**
     * Whether the running browser answers soon. Launches a browser if none runs, unless the last browser was closed as
     * idle. A browser that does not answer is ended as by `check`, so that a later call finds a new browser. Concurrent
     * calls share one question. Answers within two seconds and never rejects.
     */
    health: async (): Promise<BrowserHealth> => {
      age.warnIfOld();
      if (isIdle && current === null) return 'idle';
      asking ??= (current ?? launchIfNeeded())
        .then(isAlive)
        .catch(() => false)
        .finally(() => {
          asking = null;
        });
      return (await within(HEALTH_MS, asking)) ? 'ok' : 'unavailable';
    },
    /** Ends every browser that the supervisor started, in bounded time. */
    close: async () => {
      closed = true;
      if (current !== null) await within(limits.closeMs, current).catch(() => null);
      await Promise.all([...alive].map(([browser, pid]) => closeBrowser(browser, pid)));
    },
  };
}

const processList = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/**
 * Asks a browser for its user agent and its process id (null = it does not report the id). The answer is also the sign of
 * life: a frozen browser never answers.
 */
async function identify(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  const processes = await session.send('SystemInfo.getProcessInfo').catch(() => null);
  await session.detach();
  const own = processList.safeParse(processes).data?.processInfo.find(({ type }) => type === 'browser');
  return { pid: own?.id ?? null, userAgent };
}

/** Resolves when the browser has gone away. */
function disconnection(browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    browser.once('disconnected', () => resolve());
    if (!browser.isConnected()) resolve();
  });
}

/** Kills a process. A process that is already gone is not an error. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

/**
 * Launches a headless Chromium that reaches the network only through the proxy. The launch rejects when Chromium cannot
 * start in time, and with the sandbox when Chromium cannot have its sandbox.
 */
function chromiumLauncher(
  { executablePath, proxyUrl, limits, log, pictures = false, sandbox: mode = 'auto' }: ChromiumOptions,
  onLaunched: (sandbox: boolean) => void,
): () => Promise<Browser> {
  const launch = (sandbox: boolean) =>
    chromium.launch({
      executablePath,
      chromiumSandbox: sandbox,
      headless: true,
      timeout: limits?.launchMs ?? DEFAULT_LIMITS.launchMs,
      // Loopback goes through the proxy, too. Playwright sets this by itself unless an environment variable prevents
      // it.
      proxy: { server: proxyUrl, bypass: '<-loopback>' },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        // Without this flag, STUN bypassed the proxy (measured, traps.md).
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--disable-quic',
        // Only the egress proxy resolves names; this is a second safeguard.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
        ...(pictures ? [] : ['--blink-settings=imagesEnabled=false']),
      ],
    });
  return launchSandboxed({ mode, log, launch, onLaunched });
}

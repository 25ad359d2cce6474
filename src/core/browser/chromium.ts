import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
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
interface ChromiumLimits {
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

interface ChromiumOptions {
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
export class ChromiumSupervisor {
  readonly #options: ChromiumOptions;
  readonly #limits: ChromiumLimits;
  readonly #launch: (options: ChromiumOptions) => Promise<Browser>;
  /** Every running browser with its process id; null = its process id is not known. */
  readonly #alive = new Map<Browser, number | null>();
  /** Browsers that the supervisor itself ends: their end is not a crash. */
  readonly #ending = new WeakSet<Browser>();
  #current: Promise<Browser> | null = null;
  #asking: Promise<boolean> | null = null;
  #failures = 0;
  #retryAt = 0;
  #closed = false;
  #isIdle = false;
  #isSandboxed: boolean | null = null;
  /** When the last launch began. */
  #launchedAt = 0;
  #usedAt = performance.now();
  readonly #ageDays: () => number | null;
  #version: string | null = null;
  #userAgent: string | null = null;

  constructor(options: ChromiumOptions) {
    const onLaunched = (sandbox: boolean) => {
      this.#isSandboxed = sandbox;
    };
    this.#options = options;
    this.#ageDays = chromiumAge(options.executablePath);
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#launch = options.launch ?? chromiumLauncher(options, onLaunched);
  }

  /**
   * The running browser. Rejects with `browser_unavailable`: at once while the supervisor backs off after a failure,
   * and three seconds after the beginning of a launch that is still under way.
   */
  async acquire(): Promise<Browser> {
    const launching = this.#launchIfNeeded();
    const leftMs = Math.max(0, this.#launchedAt + this.#limits.startMs - performance.now());
    const browser = await within(leftMs, launching);
    if (browser === null) throw browserStarting();
    return browser;
  }

  /**
   * True when the browser answers. Ends the process of a browser that does not answer at all: a frozen browser stays
   * connected and never answers. Afterwards `acquire` knows whether the browser is gone. Takes bounded time and never
   * rejects.
   */
  async check(browser: Browser): Promise<boolean> {
    const { answerMs, closeMs } = this.#limits;
    const asked = identify(browser).then(() => true);
    const answered = await within(answerMs, asked).catch(() => false);
    const pid = this.#alive.get(browser);
    if (answered !== null || pid === undefined) return answered ?? false;
    this.#options.log.error({ pid }, 'chromium no longer answers: ending it');
    if (pid === null) void browser.close().catch(() => undefined);
    else killProcess(pid);
    await within(closeMs, disconnection(browser));
    return false;
  }

  /** The user agent of the browser. Launches a browser only if none has run yet. Rejects like `acquire`. */
  async userAgent(): Promise<string> {
    if (this.#userAgent === null) await this.acquire();
    return this.#userAgent ?? '';
  }

  /** Version and age of the browser that was launched last. */
  info(): ChromiumInfo {
    return { version: this.#version, ageDays: this.#ageDays() };
  }

  /** Whether the browser launched last has its sandbox; null = no browser was launched, or a test launched it. */
  sandboxed(): boolean | null {
    return this.#isSandboxed;
  }

  /**
   * Whether the running browser answers soon. Launches a browser if none runs, unless the last browser was closed as
   * idle. A browser that does not answer is ended as by `check`, so that a later call finds a new browser. Concurrent
   * calls share one question. Answers within two seconds and never rejects.
   */
  async health(): Promise<BrowserHealth> {
    if (this.#isIdle && this.#current === null) return 'idle';
    this.#asking ??= (this.#current ?? this.#launchIfNeeded())
      .then((browser) => this.check(browser))
      .catch(() => false)
      .finally(() => {
        this.#asking = null;
      });
    return (await within(HEALTH_MS, this.#asking)) ? 'ok' : 'unavailable';
  }

  /** Ends every browser that the supervisor started, in bounded time. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#current !== null) await within(this.#limits.closeMs, this.#current).catch(() => null);
    await Promise.all([...this.#alive].map(([browser, pid]) => this.#closeBrowser(browser, pid)));
  }

  #launchIfNeeded(): Promise<Browser> {
    this.#usedAt = performance.now();
    if (this.#current !== null) return this.#current;
    this.#isIdle = false;
    this.#launchedAt = performance.now();
    const starting = this.#start();
    this.#current = starting;
    const forget = () => {
      if (this.#current === starting) this.#current = null;
    };
    starting.then((browser) => {
      browser.once('disconnected', forget);
      if (!browser.isConnected()) forget();
      else this.#closeWhenIdle(browser);
    }, forget);
    return starting;
  }

  async #start(): Promise<Browser> {
    if (this.#closed) throw browserGone('closed');
    if (performance.now() < this.#retryAt) throw browserGone('backing off after a failed launch');
    const since = performance.now();
    try {
      const launching = this.#launch(this.#options);
      const browser = await within(this.#limits.launchMs, launching);
      if (browser === null) {
        launching.then((late) => late.close()).catch(() => undefined);
        throw new DiagnosticError('the launch took too long');
      }
      await this.#adopt(browser, Math.round(performance.now() - since));
      this.#failures = 0;
      return browser;
    } catch (error) {
      const { firstBackoffMs, maxBackoffMs } = this.#limits;
      this.#retryAt = performance.now() + Math.min(maxBackoffMs, firstBackoffMs * 2 ** this.#failures);
      this.#failures += 1;
      if (!this.#closed) this.#options.log.error({ err: error }, 'chromium could not be started');
      throw browserGone(error);
    }
  }

  async #adopt(browser: Browser, launchMs: number): Promise<void> {
    const { log, metrics } = this.#options;
    this.#alive.set(browser, null);
    const askedAt = performance.now();
    browser.once('disconnected', () => {
      this.#alive.delete(browser);
      if (this.#ending.has(browser)) return;
      metrics?.browserCrashed();
      log.warn('chromium went away');
    });
    const running = await within(this.#limits.answerMs, identify(browser)).catch(() => null);
    if (!browser.isConnected()) throw new DiagnosticError('chromium went away while it started');
    if (running !== null) this.#alive.set(browser, running.pid);
    if (running === null || this.#closed) {
      void this.#closeBrowser(browser, running?.pid ?? null);
      throw new DiagnosticError(
        this.#closed ? 'chromium was closed while it started' : 'chromium started and does not answer',
      );
    }
    if (running.pid !== null) lowerPriority(running.pid);
    metrics?.browserLaunched();
    this.#version = browser.version();
    this.#userAgent = running.userAgent;
    const answerMs = Math.round(performance.now() - askedAt);
    log.info({ pid: running.pid, version: this.#version, launchMs, answerMs }, 'chromium started');
  }

  async #closeBrowser(browser: Browser, pid: number | null): Promise<void> {
    this.#ending.add(browser);
    const closed = browser.close().then(() => true);
    const done = await within(this.#limits.closeMs, closed).catch(() => true);
    if (done === null && pid !== null) killProcess(pid);
  }

  /** Closes a browser without contexts. A context stays open while it is in use, and one to two minutes longer. */
  #closeWhenIdle(browser: Browser): void {
    const { idleMs = 0, log } = this.#options;
    if (idleMs === 0) return;
    // The launch itself may have taken longer than `idleMs`.
    this.#usedAt = performance.now();
    const timer = setInterval(() => {
      if (browser.contexts().length > 0) this.#usedAt = performance.now();
      if (performance.now() - this.#usedAt < idleMs) return;
      clearInterval(timer);
      this.#current = null;
      this.#isIdle = true;
      log.info('chromium is idle: closing it');
      void this.#closeBrowser(browser, this.#alive.get(browser) ?? null);
    }, idleMs / 10);
    timer.unref();
    browser.once('disconnected', () => clearInterval(timer));
  }
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

/**
 * Lowers the priority of Chromium's processes, also of later ones, for the answers to others; without /proc, only of the
 * first. Linux may weigh sessions before processes (sched(7), "autogroup"); Chromium has a session of its own.
 */
function lowerPriority(pid: number): void {
  const sessionOf = (process: number | 'self') =>
    readFileSync(`/proc/${process}/autogroup`, 'utf8').split(' ')[0];
  try {
    const below = Math.min(Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority() + 1), 19);
    setPriority(pid, below);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    children.map(Number).forEach(lowerPriority);
    if (sessionOf(pid) !== sessionOf('self')) writeFileSync(`/proc/${pid}/autogroup`, `${below}`);
  } catch {
    // The system has no /proc or no such sessions, or the process has ended meanwhile.
  }
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
        // Without this flag, STUN bypassed the proxy (measured, docs/architecture.md#traps).
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--disable-quic',
        // Only the egress proxy resolves names; this is a second safeguard.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
        ...(pictures ? [] : ['--blink-settings=imagesEnabled=false']),
      ],
    });
  return launchSandboxed({ mode, log, launch, onLaunched });
}

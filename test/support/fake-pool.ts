import type { Browser } from 'playwright';
import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import { createConsentChoice } from '../../src/core/browser/consent-choice.js';
import { type PageLease, PagePool } from '../../src/core/browser/pool.js';
import {
  FORGOTTEN_COOKIES,
  isConsentChoice,
  UNNEEDED_URLS,
} from '../../src/core/provider/resource-policy.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { type OwnedScope, type Scope, startScope } from '../../src/core/runtime/scope.js';
import { type FakeBrowser, fakeBrowser, never } from './fake-browser.js';

type PoolOptions = ConstructorParameters<typeof PagePool>[0];
type ChromiumOptions = ConstructorParameters<typeof ChromiumSupervisor>[0];
export type Limits = NonNullable<PoolOptions['limits'] & ChromiumOptions['limits']>;

interface FakePoolOptions extends Partial<Omit<PoolOptions, 'limits'>> {
  /** After how long an unused browser is closed; 0 = never. */
  readonly browserIdleMs?: number;
  /** Instead of a launch that gives a new fake browser each time. */
  readonly launch?: () => Promise<Browser>;
  readonly limits?: Partial<Limits>;
}

/** Longer than a test may take: what waits for a limit fails its test, and a failed launch is not repeated. */
const LONG_MS = 600_000;

const GENEROUS: Limits = {
  openMs: LONG_MS,
  resetMs: LONG_MS,
  closeMs: LONG_MS,
  drainMs: LONG_MS,
  launchMs: LONG_MS,
  startMs: LONG_MS,
  answerMs: LONG_MS,
  firstBackoffMs: LONG_MS,
  maxBackoffMs: LONG_MS,
};

/** For tests in which something hangs: that a limit is in force shows by the test ending at all. */
export const SHORT = { openMs: 150, resetMs: 150, closeMs: 150, drainMs: 150, launchMs: 150, answerMs: 150 };

/** A pool that asks for the browser in a tight loop would hold the test process for ever: it is stopped. */
const ASKED_TOO_OFTEN = 1_000;

/** What the service opens a pool with; the limits of contexts are met by no test by chance. */
export const poolOptions = () => ({
  maxUses: 100,
  maxAgeMs: 3_600_000,
  idleMs: 3_600_000,
  metrics: createMetrics(),
  locale: 'pl-PL',
  timeZone: 'Europe/Warsaw',
  insecure: false,
  proxyLogin: null,
  unneededUrls: UNNEEDED_URLS,
  forgottenCookies: FORGOTTEN_COOKIES,
  consentChoice: createConsentChoice(isConsentChoice),
});

/** A pool on fake browsers, by default of one context. */
export function fakePool({ launch, limits, browserIdleMs = 0, ...options }: FakePoolOptions = {}) {
  const browsers: FakeBrowser[] = [];
  const counts = { launches: 0, asked: 0 };
  const start = async () => {
    const fake = fakeBrowser();
    browsers.push(fake);
    return fake.browser;
  };
  class CountedSupervisor extends ChromiumSupervisor {
    override acquire(): Promise<Browser> {
      counts.asked += 1;
      return counts.asked > ASKED_TOO_OFTEN ? never() : super.acquire();
    }
  }
  const chromium = new CountedSupervisor({
    executablePath: '/none',
    proxyUrl: 'http://127.0.0.1:9',
    log: createLogger('silent'),
    idleMs: browserIdleMs,
    limits: { ...GENEROUS, ...limits },
    launch: () => {
      counts.launches += 1;
      return (launch ?? start)();
    },
  });
  const pool = new PagePool({
    chromium,
    size: 1,
    ...poolOptions(),
    ...options,
    limits: { ...GENEROUS, ...limits },
  });
  /** The browser, running, before any context is open. */
  const firstBrowser = async (): Promise<FakeBrowser> => {
    await chromium.acquire();
    const [fake] = browsers;
    if (fake === undefined) throw new Error('nothing was launched');
    return fake;
  };
  return { pool, chromium, browsers, counts, firstBrowser };
}

export function testScope(timeoutMs = LONG_MS): OwnedScope {
  return startScope('test', createLogger('silent'), timeoutMs);
}

/** Works with a page of the pool, as a tab does. */
export async function withPage<T>(
  pool: Pick<PagePool, 'take'>,
  scope: Scope,
  work: (lease: PageLease) => Promise<T>,
): Promise<T> {
  using lease = await pool.take(scope);
  return await lease.during(work(lease));
}

import { ChromiumSupervisor } from './browser/chromium.js';
import { createConsentChoice } from './browser/consent-choice.js';
import { PagePool } from './browser/pool.js';
import type { Config } from './config/config.js';
import { createPlainClient } from './egress/plain-client.js';
import { startEgress } from './egress/proxy.js';
import {
  FORGOTTEN_COOKIES,
  isConsentChoice,
  LOGS_AND_VIDEOS,
  UNNEEDED_URLS,
} from './provider/resource-policy.js';
import { LOCALE } from './provider/urls.js';
import type { Logger } from './runtime/logger.js';
import type { Metrics } from './runtime/metrics.js';

/** The access to the provider: the browser and plain requests, both through the egress proxy. */
export type ProviderAccess = Awaited<ReturnType<typeof openProviderAccess>>;

export interface ProviderAccessOptions {
  readonly config: Config;
  readonly executablePath: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How many leases a context serves before it is replaced; only tests set it. */
  readonly contextMaxUses?: number | undefined;
  /** Replaces time limits of the browser and its contexts, in milliseconds; only tests set it. */
  readonly browserLimits?: LimitsOf<typeof ChromiumSupervisor> & LimitsOf<typeof PagePool>;
}
type LimitsOf<T extends new (options: never) => object> = ConstructorParameters<T>[0]['limits'];

const MINUTE_MS = 60_000;
const CONTEXT_IDLE_MS = MINUTE_MS;
const CONTEXT_MAX_AGE_MS = 60 * MINUTE_MS;
const CONTEXT_MAX_USES = 100;
/** Pages that draw pictures, at once. */
export const PICTURE_PAGES = 2;

/** Opens the access to the provider with the given settings. The browser starts when a page is first needed. */
export async function openProviderAccess(options: ProviderAccessOptions) {
  const { config, executablePath, log, metrics, contextMaxUses = CONTEXT_MAX_USES } = options;
  const { browserLimits: limits = {} } = options;
  const override = config.EGRESS_OVERRIDE ?? null;
  const insecure = override !== null;
  const egress = await startEgress({ override, upstreamProxy: config.UPSTREAM_PROXY ?? null, log });
  const plainClient = createPlainClient(egress, { insecure });
  const launching = {
    executablePath,
    proxyUrl: egress.url,
    sandbox: config.CHROMIUM_SANDBOX,
    log,
    metrics,
    limits,
  };
  const consentChoice = createConsentChoice(isConsentChoice);
  const contexts = {
    maxUses: contextMaxUses,
    idleMs: CONTEXT_IDLE_MS,
    maxAgeMs: CONTEXT_MAX_AGE_MS,
    metrics,
    locale: `${LOCALE.language}-${LOCALE.region.toUpperCase()}`,
    timeZone: config.TIME_ZONE,
    insecure,
    forgottenCookies: FORGOTTEN_COOKIES,
    consentChoice,
    limits,
  };
  const chromium = new ChromiumSupervisor({ ...launching, idleMs: config.BROWSER_IDLE_MINUTES * MINUTE_MS });
  const pages = { size: config.BROWSER_CONTEXTS, proxyLogin: egress.login, unneededUrls: UNNEEDED_URLS };
  const pool = new PagePool({ ...contexts, ...pages, chromium });
  const drawing = new ChromiumSupervisor({ ...launching, pictures: true, idleMs: MINUTE_MS });
  const drawn = { size: PICTURE_PAGES, proxyLogin: egress.pictureLogin, unneededUrls: LOGS_AND_VIDEOS };
  /** A browser that draws pictures, and its pages. It starts with the first use. */
  const pictures = { chromium: drawing, pool: new PagePool({ ...contexts, ...drawn, chromium: drawing }) };
  return {
    chromium,
    pool,
    pictures,
    plainClient,
    /** The identity of plain requests. */
    identity: {
      userAgent: () => chromium.userAgent(),
      consentCookies: consentChoice.cookies,
      language: LOCALE.language,
    },
    /** Closes the pool, the browser and the egress proxy, each in bounded time. */
    close: async () => {
      // The contexts are no longer needed: a context that hangs ends with its browser.
      const closing = [pool, chromium, pictures.pool, pictures.chromium].map((part) => part.close());
      await Promise.all(closing);
      await plainClient.close();
      await egress.close();
    },
  };
}

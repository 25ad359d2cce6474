import { superviseChromium } from '../browser/chromium.js';
import { createConsentChoice } from '../browser/consent-choice.js';
import { createPagePool } from '../browser/pool.js';
import type { Config } from '../config/config.js';
import { createHandshake } from '../egress/handshake.js';
import { createPlainClient } from '../egress/plain-client.js';
import { startEgress } from '../egress/proxy.js';
import { FORGOTTEN_COOKIES, isConsentChoice, UNNEEDED_URLS } from '../provider/resource-policy.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';

/** The way to the provider: the browser and plain requests, both through the egress proxy. */
export type ProviderAccess = Awaited<ReturnType<typeof openProviderAccess>>;

interface ProviderAccessOptions {
  readonly config: Config;
  readonly executablePath: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const MINUTE_MS = 60_000;
const CONTEXT_IDLE_MS = MINUTE_MS;

/** Opens the way to the provider by the configuration. The browser starts when a page is first needed. */
export async function openProviderAccess(options: ProviderAccessOptions) {
  const { config, executablePath, log, metrics } = options;
  const override = config.EGRESS_OVERRIDE ?? null;
  const insecure = override !== null;
  const egress = await startEgress({ override, upstreamProxy: config.UPSTREAM_PROXY ?? null, log });
  const plainClient = createPlainClient(egress, { insecure });
  const chromium = superviseChromium({
    executablePath,
    proxyUrl: egress.url,
    sandbox: config.CHROMIUM_SANDBOX,
    idleMs: config.BROWSER_IDLE_MINUTES * MINUTE_MS,
    log,
    metrics,
  });
  const consentChoice = createConsentChoice(isConsentChoice);
  const pool = createPagePool({
    chromium,
    size: config.BROWSER_CONTEXTS,
    maxUses: config.CONTEXT_MAX_USES,
    idleMs: CONTEXT_IDLE_MS,
    maxAgeMs: config.CONTEXT_MAX_AGE_MINUTES * MINUTE_MS,
    metrics,
    locale: localeOf(config.PROVIDER_LANGUAGE, config.PROVIDER_REGION),
    timeZone: config.TIME_ZONE,
    insecure,
    proxyLogin: egress.login,
    unneededUrls: UNNEEDED_URLS,
    forgottenCookies: FORGOTTEN_COOKIES,
    consentChoice,
  });
  return {
    chromium,
    pool,
    plainClient,
    /** Makes a TLS handshake with a host of the provider, without a request. */
    handshake: createHandshake(egress),
    /** The identity of plain requests. */
    identity: {
      userAgent: chromium.userAgent,
      consentCookies: consentChoice.cookies,
      language: config.PROVIDER_LANGUAGE,
    },
    /** Closes the pool, the browser and the egress proxy, each in bounded time. */
    close: async () => {
      // The contexts are no longer needed: a context that hangs ends with its browser.
      await Promise.all([pool.close(), chromium.close()]);
      await plainClient.close();
      await egress.close();
    },
  };
}

function localeOf(language: string, region: string): string {
  return language.includes('-') ? language : `${language}-${region.toUpperCase()}`;
}

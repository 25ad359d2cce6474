import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { superviseChromium } from './browser/chromium.js';
import { createPagePool } from './browser/pool.js';
import type { Config } from './config.js';
import { createPlainClient } from './egress/plain-client.js';
import { startEgress } from './egress/proxy.js';
import { createHttpServer } from './http/server.js';
import type { Logger } from './logger.js';
import { createProviderUrls } from './provider/urls.js';
import { createBulkChecker } from './services/check-reviews.js';
import { createPlaceFinder } from './services/find-place.js';
import { createReviewInspector } from './services/inspect-review.js';
import { createReviewLister } from './services/list-reviews.js';
import { createPlaceLoader } from './services/load-place.js';
import { createQueryResolver } from './services/resolve-query.js';
import { createReviewLinkResolver } from './services/resolve-review-link.js';
import { createShareLinkResolver } from './services/resolve-share-link.js';
import { createSingleFlight } from './services/single-flight.js';
import { createTimedCache } from './services/timed-cache.js';

/** The running service. */
export interface App {
  /** `http://host:port` it listens on. */
  readonly url: string;
  /** Stops listening, then closes the pool, the browser and the way out, each in bounded time. */
  close(): Promise<void>;
}

/** What the environment does not decide. */
export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly executablePath: string;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs?: number;
}

const SETTLE_MS = 1_500;
/** Loans after which a context is replaced: what a page leaks does not add up for months. */
const CONTEXT_MAX_USES = 100;

/** Builds the whole service from its configuration and starts it. */
export async function startApp({
  config,
  log,
  executablePath,
  settleMs = SETTLE_MS,
}: AppOptions): Promise<App> {
  const override = config.EGRESS_OVERRIDE ?? null;
  const insecure = override !== null;
  const egress = await startEgress({ override, upstreamProxy: config.UPSTREAM_PROXY ?? null, log });
  const plainClient = createPlainClient(egress.url, { insecure });
  const chromium = superviseChromium({ executablePath, proxyUrl: egress.url, log });
  const pool = createPagePool({
    chromium,
    size: config.BROWSER_CONTEXTS,
    queueLimit: config.QUEUE_LIMIT,
    maxUses: CONTEXT_MAX_USES,
    locale: localeOf(config.PROVIDER_LANGUAGE, config.PROVIDER_REGION),
    timeZone: config.TIME_ZONE,
    insecure,
  });

  const timeoutMs = config.REQUEST_TIMEOUT_MS;
  const urls = createProviderUrls({ language: config.PROVIDER_LANGUAGE, region: config.PROVIDER_REGION });
  const flights = createSingleFlight(timeoutMs);
  const finder = createPlaceFinder({
    resolve: createQueryResolver(urls, createShareLinkResolver(plainClient)),
    loader: createPlaceLoader({ pool, settleMs }),
    urls,
    flights,
    identifiers: createTimedCache(config.IDENTIFIER_CACHE_SECONDS),
    details: createTimedCache(config.DETAILS_CACHE_SECONDS),
  });
  const reviews = createReviewLister({
    pool,
    urls,
    settleMs,
    timeoutMs: config.REVIEWS_TIMEOUT_MS,
    pageDelayMs: config.REVIEWS_PAGE_DELAY_MS,
  });
  const inspector = createReviewInspector({
    pool,
    resolve: createReviewLinkResolver(plainClient),
    urls,
    flights,
    settleMs,
  });
  const server = createHttpServer({
    finder,
    reviews,
    inspector,
    bulk: createBulkChecker({ inspector, concurrency: config.BROWSER_CONTEXTS, timeoutMs }),
    timeZone: config.TIME_ZONE,
    reviewsTimeoutMs: config.REVIEWS_TIMEOUT_MS,
    version: await packageVersion(),
    log,
    requestTimeoutMs: timeoutMs,
    isEnabled: () => config.API_ENABLED,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.PORT, config.HOST, resolve);
  });

  return {
    url: addressUrl(server.address()),
    close: async () => {
      const stopped = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await pool.close();
      await chromium.close();
      await plainClient.close();
      await egress.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}

function localeOf(language: string, region: string): string {
  return language.includes('-') ? language : `${language}-${region.toUpperCase()}`;
}

function addressUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP address');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createLocalTime } from '../core/api/local-time.js';
import { createDrain } from '../core/api/middleware/drain.js';
import { createHttpServer, type Patience } from '../core/api/server.js';
import type { Core } from '../core/capability.js';
import { createUseCases, SETTLE_MS } from '../core/lookups.js';
import { SHARE_LINK_PATIENCE, type ShareLinkPatience } from '../core/places/share-links.js';
import { openProviderAccess, type ProviderAccessOptions } from '../core/provider-access.js';
import { LIST_TIMEOUT_MS } from '../core/reviews/list-reviews.js';
import { createMetrics, type Metrics } from '../core/runtime/metrics.js';
import { maxOpenFiles } from '../core/runtime/open-files.js';
import { within } from '../core/runtime/timeout.js';
import { CAPABILITIES, CORE_ENDPOINTS } from '../installed.js';
import { loadReloadableKeys, warnIfExposed } from './configured-keys.js';
import { coreGauges } from './core-gauges.js';
import { listen } from './listen.js';
import { closeCapabilities, openCapabilities } from './open-capabilities.js';
import { createPages } from './pages.js';

/** The running service. */
export type App = Awaited<ReturnType<typeof startApp>>;

/** The configuration, and options that the environment does not set. */
export interface AppOptions extends Omit<ProviderAccessOptions, 'metrics'> {
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs?: number;
  /** How long the HTTP fast path is skipped after repeated failures, in milliseconds; 0 = never. */
  readonly fastPathPauseMs?: number;
  /** False: every page is rendered. */
  readonly usesFastPath?: boolean;
  /** Maximum time of a list of reviews, in milliseconds. */
  readonly listTimeoutMs?: number;
  readonly shareLinks?: ShareLinkPatience;
  /** Loads that may wait when every page is taken. */
  readonly queueLimit?: number | undefined;
  readonly metrics?: Metrics;
  /** Time limits for slow clients. */
  readonly patience?: Partial<Patience>;
}

/** Time for sending the answers of ended requests to clients. */
const FLUSH_MS = 1_000;
const DEFAULTS = {
  settleMs: SETTLE_MS,
  fastPathPauseMs: 300_000,
  listTimeoutMs: LIST_TIMEOUT_MS,
  shareLinks: SHARE_LINK_PATIENCE,
  patience: {},
} as const;

/** Builds the whole service from its configuration and starts it. */
export async function startApp(given: AppOptions) {
  const options = { ...DEFAULTS, ...given, metrics: given.metrics ?? createMetrics() };
  const { config, log, metrics } = options;
  const keys = await loadReloadableKeys(config, log);
  const access = await openProviderAccess(options);
  const { chromium } = access;
  const useCases = createUseCases({ ...options, ...access });
  const { breaker } = useCases;
  const version = packageVersion();
  const isProviderBlocked = () => breaker.state() === 'open';
  const core: Core = {
    ...access,
    ...useCases,
    config,
    log,
    metrics,
    localTime: createLocalTime(config.TIME_ZONE),
    version,
    keys: keys.keys,
    isProviderBlocked,
    together: createTogether(),
  };
  const capabilities = await openCapabilities(CAPABILITIES, core).catch(async (error: unknown) => {
    await access.close();
    throw error;
  });
  coreGauges(core);
  const drain = createDrain();
  let isApiEnabled = config.API_ENABLED;
  const server = createHttpServer({
    ...core,
    endpoints: CORE_ENDPOINTS,
    listTimeoutMs: options.listTimeoutMs,
    capabilities,
    isEnabled: () => isApiEnabled,
    servePage: createPages(config.TIME_ZONE),
    drain,
    browserHealth: () => chromium.health(),
    chromium: () => chromium.info(),
    apiKeys: keys.keys,
    patience: options.patience,
    maxOpenFiles: maxOpenFiles(),
  });
  await listen(server, config.PORT, config.HOST);
  if (keys.keys === null) warnIfExposed(tcpAddress(server.address()).address, log);
  for (const one of capabilities) one.start?.();
  // Start the browser now, so that the first answer is quick. Without a browser the service still converts identifiers;
  // the failure is logged.
  chromium.acquire().catch(() => undefined);

  const end = async (graceMs: number) => {
    keys.close();
    drain.begin();
    const stopped = Promise.all(capabilities.map(({ stop }) => stop?.(graceMs)));
    await Promise.all([drain.idle(graceMs), within(graceMs, stopped)]);
    drain.abort();
    const aborted = Promise.all(capabilities.map(({ abort }) => abort?.()));
    await Promise.all([drain.idle(FLUSH_MS), aborted, stopped]);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await access.close();
    await closeCapabilities(capabilities);
    server.closeAllConnections();
    await closed;
  };
  let ended: Promise<void> | null = null;
  return {
    /** The address at which the service listens: `http://host:port`. */
    url: addressUrl(tcpAddress(server.address())),
    /**
     * Ends the service in order: it takes no more requests, lets requests under way finish within `graceMs` (default
     * 0), fails the rest with `shutting_down`, and closes the pool, the browser and the egress proxy, each in bounded
     * time. Further calls do nothing.
     */
    close: ({ graceMs = 0 }: { readonly graceMs?: number } = {}): Promise<void> => {
      ended ??= end(graceMs);
      return ended;
    },
    /** Switches the API off or on; returns the new state. */
    toggleApi: () => {
      isApiEnabled = !isApiEnabled;
      return isApiEnabled;
    },
    /** Reads the file of API keys again; null = there is no file of keys. Never rejects. */
    reload: keys.reload,
  };
}

function createTogether(): Core['together'] {
  const made = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const one = made.get(name) ?? make();
    made.set(name, one);
    return one as Promise<T>;
  };
}

function addressUrl({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function tcpAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP address');
  return address;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

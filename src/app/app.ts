import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { DoctorStatus } from '../capabilities/doctor/check-report.js';
import { createDoctor } from '../capabilities/doctor/doctor-service.js';
import { runChecks } from '../capabilities/doctor/run-checks.js';
import { createEvidence } from '../capabilities/evidence/packs.js';
import { cleanSharedPoints, createSharedPoints } from '../capabilities/fleet/shared-points.js';
import { connectSharedState, type SharedState } from '../capabilities/fleet/shared-state.js';
import { createJobRunner } from '../capabilities/jobs/job-runner.js';
import { loadReloadableKeys, warnIfExposed } from '../core/api/configured-keys.js';
import { warnOfFewFiles } from '../core/api/connection-limits.js';
import { listen } from '../core/api/listen.js';
import { createLocalTime } from '../core/api/local-time.js';
import { createDrain } from '../core/api/middleware/drain.js';
import { createHttpServer, type Patience } from '../core/api/server.js';
import type { Config } from '../core/config/config.js';
import { type Storage, storageOf } from '../core/config/storage.js';
import { shuttingDown } from '../core/errors.js';
import { createUseCases } from '../core/lookups.js';
import { SHARE_LINK_PATIENCE, type ShareLinkPatience } from '../core/places/share-links.js';
import { loadRules } from '../core/provider/rules/load-rules.js';
import { openProviderAccess } from '../core/provider-access.js';
import type { EvidenceStoreCheck } from '../core/published/health.js';
import type { VerdictState } from '../core/reviews/proof/controls.js';
import type { Logger } from '../core/runtime/logger.js';
import { createMetrics, type Metrics } from '../core/runtime/metrics.js';
import { maxOpenFiles } from '../core/runtime/open-files.js';
import { type Message, message } from '../core/texts/messages.js';
import type { BreakerState } from '../core/traffic/breaker.js';
import { writingFault } from '../kit/store/data-folder.js';

/** The running service. */
export type App = Awaited<ReturnType<typeof startApp>>;

/** The configuration, and options that the environment does not set. */
export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly executablePath: string;
  /** How long a loaded page must stay still before it counts as settled, in milliseconds. */
  readonly settleMs?: number;
  /** How long the HTTP fast path is skipped after repeated failures, in milliseconds; 0 = never. */
  readonly fastPathPauseMs?: number;
  /** Time limits for share links. */
  readonly shareLinks?: ShareLinkPatience;
  readonly metrics?: Metrics;
  /** Time limits for slow clients. */
  readonly patience?: Partial<Patience>;
}

const SETTLE_MS = 1_500;
const MINUTE_MS = 60_000;
const FAST_PATH_PAUSE_MS = 5 * MINUTE_MS;
/** Time for sending the answers of ended requests to clients. */
const FLUSH_MS = 1_000;
const BREAKER_STATES: readonly BreakerState[] = ['closed', 'half_open', 'open'];
const DOCTOR_STATES: readonly DoctorStatus[] = ['ok', 'degraded', 'failing'];
const STORE_STATES: readonly EvidenceStoreCheck[] = ['ok', 'full', 'unavailable'];
const VERDICT_STATES: readonly VerdictState[] = ['ok', 'unproven', 'suspended'];

/** Builds the whole service from its configuration and starts it. */
export async function startApp({
  config,
  log,
  executablePath,
  settleMs = SETTLE_MS,
  fastPathPauseMs = FAST_PATH_PAUSE_MS,
  shareLinks = SHARE_LINK_PATIENCE,
  metrics = createMetrics(),
  patience = {},
}: AppOptions) {
  const rules = await loadRules(config.PROVIDER_RULES);
  const files = maxOpenFiles();
  if (files !== null) warnOfFewFiles({ maxOpenFiles: files, contexts: config.BROWSER_CONTEXTS }, log);
  const apiKeys = await loadReloadableKeys(config, log);
  // Imported where they are needed: a service without a database does not load its packages.
  const storage = storageOf(config);
  const storageFault = findStorageFault(storage, log);
  const databases =
    storage.database === null || storageFault !== null
      ? null
      : await (await import('./open-databases.js')).openDatabases(storage, log);
  // After the databases, which end the start when PostgreSQL cannot be used.
  const shared = await openSharedState(config, log);
  const access = await openProviderAccess({ config, executablePath, log, metrics });
  const { chromium, pool } = access;
  const useCases = createUseCases({
    config,
    shared,
    ...access,
    metrics,
    log,
    settleMs,
    fastPathPauseMs,
    shareLinks,
  });
  const { finder, reviews, inspector, bulk, breaker, verdicts, drift, queueLength, poolWaiting } = useCases;
  const examined = { config, ...access, rules, provider: useCases.doctor };
  const doctor = createDoctor({
    run: (quick, scope) => runChecks(examined, quick, scope),
    drift,
    intervalMs: config.DOCTOR_INTERVAL_MINUTES * MINUTE_MS,
    log,
  });
  const version = await packageVersion();
  const localTime = createLocalTime(config.TIME_ZONE);
  const evidence = createEvidence({
    provider: useCases.evidence,
    browser: access.pictures.chromium,
    config,
    keyFile: storage.keyFile,
    keyFault: config.EVIDENCE_KEY_FILE === undefined ? storageFault : null,
    rules,
    version,
    log,
  });
  const work =
    databases === null
      ? null
      : await (await import('../capabilities/jobs/job-service.js')).createJobs({
          database: databases.jobs,
          runner: createJobRunner({ finder, reviews, inspector, localTime }),
          concurrency: config.WORKER_CONCURRENCY,
          retentionHours: config.JOB_RETENTION_HOURS,
          retryHours: config.JOB_RETRY_HOURS,
          limits: {
            open: config.JOBS_PER_KEY,
            links: config.JOB_LINKS_PER_KEY,
            bytes: config.JOB_BYTES_PER_KEY,
            allBytes: config.JOB_BYTES,
          },
          timeouts: {
            'review-visibility': config.REQUEST_TIMEOUT_MS,
            'place-details': config.REQUEST_TIMEOUT_MS,
            'place-reviews': config.REVIEWS_TIMEOUT_MS,
          },
          metrics,
          log,
        });
  const isProviderBlocked = () => breaker.state() === 'open';
  const watching =
    databases === null
      ? null
      : await (await import('../capabilities/watch/watch-service.js')).openWatch({
          ...useCases,
          database: databases.watch,
          folder: storage.folder,
          keys: apiKeys.keys,
          jobs: work?.owners ?? null,
          config,
          evidence,
          isProviderBlocked,
          metrics,
          localTime,
          log,
        });
  const packs = watching?.watch.evidenceState ?? null;
  metrics.registerGauges({
    poolSize: () => pool.stats().size,
    poolBorrowed: () => pool.stats().borrowed,
    queueLength: () => queueLength() + pool.stats().waiting,
    poolWaiting: () => poolWaiting() + pool.stats().waiting,
    breakerState: () => BREAKER_STATES.indexOf(breaker.state()),
    verdictsState: () => VERDICT_STATES.indexOf(verdicts()),
    sharedStateDegraded: shared === null ? null : () => (shared.health() === 'degraded' ? 1 : 0),
    jobsOpen: work === null ? null : work.worker.open,
    watches: watching === null ? null : watching.watch.states,
    ...(watching !== null && { deliveryLateness: watching.watch.deliveryLateness }),
    evidence: packs === null ? null : () => ({ ...packs(), state: STORE_STATES.indexOf(packs().store) }),
    fields: drift.snapshot,
    chromium: chromium.info,
    providerRules: rules,
    doctorStatus: () => {
      const last = doctor.last();
      return last === null ? null : DOCTOR_STATES.indexOf(last.status);
    },
  });
  const drain = createDrain();
  let isApiEnabled = config.API_ENABLED;
  const server = createHttpServer({
    config,
    finder,
    reviews,
    inspector,
    bulk,
    doctor,
    evidence,
    jobs: work?.jobs ?? null,
    watch: watching?.watch ?? null,
    storageFault,
    forgetControls: useCases.forgetControls,
    version,
    log,
    isEnabled: () => isApiEnabled,
    metrics,
    drain,
    browserHealth: chromium.health,
    chromium: chromium.info,
    isProviderBlocked,
    verdicts,
    drifting: drift.drifting,
    sharedState: shared === null ? null : shared.health,
    apiKeys: apiKeys.keys,
    sharedPoints: shared === null ? null : (limits) => createSharedPoints(shared, limits),
    patience,
    maxOpenFiles: files,
  });
  await listen(server, config.PORT, config.HOST);
  if (apiKeys.keys === null) warnIfExposed(tcpAddress(server.address()).address, log);
  watching?.start();
  if (watching !== null) apiKeys.onChange(watching.keysChanged);
  // Start the browser now, so that the first answer is quick. Without a browser the service still converts identifiers;
  // the failure is logged.
  chromium.acquire().catch(() => undefined);

  const end = async (graceMs: number) => {
    apiKeys.close();
    drain.begin();
    work?.worker.stop();
    const watchStopped = watching?.stop();
    await Promise.all([drain.idle(graceMs), work?.worker.idle(graceMs)]);
    drain.abort();
    doctor.close();
    const workEnded = work?.worker.close(shuttingDown());
    await Promise.all([drain.idle(FLUSH_MS), workEnded, watchStopped]);
    const stopped = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await access.close();
    await databases?.close();
    shared?.close();
    server.closeAllConnections();
    await stopped;
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
    reload: apiKeys.reload,
  };
}

/** Null = the service is a single process. @throws StartupError when PostgreSQL refuses the login */
async function openSharedState(config: Config, log: Logger): Promise<SharedState | null> {
  const { DATABASE_URL: url, EGRESS_GROUP: egressGroup } = config;
  if (url === undefined || url.startsWith('sqlite:')) return null;
  const shared = await connectSharedState({ url, egressGroup, log });
  cleanSharedPoints(shared);
  return shared;
}

/**
 * Why the default folder of data cannot be used; null = it can, or another place was configured, whose faults end the
 * start.
 */
function findStorageFault({ setting, folder }: Storage, log: Logger): Message | null {
  if (setting !== 'DATA_DIR' || folder === null) return null;
  const reason = writingFault(folder);
  if (reason === null) return null;
  const fault = message('dataFolderFails', { reason });
  log.error({ folder: resolve(folder) }, fault.text);
  return fault;
}

function addressUrl({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function tcpAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP address');
  return address;
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

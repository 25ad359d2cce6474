import { request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from '@playwright/test';
import { createPages } from '../../src/app/pages.js';
import { bulk } from '../../src/capabilities/bulk/bulk.js';
import type { BulkChecker } from '../../src/capabilities/bulk/check-reviews.js';
import { doctor } from '../../src/capabilities/doctor/doctor.js';
import type { Doctor } from '../../src/capabilities/doctor/doctor-service.js';
import { evidence } from '../../src/capabilities/evidence/evidence.js';
import { createEvidence, type Evidence } from '../../src/capabilities/evidence/packs.js';
import { refusalOfJobs } from '../../src/capabilities/jobs/endpoints.js';
import type { Jobs } from '../../src/capabilities/jobs/job-service.js';
import { jobs } from '../../src/capabilities/jobs/jobs.js';
import { notify } from '../../src/capabilities/notify/notify.js';
import type { Notify } from '../../src/capabilities/notify/notify-service.js';
import type { EvidenceState } from '../../src/capabilities/reports/record-evidence.js';
import type { Reports } from '../../src/capabilities/reports/report-service.js';
import { reports } from '../../src/capabilities/reports/reports.js';
import { refusalOfWatch } from '../../src/capabilities/watch/endpoints.js';
import { watch } from '../../src/capabilities/watch/watch.js';
import type { Watch } from '../../src/capabilities/watch/watch-service.js';
import type { Endpoint } from '../../src/core/api/endpoints/endpoint.js';
import { createDrain } from '../../src/core/api/middleware/drain.js';
import { createHttpServer } from '../../src/core/api/server.js';
import {
  type Capability,
  type Core,
  capability,
  type Opened,
  type Served,
} from '../../src/core/capability.js';
import { createProviderUrls } from '../../src/core/provider/urls.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import type { Message } from '../../src/core/texts/messages.js';
import { CAPABILITIES, CORE_ENDPOINTS } from '../../src/installed.js';
import { NO_FACTS } from './made-up.js';
import { readConfig } from './read-config.js';

/** An HTTP answer as it came; a header that came twice is joined with ", ". */

type HttpOptions = Parameters<typeof createHttpServer>[0];
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
}

interface Asking {
  readonly method?: string;
  /** A list = the header as often as it has values. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** The loopback address to come from. */
  readonly from?: string;
}

/** The HTTP layer alone: the services are replaced by stand-ins, nothing is launched. */
export interface HttpOnly extends AsyncDisposable {
  readonly port: number;
  /** Every connection there ever was. */
  readonly sockets: readonly Socket[];
  ask(path: string, asking?: Asking): Promise<RawAnswer>;
  /** Open connections. */
  connections(): number;
  close(): Promise<void>;
}

/** The service of the watch, with those of the capabilities that need it. `packs`: the state of its packs. */
export type WatchOfTest = Watch & Notify & Reports & { readonly packs?: (() => EvidenceState) | null };

/** The services of capabilities. */
interface Owned {
  readonly bulk: BulkChecker;
  readonly doctor: Doctor;
  readonly evidence: Evidence;
  readonly jobs: Jobs | null;
  readonly watch: WatchOfTest | null;
  readonly storageFault: Message | null;
  readonly forgetControls: (authorId: string) => void;
}

export type Services = Owned &
  Omit<
    HttpOptions,
    'log' | 'drain' | 'isEnabled' | 'servePage' | 'apiKeys' | 'endpoints' | 'capabilities' | 'patience'
  >;

const own = <Own>(one: Capability<Own>, opened: Opened<Own>): Promise<Served> => {
  const endpoints = one.endpoints as readonly Endpoint<Own>[];
  return capability({ ...one, endpoints, needs: {}, open: () => opened }).open({} as Core, new Map());
};

/** The capabilities, on stand-ins of their services. */
async function capabilitiesOf(services: Owned): Promise<readonly Served[]> {
  const { storageFault } = services;
  const ofJobs = { jobs: services.jobs, owners: null, storageFault };
  const { forgetControls, watch: watching } = services;
  const ofWatch = { watch: watching, storageFault, jobs: services.jobs, forgetControls };
  const standIns = await Promise.all([
    own(bulk, { own: services.bulk }),
    own(jobs, { own: ofJobs, refusal: (core, ctx) => refusalOfJobs(core, ofJobs, ctx) }),
    own(evidence, {
      own: services.evidence,
      refusal: () =>
        services.evidence.key().then(
          () => null,
          (error) => error,
        ),
    }),
    own(watch, {
      own: ofWatch,
      refusal: (core, ctx) => refusalOfWatch(core, ofWatch, ctx),
      checks: () => ({
        ...(watching !== null && { watch: watching.health() }),
        ...(storageFault !== null && { watch: 'unavailable', data_folder: storageFault.text }),
      }),
    }),
    own(notify, {
      own: ofWatch,
      refusal: (core, ctx) => refusalOfWatch(core, ofWatch, ctx),
    }),
    own(reports, {
      own: ofWatch,
      checks: () => (watching?.packs == null ? {} : { evidence_store: watching.packs().store }),
    }),
    own(doctor, { own: services.doctor }),
  ]);
  const names = standIns.map(({ name }) => name);
  const others = CAPABILITIES.filter(({ name }) => !names.includes(name));
  const rest = others.map((one) => own(one as Capability<null>, { own: null }));
  return [...standIns, ...(await Promise.all(rest))];
}

const VISIBLE = { reason: 'visible', ...NO_FACTS } as const;

/** Without limits, and for any host name. */
const CONFIG: ReturnType<typeof readConfig> = {
  ...readConfig({}),
  RATE_LIMIT_PER_MINUTE: 0,
  HOST: '127.0.0.1',
  ALLOWED_HOSTS: ['*'],
};

const unread = (): never => {
  throw new Error('this test makes no evidence pack');
};

/** Services that know every place and see every review, as many at once as come. */
export const READY_SERVICES: Services = {
  finder: {
    find: async () => ({
      placeId: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
      featureId: '0x1:0x2',
      source: 'place_id',
      cache: { outcome: 'none', ageSeconds: 0 },
      candidates: [],
    }),
    findDetails: () => Promise.reject(new Error('this test reads no place')),
    detailsOf: () => Promise.reject(new Error('this test reads no place')),
  },
  reviews: {
    list: async ({ placeRef }) => ({
      placeId: placeRef,
      returned: 0,
      read: 0,
      total: 0,
      ...{ pagesFetched: 1, unread: 0 },
      complete: true,
      stopReason: 'end',
      notices: [],
      controls: [],
    }),
  },
  inspector: {
    details: () => Promise.reject(new Error('this test reads no review')),
    visibility: async () => VISIBLE,
  },
  bulk: async (urls, _scope, emit) => {
    for (const [index, url] of urls.entries())
      await emit({ url, indexes: [index], inspection: VISIBLE, at: Date.now() });
  },
  doctor: {
    examine: () => Promise.reject(new Error('this test examines nothing')),
    last: () => null,
    service: async () => null,
    close: () => undefined,
  },
  // It has no key, so it makes no pack.
  evidence: createEvidence({
    provider: {
      urls: createProviderUrls(),
      open: () => unread(),
      openPlace: () => unread(),
    },
    browser: { acquire: async () => unread(), info: () => ({ version: null, ageDays: null }) },
    config: CONFIG,
    keyFile: null,
    version: '1.0.0',
    log: createLogger('silent'),
  }),
  jobs: null,
  watch: null,
  storageFault: null,
  forgetControls: () => undefined,
  config: CONFIG,
  version: '1.0.0',
  metrics: createMetrics(),
  browserHealth: async () => 'ok',
  isProviderBlocked: () => false,
  listTimeoutMs: 30_000,
  verdicts: () => 'ok',
  chromium: () => ({ version: null, ageDays: null }),
};

/** Services, options and settings that a test replaces. */
export type HttpSetup = Partial<HttpOptions & Owned & ReturnType<typeof readConfig>>;

export async function startHttp(options: HttpSetup = {}): Promise<HttpOnly> {
  const services = { ...READY_SERVICES, ...options };
  const server = createHttpServer({
    endpoints: CORE_ENDPOINTS,
    capabilities: await capabilitiesOf(services),
    ...services,
    log: createLogger('silent'),
    metrics: createMetrics(),
    drain: createDrain(),
    isEnabled: () => true,
    servePage: createPages('Europe/Warsaw'),
    apiKeys: null,
    ...options,
    config: { ...CONFIG, ...options },
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    port,
    sockets,
    ask: (path, asking) => ask(port, path, asking),
    connections: () => sockets.filter((socket) => !socket.destroyed).length,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The body of a test that has the HTTP layer for itself. */
export function onHttp(options: HttpSetup, use: (http: HttpOnly) => Promise<void>) {
  return async () => {
    await using http = await startHttp(options);
    await use(http);
  };
}

/** Matches the `RateLimit` header of an answer that leaves `points`. */
export function pointsLeft(points: number) {
  return expect.stringMatching(new RegExp(`^"default";r=${points};t=\\d+$`));
}

/** Seconds until all points are back, as the `RateLimit` header says; NaN without it. */
export function secondsToReset({ headers }: RawAnswer): number {
  return Number(/;t=(\d+)$/.exec(headers.ratelimit ?? '')?.[1]);
}

/** Node's own client: it sends any header as it stands, as often as asked, from any address of this machine. */
function ask(port: number, path: string, asking: Asking = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = asking;
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false },
      (response) => {
        const entries = Object.entries(response.headersDistinct).map(([name, values]) => [
          name,
          (values ?? []).join(', '),
        ]);
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => {
          parts.push(part);
        });
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(parts);
          const answer = { status: response.statusCode ?? 0, headers: Object.fromEntries(entries) };
          resolve({ ...answer, text: bytes.toString(), bytes });
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

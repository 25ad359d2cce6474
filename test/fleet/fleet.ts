import { fileURLToPath } from 'node:url';
import type { StandIn } from '../../fixtures/provider/server.js';
import { readyBody } from '../../src/core/published/health.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

/** One service of a fleet. */
export interface Replica {
  readonly process: ServiceProcess;
  /** `client`: the address it comes from; by default one that never came before. `fresh`: past the caches. */
  get(path: string, options?: Asking): Promise<Answer>;
  /** What /readyz says. */
  ready(): Promise<{ status: number; sharedState: string | undefined; provider: string }>;
  /** The value of a metric without labels. */
  metric(name: string): Promise<number>;
}

interface Asking {
  readonly client?: string;
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string | null;
}

/** `databaseUrl` is where this replica finds PostgreSQL; `isAhead` = its clock is five minutes ahead. */
export interface ReplicaOptions {
  readonly databaseUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isAhead?: boolean;
}

const FAST_CLOCK = fileURLToPath(new URL('../support/fast-clock.mjs', import.meta.url));
let clients = 0;

export async function startReplica(standIn: StandIn, options: ReplicaOptions): Promise<Replica> {
  const { databaseUrl, env = {}, isAhead = false } = options;
  const service = await startServiceProcess(
    standIn,
    { DATABASE_URL: databaseUrl, TRUST_PROXY: '1', BROWSER_CONTEXTS: '2', LIGHT_LANE: 'auto', ...env },
    isAhead ? ['--import', FAST_CLOCK] : [],
  );
  return {
    process: service,
    get: async (path, { client, fresh = false, signal } = {}) => {
      clients += 1;
      const from = client ?? `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
      const response = await fetch(service.url + path, {
        headers: { 'X-Forwarded-For': from, ...(fresh && { 'Cache-Control': 'no-cache' }) },
        ...(signal !== undefined && { signal }),
      });
      const body = (await response.json()) as { error?: { code?: string } };
      const { status, headers } = response;
      return { status, headers, code: body.error?.code ?? null };
    },
    ready: async () => {
      const response = await fetch(`${service.url}/readyz`);
      const { checks } = readyBody.parse(await response.json());
      return { status: response.status, sharedState: checks.shared_state, provider: checks.provider };
    },
    metric: async (name) => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(new RegExp(`^place_lookup_${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
  };
}

/** When loads of the provider arrived, by their documents, in milliseconds. */
export function arrivals({ requests }: StandIn): number[] {
  return requests.filter(({ path }) => path.startsWith('/maps/place/')).map(({ at }) => at);
}

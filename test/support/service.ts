import { availableParallelism, loadavg } from 'node:os';
import type { StandIn } from '../../fixtures/provider/server.js';
import type { ShareLinkPatience } from '../../src/core/places/share-links.js';
import { checkContract } from './contract-check.js';
import { dataOf } from './data-folder.js';
import type { Tuning } from './service-messages.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { startInThread } from './service-worker.js';
import { chromiumForTests } from './stand-in-browser.js';
import { test as withStandIn } from './stand-in-test.js';

/** An HTTP answer of the service, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The service under test and how to ask it. An answer that is not as the OpenAPI document has it fails the test. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The metrics as text. */
  metrics(): Promise<string>;
  /** The value of a metric, such as `drift_total{what="search_answer"}`; 0 before it is counted. */
  metric(name: string): Promise<number>;
  close(): Promise<void>;
}

/** A share link that fails is asked again at once. */
const QUICK_LINKS: ShareLinkPatience = { retryDelayMs: 10, hopTimeoutMs: 60_000 };

/** A busy machine does not meet the limits of a browser that does not answer. */
export const PATIENT_BROWSER = { launchMs: 120_000, startMs: 60_000, openMs: 60_000, answerMs: 60_000 };

/** When a page is at rest, in milliseconds: the busier the machine, the later it draws. Production has 1,500. */
const restMs = () => 300 * Math.min(5, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/** What a service in a test is configured with, as in docs/configuration.md; `env` replaces parts of it. */
export const testEnvironment = (standIn: StandIn, env: Readonly<Record<string, string>> = {}) => ({
  EGRESS_OVERRIDE: standIn.address,
  PORT: '0',
  LOG_LEVEL: 'silent',
  IDENTIFIER_CACHE_SECONDS: '0',
  DETAILS_CACHE_SECONDS: '0',
  REVIEWS_PAGE_DELAY_MS: '10',
  RATE_LIMIT_PER_MINUTE: '0',
  PROVIDER_LOADS_PER_MINUTE: '0',
  BREAKER_COOLDOWN_MS: '0',
  // A busy machine does not meet it by chance.
  REQUEST_TIMEOUT_MS: '120000',
  CHROMIUM_SANDBOX: 'off',
  ...dataOf(env),
  ...env,
});

/**
 * Starts the service in a thread beside this one, its provider being the stand-in. `env` as in
 * docs/configuration.md; what is logged goes to `logTo`, if given: whatever was logged before an answer of `get` or
 * `post` is there with the answer. The HTTP fast path is never paused by default: most tests that try it try it
 * every time. `tuned` is for what no setting says, such as seconds of age; every page is rendered unless it has
 * `usesFastPath`.
 */
export async function startService(
  standIn: StandIn,
  env: Record<string, string> = {},
  logTo?: { write(line: string): void },
  {
    settleMs = restMs(),
    fastPathPauseMs = 0,
    usesFastPath = false,
    listTimeoutMs,
    shareLinks = QUICK_LINKS,
    queueLimit,
    contextMaxUses,
    browserLimits = PATIENT_BROWSER,
    hasBrowser = true,
    ...tuned
  }: Tuning = {},
): Promise<Service> {
  const request = {
    env: testEnvironment(standIn, env),
    tuned,
    executablePath: hasBrowser ? chromiumForTests() : '/nowhere/chromium',
    hasBrowser,
    settleMs,
    fastPathPauseMs,
    usesFastPath,
    listTimeoutMs,
    shareLinks,
    queueLimit,
    contextMaxUses,
    browserLimits,
  };
  const app = await startInThread(request, logTo);
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(app.url + path, init);
    const text = await response.text();
    if (logTo !== undefined) await app.flush();
    const { status, headers } = response;
    checkContract({ method: init.method ?? 'GET', path, status, headers, text });
    return {
      status,
      headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
  return {
    url: app.url,
    metrics,
    metric: async (name) => {
      const start = `place_lookup_${name} `;
      const line = (await metrics()).split('\n').find((one) => one.startsWith(start));
      return Number(line?.slice(start.length) ?? 0);
    },
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: app.close,
    [Symbol.asyncDispose]: app.close,
  };
}

type OfProcess = Parameters<typeof startServiceProcess> extends [StandIn, ...infer Rest] ? Rest : never;

export type StartOptions = Parameters<typeof startService> extends [StandIn, ...infer Rest] ? Rest : never;

/** The service for an environment and a tuning. It runs until another one is asked for, or `end`. */
export interface ServiceFor {
  (env: Readonly<Record<string, string>>, tuning: Tuning): Promise<Service>;
  end(): Promise<void>;
}

export function shareService(standIn: StandIn): ServiceFor {
  let running: { readonly key: string; readonly service: Service } | null = null;
  const end = async () => {
    await running?.service.close();
    running = null;
  };
  const serviceFor = async (env: Readonly<Record<string, string>>, tuning: Tuning) => {
    const key = JSON.stringify([env, tuning]);
    if (running?.key !== key) {
      await end();
      running = { key, service: await startService(standIn, env, undefined, tuning) };
    }
    return running.service;
  };
  return Object.assign(serviceFor, { end });
}

/**
 * Tests that talk to a service; the stand-in starts each test afresh. Tests of one worker that follow each other with
 * the same `serviceEnv` and `serviceTuning` share the service: a service costs a Chromium.
 */
export const test = withStandIn.extend<{
  serviceEnv: Readonly<Record<string, string>>;
  serviceTuning: Tuning;
  service: Service;
  start: (...options: StartOptions) => Promise<Service>;
  startProcess: (...options: OfProcess) => Promise<ServiceProcess>;
}>({
  /** For `startService`. */
  serviceEnv: [{}, { option: true }],
  serviceTuning: [{}, { option: true }],
  service: async ({ serviceFor, serviceEnv, serviceTuning }, use) =>
    use(await serviceFor(serviceEnv, serviceTuning)),
  /** Starts a service that ends with the test. Parameters as of `startService`. */
  start: async ({ standIn }, use) => {
    const started: Service[] = [];
    await use(async (...options) => {
      const service = await startService(standIn, ...options);
      started.push(service);
      return service;
    });
    await Promise.all(started.map((service) => service.close()));
  },
  /** Starts the built service as a process that ends with the test. Parameters as of `startServiceProcess`. */
  startProcess: async ({ standIn }, use) => {
    const started: ServiceProcess[] = [];
    await use(async (...options) => {
      const service = await startServiceProcess(standIn, ...options);
      started.push(service);
      return service;
    });
    await Promise.all(started.map((service) => service.kill()));
  },
});

/** `test` in a worker whose only browsers are those of the running test: other tests of a worker share a service. */
export const testAlone = test.extend<object, { alone: undefined }>({
  alone: [async ({}, use) => use(undefined), { scope: 'worker', auto: true }],
});

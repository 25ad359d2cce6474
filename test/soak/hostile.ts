import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { quantile } from '../bench/statistics.js';
import { lookupPlaces } from '../bench/workload.js';
import { MAX_LOADS_BESIDE, pageLoads } from '../support/flood.js';
import { type RedisServer, startRedis } from '../support/redis-server.js';
import { type SoakedService, startSoakedService } from './service.js';

export interface HostileOptions {
  /** dist/main.js */
  readonly main: string;
  /** More than one share their state in a Redis of their own. */
  readonly replicas: number;
  /** How long the honest client is measured alone, and then beside the others. */
  readonly aloneMs: number;
  readonly besideMs: number;
  /** How often memory is measured meanwhile; it takes some seconds. */
  readonly parts: number;
  /** Between two lookups of the honest client. */
  readonly pauseMs: number;
  readonly onProgress?: (text: string) => void;
}

export interface HostileResult {
  /** In Markdown, for people. */
  readonly text: string;
  /** Every broken promise, in words. */
  readonly broken: readonly string[];
}

interface Lookup {
  readonly status: number;
  /** Pages that the provider was asked for meanwhile. */
  readonly loads: number;
  readonly code: string;
  readonly ms: number;
}

/** What is measured of all replicas together, and of Redis, in megabytes. */
interface Memory {
  readonly heap: number;
  /** The most that one process has used so far. */
  readonly peak: number;
  readonly redis: number;
}

const MEGABYTE = 1024 * 1024;
const JOB_BYTES = 64 * MEGABYTE;
/** What Redis may hold besides jobs: points, caches, its own tables. */
const REDIS_SLACK_MB = 32;
/** The heap may grow by compiled code and by what caches with a limit hold. */
const HEAP_SLACK_MB = 24;
/** A process without its Chromium; the container has 2 GB for both. */
const MOST_MB = 1_000;
const ODD_HOST = 'maps.app.goo.gl';
const OWN_PLACES = 6;

/**
 * Three hostile clients beside an honest one, behind a reverse proxy that the service trusts: odd links, a fresh address
 * with every request, and the largest bodies that are accepted. The limits are the default ones.
 */
export async function soakHostile(options: HostileOptions): Promise<HostileResult> {
  const places = lookupPlaces();
  const standIn = await startStandIn({
    cases: [...loadCases(), ...places],
    documentDelayMs: 500,
    dataDelayMs: 300,
    reviewsDelayMs: 100,
  });
  const redis = options.replicas > 1 ? await startRedis() : null;
  const services: SoakedService[] = [];
  try {
    for (let replica = 0; replica < options.replicas; replica += 1)
      services.push(
        await startSoakedService({ main: options.main, env: environment(standIn, redis, options) }),
      );
    makeOddLinks(standIn);
    const ids = places.map(({ place }) => placeIdOf(place.featureId));
    return await measure({ services, standIn, redis, places: ids, options });
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await redis?.close();
    await standIn.close();
  }
}

interface Sides {
  readonly services: readonly SoakedService[];
  readonly standIn: StandIn;
  readonly redis: RedisServer | null;
  /** Place IDs: the honest client has the first few to itself. */
  readonly places: readonly string[];
  readonly options: HostileOptions;
}

async function measure({ services, standIn, redis, places, options }: Sides): Promise<HostileResult> {
  const over = new AbortController();
  let asked = 0;
  const ask = async (address: string, path: string, init: RequestInit = {}): Promise<Lookup> => {
    asked += 1;
    const base = services[asked % services.length]?.url ?? '';
    const since = performance.now();
    const before = pageLoads(standIn);
    const answer = await fetch(base + path, {
      ...init,
      headers: { 'X-Forwarded-For': address, 'Cache-Control': 'no-cache', ...init.headers },
    });
    const body = await answer.text();
    const code = /"code":\s*"(\w+)"/.exec(body)?.[1] ?? 'success';
    const loads = pageLoads(standIn) - before;
    return { status: answer.status, code, loads, ms: performance.now() - since };
  };
  const lookUp = (index: number) => ask('198.51.100.7', `/api/details?placeid=${places[index % OWN_PLACES]}`);
  const lookUpFor = async (ms: number): Promise<Lookup[]> => {
    const lookups: Lookup[] = [];
    for (const until = performance.now() + ms; performance.now() < until; await sleep(options.pauseMs))
      lookups.push(await lookUp(lookups.length));
    return lookups;
  };

  // The browsers start, and lazy code is loaded.
  for (let index = 0; index < 2 * services.length; index += 1) await lookUp(index);
  const alone = await lookUpFor(options.aloneMs);
  options.onProgress?.(`alone: ${alone.length} lookups`);
  const answers = new Map<string, number>();
  const repeat = async (
    name: string,
    once: (index: number, signal: AbortSignal) => Promise<Lookup>,
    pauseMs = 20,
  ) => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const code = await once(index, over.signal).then(
        (answer) => answer.code,
        () => 'connection ended',
      );
      answers.set(`${name}: ${code}`, (answers.get(`${name}: ${code}`) ?? 0) + 1);
      await sleep(pauseMs);
    }
  };
  const flood = [
    ...[0, 1, 2, 3].map((lane) =>
      repeat('odd links', (index, signal) => {
        const link = `https://${ODD_HOST}/${ODD_KINDS[index % ODD_KINDS.length]}${lane}x${index}`;
        return ask(freshAddress('a', lane, index), `/api/all?url=${encodeURIComponent(link)}`, { signal });
      }),
    ),
    ...Array.from({ length: 8 }, (_, lane) =>
      repeat('fresh addresses', (index, signal) => {
        const place = places[OWN_PLACES + ((index + lane) % (places.length - OWN_PLACES))];
        return ask(freshAddress('b', lane, index), `/api/details?placeid=${place}`, { signal });
      }),
    ),
    ...BODIES.map(({ path, type, body }, lane) =>
      repeat(
        `huge ${path} (${type})`,
        (index, signal) =>
          ask(freshAddress('c', lane, index), path, {
            method: 'POST',
            headers: { 'Content-Type': type, Accept: 'application/json' },
            body: body(),
            signal,
          }),
        // Sending them costs this process as much as reading costs the service.
        250,
      ),
    ),
  ];
  const memory: Memory[] = [await memoryOf(services, redis)];
  const beside: Lookup[] = [];
  try {
    for (let part = 0; part < options.parts; part += 1) {
      beside.push(...(await lookUpFor(options.besideMs / options.parts)));
      memory.push(await memoryOf(services, redis));
      const { heap = 0, redis: stored = 0 } = memory.at(-1) ?? {};
      options.onProgress?.(
        `part ${part + 1} of ${options.parts}: ${beside.length} lookups, heap ${Math.round(heap)} MB, Redis ${Math.round(stored)} MB`,
      );
    }
  } finally {
    over.abort();
    await Promise.all(flood);
  }
  return judge(alone, beside, memory, answers, options);
}

function judge(
  alone: readonly Lookup[],
  beside: readonly Lookup[],
  memory: readonly Memory[],
  answers: ReadonlyMap<string, number>,
  { replicas }: HostileOptions,
): HostileResult {
  const [before, after] = [p95(alone), p95(beside)];
  const mostLoads = Math.max(0, ...beside.map(({ loads }) => loads));
  const failed = beside.filter(({ status }) => status !== 200);
  // The first part is the baseline: caches fill, code is compiled.
  const [, baseline = 0, ...later] = memory.map(({ heap }) => heap);
  const lastHeap = Math.min(...later.slice(-2), Number.POSITIVE_INFINITY);
  const peak = Math.max(...memory.map((one) => one.peak));
  const redisMost = Math.max(...memory.map(({ redis }) => redis));
  const broken = failed.map(({ status, code }) => `the honest client was answered ${status} ${code}`);
  if (beside.length === 0) broken.push('the honest client got no answer at all');
  if (mostLoads > replicas * MAX_LOADS_BESIDE)
    broken.push(
      `the honest client waited for ${mostLoads} loads, ${replicas * MAX_LOADS_BESIDE} are allowed`,
    );
  if (later.length > 0 && lastHeap > 1.1 * baseline + replicas * HEAP_SLACK_MB)
    broken.push(`the heap grew from ${mb(baseline)} to ${mb(lastHeap)}`);
  if (peak > MOST_MB) broken.push(`a process used ${mb(peak)}`);
  if (redisMost > JOB_BYTES / MEGABYTE + REDIS_SLACK_MB) broken.push(`Redis held ${mb(redisMost)}`);
  const text = [
    `## Three hostile clients, ${replicas === 1 ? 'one process' : `${replicas} processes with Redis`}`,
    `Honest client: ${alone.length} lookups alone, 95 % within ${ms(before)}; ${beside.length} beside the others, 95 % within ${ms(after)} (${(after / before).toFixed(2)} times), at most ${mostLoads} pages loaded meanwhile, longest ${ms(Math.max(0, ...beside.map((one) => one.ms)))}, ${failed.length} failed.`,
    `Heap after a collection, all processes: ${memory.map(({ heap }) => mb(heap)).join(', ')}. The most that one process used: ${mb(peak)}. Redis: ${redisMost === 0 ? 'none' : memory.map(({ redis }) => mb(redis)).join(', ')}.`,
    ['| hostile request: answer | count |', '| --- | --- |']
      .concat([...answers].sort().map(([name, count]) => `| ${name} | ${count} |`))
      .join('\n'),
  ].join('\n\n');
  return { text, broken };
}

/** Codes of share links that `makeOddLinks` gives a meaning. */
const ODD_KINDS = ['Sorry', 'Other', 'Circle', 'Hang', 'Fault', 'Nowhere', 'Throttled'] as const;

function makeOddLinks(standIn: StandIn): void {
  const of = (kind: (typeof ODD_KINDS)[number]) => (host: string, path: string) =>
    host === ODD_HOST && path.startsWith(`/${kind}`);
  const sorry = (about: string) =>
    `https://www.google.com/sorry/index?continue=${encodeURIComponent(about)}&q=EgQxAAAA`;
  standIn.fault({ kind: 'redirect', to: sorry(`https://${ODD_HOST}/Sorry0x0`), match: of('Sorry') });
  standIn.fault({ kind: 'redirect', to: sorry('https://www.google.com/maps'), match: of('Other') });
  standIn.fault({ kind: 'redirect', to: `https://${ODD_HOST}/Circle`, match: of('Circle') });
  standIn.fault({ kind: 'hang', match: of('Hang') });
  standIn.fault({ kind: 'status', code: 503, match: of('Fault') });
  standIn.fault({ kind: 'status', code: 429, match: of('Throttled') });
}

/** Ever new /64 networks of one /48 for each client. */
function freshAddress(client: string, lane: number, index: number): string {
  return `2001:db8:${client}:${((lane * 4_096 + index) % 65_536).toString(16)}::1`;
}

const EMPTY_LINKS = JSON.stringify({ urls: Array(2_700_000).fill('') });
const CONTROL_LINES = '\u0001\u0002\n'.repeat(5_000_000);
const QUOTES = `${'"'.repeat(4_000_000)}\n`.repeat(2);
const LONG_LINES = `https://maps.app.goo.gl/${'x'.repeat(1_900)}\n`.repeat(8_000);

const BODIES: readonly { readonly path: string; readonly type: string; readonly body: () => string }[] = [
  { path: '/api/review-visibility', type: 'application/json', body: () => EMPTY_LINKS },
  { path: '/api/jobs?type=review-visibility', type: 'application/json', body: () => EMPTY_LINKS },
  { path: '/api/jobs?type=review-visibility', type: 'text/plain', body: () => CONTROL_LINES },
  { path: '/api/jobs?type=review-visibility', type: 'text/csv', body: () => QUOTES },
  { path: '/api/jobs?type=review-visibility', type: 'text/plain', body: () => LONG_LINES },
];

async function memoryOf(services: readonly SoakedService[], redis: RedisServer | null): Promise<Memory> {
  let heap = 0;
  for (const service of services) heap += (await service.held()).heapUsed / MEGABYTE;
  const info = redis === null ? '' : await redis.command('INFO', 'memory');
  const peak = Math.max(...services.map(({ pid }) => peakOf(pid)));
  return { heap, peak, redis: Number(/used_memory:(\d+)/.exec(info)?.[1] ?? 0) / MEGABYTE };
}

/** The largest resident size of a process, in megabytes. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function environment(
  standIn: StandIn,
  redis: RedisServer | null,
  { replicas }: HostileOptions,
): Record<string, string> {
  return {
    EGRESS_OVERRIDE: standIn.address,
    CHROMIUM_SANDBOX: 'off',
    BROWSER_CONTEXTS: replicas > 1 ? '2' : '4',
    TRUST_PROXY: '1',
    ALLOWED_HOSTS: '*',
    JOBS_WITHOUT_KEYS: 'all',
    DETAILS_CACHE_SECONDS: '0',
    // Each replica adds as many loads as one process has: a fleet is there for more of them.
    PROVIDER_LOADS_PER_MINUTE: String(120 * replicas),
    ...(redis === null
      ? {}
      : {
          REDIS_URL: redis.url,
          FLEET_SIZE_HINT: String(replicas),
          JOB_BYTES: String(JOB_BYTES),
          JOB_BYTES_PER_KEY: String(JOB_BYTES / 2),
        }),
  };
}

const p95 = (lookups: readonly Lookup[]) =>
  quantile(
    lookups.map(({ ms: taken }) => taken),
    0.95,
  );
const ms = (value: number) => `${Math.round(value)} ms`;
const mb = (value: number) => `${Math.round(value)} MB`;

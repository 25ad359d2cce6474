import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { quantile } from '../bench/statistics.js';
import { LONG_LIST, lookupPlaces, removedReviews } from '../bench/workload.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { type SoakedService, startSoakedService } from './service.js';
import type { SoakResult } from './soak.js';

// An honest client that looks up one place after another, beside clients that ask for as much as they can. All come
// through a reverse proxy that the service trusts.

export interface BesideOptions {
  /**
   * `hostile`: odd links, a fresh address with every request, and the largest bodies, under the default limits.
   * `greedy`: one client with lists, bulk checks and lookups, where only the load queue makes clients take turns.
   */
  readonly flood: 'hostile' | 'greedy';
  /** More than one share their state in a PostgreSQL of their own. */
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

interface Lookup {
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  /** Pages that the provider was asked for meanwhile. */
  readonly loads: number;
}

/** Megabytes of all replicas together, and of the database. `peak`: the maximum of one process so far. */
interface Memory {
  readonly heap: number;
  readonly peak: number;
  readonly database: number;
}

/** A database that all replicas share. */
interface Database {
  readonly server: PostgresServer;
  readonly url: string;
}

/** One request of a flood, sent again and again. */
interface Flow {
  readonly name: string;
  ask(index: number): { readonly address: string; readonly path: string; readonly init?: RequestInit };
  readonly pauseMs?: number;
}

/**
 * Maximum number of pages that are loaded while the honest client waits: the loads that were under way, one turn of the
 * provider rate limiter each, and the loads that begin meanwhile are some ten. Behind all requests of a flood it would
 * wait for 60 and more. It is a count and no time, so that a busy machine changes nothing.
 */
const MAX_LOADS_BESIDE = 30;
const MEBIBYTE = 1_048_576;
const JOB_BYTES = 64 * MEBIBYTE;
/** What the database may hold besides jobs: points, its own tables, rows that are not yet vacuumed. */
const DATABASE_SLACK_MB = 64;
/** The heap may grow by compiled code and by the content of caches with a limit. */
const HEAP_SLACK_MB = 24;
/** A process without its Chromium; the container has 2 GB for both. */
const MAX_PROCESS_MB = 1_000;
const ODD_HOST = 'maps.app.goo.gl';
/** The honest client has these places for itself. */
const OWN_PLACES = 6;

export async function soakBeside(options: BesideOptions): Promise<SoakResult> {
  const places = lookupPlaces();
  const standIn = await startStandIn({
    cases: [...loadCases(), ...places],
    ...{ documentDelayMs: 500, dataDelayMs: 300, reviewsDelayMs: 100 },
  });
  const server = options.replicas > 1 ? await startPostgres() : null;
  const database = server === null ? null : { server, url: await server.create() };
  const services: SoakedService[] = [];
  try {
    for (let replica = 0; replica < options.replicas; replica += 1)
      services.push(await startSoakedService(standIn, environment(database, options)));
    makeOddLinks(standIn);
    const ids = places.map(({ place }) => placeIdOf(place.featureId));
    return await measure(services, standIn, database, ids, options);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await server?.close();
    await standIn.close();
  }
}

async function measure(
  services: readonly SoakedService[],
  standIn: StandIn,
  database: Database | null,
  places: readonly string[],
  options: BesideOptions,
): Promise<SoakResult> {
  const { replicas, parts, onProgress } = options;
  const over = new AbortController();
  const pageLoads = () =>
    standIn.requests.filter(({ path }) => /^\/maps\/(?:place|search|reviews)\//.test(path)).length;
  let asked = 0;
  const ask = async (address: string, path: string, init: RequestInit = {}): Promise<Lookup> => {
    asked += 1;
    const base = services[asked % services.length]?.url ?? '';
    const since = performance.now();
    const before = pageLoads();
    const headers = { 'X-Forwarded-For': address, 'Cache-Control': 'no-cache', ...init.headers };
    const answer = await fetch(base + path, { ...init, headers });
    const code = /"code":\s*"(\w+)"/.exec(await answer.text())?.[1] ?? 'success';
    return { status: answer.status, code, loads: pageLoads() - before, ms: performance.now() - since };
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
  const answers = new Map<string, number>();
  const { signal } = over;
  const flows =
    options.flood === 'hostile'
      ? hostileFlows(places.slice(OWN_PLACES))
      : greedyFlows(places.slice(OWN_PLACES));
  const flood = flows.map(async ({ name, ask: next, pauseMs = 20 }) => {
    for (let index = 0; !signal.aborted; index += 1) {
      const { address, path, init } = next(index);
      const { code } = await ask(address, path, { ...init, signal }).catch(() => ({
        code: 'connection ended',
      }));
      answers.set(`${name}: ${code}`, (answers.get(`${name}: ${code}`) ?? 0) + 1);
      await sleep(pauseMs);
    }
  });
  const memory: Memory[] = [await memoryOf(services, database)];
  const beside: Lookup[] = [];
  try {
    for (let part = 1; part <= parts; part += 1) {
      beside.push(...(await lookUpFor(options.besideMs / parts)));
      memory.push(await memoryOf(services, database));
      onProgress?.(
        `part ${part} of ${parts}: ${beside.length} lookups, heap ${Math.round(memory.at(-1)?.heap ?? 0)} MB`,
      );
    }
  } finally {
    over.abort();
    await Promise.all(flood);
  }

  const failed = beside.filter(({ status }) => status !== 200);
  const mostLoads = Math.max(0, ...beside.map(({ loads }) => loads));
  // The first part is the baseline: caches fill, code is compiled.
  const [, baseline = 0, ...later] = memory.map(({ heap }) => heap);
  const lastHeap = later.length === 0 ? 0 : Math.min(...later.slice(-2));
  const peak = Math.max(...memory.map((one) => one.peak));
  const databaseMost = Math.max(...memory.map((one) => one.database));
  const mb = (value: number) => `${Math.round(value)} MB`;
  const p95 = (lookups: readonly Lookup[]) =>
    Math.round(
      quantile(
        lookups.map(({ ms }) => ms),
        0.95,
      ),
    );
  const checks: readonly (readonly [isBroken: boolean, text: string])[] = [
    ...failed.map(({ status, code }) => [true, `the honest client was answered ${status} ${code}`] as const),
    [beside.length === 0, 'the honest client got no answer at all'],
    [mostLoads > replicas * MAX_LOADS_BESIDE, `the honest client waited for ${mostLoads} loads`],
    [
      // A greedy client has results of thousands of links under way.
      options.flood === 'hostile' && lastHeap > 1.1 * baseline + replicas * HEAP_SLACK_MB,
      `the heap grew from ${mb(baseline)} to ${mb(lastHeap)}`,
    ],
    [peak > MAX_PROCESS_MB, `a process used ${mb(peak)}`],
    [databaseMost > JOB_BYTES / MEBIBYTE + DATABASE_SLACK_MB, `the database held ${mb(databaseMost)}`],
  ];
  const broken = checks.flatMap(([isBroken, text]) => (isBroken ? [text] : []));
  const text = [
    `## An honest client beside a ${options.flood} flood, processes: ${replicas}`,
    `${alone.length} lookups alone, 95 % within ${p95(alone)} ms; ${beside.length} beside the flood, 95 % within ${p95(beside)} ms, at most ${mostLoads} pages loaded meanwhile, ${failed.length} failed.`,
    `Heap after a collection, all processes: ${memory.map(({ heap }) => mb(heap)).join(', ')}. Maximum of one process: ${mb(peak)}. Database: ${memory.map((one) => mb(one.database)).join(', ')}.`,
    ['| request of the flood: answer | count |', '| --- | --- |']
      .concat([...answers].sort().map(([name, count]) => `| ${name} | ${count} |`))
      .join('\n'),
    ...broken.map((fault) => `- ${fault}`),
  ].join('\n\n');
  return { text, broken };
}

/** One client: four long lists, six bulk checks of a thousand links each, and 60 lookups at once. */
function greedyFlows(places: readonly string[]): Flow[] {
  const flow = (name: string, path: string, init?: RequestInit): Flow => ({
    name,
    ask: () => ({ address: '192.0.2.9', path, ...(init && { init }) }),
  });
  const links = removedReviews(6_000).map(({ link }) => link);
  const bulk = (index: number) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls: links.slice(index * 1_000, (index + 1) * 1_000) }),
  });
  const list = `/api/place-reviews?max_pages=50&placeid=${LONG_LIST.placeId}`;
  return [
    ...Array.from({ length: 4 }, () => flow('lists', list)),
    ...Array.from({ length: 6 }, (_, index) => flow('bulk checks', '/api/review-visibility', bulk(index))),
    ...Array.from({ length: 60 }, (_, index) =>
      flow('lookups', `/api/details?placeid=${places[index % places.length]}`),
    ),
  ];
}

/** Three clients, each with a new /64 network of its /48 for every request. */
function hostileFlows(places: readonly string[]): Flow[] {
  const addressOf = (client: string, flow: number, index: number) =>
    `2001:db8:${client}:${((flow * 4_096 + index) % 65_536).toString(16)}::1`;
  return [
    ...Array.from(
      { length: 4 },
      (_, flow): Flow => ({
        name: 'odd links',
        ask: (index) => {
          const link = `https://${ODD_HOST}/${ODD_KINDS[index % ODD_KINDS.length]}${flow}x${index}`;
          return { address: addressOf('a', flow, index), path: `/api/all?url=${encodeURIComponent(link)}` };
        },
      }),
    ),
    ...Array.from(
      { length: 8 },
      (_, flow): Flow => ({
        name: 'fresh addresses',
        ask: (index) => {
          const place = places[(index + flow) % places.length];
          return { address: addressOf('b', flow, index), path: `/api/details?placeid=${place}` };
        },
      }),
    ),
    ...BODIES.map(
      ([path, type, body], flow): Flow => ({
        name: `huge ${path} (${type})`,
        ask: (index) => {
          const headers = { 'Content-Type': type, Accept: 'application/json' };
          return { address: addressOf('c', flow, index), path, init: { method: 'POST', headers, body } };
        },
        // Sending costs this process as much as reading costs the service.
        pauseMs: 250,
      }),
    ),
  ];
}

const EMPTY_LINKS = JSON.stringify({ urls: Array(2_700_000).fill('') });
const JOBS = '/api/jobs?type=review-visibility';
const BODIES = [
  ['/api/review-visibility', 'application/json', EMPTY_LINKS],
  [JOBS, 'application/json', EMPTY_LINKS],
  [JOBS, 'text/plain', '\u0001\u0002\n'.repeat(5_000_000)],
  [JOBS, 'text/csv', `${'"'.repeat(4_000_000)}\n`.repeat(2)],
  [JOBS, 'text/plain', `https://${ODD_HOST}/${'x'.repeat(1_900)}\n`.repeat(8_000)],
] as const;

/** Codes of share links to which `makeOddLinks` gives a meaning; `Nowhere` has none. */
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

async function memoryOf(services: readonly SoakedService[], database: Database | null): Promise<Memory> {
  let heap = 0;
  for (const service of services) heap += (await service.held()).heap;
  const [size] =
    (await database?.server.rows<{ bytes: string }>(
      database.url,
      'select pg_database_size(current_database()) as bytes',
    )) ?? [];
  return {
    heap,
    peak: Math.max(...services.map((service) => service.peak())),
    database: Number(size?.bytes ?? 0) / MEBIBYTE,
  };
}

function environment(database: Database | null, { flood, replicas }: BesideOptions): Record<string, string> {
  return {
    BROWSER_CONTEXTS: replicas > 1 ? '2' : '4',
    TRUST_PROXY: '1',
    ALLOWED_HOSTS: '*',
    JOBS_WITHOUT_KEYS: 'all',
    DETAILS_CACHE_SECONDS: '0',
    PROVIDER_LOADS_PER_MINUTE: '120',
    ...(flood === 'hostile'
      ? { RATE_LIMIT_PER_MINUTE: '60' }
      : { LISTS_PER_CLIENT: '0', BULK_PER_CLIENT: '0', MAX_LISTS: '0' }),
    ...(database !== null && {
      DATABASE_URL: database.url,
      JOB_BYTES: String(JOB_BYTES),
      JOB_BYTES_PER_KEY: String(JOB_BYTES / 2),
    }),
  };
}

import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../support/redis-server.js';
import { inTurns, measureMemoryUse, percentiles, runBatch } from './measure.js';
import {
  type Arena,
  type Ask,
  answerTo,
  requestOf,
  type Served,
  type ServiceEnv,
  startService,
  withCleanup,
} from './processes.js';
import { markdownTable } from './report.js';
import { listByService } from './reviews.js';
import { at, numberText } from './statistics.js';
import { LONG_LIST, lookupPlaceIds, manyVisibleReviews } from './workload.js';

// Several processes with one Redis: how checks grow with processes that have a provider limit each, what the shared
// state costs a lookup, and what a job costs a link.

interface Plan {
  readonly measuredMs: number;
  /** Rounds of so many lookups on each side. */
  readonly rounds: number;
  readonly lookups: number;
  readonly links: number;
}

const FULL: Plan = { measuredMs: 30_000, rounds: 12, lookups: 40, links: 2_000 };
const QUICK: Plan = { measuredMs: 8_000, rounds: 4, lookups: 20, links: 300 };
const PROCESSES = [1, 2, 4] as const;
/** Page loads a minute of each process: what one address may do with care, and more than two cores can. */
const LIMITS = [240, 1_500] as const;
/** Chunks that a process works on at once. */
const WORKERS = 4;
const GOALS = { growth: 0.9, overheadMs: 2, jobMs: 5 };

/** The three measurements as text. */
export async function measureFleet(arena: Arena, quick: boolean, signal: AbortSignal): Promise<string> {
  const plan = quick ? QUICK : FULL;
  const parts = [];
  for (const limit of LIMITS) {
    const part = await measureGrowth(arena, limit, plan, signal);
    process.stderr.write(`${part}\n`);
    parts.push(part);
  }
  parts.push(await measureOverhead(arena, plan, signal), await measureJob(arena, plan, signal));
  return parts.join('\n\n');
}

/** A Redis of its own, and how to start services that use it. */
async function withRedis<T>(
  work: (start: (arena: Arena, env?: ServiceEnv) => Promise<Served>) => Promise<T>,
): Promise<T> {
  return withCleanup(async (keep) => {
    const redis = await startRedis();
    await keep(Promise.resolve({ stop: redis.close }));
    return work((arena, env = {}) => keep(startService(arena, { REDIS_URL: redis.url, ...env })));
  });
}

interface Growth {
  readonly processes: number;
  readonly perMinute: number;
  /** Part of the machine that was busy, the stand-in and the bench included. */
  readonly busy: number;
}

/** Checks of visible reviews by one job, on 1, 2 and 4 processes with an egress group each. */
async function measureGrowth(arena: Arena, limit: number, plan: Plan, signal: AbortSignal): Promise<string> {
  const rows: Growth[] = [];
  for (const processes of PROCESSES) {
    signal.throwIfAborted();
    rows.push(
      await withRedis(async (start) => {
        const services: Served[] = [];
        for (let index = 0; index < processes; index += 1) {
          const env = { EGRESS_GROUP: `g${index}`, PROVIDER_LOADS_PER_MINUTE: String(limit) };
          services.push(await start(arena, { ...env, WORKER_CONCURRENCY: String(WORKERS) }));
        }
        const base = services[0]?.address ?? '';
        const minutes = (plan.measuredMs + 10_000) / 60_000;
        const id = await submit(base, linksOf(Math.ceil(processes * limit * minutes) + 100));
        // Unmeasured: connections, just-in-time compilers.
        await sleep(5_000, undefined, { signal });
        const [done, work, since] = [await doneOf(base, id), cpuTimes(), performance.now()];
        await sleep(plan.measuredMs, undefined, { signal });
        const [more, worked] = [await doneOf(base, id), cpuTimes()];
        const perMinute = ((more - done) / (performance.now() - since)) * 60_000;
        await fetch(`${base}/jobs/${id}`, { method: 'DELETE' });
        const busy = (worked.busy - work.busy) / (worked.all - work.all);
        return { processes, perMinute, busy };
      }),
    );
  }
  const one = rows[0]?.perMinute ?? Number.NaN;
  const table = rows.map(({ processes, perMinute, busy }) => [
    String(processes),
    numberText(perMinute),
    numberText(perMinute / (processes * one), 2),
    `${numberText(busy * 100)} %`,
  ]);
  const heading = `A job of visible reviews, ${limit} page loads a minute for each process (goal: at least ${GOALS.growth} × linear until the processor is full)`;
  return [
    heading,
    markdownTable([['processes', 'checks a minute', '÷ linear', 'processor in use'], ...table]),
  ].join('\n\n');
}

/** The same lookups by a service alone and by one with Redis, in turns; both under a limit that never makes them wait. */
function measureOverhead(arena: Arena, plan: Plan, signal: AbortSignal): Promise<string> {
  return withRedis(async (start) => {
    const env = { PROVIDER_LOADS_PER_MINUTE: '100000' };
    const services = {
      alone: await start(arena, { ...env, REDIS_URL: '' }),
      shared: await start(arena, env),
    };
    const places = lookupPlaceIds().slice(0, plan.lookups);
    const look = (side: keyof typeof services) =>
      runBatch(
        places,
        1,
        (id) => answerTo(services[side].address, { path: `/details?placeid=${id}` }),
        signal,
      );
    // Unmeasured: the just-in-time compilers.
    for (const side of ['alone', 'shared'] as const) await look(side);
    const batches = await inTurns(['alone', 'shared'] as const, plan.rounds, look);
    const p50 = (side: keyof typeof services) => at(percentiles(batches.get(side) ?? []), 0);
    const [alone, shared] = [p50('alone'), p50('shared')];
    const ms = (value: number) => numberText(value, 2);
    return `Shared state: p50 of ${plan.rounds * places.length} lookups each, alone ${ms(alone)} ms, with Redis ${ms(shared)} ms, difference ${ms(shared - alone)} ms (goal: at most ${GOALS.overheadMs})`;
  });
}

/** What a link of a job takes beyond its lookup: details that are cached, one after the other. */
function measureJob(arena: Arena, plan: Plan, signal: AbortSignal): Promise<string> {
  return withRedis(async (start) => {
    const { address: base } = await start(arena, { WORKER_CONCURRENCY: '1', DETAILS_CACHE_SECONDS: '3600' });
    const places = lookupPlaceIds();
    const look = (id: string) => answerTo(base, { path: `/details?placeid=${id}` });
    await runBatch(places, 4, look, signal);
    const direct = await runBatch(places, 1, look, signal);
    const urls = Array.from({ length: plan.links }, (_, index) => places[index % places.length] ?? '');
    const run = async () => {
      const since = performance.now();
      const id = await submit(base, urls, 'place-details');
      while ((await jobOf(base, id)).state !== 'finished') await sleep(20, undefined, { signal });
      return (performance.now() - since) / urls.length;
    };
    await run();
    const perLink = await run();
    const ms = (value: number) => numberText(value, 2);
    return `Jobs: ${urls.length} cached details, one at a time: ${ms(perLink)} ms a link, submitting included (goal: at most ${GOALS.jobMs}); the same by requests: p50 ${ms(at(percentiles([direct]), 0))} ms`;
  });
}

function linksOf(count: number): string[] {
  const links = manyVisibleReviews();
  return Array.from({ length: count }, (_, index) => links[index % links.length] ?? '');
}

async function submit(base: string, urls: readonly string[], type = 'review-visibility'): Promise<string> {
  const ask: Ask = { path: '/jobs', body: { type, urls } };
  const response = await fetch(base + ask.path, requestOf(ask));
  const body = await response.json();
  if (response.status !== 202)
    throw new Error(`a job was answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

async function jobOf(base: string, id: string): Promise<{ readonly state: string; readonly done: number }> {
  return JSON.parse(await answerTo(base, { path: `/jobs/${id}` })).data;
}

async function doneOf(base: string, id: string): Promise<number> {
  return (await jobOf(base, id)).done;
}

/** Milliseconds of all processors since the machine started. */
function cpuTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((one) => Object.values(one)).reduce((sum, value) => sum + value, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

const LISTS = 3;
const LIST_MEMORY_MB = 2_048;

/** The memory of `MAX_LISTS` longest lists at once: what the memory limit in deploy/compose.yaml must hold. As text. */
export function measureListsAtOnce(arena: Arena, signal: AbortSignal): Promise<string> {
  return withCleanup(async (keep) => {
    const { address, pid } = await keep(
      startService(arena, {
        // Lists hold half of the pages.
        BROWSER_CONTEXTS: String(2 * LISTS),
        LISTS_PER_CLIENT: '0',
        MAX_LISTS: String(LISTS),
        REVIEWS_TIMEOUT_MS: '600000',
      }),
    );
    signal.throwIfAborted();
    const since = performance.now();
    const read = () => listByService(address, LONG_LIST);
    const use = await measureMemoryUse(pid, () => Promise.all(Array.from({ length: LISTS }, read)));
    const seconds = numberText((performance.now() - since) / 1000);
    return `${LISTS} lists of ${LONG_LIST.reviews} reviews at once, ${seconds} s\n  memory (PSS of the process tree): ${numberText(use.before)} MB before, ${numberText(use.highest)} MB at most (goal: below ${LIST_MEMORY_MB})`;
  });
}

import { agreement, runBatch } from './batches.js';
import { type Contestant, type ContestantName, EVERYONE, startContestant } from './contestants.js';
import { lookupPlaceIds } from './places.js';
import { measureCpu } from './process-tree.js';
import { type Arena, withCleanup } from './processes.js';
import { quantile, type Spread, spreadOf } from './statistics.js';
import { at } from './workload.js';

/** One turn of one contestant. */
export interface Turn {
  readonly contestant: ContestantName;
  readonly concurrency: number;
  readonly round: number;
  readonly lookups: number;
  readonly perMinute: number;
  /** Processor milliseconds a lookup, of the contestant's whole process tree. */
  readonly cpuMs: number;
  readonly p50: number;
  /** Milliseconds of each lookup. */
  readonly ms: readonly number[];
}

/** A contestant at one concurrency, all rounds together. */
export interface LookupRow {
  readonly contestant: ContestantName;
  readonly concurrency: number;
  readonly lookups: number;
  readonly perMinute: Spread;
  readonly cpuMs: Spread;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** How the service answered, warm-up included, by its own count: by plain requests, and page loads. */
export interface Lanes {
  readonly light: number;
  readonly rendered: number;
}

export interface LookupResults {
  readonly rounds: number;
  readonly rows: readonly LookupRow[];
  readonly lanes: Readonly<Record<'light' | 'rendered', Lanes>>;
  readonly turns: readonly Turn[];
}

const CONCURRENCIES = [1, 2, 4, 8] as const;
export type Concurrency = (typeof CONCURRENCIES)[number];

export interface LookupPlan {
  readonly rounds: number;
  /** Lookups in a turn at each concurrency. The HTTP fast path, whose lookups cost little, does three times as many. */
  readonly lookups: Readonly<Record<Concurrency, number>>;
}

const FAST_PATH_FACTOR = 3;
const PLACE_IDS = lookupPlaceIds();

/** Lets everyone look the same places up in turns, and throws when two answers about a place differ. */
export function measureLookups(arena: Arena, plan: LookupPlan, signal: AbortSignal): Promise<LookupResults> {
  const agree = agreement();
  const take = async (
    one: Contestant,
    concurrency: number,
    lookups: number,
    round: number,
  ): Promise<Turn> => {
    const chosen = Array.from({ length: lookups }, (_, index) => at(PLACE_IDS, round * lookups + index));
    const lookup = async (placeId: string) => agree(one.name, placeId, await one.lookup(placeId));
    const { result, cpuSeconds } = await measureCpu(one.pid, () =>
      runBatch(chosen, concurrency, lookup, signal),
    );
    return {
      contestant: one.name,
      concurrency,
      round,
      lookups,
      perMinute: (lookups / result.wallMs) * 60_000,
      cpuMs: (cpuSeconds / lookups) * 1000,
      p50: quantile(result.ms, 0.5),
      ms: result.ms,
    };
  };
  return withCleanup(async (keep) => {
    const contestants: Contestant[] = [];
    for (const name of EVERYONE) contestants.push(await keep(startContestant(name, arena)));
    // Unmeasured: first loads start browsers, contexts and the just-in-time compilers.
    for (const one of contestants) await take(one, 8, Math.min(16, plan.lookups[8]), 0);
    const turns: Turn[] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const concurrency of CONCURRENCIES) {
        for (let turn = 0; turn < contestants.length; turn += 1) {
          const one = at(contestants, round + turn);
          const factor = one.name === 'light' ? FAST_PATH_FACTOR : 1;
          turns.push(await take(one, concurrency, plan.lookups[concurrency] * factor, round));
        }
        process.stderr.write(`  lookups: round ${round + 1}, ${concurrency} at once: done\n`);
      }
    }
    const lanes = {
      light: await lanesOf(contestants, 'light'),
      rendered: await lanesOf(contestants, 'rendered'),
    };
    return { rounds: plan.rounds, rows: rowsOf(turns), lanes, turns };
  });
}

function rowsOf(turns: readonly Turn[]): LookupRow[] {
  return CONCURRENCIES.flatMap((concurrency) =>
    EVERYONE.map((contestant) => {
      const own = turns.filter((one) => one.contestant === contestant && one.concurrency === concurrency);
      const ms = own.flatMap((one) => one.ms);
      return {
        contestant,
        concurrency,
        lookups: ms.length,
        perMinute: spreadOf(own.map((one) => one.perMinute)),
        cpuMs: spreadOf(own.map((one) => one.cpuMs)),
        p50: quantile(ms, 0.5),
        p95: quantile(ms, 0.95),
        p99: quantile(ms, 0.99),
      };
    }),
  );
}

async function lanesOf(contestants: readonly Contestant[], name: ContestantName): Promise<Lanes> {
  const address = contestants.find((one) => one.name === name)?.address;
  const text = await fetch(new URL('/metrics', address ?? '')).then((response) => response.text());
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
  return {
    light: sum(/^place_lookup_light_attempts_total\{outcome="answered"\} (\d+)$/gm),
    rendered: sum(/^place_lookup_page_loads_total\{.*\} (\d+)$/gm),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Arena,
  type Contestant,
  type ContestantName,
  EVERYONE,
  OURS,
  withContestants,
} from './contestants.js';
import { runBatch } from './measure.js';
import { lookupPlaceIds } from './places.js';
import { pssOf } from './process-tree.js';
import { type Spread, spreadOf } from './statistics.js';
import { at } from './workload.js';

/** Megabytes (PSS of the process tree) of one contestant that had the machine to itself. */
export interface MemoryRow {
  readonly contestant: ContestantName;
  /** Before its first lookup, its browser running if it keeps one. */
  readonly idle: Spread;
  /** The highest seen. */
  readonly underLoad: Spread;
  /** When the load is over. */
  readonly afterwards: Spread;
  /** When nobody has asked for so long that unused contexts are closed; null where nothing would change. */
  readonly rested: number | null;
}

/** The service after very many requests. */
export interface LongRun {
  /** Megabytes after so many requests, at rest. */
  readonly atRest: readonly { readonly requests: number; readonly megabytes: number }[];
  /** When nobody has asked for a while after all of them. */
  readonly rested: number;
  readonly highest: number;
  readonly seconds: number;
}

export interface MemoryResults {
  readonly rounds: number;
  /** Lookups of a load. */
  readonly lookups: number;
  readonly rows: readonly MemoryRow[];
  readonly longRun: LongRun;
}

export interface MemoryPlan {
  readonly rounds: number;
  readonly lookups: number;
  /** Requests of the long run, which the HTTP fast path answers. */
  readonly requests: number;
}

interface Seen {
  readonly idle: number[];
  readonly underLoad: number[];
  readonly afterwards: number[];
  rested: number | null;
}

const AT_ONCE = 8;
/** For what was begun to be over: launches, clean-up, the nearest garbage collection. */
const REST_MS = 2_000;
/** The service closes contexts that were idle for a minute, and looks every half. */
const LONG_REST_MS = 100_000;
const SAMPLE_EVERY_MS = 250;
const PARTS = 4;
const PLACE_IDS = lookupPlaceIds();

/** `undelayed` is an arena whose stand-in answers at once: the long run need not wait. */
export async function measureMemory(
  arena: Arena,
  undelayed: Arena,
  plan: MemoryPlan,
  signal: AbortSignal,
): Promise<MemoryResults> {
  const seen = new Map<ContestantName, Seen>(
    EVERYONE.map((name) => [name, { idle: [], underLoad: [], afterwards: [], rested: null }]),
  );
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const name of EVERYONE) {
      const rests = round === plan.rounds - 1 && OURS.some((ours) => ours === name);
      const one = await withContestants([name], arena, async ([contestant]) =>
        measureOne(contestant, { lookups: plan.lookups, rests }, signal),
      );
      const row = seen.get(name);
      row?.idle.push(one.idle);
      row?.underLoad.push(one.underLoad);
      row?.afterwards.push(one.afterwards);
      if (row !== undefined) row.rested = one.rested;
    }
    process.stderr.write(`  memory: round ${round + 1}: done\n`);
  }
  const rows = [...seen].map(([contestant, { idle, underLoad, afterwards, rested }]) => ({
    contestant,
    idle: spreadOf(idle),
    underLoad: spreadOf(underLoad),
    afterwards: spreadOf(afterwards),
    rested,
  }));
  const longRun = await withContestants(['light'], undelayed, ([one]) => runLong(one, plan.requests, signal));
  process.stderr.write(`  memory: ${plan.requests} requests: done\n`);
  return { rounds: plan.rounds, lookups: plan.lookups, rows, longRun };
}

async function measureOne(
  one: Contestant | undefined,
  { lookups, rests }: { readonly lookups: number; readonly rests: boolean },
  signal: AbortSignal,
) {
  if (one === undefined) throw new Error('nobody there');
  await sleep(REST_MS);
  const idle = pssOf(one.pid);
  const underLoad = await highestDuring(one, () => load(one, lookups, signal));
  await sleep(REST_MS);
  const afterwards = pssOf(one.pid);
  if (rests) await sleep(LONG_REST_MS, undefined, { signal });
  return { idle, underLoad, afterwards, rested: rests ? pssOf(one.pid) : null };
}

async function runLong(one: Contestant | undefined, requests: number, signal: AbortSignal): Promise<LongRun> {
  if (one === undefined) throw new Error('nobody there');
  await sleep(REST_MS);
  const atRest = [{ requests: 0, megabytes: pssOf(one.pid) }];
  const since = performance.now();
  let highest = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const share = Math.ceil(requests / PARTS);
    highest = Math.max(highest, await highestDuring(one, () => load(one, share, signal)));
    await sleep(REST_MS);
    atRest.push({ requests: share * part, megabytes: pssOf(one.pid) });
  }
  const seconds = (performance.now() - since - PARTS * REST_MS) / 1000;
  await sleep(LONG_REST_MS, undefined, { signal });
  return { atRest, rested: pssOf(one.pid), highest, seconds };
}

async function load(one: Contestant, lookups: number, signal: AbortSignal): Promise<void> {
  const chosen = Array.from({ length: lookups }, (_, index) => at(PLACE_IDS, index));
  await runBatch(chosen, AT_ONCE, async (placeId) => void (await one.lookup(placeId)), signal);
}

/** The highest of the samples taken while `work` runs, in megabytes. */
export async function highestDuring(
  { pid }: { readonly pid: number },
  work: () => Promise<unknown>,
): Promise<number> {
  let highest = 0;
  const sample = () => {
    highest = Math.max(highest, pssOf(pid));
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  try {
    await work();
    sample();
    return highest;
  } finally {
    clearInterval(timer);
  }
}

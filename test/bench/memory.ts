import { setTimeout as sleep } from 'node:timers/promises';
import { runBatch } from './batches.js';
import {
  askDetails,
  type Contestant,
  type ContestantName,
  EVERYONE,
  OURS,
  startContestant,
} from './contestants.js';
import { lookupPlaceIds } from './places.js';
import { measureMemoryUse, pssOf } from './process-tree.js';
import { type Arena, startService, withCleanup } from './processes.js';
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

/** Rendered lookups alone, with rests in which the service closes Chromium. */
export interface ClosedChromium {
  /** Megabytes after the lookups and the rest. */
  readonly rested: Spread;
  /** Milliseconds of the last rendered lookup before the rest, and of the first one after it. */
  readonly warmMs: Spread;
  readonly firstMs: Spread;
}

export interface MemoryResults {
  /** Lookups of a load. */
  readonly lookups: number;
  readonly rows: readonly MemoryRow[];
  readonly longRun: LongRun;
  readonly closed: ClosedChromium;
}

export interface MemoryPlan {
  readonly rounds: number;
  readonly lookups: number;
  /** Requests of the long run, which the HTTP fast path answers. */
  readonly requests: number;
}

const AT_ONCE = 8;
/** For what was begun to be over: launches, clean-up, the nearest garbage collection. */
const REST_MS = 2_000;
/** The service closes contexts that were idle for a minute, and looks every half. */
const LONG_REST_MS = 100_000;
/** With BROWSER_IDLE_MINUTES=1, Chromium is closed a minute after its last context, checked every 6 s. */
const CLOSED_WITHIN_MS = 180_000;
const CHECK_EVERY_MS = 5_000;
const PARTS = 4;
const PLACE_IDS = lookupPlaceIds();

/** `undelayed` is an arena whose stand-in answers at once: the long run need not wait. */
export async function measureMemory(
  arena: Arena,
  undelayed: Arena,
  plan: MemoryPlan,
  signal: AbortSignal,
): Promise<MemoryResults> {
  const turns: (MemoryTurn & { readonly name: ContestantName })[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const name of EVERYONE) {
      const rests = round === plan.rounds - 1 && OURS.some((ours) => ours === name);
      const turn = await withCleanup(async (keep) =>
        takeTurn(await keep(startContestant(name, arena)), { lookups: plan.lookups, rests }, signal),
      );
      turns.push({ name, ...turn });
    }
    process.stderr.write(`  memory: round ${round + 1}: done\n`);
  }
  const rows = EVERYONE.map((contestant) => {
    const own = turns.filter(({ name }) => name === contestant);
    return {
      contestant,
      idle: spreadOf(own.map(({ idle }) => idle)),
      underLoad: spreadOf(own.map(({ underLoad }) => underLoad)),
      afterwards: spreadOf(own.map(({ afterwards }) => afterwards)),
      rested: own.at(-1)?.rested ?? null,
    };
  });
  const longRun = await withCleanup(async (keep) =>
    runLong(await keep(startContestant('light', undelayed)), plan.requests, signal),
  );
  process.stderr.write(`  memory: ${plan.requests} requests: done\n`);
  const closed = await measureClosed(arena, plan, signal);
  return { lookups: plan.lookups, rows, longRun, closed };
}

interface MemoryTurn {
  readonly idle: number;
  readonly underLoad: number;
  readonly afterwards: number;
  readonly rested: number | null;
}

async function takeTurn(
  one: Contestant,
  { lookups, rests }: { readonly lookups: number; readonly rests: boolean },
  signal: AbortSignal,
): Promise<MemoryTurn> {
  await sleep(REST_MS);
  const { before, highest } = await measureMemoryUse(one.pid, () => load(one, lookups, signal));
  await sleep(REST_MS);
  const afterwards = pssOf(one.pid);
  if (rests) await sleep(LONG_REST_MS, undefined, { signal });
  return { idle: before, underLoad: highest, afterwards, rested: rests ? pssOf(one.pid) : null };
}

async function runLong(one: Contestant, requests: number, signal: AbortSignal): Promise<LongRun> {
  await sleep(REST_MS);
  const atRest = [{ requests: 0, megabytes: pssOf(one.pid) }];
  const since = performance.now();
  let highest = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const share = Math.ceil(requests / PARTS);
    const use = await measureMemoryUse(one.pid, () => load(one, share, signal));
    highest = Math.max(highest, use.highest);
    await sleep(REST_MS);
    atRest.push({ requests: share * part, megabytes: pssOf(one.pid) });
  }
  const seconds = (performance.now() - since - PARTS * REST_MS) / 1000;
  await sleep(LONG_REST_MS, undefined, { signal });
  return { atRest, rested: pssOf(one.pid), highest, seconds };
}

function measureClosed(
  arena: Arena,
  { lookups, rounds }: MemoryPlan,
  signal: AbortSignal,
): Promise<ClosedChromium> {
  return withCleanup(async (keep) => {
    const { address, pid } = await keep(
      startService(arena, { LIGHT_LANE: 'off', BROWSER_IDLE_MINUTES: '1' }),
    );
    const lookup = (placeId: string) => askDetails(address, placeId);
    const timed = async () => (await runBatch(PLACE_IDS.slice(0, 1), 1, lookup, signal)).wallMs;
    const [rested, warmMs, firstMs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      await load({ lookup }, lookups, signal);
      warmMs.push(await timed());
      await untilClosed(address, signal);
      rested.push(pssOf(pid));
      firstMs.push(await timed());
      process.stderr.write(`  memory: rest ${round + 1} without Chromium: done\n`);
    }
    return { rested: spreadOf(rested), warmMs: spreadOf(warmMs), firstMs: spreadOf(firstMs) };
  });
}

/** Waits until the service has closed Chromium, and `REST_MS` more. */
async function untilClosed(address: string, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + CLOSED_WITHIN_MS;
  for (let browser = ''; browser !== 'idle'; ) {
    if (performance.now() > giveUpAt) throw new Error(`Chromium was not closed: ${browser}`);
    await sleep(CHECK_EVERY_MS, undefined, { signal });
    const ready = await fetch(new URL('/readyz', address));
    browser = (await ready.json()).checks.browser;
  }
  await sleep(REST_MS);
}

async function load(one: Pick<Contestant, 'lookup'>, lookups: number, signal: AbortSignal): Promise<void> {
  const chosen = Array.from({ length: lookups }, (_, index) => at(PLACE_IDS, index));
  await runBatch(chosen, AT_ONCE, one.lookup, signal);
}

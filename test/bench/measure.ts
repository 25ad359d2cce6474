import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bare } from './bare.js';
import type { Scenario } from './scenarios.js';
import { quantile } from './statistics.js';
import { at, type Target } from './workload.js';

/** How much is measured: `rounds` of `batch` loads on each side, the sides taking turns. */
export interface Plan {
  readonly concurrency: number;
  readonly rounds: number;
  readonly batch: number;
}

/** Times of one side, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Loads per second while this side had the machine. */
  readonly perSecond: number;
  readonly all: readonly number[];
}

/** What came of one scenario at one concurrency. Ratios are service ÷ bare; below 1 the service is faster. */
export interface Row {
  readonly name: string;
  readonly concurrency: number;
  readonly loads: number;
  readonly service: Times;
  readonly bare: Times | null;
  readonly p50Ratio: number | null;
  /** The same of each round, in order: how steady the ratio is. */
  readonly roundRatios: readonly number[];
  /** Time for the whole work at this concurrency, its clean-up included. */
  readonly wallRatio: number | null;
}

export interface Sides {
  readonly service: string;
  readonly bare: Bare;
  readonly targets: readonly Target[];
  readonly signal: AbortSignal;
}

/** The times of loads that ran together, and how long all of them took. */
export interface Batch {
  readonly ms: readonly number[];
  readonly wallMs: number;
}

/** Between two batches: the clean-up after the last load is not to fall into the other side's time. */
export const BREATH_MS = 120;

/** Measures one scenario; throws when a load fails or the two sides disagree about a place. */
export async function measure(scenario: Scenario, plan: Plan, sides: Sides): Promise<Row> {
  const { bare } = scenario;
  const agree = agreement(scenario.name);
  const askService = async (target: Target) => agree(target, await ask(sides.service, scenario, target));
  const askBare =
    bare === null ? null : async (target: Target) => agree(target, await bare(sides.bare, target));
  const batches: { readonly service: Batch[]; readonly bare: Batch[] } = { service: [], bare: [] };
  for (let round = 0; round < plan.rounds; round += 1) {
    const targets = Array.from({ length: plan.batch }, (_, index) =>
      at(sides.targets, round * plan.batch + index),
    );
    const run = async (kind: 'service' | 'bare', load: ((target: Target) => Promise<void>) | null) => {
      if (load === null) return;
      batches[kind].push(await runBatch(targets, plan.concurrency, load, sides.signal));
      await sleep(BREATH_MS);
    };
    if (round % 2 === 0) await run('bare', askBare);
    await run('service', askService);
    if (round % 2 === 1) await run('bare', askBare);
  }
  return rowOf(scenario.name, plan, batches.service, batches.bare);
}

async function ask(base: string, scenario: Scenario, target: Target): Promise<unknown> {
  const { path, init } = scenario.ask(target);
  const response = await fetch(base + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return scenario.part(JSON.parse(text).data);
}

/** Holds every answer about a place against the first one, whichever side gave it. */
function agreement(name: string) {
  const first = new Map<string, unknown>();
  return (target: Target, answer: unknown): void => {
    const known = first.get(target.placeId);
    if (known === undefined) first.set(target.placeId, answer);
    else assert.deepStrictEqual(answer, known, `${name}: two answers about ${target.case.id} differ`);
  };
}

/** Loads every target, so many at a time. */
export async function runBatch<T>(
  targets: readonly T[],
  concurrency: number,
  load: (target: T) => Promise<void>,
  signal: AbortSignal,
): Promise<Batch> {
  const ms: number[] = [];
  const queue = [...targets];
  const startedAt = performance.now();
  const worker = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      signal.throwIfAborted();
      const since = performance.now();
      await load(target);
      ms.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { ms, wallMs: performance.now() - startedAt };
}

function rowOf(name: string, plan: Plan, service: readonly Batch[], bare: readonly Batch[]): Row {
  const ours = timesOf(service);
  const theirs = bare.length === 0 ? null : timesOf(bare);
  return {
    name,
    concurrency: plan.concurrency,
    loads: ours.all.length,
    service: ours,
    bare: theirs,
    p50Ratio: theirs === null ? null : ours.p50 / theirs.p50,
    roundRatios: bare.map(
      (batch, round) => quantile(service[round]?.ms ?? [], 0.5) / quantile(batch.ms, 0.5),
    ),
    wallRatio: theirs === null ? null : theirs.perSecond / ours.perSecond,
  };
}

/** The times of several batches as one side's. */
export function timesOf(batches: readonly Batch[]): Times {
  const all = batches.flatMap(({ ms }) => ms);
  const wallMs = batches.reduce((sum, batch) => sum + batch.wallMs, 0);
  return {
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    perSecond: (all.length / wallMs) * 1000,
    all,
  };
}

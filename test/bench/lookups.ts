import assert from 'node:assert/strict';
import { type Batch, type CpuUse, inTurns, measureCpu, percentile, perMinute, runBatch } from './measure.js';

import {
  type Arena,
  CONTESTANTS,
  type ContestantName,
  EVERYONE,
  lookUp,
  OPTIONS,
  type Served,
  startContestant,
} from './processes.js';
import { type Goal, PERCENTILES, type Section, table } from './report.js';
import { at, median, spreadText } from './statistics.js';
import { PLACE_IDS } from './workload.js';

/** One turn of one contestant. */
type Turn = Batch & CpuUse;
/** The turns of one contestant at one concurrency. */
interface Row {
  readonly name: ContestantName;
  readonly concurrency: number;
  readonly turns: readonly Turn[];
}

const AT_ONCE = [1, 2, 4, 8] as const;
/** Lookups in a turn by concurrency. The HTTP fast path, whose lookups cost little, does three times as many. */
const LOOKUPS = OPTIONS.quick ? { 1: 3, 2: 4, 4: 8, 8: 8 } : { 1: 12, 2: 24, 4: 32, 8: 40 };
const FAST_PATH_FACTOR = 3;
const ROUNDS = 2;

/** Lets everyone look the same places up in turns, and throws when two answers about a place differ. */
export async function measureLookups(arena: Arena): Promise<Section> {
  const contestants: (Served & Pick<Row, 'name'>)[] = [];
  for (const name of EVERYONE) contestants.push({ ...(await startContestant(name, arena)), name });
  const first = new Map<string, object>();
  const take = (one: (typeof contestants)[number], concurrency: number, lookups: number, round: number) => {
    const chosen = Array.from({ length: lookups }, (_, index) => at(PLACE_IDS, round * lookups + index));
    const lookup = async (placeId: string) => {
      const answer = await lookUp(one, placeId);
      if (!first.has(placeId)) first.set(placeId, answer);
      assert.deepStrictEqual(answer, first.get(placeId), `${one.name} and another differ about ${placeId}`);
    };
    return measureCpu(one.pid, () => runBatch(chosen, concurrency, lookup));
  };
  // Unmeasured: first loads start browsers, contexts and the just-in-time compilers.
  for (const one of contestants) await take(one, 8, Math.min(16, LOOKUPS[8]), 0);
  const rows: Row[] = [];
  for (const concurrency of AT_ONCE) {
    const done = await inTurns(contestants, ROUNDS, (one, round) =>
      take(one, concurrency, LOOKUPS[concurrency] * (one.name === 'fastPath' ? FAST_PATH_FACTOR : 1), round),
    );
    rows.push(...[...done].map(([{ name }, turns]) => ({ name, concurrency, turns })));
  }
  const [, loads] = await pathsOf(at(contestants, 0));
  const [answers] = await pathsOf(at(contestants, 1));
  assert.deepEqual({ loads, answers }, { loads: 0, answers: 0 }, 'each way has its own contestant');
  return report(rows);
}

/** By its own count, warm-up included: lookups answered by plain requests, and pages loaded. */
export async function pathsOf({ address }: Served): Promise<readonly [fastPath: number, rendered: number]> {
  const text = await fetch(new URL('/metrics', address)).then((response) => response.text());
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
  return [
    sum(/^place_lookup_fast_path_attempts_total\{outcome="answered"\} (\d+)$/gm),
    sum(/^place_lookup_page_loads_total\{.*\} (\d+)$/gm),
  ];
}

/** Ratios at one concurrency, round by round. */
function ratiosOf(rows: readonly Row[], concurrency: number) {
  const turnsOf = (name: ContestantName) =>
    rows.find((row) => row.name === name && row.concurrency === concurrency)?.turns ?? [];
  const toBare = (name: ContestantName, value: (turn: Turn) => number) =>
    turnsOf(name).map((turn, round) => value(turn) / value(at(turnsOf('bare'), round)));
  const perCpu = ({ ms, cpuMs }: Turn) => ms.length / cpuMs;
  return {
    perCpuFastPath: toBare('fastPath', perCpu),
    perCpuRendered: toBare('rendered', perCpu),
    p50Rendered: toBare('rendered', (turn) => percentile([turn], 0.5)),
  };
}

function report(rows: readonly Row[]): Section {
  const ratios = AT_ONCE.map((concurrency) => ({ concurrency, ...ratiosOf(rows, concurrency) }));
  const worst = (name: 'perCpuFastPath' | 'perCpuRendered') =>
    Math.min(...ratios.map((row) => median(row[name])));
  const fastPathAt = (concurrency: number) =>
    rows.find((row) => row.name === 'fastPath' && row.concurrency === concurrency)?.turns ?? [];
  const p50 = (concurrency: number) => percentile(fastPathAt(concurrency), 0.5);
  const perCpu = 'lookups per CPU-second ÷ bare Playwright';
  const goals: readonly Goal[] = [
    [`${perCpu}, HTTP fast path, worst concurrency`, worst('perCpuFastPath'), '≥', 5],
    [`${perCpu}, rendered, worst concurrency`, worst('perCpuRendered'), '≥', 1.1],
    ['HTTP fast path, p50 eight at once ÷ one at a time', p50(8) / p50(1), '≤', 1.15],
    ['rendered ÷ bare Playwright, p50, one at a time', median(at(ratios, 0).p50Rendered), '≤', 1.05],
  ];
  const text = [
    '### Lookups of places',
    'Every contestant looks up the same places; all answers about a place must be equal. CPU is that of the contestant’s process tree, with its clean-up. The service opens twice as many pages as there are cores, at least 4; bare Playwright opens 8.',
    Object.values(CONTESTANTS)
      .map(({ title, what }) => `- **${title}**: ${what}`)
      .join('\n'),
    table(rows, {
      contestant: ({ name }) => CONTESTANTS[name].title,
      'at once': ({ concurrency }) => String(concurrency),
      lookups: ({ turns }) => String(turns.flatMap(({ ms }) => ms).length),
      'a minute': ({ turns }) => spreadText(turns.map(perMinute)),
      'CPU ms a lookup': ({ turns }) =>
        spreadText(
          turns.map(({ cpuMs, ms }) => cpuMs / ms.length),
          1,
        ),
      ...PERCENTILES,
    }),
    'Retired goal: 1,712 lookups a minute by the HTTP fast path. The processor decides it, and the goal is of another one; the ratios do not depend on the machine.',
  ].join('\n\n');
  return { goals, text };
}

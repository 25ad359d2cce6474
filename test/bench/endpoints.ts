import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo } from './ask.js';
import { type Bare, launchBare } from './bare.js';
import { agreement, type Batch, BREATH_MS, type Plan, runBatch, type Times, timesOf } from './batches.js';
import { markdownTable } from './markdown.js';
import { type Arena, startService, withCleanup } from './processes.js';
import { SCENARIOS, type Scenario } from './scenarios.js';
import { numberText, quantile } from './statistics.js';
import { at, benchTargets, type Target } from './workload.js';

interface Sides {
  readonly service: string;
  readonly bare: Bare;
  readonly signal: AbortSignal;
}

const TARGETS = benchTargets();
const HEADINGS = [
  'endpoint',
  'at once',
  'loads',
  'service p50',
  'p95',
  'per s',
  'bare p50',
  'p95',
  'per s',
  'p50 ÷ bare',
  'rounds 25–75 %',
  'time ÷ bare',
];

/** Every endpoint about places next to a bare script in the bench's own process, everything rendered; as text. */
export function measureEndpoints(arena: Arena, quick: boolean, signal: AbortSignal): Promise<string> {
  return withCleanup(async (keep) => {
    const { address: service } = await keep(startService(arena, { LIGHT_LANE: 'off' }));
    const sides = { service, bare: await keep(launchBare(arena)), signal };
    const rows: string[][] = [];
    for (const [index, scenario] of SCENARIOS.entries()) {
      // Unmeasured: the first loads start the browser, its contexts and the just-in-time compilers.
      const warmUp = { concurrency: 4, rounds: 1, batch: index === 0 ? 8 : 4 };
      if (index === 0 || !quick) await measure(scenario, warmUp, sides);
      for (const concurrency of [1, 4])
        rows.push(await measure(scenario, planOf(scenario, concurrency, quick), sides));
      process.stderr.write(`  ${scenario.name}: done\n`);
    }
    return markdownTable([HEADINGS, ...rows]);
  });
}

function planOf({ name, bare }: Scenario, concurrency: number, quick: boolean): Plan {
  const alone = concurrency === 1;
  if (bare === null) return { concurrency, rounds: 1, batch: quick ? 50 : 400 };
  if (quick) return { concurrency, rounds: 1, batch: alone ? 1 : 4 };
  if (name === '/details') return { concurrency, rounds: alone ? 12 : 8, batch: alone ? 4 : 12 };
  return { concurrency, rounds: 3, batch: alone ? 3 : 8 };
}

/** One scenario at one concurrency, as cells. Throws when a load fails or the two sides disagree about a place. */
async function measure(
  { name, ask, part, bare: askBare }: Scenario,
  { concurrency, rounds, batch }: Plan,
  { service, bare, signal }: Sides,
): Promise<string[]> {
  const agree = agreement();
  const loads = {
    bare: async (target: Target) => agree('bare', `${name} ${target.case.id}`, await askBare?.(bare, target)),
    service: async (target: Target) => {
      const { data } = JSON.parse(await answerTo(service, ask(target)));
      agree('service', `${name} ${target.case.id}`, part(data));
    },
  };
  const batches: { readonly service: Batch[]; readonly bare: Batch[] } = { service: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    const targets = Array.from({ length: batch }, (_, index) => at(TARGETS, round * batch + index));
    for (const side of round % 2 === 0 ? (['bare', 'service'] as const) : (['service', 'bare'] as const)) {
      if (side === 'bare' && askBare === null) continue;
      batches[side].push(await runBatch(targets, concurrency, loads[side], signal));
      await sleep(BREATH_MS);
    }
  }
  const ours = timesOf(batches.service);
  const start = [name, String(concurrency), String(ours.all.length), ...cells(ours)];
  if (askBare === null) return [...start, ...Array.from({ length: 6 }, () => '–')];
  const theirs = timesOf(batches.bare);
  const ratios = batches.bare.map(
    ({ ms }, round) => quantile(batches.service[round]?.ms ?? [], 0.5) / quantile(ms, 0.5),
  );
  return [
    ...start,
    ...cells(theirs),
    numberText(ours.p50 / theirs.p50, 2),
    `${numberText(quantile(ratios, 0.25), 2)}–${numberText(quantile(ratios, 0.75), 2)}`,
    // The whole work at this concurrency, its clean-up included.
    numberText(theirs.perSecond / ours.perSecond, 2),
  ];
}

function cells({ p50, p95, perSecond }: Times): string[] {
  return [numberText(p50, 1), numberText(p95, 1), numberText(perSecond, 2)];
}

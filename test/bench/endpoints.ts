import { type Bare, launchBare } from './bare.js';
import type { Arena } from './contestants.js';
import { measure, type Plan, type Row } from './measure.js';
import { startBuiltService } from './processes.js';
import { table } from './report.js';
import { SCENARIOS, type Scenario } from './scenarios.js';
import { benchTargets } from './workload.js';

/** Every endpoint about places next to a bare script in the bench's own process, everything rendered; as text. */
export async function measureEndpoints(arena: Arena, quick: boolean, signal: AbortSignal): Promise<string> {
  const env = { LIGHT_LANE: 'off', CHROMIUM_PATH: arena.chromium.path };
  const service = await startBuiltService(arena.main, arena.provider, env);
  try {
    const bare = await launchBare(arena.chromium.path, arena.provider);
    try {
      return table(await measureAll({ service: service.address, bare, signal, quick }));
    } finally {
      await bare.close();
    }
  } finally {
    await service.stop();
  }
}

interface Sides {
  readonly service: string;
  readonly bare: Bare;
  readonly signal: AbortSignal;
  readonly quick: boolean;
}

async function measureAll({ quick, ...both }: Sides): Promise<readonly Row[]> {
  const sides = { ...both, targets: benchTargets() };
  const rows: Row[] = [];
  for (const [index, scenario] of SCENARIOS.entries()) {
    // Unmeasured: the first loads start the browser, its contexts and the just-in-time compilers.
    const warmUp = { concurrency: 4, rounds: 1, batch: index === 0 ? 8 : 4 };
    if (index === 0 || !quick) await measure(scenario, warmUp, sides);
    for (const concurrency of [1, 4])
      rows.push(await measure(scenario, planOf(scenario, concurrency, quick), sides));
    process.stderr.write(`  ${scenario.name}: done\n`);
  }
  return rows;
}

function planOf({ name, bare }: Scenario, concurrency: number, quick: boolean): Plan {
  const alone = concurrency === 1;
  if (bare === null) return { concurrency, rounds: 1, batch: quick ? 50 : 400 };
  if (quick) return { concurrency, rounds: 1, batch: alone ? 1 : 4 };
  if (name === '/details') return { concurrency, rounds: alone ? 12 : 8, batch: alone ? 4 : 12 };
  return { concurrency, rounds: 3, batch: alone ? 3 : 8 };
}

import { access, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '../../src/browser/executable.js';
import { type Bare, launchBare } from './bare.js';
import { measure, type Plan, type Row } from './measure.js';
import { type Delays, type Provider, type Served, startBuiltService, startProvider } from './processes.js';
import { goalLine, goalsOf, table } from './report.js';
import { measureReviews } from './reviews.js';
import { SCENARIOS, type Scenario } from './scenarios.js';
import { benchTargets } from './workload.js';

// npm run bench [-- --quick] [--only TEXT] [--rounds N] [--json FILE] [--main dist/main.js]
// The built service and a bare Playwright script take turns at the same page loads of the stand-in provider.
// The answers must agree; the exit code says only that. Goals are printed, not enforced: timings are the machine's.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only the endpoints whose name holds this text; "reviews" for everything about reviews, and only that. */
    only: { type: 'string', default: '' },
    /** Multiplies the rounds of page loads, those about reviews excepted. */
    rounds: { type: 'string', default: '1' },
    json: { type: 'string' },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});

const DELAYS: Delays = { document: 80, data: 150, render: 60, reviews: 120 };

const REVIEWS = 'reviews';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => stopped.abort(new Error(`ended by ${signal}`)));

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  await access(options.main).catch(() => {
    throw new Error(`${options.main} is not there: run "npm run build"`);
  });
  const chromium = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (chromium === null) throw new Error('no Chromium: run "npm run setup"');
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}, ${chromium.path}`,
  );
  console.log(
    `Provider delays: document ${DELAYS.document} ms, data ${DELAYS.data} ms, render ${DELAYS.render} ms, a batch of reviews ${DELAYS.reviews} ms. Caches off. Times in ms.\n`,
  );
  const { rows, reviews } = await withSides(chromium.path, async (running) => ({
    rows: options.only === REVIEWS ? [] : await measureAll(running),
    reviews: ['', REVIEWS].includes(options.only) ? await measureAllReviews(running) : null,
  }));
  const goals = [...goalsOf(rows), ...(reviews?.goals ?? [])];
  const tables = [...(rows.length === 0 ? [] : [table(rows)]), ...(reviews === null ? [] : [reviews.text])];
  console.log(tables.join('\n\n'));
  console.log(`\n${goals.map(goalLine).join('\n')}`);
  if (options.json === undefined) return;
  const machine = { node: process.version, cores: availableParallelism(), load: loadavg() };
  await writeFile(options.json, JSON.stringify({ machine, delays: DELAYS, goals, rows, reviews }, null, 2));
}

interface Running {
  readonly provider: Provider;
  readonly service: Served;
  readonly bare: Bare;
}

/** Starts provider, service and bare browser, and ends all three whatever happens. */
async function withSides<T>(executablePath: string, work: (running: Running) => Promise<T>): Promise<T> {
  const provider = await startProvider(DELAYS);
  try {
    const service = await startBuiltService(options.main, provider.address);
    try {
      const bare = await launchBare(executablePath, provider.address);
      try {
        return await work({ provider, service, bare });
      } finally {
        await bare.close();
      }
    } finally {
      await service.stop();
    }
  } finally {
    await provider.stop();
  }
}

async function measureAll({ service, bare }: Running): Promise<readonly Row[]> {
  const sides = { service: service.address, bare, targets: benchTargets(), signal: stopped.signal };
  const rows: Row[] = [];
  const chosen = SCENARIOS.filter(({ name }) => name.includes(options.only));
  if (chosen.length === 0) throw new Error(`no endpoint's name holds "${options.only}"`);
  for (const [index, scenario] of chosen.entries()) {
    // Unmeasured: the first loads start the browser, its contexts and the just-in-time compilers.
    const warmUp = { concurrency: 4, rounds: 1, batch: index === 0 ? 8 : 4 };
    if (index === 0 || !options.quick) await measure(scenario, warmUp, sides);
    for (const concurrency of [1, 4])
      rows.push(await measure(scenario, planOf(scenario, concurrency), sides));
    process.stderr.write(`  ${scenario.name}: done\n`);
  }
  return rows;
}

function measureAllReviews(running: Running) {
  return measureReviews({ ...running, delays: DELAYS, signal: stopped.signal }, options.quick);
}

function planOf({ name, bare }: Scenario, concurrency: number): Plan {
  const { quick } = options;
  const alone = concurrency === 1;
  const times = (rounds: number) => Math.max(1, Math.round(rounds * Number(options.rounds)));
  if (bare === null) return { concurrency, rounds: 1, batch: quick ? 50 : 400 };
  if (name === '/details') {
    if (quick) return { concurrency, rounds: times(2), batch: alone ? 3 : 6 };
    return { concurrency, rounds: times(alone ? 12 : 8), batch: alone ? 4 : 12 };
  }
  if (quick) return { concurrency, rounds: times(1), batch: alone ? 1 : 4 };
  return { concurrency, rounds: times(3), batch: alone ? 3 : 8 };
}

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '../../src/browser/executable.js';
import { measureBulk } from './bulk.js';
import { measureEndpoints } from './endpoints.js';
import { measureFairness } from './fairness.js';
import { measureFleet } from './fleet.js';
import { measureListsAtOnce } from './lists-at-once.js';
import { reportLookups } from './lookup-report.js';
import { measureLookups } from './lookups.js';
import { describeMachine } from './machine.js';
import { measureMemory } from './memory.js';
import { reportMemory } from './memory-report.js';
import { installPeers } from './peer-packages.js';
import { type BenchPlan, FULL, QUICK } from './plans.js';
import { type Arena, type Delays, type Provider, startProvider, withCleanup } from './processes.js';
import { markdownOf, type Results, type SectionResults, writeResults } from './results.js';
import { reportReviews } from './review-report.js';
import { measureReviews } from './reviews.js';
import { measureStarts, reportStarts } from './start.js';
import { measureThroughput } from './throughput.js';
import { reportThroughput } from './throughput-report.js';

// npm run bench [-- --quick] [--only SECTION] [--out FOLDER] [--main dist/main.js]
// The built service, peers and bare scripts take turns at the same work on the stand-in provider, which runs in a
// process of its own. Answers must agree; the exit code says only that. Goals are reported, not enforced: timings
// are the machine's. A whole run writes test/bench/RESULTS.md, and results.json beside it outside git, any other test-results/bench/.

/**
 * Measured by `--only` alone: every endpoint about places next to a bare script; bulk checks beside single lookups;
 * one client beside another that requests all it can; the memory of long lists at once.
 */
const EXTRAS: Readonly<
  Record<string, (arena: Arena, quick: boolean, signal: AbortSignal) => Promise<string>>
> = {
  endpoints: measureEndpoints,
  bulk: measureBulk,
  fairness: measureFairness,
  lists: measureListsAtOnce,
  fleet: measureFleet,
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string' },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});

const DELAYS: Delays = { document: 80, data: 150, render: 60, reviews: 120 };
const NO_DELAYS: Delays = { document: 0, data: 0, render: 0, reviews: 0 };
const HERE = fileURLToPath(new URL('.', import.meta.url));

const stopped = new AbortController();
const { signal } = stopped;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopped.abort(new Error(`ended by ${name}`)));

interface Bench {
  readonly arena: Arena;
  readonly provider: Provider;
  readonly plan: BenchPlan;
}

const SECTIONS: Readonly<Record<string, (bench: Bench) => Promise<SectionResults>>> = {
  lookups: async ({ arena, plan }) => reportLookups(await measureLookups(arena, plan.lookups, signal)),
  throughput: async ({ arena, plan }) =>
    reportThroughput(await measureThroughput(arena, plan.throughput, signal)),
  reviews: async ({ arena, provider, plan }) =>
    reportReviews(await measureReviews({ arena, provider, delays: DELAYS }, plan.reviews, signal)),
  memory: ({ arena, plan }) =>
    withCleanup(async (keep) => {
      const undelayed = { ...arena, provider: (await keep(startProvider(NO_DELAYS))).address };
      return reportMemory(await measureMemory(arena, undelayed, plan.memory, signal));
    }),
  start: async ({ arena, plan }) => reportStarts(await measureStarts(arena, plan.startRounds, signal)),
};

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const { only, quick, main } = options;
  const names = [...Object.keys(SECTIONS), ...Object.keys(EXTRAS)];
  if (only !== undefined && !names.includes(only)) throw new Error(`--only takes one of ${names.join(', ')}`);
  const extra = EXTRAS[only ?? ''];
  if (process.platform !== 'linux') throw new Error('it reads /proc, which only Linux has');
  await access(main).catch(() => {
    throw new Error(`${main} is not there: run "npm run build"`);
  });
  const chromium = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (chromium === null) throw new Error('no Chromium: run "npm run setup"');
  if (extra === undefined) installPeers();
  await withCleanup(async (keep) => {
    const provider = await keep(startProvider(DELAYS));
    const arena = { main, chromium, provider: provider.address };
    if (extra !== undefined) console.log(await extra(arena, quick, signal));
    else await measureSections(arena, provider);
  });
}

async function measureSections(arena: Arena, provider: Provider): Promise<void> {
  const { only, quick, out } = options;
  const whole = !quick && only === undefined;
  const folder = out ?? (whole ? HERE : join(HERE, '../../test-results/bench'));
  const startedAt = new Date();
  const results: Results = {
    mode: quick ? 'quick' : 'full',
    startedAt: startedAt.toISOString(),
    minutes: 0,
    machine: describeMachine(arena.chromium.path),
    delays: DELAYS,
    sections: {},
  };
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (only !== undefined && name !== only) continue;
    results.sections[name] = await measure({ arena, provider, plan: quick ? QUICK : FULL });
    results.minutes = (Date.now() - startedAt.getTime()) / 60_000;
    // After every section: a later one that fails must not take this one along.
    await writeResults(folder, results);
  }
  console.log(markdownOf(results));
  console.error(`bench: written to ${folder}`);
}

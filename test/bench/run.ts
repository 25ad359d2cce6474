import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../src/browser/executable.js';
import { installPeers } from './contestants.js';
import { measureLookups } from './lookups.js';
import { measureMemory } from './memory.js';
import { OPTIONS } from './options.js';
import { type Arena, forkScript, type Script, withCleanup } from './processes.js';
import { type Section, writeResults } from './report.js';
import { measureReviews } from './reviews.js';
import { measureStarts } from './start.js';
import { measureThroughput } from './throughput.js';
import { measureWatch } from './watch.js';

// npm run bench [-- --quick] [--only SECTION] [--main dist/main.js]
// The built service, peers and bare scripts take turns at the same work on the stand-in provider, which runs in a
// process of its own. Answers must agree; the exit code says only that. Goals are reported, not enforced: timings
// are the machine's. A whole run writes test/bench/RESULTS.md, any other run test-results/bench/RESULTS.md.

const DELAYS = { documentDelayMs: 80, dataDelayMs: 150, renderDelayMs: 60, reviewsDelayMs: 120 };
const NO_DELAYS = { documentDelayMs: 0, dataDelayMs: 0, renderDelayMs: 0, reviewsDelayMs: 0 };
const startProvider = (delays: object) => forkScript('stand-in.ts', [JSON.stringify(delays)]);

const SECTIONS: Readonly<Record<string, (arena: Arena, provider: Script) => Promise<Section>>> = {
  lookups: measureLookups,
  throughput: measureThroughput,
  reviews: (arena, provider) => measureReviews(arena, provider, DELAYS),
  memory: (arena) =>
    withCleanup(async (keep) => {
      const undelayed = await keep(startProvider(NO_DELAYS));
      return measureMemory(arena, { ...arena, provider: String(undelayed.first) });
    }),
  start: measureStarts,
  watch: measureWatch,
};

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const { only, main } = OPTIONS;
  const names = Object.keys(SECTIONS);
  if (only !== undefined && !names.includes(only)) throw new Error(`--only takes one of ${names.join(', ')}`);
  if (process.platform !== 'linux') throw new Error('it reads /proc, which only Linux has');
  if (!existsSync(main)) throw new Error(`${main} is not there: run "npm run build"`);
  const chromium = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (chromium === null) throw new Error('no Chromium: run "npm run setup"');
  installPeers();
  await withCleanup(async (keep) => {
    const provider = await keep(startProvider(DELAYS));
    await measureSections({ chromium, provider: String(provider.first) }, provider);
  });
}

async function measureSections(arena: Arena, provider: Script): Promise<void> {
  const isWhole = !OPTIONS.quick && OPTIONS.only === undefined;
  const folder = isWhole ? import.meta.dirname : join(import.meta.dirname, '../../test-results/bench');
  const sections = new Map<string, Section>();
  const run = { startedAt: new Date(), chromium: arena.chromium, delays: DELAYS, sections };
  let text = '';
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (OPTIONS.only !== undefined && name !== OPTIONS.only) continue;
    sections.set(name, await measure(arena, provider));
    console.error(`  ${name}: done`);
    // After every section: the results stay when a later section fails.
    text = writeResults(folder, run);
  }
  console.log(text);
  console.error(`bench: written to ${folder}`);
}

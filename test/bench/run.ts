import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '../../src/browser/executable.js';
import { installPeers } from './contestants.js';
import { measureFleet } from './fleet.js';
import { measureLookups } from './lookups.js';
import { measureMemory } from './memory.js';
import { type Arena, type Delays, type Provider, startProvider, withCleanup } from './processes.js';
import { type Section, writeResults } from './report.js';
import { measureReviews } from './reviews.js';
import { measureStarts } from './start.js';
import { measureThroughput } from './throughput.js';
import { measureWatch } from './watch.js';

// npm run bench [-- --quick] [--only SECTION] [--main dist/main.js]
// The built service, peers and bare scripts take turns at the same work on the stand-in provider, which runs in a
// process of its own. Answers must agree; the exit code says only that. Goals are reported, not enforced: timings
// are the machine's. A whole run writes test/bench/RESULTS.md, any other test-results/bench/RESULTS.md.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});
const { only, quick, main } = options;

const DELAYS: Delays = { document: 80, data: 150, render: 60, reviews: 120 };
const NO_DELAYS: Delays = { document: 0, data: 0, render: 0, reviews: 0 };

const stopped = new AbortController();
const { signal } = stopped;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopped.abort(new Error(`ended by ${name}`)));

const SECTIONS: Readonly<Record<string, (arena: Arena, provider: Provider) => Promise<Section>>> = {
  lookups: (arena) => measureLookups(arena, quick, signal),
  throughput: (arena) => measureThroughput(arena, quick, signal),
  reviews: (arena, provider) => measureReviews(arena, provider, DELAYS, quick, signal),
  memory: (arena) =>
    withCleanup(async (keep) => {
      const { address } = await keep(startProvider(NO_DELAYS));
      return measureMemory(arena, { ...arena, provider: address }, quick, signal);
    }),
  start: (arena) => measureStarts(arena, quick, signal),
  watch: () => measureWatch(quick, signal),
};
/** Measured by `--only fleet` alone, and printed: processes with one Redis. */
const FLEET = 'fleet';

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const names = [...Object.keys(SECTIONS), FLEET];
  if (only !== undefined && !names.includes(only)) throw new Error(`--only takes one of ${names.join(', ')}`);
  if (process.platform !== 'linux') throw new Error('it reads /proc, which only Linux has');
  if (!existsSync(main)) throw new Error(`${main} is not there: run "npm run build"`);
  const chromium = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (chromium === null) throw new Error('no Chromium: run "npm run setup"');
  if (only !== FLEET) installPeers();
  await withCleanup(async (keep) => {
    const provider = await keep(startProvider(DELAYS));
    const arena = { main, chromium, provider: provider.address };
    if (only === FLEET) console.log(await measureFleet(arena, quick, signal));
    else await measureSections(arena, provider);
  });
}

async function measureSections(arena: Arena, provider: Provider): Promise<void> {
  const whole = !quick && only === undefined;
  const here = import.meta.dirname;
  const folder = whole ? here : join(here, '../../test-results/bench');
  const sections = new Map<string, Section>();
  const run = { quick, startedAt: new Date(), chromium: arena.chromium, delays: DELAYS, sections };
  let text = '';
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (only !== undefined && name !== only) continue;
    sections.set(name, await measure(arena, provider));
    // After every section: a later one that fails must not take this one along.
    text = writeResults(folder, run);
  }
  console.log(text);
  console.error(`bench: written to ${folder}`);
}

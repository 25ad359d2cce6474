import { join } from 'node:path';
import { findChromium } from '../../src/core/browser/executable.js';
import { measureLookups } from './lookups.js';
import { measureMemory } from './memory.js';

import { type Arena, endingAll, OPTIONS, startStandIn } from './processes.js';
import { type Section, writeResults } from './report.js';
import { measureReviews } from './reviews.js';
import { measureStarts } from './start.js';
import { DELAYS } from './workload.js';

// npm run bench [-- --quick] [--only SECTION]
// The built service and a bare script take turns at the same work on the stand-in provider, which runs in a
// process of its own. Answers must agree; the exit code says only that. Goals are reported, not enforced: timings
// are the machine's. The measured sections replace those of test/bench/RESULTS.md; with --quick those of
// test-results/bench/RESULTS.md.

const SECTIONS: Readonly<Record<string, (arena: Arena) => Promise<Section>>> = {
  lookups: measureLookups,
  reviews: measureReviews,
  memory: measureMemory,
  start: measureStarts,
};

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const { only, quick } = OPTIONS;
  const names = Object.keys(SECTIONS);
  if (only !== undefined && !names.includes(only)) throw new Error(`--only takes one of ${names.join(', ')}`);
  if (process.platform !== 'linux') throw new Error('it reads /proc, which only Linux has');
  const chromium = findChromium({ chromiumPath: process.env.CHROMIUM_PATH });
  if (chromium === null) throw new Error('no Chromium: run "npm run setup"');
  const folder = quick ? join(import.meta.dirname, '../../test-results/bench') : import.meta.dirname;
  const startedAt = new Date();
  const sections = new Map<string, Section>();
  let text = '';
  await endingAll(async () => {
    const arena = { chromium, provider: await startStandIn(DELAYS) };
    for (const [name, measure] of Object.entries(SECTIONS)) {
      if (only !== undefined && name !== only) continue;
      sections.set(name, await endingAll(() => measure(arena)));
      console.error(`  ${name}: done`);
      // After every section: the results stay when a later section fails.
      text = writeResults(folder, startedAt, chromium, sections);
    }
  });
  console.log(text);
  console.error(`bench: written to ${folder}`);
}

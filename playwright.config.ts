import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, expect } from '@playwright/test';
import { recordCost } from './test/support/worker-cost.js';

const inCi = Boolean(process.env.CI);

// Every worker reads this file. By default `expect.poll` looks after 100, 350, 850, 1,850 ms: most waits are shorter.
const { poll } = expect;
expect.poll = (actual, options) =>
  poll(actual, {
    intervals: [20, 30, 50, 100],
    ...(typeof options === 'string' ? { message: options } : options),
  });

const { TEST_WORKER_INDEX, WORKER_COSTS } = process.env;
if (TEST_WORKER_INDEX === undefined || WORKER_COSTS === undefined) {
  process.env.WORKER_COSTS = join(tmpdir(), `place-lookup-costs-${process.pid}`);
  rmSync(process.env.WORKER_COSTS, { force: true });
} else recordCost(Number(TEST_WORKER_INDEX), WORKER_COSTS);

const hasKills = process.env.KILL_TESTS === '1';
if (hasKills && process.env.KILL_SEED === undefined) {
  process.env.KILL_SEED = String(Date.now());
  console.log(`KILL_SEED=${process.env.KILL_SEED}`);
}

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  // A test that passes only the second time is a defect.
  retries: 0,
  forbidOnly: inCi,
  // Tests wait half of their time: for pages at rest, for processes, for limits.
  workers: '150%',
  // Long enough for a machine that is four times slower; only a test that fails takes so long.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [[inCi ? 'list' : 'line'], ['./test/support/summary-reporter.ts']],
  globalSetup: './test/support/build-first.ts',
  // The longest tests first. A worker serves one project, and its start costs four seconds of CPU: what may share
  // workers is one project. The soaks come last: the two run at once, and have the machine almost to themselves.
  projects: [
    // Its files start three services each: one file at a time.
    { name: 'fleet', testDir: 'test/fleet', workers: 1 },
    { name: 'service', testMatch: 'test/{cli,console,e2e,faults,fuzz,security,stand-in}/**/*.spec.ts' },
    {
      name: 'unit',
      testMatch: 'test/{app,capabilities,core,deploy,extractors,integrations,kit,repository}/**/*.spec.ts',
    },
    { name: 'soak', testDir: 'test/soak' },
    // Takes minutes: only `npm run test:kills` and the gate run them.
    ...(process.env.KILL_TESTS === '1'
      ? [{ name: 'kills', testDir: 'test/kills', fullyParallel: true }]
      : []),
  ],
});

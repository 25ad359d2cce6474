import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, expect } from '@playwright/test';
import { TRANSLATED, translate } from './test/support/translate.mjs';

const { TEST_WORKER_INDEX, WORKER_COSTS } = process.env;
if (TEST_WORKER_INDEX === undefined) {
  await translate();
  // Workers load the translated files without the loader of Playwright. The scripts of package.json set it for this
  // process as well: it is read before this file.
  process.env.PW_DISABLE_TS_ESM = '1';
  // What tests and their programs leave in the folder for temporary files ends with the run.
  const folder = mkdtempSync(join(tmpdir(), 'place-lookup-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.WORKER_COSTS = join(folder, 'costs');
} else {
  const { recordCost } = await import(join(TRANSLATED, 'test/support/worker-cost.js'));
  recordCost(Number(TEST_WORKER_INDEX), WORKER_COSTS);
}

const inCi = Boolean(process.env.CI);

// Every worker reads this file. By default `expect.poll` looks after 100, 350, 850, 1,850 ms: most waits are shorter.
const { poll } = expect;
expect.poll = (actual, options) =>
  poll(actual, {
    intervals: [20, 30, 50, 100],
    ...(typeof options === 'string' ? { message: options } : options),
  });

/** Tests of times: they depend on the speed of the machine, and run alone, one after another. */
const TIMED = /@time\b|\/(?:console\/budget|faults\/http-clients)\.spec/;
/** A killed worker, what is largest or takes long (bodies, lists, disks, npm pack, Bruno), the soak, the service without capabilities: before a merge. */
const GATE = /@gate\b|\/(?:console\/fluid|e2e\/deletion|faults\/watch-kills|soak\/\w+)\.spec/;

/** A folder of tests as it is translated. */
const translated = (folder) => join(TRANSLATED, 'test', folder);

const hasKills = process.env.KILL_TESTS === '1';
if (hasKills && process.env.KILL_SEED === undefined) {
  process.env.KILL_SEED = String(Date.now());
  console.log(`KILL_SEED=${process.env.KILL_SEED}`);
}

/** Without arguments: `npm test`. */
const isWhole = process.argv.length === 3;

export default defineConfig({
  // Places of tests are told from here; each project names the folder of its translated files.
  testDir: 'test',
  testMatch: '**/*.spec.js',
  // A test that passes only the second time is a defect.
  retries: 0,
  forbidOnly: inCi,
  // Tests wait half of their time: for pages at rest, for processes, for limits.
  workers: '150%',
  // Long enough for a machine that is four times slower; only a test that fails takes so long.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [[inCi ? 'list' : 'line'], [translated('support/summary-reporter.js')]],
  globalSetup: translated('support/build-first.js'),
  grepInvert: [TIMED, GATE],
  // The longest tests first. A worker serves one project, and its start costs CPU seconds: what may share workers
  // is one project. In a whole run the tests of times begin when all others have ended.
  projects: [
    // Its files start three services each: one file at a time.
    { name: 'fleet', testDir: translated('fleet'), workers: 1 },
    {
      name: 'service',
      testDir: translated('.'),
      testMatch: 'test/{cli,console,e2e,faults,fuzz,security,stand-in}/**/*.spec.js',
    },
    {
      name: 'unit',
      testDir: translated('.'),
      testMatch: 'test/{app,capabilities,core,deploy,extractors,integrations,kit,repository}/**/*.spec.js',
    },
    {
      name: 'time',
      testDir: translated('.'),
      testIgnore: 'test/{bench,kills}/**',
      grep: TIMED,
      grepInvert: GATE,
      workers: 1,
      dependencies: isWhole ? ['fleet', 'service', 'unit'] : [],
    },
    // `npm test` leaves them out; `npm run test:gate` and whoever names one of their files run them.
    ...(isWhole
      ? []
      : [
          {
            name: 'gate',
            testDir: translated('.'),
            testIgnore: 'test/{bench,kills}/**',
            grep: GATE,
            grepInvert: [],
            workers: 1,
          },
        ]),
    // Takes minutes: only `npm run test:kills` and `test:gate` run them.
    ...(process.env.KILL_TESTS === '1'
      ? [{ name: 'kills', testDir: translated('kills'), fullyParallel: true }]
      : []),
  ],
});

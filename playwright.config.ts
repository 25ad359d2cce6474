import { defineConfig } from '@playwright/test';

const inCi = Boolean(process.env.CI);

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
  // The longest tests first. The soaks last: the two have the machine almost to themselves.
  projects: [
    // Its files start three services each: one file at a time.
    { name: 'fleet', testDir: 'test/fleet', workers: 1 },
    { name: 'e2e', testDir: 'test/e2e' },
    { name: 'faults', testDir: 'test/faults' },
    { name: 'cli', testDir: 'test/cli' },
    { name: 'console', testDir: 'test/console' },
    { name: 'security', testDir: 'test/security' },
    { name: 'stand-in', testDir: 'test/stand-in' },
    { name: 'fuzz', testDir: 'test/fuzz' },
    { name: 'unit', testMatch: ['unit/**/*.spec.ts', 'extractors/**/*.spec.ts'] },
    { name: 'soak', testDir: 'test/soak' },
  ],
});

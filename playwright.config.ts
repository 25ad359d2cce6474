import { defineConfig } from '@playwright/test';

const inCi = Boolean(process.env.CI);

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  // A test that passes only the second time is a defect of the test or of the service.
  retries: 0,
  forbidOnly: inCi,
  // Tests wait half of their time: for pages at rest, for processes, for limits.
  workers: '150%',
  timeout: 30_000,
  reporter: [[inCi ? 'list' : 'line'], ['./test/support/summary-reporter.ts']],
  globalSetup: './test/support/build-first.ts',
  // The longest tests first. The soaks last, one after the other: each has the machine almost to itself.
  projects: [
    // Its files start three services each: one file at a time.
    { name: 'fleet', testMatch: 'fleet/**/*.spec.ts', workers: 1 },
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts' },
    { name: 'faults', testMatch: 'faults/**/*.spec.ts' },
    { name: 'cli', testMatch: 'cli/**/*.spec.ts' },
    { name: 'console', testMatch: 'console/**/*.spec.ts' },
    { name: 'security', testMatch: 'security/**/*.spec.ts' },
    { name: 'stand-in', testMatch: 'stand-in/**/*.spec.ts' },
    { name: 'fuzz', testMatch: 'fuzz/**/*.spec.ts' },
    { name: 'unit', testMatch: ['unit/**/*.spec.ts', 'extractors/**/*.spec.ts'] },
    { name: 'soak', testMatch: 'soak/**/*.spec.ts', workers: 1 },
  ],
});

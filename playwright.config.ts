import { defineConfig } from '@playwright/test';

const inCi = Boolean(process.env.CI);

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  // A test that passes only the second time is a defect.
  retries: 0,
  forbidOnly: inCi,
  workers: 2,
  timeout: 30_000,
  reporter: [[inCi ? 'list' : 'line'], ['./test/support/summary-reporter.ts']],
  globalSetup: './test/support/build-first.ts',
  // The longest tests first. The soak last: it has the machine almost to itself.
  projects: [
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts' },
    { name: 'faults', testMatch: 'faults/**/*.spec.ts' },
    { name: 'cli', testMatch: 'cli/**/*.spec.ts' },
    { name: 'console', testMatch: 'console/**/*.spec.ts' },
    { name: 'security', testMatch: 'security/**/*.spec.ts' },
    { name: 'stand-in', testMatch: 'stand-in/**/*.spec.ts' },
    { name: 'fuzz', testMatch: 'fuzz/**/*.spec.ts' },
    { name: 'unit', testMatch: ['unit/**/*.spec.ts', 'extractors/**/*.spec.ts'] },
    { name: 'soak', testMatch: 'soak/**/*.spec.ts' },
  ],
});

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
  // The longest tests first: the workers end at about the same time.
  projects: [
    { name: 'build', testMatch: 'build/**/*.spec.ts' },
    { name: 'soak', testMatch: 'soak/**/*.spec.ts', dependencies: ['build'] },
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', dependencies: ['build'] },
    { name: 'faults', testMatch: 'faults/**/*.spec.ts', dependencies: ['build'] },
    { name: 'cli', testMatch: 'cli/**/*.spec.ts', dependencies: ['build'] },
    { name: 'console', testMatch: 'console/**/*.spec.ts', dependencies: ['build'] },
    { name: 'security', testMatch: 'security/**/*.spec.ts', dependencies: ['build'] },
    { name: 'stand-in', testMatch: 'stand-in/**/*.spec.ts' },
    { name: 'fuzz', testMatch: 'fuzz/**/*.spec.ts', dependencies: ['build'] },
    { name: 'unit', testMatch: ['unit/**/*.spec.ts', 'extractors/**/*.spec.ts'] },
  ],
});

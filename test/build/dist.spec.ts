import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const SETUP = fileURLToPath(new URL('../../setup.mjs', import.meta.url));

// The projects that start dist/ come after this one (playwright.config.ts).
test('dist/ is built from src/ as it is now', () => {
  test.setTimeout(300_000);
  const { status, stderr } = spawnSync(process.execPath, [SETUP, '--no-install', '--no-browser'], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});

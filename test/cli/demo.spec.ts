import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { chromiumForTests } from '../support/stand-in-browser.js';

const DEMO = fileURLToPath(new URL('../../fixtures/demo.ts', import.meta.url));
const ENTRY = `ola:${'0'.repeat(64)}`;

test('the demo answers also where keys are set for the real service', async () => {
  test.setTimeout(60_000);
  const demo = spawn(process.execPath, ['--import', 'tsx', DEMO, '--once'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ PORT: '0', CHROMIUM_PATH: chromiumForTests(), CHROMIUM_SANDBOX: 'off' },
      ...{ API_KEYS: ENTRY, API_KEYS_FILE: '/nie/ma/takiego/pliku' },
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(demo.stdout),
    text(demo.stderr),
    once(demo, 'close'),
  ]);
  expect(stderr).toBe('');
  expect(stdout).toContain('"conversion_type": "cid_to_place_id"');
  expect(stdout).toContain('API_KEYS is left out');
  expect(code).toBe(0);
});

import { mkdir, readdir } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { serviceTest as test } from './cli-test.js';
import { runProcess } from './command.js';

// What a recording of a place holds: provider-changes.spec.ts.

test('writes nothing at a block page, says so and ends with exit code 2', async ({ standIn }, info) => {
  const folder = info.outputPath('recordings');
  await mkdir(folder, { recursive: true });
  standIn.fault({ kind: 'block_page', match: (_, path) => path.startsWith('/maps/place/') });
  const args = ['record', 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', '--out', folder, '--lang', 'en', '--json'];
  const { code, stdout, stderr } = await runProcess(args, {
    env: {
      EGRESS_OVERRIDE: standIn.address,
      CHROMIUM_PATH: chromiumForTests(),
      CHROMIUM_SANDBOX: 'off',
    },
  });
  const message = expect.stringContaining('Nothing was written. Seen: block page at /sorry/index.');
  expect(JSON.parse(stdout)).toEqual({ status: 'error', error: { code: 'provider_blocked', message } });
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('Nothing was written')]);
  expect(await readdir(folder)).toEqual([]);
});

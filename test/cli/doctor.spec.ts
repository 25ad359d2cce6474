import { expect } from '@playwright/test';
import { doctorData } from '../../src/capabilities/doctor/published.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { serviceTest as test } from './cli-test.js';
import { runProcess } from './command.js';

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SECRET = 'a1b2c3d4'.repeat(8);

const environment = (address: string) => ({
  EGRESS_OVERRIDE: address,
  CHROMIUM_PATH: chromiumForTests(),
  CHROMIUM_SANDBOX: 'off',
  API_KEYS: `biuro:${SECRET}`,
});

test('shows a quick run in Polish, and fails where no place can be read', async ({ standIn }) => {
  const env = environment(standIn.address);
  const shown = await runProcess(['doctor', '--quick'], { env: { ...env, DOCTOR_PLACES: PLACE } });
  expect(shown.stdout).toContain(
    '✓ Miejsce: pola (ChIJJz6dChxbFkcRFk6Qq9KBXD8): Znaleziono wszystkie pola (11 z 11).',
  );
  expect(shown.stdout).toContain('- Opinia widoczna: Nie wchodzi w skład szybkiego sprawdzenia.');
  expect(shown.stdout).toContain('Wszystko działa.');
  expect(shown.code).toBe(0);

  // This program is no browser: every check of a place fails.
  const args = ['doctor', '--quick', '--json', '--lang', 'en'];
  const without = { ...env, DOCTOR_PLACES: PLACE, CHROMIUM_PATH: process.execPath };
  const gone = await runProcess(args, { env: without });
  expect(doctorData.parse(JSON.parse(gone.stdout)).status).toBe('failing');
  expect(gone.code).toBe(2);
  for (const secret of [SECRET, 'biuro', '127.0.0.1']) expect(gone.stdout).not.toContain(secret);
});

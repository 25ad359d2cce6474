import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { doctorData } from '../../src/capabilities/doctor/published.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { serviceTest as test } from './cli-test.js';
import { run, runProcess } from './command.js';

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SECRET = 'a1b2c3d4'.repeat(8);

const environment = (address: string) => ({
  EGRESS_OVERRIDE: address,
  CHROMIUM_PATH: chromiumForTests(),
  CHROMIUM_SANDBOX: 'off',
  API_KEYS: `biuro:${SECRET}`,
});

test('shows a quick run in Polish, and writes a bundle only with --yes', async ({ standIn }, info) => {
  const env = environment(standIn.address);
  const file = info.outputPath('report.zip');
  const shown = await runProcess(['doctor', '--quick', '--place', PLACE, '--bundle', file], { env });
  expect(shown.stdout).toContain(
    '✓ Miejsce: pola (ChIJJz6dChxbFkcRFk6Qq9KBXD8): Znaleziono wszystkie pola (11 z 11).',
  );
  expect(shown.stdout).toContain('- Opinie: kolejność: Nie wchodzi w skład szybkiego sprawdzenia.');
  expect(shown.stdout).toContain('Wszystko działa.');
  expect(shown.stderr).toContain(`Nie zapisano ${file}: bez terminala potrzebna jest opcja --yes.`);
  expect(shown.code).toBe(0);
  expect(existsSync(file)).toBe(false);

  // The place does not exist: every check of a place fails.
  const args = ['doctor', '--quick', '--json', '--lang', 'en', '--bundle', file, '--yes'];
  const gone = await runProcess(args, { env: { ...env, DOCTOR_PLACES: 'ChIJAQAAAAAAAAERAgAAAAAAAAI' } });
  expect(doctorData.parse(JSON.parse(gone.stdout)).status).toBe('failing');
  expect(gone.code).toBe(2);
  const files = unzipSync(await readFile(file));
  expect(Object.keys(files)).toEqual(['report.json', 'machine.json', 'settings.json', 'log.ndjson']);
  const texts = Object.values(files).map((bytes) => strFromU8(bytes));
  for (const secret of [SECRET, 'biuro', '127.0.0.1']) expect(texts.join('')).not.toContain(secret);
  expect(texts.join('')).toContain('"API_KEYS": "(set)"');
});

test('a place that cannot be examined is a usage error', async () => {
  const named = await run(['doctor', '--place', 'Pierogarnia', '--lang', 'en']);
  expect(named).toMatchObject({ code: 2, stdout: '' });
  expect(named.stderr).toContain('--place Pierogarnia: A name is not accepted here. Use a Place ID');
});

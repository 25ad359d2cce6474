import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './cli-test.js';
import { run } from './command.js';

// `explain` needs no service and no network. Where it finds values: test/capabilities/recordings/explain.spec.ts.

const PLACE = fileURLToPath(new URL('../../fixtures/recorded--place', import.meta.url));
const REVIEWS = fileURLToPath(new URL('../../fixtures/recorded--reviews', import.meta.url));

test('explain: shows each field with the rule that read it, in both languages and as JSON', async () => {
  const polish = await run(['explain', PLACE, '--want', 'liczba_opinii=8 713']);
  expect(polish).toMatchObject({ code: 0, stderr: '' });
  expect(polish.stdout).toContain('liczba_opinii: 8713 ← payload paths.placePayload.reviewCount [4,8]');
  expect(polish.stdout).toContain('paths.placePayload.reviewCount: odczytuje reguła [4,8]');
  const english = await run(['--lang', 'en', 'explain', PLACE, '--want', 'liczba_opinii=8713']);
  expect(english.stdout).toContain('paths.placePayload.reviewCount: read by [4,8]');
  const json = await run(['explain', REVIEWS, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'reviews', wanted: [] });
});

test('explain: an unknown field, a folder without a recording, and a missing rules file are usage errors', async () => {
  expect(await run(['explain', PLACE, '--want', 'nic=1'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--want nic=1: '),
  });
  const folder = fileURLToPath(new URL('.', import.meta.url));
  expect(await run(['explain', folder])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('To nie jest nagranie'),
  });
  const env = { PROVIDER_RULES: '/nie/ma/rules.json' };
  expect(await run(['explain', PLACE], { env })).toMatchObject({ code: 2, stdout: '' });
});

test('explain: ends with exit code 1 when the recording does not hold the wanted value', async () => {
  expect((await run(['explain', PLACE, '--want', 'liczba_opinii=123456'])).code).toBe(1);
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { INPUTS } from './plan.js';

test('the parsers are given at least 20,000 inputs, every property of the plan being one that is tried', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const code = readdirSync(folder)
    .filter((name) => /^parsers-.*\.spec\.ts$/.test(name))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n');
  const tried = [...code.matchAll(/\bfuzz\(\s*'([^']+)'/g)].map(([, name]) => name);
  expect(tried.sort()).toEqual(Object.keys(INPUTS).sort());
  expect(Object.values(INPUTS).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20_000);
});

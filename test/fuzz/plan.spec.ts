import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';
import { INPUTS } from './plan.js';

test('every property of the plan is tried, with at least 20,000 inputs when FUZZ_RUNS is 1', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const code = readdirSync(folder)
    .filter((name) => /^parsers-.*\.spec\.ts$/.test(name))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n');
  const tried = [...code.matchAll(/\bfuzz\(\s*'([^']+)'/g)].map(([, name]) => name);
  expect(tried.sort()).toEqual(Object.keys(INPUTS).sort());
  expect(Object.values(INPUTS).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20_000);
});

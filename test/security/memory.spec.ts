import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';

// A copy of the process's memory, such as a core dump, does not list the queries.

const PROGRAM = fileURLToPath(new URL('../support/remembered-text.ts', import.meta.url));

test('the memory of cache and running lookups does not hold the text of a query', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', PROGRAM], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ inCache: false, inFlight: false, control: true, holders: 3 });
});

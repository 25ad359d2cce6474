import { spawnSync } from 'node:child_process';
import { bundled } from '../support/bundled.js';
import { expect, test } from '../support/test.js';

// A copy of the process's memory, such as a core dump, does not list the queries.

test('the memory of cache and running lookups does not hold the text of a query', async () => {
  const program = await bundled('remembered-text');
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ inCache: false, inFlight: false, control: true, holders: 3 });
});

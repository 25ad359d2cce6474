import { expect } from '@playwright/test';
import { refusal } from '../support/fake-api.js';
import { test } from './cli-test.js';
import { run, runAt, withSettings } from './command.js';

// With --json, a failure is JSON on standard output too, in the shape of the API; standard error has no prose.

test('a refused request is printed with the code, message and id of the service', async ({ serve }) => {
  const api = await serve(refusal(404, 'no_results'));
  const { code, stdout, stderr } = await runAt(api.url, ['all', 'x', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    status: 'error',
    error: {
      ...{ code: 'no_results', message: 'Made up for the test.', reason: 'other', values: {} },
      request_id: 'r-1',
    },
  });
  expect([code, stderr]).toEqual([3, '']);
});

test('a service that cannot be reached, and a wrong use, have codes of the command line', async () => {
  const offline = await run(['all', 'x', '--json', '--retries', '0', '--api', 'http://127.0.0.1:9']);
  expect(JSON.parse(offline.stdout)).toMatchObject({ status: 'error', error: { code: 'offline' } });
  expect([offline.code, offline.stderr]).toEqual([1, '']);
  for (const args of [
    ['nothing', '--json'],
    ['all', '--json'],
    ['check', '/nie/ma/pliku.csv', '--json'],
  ]) {
    const { code, stdout, stderr } = await run(args);
    expect(JSON.parse(stdout), args.join(' ')).toEqual({
      status: 'error',
      error: { code: code === 2 ? 'usage' : 'failed', message: expect.stringMatching(/\S/) },
    });
    expect([code, stderr], args.join(' ')).toEqual([code === 2 ? 2 : 1, '']);
  }
});

test('a doctor that cannot read the settings of the service reports this as JSON', async () => {
  const { code, stdout } = await withSettings({ PORT: 'dużo' }, () => run(['doctor', '--quick', '--json']));
  expect(JSON.parse(stdout)).toEqual({
    status: 'error',
    error: { code: 'usage', message: expect.stringContaining('PORT') },
  });
  expect(code).toBe(2);
});

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { LIST_SUMMARY, REVIEW } from '../../src/core/api/examples/review-examples.js';
import { published } from '../../src/core/texts/messages.js';
import { listSummary, type Reply, refusal, streamLines } from '../support/fake-api.js';
import { madeUp } from '../support/made-up.js';
import { test } from './cli-test.js';
import { run, runAt, spawnCommand } from './command.js';
import { stdin } from './links-to-check.js';

// The command line against a service that refuses, fails or breaks off. When a job is asked for again:
// test/capabilities/jobs/job-client.spec.ts.

test('a refusal that waiting does not help ends the command with its exit code', async ({ serve }) => {
  for (const [status, errorCode, exitCode, words] of [
    [400, 'invalid_request', 2, 'nie przyjęła'],
    [401, 'unauthorized', 1, 'PLACE_LOOKUP_API_KEY'],
    [404, 'no_results', 3, 'Nie znaleziono'],
    [404, 'unknown_endpoint', 1, 'nie zna takiego zapytania'],
    [500, 'internal_error', 1, 'r-1'],
    [418, 'of_a_later_version', 1, 'of_a_later_version'],
  ] as const) {
    const api = await serve(refusal(status, errorCode));
    const { code, stdout, stderr } = await runAt(api.url, ['all', 'pierogarnia']);
    expect(stderr).toContain(words);
    expect({ code, stdout, requests: api.asked.length }, errorCode).toEqual({
      ...{ code: exitCode, stdout: '', requests: 1 },
    });
  }
});

test('ends with 1 and names the address when the service cannot be reached', async ({ serve }) => {
  const api = await serve(refusal(404, 'no_results'));
  await api.close();
  for (const args of [
    ['search', 'x'],
    ['reviews', 'ChIJx'],
    ['check', '-'],
  ]) {
    const { code, stderr, stdout } = await run([...args, '--api', api.url], { stdin });
    expect(stderr).toContain(`Sprawdź, czy usługa działa pod adresem ${api.url}.`);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('    at ');
    expect(stdout.includes('✓')).toBe(false);
    expect(code).toBe(1);
  }
});

test('the key is sent as X-API-Key, and never through a redirect', async ({ serve }) => {
  const nothing = refusal(404, 'no_results');
  const elsewhere = await serve(nothing);
  const api = await serve(nothing, nothing, nothing, (_asked, response) => {
    response.writeHead(307, { Location: `${elsewhere.url}/api/all` }).end();
  });
  const env = { PLACE_LOOKUP_API: `${api.url}/api/`, PLACE_LOOKUP_API_KEY: 'ze-srodowiska' };
  await run(['all', 'x'], { env });
  await run(['all', 'x', '--key', 'z-opcji'], { env });
  await run(['all', 'x'], { env: { PLACE_LOOKUP_API: api.url } });
  expect(api.asked.map(({ headers }) => headers['x-api-key'])).toEqual([
    'ze-srodowiska',
    'z-opcji',
    undefined,
  ]);
  expect(await run(['all', 'x'], { env })).toMatchObject({ code: 1 });
  expect(elsewhere.asked).toEqual([]);
});

test('ends with 141 and without a message when the reader of the output leaves', async ({ serve }) => {
  const api = await serve((_asked, response) => {
    streamLines(response, ...Array.from({ length: 3000 }, () => ({ type: 'review', review: REVIEW })));
    streamLines(response, { type: 'summary', ...LIST_SUMMARY });
    response.end();
  });
  const child = spawnCommand(['reviews', 'ChIJx', '--api', api.url]);
  const stderr = text(child.stderr);
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await exit).toEqual([141, null]);
  expect(await stderr).toBe('');
});

test('a list of reviews that breaks off is reported as incomplete', async ({ serve }) => {
  const progressThenCut: Reply = (_asked, response) => {
    streamLines(response, { type: 'progress', page: 1, reviews_read: 0, total_reviews: 9 });
    response.end();
  };
  const api = await serve(progressThenCut);
  const { code, stdout, stderr } = await runAt(api.url, ['reviews', 'ChIJx', '--json']);
  const message = expect.stringContaining('Połączenie z usługą zostało przerwane');
  expect(JSON.parse(stdout)).toEqual({ status: 'error', error: { code: 'cut', message } });
  expect([code, stderr]).toEqual([1, '']);
});

test('a table of a list without reviews has a row that says why it is empty', async ({ serve }) => {
  const api = await serve(listSummary('withheld', false, null, 0));
  const { stdout } = await runAt(api.url, ['reviews', 'ChIJx', '--csv', '--lang', 'en']);
  const [headings = [], row = [], end] = stdout.split('\r\n').map((line) => line.split(','));
  const cellOf = (heading: string) => row[headings.indexOf(heading)];
  expect(['Review ID', 'Place ID', 'Reviews read', 'List complete', 'Ending code'].map(cellOf)).toEqual([
    ...['', 'ChIJx', '0', 'no', 'withheld'],
  ]);
  expect(cellOf('Checked at (UTC)')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(end).toEqual(['']);
});

test('reviews ends with 4 when reviews may be missing, unless the user cut it', async ({ serve }) => {
  for (const [stopReason, total, options, exitCode, words] of [
    ['end', 120, [], 0, '120 z 120 – komplet.'],
    ['end', 25, [], 0, 'na przykład od partnerów: 5.'],
    ['max_pages', 120, [], 4, '30 z 120 – wczytano wybraną liczbę stron (więcej: --max-pages).'],
    ['max_pages', 120, ['--max-pages', '2'], 0, 'wczytano wybraną liczbę stron'],
    ['interrupted', 120, ['--max-pages', '2'], 4, 'Mapy Google przestały poprawnie odpowiadać'],
    ['provider_limit', 120, [], 4, '30 z 120'],
    ['limited_view', 120, [], 4, '30 z 120'],
    ['withheld', null, [], 4, ': 30 – '],
    ['deadline', 120, ['--min-stars', '5'], 4, '30 z 120'],
  ] as const) {
    const isComplete = stopReason === 'end';
    const api = await serve(listSummary(stopReason, isComplete, total));
    for (const format of [[], ['--csv'], ['--json']]) {
      const args = ['reviews', 'ChIJx', ...options, ...format];
      const { code, stdout, stderr } = await runAt(api.url, args);
      expect(code, `${args.join(' ')}: ${stopReason}`).toBe(exitCode);
      // The data do not show why the list is incomplete: standard error says it.
      expect(stderr !== '', args.join(' ')).toBe(!isComplete && format.length > 0);
      const summary = format.length === 0 ? stdout : stderr;
      if (summary !== '') expect(summary.replaceAll('\u00a0', ' ')).toContain(words);
    }
  }
});

test('a failure in the middle of a list is printed in Polish with its code', async ({ serve }) => {
  const error = { code: 'overloaded', ...published(madeUp('Made up for the test.')) };
  const broken = await serve((_asked, response) => {
    streamLines(response, { type: 'error', status: 'error', error: { ...error, request_id: 'r-1' } });
    response.end();
  });
  expect((await runAt(broken.url, ['reviews', 'ChIJx'])).stderr).toBe(
    `Usługa przerwała odpowiedź. Usługa jest teraz przeciążona. Szczegóły: Made up for the test. Kod: overloaded, r-1\n`,
  );
});

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { published } from '../../src/core/texts/messages.js';
import {
  allVisible,
  cutAfter,
  failed,
  listSummary,
  type Reply,
  refusal,
  streamLines,
  visible,
} from '../support/fake-api.js';
import { madeUp } from '../support/made-up.js';
import { test } from './cli-test.js';
import { linesOf, run, runAt, spawnCommand } from './command.js';
import { checkTen, linksOf, SUMMARY_OF_TEN, stdin, TEN, urlsOf } from './links-to-check.js';

// The command line against a service that refuses, fails or breaks off. When a check asks again, and how long it waits:
// test/kit/client/check-links.spec.ts.

test('a stream that is cut is continued with the missing links only', async ({ serve }) => {
  const api = await serve(cutAfter(3, '{"type":"result","index":3,"rev'), allVisible);
  const { code, stdout, stderr } = await run(checkTen(api, '--ndjson'), { stdin });
  expect(api.asked.map(({ urls }) => urls)).toEqual([TEN, TEN.slice(3)]);
  const rows = linesOf(stdout);
  expect(urlsOf(rows)).toEqual(TEN);
  expect(rows.slice(0, -1).map(({ index }) => index)).toEqual(TEN.map((_, index) => index));
  expect(rows.at(-1)).toEqual({
    type: 'summary',
    total: 10,
    visible: 10,
    not_visible: 0,
    failed: 0,
    missing: 0,
  });
  expect(stderr).toContain('Bez wyniku: 7. Kolejna próba za 1 s (1 z 5).');
  expect(code).toBe(0);
});

test('refuses a line that is not a verdict', async ({ serve }) => {
  const api = await serve(({ urls }, response) => {
    streamLines(response, { ...visible(0, urls[0] ?? ''), is_visible: 'perhaps' }, SUMMARY_OF_TEN);
    response.end();
  });
  const { code, stdout } = await run(checkTen(api, '--ndjson'), { stdin });
  expect(linesOf(stdout)).toEqual([
    { type: 'summary', total: 10, visible: 0, not_visible: 0, failed: 0, missing: 10 },
  ]);
  expect(code).toBe(1);
});

test('a refusal that waiting does not help ends the command at once, with the exit code of its kind', async ({
  serve,
}) => {
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
  const api = await serve(allVisible);
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

test('the key is sent as X-API-Key, from the option or the environment, and never through a redirect', async ({
  serve,
}) => {
  const elsewhere = await serve(allVisible);
  const api = await serve(allVisible, allVisible, allVisible, (_asked, response) => {
    response.writeHead(307, { Location: `${elsewhere.url}/api/review-visibility` }).end();
  });
  const env = { PLACE_LOOKUP_API: `${api.url}/api/`, PLACE_LOOKUP_API_KEY: 'ze-srodowiska' };
  await run(['check', '-'], { stdin, env });
  await run(['check', '-', '--key', 'z-opcji'], { stdin, env });
  await run(['check', '-'], { stdin, env: { PLACE_LOOKUP_API: api.url } });
  expect(api.asked.map(({ headers }) => headers['x-api-key'])).toEqual([
    'ze-srodowiska',
    'z-opcji',
    undefined,
  ]);
  expect(api.asked.map(({ path }) => path)).toEqual(Array(3).fill('/api/review-visibility'));
  expect(await run(['check', '-'], { stdin, env })).toMatchObject({ code: 1 });
  expect(elsewhere.asked).toEqual([]);
});

test('ends with 4 when a link has no result, and shows no verdict for it', async ({ serve }) => {
  const oneFails: Reply = ({ urls }, response) => {
    streamLines(response, visible(0, urls[0] ?? ''), failed(1, urls[1] ?? ''), SUMMARY_OF_TEN);
    response.end();
  };
  const api = await serve(oneFails);
  const { code, stdout } = await run(['check', '-', '--api', api.url], { stdin: linksOf(2).join('\n') });
  expect(code).toBe(4);
  expect(stdout).toContain(`?  ${TEN[1]}`);
  expect(stdout).toContain('Widoczne: 1, niewidoczne: 0, bez wyniku: 1.');
});

test('ends with 141 and without a message when the reader of the output leaves', async ({ serve }) => {
  const api = await serve(allVisible);
  const many = linksOf(3000).join('\n');
  const child = spawnCommand(['check', '-', '--api', api.url], { stdin: many });
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

test('a table has a row for each entry that was not asked before an early end', async ({ serve }) => {
  const api = await serve(cutAfter(2));
  const csv = await run(checkTen(api, '--csv', '--retries', '0'), { stdin });
  const rows = csv.stdout.trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(';')[1])).toEqual(TEN);
  expect(
    rows.filter((row) => row.includes(';Sprawdzanie skończyło się przed tą pozycją.;not_asked;')),
  ).toEqual(rows.slice(2));
  const closed = await serve(refusal(401, 'unauthorized'));
  const places = await run(['places', '-', '--api', closed.url, '--csv'], { stdin: 'Pierogi\nUszka\n' });
  expect(places.code).toBe(1);
  expect(places.stdout.trimEnd().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^Pierogi;.*;not_asked$/),
    expect.stringMatching(/^Uszka;.*;not_asked$/),
  ]);
});

test('reviews ends with 4 when reviews may be missing, unless the user set the limit that was reached', async ({
  serve,
}) => {
  for (const [stopReason, total, options, exitCode, words] of [
    ['end', 120, [], 0, '120 z 120 – komplet.'],
    ['end', 25, [], 0, 'na przykład od partnerów: 5.'],
    ['max_pages', 120, [], 4, '30 z 120 – wczytano wybraną liczbę stron (więcej: --max-pages).'],
    ['max_pages', 120, ['--max-pages', '2'], 0, 'wczytano wybraną liczbę stron'],
    ['interrupted', 120, ['--max-pages', '2'], 4, 'dostawca map przestał poprawnie odpowiadać'],
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

test('a failure in the middle of a list, and in a row, is printed in Polish with its code', async ({
  serve,
}) => {
  const error = { code: 'overloaded', ...published(madeUp('Made up for the test.')) };
  const broken = await serve((_asked, response) => {
    streamLines(response, { type: 'error', status: 'error', error: { ...error, request_id: 'r-1' } });
    response.end();
  });
  expect((await runAt(broken.url, ['reviews', 'ChIJx'])).stderr).toBe(
    `Usługa przerwała odpowiedź. Usługa jest teraz przeciążona. Szczegóły: Made up for the test. Kod: overloaded, r-1\n`,
  );
  const link = TEN[0] ?? '';
  const row = await serve((_asked, response) => {
    streamLines(response, { type: 'error', index: 0, review_url: link, error }, SUMMARY_OF_TEN);
    response.end();
  });
  const checked = await run(['check', '-', '--api', row.url, '--retries', '0'], { stdin: link });
  expect(checked.stdout).toContain(
    'Usługa jest teraz przeciążona. Szczegóły: Made up for the test. Kod: overloaded\n',
  );
});

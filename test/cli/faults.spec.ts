import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
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
import { test } from './cli-test.js';
import { linesOf, run, runAt, spawnCommand } from './command.js';
import { checkTen, linksOf, SUMMARY_OF_TEN, stdin, TEN, urlsOf } from './links-to-check.js';

// The command line against a service that refuses, fails or breaks off.

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

test('a stream without a summary, or with an early summary, counts as incomplete', async ({ serve }) => {
  const withoutSummary: Reply = ({ urls }, response) => {
    streamLines(response, visible(0, urls[0] ?? ''));
    response.end();
  };
  const tooEarly: Reply = ({ urls }, response) => {
    streamLines(response, visible(1, urls[1] ?? ''), {
      type: 'summary',
      total: 9,
      visible: 9,
      not_visible: 0,
      failed: 0,
    });
    response.end();
  };
  const api = await serve(withoutSummary, tooEarly, allVisible);
  const { code, stdout } = await run(checkTen(api, '--ndjson'), { stdin });
  expect(api.asked.map(({ urls }) => urls.length)).toEqual([10, 9, 8]);
  expect(new Set(urlsOf(linesOf(stdout)))).toEqual(new Set(TEN));
  expect(code).toBe(0);
});

test('links that never get an answer are given up, and reported as not checked', async ({ serve }) => {
  const api = await serve(cutAfter(2), cutAfter(0));
  const { code, stdout, stderr } = await run(checkTen(api, '--json', '--retries', '1'), { stdin });
  expect(api.asked).toHaveLength(2);
  expect(JSON.parse(stdout)).toMatchObject({ total: 10, visible: 2, failed: 0, missing: 8 });
  expect(JSON.parse(stdout).results).toHaveLength(2);
  expect(stderr).toContain('Bez wyniku: 8');
  expect(code).toBe(1);
});

test('refuses an answer about another link, and a line that is not a verdict', async ({ serve }) => {
  const swapped: Reply = ({ urls }, response) => {
    streamLines(response, visible(0, urls[1] ?? ''), SUMMARY_OF_TEN);
    response.end();
  };
  const invented: Reply = ({ urls }, response) => {
    streamLines(response, { ...visible(0, urls[0] ?? ''), is_visible: 'perhaps' }, SUMMARY_OF_TEN);
    response.end();
  };
  for (const reply of [swapped, invented]) {
    const api = await serve(reply);
    const { code, stdout } = await run(checkTen(api, '--ndjson'), { stdin });
    expect(linesOf(stdout)).toEqual([
      { type: 'summary', total: 10, visible: 0, not_visible: 0, failed: 0, missing: 10 },
    ]);
    expect(code).toBe(1);
  }
});

test('a failure reported by the service does not count as a failed link', async ({ serve }) => {
  const breakdown: Reply = ({ urls }, response) => {
    streamLines(response, visible(0, urls[0] ?? ''), {
      type: 'error',
      status: 'error',
      error: { code: 'shutting_down', message: 'The service ends.', request_id: 'r-1' },
    });
    response.end();
  };
  const api = await serve(breakdown, allVisible);
  const { code, stdout, stderr } = await run(checkTen(api, '--ndjson'), { stdin });
  expect(linesOf(stdout).at(-1)).toMatchObject({ visible: 10, failed: 0, missing: 0 });
  expect(stderr).toContain('shutting_down');
  expect(code).toBe(0);
});

for (const [status, errorCode] of [
  [429, 'rate_limited'],
  [503, 'overloaded'],
] as const) {
  test(`waits after ${status} as long as Retry-After says, and reports the wait`, async ({ serve }) => {
    const api = await serve(
      refusal(status, errorCode, { 'Retry-After': '1' }),
      refusal(status, errorCode, { 'Retry-After': '0' }),
      allVisible,
    );
    const { code, stderr, stdout } = await run(checkTen(api, '--ndjson'), { stdin });
    expect(api.asked).toHaveLength(3);
    const [first, second] = api.asked.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(950);
    expect(stderr).toContain('Kolejna próba za 1 s (1 z 5)');
    expect(stderr).toContain('Kolejna próba za 0 s (2 z 5)');
    expect(linesOf(stdout)).toHaveLength(11);
    expect(code).toBe(0);
  });
}

/** Answers the first links as visible, and refuses the others for the provider. */
const blockedAfter =
  (count: number): Reply =>
  ({ urls }, response) => {
    const error = { code: 'provider_blocked', message: 'Made up for the test.' };
    streamLines(
      response,
      ...urls.map((url, index) =>
        index < count ? visible(index, url) : { type: 'error', index, review_url: url, error },
      ),
      SUMMARY_OF_TEN,
    );
    response.end();
  };

test('asks only for the temporarily refused links again', async ({ serve }) => {
  const api = await serve(blockedAfter(4), allVisible);
  const { code, stdout, stderr } = await run(checkTen(api, '--ndjson'), { stdin });
  expect(api.asked.map(({ urls }) => urls)).toEqual([TEN, TEN.slice(4)]);
  const [first, second] = api.asked.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(4_900);
  expect(stderr).toContain('Dostawca map blokuje teraz automatyczne wejścia');
  expect(stderr).toContain('Bez wyniku: 6. Kolejna próba za 5 s (1 z 5).');
  expect(linesOf(stdout)).toHaveLength(11);
  expect(linesOf(stdout).at(-1)).toMatchObject({ visible: 10, failed: 0, missing: 0 });
  expect(code).toBe(0);
});

test('links that stay refused are given up with their reason, batch by batch', async ({ serve }) => {
  const api = await serve(blockedAfter(1), blockedAfter(0));
  const { code, stdout } = await run(checkTen(api, '--ndjson', '--retries', '0', '--batch', '5'), { stdin });
  expect(api.asked.map(({ urls }) => urls)).toEqual([TEN.slice(0, 5), TEN.slice(5)]);
  expect(linesOf(stdout)).toHaveLength(11);
  expect(linesOf(stdout).at(-1)).toMatchObject({ visible: 1, failed: 9, missing: 0 });
  expect(linesOf(stdout)[4]).toMatchObject({ type: 'error', error: { code: 'provider_blocked' } });
  expect(code).toBe(4);
});

test('retries are bounded, and a wait that is too long is not begun', async ({ serve }) => {
  const busy = await serve(refusal(429, 'rate_limited', { 'Retry-After': '0' }));
  const bounded = await runAt(busy.url, ['search', 'x', '--retries', '2'], 'en');
  expect(busy.asked).toHaveLength(3);
  expect(bounded).toMatchObject({ code: 1, stderr: expect.stringContaining('Code: rate_limited, r-1\n') });
  const closed = await serve(refusal(503, 'provider_blocked', { 'Retry-After': '3600' }));
  expect(await runAt(closed.url, ['search', 'x'])).toMatchObject({ code: 1 });
  expect(closed.asked).toHaveLength(1);
});

for (const [status, errorCode, exitCode, words] of [
  [400, 'invalid_request', 2, 'nie przyjęła'],
  [401, 'unauthorized', 1, 'PLACE_LOOKUP_API_KEY'],
  [404, 'no_results', 3, 'Nie znaleziono'],
  [404, 'unknown_endpoint', 1, 'nie zna takiego zapytania'],
  [500, 'internal_error', 1, 'r-1'],
  [418, 'of_a_later_version', 1, 'of_a_later_version'],
] as const) {
  test(`${status} ${errorCode} ends with ${exitCode}, at once`, async ({ serve }) => {
    const api = await serve(refusal(status, errorCode));
    const { code, stdout, stderr } = await runAt(api.url, ['all', 'pierogarnia']);
    expect(api.asked).toHaveLength(1);
    expect(stderr).toContain(words);
    expect(stdout).toBe('');
    expect(code).toBe(exitCode);
  });
}

test('no service at the address: a clear message, exit code 1, nothing retried', async ({ serve }) => {
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

test('reports an address that is not this service', async ({ serve }) => {
  const page: Reply = (_asked, response) => response.end('<html>Witaj</html>');
  const api = await serve(page);
  for (const args of [
    ['search', 'x'],
    ['reviews', 'ChIJx'],
    ['check', '-'],
  ]) {
    const { code, stderr } = await run([...args, '--api', api.url], { stdin });
    expect(stderr).toContain('Nie udało się odczytać odpowiedzi');
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

test('links without a verdict: exit code 4, and no verdict for them anywhere', async ({ serve }) => {
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

test('a reader that leaves ends the command quietly', async ({ serve }) => {
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

for (const [stopReason, complete, total, options, exitCode] of [
  ['end', true, 120, [], 0],
  ['max_pages', false, 120, [], 4],
  ['max_pages', false, 120, ['--max-pages', '2'], 0],
  ['interrupted', false, 120, ['--max-pages', '2'], 4],
  ['provider_limit', false, 120, [], 4],
  ['limited_view', false, 120, [], 4],
  ['withheld', false, null, [], 4],
  ['deadline', false, 120, ['--min-stars', '5'], 4],
] as const) {
  const asked = ['reviews', ...options].join(' ');
  test(`${asked}: ${stopReason}, ${complete ? '' : 'not '}complete, ends with ${exitCode}`, async ({
    serve,
  }) => {
    const api = await serve(listSummary(stopReason, complete, total));
    for (const format of [[], ['--csv'], ['--json']]) {
      const args = ['reviews', 'ChIJx', ...options, ...format];
      const { code, stdout, stderr } = await runAt(api.url, args);
      expect(code).toBe(exitCode);
      // Whoever reads the data alone is told beside it.
      expect(stderr !== '').toBe(!complete && format.length > 0);
      if (format.length === 0) expect(stdout).toContain('Wczytane opinie: ');
    }
  });
}

test('prints the failure in the chosen language, and translates known details', async ({ serve }) => {
  const message = 'Made up for the test.';
  const error = { code: 'overloaded', message };
  const refused = await serve(refusal(404, 'no_results'));
  expect((await runAt(refused.url, ['search', 'x'])).stderr).toBe(
    'Nie znaleziono. Dostawca map nie pokazuje takiego miejsca. Kod: no_results, r-1\n',
  );
  expect((await runAt(refused.url, ['search', 'x'], 'en')).stderr).toBe(`${message} Code: no_results, r-1\n`);
  const unknown = await serve(refusal(418, 'of_a_later_version'));
  expect((await runAt(unknown.url, ['search', 'x'])).stderr).toBe(
    `Usługa zgłosiła błąd, którego ta wersja programu nie zna. Kod: of_a_later_version, r-1\n`,
  );
  const broken = await serve((_asked, response) => {
    streamLines(response, { type: 'error', status: 'error', error: { ...error, request_id: 'r-1' } });
    response.end();
  });
  expect((await runAt(broken.url, ['reviews', 'ChIJx'])).stderr).toBe(
    `Usługa przerwała odpowiedź. Usługa jest teraz przeciążona. Kod: overloaded, r-1\n`,
  );
  const link = TEN[0] ?? '';
  const row = await serve((_asked, response) => {
    streamLines(response, { type: 'error', index: 0, review_url: link, error }, SUMMARY_OF_TEN);
    response.end();
  });
  const checked = await run(['check', '-', '--api', row.url, '--retries', '0'], { stdin: link });
  expect(checked.stdout).toContain('Usługa jest teraz przeciążona. Kod: overloaded\n');
});

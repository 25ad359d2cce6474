import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { RUNNING_JOB } from '../../src/capabilities/jobs/examples.js';
import { type Asked, type FakeApi, type Reply, refusal, streamLines, success } from '../support/fake-api.js';
import { message } from '../support/messages.js';
import { withUtc } from '../support/with-utc.js';
import { test } from './cli-test.js';
import { linesOf, run, runAt } from './command.js';

// `place-lookup jobs` against an invented service.

const ID = RUNNING_JOB.id;
const COUNTS = { total: 4, done: 4, visible: 3, not_visible: 1, failed: 0, failures: {} };
const FINISHED = {
  ...{ ...RUNNING_JOB, ...COUNTS, state: 'finished', estimated_end_at: null },
  ...withUtc({ ended_at: '2026-09-14 08:43:15', expires_at: '2026-09-17 08:43:15' }),
};
const RUNNING = { ...RUNNING_JOB, ...COUNTS, done: 2, visible: 2, not_visible: 0 };
const link = (position: number) => `https://maps.app.goo.gl/Zmyslony${position}`;
/** Results come in another order than the links. */
const row = (position: number) => ({
  ...{ type: 'result', position, index: 4 - position, line: null, review_url: link(4 - position) },
  is_visible: position !== 2,
  visibility_reason: position === 2 ? 'no_business_card' : 'visible',
  ...withUtc({ checked_at: '2026-11-21 03:12:45' }),
  review: null,
});
const SUMMARY = { type: 'summary', position: 4, state: 'finished', ...COUNTS };
const STORED = [1, 2, 3, 4].map(row);

/** Answers results behind `after`, and the state of the job. */
function jobService(job: object, upTo = 4): Reply {
  return (asked, response) => {
    const { path, method } = asked;
    const url = new URL(path, 'http://service');
    if (!url.pathname.endsWith('/results')) {
      const isList = url.pathname === '/api/jobs' && method === 'GET';
      return success(isList ? { jobs: [job] } : job)(asked, response);
    }
    if (url.searchParams.has('format')) {
      response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
      response.end(`\ufeffLp.;${url.searchParams.get('lang')}\r\n`);
      return;
    }
    const rows = STORED.filter(
      ({ position }) => position > Number(url.searchParams.get('after')) && position <= upTo,
    );
    streamLines(response, ...rows);
    // A running job is followed: the stream stays open.
    if (upTo < 4) return;
    streamLines(response, SUMMARY);
    response.end();
  };
}

const positions = (text: string) => linesOf(text).map(({ position }) => position);
const at = (api: FakeApi, ...args: string[]) => ['jobs', ...args, '--api', api.url];
const askedPaths = (asked: readonly Asked[]) => asked.map(({ method, path }) => `${method} ${path}`);

test('submit reads a list as check does, and prints only the id', async ({ serve }, info) => {
  const api = await serve(jobService(RUNNING));
  const file = info.outputPath('lista.txt');
  await writeFile(file, `linki\nzobacz ${link(1)}\n${link(2)}\n# koniec\nbrak\n`);
  const told = await run(at(api, 'submit', file));
  expect(told).toMatchObject({ code: 0, stdout: `${ID}\n` });
  expect(told.stderr).toContain('Pominięte wiersze bez linku: 2 (nr 1, 5).');
  expect(told.stderr).toContain(`place-lookup jobs results ${ID} --follow`);
  expect(askedPaths(api.asked)).toEqual(['GET /api/jobs', 'POST /api/jobs']);
  expect(JSON.parse(api.asked[1]?.body ?? '')).toEqual({
    type: 'review-visibility',
    urls: [link(1), link(2)],
  });
  expect(api.asked[1]?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  const json = await run(at(api, 'submit', '-', '--json'), { stdin: link(1) });
  expect(JSON.parse(json.stdout)).toEqual(RUNNING);
});

test('submit takes identifiers for place-reviews, with its parameters', async ({ serve }) => {
  const api = await serve(jobService(RUNNING));
  const args = at(api, 'submit', '-', '--type', 'place-reviews', '--max-pages', '2', '--max-stars', '3');
  const stdin = 'Pierogarnia;ChIJJz6dChxbFkcRFk6Qq9KBXD8\n';
  expect(await run(args, { stdin })).toMatchObject({ code: 0 });
  expect(api.asked[1]?.path).toBe('/api/jobs?type=place-reviews&max_pages=2&max_stars=3');
  expect(linesOf(api.asked[1]?.body ?? '')).toEqual([
    { columns: ['Kolumna 1', 'Kolumna 2'] },
    { url: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', cells: ['Pierogarnia', null] },
  ]);
});

test('submit reports its retries, and names the key of the request when it gives up', async ({ serve }) => {
  const busy = refusal(429, 'rate_limited', { 'Retry-After': '0' });
  const down = await serve(jobService(RUNNING), busy, (_asked, response) => void response.destroy());
  const args = at(down, 'submit', '-', '--retries', '1', '--idempotency-key', 'moj-klucz');
  const told = await run(args, { stdin: link(1) });
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toContain('Kolejna próba za 0 s (1 z 1).');
  expect(told.stderr).toContain('--idempotency-key moj-klucz');
});

test('a service without jobs and an unknown id are reported after one request', async ({ serve }) => {
  const said = message('jobsWithoutDatabase');
  const without = await serve(refusal(503, 'jobs_unavailable', { 'Retry-After': '10' }, said));
  expect(await run(at(without, 'submit', '-'), { stdin: link(1) })).toMatchObject({ code: 1, stdout: '' });
  const told = await runAt(without.url, ['jobs', 'results', ID]);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toMatch(/^Ta instalacja nie przechowuje danych, .*polecenie check/);
  expect(without.asked).toHaveLength(2);
  const unknown = await serve(refusal(404, 'job_not_found'));
  const notFound = await runAt(unknown.url, ['jobs', 'results', 'x'], 'en');
  expect(notFound).toMatchObject({ code: 3, stdout: '' });
  expect(notFound.stderr).toBe('Made up for the test. Code: job_not_found, r-1\n');
});

test('results are in the order of arrival as NDJSON, and in the order of the list as JSON', async ({
  serve,
}) => {
  const api = await serve(jobService(FINISHED));
  const told = await run(at(api, 'results', ID, '--ndjson'));
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(linesOf(told.stdout)).toEqual([...STORED, SUMMARY]);
  const json = JSON.parse((await run(at(api, 'results', ID, '--json'))).stdout);
  expect(json).toMatchObject({ id: ID, state: 'finished', done: 4 });
  expect(json.results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3]);
  const readable = await run(at(api, 'results', ID));
  expect(readable.stdout).toContain(`✓ widoczna     2026-11-21 03:12:45  ${link(3)}`);
  expect(readable.stdout).toContain('Zlecenie: zakończone. Gotowe: 4 z 4.');
});

test('a running job gives its results so far, with the exit code for an incomplete result', async ({
  serve,
}) => {
  const api = await serve(jobService(RUNNING, 2));
  const told = await run(at(api, 'results', ID, '--ndjson'));
  expect(told.code).toBe(4);
  expect(positions(told.stdout)).toEqual([1, 2, 2]);
  expect(told.stderr).toContain('Zlecenie: w toku. Gotowe: 2 z 4.');
  const csv = await run(at(api, 'results', ID, '--csv'));
  expect(csv).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('dodaj --follow') });
});

test('a table has exit code 0 only if the job has ended with a result for every link', async ({ serve }) => {
  for (const [job, code] of [
    [FINISHED, 0],
    [{ ...FINISHED, failed: 1 }, 4],
    [{ ...FINISHED, state: 'cancelled', done: 2 }, 4],
  ] as const) {
    const api = await serve(jobService(job));
    const told = await run(at(api, 'results', ID, '--csv'));
    expect(told.code, `${job.state}, ${job.failed}`).toBe(code);
  }
});

test('the service makes the table, in the language of the user, when the job has ended', async ({
  serve,
}) => {
  const api = await serve(jobService(FINISHED));
  const csv = await run(at(api, 'results', ID, '--csv'));
  expect(csv).toMatchObject({ code: 0, stdout: '\ufeffLp.;pl\r\n', stderr: '' });
  const followed = await serve(jobService(RUNNING));
  const after = await run(at(followed, 'results', ID, '--csv', '--follow', '--lang', 'en'));
  expect(after).toMatchObject({ code: 0, stdout: '\ufeffLp.;en\r\n' });
});

test('--out repairs a file that was cut, and adds the results after its last complete result', async ({
  serve,
}, info) => {
  const api = await serve(jobService(FINISHED));
  const out = info.outputPath('wyniki.ndjson');
  const whole = STORED.map((one) => `${JSON.stringify(one)}\n`).join('');
  await writeFile(out, `${JSON.stringify(STORED[0])}\n${JSON.stringify(STORED[1])}\n{"type":"result","posi`);
  const told = await run(at(api, 'results', ID, '--follow', '--out', out));
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('Gotowe: 4 z 4.') });
  expect(await readFile(out, 'utf8')).toBe(whole);
  expect(askedPaths(api.asked).at(-1)).toBe(`GET /api/jobs/${ID}/results?after=1`);
  // A whole file stays as it is.
  expect(await run(at(api, 'results', ID, '--out', out))).toMatchObject({ code: 0 });
  expect(await readFile(out, 'utf8')).toBe(whole);
});

test('--out refuses results of other jobs and other files, and does not change them', async ({
  serve,
}, info) => {
  const api = await serve(jobService(FINISHED));
  const out = info.outputPath('wyniki.ndjson');
  const other = { ...STORED[1], review_url: 'https://maps.app.goo.gl/Inny' };
  const far = { ...STORED[1], position: 9 };
  for (const [content, words] of [
    [`${JSON.stringify(other)}\n`, 'wyniki innego zlecenia'],
    [`${JSON.stringify(far)}\n`, 'wyniki innego zlecenia'],
    ['lista zakupów', 'nie zawiera wyników zlecenia'],
    [`${JSON.stringify(STORED[0])}\nmleko`, 'nie zawiera wyników zlecenia'],
  ] as const) {
    await writeFile(out, content);
    const told = await runAt(api.url, ['jobs', 'results', ID, '--out', out]);
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
    expect(await readFile(out, 'utf8')).toBe(content);
  }
});

test('usage errors are in the language of the user', async ({ serve }) => {
  const api = await serve(jobService(FINISHED));
  const told = await run(at(api, 'submit', '-', '--idempotency-key', 'ż'), { stdin: link(1) });
  expect(told).toMatchObject({ code: 2, stdout: '' });
  expect(told.stderr).toContain('widocznych znaków ASCII');
  expect(api.asked).toEqual([]);
  const help = await run(['jobs', '--help']);
  expect(help.code).toBe(0);
  for (const name of ['submit', 'results']) expect(help.stdout).toContain(name);
});

test('submit sends the own columns of a list, and every row of it', async ({ serve }) => {
  const api = await serve(jobService(RUNNING));
  const list = `klient;opinia\nA;${link(0)}\nB;\nC;zobacz ${link(1)} ok\n`;
  const { code, stdout, stderr } = await run(['jobs', 'submit', '-', '--api', api.url], { stdin: list });
  expect([code, stdout]).toEqual([0, `${ID}\n`]);
  expect(stderr).toContain('Wiersze bez linku: 1. Zostaną w wynikach na swoich miejscach.');
  const sent = api.asked.find(({ method }) => method === 'POST');
  expect(sent?.headers['content-type']).toBe('application/x-ndjson');
  expect(linesOf(sent?.body ?? '')).toEqual([
    { columns: ['klient', 'opinia'] },
    { url: link(0), cells: ['A', null] },
    { url: '', cells: ['B', ''] },
    { url: link(1), cells: ['C', `zobacz ${link(1)} ok`] },
  ]);
});

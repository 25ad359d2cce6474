import { OPERATIONS } from '../../src/cli/operations.js';
import { ENDPOINTS } from '../../src/installed.js';
import { success } from '../support/fake-api.js';
import { expect } from '../support/test.js';
import { test } from './cli-test.js';
import { run } from './command.js';

// `place-lookup api`: every endpoint from the list of endpoints.

test('every endpoint is a command whose help names its fields', async () => {
  expect(OPERATIONS.map(({ id }) => id)).toEqual(ENDPOINTS.map(({ id }) => id));
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  for (const { id, fields, summary } of OPERATIONS) {
    const { code, stdout } = await run(['api', id, '--help']);
    expect(code, id).toBe(0);
    for (const part of [summary.slice(0, 40), ...fields.map(({ name }) => `--${name} <`)])
      expect(stdout, id).toContain(part);
  }
});

test('options are the fields of path, query and body', async ({ serve }) => {
  const api = await serve(
    success({ id: 'W2kU', name: 'team agencja', keys: ['ola'], state: 'active', watches: 12, jobs: 1 }),
  );
  const call = async (...args: string[]) => {
    expect(await run(['api', ...args, '--api', api.url])).toMatchObject({ code: 0, stderr: '' });
    const { method, path, body } = api.asked.at(-1) ?? {};
    return [method, path, body === undefined || body === '' ? null : JSON.parse(body)];
  };
  expect(await call('listWatches', '--state', 'trouble', '--limit', '5')).toEqual([
    ...['GET', '/api/watches?state=trouble&limit=5', null],
  ]);
  expect(await call('removeOwner', '--id', 'a/b')).toEqual(['DELETE', '/api/owners/a%2Fb', null]);
  expect(await call('removeChannel', '--id', 'ch_1')).toEqual(['DELETE', '/api/channels/ch_1', null]);
  const types = ['--types', 'review.not_visible', '--types', 'review.visible_again'];
  expect(await call('addChannel', '--kind', 'email', '--target', 'a@b', ...types, '--lang', 'en')).toEqual([
    ...['POST', '/api/channels'],
    {
      ...{ kind: 'email', target: 'a@b', lang: 'en' },
      types: ['review.not_visible', 'review.visible_again'],
    },
  ]);
  const rules = ['--max_stars', '2', '--clients', 'Klient A', '--pace', 'weekly'];
  expect(await call('changeChannel', '--id', 'ch_1', ...rules)).toEqual([
    ...['PATCH', '/api/channels/ch_1', { max_stars: 2, clients: ['Klient A'], pace: 'weekly' }],
  ]);
  // A text stays a text, a number is a number, and an option replaces a field of the body.
  const whole = ['--body', '{"label":null,"note":"x"}'];
  expect(await call('changeWatch', '--id', 'w', '--note', '12', '--interval_hours', '12', ...whole)).toEqual([
    ...['PATCH', '/api/watches/w', { label: null, note: '12', interval_hours: 12 }],
  ]);
  expect(await call('importWatches', '--watches', '{"subject":"x"}')).toEqual([
    ...['POST', '/api/watches/import', { watches: [{ subject: 'x' }] }],
  ]);
  expect(await call('alive')).toEqual(['GET', '/healthz', null]);
});

test('the answer is printed as the service sent it', async ({ serve }) => {
  const file = Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0x0a]);
  const answers: Readonly<Record<string, readonly [string, string | Buffer]>> = {
    '/api/info': ['application/json', '{"status":"success", "data":{"later":"field"}}'],
    '/api/watches/w/export?format=pdf&lang=pl': ['application/pdf', file],
    '/api/place-reviews?placeid=p': ['application/x-ndjson', '{"type":"review"}\n{"type":"summary"}\n'],
  };
  const api = await serve(({ path }, response) => {
    const [type, body] = answers[path] ?? ['text/plain', path];
    response.writeHead(200, { 'Content-Type': type }).end(body);
  });
  const at = (...args: string[]) => run(['api', ...args, '--api', api.url]);
  expect((await at('info')).stdout).toBe(answers['/api/info']?.[1]);
  expect(api.asked.at(-1)?.headers.accept).toBe('application/json');
  expect((await at('watchExport', '--id', 'w', '--format', 'pdf')).stdout).toBe(file.toString());
  expect((await at('placeReviews', '--placeid', 'p', '--ndjson')).stdout).toContain('"summary"');
  expect(api.asked.at(-1)?.headers.accept).toBe('application/x-ndjson');
  expect(await at('evidenceKey')).toMatchObject({ code: 1, stdout: '' });
});

test('wrong options are usage errors', async () => {
  for (const [args, text] of [
    [['removeOwner'], "missing argument '--id'"],
    [['nope'], "unknown command 'nope'"],
    [['info', '--csv'], 'text or JSON'],
    [['addChannel', '--kind', 'fax'], 'webhook, email'],
  ] as const)
    expect(await run(['api', ...args, '--lang', 'en', '--api', 'http://127.0.0.1:9'])).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringContaining(text) },
    });
});

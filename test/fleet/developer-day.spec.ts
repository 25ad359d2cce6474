import Papa from 'papaparse';
import { loadCases } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { run } from '../cli/command.js';
import { type Asking, askJobs } from '../support/job-client.js';
import { needsRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

// The day of a developer whose program asks the API: a bulk check, a job with a link that gets no answer, refusals.

needsRedis();
test.describe.configure({ mode: 'serial' });

const linkOf = (name: string) => {
  const found = loadCases().find(({ id }) => id === name);
  if (found === undefined || !('link' in found)) throw new Error(`no case ${name}`);
  return found.link;
};
const VISIBLE = linkOf('review--visible');
const REMOVED = linkOf('review--removed');
/** The provider never shows a page for this link, only a message that something went wrong. */
const STUCK = linkOf('review--server-error');

let standIn: StandIn;
let redis: RedisServer;
let service: ServiceProcess;

test.beforeAll(async () => {
  standIn = await startStandIn();
  redis = await startRedis();
  service = await startServiceProcess(standIn, { REDIS_URL: redis.url });
});
test.afterAll(async () => {
  await service.kill();
  await redis.close();
  await standIn.close();
});

/** Asks as a program that sends and reads JSON. The answer must be as the OpenAPI document has it. */
const ask = (path: string, asking: Asking = {}) =>
  askJobs(service.url, path, {
    ...asking,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  });
const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) });

/** Uploads a job of review links; its id. */
async function submit(urls: readonly string[]): Promise<string> {
  const { status, body } = await post('/api/jobs', { type: 'review-visibility', urls });
  expect(status).toBe(202);
  return body.data?.id ?? '';
}

test('the service says that it has jobs, and a bulk check answers each link', async () => {
  const refusal = expect.stringContaining('EVIDENCE_KEY_FILE');
  expect((await ask('/api/capabilities')).body.data).toEqual({
    ...{ jobs: true, jobs_refusal: null, evidence: false, evidence_refusal: refusal },
    ...{ watch: false, watch_refusal: expect.stringContaining('DATABASE_URL') },
  });
  const { status, body } = await post('/api/review-visibility', { urls: [VISIBLE, REMOVED, 'no link'] });
  const found = { checked_at_utc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) };
  expect([status, body.data]).toMatchObject([
    200,
    {
      ...{ total: 3, visible: 1, not_visible: 1, failed: 1 },
      results: [
        {
          ...found,
          is_visible: true,
          review: { author_name: expect.any(String), stars: expect.any(Number) },
        },
        { ...found, is_visible: false, visibility_reason: 'no_rating_section', review: null },
        { error: { code: 'invalid_request' } },
      ],
    },
  ]);
});

test('a refused request names the field and a stable reason', async () => {
  const refusals = [
    await post('/api/review-visibility', { urls: [VISIBLE, 7] }),
    await post('/api/jobs', { type: 'reviews', urls: [VISIBLE] }),
    await ask('/api/details?placeid=ChIJ'),
    await ask('/api/jobs?limit=0'),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(refusals.map(({ body }) => body.error)).toMatchObject([
    { code: 'invalid_request', field: 'urls[1]', reason: 'review_links_needed' },
    { code: 'invalid_request', field: 'type', reason: 'job_type_unknown' },
    { code: 'invalid_request', field: 'placeid', reason: 'not_a_place_id' },
    { code: 'invalid_request', field: 'limit', reason: 'parameter_out_of_range' },
  ]);
});

test('a job with a stuck link gives a file of what is there, and ends when the client does not wait', async () => {
  const id = await submit([VISIBLE, STUCK]);
  const status = async () => (await ask(`/api/jobs/${id}`)).body.data;
  await expect.poll(status).toMatchObject({ state: 'running', done: 1, visible: 1, retrying: 1 });
  expect(await status()).toMatchObject({
    next_attempt_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    estimated_end_at: null,
  });
  const table = `/api/jobs/${id}/results?format=csv`;
  expect((await ask(table)).body.error).toMatchObject({ field: 'format', reason: 'job_not_ended' });
  const partial = await fetch(`${service.url}${table}&partial=true`);
  expect(partial.headers.get('Content-Disposition')).toMatch(/-partial\.csv"$/);
  const { data } = Papa.parse<Record<string, string>>((await partial.text()).slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data).toMatchObject([
    { 'Review link': VISIBLE, Visible: 'yes', 'Waits for': '' },
    {
      'Review link': STUCK,
      Visible: '',
      'Waits for': 'another attempt',
      'Error code': expect.stringMatching(/./),
    },
  ]);
  // The command line says the same, and gives no table by itself.
  const shown = await run(['jobs', 'status', id, '--json', '--api', service.url]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, state: 'running', retrying: 1 });

  expect((await post(`/api/jobs/${id}/finish`, {})).body.data).toMatchObject({
    ...{ state: 'finished', done: 2, visible: 1, failed: 1, retrying: 0, next_attempt_at: null },
  });
  const results = await run(['jobs', 'results', id, '--json', '--api', service.url]);
  expect(JSON.parse(results.stdout)).toMatchObject({
    state: 'finished',
    results: [{ is_visible: true }, { error: { code: expect.stringMatching(/./) } }],
  });
});

test('jobs are listed page by page, and an unknown job is an error in JSON', async () => {
  const newest = await submit([VISIBLE]);
  const page = async (query: string) =>
    (await ask(`/api/jobs?${query}`)).body.data?.jobs?.map(({ id }) => id) ?? [];
  const [first = '', ...none] = await page('limit=1');
  expect([first, none]).toEqual([newest, []]);
  const [second = ''] = await page(`limit=1&before=${first}`);
  expect(second).not.toBe(first);
  expect(await page(`before=${second}`)).toEqual([]);
  expect(await page('')).toEqual([first, second]);
  const missing = await run(['jobs', 'status', '5f0c6e2a9b7d4c1e8a3f2b60', '--json', '--api', service.url]);
  expect(JSON.parse(missing.stdout)).toMatchObject({ status: 'error', error: { code: 'job_not_found' } });
  expect([missing.code, missing.stderr]).toEqual([3, '']);
});

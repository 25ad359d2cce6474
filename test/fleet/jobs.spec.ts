import { createHash } from 'node:crypto';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { askJobs, followResults, type JobAnswer, type ResultLine, upload } from '../support/job-client.js';
import { needsPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

// Jobs of several processes of the service with one PostgreSQL. Most links are places that
// the HTTP fast path answers. JOB_SOAK_LINKS=10000 makes the first job longer.

needsPostgres();
test.describe.configure({ mode: 'serial' });

const LINKS = Number(process.env.JOB_SOAK_LINKS ?? 100);
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
/** Has seven reviews. */
const SEVEN = 'ChIJ0Ne3fj76vEcRw0roWQNFjN0';
const DETAILS = 'type=place-details';
const API_KEYS = ['north', 'south']
  .map((name) => `${name}:${createHash('sha256').update(`key-of-${name}`).digest('hex')}`)
  .map((entry) => `${entry}::api+metrics`)
  .join(',');
const NORTH = { 'X-API-Key': 'key-of-north' };
const SOUTH = { 'X-API-Key': 'key-of-south' };

let standIn: StandIn;
let server: PostgresServer;
let database = '';
let services: ServiceProcess[] = [];
/** The job whose workers end. Another worker takes over a killed worker's links after 20 s: its end is the last test. */
let hit: { readonly id: string } & ReturnType<typeof follow>;

const start = (env: Record<string, string> = {}) =>
  startServiceProcess(standIn, {
    DATABASE_URL: database,
    API_KEYS,
    DETAILS_CACHE_SECONDS: '0',
    IDENTIFIER_CACHE_SECONDS: '0',
    ...env,
  });

const url = (at = 0): string => {
  const service = services[at];
  if (service === undefined) throw new Error('no such service');
  return service.url;
};

test.beforeAll(async () => {
  standIn = await startStandIn({ documentDelayMs: 5 });
  server = await startPostgres();
  database = await server.create();
  services = await Promise.all([start(), start(), start()]);
});
test.afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await server.close();
  await standIn.close();
});

/** Links to one place that differ as texts. */
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://www.google.com/maps/place/?q=place_id:${PLACE}&n=${at}`);

function idOf({ status, body, headers }: JobAnswer): string {
  expect(body.error).toBeUndefined();
  expect(status).toBe(202);
  expect(headers.get('Location')).toBe(`/api/jobs/${body.data?.id}`);
  return body.data?.id ?? '';
}

const statusOf = async (id: string) =>
  (await askJobs(url(1), `/api/jobs/${id}`, { headers: NORTH })).body.data;

/** Follows a job of `NORTH` to its end, and collects its results. */
function follow(id: string) {
  const lines: ResultLine[] = [];
  return {
    lines,
    summary: followResults(
      () => url(),
      id,
      (line) => lines.push(line),
      NORTH,
    ),
  };
}

test('a job goes on when a worker is killed, another is stopped, and the database restarts', async () => {
  test.setTimeout(180_000 + LINKS * 60);
  const id = idOf(await upload(url(), DETAILS, links(LINKS), NORTH));
  hit = { id, ...follow(id) };
  hit.summary.catch(() => undefined);
  const isPast = (part: number) => expect.poll(() => hit.lines.length).toBeGreaterThan(LINKS * part);

  await isPast(0.1);
  const [first, killed, stopped] = services;
  killed?.signal('SIGKILL');
  await isPast(0.25);
  stopped?.signal('SIGTERM');
  expect(await stopped?.ended).toBe(0);
  await isPast(0.4);
  await server.kill();
  const ask = () => askJobs(url(), `/api/jobs/${id}`, { headers: NORTH });
  await expect.poll(async () => (await ask()).status).toBe(503);
  const { body, headers } = await ask();
  expect([body.error?.code, Number(headers.get('Retry-After')) > 0]).toEqual(['jobs_unavailable', true]);
  await server.start();
  if (first !== undefined) services = [first, await start()];
});

test('a key does not see the jobs of another key', async () => {
  const theirs = idOf(await upload(url(), DETAILS, links(1), NORTH));
  const own = idOf(await upload(url(1), DETAILS, links(1), SOUTH));
  for (const [path, method] of [
    [`/api/jobs/${theirs}`, 'GET'],
    [`/api/jobs/${theirs}/results`, 'GET'],
    [`/api/jobs/${theirs}`, 'DELETE'],
    ['/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60', 'GET'],
  ] as const) {
    const { status, body } = await askJobs(url(1), path, { method, headers: SOUTH });
    expect([status, body.error?.code]).toEqual([404, 'job_not_found']);
  }
  const { data } = (await askJobs(url(), '/api/jobs', { headers: SOUTH })).body;
  expect(data?.jobs?.map((job) => job.id)).toEqual([own]);
  const metrics = await (await fetch(`${url()}/metrics`, { headers: NORTH })).text();
  expect(metrics).toMatch(/^place_lookup_job_links_total\{outcome="found"\} [1-9]/m);
});

test('verdicts and lists of reviews are answered as their endpoints answer them', async () => {
  const [visible, removed] = [loadReviewCase('review--visible').link, loadReviewCase('review--removed').link];
  const cut = visible.slice(0, visible.indexOf('!3m1'));
  const answers = async (id: string) => {
    const { lines, summary } = follow(id);
    expect((await summary).state).toBe('finished');
    return lines.toSorted((a, b) => a.index - b.index).map(({ position: _, ...line }) => line);
  };
  const texts = [visible, removed, 'no link', cut];
  const verdicts = idOf(await upload(url(), 'type=review-visibility', texts, NORTH));
  const lists = idOf(await upload(url(), 'type=place-reviews&max_pages=1&max_stars=2', [SEVEN], NORTH));
  expect(await answers(verdicts)).toMatchObject([
    { is_visible: true },
    { is_visible: false },
    { error: { code: 'invalid_request' } },
    { error: { code: 'invalid_request', message: expect.stringContaining('its end is missing') } },
  ]);

  const [list] = await answers(lists);
  const single = await fetch(`${url()}/api/place-reviews?placeid=${SEVEN}&max_pages=1&max_stars=2`, {
    headers: NORTH,
  });
  const { data } = (await single.json()) as { data: { extracted_at: string; reviews: object[] } };
  const { extracted_at: _, ...same } = data;
  expect(list).toMatchObject(same);
  expect(same.reviews.length).toBeGreaterThan(0);
});

test('the job whose workers ended has each of its results exactly once', async () => {
  test.setTimeout(180_000 + LINKS * 60);
  expect(await hit.summary).toMatchObject({ type: 'summary', state: 'finished', position: LINKS });
  const { lines } = hit;
  expect(lines.filter(({ type }) => type !== 'result')).toEqual([]);
  expect(lines.map(({ position }) => position)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(links(LINKS).map((_, at) => at));
  expect(lines.every(({ index, line }) => line === index + 1)).toBe(true);
  expect(await statusOf(hit.id)).toMatchObject({
    state: 'finished',
    total: LINKS,
    done: LINKS,
    failures: {},
  });
});

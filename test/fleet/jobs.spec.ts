import { createHash } from 'node:crypto';
import { loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { askJobs, followResults, type JobAnswer, type ResultLine, upload } from '../support/job-client.js';
import { needsRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

// Jobs of several processes of the service with one Redis, whose append-only file is on. Links are places that the
// HTTP fast path answers. JOB_SOAK_LINKS=10000 makes the first job longer.

needsRedis();
test.describe.configure({ mode: 'serial' });

const LINKS = Number(process.env.JOB_SOAK_LINKS ?? 100);
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
/** Other places: equal lookups under way are one. */
const HOTEL = 'ChIJafeFykAdPkcRrINfYOTZKxc';
const OTHER = 'ChIJsQOa74ZdHEcRBvpYsnFNnmw';
/** Other ones, which the HTTP fast path answers as well. */
const JOB_PLACES = ['full-polish', 'nbsp-grouping', 'decimal-comma', 'xhr-payload', 'inline-payload']
  .concat(['odd-name', 'high-halves'])
  .map((name) => placeIdOf(loadPlaceCase(`place--${name}`).place.featureId))
  .filter((place) => place !== OTHER);
/** Has seven reviews. */
const SEVEN = 'ChIJ0Ne3fj76vEcRw0roWQNFjN0';
const DETAILS = 'type=place-details';
const API_KEYS = ['north', 'south']
  .map((name) => `${name}:${createHash('sha256').update(`key-of-${name}`).digest('hex')}`)
  .join(',');
const NORTH = { 'X-API-Key': 'key-of-north' };
const SOUTH = { 'X-API-Key': 'key-of-south' };

let standIn: StandIn;
let redis: RedisServer;
let services: ServiceProcess[] = [];

const start = (env: Record<string, string> = {}) =>
  startServiceProcess(standIn, {
    REDIS_URL: redis.url,
    API_KEYS,
    LIGHT_LANE: 'auto',
    DETAILS_CACHE_SECONDS: '0',
    IDENTIFIER_CACHE_SECONDS: '0',
    JOBS_PER_KEY: '3',
    JOB_RETENTION_HOURS: '1',
    ...env,
  });

const url = (at = 0): string => {
  const service = services[at];
  if (service === undefined) throw new Error('no such service');
  return service.url;
};

test.beforeAll(async () => {
  standIn = await startStandIn({ documentDelayMs: 5 });
  redis = await startRedis({ options: ['--appendonly', 'yes'] });
  services = await Promise.all([start(), start(), start()]);
});
test.afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await redis.close();
  await standIn.close();
});

/** Links to one place that differ as texts: equal links of a chunk are asked once. */
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://www.google.com/maps/place/?q=place_id:${PLACE}&n=${at}`);

function idOf({ status, body, headers }: JobAnswer): string {
  expect(body.error).toBeUndefined();
  expect(status).toBe(202);
  expect(headers.get('Location')).toBe(`/api/jobs/${body.data?.id}`);
  return body.data?.id ?? '';
}

const doneOf = async (id: string, headers: Readonly<Record<string, string>>) =>
  (await askJobs(url(), `/api/jobs/${id}`, { headers })).body.data?.done ?? 0;

test('a job outlives killed and stopped workers and a restart of Redis, with every index exactly once', async () => {
  test.setTimeout(180_000 + LINKS * 60);
  const id = idOf(await upload(url(), DETAILS, links(LINKS), NORTH));
  const lines: ResultLine[] = [];
  const following = followResults(
    () => url(),
    id,
    (line) => lines.push(line),
    NORTH,
  );
  const isPast = (part: number) => expect.poll(() => lines.length).toBeGreaterThan(LINKS * part);

  await isPast(0.1);
  const [, killed, stopped] = services;
  killed?.signal('SIGKILL');
  await isPast(0.25);
  stopped?.signal('SIGTERM');
  expect(await stopped?.ended).toBe(0);
  await isPast(0.4);
  await redis.kill();
  await expect
    .poll(async () => (await askJobs(url(), `/api/jobs/${id}`, { headers: NORTH })).status)
    .toBe(503);
  await redis.start();
  services = [url(0), await start(), await start()].map((one, at) =>
    typeof one === 'string' ? (services[at] as ServiceProcess) : one,
  );

  expect(await following).toMatchObject({ type: 'summary', state: 'finished', position: LINKS });
  expect(lines.filter(({ type }) => type !== 'result')).toEqual([]);
  expect(lines.map(({ position }) => position)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(links(LINKS).map((_, at) => at));
  expect(lines.every(({ index, line }) => line === index + 1)).toBe(true);
  const { data } = (await askJobs(url(1), `/api/jobs/${id}`, { headers: NORTH })).body;
  expect(data).toMatchObject({ state: 'finished', total: LINKS, done: LINKS, failed: 0, failures: {} });
});

test('two keys share the fleet evenly, and neither sees the job of the other', async () => {
  const first = idOf(await upload(url(), DETAILS, links(5_000), NORTH));
  await expect.poll(() => doneOf(first, NORTH)).toBeGreaterThan(30);
  const second = idOf(await upload(url(1), DETAILS, links(5_000), SOUTH));
  // The first one's window is ahead.
  await expect.poll(() => doneOf(second, SOUTH)).toBeGreaterThan(30);
  const before = [await doneOf(first, NORTH), await doneOf(second, SOUTH)] as const;
  await expect.poll(() => doneOf(second, SOUTH)).toBeGreaterThan(before[1] + 100);
  const after = [await doneOf(first, NORTH), await doneOf(second, SOUTH)] as const;
  const share = (after[0] - before[0]) / (after[0] - before[0] + after[1] - before[1]);
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.65);

  for (const [path, method] of [
    [`/api/jobs/${first}`, 'GET'],
    [`/api/jobs/${first}/results`, 'GET'],
    [`/api/jobs/${first}`, 'DELETE'],
    ['/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60', 'GET'],
  ] as const) {
    const { status, body } = await askJobs(url(2), path, { method, headers: SOUTH });
    expect([status, body.error?.code]).toEqual([404, 'job_not_found']);
  }
  const { data } = (await askJobs(url(2), '/api/jobs', { headers: SOUTH })).body;
  expect(data?.jobs?.map((job) => job.id)).toEqual([second]);
  const metrics = await (await fetch(`${url()}/metrics`, { headers: NORTH })).text();
  expect(metrics).toMatch(/^place_lookup_job_links_total\{outcome="answered"\} [1-9]/m);
  expect(metrics).toMatch(/^place_lookup_jobs_open\{state="running"\} \d/m);
});

test('a cancelled job begins nothing new, keeps its results and expires', async () => {
  const { data } = (await askJobs(url(), '/api/jobs', { headers: NORTH })).body;
  const running = data?.jobs?.find(({ state }) => state === 'running');
  const id = running?.id ?? '';
  const unfinished = await askJobs(url(), `/api/jobs/${id}/results?format=csv`, { headers: NORTH });
  expect([unfinished.status, unfinished.body.error?.code]).toEqual([400, 'invalid_request']);
  const cancelled = (await askJobs(url(1), `/api/jobs/${id}`, { method: 'DELETE', headers: NORTH })).body
    .data;
  expect(cancelled).toMatchObject({ state: 'cancelled', total: 5_000 });
  const lines: ResultLine[] = [];
  expect(
    await followResults(
      () => url(),
      id,
      (line) => lines.push(line),
      NORTH,
    ),
  ).toMatchObject({
    state: 'cancelled',
    position: cancelled?.done,
  });
  expect(lines).toHaveLength(cancelled?.done ?? 0);
  expect(await doneOf(id, NORTH)).toBe(cancelled?.done);
  for (const kind of ['meta', 'inputs', 'results', 'order']) {
    const left = await redis.command('TTL', `place-lookup:v1:job:${id}:${kind}`);
    expect(Number(left.replace(':', ''))).toBeGreaterThan(3_500);
  }
  const other = (await askJobs(url(), '/api/jobs', { headers: SOUTH })).body.data?.jobs?.[0]?.id;
  await askJobs(url(), `/api/jobs/${other}`, { method: 'DELETE', headers: SOUTH });
  // Expired, everything of a job is gone.
  for (const kind of ['meta', 'inputs', 'results', 'order']) {
    await redis.command('EXPIRE', `place-lookup:v1:job:${id}:${kind}`, '0');
  }
  expect((await askJobs(url(), `/api/jobs/${id}`, { headers: NORTH })).status).toBe(404);
});

test('single lookups go before the links of a running job', async () => {
  standIn.set({ documentDelayMs: 300 });
  // In a database of its own: the other services leave this job alone.
  const limited = await start({
    REDIS_URL: `${redis.url}/1`,
    PROVIDER_LOADS_PER_MINUTE: '600',
    WORKER_CONCURRENCY: '12',
  });
  // Equal lookups under way are one: links to one place would be no work beside the lookups.
  const manyPlaces = links(1_000).map((link, at) =>
    link.replace(PLACE, JOB_PLACES[(at + Math.floor(at / 10)) % JOB_PLACES.length] ?? ''),
  );
  try {
    /** Asks for a place; how many links of the job the provider was asked for before it. */
    const ask = async (place: string) => {
      const before = standIn.requests.length;
      const answer = await fetch(`${limited.url}/api/details?placeid=${place}`, { headers: NORTH });
      expect(answer.status).toBe(200);
      await answer.text();
      const documents = standIn.requests.slice(before).filter(({ path }) => path.startsWith('/maps/place/'));
      const own = documents.findIndex(({ path }) => path.includes(place));
      expect(own).toBeGreaterThanOrEqual(0);
      const earlier = documents.slice(0, own);
      return earlier.filter(({ path }) => JOB_PLACES.some((one) => path.includes(one))).length;
    };
    const inARow = async (place: string) => {
      const asked = [];
      for (let at = 0; at < 6; at += 1) asked.push(await ask(place));
      return asked;
    };
    const lookups = async () => (await Promise.all([HOTEL, OTHER].map(inARow))).flat();
    const medianOf = (values: readonly number[]) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

    const id = idOf(await upload(limited.url, DETAILS, manyPlaces, NORTH));
    const done = async () =>
      (await askJobs(limited.url, `/api/jobs/${id}`, { headers: NORTH })).body.data?.done ?? 0;
    await expect.poll(done).toBeGreaterThan(5);
    const before = await done();
    const beside = await lookups();
    // The job goes on meanwhile.
    expect(await done()).toBeGreaterThan(before);

    expect(medianOf(beside)).toBeLessThanOrEqual(1);
    expect(beside.filter((count) => count > 4).length).toBeLessThanOrEqual(beside.length / 10);
    await askJobs(limited.url, `/api/jobs/${id}`, { method: 'DELETE', headers: NORTH });
  } finally {
    standIn.set({ documentDelayMs: 5 });
    await limited.kill();
  }
});

test('malformed lines are results with their numbers, and tables have all of them', async () => {
  const body = `\ufeffno;link\r\n1;"https://www.google.com/maps/place/?q=place_id:${PLACE}"\r\n\r\n3;\r\n4;=2+3\r\n`;
  const headers = { 'Content-Type': 'text/csv', ...NORTH };
  const id = idOf(await askJobs(url(), `/api/jobs?${DETAILS}`, { method: 'POST', headers, body }));
  const lines: ResultLine[] = [];
  await followResults(
    () => url(),
    id,
    (line) => lines.push(line),
    NORTH,
  );
  expect(lines.map(({ index, line, error }) => [index, line, error?.code]).toSorted()).toEqual([
    [0, 2, undefined],
    [1, 3, 'invalid_request'],
    [2, 4, 'invalid_request'],
    [3, 5, 'no_results'],
  ]);
  const csv = await fetch(`${url()}/api/jobs/${id}/results?format=csv&lang=pl`, { headers: NORTH });
  expect(csv.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="dane-miejsc-\d{4}-\d\d-\d\d-[\da-f]{6}\.csv"$/,
  );
  const rows = (await csv.text()).split('\r\n');
  expect(rows).toHaveLength(6);
  expect(rows[1]).toContain('Pierogarnia Pod Zmyśloną Różą');
  expect(rows[4]).toContain("'=2+3");
  const xlsx = await fetch(`${url()}/api/jobs/${id}/results?format=xlsx`, { headers: NORTH });
  expect(
    Buffer.from(await xlsx.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('verdicts and lists of reviews are answered as their endpoints answer them', async () => {
  const cases = loadCases().filter(({ id }) => ['review--visible', 'review--removed'].includes(id));
  const reviews = cases.map((entry) => ('link' in entry ? entry.link : ''));
  expect(reviews).toHaveLength(2);
  const answers = async (id: string) => {
    const lines: ResultLine[] = [];
    const summary = await followResults(
      () => url(1),
      id,
      (line) => lines.push(line),
      NORTH,
    );
    expect(summary.state).toBe('finished');
    return lines.toSorted((a, b) => a.index - b.index).map(({ position: _, ...line }) => line);
  };
  const cut = reviews[0]?.slice(0, reviews[0].indexOf('!3m1')) ?? '';
  const verdicts = idOf(await upload(url(), 'type=review-visibility', [...reviews, 'no link', cut], NORTH));
  const lists = idOf(await upload(url(), 'type=place-reviews&max_pages=1&max_stars=2', [SEVEN], NORTH));
  const expected = cases.map(({ id }) => ({ is_visible: id === 'review--visible' }));
  expect(await answers(verdicts)).toMatchObject([
    ...expected,
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

test('a request with an Idempotency-Key is done once', async () => {
  const headers = { ...NORTH, 'Idempotency-Key': 'order-7' };
  const ids = [
    idOf(await upload(url(), DETAILS, links(20), headers)),
    idOf(await upload(url(1), DETAILS, links(20), headers)),
  ];
  expect(ids[0]).toBe(ids[1]);
  const other = await upload(url(), DETAILS, links(21), headers);
  expect([other.status, other.body.error?.code]).toEqual([400, 'invalid_request']);
  const elsewhere = idOf(await upload(url(), DETAILS, links(20), { ...headers, ...SOUTH }));
  expect(elsewhere).not.toBe(ids[0]);
  await Promise.all([
    followResults(() => url(), ids[0] ?? '', undefined, NORTH),
    followResults(() => url(), elsewhere, undefined, SOUTH),
  ]);
});

test('lists that are too long, bodies that are too large and too many open jobs are refused by their limits', async () => {
  const reviews = await upload(url(), 'type=place-reviews&max_pages=1', links(10_001), SOUTH);
  expect([reviews.status, reviews.body.error?.message]).toEqual([400, expect.stringContaining('10000')]);
  const large = await askJobs(url(), `/api/jobs?${DETAILS}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...SOUTH },
    body: 'x'.repeat(64 * 1_048_576 + 1),
  });
  expect([large.status, large.body.error?.message]).toEqual([400, expect.stringContaining('64 MiB')]);
  const statuses = [];
  for (let at = 0; at < 4; at += 1) statuses.push(await upload(url(at % 3), DETAILS, links(2_000), SOUTH));
  expect(statuses.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
  expect(statuses[3]?.body.error?.message).toContain('JOBS_PER_KEY');
  for (const { body } of statuses.slice(0, 3)) {
    await askJobs(url(), `/api/jobs/${body.data?.id}`, { method: 'DELETE', headers: SOUTH });
  }
});

test('an upload that breaks off leaves nothing behind', async () => {
  const before = await redis.command('KEYS', 'place-lookup:v1:job:*');
  const leaving = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(links(200).join('\n'))),
  });
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...NORTH },
    body,
    duplex: 'half',
    signal: leaving.signal,
  };
  const sent = expect(fetch(`${url()}/api/jobs?${DETAILS}`, request as RequestInit)).rejects.toThrow();
  // Something of it is stored.
  await expect.poll(() => redis.command('KEYS', 'place-lookup:v1:job:*')).not.toBe(before);
  leaving.abort();
  await sent;
  await expect.poll(() => redis.command('KEYS', 'place-lookup:v1:job:*')).toBe(before);
});

test('without Redis jobs are unavailable for the moment', async () => {
  await redis.kill();
  const { status, body, headers } = await askJobs(url(), '/api/jobs', { headers: NORTH });
  expect([status, body.error?.code]).toEqual([503, 'jobs_unavailable']);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  await redis.start();
  await expect.poll(async () => (await askJobs(url(), '/api/jobs', { headers: NORTH })).status).toBe(200);
});

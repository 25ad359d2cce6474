import { RUNNING_JOB } from '../../../src/capabilities/jobs/examples.js';
import { createJobs, type Jobs, newRequestKey } from '../../../src/capabilities/jobs/job-client.js';
import type { Job, JobLine } from '../../../src/capabilities/jobs/published.js';
import { RequestFailed } from '../../../src/core/published/failure.js';
import { LISTED, readText } from '../../../src/kit/lists/read-list.js';
import {
  type Call,
  ndjson,
  type Reply,
  refused,
  success,
  unreachable,
  withVirtualApi,
} from '../../kit/client/virtual-api.js';
import { expect, test } from '../../support/test.js';

const { signal } = new AbortController();
const ID = RUNNING_JOB.id;
const row = (position: number) => ({
  ...{
    type: 'result',
    position,
    index: 100 - position,
    line: null,
    review_url: `https://goo.gl/${position}`,
  },
  ...{ is_visible: true, visibility_reason: 'visible', checked_at: '2026-11-21 03:12:45' },
});
const SUMMARY = {
  type: 'summary',
  position: 4,
  state: 'finished',
  total: 4,
  done: 4,
  ...{ without_link: 0, failed: 0 },
  failures: {},
};

const accepted = () => success(RUNNING_JOB);

/** A client of jobs that repeats a request twice; each request gets its own reply. */
async function withJobs(
  replies: readonly Reply[],
  work: (jobs: Jobs) => Promise<void>,
): Promise<{ readonly calls: readonly Call[]; readonly retried: readonly string[] }> {
  const retried: string[] = [];
  const calls = await withVirtualApi(replies, (api) =>
    work(
      createJobs({
        api,
        isJob: (value): value is Job => typeof value === 'object' && value !== null && 'state' in value,
        isLine: (value): value is JobLine => typeof value === 'object' && value !== null && 'type' in value,
        retries: 2,
        onRetry: ({ code }, seconds) => retried.push(`${code} ${seconds}`),
      }),
    ),
  );
  expect(calls).toHaveLength(replies.length);
  return { calls, retried };
}

async function positionsOf(found: AsyncGenerator<JobLine, void>): Promise<(number | string)[]> {
  const read: (number | string)[] = [];
  for await (const line of found)
    read.push(line.type === 'result' || line.type === 'error' ? line.position : line.type);
  return read;
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof RequestFailed ? error.failure.code : error),
  );

test('results continue after a stream that ends early, and each comes once', async () => {
  const breakdown = { type: 'error', status: 'error', error: { code: 'jobs_unavailable', message: 'm' } };
  const replies = [
    () => ndjson('cut', row(1), row(2)),
    // The stream ends without its summary.
    () => ndjson('end', row(3)),
    () => ndjson('end', breakdown),
    () => ndjson('end', row(4), SUMMARY),
  ];
  const { calls, retried } = await withJobs(replies, async (jobs) => {
    expect(await positionsOf(jobs.results({ id: ID, after: 0, signal }))).toEqual([1, 2, 3, 4, 'summary']);
  });
  expect(calls.map(({ path }) => path)).toEqual(
    [0, 2, 3, 3].map((after) => `/api/jobs/${ID}/results?after=${after}`),
  );
  expect(retried).toEqual(['cut 1', 'cut 1', 'jobs_unavailable 2']);
});

test('a result with an unexpected position is refused', async () => {
  for (const position of [1, 3])
    await withJobs([() => ndjson('end', row(1), row(position), SUMMARY)], async (jobs) => {
      expect(await codeOf(positionsOf(jobs.results({ id: ID, after: 0, signal })))).toBe('unexpected');
    });
});

test('reading up to a result leaves the stream, and asks nothing when it is known already', async () => {
  await withJobs([() => ndjson('end', row(2), row(3), row(4))], async (jobs) => {
    expect(await positionsOf(jobs.results({ id: ID, after: 1, until: 3, signal }))).toEqual([2, 3]);
    expect(await positionsOf(jobs.results({ id: ID, after: 3, until: 3, signal }))).toEqual([]);
  });
});

test('gives up after the retries without a result', async () => {
  const cut = () => ndjson('cut');
  const { retried } = await withJobs([() => ndjson('cut', row(1)), cut, cut], async (jobs) => {
    expect(await codeOf(positionsOf(jobs.results({ id: ID, after: 0, signal })))).toBe('cut');
  });
  expect(retried).toEqual(['cut 1', 'cut 2']);
});

test('a list is submitted as JSON with its key, and again under the same key after a fault', async () => {
  const busy = () => refused(429, 'rate_limited', { 'Retry-After': '0' });
  const key = newRequestKey();
  const urls = ['ChIJa', 'ChIJb'];
  const parameters = { max_pages: 2, max_stars: 3 };
  const list = () => success({ jobs: [RUNNING_JOB] });
  const { calls } = await withJobs([list, unreachable, busy, accepted], async (jobs) => {
    expect(await jobs.list(signal)).toEqual([RUNNING_JOB]);
    const submission = { type: 'place-reviews', parameters, urls, requestKey: key } as const;
    expect(await jobs.submit(submission, signal)).toEqual(RUNNING_JOB);
  });
  for (const { method, path, headers, body } of calls.slice(1)) {
    expect([method, path, headers.get('Idempotency-Key')]).toEqual(['POST', '/api/jobs', key]);
    expect(JSON.parse(body)).toEqual({ type: 'place-reviews', urls, ...parameters });
  }
});

test('a list that is too long for JSON is uploaded as lines, with its parameters in the query', async () => {
  const long = Array.from({ length: 50_000 }, (_, index) => `https://goo.gl/${'x'.repeat(80)}${index}`);
  const many = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  for (const urls of [long, many]) {
    const parameters = { max_pages: 1 };
    const { calls } = await withJobs([accepted], async (jobs) => {
      await jobs.submit({ type: 'place-reviews', parameters, urls, requestKey: 'key' }, signal);
    });
    expect(calls[0]?.path).toBe('/api/jobs?type=place-reviews&max_pages=1');
    expect(Object.fromEntries(calls[0]?.headers ?? [])).toMatchObject({
      ...{ 'content-type': 'application/x-ndjson', 'idempotency-key': 'key' },
    });
    const sent = (await calls[0]?.upload?.text())?.trimEnd().split('\n') ?? [];
    expect(sent.map((line) => JSON.parse(line))).toEqual(urls);
  }
});

test('a service without jobs, an unknown job and a wrong address are reported at once', async () => {
  for (const [reply, code] of [
    [() => refused(503, 'jobs_unavailable', { 'Retry-After': '1' }), 'jobs_unavailable'],
    [() => refused(404, 'job_not_found'), 'job_not_found'],
    [unreachable, 'offline'],
  ] as const)
    await withJobs([reply], async (jobs) => {
      expect(await codeOf(positionsOf(jobs.results({ id: 'a/b', after: 0, signal })))).toBe(code);
    });
});

test('a key for repeated requests is new every time', () => {
  const keys = Array.from({ length: 100 }, newRequestKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/);
});

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const PLACES = `# komentarz
${PLACE_ID}
1;${PLACE_ID};Kraków
https://www.google.com/maps/place/a/data=!4m2!3m1!1s${FEATURE_ID}
Pierogarnia, Kraków

`;

test('a job finds links, identifiers or names, as its type takes them', () => {
  const found = (type: Job['type']) => {
    const { links, skipped } = readText(PLACES, LISTED[type]).list;
    return { urls: links.map(({ url }) => url), skipped };
  };
  const link = `https://www.google.com/maps/place/a/data=!4m2!3m1!1s${FEATURE_ID}`;
  expect(found('review-visibility')).toEqual({ urls: [link], skipped: [2, 3, 5] });
  expect(found('place-reviews')).toEqual({ urls: [PLACE_ID, PLACE_ID, FEATURE_ID], skipped: [5] });
  expect(found('place-details')).toEqual({
    urls: [PLACE_ID, PLACE_ID, link, 'Pierogarnia, Kraków'],
    skipped: [],
  });
});

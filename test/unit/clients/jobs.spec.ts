import { createApi } from '../../../src/clients/api.js';
import { createJobs, type Jobs, newRequestKey } from '../../../src/clients/jobs.js';
import { type Failure, RequestFailed } from '../../../src/contract/failure.js';
import type { Job, JobLine } from '../../../src/contract/lines.js';
import { RUNNING_JOB } from '../../../src/http/examples/job.js';
import { LISTED, readText } from '../../../src/lists/read-list.js';
import { type Asked, type Reply, refusal, startFakeApi, streamLines } from '../../support/fake-api.js';
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
  failed: 0,
  failures: {},
};

const lines =
  (end: 'end' | 'cut', ...values: object[]): Reply =>
  (_asked, response) => {
    streamLines(response, ...values);
    if (end === 'end') response.end();
    else response.write('{"type":"result","posi', () => response.destroy());
  };
const json =
  (status: number, body: object): Reply =>
  (_asked, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const accepted = json(202, { status: 'success', data: RUNNING_JOB });

/** The n-th request gets the n-th reply. */
async function withJobs(
  replies: [Reply, ...Reply[]],
  use: (jobs: Jobs, seen: readonly Asked[], retried: Failure[]) => Promise<void>,
): Promise<void> {
  const retried: Failure[] = [];
  const { url, asked, close } = await startFakeApi(...replies);
  const jobs = createJobs({
    api: createApi({ base: url, key: () => null, retries: 0 }),
    isJob: (value): value is Job => typeof value === 'object' && value !== null && 'state' in value,
    isLine: (value): value is JobLine => typeof value === 'object' && value !== null && 'type' in value,
    retries: 2,
    onRetry: (failure) => retried.push(failure),
  });
  try {
    await use(jobs, asked, retried);
    expect(asked).toHaveLength(replies.length);
  } finally {
    await close();
  }
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

test('results continue after a broken connection, and each comes once', async () => {
  const replies: [Reply, ...Reply[]] = [
    lines('cut', row(1), row(2)),
    // The stream ends without its summary.
    lines('end', row(3)),
    lines('end', row(4), SUMMARY),
  ];
  await withJobs(replies, async (jobs, seen, retried) => {
    expect(await positionsOf(jobs.results({ id: ID, after: 0, signal }))).toEqual([1, 2, 3, 4, 'summary']);
    expect(seen.map(({ path }) => path)).toEqual(
      [0, 2, 3].map((after) => `/api/jobs/${ID}/results?after=${after}`),
    );
    expect(retried.map(({ code }) => code)).toEqual(['cut', 'cut']);
  });
});

test('results continue after the service ends a stream early', async () => {
  const breakdown = { type: 'error', status: 'error', error: { code: 'jobs_unavailable', message: 'm' } };
  await withJobs([lines('end', row(1), breakdown), lines('end', row(2), SUMMARY)], async (jobs) => {
    expect(await positionsOf(jobs.results({ id: ID, after: 0, signal }))).toEqual([1, 2, 'summary']);
  });
});

test('a result out of its turn is refused', async () => {
  for (const position of [1, 3]) {
    await withJobs([lines('end', row(1), row(position), SUMMARY)], async (jobs) => {
      const read = positionsOf(jobs.results({ id: ID, after: 0, signal }));
      expect(await codeOf(read)).toBe('unexpected');
    });
  }
});

test('reading up to a result leaves the stream, and asks nothing when it is known already', async () => {
  const endless: Reply = (_asked, response) => streamLines(response, row(2), row(3), row(4));
  await withJobs([endless], async (jobs) => {
    expect(await positionsOf(jobs.results({ id: ID, after: 1, until: 3, signal }))).toEqual([2, 3]);
    expect(await positionsOf(jobs.results({ id: ID, after: 3, until: 3, signal }))).toEqual([]);
  });
});

test('gives up after the retries without a result', async () => {
  const cut = lines('cut');
  await withJobs([lines('cut', row(1)), cut, cut], async (jobs) => {
    expect(await codeOf(positionsOf(jobs.results({ id: ID, after: 0, signal })))).toBe('cut');
  });
});

test('a list is submitted as JSON with its key, and again under the same key after a fault', async () => {
  const lost: Reply = (_asked, response) => void response.destroy();
  const list = json(200, { status: 'success', data: { jobs: [RUNNING_JOB] } });
  await withJobs(
    [list, lost, refusal(429, 'rate_limited', { 'Retry-After': '0' }), accepted],
    async (jobs, seen) => {
      expect(await jobs.list(signal)).toEqual([RUNNING_JOB]);
      const submission = {
        type: 'place-reviews',
        parameters: { max_pages: 2, max_stars: 3 },
        urls: ['ChIJa', 'ChIJb'],
        requestKey: newRequestKey(),
      } as const;
      expect(await jobs.submit(submission, signal)).toEqual(RUNNING_JOB);
      const sent = seen.slice(1);
      expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([submission.requestKey]),
      );
      for (const { method, path, body } of sent) {
        expect([method, path]).toEqual(['POST', '/api/jobs']);
        expect(JSON.parse(body)).toEqual({
          type: 'place-reviews',
          urls: submission.urls,
          max_pages: 2,
          max_stars: 3,
        });
      }
    },
  );
});

test('a long list is uploaded as lines, with its parameters in the query', async () => {
  const urls = Array.from({ length: 50_000 }, (_, index) => `https://goo.gl/${'x'.repeat(80)}${index}`);
  await withJobs([accepted], async (jobs, seen) => {
    const parameters = { max_pages: 1 };
    await jobs.submit({ type: 'place-reviews', parameters, urls, requestKey: 'key' }, signal);
    const [call] = seen;
    expect(call?.path).toBe('/api/jobs?type=place-reviews&max_pages=1');
    expect(call?.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'idempotency-key': 'key',
    });
    const sent = call?.body.trimEnd().split('\n') ?? [];
    expect(sent.map((line) => JSON.parse(line))).toEqual(urls);
  });
});

test('a list of more links than JSON may have is uploaded as lines, however short they are', async () => {
  const urls = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  await withJobs([accepted], async (jobs, seen) => {
    await jobs.submit({ type: 'place-details', parameters: {}, urls, requestKey: 'key' }, signal);
    expect(seen[0]?.headers['content-type']).toBe('application/x-ndjson');
  });
});

test('a service without jobs, an unknown job and a wrong address are reported at once', async () => {
  await withJobs([refusal(503, 'jobs_unavailable', { 'Retry-After': '1' })], async (jobs) => {
    expect(await codeOf(jobs.list(signal))).toBe('jobs_unavailable');
  });
  await withJobs([refusal(404, 'job_not_found')], async (jobs) => {
    expect(await codeOf(positionsOf(jobs.results({ id: 'a/b', after: 0, signal })))).toBe('job_not_found');
  });
  await withJobs([(_asked, response) => void response.destroy()], async (jobs) => {
    expect(await codeOf(jobs.status(ID, signal))).toBe('offline');
  });
});

test('a job is cancelled or deleted, and a table is read as it comes', async () => {
  const table: Reply = (_asked, response) =>
    response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' }).end('\ufeffLp.\r\n');
  await withJobs([accepted, accepted, table], async (jobs, seen) => {
    expect(await jobs.cancel(ID, signal)).toEqual(RUNNING_JOB);
    expect(await jobs.remove(ID, signal)).toEqual(RUNNING_JOB);
    const parts: Uint8Array[] = [];
    for await (const part of jobs.table(ID, 'csv', 'pl', signal)) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('\ufeffLp.\r\n');
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /api/jobs/${ID}`,
      `DELETE /api/jobs/${ID}?delete_ended=true`,
      `GET /api/jobs/${ID}/results?format=csv&lang=pl`,
    ]);
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

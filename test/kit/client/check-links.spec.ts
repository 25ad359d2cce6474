import { RequestFailed } from '../../../src/core/published/failure.js';
import { checkLinks, type Pause } from '../../../src/kit/client/check-links.js';
import type { BulkLine } from '../../../src/kit/lists/checked-links.js';
import { visible } from '../../support/fake-api.js';
import { expect, test } from '../../support/test.js';
import { ndjson, type Reply, refused, unreachable, withVirtualApi } from './virtual-api.js';

const TEN = Array.from({ length: 10 }, (_, index) => `https://maps.app.goo.gl/Zmyslony${index}`);
const SUMMARY = { type: 'summary', total: 10, visible: 10, not_visible: 0, failed: 0 };

const urlsOf = (body: string) => (JSON.parse(body) as { urls: string[] }).urls;
/** Answers the first `count` links as visible, then with `last`. */
const answers =
  (end: 'end' | 'cut', count: number, ...last: object[]): Reply =>
  ({ body }) =>
    ndjson(
      end,
      ...urlsOf(body)
        .slice(0, count)
        .map((url, index) => visible(index, url)),
      ...last,
    );
const all = answers('end', 10, SUMMARY);
/** Answers the first `count` links as visible, and refuses the others for the provider. */
const blockedAfter =
  (count: number): Reply =>
  ({ body }) =>
    ndjson(
      'end',
      ...urlsOf(body).map((url, index) => {
        const error = { code: 'provider_blocked', message: 'Made up for the test.' };
        return index < count ? visible(index, url) : { type: 'error', index, review_url: url, error };
      }),
      SUMMARY,
    );

interface CheckSetup {
  readonly retries?: number;
  readonly batchSize?: number;
  /** Receives the estimates; absent = the client does not ask for them. */
  readonly estimates?: (number | null)[];
}

/** Checks ten links. */
async function check(
  replies: readonly Reply[],
  { retries = 5, batchSize = 1000, estimates }: CheckSetup = {},
) {
  const rows: string[] = [];
  const pauses: Pause[] = [];
  let failure: string | null = null;
  const calls = await withVirtualApi(replies, async (api) => {
    const work = checkLinks({
      ...{ api, links: TEN, batchSize, retries, signal: new AbortController().signal },
      isLine: (value): value is BulkLine => typeof value === 'object' && value !== null && 'type' in value,
      ...(estimates !== undefined && {
        onEstimate: (seconds: number | null) => void estimates.push(seconds),
      }),
      onRow: (row) => void rows.push(`${row.type} ${TEN.indexOf(row.review_url)}`),
      onPause: (pause) => void (pause !== null && pauses.push(pause)),
    });
    await work.catch((error: unknown) => {
      if (!(error instanceof RequestFailed)) throw error;
      failure = error.failure.code;
    });
  });
  return {
    /** The links of each request, by their numbers. */
    asked: calls.map(({ body }) => urlsOf(body).map((url) => TEN.indexOf(url))),
    waits: pauses.map(({ seconds, attempt, missing, failure: { code } }) => [
      seconds,
      attempt,
      missing,
      code,
    ]),
    /** Seconds until the last request. */
    seconds: Math.round((calls.at(-1)?.at ?? 0) / 1000),
    ...{ rows, failure },
  };
}

const from = (first: number) => TEN.map((_, index) => index).slice(first);
const results = from(0).map((index) => `result ${index}`);

test('shows estimates of the last batch, which only a client that shows them asks for', async () => {
  const progress = (remaining: number, seconds: number | null) => ({
    ...{ type: 'progress', total: 10, remaining, estimated_seconds_left: seconds },
  });
  const asked: boolean[] = [];
  const reply: Reply = ({ body }) => {
    asked.push(JSON.parse(body).progress === true);
    const lines = urlsOf(body).map((url, index) => visible(index, url));
    return ndjson(
      'end',
      progress(lines.length, null),
      ...lines.slice(0, 3),
      progress(lines.length - 3, 12),
      ...lines.slice(3),
      SUMMARY,
    );
  };
  const estimates: (number | null)[] = [];
  expect(await check([reply], { estimates })).toMatchObject({ rows: results, failure: null });
  expect(estimates).toEqual([null, 12]);
  estimates.length = 0;
  await check([reply, reply], { estimates, batchSize: 5 });
  // The first batch leaves five links that have not begun: their time is not known.
  expect(estimates).toEqual([null, 12]);
  expect(await check([reply])).toMatchObject({ rows: results, failure: null });
  expect(asked).toEqual([true, true, true, false]);
});

test('asks again only for links without an answer, after a pause', async () => {
  expect(await check([answers('cut', 3), all])).toEqual({
    ...{ asked: [from(0), from(3)], rows: results, failure: null },
    ...{ waits: [[1, 1, 7, 'cut']], seconds: 1 },
  });
  // A stream that ends without a summary, or with an early summary, is not complete either.
  const early = await check([answers('end', 1), answers('end', 1, SUMMARY), all]);
  expect(early).toMatchObject({ asked: [from(0), from(1), from(2)], rows: results, failure: null });
  const breakdown = { type: 'error', status: 'error', error: { code: 'shutting_down', message: 'It ends.' } };
  expect(await check([answers('end', 1, breakdown), all])).toMatchObject({
    ...{ asked: [from(0), from(1)], rows: results, waits: [[5, 1, 9, 'shutting_down']] },
  });
});

test('waits as long as Retry-After says, otherwise longer each time', async () => {
  for (const [status, code] of [
    [429, 'rate_limited'],
    [503, 'overloaded'],
  ] as const) {
    const busy = (seconds?: number) => () =>
      refused(status, code, seconds === undefined ? {} : { 'Retry-After': String(seconds) });
    const { waits, seconds, rows } = await check([busy(7), busy(0), all]);
    expect({ waits, seconds }, code).toEqual({
      ...{
        waits: [
          [7, 1, 10, code],
          [0, 2, 10, code],
        ],
        seconds: 7,
      },
    });
    expect(rows).toEqual(results);
  }
});

test('asks again only for links that the service refuses temporarily', async () => {
  expect(await check([blockedAfter(4), all])).toMatchObject({
    ...{ asked: [from(0), from(4)], rows: results, waits: [[5, 1, 6, 'provider_blocked']], seconds: 5 },
  });
  // Links that stay refused are given up with their refusal as result, batch by batch.
  const given = await check([blockedAfter(1), blockedAfter(0)], { retries: 0, batchSize: 5 });
  expect(given).toMatchObject({
    asked: [
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ],
    failure: null,
  });
  expect(given.rows).toEqual(['result 0', ...from(1).map((index) => `error ${index}`)]);
});

test('gives up after the retries, and counts anew after each result', async () => {
  const cut = answers('cut', 0);
  const never = await check([answers('cut', 2), cut, cut], { retries: 2 });
  expect(never).toMatchObject({ failure: 'cut', rows: results.slice(0, 2) });
  expect(never.waits.map(([, attempt]) => attempt)).toEqual([1, 2]);
  const slow = await check([cut, answers('cut', 1), cut, answers('cut', 1), cut, all], { retries: 2 });
  expect(slow.waits.map(([, attempt]) => attempt)).toEqual([1, 1, 2, 1, 2]);
  expect(slow.failure).toBe(null);
});

test('reports a service that was never reached at once, and waits for one that answered before', async () => {
  expect(await check([unreachable])).toMatchObject({ failure: 'offline', waits: [] });
  expect(await check([answers('cut', 1), unreachable, all])).toMatchObject({ failure: null, rows: results });
});

test('refuses an answer about another link', async () => {
  const swapped: Reply = ({ body }) => ndjson('end', visible(0, urlsOf(body)[1] ?? ''), SUMMARY);
  expect(await check([swapped])).toMatchObject({ failure: 'unexpected', rows: [] });
});

test('a request has at most 1000 links, and fits into a body of 1 MB', async () => {
  const short = Array.from({ length: 2500 }, (_, index) => `https://goo.gl/${index}`);
  const long = ['x', 'ż', '\u0001'].map((letter) =>
    Array.from({ length: 900 }, (_, index) => `https://goo.gl/${index}${letter.repeat(2000)}`),
  );
  const answer: Reply = ({ body }) =>
    ndjson('end', ...urlsOf(body).map((url, index) => visible(index, url)), SUMMARY);
  for (const links of [short, ...long]) {
    const calls = await withVirtualApi(Array(20).fill(answer), (api) =>
      checkLinks({
        ...{ api, links, retries: 0, signal: new AbortController().signal },
        isLine: (value): value is BulkLine => typeof value === 'object' && value !== null && 'type' in value,
        onRow: () => undefined,
        onPause: () => undefined,
      }),
    );
    const bodies = calls.map(({ body }) => body);
    if (links === short) expect(bodies.map((body) => urlsOf(body).length)).toEqual([1000, 1000, 500]);
    expect(bodies.flatMap(urlsOf)).toEqual(links);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThan(1_000_000);
  }
});

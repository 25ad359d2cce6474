import { expect } from '@playwright/test';
import { pathOf, readExpected } from '../../fixtures/provider/cases.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import { checkContract } from '../support/contract-check.js';
import { expectGolden } from '../support/golden.js';
import { type Service, test } from '../support/service.js';

const isBatch = (_host: string, path: string) => path.includes('batchexecute');

test('NDJSON: reviews as they come, progress, and a summary at the end', async ({ service, standIn }) => {
  const { promise, resolve } = deferred<void>();
  standIn.fault({ kind: 'hold', match: afterBatch(2), until: promise });
  const { lines, type } = await readLines(service, pathOf('reviews--201'), resolve);
  expect(type).toContain('application/x-ndjson');
  const reviews = lines.filter((line) => line.type === 'review').map((line) => line.review);
  const { type: last, ...summary } = lines.at(-1);
  expect(last).toBe('summary');
  const body = { status: 'success', data: { ...summary, reviews } };
  expectGolden({ status: 200, headers: new Headers(), body }, readExpected('reviews--201'));
  expect(lines.filter((line) => line.type === 'progress')).toEqual([
    { type: 'progress', page: 1, reviews_read: 200, total_reviews: 201 },
    { type: 'progress', page: 2, reviews_read: 201, total_reviews: 201 },
  ]);
});

test('a failure before the first review is an error, not an empty list', async ({ service, standIn }) => {
  standIn.fault({ kind: 'reset', match: isBatch });
  for (const Accept of ['application/json', 'application/x-ndjson']) {
    const answer = await service.get(pathOf('reviews--450'), { Accept });
    expect(answer, Accept).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  }
});

// A client that leaves any other answer: provider-errors.spec.ts. A list that ends at its deadline:
// test/core/reviews/list-reviews.spec.ts.
test('a client that leaves a stream of reviews frees its page at once', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' });
  const repair = standIn.fault({ kind: 'hang', match: afterBatch(2) });
  const client = new AbortController();
  const headers = { Accept: 'application/x-ndjson' };
  const left = fetch(service.url + pathOf('reviews--450'), { headers, signal: client.signal })
    .then((answer) => answer.text())
    .catch(() => 'left');
  await expect.poll(() => standIn.requests.filter(({ path }) => isBatch('', path)).length).toBe(3);
  client.abort();
  repair();
  expect(await left).toBe('left');
  expect((await service.get(pathOf('reviews--seven'))).status).toBe(200);
});

/** Matches the page's reviews requests after the first `count`. */
function afterBatch(count: number) {
  let seen = 0;
  return (host: string, path: string) => isBatch(host, path) && ++seen > count;
}

/** Reads a stream to its end; `onFirst` is called when its first bytes have come. */
async function readLines(service: Service, path: string, onFirst: () => void) {
  const response = await fetch(service.url + path, { headers: { Accept: 'application/x-ndjson' } });
  const { status, headers, body } = response;
  let text = '';
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.startsWith('{"type":"review"')) onFirst();
  }
  checkContract({ method: 'GET', path, status, headers, text });
  const lines = text.trim().split('\n');
  return { lines: lines.map((line) => JSON.parse(line)), type: headers.get('Content-Type') };
}

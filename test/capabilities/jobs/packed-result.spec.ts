import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createJobRunner } from '../../../src/capabilities/jobs/job-runner.js';
import { packResult, unpackResult } from '../../../src/capabilities/jobs/packed-result.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import type { ReviewLister } from '../../../src/core/reviews/list-reviews.js';
import type { Scope } from '../../../src/core/runtime/scope.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { READ_REVIEW } from '../../support/read-review.js';
import { expect, test } from '../../support/test.js';

// Results as they are stored.

const DAMAGED = {
  error: {
    ...{ code: 'internal_error', message: expect.stringContaining('damaged') },
    ...{ reason: 'result_damaged', values: {} },
  },
};
const packed = (text: string) => Buffer.concat([Buffer.from('z'), deflateRawSync(text)]);

test('a result is read as it was stored, short or long', async () => {
  for (const data of [{ a: 1 }, { text: 'żółć '.repeat(10_000) }]) {
    expect(await unpackResult(await packResult(data))).toEqual(data);
  }
  expect((await packResult({ text: 'żółć '.repeat(10_000) })).length).toBeLessThan(1_000);
});

const list = (count: number) => ({
  ...{ place_id: 'ChIJ', checked_at_utc: '2026-09-14T10:00:00Z', notices: [{ text: 'a\nb' }] },
  reviews: Array.from({ length: count }, (_, at) => ({
    at,
    text: `"żółć",\n]} ${'x'.repeat(40)}`,
    none: null,
  })),
});

test('a list of reviews is read review by review', async () => {
  for (const count of [0, 1, 2, 500]) {
    const stored = await packResult(list(count));
    expect(await unpackResult(stored)).toEqual(list(count));
    const json = stored[0] === 0x7a ? inflateRawSync(stored.subarray(1)) : stored;
    expect(JSON.parse(json.toString())).toEqual(list(count));
  }
  expect(await unpackResult(await packResult({ reviews: [1, 2] }))).toEqual({ reviews: [1, 2] });
});

test('a list that is cut at any line is damaged', async () => {
  const json = inflateRawSync((await packResult(list(60))).subarray(1)).toString();
  const lines = json.split('\n');
  for (const kept of [1, 2, 30, 61])
    expect(await unpackResult(packed(`${lines.slice(0, kept).join('\n')}\n`)), String(kept)).toEqual(DAMAGED);
  expect(await unpackResult(packed(json.slice(0, -3)))).toEqual(DAMAGED);
});

test('a result of more than 32 MiB is not stored', async () => {
  const reviews = Array.from({ length: 33 }, () => 'x'.repeat(1_048_576));
  await expect(packResult({ place_id: 'ChIJ', reviews })).rejects.toMatchObject({
    ...{ code: 'invalid_request', message: expect.stringContaining('max_pages') },
  });
});

test('a list of more than 32 MiB is neither kept in memory nor read on before it is refused', async () => {
  let [presented, read] = [0, 0];
  const text = 'x'.repeat(1_048_576);
  const photos = () => {
    presented += 1;
    return [];
  };
  const review = Object.defineProperty({ ...READ_REVIEW, text }, 'photos', {
    enumerable: false,
    get: photos,
  });
  const reviews: ReviewLister = {
    list: async (request, scope, emit) => {
      // A reading that fails after its first review ends as one that is cut short.
      for (; read < 100; read += 1)
        try {
          await emit({ kind: 'review', review });
        } catch {
          break;
        }
      return READY_SERVICES.reviews.list(request, scope, emit);
    },
  };
  const localTime = createLocalTime('Europe/Warsaw');
  const run = createJobRunner({ ...READY_SERVICES, reviews, localTime });
  const task = { type: 'place-reviews', parameters: {}, input: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0' } as const;
  await expect(run(task, {} as Scope)).rejects.toMatchObject({
    ...{ code: 'invalid_request', message: expect.stringContaining('max_pages') },
  });
  expect([presented, read]).toEqual([31, 31]);
});

test('a damaged result is read as an error', async () => {
  for (const stored of ['', '{', 'x', 'null', '[]', '7', '"a"', 'z', 'z!', packed('{'), packed('[1]')])
    expect(await unpackResult(Buffer.from(stored)), String(stored)).toEqual(DAMAGED);
});
